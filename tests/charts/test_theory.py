"""The chart of a bound against a run."""

import numpy as np
import pytest

from cspa_explore.charts.axes import count_axis
from cspa_explore.charts.description import plain
from cspa_explore.charts.plotly_renderer import figure
from cspa_explore.charts.theory import bound_chart
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.bounds import CORRECTED
from cspa_explore.theory.cover import cover


def found(learner="cspa(beta=0.4)", name="means"):
    played = first_trial(Experiment.of(dataset="gaussians3", sigma=1e-3, rounds=700, learners=[learner]))
    return cover(CORRECTED, played, name)


def test_the_curves_are_the_bound_and_the_run():
    one = found()
    chart = bound_chart(one)
    bound, squares, mistakes = chart.series
    rounds = bound.x
    assert rounds[0] == 1
    assert rounds[-1] == 700
    np.testing.assert_array_equal(bound.y, one.chosen.curve()[rounds - 1])
    np.testing.assert_array_equal(squares.y, one.played.squares[rounds - 1])
    wrong = one.played.mistakes[rounds - 1]
    np.testing.assert_array_equal(np.isnan(mistakes.y), wrong == 0)
    np.testing.assert_array_equal(mistakes.y[wrong > 0], wrong[wrong > 0])
    assert chart.y.low <= min(1, np.nanmin(mistakes.y))
    assert chart.y.high >= max(700, bound.y.max())
    assert chart.lines[0].value == 700
    assert list(chart.table()) == ["round", "bound", "Σℓ² of this run", "mistakes"]


def test_without_a_bound_the_run_remains():
    chart = bound_chart(found("cspa(beta=1)"))
    assert [series.name for series in chart.series] == ["Σℓ² of this run", "mistakes"]


def test_a_learner_without_a_loss_has_no_sum_of_losses():
    chart = bound_chart(found("banditron"))
    assert [series.name for series in chart.series] == ["mistakes"]
    assert "Σℓ²" not in chart.alt + chart.y.label + "".join(chart.table())


@pytest.mark.parametrize("name", ["zero", "means"])
def test_plotly_and_the_canvas_get_the_same_numbers(name):
    chart = bound_chart(found(name=name))
    drawn, sent = figure(chart), plain(chart)
    traces = {trace.name: trace for trace in drawn.data if trace.name}
    for series in sent["series"]:
        known = [y for y in series["y"] if y is not None]
        np.testing.assert_allclose(np.array(traces[series["name"]].y, float), known)
    assert drawn.layout.yaxis.type == "log"
    assert drawn.layout.xaxis.type == "log"
    assert drawn.layout.xaxis.range[0] == 0, "from round 1"
    assert traces["trivial: T = 700"].x[0] == 1
    assert not any("%" in str(trace.hovertemplate).replace("%{", "") for trace in drawn.data)


def test_a_count_axis_ends_at_powers_of_ten():
    axis = count_axis("sum", 0.4, 2.3e6)
    assert (axis.low, axis.high) == (0.1, 1e7)
    assert axis.texts == ("10⁻¹", "10", "1,000", "100,000", "10⁷")
