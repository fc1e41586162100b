"""The chart of a contest: one bar per learner, each at its own best."""

from math import isnan

from cspa_explore.charts.colours import bar_colours
from cspa_explore.charts.description import Bar, BarChart
from cspa_explore.results.contest import ContestResult, named_values
from cspa_explore.results.points import mean_words
from cspa_explore.wording import counted


def contest_bars(result: ContestResult) -> BarChart:
    """Return one bar per learner, best first."""
    K = result.stream.n_classes
    counts = {standing.candidates for standing in result.standings}
    bars, colours = [], bar_colours([*dict.fromkeys(text.key for text in result.candidates)])
    for standing in result.standings:
        choice = standing.choice
        grid = [text for text in result.candidates if text.key == standing.key]
        hindsight = f"hindsight {mean_words(choice.hindsight_score, choice.hindsight_sd)}"
        same = standing.hindsight == standing.learner
        at = "" if same else f" at {named_values(standing.hindsight, K, grid)}"
        tried = f" · {counted(standing.candidates, 'candidate')}" if len(counts) > 1 else ""
        speed = "" if isnan(standing.micros) else f" · {standing.micros:.2f} µs/round"
        bars.append(
            Bar(
                name=standing.label,
                more=named_values(standing.learner, K, grid),
                value=standing.mean,
                sd=standing.sd,
                colour=colours[standing.key],
                text=mean_words(standing.mean, standing.sd),
                opens=str(standing.learner),
                title=f"{hindsight}{at}{tried}{speed}",
            )
        )
    listed = ", ".join(f"{bar.name} {bar.text}" for bar in bars) or "not yet played"
    return BarChart(
        tuple(bars),
        "% right after the last round",
        result.words,
        f"Each learner at its own best: {listed}",
        result.to_frame,
    )
