"""The axes of charts: scale, range, ticks and labels."""

from collections.abc import Sequence
from math import ceil, floor, log10

from cspa_explore.algorithms import Param
from cspa_explore.charts.description import Axis, Scale
from cspa_explore.results.sentences import short

QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
WIDE = 100.0  # if largest / smallest value is at least this, a linear axis would squeeze the small values
ROUNDING = 1e-9  # of log10 at a power of ten


def share_axis(label: str) -> Axis:
    """Return the axis of ratios, 0 to 100 %."""
    return Axis("ratio", label, "linear", 0.0, 1.0, QUARTERS, tuple(f"{100 * tick:g}" for tick in QUARTERS), "%")


def round_axis(T: int, note: str, log: bool = False) -> Axis:
    """Return the axis of rounds 0 to T; a log axis shows log(1 + t), which is defined at round 0.

    >>> round_axis(4000, "one seed").texts, round_axis(4000, "one seed", log=True).texts
    (('1,000', '2,000', '3,000', '4,000'), ('1', '10', '100', '1,000', '4,000'))
    """
    powers = [10**e for e in range(9) if 10**e < T]
    ticks = (*powers, T) if log else tuple(sorted({max(1, round(share * T)) for share in QUARTERS[1:]}))
    scale: Scale = "log1p" if log else "linear"
    texts = tuple(f"{t:,}" for t in ticks)
    label = f"round{' (log)' if log else ''} · {note}"
    return Axis("round", label, scale, 0.0, float(T), tuple(map(float, ticks)), texts)


def param_axis(param: Param, values: Sequence[float], owner: str, note: str = "", linear: bool = False) -> Axis:
    """Return the axis of a parameter's values.

    It is logarithmic if all values are positive and either the parameter's own scale is logarithmic or the values span
    two decades, unless `linear` forbids it. A linear axis shows the parameter's whole range if that is 0 to 1.
    All other axes reach from the smallest to the largest value.
    """
    values = sorted(values)
    low, high = values[0], values[-1]
    log = low > 0 and not linear and (param.scale == "log" or high >= WIDE * low)
    label = f"{param.symbol} of {owner}{' (log)' if log else ''}{f' · {note}' if note else ''}"
    if not log and (param.low, param.high) == (0, 1):
        return Axis(param.symbol, label, "linear", 0.0, 1.0, QUARTERS, tuple(map(short, QUARTERS)))
    ticks = _decades(low, high) if log else ()
    if len(ticks) < 2:
        ticks = tuple(sorted({low, values[(len(values) - 1) // 2], high}))
    if low == high:  # a single value is drawn in the middle
        low, high = (low / 2, 2 * low) if log else (low - 0.5, low + 0.5)
    return Axis(param.symbol, label, "log" if log else "linear", low, high, ticks, tuple(map(short, ticks)))


def cell_axis(name: str, note: str, names: Sequence[str], ticks: Sequence[int]) -> Axis:
    """Return an axis of a map: cells 0, 1, …, each one unit wide, of which `ticks` are labelled."""
    texts = tuple(names[i] for i in ticks)
    return Axis(name, f"{name} ({note})", "cells", -0.5, len(names) - 0.5, tuple(map(float, ticks)), texts)


def ends_and_middle(n: int) -> tuple[int, ...]:
    """Return the first, the middle and the last of n indices.

    >>> ends_and_middle(24), ends_and_middle(1)
    ((0, 11, 23), (0,))
    """
    return tuple(sorted({0, (n - 1) // 2, n - 1}))


def _decades(low: float, high: float) -> tuple[float, ...]:
    return tuple(10.0**e for e in range(ceil(log10(low) - ROUNDING), floor(log10(high) + ROUNDING) + 1))
