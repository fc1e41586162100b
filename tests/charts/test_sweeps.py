"""The charts of a sweep: mean ± sd, the theory's ranges, the best cells."""

import numpy as np
import pytest

from cspa_explore.charts.sweeps import best_cells, sweep_curves, sweep_map
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.results.decision import decide
from cspa_explore.results.sweep import SweepResult
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import swept as played

STREAM = Stream("gaussians4", seed=1, sigma=0.25, rounds=300)
SIGMAS = (0.05, 0.5)


def swept(rows, key="cspa", param="beta", values=(0.1, 0.3, 1.0), stream=STREAM):
    """Return a sweep with these ratios, (sigmas, values) or (sigmas, values, trials)."""
    ratio = np.array(rows, float)
    ratio = ratio[:, :, None] if ratio.ndim == 2 else ratio
    seeds = tuple(range(ratio.shape[2]))
    plan = Plan(Experiment(stream, (LearnerText.of(key),), max(1, len(seeds))), param, values, SIGMAS)
    return SweepResult(plan, seeds, ratio)


def test_the_curves_are_mean_and_sd_over_the_trials():
    data = played(LearnerText.of("cspa"), "beta", [0.1, 0.3, 1.0], SIGMAS, STREAM, trials=3)
    curves = sweep_curves(data).series
    assert [curve.name for curve in curves] == ["σ=0.05", "σ=0.5"]
    np.testing.assert_allclose(curves[1].y, data.ratio[1].mean(axis=1))
    np.testing.assert_allclose(curves[1].sd, data.ratio[1].std(axis=1, ddof=1))
    assert sweep_curves(data).table().equals(data.to_frame())


@pytest.mark.parametrize(
    ("dataset", "alpha", "theorem", "proof"),
    [("gaussians4", 0, 1 / 3, 2 / 3), ("gaussians4", 0.1, 0.3, 0.6), ("gaussians3", 0.25, 3 / 8, 3 / 4)],
)
def test_the_ranges_of_the_theory_are_shaded_for_beta_of_cspa(dataset, alpha, theorem, proof):
    rows = np.full((2, 3), 0.9)
    filled, hatched = sweep_curves(swept(rows, stream=Stream(dataset)), alpha=alpha).bands
    assert (filled.low, filled.high, filled.hatched) == (0, pytest.approx(theorem), False)
    assert (hatched.low, hatched.high, hatched.hatched) == (filled.high, pytest.approx(proof), True)
    assert (filled.label, hatched.label) == ("theory range: β ≤", "proof: β <")


@pytest.mark.parametrize(("key", "param"), [("bpa", "gamma"), ("cspa_as_printed", "beta")])
def test_the_theorem_is_about_cspa_alone(key, param):
    assert sweep_curves(swept(np.full((2, 3), 0.9), key, param)).bands == ()


def test_beta_of_cspa_stays_on_the_linear_axis_of_its_ranges():
    chart = sweep_curves(swept(np.full((2, 3), 0.9), values=(0.001, 0.1, 1.0)))
    assert (chart.x.scale, chart.x.low, chart.x.high) == ("linear", 0, 1)


def test_the_best_cells_by_hand():
    rows = [[0.5, 0.9, 0.9], [0.80, 0.82, 0.81], [np.nan, 0.4, 0.6], [np.nan] * 3, [0.80, 0.821, 0.81]]
    assert best_cells(np.array(rows)) == (1, None, 2, None, 1), "first of several; none where it hardly matters"


def test_the_map_has_the_means_and_says_which_values_are_best():
    chart = sweep_map(swept([[0.99, 0.985, 0.98], [0.6, 0.8, np.nan]]))
    assert chart.best == (None, 1)
    np.testing.assert_array_equal(chart.cells, [[0.99, 0.985, 0.98], [0.6, 0.8, np.nan]])
    assert chart.alt == "Map of σ and β; best β: 0.3 at σ=0.5"
    assert (chart.rows, chart.columns) == (("σ=0.05", "σ=0.5"), ("β=0.1", "β=0.3", "β=1"))
    assert sweep_map(swept([[0.9, 0.91, 0.9]] * 2)).alt == "Map of σ and β; β hardly matters"


def test_the_ink_grows_with_the_ratio():
    opacity = sweep_map(swept(np.full((2, 3), 0.9))).opacity
    assert list(opacity) == sorted(set(opacity))
    assert (opacity[0], opacity[-1]) == (0.04, 0.94)


def test_a_sweep_that_has_not_begun_has_axes_but_no_numbers():
    data = swept(np.empty((2, 3, 0)))
    curves, cells = sweep_curves(data), sweep_map(data)
    assert all(np.isnan(curve.y).all() for curve in curves.series)
    assert curves.x.label == "β of CSPA"
    assert curves.alt == "Final ratio against β: σ=0.05 not yet, σ=0.5 not yet"
    assert cells.best == (None, None)
    assert cells.alt == "Map of σ and β; not yet played"


def test_the_axis_says_what_the_band_is():
    assert sweep_curves(swept(np.full((2, 3, 4), 0.9))).x.label == "β of CSPA · band ±1 sd over 4 seeds"
    log = sweep_curves(swept(np.full((2, 3), 0.9), "bpa", "gamma")).x
    assert (log.label, log.scale) == ("γ of BPA (log) · one seed", "log")


@pytest.mark.parametrize(("dataset", "scale"), [("gaussians4", "linear"), ("pendigits", "linear"), ("letter", "log")])
def test_the_axis_of_beta_is_logarithmic_where_the_theory_range_is_narrow(dataset, scale):
    rows = np.full((2, 3), 0.9)
    chart = sweep_curves(swept(rows, stream=Stream(dataset)))
    assert chart.x.scale == scale
    assert {chart.x_log.scale, chart.x_linear.scale} == {"log", "linear"}
    assert chart.x in (chart.x_log, chart.x_linear)
    cells = sweep_map(swept(rows, stream=Stream(dataset)))
    assert cells.x == chart.x
    assert set(cells.edges) == {"log", "linear"}


def test_the_decision_and_the_value_in_use_are_marked():
    rng = np.random.default_rng(1)
    ratio = np.array([[0.7, 0.9, 0.6], [0.5, 0.6, 0.8]])[:, :, None] + rng.normal(0, 0.001, (2, 3, 6))
    result = swept(ratio)
    chart = sweep_curves(result, decision=decide(result, 0.5), yours=(1, "3/10"))
    assert chart.ring == (1, 2)
    assert [(span.label, span.low, span.high) for span in chart.spans] == [("tied best", 1.0, 1.0)]
    assert [(mark.label, mark.value) for mark in chart.marks] == [("you: β = 3/10", 0.3)]
    assert sweep_map(result, yours=(1, "3/10")).marks == chart.marks
    assert sweep_curves(result).marks == sweep_curves(result).spans == ()
