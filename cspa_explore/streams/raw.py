"""The instances of chosen rounds as they are drawn: with noise, without the constant feature or kernel features."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import scipy.sparse

from cspa_explore.core.rows import Dense, Rows, shape
from cspa_explore.streams.blocks import block_rounds
from cspa_explore.streams.drift import drifting, row_index
from cspa_explore.streams.order import instance_order
from cspa_explore.streams.stream import Stream
from cspa_explore.streams.tables import prepared_rows


def raw_rows(stream: Stream, rounds: Iterable[int], normalise: bool = False) -> np.ndarray:
    """Return the rows (n, d) of these rounds, counted from 1; `normalise` scales them to length 1.

    The noise of a block belongs to the block's number, so the block boundaries are those of the given stream.

    >>> raw_rows(Stream("iris", order="cyclic"), [1, 2]).tolist()
    [[5.1, 3.5, 1.4, 0.2], [7.0, 3.2, 4.7, 1.4]]
    """
    plain = replace(stream, normalise=normalise, bias=False, kernel=0.0)
    data, wanted = stream.load(), np.asarray(list(rounds), np.int64) - 1
    order = row_index(stream, instance_order(stream, data.y, int(wanted.max(initial=-1)) + 1))
    data = drifting(stream, data)
    if not stream.sigma:
        return _dense(prepared_rows(plain, data, order[wanted], None))
    found = np.empty((len(wanted), data.d))
    B = block_rounds(stream)
    for b in np.unique(wanted // B):
        here = np.flatnonzero(wanted // B == b)
        places = wanted[here] - b * B
        index = order[b * B : b * B + places.max() + 1]
        found[here] = _dense(prepared_rows(plain, data, index, int(b)))[places]
    return found


def _dense(rows: Rows) -> np.ndarray:
    return rows.X if isinstance(rows, Dense) else scipy.sparse.csr_array(rows[:3], shape=shape(rows)).toarray()
