"""The sentences of the guided comparison, on results made by hand: one for each wording."""

import numpy as np
import pytest

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners.branch import learner_of
from cspa_explore.learners.text import LearnerText
from cspa_explore.results.contest import ContestResult
from cspa_explore.results.guided import averaging_reading, best_learner, drift_reading
from cspa_explore.results.run import LearnerResult, RunResult
from cspa_explore.results.sweep import SweepResult
from cspa_explore.streams.stream import Stream

VALUES = (0.1, 0.2, 0.5, 1.0)


def swept(key, *rows, values=VALUES):
    plan = Plan(Experiment.of(learners=[key], trials=1), "beta", values, (0.25, 0.5)[: len(rows)])
    return SweepResult(plan, (1,), np.array(rows, float)[:, :, None])


def test_averaging_makes_beta_matter_less():
    averaged = swept("cspa_averaged", [0.9, 0.93, 0.945, 0.95], [0.6, 0.8, 0.845, 0.84])
    plain = swept("cspa", [0.95, 0.9503, 0.9, 0.7], [0.81, 0.79, 0.6, 0.5])
    assert averaging_reading(averaged, plain) == (
        "Does averaging make β irrelevant? Not quite, but it matters less: Averaged CSPA is within a point of its best "
        "at all 2 σ from β=0.5 to 1, CSPA at β=0.1. Averaged CSPA with β=1 against CSPA with the best β in hindsight, "
        "in points: +0.0 at σ=0.25, +3.0 at σ=0.5."
    )


@pytest.mark.parametrize(
    ("averaged", "plain", "words"),
    [
        ([0.9, 0.9, 0.9, 0.9], [0.5, 0.9, 0.5, 0.9], "Yes: Averaged CSPA is within a point of its best at σ=0.25 at "
         "every β played, CSPA at β=0.2 and at β=1. Averaged"),
        ([0.5, 0.6, 0.7, 0.9], [0.9, 0.9, 0.5, 0.5], "No: Averaged CSPA is within a point of its best at σ=0.25 at "
         "β=1, CSPA from β=0.1 to 0.2. Averaged"),
    ],
)  # fmt: skip
def test_averaging_may_make_beta_irrelevant_or_not(averaged, plain, words):
    text = averaging_reading(swept("cspa_averaged", averaged), swept("cspa", plain))
    assert text.startswith(f"Does averaging make β irrelevant? {words}")


def test_averaging_where_no_value_serves_all_sigmas_and_where_the_default_was_not_played():
    values = (0.1, 0.2)
    averaged = swept("cspa_averaged", [0.9, 0.5], [0.5, 0.9], values=values)
    text = averaging_reading(averaged, swept("cspa", [0.9, 0.5], [0.5, 0.9], values=values))
    assert text.endswith("at all 2 σ at no β, CSPA at no β.")
    unfinished = swept("cspa", [0.9, np.nan], [0.5, 0.9], values=values)
    assert averaging_reading(averaged, unfinished) == ""


def drifted(points=(100, 2000, 4000), **curves):
    """Return a run whose learners had these ratios at the recorded rounds."""
    stream = Stream("gaussians4", drift="labels")
    empty = {name: np.array([]) for name in ("predicted", "explored", "loss", "squares", "recall", "recent")}
    results = [
        LearnerResult(learner_of(text), np.array([4000]), np.array([curve[-1]]), curve=np.array([curve]), **empty)
        for text, curve in curves.items()
    ]
    return RunResult(stream, (1,), np.array(points), tuple(results))


def test_what_a_drift_costs():
    cspa = [0.5, 0.94, 0.93]
    curves = {"cspa_averaged": [0.5, 0.95, 0.5], "cspa(beta=1/6)": cspa, "uniform": cspa, "linucb": [0.5, 0.9, 0.95]}
    text = drift_reading(drifted(**curves))
    assert text == (
        "Labels rotate at round 2,001. From then on CSPA β=1/6 is right in 92.0 %, Averaged CSPA β=1 in 5.0 % (87.0 "
        "points below), Uniform guess in 92.0 % (the same), LinUCB α=0.3, a=1 in 100.0 % (8.0 points above)."
    )


def test_a_drift_between_recorded_rounds_is_read_from_the_next_one():
    text = drift_reading(drifted((100, 2500, 4000), banditron=[0.5, 0.8, 0.875]))
    assert text == (
        "Labels rotate at round 2,001. After round 2,500, the next recorded round, "
        "Banditron γ=0.05 is right in 100.0 %."
    )


def test_without_a_drift_there_is_nothing_to_say():
    result = drifted(cspa=[0.5, 0.9, 0.9])
    for stream in (Stream("gaussians4"), Stream("gaussians4", drift="labels", drift_at=0)):
        assert drift_reading(RunResult(stream, (1,), result.checkpoints, result.results)) == ""


def contested(**ratios):
    """Return a contest in which each learner has one candidate with these ratios."""
    rows = np.array(list(ratios.values()), float)
    seeds = tuple(range(rows.shape[1]))
    return ContestResult(Stream("iris"), tuple(map(LearnerText.of, ratios)), seeds, rows, {})


NOISE = np.array([0, 1, -1, 2, -2, 0]) / 1000
START = "Is CSPA the best learner here? "


def test_a_contest_that_cspa_loses():
    text = best_learner(contested(cspa=0.5 + NOISE, linucb=[0.7] * 6, bpa=[0.4] * 6))
    assert text == f"{START}No: LinUCB (+20.0 points) ends above it (the 95 % interval excludes 0). CSPA ranks 2 of 3."
    names = ("linucb", "cspa_averaged", "cspa_kappa", "squarecb", "rdue", "bpa")
    better = {key: [0.7 - place / 100] * 6 for place, key in enumerate(names)}
    assert best_learner(contested(cspa=0.5 + NOISE, **better)) == (
        f"{START}No: LinUCB (+20.0 points), Averaged CSPA (+19.0), κ-CSPA (+18.0), SquareCB (+17.0) and 2 more end "
        "above it (the 95 % interval excludes 0). CSPA ranks 7 of 7."
    )


def test_a_contest_that_cspa_wins_or_that_is_undecided():
    text = best_learner(contested(cspa=0.5 + NOISE, bpa=[0.4] * 6))
    assert text == f"{START}Yes: BPA minus CSPA is −10.0 points (95 % interval −10.1 to −9.9). CSPA ranks 1 of 2."
    text = best_learner(contested(cspa=0.5 + NOISE, bpa=[0.4] * 6, linucb=0.39 + 100 * NOISE))
    assert text == (
        f"{START}Undecided: LinUCB minus CSPA is −11.0 points (95 % interval −25.7 to +3.7). CSPA ranks 1 of 3."
    )
    text = best_learner(contested(cspa=0.5 + 50 * NOISE, bpa=[0.501] * 6))
    assert text == f"{START}Undecided: BPA minus CSPA is +0.1 points (95 % interval −7.3 to +7.5). CSPA ranks 2 of 2."


def test_a_contest_that_says_nothing_about_cspa():
    assert best_learner(contested(cspa=[0.5] * 3, bpa=[0.6] * 3)) == (
        f"{START}Too few seeds to tell: in hindsight BPA leads. CSPA ranks 2 of 2."
    )
    assert best_learner(contested(bpa=[0.6] * 6, linucb=[0.7] * 6)) == ""
    assert best_learner(contested(cspa=[0.6] * 6)) == ""
    assert best_learner(contested(cspa=[0.6] * 5 + [np.nan], bpa=[0.6] * 6)) == ""
