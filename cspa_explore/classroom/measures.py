"""Measures: how the answer to a question is computed from the seeded run of its link. Each is declared once, here."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from cspa_explore.classroom.answer import Answer, Stop, after_rounds, checked, over_seeds
from cspa_explore.classroom.deck import Measure
from cspa_explore.classroom.early_life import all_proposed, circle_right, not_on_a_circle
from cspa_explore.errors import CancelledError, UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.results.comparisons import paired_difference
from cspa_explore.results.run import RunResult
from cspa_explore.results.sentences import reading, short
from cspa_explore.running.sweep import sweep
from cspa_explore.running.sweep_values import free_params, sweep_values
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.bounds import CORRECTED
from cspa_explore.theory.cover import search
from cspa_explore.theory.verdict import refusal
from cspa_explore.wording import counted

NUMBERS, ALL = ("choose", "guess"), ("choose", "guess", "draw")


class MeasureSpec(NamedTuple):
    """What is measured, how, and what may be asked about it."""

    summary: str
    compute: Callable[[RunResult, Measure, Stop], Answer]
    fields: tuple[str, ...] = ("learner",)  # of Measure, that a deck may set
    types: tuple[str, ...] = NUMBERS  # of questions
    names: tuple[str, ...] = ()  # that `why` may refer to, beside those of every measure
    needs: Callable[[Experiment, Measure], str] = lambda experiment, measure: ""  # why it cannot be measured

    def refuses(self, experiment: Experiment, measure: Measure) -> str:
        """Return why the measure does not fit the experiment; empty if it does."""
        n = len(experiment.learners)
        for field in ("learner", "other"):
            if field in self.fields and getattr(measure, field) > n:
                return f"{field} must be at most {n}, the number of learners of the link, got {getattr(measure, field)}"
        return self.needs(experiment, measure)


def names_of(measure: Measure, experiment: Experiment) -> tuple[str, ...]:
    """Return the names that a `why` may refer to."""
    places = range(1, len(experiment.learners) + 1)
    own = [f"{what}_{place}" for place in places for what in ("name", "ratio")]
    return ("value", "rounds", "trials", *own, *MEASURES[measure.name].names)


def answer(measure: Measure, result: RunResult, stop: Stop = lambda: False) -> Answer:
    """Return the computed answer; CancelledError if it was stopped, UserError if it cannot be computed."""
    return MEASURES[measure.name].compute(result, measure, stop).with_names(result)


def ratio(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return how often a learner is right, in percent."""
    return _percent(result, measure, 100 * result.results[measure.learner - 1].ratio, "is right in")


