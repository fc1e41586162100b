"""Plotly draws what the description says, and nothing else of the program needs Plotly."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.charts.curves import ratio_curves
from cspa_explore.charts.description import Band
from cspa_explore.charts.plotly_renderer import figure
from cspa_explore.charts.sweeps import sweep_curves, sweep_map
from cspa_explore.learners import LearnerText
from cspa_explore.results.comparisons import references
from cspa_explore.streams.stream import Stream
from tests.charts.test_sweeps import swept
from tests.sample_experiments import played
from tests.test_imports import FILES, ROOT, imported

STREAM = Stream("gaussians4", seed=3, sigma=0.25, rounds=200)


def result(trials=3):
    return played([LearnerText.of("cspa"), LearnerText.of("banditron")], STREAM, trials)


def test_a_curve_comes_with_its_band_cut_at_0_and_100():
    data = result()
    band, line, _, _ = figure(ratio_curves(data)).data
    mean, sd = (100 * getattr(ratio_curves(data).series[0], name) for name in ("y", "sd"))
    np.testing.assert_array_equal(line.y, mean)
    np.testing.assert_array_equal(line.customdata, sd)
    np.testing.assert_array_equal(np.asarray(band.y)[: len(line.x)], np.clip(mean + sd, 0, 100))


def test_one_trial_has_no_band_and_claims_no_spread():
    drawn = figure(ratio_curves(result(trials=1)))
    assert len(drawn.data) == 2
    assert "±" not in drawn.data[0].hovertemplate
    assert "sd" not in drawn.layout.xaxis.title.text


def test_holes_are_left_out():
    band, line, *_ = figure(sweep_curves(swept([[[0.8, 0.9], [np.nan, np.nan], [0.7, np.nan]]] * 2))).data
    assert list(line.x) == [0.1, 1.0]
    assert list(band.x) == [0.1, 0.1], "one trial has no spread"
    assert band.mode == "lines", "by default Plotly marks the corners of a band with few points"


def test_reference_lines_are_in_the_legend_with_their_values():
    data = result()
    drawn = figure(ratio_curves(data, references(data)))
    named = {trace.name: trace.y[0] for trace in drawn.data if trace.name}
    assert named["chance 25.0\u00a0%"] == 25
    assert named["best possible 95.5\u00a0%"] == pytest.approx(100 * STREAM.best)


def test_a_range_beyond_the_axis_is_cut_and_its_end_not_drawn():
    two = figure(sweep_curves(swept(np.full((2, 3), 0.9), stream=Stream("points(1 0 0; 0 1 1)"))))
    rects = [(shape.x0, shape.x1) for shape in two.layout.shapes if shape.type == "rect"]
    assert rects == [(0, 1), (1, 1)]
    assert [note.text for note in two.layout.annotations] == ["theory range: β ≤ 1"]


@pytest.mark.parametrize(("place", "anchor"), [(0, "left"), (1, "left"), (2, "right")])
def test_the_label_of_a_vertical_line_is_inside_the_chart(place, anchor):
    chart = sweep_curves(swept(np.full((2, 3), 0.9), stream=STREAM), yours=(place, "here"))
    (note,) = [note for note in figure(chart).layout.annotations if note.text.startswith("you")]
    assert note.xanchor == anchor


def test_labels_of_vertical_lines_are_above_the_plot_where_no_line_crosses_them():
    chart = sweep_curves(swept(np.full((2, 3), 0.9), stream=STREAM), yours=(0, "here"))
    for height in (430, 320):
        drawn = figure(chart, height=height)
        notes = {note.text.split(":")[0]: note for note in drawn.layout.annotations}
        assert {(note.y, note.yref, note.yanchor) for note in notes.values()} == {(1, "y domain", "bottom")}
        rows = [notes[name].yshift for name in ("proof", "theory range", "you")]
        assert rows == sorted(rows), "a label above others begins left of their lines"
        assert min(np.diff([0, *rows])) >= 4
        assert min(np.diff(rows)) >= 16
        plain = figure(sweep_curves(swept(np.full((2, 3), 0.9), stream=STREAM, key="cspa_as_printed")), height=height)
        assert {shape.yref for shape in drawn.layout.shapes} == {"y domain"}, "lines end at the top of the plot"
        assert (1 - drawn.layout.yaxis.domain[1]) * (height - 180) >= 3 * 16, "room between the legend and the plot"
        assert plain.layout.yaxis.domain == (0, 1)
        assert drawn.layout.height == height


def test_a_line_without_a_label_takes_no_room():
    bands = (
        Band("β ≤", "1/3", 0, 1 / 3, False, "#000000", "solid"),
        Band("", "", 1 / 3, 2 / 3, True, "#000000", "dot"),
    )
    drawn = figure(replace(sweep_curves(swept(np.full((2, 3), 0.9), stream=STREAM)), bands=bands))
    assert [note.text for note in drawn.layout.annotations] == ["β ≤ 1/3"]
    assert len([shape for shape in drawn.layout.shapes if shape.type == "line"]) == 2


def test_pinned_curves_have_no_band():
    data = result()
    drawn = figure(ratio_curves(data, pinned=[data])).data
    assert len(drawn) == 2 * 2 + 2
    assert drawn[-1].name == "pinned Banditron γ=0.05"


def test_the_map_uses_the_ink_of_the_theme():
    chart = sweep_map(swept([[0.5, 0.9, 0.8]] * 2))
    for dark, wanted in ((False, "rgba(31, 78, 121, 0.94)"), (True, "rgba(255, 255, 255, 0.94)")):
        heat, marks = figure(chart, dark=dark).data
        assert heat.colorscale[-1] == (1.0, wanted)
        assert ("lighter" if dark else "darker") in marks.name
    np.testing.assert_array_equal(heat.z, 100 * chart.cells)


def test_a_figure_says_its_settings_and_seed():
    sweep = swept(np.full((2, 3), 0.9), stream=STREAM)
    for chart in (ratio_curves(result()), sweep_curves(sweep), sweep_map(sweep)):
        title = figure(chart).layout.xaxis.title.text
        assert "Four Gaussians" in title
        assert "seed 3" in title.replace("<br>", " ")


def test_only_the_renderer_imports_plotly():
    using = [path.name for path in FILES if any(name.split(".")[0] == "plotly" for name in imported(path))]
    assert using == ["plotly_renderer.py"]


def test_pages_and_player_are_imported_without_plotly():
    """Streamlit imports Plotly if it can, so Plotly is made impossible to import."""
    folders = ("player", "ui")
    paths = [path.relative_to(ROOT) for path in FILES if set(path.relative_to(ROOT).parts[1:2]) & set(folders)]
    names = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]
    code = "import sys; sys.modules['plotly'] = None\n" + "\n".join(f"import {name}" for name in names)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(names) > 20
