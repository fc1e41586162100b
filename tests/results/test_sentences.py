"""Sentences about a sweep or a run."""

from dataclasses import replace

import numpy as np

from cspa_explore.charts.sweeps import has_theory
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners.branch import learner_of
from cspa_explore.results.decision import decide
from cspa_explore.results.run import LearnerResult, RunResult
from cspa_explore.results.sentences import plateau, range_reading, reading, slow_theory, truly_told
from cspa_explore.results.sweep import SweepResult
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.lab.picture import sentences

VALUES = (0.1, 0.2, 0.5, 1.0)


def swept(rows, sigmas=(0.25,), **settings):
    ratio = np.array(rows, float)[:, :, None]
    plan = Plan(Experiment.of(learners=["cspa"], trials=1, **settings), "beta", VALUES, sigmas)
    return SweepResult(plan, (1,), ratio)


def test_a_sentence_by_hand():
    (text,) = reading(swept([[0.93, 0.94, 0.935, 0.7]]))
    assert text == "σ=0.25: best 94.0 % at β=0.2, within a point of it from β=0.1 to 0.5; worst 70.0 % at β=1."


def test_a_parameter_that_hardly_matters_is_said_to():
    assert reading(swept([[0.99, 0.995, 0.998, 0.98]])) == ["σ=0.25: β hardly matters, 98.0 to 99.8 %."]


def test_a_best_value_without_near_ones_and_missing_cells():
    (text,) = reading(swept([[0.5, np.nan, 0.9, 0.7], [np.nan, np.nan, 0.9, np.nan]], (0.25, 0.5)))
    assert "no other value comes within a point of it" in text


def test_equally_good_values_outside_the_plateau_are_named():
    (text,) = reading(swept([[0.9, 0.7, 0.895, 0.6]]))
    assert "best 90.0 % at β=0.1, within a point of it at 0.5; worst" in text
    (text,) = reading(swept([[0.9, 0.9, 0.7, 0.895]]))
    assert "within a point of it from β=0.1 to 0.2 and at 1; worst" in text
    (text,) = reading(swept([[0.895, 0.895, 0.7, 0.9]]))
    assert "within a point of it at 0.1 to 0.2; worst" in text, "neighbours are one range"


def test_the_range_is_measured_on_both_sides():
    text = range_reading(swept([[0.9, 0.94, 0.93, 0.7]]))
    assert text == (
        "Theory range, β ≤ 1/3 for 4 classes: the best β lies inside it at σ=0.25. "
        "The worst choice inside the range costs 4.0 points at σ=0.25; outside it: 24.0 points at σ=0.25."
    )
    text = range_reading(swept([[0.9, 0.94, 0.93, 0.7], [0.5, 0.6, 0.7, 0.65]], (0.25, 0.5)))
    assert "lies inside it at σ=0.25 and outside it at σ=0.5." in text
    inside, outside = text.split("costs ")[1].split("; outside it: ")
    assert inside == "4.0 points at σ=0.25, 20.0 points at σ=0.5"
    assert outside == "24.0 points at σ=0.25, 5.0 points at σ=0.5."
    assert range_reading(swept([[0.9, 0.94, np.nan, np.nan]])) == ""


def test_a_plateau_ends_at_the_first_value_that_is_worse():
    assert plateau(np.array([0.93, 0.5, 0.93, 0.925])) == (0, 0)


def ran(dataset="letter", **ratios):
    """Return the result of a run in which the learners had these ratios, one per trial."""
    stream = Stream(dataset, seed=7)
    empty = {name: np.array([]) for name in ("predicted", "explored", "loss", "squares", "recall", "curve", "recent")}
    results = [
        LearnerResult(learner_of(text), np.full(len(ratio), stream.n_rounds), np.array(ratio), **empty)
        for text, ratio in ratios.items()
    ]
    n = len(next(iter(ratios.values())))
    return RunResult(stream, tuple(range(n)), np.array([stream.n_rounds]), tuple(results))


RULE, BOLD = "cspa(beta=1/(2(K-1)))", "cspa(beta=0.3)"


def test_a_theory_that_learns_slowly_by_hand():
    text = slow_theory(ran(**{RULE: [0.2, 0.22, 0.24], BOLD: [0.5, 0.52, 0.54], "banditron": [0.9] * 3}))
    assert text == (
        "The theory's β learns slowly here: after 15,000 rounds CSPA β=1/50 is right in 22.0\u00a0±\u00a02.0\u00a0%, "
        "CSPA β=0.3 in 52.0\u00a0±\u00a02.0\u00a0% (the theory covers β ≤ 1/25 for 26 classes)."
    )


def test_the_sentence_is_there_only_if_the_numbers_say_so():
    assert slow_theory(ran(**{RULE: [0.5, 0.5, 0.5], BOLD: [0.5, 0.5, 0.5]})) == "", "equal"
    assert slow_theory(ran(**{RULE: [0.5, 0.5, 0.5], BOLD: [0.505, 0.505, 0.506]})) == "", "less than a point"
    assert slow_theory(ran(**{RULE: [0.5, 0.4, 0.6], BOLD: [0.9, 0.2, 0.5]})) == "", "it may be chance"
    assert slow_theory(ran(**{RULE: [0.5, 0.5], BOLD: [0.3, 0.3]})) == "", "the theory's β is better"
    assert slow_theory(ran(**{RULE: [0.2], BOLD: [0.5]})), "one seed has no interval, but a large difference"
    assert slow_theory(ran(**{RULE: [0.2, 0.2], "spa": [0.9, 0.9]})) == "", "another algorithm"
    assert slow_theory(ran(**{BOLD: [0.2, 0.2], "cspa(beta=1)": [0.9, 0.9]})) == "", "both are beyond the range"
    assert slow_theory(ran(**{RULE: [0.2, 0.2], "cspa(beta=1/50)@9(beta=1)": [0.9, 0.9]})) == "", "a branch"
    assert slow_theory(ran("gaussians4", **{"cspa(beta=1/6)": [0.9, 0.9], "cspa(beta=0.3)": [0.95, 0.95]})) == ""


def test_the_theory_says_nothing_about_noisy_answers():
    slow = ran(**{RULE: [0.2, 0.22, 0.24], BOLD: [0.5, 0.52, 0.54]})
    assert slow_theory(slow)
    assert slow_theory(replace(slow, stream=replace(slow.stream, noisy=0.1))) == ""
    truly, noisy = swept([[0.93, 0.94, 0.935, 0.7]]), swept([[0.93, 0.94, 0.935, 0.7]], noisy=0.2)
    assert has_theory(truly)
    assert not has_theory(noisy)
    assert sentences(truly.plan, truly)[-1].startswith("Theory range")
    assert len(sentences(noisy.plan, noisy)) == 1
    words = decide(noisy, 0.25, None, "").theory_words
    assert words == "The theorem needs true answers, and here 20 % of them are flipped"


def test_learners_that_noisy_answers_do_not_concern_are_named():
    texts = [learner_of(text) for text in ("cspa", "spa", "pa1(C=1)", "spa")]
    assert truly_told(Stream("iris"), texts) == ""
    assert truly_told(Stream("iris", noisy=0.1), texts[:1]) == ""
    assert truly_told(Stream("iris", noisy=0.1), texts) == (
        "Noisy answers concern partial feedback only: SPA (full feedback), PA-I (full feedback) C=1 are told the true "
        "label in every round."
    )
