"""Dot charts: canvas and Plotly get the same numbers."""

import json
from math import isnan, nan

import numpy as np
import pandas as pd
import pytest

from cspa_explore.charts.axes import FIFTHS_OF_ONE, share_axis
from cspa_explore.charts.description import Dot, DotChart, DotRow, plain
from cspa_explore.charts.plotly_renderer import figure
from tests.charts.test_renderings import compare_axes, decoded


def dot(name, paper, ours, marker="circle"):
    return Dot(
        name, paper, 0.01, ours, 0.02, True, False, "#336699", marker, "a", "b", "", "β = 0.1", "", False, f"{name}!",
        f"set.{name}",
    )  # fmt: skip


@pytest.fixture
def chart():
    rows = (
        DotRow("Vehicle", "K 4", (dot("CSPA", 0.493, 0.486), dot("BPA", 0.481, nan, "triangle")), "", None, "", ""),
        DotRow("Shuttle", "K 7", (dot("CSPA", nan, 0.955, "diamond"),), "", True, "", ""),
    )
    return DotChart(rows, share_axis("%", ticks=FIFTHS_OF_ONE), "Title", "", "caption", "alt", pd.DataFrame)


def test_plotly_draws_every_published_number_hollow_and_ours_filled(chart):
    drawn, canvas = json.loads(figure(chart).to_json()), plain(chart)
    compare_axes(canvas["x"], drawn["layout"]["xaxis"])
    paper, ours = drawn["data"]
    lanes = [(row["name"], each) for row in canvas["rows"] for each in row["dots"]][::-1]
    for trace, name in ((paper, "paper"), (ours, "ours")):
        assert trace["y"] == [f"{row} · {each['name']}" for row, each in lanes]
        values = np.array(decoded(trace["x"]), float)
        wanted = np.array([each[name] if each[name] is not None else nan for _, each in lanes], float)
        np.testing.assert_allclose(values, 100 * wanted)
        np.testing.assert_allclose(decoded(trace["error_x"]["array"]), [1 + (name == "ours")] * 3)
    assert paper["marker"]["symbol"] == ["diamond-open", "triangle-up-open", "circle-open"]
    assert ours["marker"]["symbol"] == ["diamond", "triangle-up", "circle"]


def test_an_unknown_number_is_none_for_the_canvas(chart):
    assert plain(chart)["rows"][0]["dots"][1]["ours"] is None
    assert isnan(chart.rows[1].dots[0].paper)
