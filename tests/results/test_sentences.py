"""Sentences about a sweep."""

import numpy as np

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.results.sentences import plateau, range_reading, reading
from cspa_explore.results.sweep import SweepResult

VALUES = (0.1, 0.2, 0.5, 1.0)


def swept(rows, sigmas=(0.25,)):
    ratio = np.array(rows, float)[:, :, None]
    plan = Plan(Experiment.of(learners=["cspa"], trials=1), "beta", VALUES, sigmas)
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


def test_the_range_is_measured_on_both_sides():
    text = range_reading(swept([[0.9, 0.94, 0.93, 0.7]]))
    assert text == (
        "The widest range of the theory (α → 0), 0 < β ≤ 0.333: the best β lies inside it at σ=0.25. "
        "Inside it, one loses at most these points to the best β: 4.0 at σ=0.25; outside it: 24.0 at σ=0.25."
    )
    text = range_reading(swept([[0.9, 0.94, 0.93, 0.7], [0.5, 0.6, 0.7, 0.65]], (0.25, 0.5)))
    assert "lies inside it at σ=0.25 and outside it at σ=0.5." in text
    assert text.endswith("4.0 at σ=0.25, 20.0 at σ=0.5; outside it: 24.0 at σ=0.25, 5.0 at σ=0.5.")
    assert range_reading(swept([[0.9, 0.94, np.nan, np.nan]])) == ""


def test_a_plateau_ends_at_the_first_value_that_is_worse():
    assert plateau(np.array([0.93, 0.5, 0.93, 0.925])) == (0, 0)