def explored(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return in how many percent of its rounds a learner proposes something other than its prediction."""
    return _percent(result, measure, 100 * result.results[measure.learner - 1].explored, "explores in")


def _percent(result: RunResult, measure: Measure, values: np.ndarray, does: str) -> Answer:
    mean = float(values.mean())
    spread = f" ± {values.std(ddof=1):.1f}" if len(values) > 1 else ""
    name, T = result.names[measure.learner - 1], result.stream.n_rounds
    sentence = f"{name} {does} {mean:.1f}{spread} % of its {counted(T, 'round')} ({over_seeds(result)})."
    return Answer(mean, f"{mean:.1f} %", sentence, T, float(values.min()), float(values.max()))


def curve(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return the share of right proposals so far at every recorded round."""
    r, found = result.results[measure.learner - 1], ratio(result, measure, stop)
    means = 100 * r.curve.mean(axis=0)
    points = tuple((int(t), float(value)) for t, value in zip(result.checkpoints, means, strict=True))
    return Answer(found.value, found.words, found.sentence, found.t, found.low, found.high, curve=points)


def gap(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return by how many points one learner is right more often than another."""
    a, b = (result.results[place - 1] for place in (measure.learner, measure.other))
    d, T = paired_difference(a, b), result.stream.n_rounds
    names = [result.names[place - 1] for place in (measure.learner, measure.other)]
    value, each = 100 * d.mean, 100 * (a.ratio - b.ratio)
    sentence = (
        f"{names[0]} is right in {a.words}, {names[1]} in {b.words} {after_rounds(result)} ({over_seeds(result)})."
    )
    words = f"{value:+.1f} points".replace("-", "−")
    return Answer(value, words, sentence, T, float(each.min()), float(each.max()), {"points": f"{abs(value):.1f}"})


def best(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return the place of the learner that is right most often; 0 if the next one is as good."""
    order = sorted(range(len(result.results)), key=lambda place: -result.results[place].mean)
    ratios = [f"{result.names[place]} {result.results[place].words}" for place in order]
    ahead = 100 * (result.results[order[0]].mean - result.results[order[1]].mean)
    value = order[0] + 1 if ahead > measure.tie else 0
    words = result.names[order[0]] if value else f"no difference beyond {measure.tie:g} points"
    sentence = f"Right {after_rounds(result)} ({over_seeds(result)}): {', '.join(ratios)}."
    return Answer(value, words, sentence, result.stream.n_rounds, value, value, {"ahead": f"{ahead:.1f}"})


def bound(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return the theorem's bound, with the best comparator found, divided by Σℓ²."""
    played = first_trial(result.experiment, measure.learner - 1)
    found = search(CORRECTED, played)
    checked(stop)
    if found is None:
        raise UserError(refusal(CORRECTED, played))
    promise, squares, mistakes = found.comparison.bound, float(played.squares[-1]), int(played.mistakes[-1])
    factor = promise / squares if squares else float("inf")
    names = {"bound": _rough(promise), "squares": f"{squares:.1f}", "mistakes": f"{mistakes:,}"}
    sentence = (
        f"The theorem promises Σℓ² ≤ {names['bound']} (best comparator found); the run on the stage has "
        f"Σℓ² = {names['squares']} and {counted(mistakes, 'mistake')}."
    )
    return Answer(factor, f"{_rough(factor)} times", sentence, result.stream.n_rounds, factor, factor, names)


def _rough(value: float) -> str:
    """Return a number with two significant digits: the search stops within 1 % of the best bound.

    >>> _rough(1296003.2), _rough(8.9)
    ('1,300,000', '8.9')
    """
    return f"{float(f'{value:.2g}'):,.0f}" if value >= 10 else f"{value:.2g}"


def sweep_spread(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return how many points lie between the best and the worst value of the learner's first free parameter."""
    return _swept(result, measure, stop, spread=True)


def sweep_best(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return the best value of the learner's first free parameter."""
    return _swept(result, measure, stop, spread=False)


def _swept(result: RunResult, measure: Measure, stop: Stop, spread: bool) -> Answer:
    stream, learner = result.stream, result.results[measure.learner - 1].learner
    param = free_params(learner.spec)[0]
    plan = Plan(
        result.experiment.but(learners=[learner]), param.name, sweep_values(param, stream.n_classes), (stream.sigma,)
    )
    found = sweep(plan, should_stop=stop)
    means = 100 * found.mean[0]
    if np.isnan(means).any():
        raise CancelledError("The sweep was cancelled.")
    high, low = int(means.argmax()), int(means.argmin())
    names = {
        "best": short(plan.values[high]), "worst": short(plan.values[low]),
        "best_ratio": f"{means[high]:.1f} %", "worst_ratio": f"{means[low]:.1f} %", "values": str(len(plan.values)),
    }  # fmt: skip
    value = float(means[high] - means[low]) if spread else plan.values[high]
    words = f"{value:.1f} points" if spread else f"{param.symbol} = {names['best']}"
    near = [v for v, mean in zip(plan.values, means, strict=True) if mean >= means[high] - 1]
    ends = (value, value) if spread else (min(near), max(near))
    sentence = f"{len(plan.values)} values of {param.symbol} ({over_seeds(result)}). {reading(found)[0]}"
    return Answer(value, words, sentence, stream.n_rounds, *ends, names)


def _two(experiment: Experiment, measure: Measure) -> str:
    n = len(experiment.learners)
    return "" if n > 1 else f"it compares learners, and the link has {n}"


def _cspa(experiment: Experiment, measure: Measure) -> str:
    learner = experiment.learners[measure.learner - 1]
    good = learner.key == "cspa" and isinstance(learner, LearnerText)
    return "" if good else f"the theorem is about CSPA, got {learner.words_for(experiment.stream.n_classes)}"


def _free(experiment: Experiment, measure: Measure) -> str:
    learner = experiment.learners[measure.learner - 1]
    good = isinstance(learner, LearnerText) and free_params(learner.spec)
    return "" if good else f"it needs a learner with a parameter to sweep, and no branch, got {learner}"


def _long(experiment: Experiment, measure: Measure) -> str:
    return "" if (experiment.stream.known_rounds or 2) > 1 else "a curve needs at least 2 rounds, got 1"


SWEPT = ("best", "worst", "best_ratio", "worst_ratio", "values")
ROUNDS = ("median", "fewest", "most")
MEASURES = {
    "ratio": MeasureSpec("share of right proposals after the last round, in percent", ratio),
    "gap": MeasureSpec(
        "points by which `learner` is right more often than `other`",
        gap, ("learner", "other"), NUMBERS, ("points",), _two,
    ),
    "best": MeasureSpec(
        "place of the learner that is right most often, from 1; 0 if the next is within `tie` points",
        best, ("tie",), ("choose",), ("ahead",), _two,
    ),
    "explored": MeasureSpec("share of rounds with a proposal other than the prediction, in percent", explored),
    "all_proposed": MeasureSpec(
        "round by which the learner has proposed every class; never is infinite", all_proposed, names=ROUNDS
    ),
    "circle_right": MeasureSpec(
        "first round after which `share` percent of all directions are predicted right",
        circle_right, ("learner", "share"), NUMBERS, ROUNDS, not_on_a_circle,
    ),
    "bound": MeasureSpec(
        "the theorem's bound on Σℓ² divided by the run's Σℓ²",
        bound, names=("bound", "squares", "mistakes"), needs=_cspa,
    ),
    "sweep_spread": MeasureSpec(
        "points between the best and the worst value of the learner's first parameter", sweep_spread,
        names=SWEPT, needs=_free,
    ),
    "sweep_best": MeasureSpec("best value of the learner's first parameter", sweep_best, names=SWEPT, needs=_free),
    "curve": MeasureSpec("share of right proposals so far, round by round", curve, types=("draw",), needs=_long),
}  # fmt: skip
