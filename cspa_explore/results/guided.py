"""The answers of the guided comparison: what averaging does to β, what a drift costs, and whether CSPA is the best."""

import numpy as np

from cspa_explore.learners.text import param_of
from cspa_explore.results.comparison import BASE, difference
from cspa_explore.results.comparisons import Difference, signed
from cspa_explore.results.contest import ContestResult, Standing
from cspa_explore.results.run import LearnerResult, RunResult
from cspa_explore.results.sentences import NEAR, runs, short, value_names
from cspa_explore.results.sweep import SweepResult

NAMED = 4  # learners above CSPA that the sentence names


def averaging_reading(averaged: SweepResult, plain: SweepResult) -> str:
    """Return whether averaging makes the parameter irrelevant, from two sweeps over the same values and σ.

    It states for which values each learner is within a point of its own best at every σ, and how far the averaged one
    with its default value ends above or below the best of the plain one. It is empty while a sweep is incomplete.
    """
    if averaged.partial or plain.partial or not averaged.ratio.size or averaged.ratio.shape != plain.ratio.shape:
        return ""
    param = param_of(averaged.learner.spec, averaged.param)
    names = [sweep.learner.spec.label for sweep in (averaged, plain)]
    good = [_good_everywhere(sweep.mean) for sweep in (averaged, plain)]
    answer = "Yes" if good[0].all() else "Not quite, but it matters less" if good[0].sum() > good[1].sum() else "No"
    where = [_where(param.symbol, value_names(averaged.plan), places) for places in good]
    every = f"all {len(averaged.sigmas)} σ" if averaged.sigmas[1:] else f"σ={averaged.sigmas[0]:g}"
    text = (
        f"Does averaging make {param.symbol} irrelevant? {answer}: {names[0]} is within a point of its best at {every} "
        f"{where[0]}, {names[1]} {where[1]}."
    )
    untouched = averaged.learner.replace(**{param.name: param.default})
    default = float(getattr(untouched.hyper(averaged.stream.n_classes), param.name))
    place = next((j for j, value in enumerate(averaged.values) if abs(value - default) < 1e-9), None)
    if place is None:
        return text
    gaps = (averaged.mean[:, place] - plain.mean.max(axis=1)).round(3) + 0.0  # no −0.0
    listed = ", ".join(f"{signed(gap)} at σ={sigma:g}" for sigma, gap in zip(averaged.sigmas, gaps, strict=True))
    untuned, tuned = f"{param.symbol}={short(default)}", f"the best {param.symbol} in hindsight"
    return f"{text} {names[0]} with {untuned} against {names[1]} with {tuned}, in points: {listed}."


def _good_everywhere(mean: np.ndarray) -> np.ndarray:
    """Return which values are within a point of the best at every σ, from means (σ, values)."""
    return np.all(mean >= mean.max(axis=1, keepdims=True) - NEAR, axis=0)


def _where(symbol: str, names: list[str], good: np.ndarray) -> str:
    """Return the good values in words: "from β=0.5 to 1"."""
    if good.all():
        return f"at every {symbol} played"
    groups = runs(tuple(int(place) for place in np.flatnonzero(good)))
    named = [f"from {symbol}={names[a]} to {names[b]}" if b > a else f"at {symbol}={names[a]}" for a, b in groups]
    return " and ".join(named) or f"at no {symbol}"


def drift_reading(result: RunResult) -> str:
    """Return how often each learner is right after the drift, against the first CSPA; empty without a drift.

    Ratios after the drift follow from the curves; they count from the first recorded round after it.
    """
    stream, points = result.stream, result.checkpoints
    known = points[points >= stream.before_drift]
    if not stream.drift_words or not stream.before_drift or not len(result.seeds) or len(known) < 2:
        return ""
    first = next((r for r in result.results if r.learner.key == BASE), result.results[0])
    base = float(_after(first, points, known[0]).mean())
    pairs = [(name, r) for name, r in zip(result.names, result.results, strict=True) if r is not first]
    own = result.names[next(i for i, r in enumerate(result.results) if r is first)]
    parts = [f"{own} is right in {100 * base:.1f} %"]
    parts += [f"{name} in {_against(float(_after(r, points, known[0]).mean()), base)}" for name, r in pairs]
    happens = stream.drift_words[0].upper() + stream.drift_words[1:]
    since = "From then on" if known[0] == stream.before_drift else f"After round {known[0]:,}, the next recorded round,"
    return f"{happens}. {since} {', '.join(parts)}."


def _after(learner: LearnerResult, points: np.ndarray, cut: int) -> np.ndarray:
    """Return the share of right proposals after round `cut`, one per trial."""
    place = int(np.flatnonzero(points == cut)[0])
    right = learner.curve[:, [place, -1]] * points[[place, -1]]
    return (right[:, 1] - right[:, 0]) / (points[-1] - cut)


def _against(mean: float, base: float) -> str:
    """Return a ratio with its distance from the base: "51.2 % (41.8 points below)"."""
    gap = round(100 * (mean - base), 1)
    words = f"{abs(gap):.1f} points {'above' if gap > 0 else 'below'}" if gap else "the same"
    return f"{100 * mean:.1f} % ({words})"


def best_learner(result: ContestResult) -> str:
    """Return whether CSPA is the best learner; empty if it did not play or played alone, or if runs are missing."""
    standings = result.standings
    base = next((place for place, standing in enumerate(standings) if standing.key == BASE), None)
    if result.partial or base is None or len(standings) < 2:
        return ""
    label = standings[base].label
    start, rank = f"Is {label} the best learner here?", f"{label} ranks {base + 1} of {len(standings)}."
    rivals = [standing for standing in standings if standing.key != BASE]
    gaps = [gap for gap in (difference(result, rival) for rival in rivals) if gap is not None]
    if len(gaps) < len(rivals):
        return f"{start} Too few seeds to tell: in hindsight {standings[0].label} leads. {rank}"
    pairs = list(zip(rivals, gaps, strict=True))
    above = [(rival, gap) for rival, gap in pairs if gap.low > 0]
    if above:
        end = "end" if above[1:] else "ends"
        return f"{start} No: {_named(above)} {end} above it (the 95 % interval excludes 0). {rank}"
    rival, gap = next(((rival, gap) for rival, gap in pairs if gap.high >= 0), pairs[0])
    answer = "Yes" if gap.high < 0 else "Undecided"
    return f"{start} {answer}: {rival.label} minus {label} is {gap.words}. {rank}"


def _named(above: list[tuple[Standing, Difference]]) -> str:
    """Return the learners with their differences to CSPA in points; the first few by name."""
    parts = [f"{standing.label} ({signed(gap.mean)})" for standing, gap in above[:NAMED]]
    if len(above) > NAMED:
        parts.append(f"{len(above) - NAMED} more")
    parts[0] = parts[0].replace(")", " points)")
    *head, last = parts
    return f"{', '.join(head)} and {last}" if head else last
