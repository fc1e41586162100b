"""The axes of charts: scale, range, ticks and labels."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, log10

from cspa_explore.algorithms import Param
from cspa_explore.charts.description import Axis, Scale
from cspa_explore.results.sentences import short

QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
FIFTHS_OF_ONE = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
SHARES = ((0.0, 0.02, 0.04, 0.06, 0.08, 0.1), (0.0, 0.05, 0.1, 0.15, 0.2), (0.0, 0.1, 0.2, 0.3, 0.4, 0.5), QUARTERS)
WIDE = 100.0  # if largest / smallest value is at least this, a linear axis would squeeze the small values
ROUNDING = 1e-9  # of log10 at a power of ten
SHORT = 2.5  # decades up to which a log axis has three ticks per decade


def share_axis(label: str, largest: float = 1.0, ticks: tuple[float, ...] = ()) -> Axis:
    """Return the axis of ratios: from 0 to the first of 10, 20, 50 and 100 % that the largest ratio does not exceed.

    `ticks` are used instead if they are given; the axis ends at the last of them.

    >>> share_axis("").texts, share_axis("", 0.4).texts
    (('0', '25', '50', '75', '100'), ('0', '10', '20', '30', '40', '50'))
    """
    ticks = ticks or next((some for some in SHARES if largest <= some[-1]), QUARTERS)
    return Axis("ratio", label, "linear", 0.0, ticks[-1], ticks, tuple(f"{100 * tick:g}" for tick in ticks), "%")


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


def moment_axis(rounds: Sequence[int]) -> Axis:
    """Return the axis of recorded rounds: logarithmic from the first to the last; a single round has a linear one.

    >>> moment_axis([20, 100, 4000]).scale, moment_axis([20, 100, 4000]).texts, moment_axis([5]).scale
    ('log', ('20', '4,000'), 'linear')
    """
    first, last = rounds[0], rounds[-1]
    log = first < last
    ticks = (first, last) if log else (last,)
    scale: Scale = "log" if log else "linear"
    low = first if log else 0
    texts = tuple(f"{t:,}" for t in ticks)
    return Axis("round", "round", scale, float(low), float(last), tuple(map(float, ticks)), texts)


def param_axis(param: Param, values: Sequence[float], owner: str, note: str = "", scale: Scale | None = None) -> Axis:
    """Return the axis of a parameter's values; by default with the scale that fits them.

    That is logarithmic if all values are positive and either the parameter's own scale is logarithmic or the values
    span two decades. A linear axis shows the parameter's whole range if that is 0 to 1. All other axes reach from the
    smallest to the largest value.
    """
    values = sorted(values)
    low, high = values[0], values[-1]
    wide = param.scale == "log" or high >= WIDE * low
    log = low > 0 and (wide if scale is None else scale == "log")
    label = f"{param.symbol} of {owner}{' (log)' if log else ''}{f' · {note}' if note else ''}"
    if not log and (param.low, param.high) == (0, 1):
        return Axis(param.symbol, label, "linear", 0.0, 1.0, QUARTERS, tuple(map(short, QUARTERS)))
    ticks = _powers(low, high) if log else fifths(param, values)
    if len(ticks) < 2:
        ticks = tuple(sorted({low, values[(len(values) - 1) // 2], high}))
    if low == high:  # a single value is drawn in the middle
        low, high = (low / 2, 2 * low) if log else (low - 0.5, low + 0.5)
    return Axis(param.symbol, label, "log" if log else "linear", low, high, ticks, tuple(map(short, ticks)))


def fifths(param: Param, values: Sequence[float]) -> tuple[float, ...]:
    """Return the ticks of values with equal steps over a parameter's whole range from 0; empty for other values.

    >>> from cspa_explore.algorithms import ALGORITHMS
    >>> kappa = ALGORITHMS["cspa_kappa"].params[0]
    >>> fifths(kappa, (0, 2.5, 10, 50)), fifths(kappa, (1, 2, 5))
    ((0.0, 10.0, 20.0, 30.0, 40.0, 50.0), ())
    """
    whole = param.scale == "linear" and (param.low, min(values)) == (0, 0) and max(values) == param.high
    return tuple(round(param.high * i / 5, 12) for i in range(6)) if whole else ()


def other_scale(param: Param, values: Sequence[float], axis: Axis, owner: str, note: str = "") -> Axis | None:
    """Return the axis with the other scale; None if a value is not positive."""
    if min(values) <= 0:
        return None
    return param_axis(param, values, owner, note, "linear" if axis.scale == "log" else "log")


def cell_edges(values: Sequence[float], axis: Axis) -> tuple[float, ...]:
    """Return the edges of cells around the values: half-way between neighbours on the axis, and within it.

    >>> cell_edges((0.1, 0.2, 0.4), share_axis(""))
    (0.05, 0.15, 0.3, 0.5)
    """
    log = axis.scale == "log"
    at = [log10(value) if log else value for value in values]
    inner = [(a + b) / 2 for a, b in pairwise(at)] or [at[0] + 0.5]
    edges = [2 * at[0] - inner[0], *(inner if len(at) > 1 else ()), 2 * at[-1] - inner[-1] if len(at) > 1 else inner[0]]
    inside = [min(max(10.0**edge if log else edge, axis.low), axis.high) for edge in edges]
    return tuple(round(edge, 12) for edge in inside)


def count_axis(label: str, low: float, high: float) -> Axis:
    """Return a log axis of counts and sums whose ends are powers of ten.

    >>> count_axis("mistakes", 1.0, 2800.0).texts
    ('1', '10', '100', '1,000', '10,000')
    """
    first, last = floor(log10(low) + ROUNDING), max(1, ceil(log10(high) - ROUNDING))
    every = max(1, -(-(last - first) // 5))
    powers = range(first, last + 1, every)
    texts = tuple(f"{10**e:,}" if 0 <= e < 6 else f"10{_superscript(e)}" for e in powers)
    return Axis("sum", label, "log", 10.0**first, 10.0**last, tuple(10.0**e for e in powers), texts)


def _superscript(exponent: int) -> str:
    return str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def cell_axis(name: str, note: str, names: Sequence[str], ticks: Sequence[int]) -> Axis:
    """Return an axis of a map: cells 0, 1, …, each one unit wide, of which `ticks` are labelled."""
    texts = tuple(names[i] for i in ticks)
    return Axis(name, f"{name} ({note})", "cells", -0.5, len(names) - 0.5, tuple(map(float, ticks)), texts)


def _powers(low: float, high: float) -> tuple[float, ...]:
    """Return powers of ten between low and high; on a short axis also 2 and 5 times these."""
    first, last = floor(log10(low) - ROUNDING), ceil(log10(high) + ROUNDING)
    factors = (1, 2, 5) if 1 <= log10(high / low) <= SHORT else (1,)
    ticks = [m * 10.0**e for e in range(first, last + 1) for m in factors]
    return tuple(tick for tick in ticks if low * (1 - ROUNDING) <= tick <= high * (1 + ROUNDING))
