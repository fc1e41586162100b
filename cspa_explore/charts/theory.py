"""The chart of a bound against a run: the bound, Σℓ² and the mistakes so far, on log axes."""

import numpy as np
import pandas as pd

from cspa_explore.charts.axes import count_axis, round_axis
from cspa_explore.charts.colours import BOUND, GREY, MISTAKES, RUN_LOOKS
from cspa_explore.charts.description import CurveChart, Line, Series
from cspa_explore.theory.cover import Cover
from cspa_explore.wording import counted

POINTS = 300  # of a curve


def bound_chart(found: Cover, words: str = "") -> CurveChart:
    """Return the chart; without a bound if the theorem does not apply, without Σℓ² for a learner that has no loss.

    Values of 0 are not drawn on the log axis.
    """
    played = found.played
    T = played.rounds.T
    rounds = np.unique(np.geomspace(1, T, min(T, POINTS)).round().astype(int))
    chosen = found.chosen if found.chosen is not None and found.chosen.applies else None
    curves = {"Σℓ² of this run": played.squares[rounds - 1]} if played.has_loss else {}
    curves |= {"mistakes": played.mistakes[rounds - 1].astype(float)}
    if chosen is not None:
        curves = {"bound": chosen.curve()[rounds - 1]} | curves
    looks = {"bound": (BOUND, "solid"), "Σℓ² of this run": RUN_LOOKS[0], "mistakes": (MISTAKES, "dash")}
    positive = np.concatenate([values[values > 0] for values in curves.values()] or [np.ones(1)])
    low, high = min(1.0, float(positive.min(initial=1.0))), max(float(T), float(positive.max(initial=1.0)))
    series = [
        Series(name, rounds, np.where(values > 0, values, np.nan), np.full(len(rounds), np.nan), *looks[name])
        for name, values in curves.items()
    ]
    ends = ", ".join(f"{name} {values[-1]:,.4g}" for name, values in curves.items())
    return CurveChart(
        series=tuple(series),
        x=round_axis(T, f"{found.statement.key} statement", log=True),
        y=count_axis(f"{'Σℓ² and mistakes' if played.has_loss else 'mistakes'} so far (log)", low, high),
        lines=(Line(f"trivial: T = {T:,}", float(T), GREY, "dot"),),
        bands=(),
        caption=words,
        alt=f"The bound against the run after {counted(T, 'round')}: {ends}.",
        table=lambda: pd.DataFrame({"round": rounds} | curves),
    )
