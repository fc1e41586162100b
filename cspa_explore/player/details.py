"""The details of a run: weights, widths and losses in every round. The replay of a long run holds only some of them.

Row r holds the weights after r rounds, which answer round r + 1, and the loss of round r + 1. The browser asks for
other rows in blocks. All numbers are those of the run: rows that are left out are left out, never interpolated.
"""

from string import ascii_letters, digits
from typing import NamedTuple

import numpy as np

REPLAY_AND_FILM = 2_000_000  # bytes, at most
FILM = 460_000  # bytes of a film, at most
REPLAY = REPLAY_AND_FILM - FILM  # bytes up to which a replay holds every round
KINDS = ("W", "A", "P", "loss")  # arrays of a replay, with the learner's number behind
SPARE = 2048  # bytes for the places of arrays, and for what aligns them
FEWEST = 64  # rows that are kept
BEFORE, AFTER = 128, 384  # rows around a round that the browser asks for; a disc compares the last 100
BLOCK = 8192  # rows of one learner in which the browser searches


class Details(NamedTuple):
    """The arrays by name: `W0` … (T+1, K, d), `A0` … or `P0` … (T+1, K, m), and `loss0` … (T+1,), the last one NaN."""

    arrays: dict[str, np.ndarray]

    @classmethod
    def among(cls, arrays: dict[str, np.ndarray]) -> tuple["Details", dict[str, np.ndarray]]:
        """Return the details among a replay's arrays, and the other arrays."""
        own = {name: array for name, array in arrays.items() if name.rstrip(digits) in KINDS}
        padded = {name: np.append(a, np.float32(np.nan)) if a.ndim == 1 else a for name, a in own.items()}
        return cls(padded), {name: array for name, array in arrays.items() if name not in own}

    @property
    def nbytes(self) -> int:
        """Return the bytes of all arrays."""
        return sum(array.nbytes for array in self.arrays.values())

    @property
    def last(self) -> int:
        """Return the last row, T."""
        return len(next(iter(self.arrays.values()))) - 1

    def around(self, t: int) -> tuple[int, dict[str, np.ndarray]]:
        """Return the rows around the one that answers round t: the first row, and the arrays."""
        first = max(0, t - 1 - BEFORE)
        return first, {name: array[first : t + AFTER] for name, array in self.arrays.items()}

    def block(self, place: int, row: int) -> dict[str, np.ndarray]:
        """Return a block of one learner's rows from this one on."""
        own = {name: array for name, array in self.arrays.items() if name.lstrip(ascii_letters) == str(place)}
        return {name: array[row : row + BLOCK] for name, array in own.items()}

    def thinned(self, room: int) -> tuple[dict[str, np.ndarray], dict[str, int]]:
        """Return the arrays that travel with a replay and fit into so many bytes, and the bits of some of them.

        `kept` holds the rows. Of weights and widths only the classes travel that moved since the kept row before:
        `moved_W0` says which.
        """
        most = self.last + 1
        while True:
            rows = kept_rows(self.last, most)
            arrays, bits = self._coded(rows)
            size = sum(array.nbytes // (8 if name in bits else 1) for name, array in arrays.items())
            if size <= room or most <= FEWEST:
                return arrays, bits
            most = max(FEWEST, min(most - 1, int(0.98 * most * room / size)))

    def _coded(self, rows: np.ndarray) -> tuple[dict[str, np.ndarray], dict[str, int]]:
        found: dict[str, np.ndarray] = {"kept": rows.astype(np.int32)}
        bits = {}
        for name, array in self.arrays.items():
            kept = array if len(rows) == len(array) else array[rows]
            if kept.ndim == 1:
                found[name] = kept
                continue
            moved = np.ones(kept.shape[:2], bool)
            moved[0] = (kept[0] != 0).any(axis=-1)
            moved[1:] = (kept[1:] != kept[:-1]).any(axis=-1)
            found[name] = kept[moved]
            found[f"moved_{name}"] = moved.astype(np.uint8)
            bits[f"moved_{name}"] = 1
        return found, bits


def kept_rows(last: int, most: int) -> np.ndarray:
    """Return at most so many of the rows 0…last: the first half without a gap, the others at growing distances.

    Adaptive playing has the same rhythm. The last two rows are kept: the last round and what it changes are exact.

    >>> kept_rows(5, 6).tolist(), kept_rows(1000, 16).tolist()
    ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6, 7, 14, 29, 59, 119, 242, 492, 999, 1000])
    """
    if most > last:
        return np.arange(last + 1)
    first = most // 2 - 1
    later = np.rint(np.geomspace(max(1, first), last - 1, most - first - 1)).astype(np.int64)
    return np.unique(np.concatenate([np.arange(first), later, [last - 1, last]]))
