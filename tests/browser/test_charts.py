"""The canvas and the Plotly figure of a chart agree: axes, points, bands and best cells."""

from math import log10

import numpy as np
import pytest

from cspa_explore.charts.curves import ratio_curves
from cspa_explore.charts.plotly_renderer import figure
from cspa_explore.results.comparisons import references
from cspa_explore.running.run import run
from cspa_explore.running.sweep import sweep
from cspa_explore.ui.lab.picture import charts_of
from cspa_explore.ui.lab.plan import plan_of
from tests.browser.arena import do, opened, seek
from tests.browser.server import page_of
from tests.browser.test_beta_lab import full
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser


def share(axis, value):
    """Return where on the axis Plotly draws the value: 0 at its beginning, 1 at its end."""
    low, high = axis.range
    return ((log10(value) if axis.type == "log" else value) - low) / (high - low)


def pixel(layout, box, x, y):
    across = box["left"] + share(layout.xaxis, x) * (box["right"] - box["left"])
    return [across, box["bottom"] - share(layout.yaxis, y) * (box["bottom"] - box["top"])]


@pytest.mark.parametrize("subject", ["cspa", "banditron", "cwb.eta"])
def test_the_canvas_of_the_lab_is_the_figure(browser, server, subject):
    plan = plan_of(experiment(rounds=200), subject, "quick")
    result = sweep(plan)
    curves, cells = (figure(chart) for chart in charts_of(plan, result, experiment(rounds=200)))
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=200&fill=quick&lab={subject}")
        drawn = full(page)
    assert drawn["ticks"] == pytest.approx(curves.layout.xaxis.tickvals)
    assert drawn["x"]["scale"] == curves.layout.xaxis.type
    series = [trace for trace in curves.data if trace.showlegend is None][: len(plan.sigmas)]
    for points, trace in zip(drawn["points"], series, strict=True):
        wanted = [pixel(curves.layout, drawn["box"], x, y) for x, y in zip(trace.x, trace.y, strict=True)]
        np.testing.assert_allclose(points, wanted, atol=1e-6)
    labels = [label["text"] for label in drawn["labels"]]
    assert {trace.name for trace in series} <= set(labels)
    bands = [(shape.x0, shape.x1) for shape in curves.layout.shapes if shape.type == "rect"]
    assert [band["low"] for band in drawn["bands"]] == pytest.approx([low for low, _ in bands])
    assert [band["high"] for band in drawn["bands"]] == pytest.approx([high for _, high in bands])
    notes = [text for text in labels if "β ≤" in text or "β <" in text or text.startswith("you")]
    assert sorted(notes) == sorted(note.text for note in curves.layout.annotations)
    marks = cells.data[1]
    assert drawn["best"] == [[i, plan.values.index(x)] for i, x in zip(marks.y, marks.x, strict=True)]


def test_the_canvas_of_the_arena_is_the_figure(browser, server):
    result = run(experiment(rounds=300, trials=3))
    with page_of(browser, motion="reduce") as page:
        opened(page, server, T="300", n="3")
        for recent in (False, True):
            drawn_figure = figure(ratio_curves(result, references(result), recent))
            do(page, "p.show({log: false, recent: arg})", recent)
            drawn = seek(page, 300)["curves"]
            named = [trace for trace in drawn_figure.data if trace.showlegend is None]
            series, lines = named[: len(result.results)], named[len(result.results) :]
            assert drawn["scale"] == drawn_figure.layout.xaxis.type
            for value, trace in zip(drawn["values"], series, strict=True):
                assert 100 * value["mean"] == pytest.approx(trace.y[-1], abs=1e-4)
                assert 100 * value["sd"] == pytest.approx(trace.customdata[-1], abs=1e-4)
            assert [100 * line["value"] for line in drawn["lines"]] == pytest.approx([trace.y[0] for trace in lines])
            labels = {label["text"] for label in drawn["labels"]}
            assert {trace.name.removesuffix("\u00a0%") for trace in lines} <= labels
