"""Canvas and Plotly draw the same chart: what the canvas is sent against the JSON of the Plotly figure."""

import base64
import json
from math import log10

import numpy as np
import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.curves import ratio_curves
from cspa_explore.charts.description import plain
from cspa_explore.charts.plotly_renderer import figure
from cspa_explore.charts.turn import turn_chart
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import learner_of
from cspa_explore.paper import shipped
from cspa_explore.paper.published import paper_set
from cspa_explore.player.packing import unpack
from cspa_explore.player.replay import Ghost, replay
from cspa_explore.results.comparisons import references
from cspa_explore.results.sweep import SweepResult
from cspa_explore.running.sweep_values import sweep_values
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.lab.picture import charts_of, picture
from cspa_explore.ui.paper.cell_charts import cell_curves, grid_chart
from tests.sample_experiments import experiment, played

SIGMAS = (0.05, 0.25, 0.5, 1.0)
EVERY = [(key, param) for key, spec in ALGORITHMS.items() for param in spec.params]


def swept(key, param, trials=3):
    """Return a plan and a sweep with drawn ratios: a σ where all is alike, ties, and cells not yet played."""
    settings = experiment(rounds=100)
    values = sweep_values(param, settings.stream.n_classes)
    plan = Plan(settings.but(learners=[key], trials=trials), param.name, values, SIGMAS)
    ratio = np.random.default_rng(1).uniform(0.3, 0.95, (len(SIGMAS), len(values), trials))
    ratio[0] = 0.99 + 0.01 * ratio[0]
    ratio[1, :2] = 0.96
    ratio[2, 0], ratio[3, -1, 1:] = np.nan, np.nan
    return plan, SweepResult(plan, tuple(range(trials)), ratio)


def sent(plan, result):
    return json.loads(json.dumps(picture(plan, result), allow_nan=False))


def drawn(chart, **options):
    return json.loads(figure(chart, **options).to_json())


def decoded(numbers):
    """Return a list; Plotly writes arrays as base64."""
    if isinstance(numbers, dict):
        raw = np.frombuffer(base64.b64decode(numbers["bdata"]), numbers["dtype"])
        shape = [int(n) for n in numbers.get("shape", str(len(raw))).split(",")]
        numbers = raw.reshape(shape).tolist()
    return [decoded(row) for row in numbers] if numbers and isinstance(numbers[0], list) else list(numbers)


def compare_axes(canvas, plotly):
    """`canvas` is an axis as the canvas gets it, `plotly` as Plotly does."""
    factor, log = (100 if canvas["unit"] == "%" else 1), canvas["scale"] == "log"
    ends = [factor * canvas["low"], factor * canvas["high"]]
    assert plotly["type"] == ("log" if log else "linear")
    assert plotly["range"] == pytest.approx([log10(end) for end in ends] if log else ends)
    assert plotly["tickvals"] == pytest.approx([factor * tick for tick in canvas["ticks"]])
    assert plotly["ticktext"] == canvas["texts"]
    assert plotly["title"]["text"].startswith(canvas["label"])


def compare_curves(canvas, plotly):
    compare_axes(canvas["x"], plotly["layout"]["xaxis"])
    compare_axes(canvas["y"], plotly["layout"]["yaxis"])
    named = [trace for trace in plotly["data"] if trace.get("showlegend", True)]
    series, lines = named[: len(canvas["series"])], named[len(canvas["series"]) :]
    for wanted, trace in zip(canvas["series"], series, strict=True):
        known = [j for j, y in enumerate(wanted["y"]) if y is not None]
        assert trace["name"] == wanted["name"]
        assert decoded(trace["x"]) == pytest.approx([wanted["x"][j] for j in known])
        assert decoded(trace["y"]) == pytest.approx([100 * wanted["y"][j] for j in known], rel=1e-6)
        assert (trace["line"]["color"], trace["line"]["dash"]) == (wanted["colour"], wanted["dash"])
        assert trace.get("marker", {}).get("symbol", "") == wanted["marker"]
    for wanted, trace in zip(canvas["lines"], lines, strict=True):
        assert trace["name"].startswith(f"{wanted['label']} ")
        assert decoded(trace["y"]) == pytest.approx([100 * wanted["value"]] * 2)
        assert trace["line"]["dash"] == wanted["dash"]
    spread = [trace for trace in plotly["data"] if not trace.get("showlegend", True)]
    banded = [s for s in canvas["series"] if not s["pinned"] and any(v is not None for v in s["sd"])]
    assert len(spread) == len(banded)
    shaded = [shape for shape in plotly["layout"].get("shapes", []) if shape["type"] == "rect"]
    for wanted, shape in zip(canvas["bands"], shaded, strict=True):
        least, most = canvas["x"]["low"], canvas["x"]["high"]
        ends = [min(max(wanted[end], least), most) for end in ("low", "high")]
        assert [shape["x0"], shape["x1"]] == pytest.approx(ends)
    vertical = {shape.get("name"): shape["x0"] for shape in plotly["layout"].get("shapes", []) if "name" in shape}
    notes = [note["text"] for note in plotly["layout"].get("annotations", [])]
    for wanted in canvas["marks"]:
        assert vertical[wanted["label"]] == wanted["value"]
        assert wanted["label"] in notes


@pytest.mark.parametrize(("key", "param"), EVERY, ids=lambda value: getattr(value, "name", value))
def test_the_curves_of_every_parameter_are_the_same(key, param):
    plan, result = swept(key, param)
    curves, _ = charts_of(plan, result)
    canvas = sent(plan, result)["curves"]
    compare_curves(canvas, drawn(curves))
    assert len(canvas["bands"]) == 2 * ((key, param.name) == ("cspa", "beta"))
    assert canvas["caption"] == sent(plan, result)["words"]


@pytest.mark.parametrize(("key", "param"), EVERY, ids=lambda value: getattr(value, "name", value))
@pytest.mark.parametrize("dark", [False, True])
def test_the_map_of_every_parameter_is_the_same(key, param, dark):
    plan, result = swept(key, param)
    canvas, plotly = sent(plan, result)["map"], drawn(charts_of(plan, result)[1], dark=dark)
    heat, marks = plotly["data"]
    compare_axes(canvas["x"], plotly["layout"]["xaxis"])
    compare_axes(canvas["y"], plotly["layout"]["yaxis"])
    cells = np.array(canvas["cells"], float)
    np.testing.assert_allclose(np.array(decoded(heat["z"]), float), 100 * cells)
    best = {i: j for i, j in enumerate(canvas["best"]) if j is not None}
    assert list(zip(marks["y"], marks["x"], strict=True)) == [(i, canvas["values"][j]) for i, j in best.items()]
    assert decoded(heat["x"]) == pytest.approx(canvas["edges"][canvas["x"]["scale"]])
    assert canvas["x"] == sent(plan, result)["curves"]["x"], "map and curves share their axis"
    assert 0 not in best, "all ratios are alike"
    assert len(cells[0]) == 1 or best[1] == 0, "the first of two that are tied"
    theme = "dark" if dark else "light"
    inks = [colour for _, colour in heat["colorscale"]]
    red, green, blue = (int(canvas["ink"][theme][i : i + 2], 16) for i in (1, 3, 5))
    assert inks == [f"rgba({red}, {green}, {blue}, {opacity:g})" for opacity in canvas["opacity"]]
    assert canvas["reads"][theme] in marks["name"]


@pytest.mark.parametrize("trials", [1, 3])
@pytest.mark.parametrize("pinned", [False, True])
@pytest.mark.parametrize("name", ["mean", "recent"])
def test_the_curves_of_the_arena_are_the_same(trials, pinned, name):
    drifts = {"drift": "labels", "drift_at": 0.4} if pinned else {}
    stream = Stream("gaussians4", seed=3, sigma=0.25, rounds=150, **drifts)
    result = played([learner_of(text) for text in ("cspa(beta=1/6)", "cspa(beta=1)", "spa")], stream, trials)
    other = [played([LearnerText.of("bpa")], Stream("gaussians4", rounds=200), 2)] if pinned else []
    lines = references(result)
    header, arrays = unpack(replay(result, lines, tuple(Ghost("pinned", run) for run in other)))
    canvas = header["curves"][name]
    for series in canvas["series"]:
        for part, array in series.pop("arrays").items():
            series[part] = [None if np.isnan(v) else float(v) for v in arrays[array]]
    compare_curves(canvas, drawn(ratio_curves(result, lines, name == "recent", other)))
    assert len(canvas["series"]) == 3 + pinned
    best = "best possible for this run, knowing the drift" if pinned else "best possible"
    named = [line["label"] for line in canvas["lines"]]
    assert [label for label in named if label != "most frequent class"] == ["chance", best]
    marks = [(mark["label"], mark["value"]) for mark in canvas["marks"]]
    assert marks == ([("labels rotate at round 61", 61)] if pinned else [])


def test_the_curves_of_a_game_are_the_same():
    result = played([learner_of("cspa(beta=1/6)")], Stream("gaussians4", seed=3, sigma=0.25, rounds=30), 1)
    chart = turn_chart(result, references(result), np.arange(30) % 3 == 0, result.to_frame)
    canvas = json.loads(json.dumps(plain(chart), allow_nan=False))
    compare_curves(canvas, drawn(chart))
    assert [series["name"] for series in canvas["series"]] == ["You", "CSPA β=1/6"]


def paper_cells(dataset="vehicle"):
    return [cell for cell in shipped.cells_of(1, dataset) if cell.variant == "paper"]


@pytest.mark.parametrize("window", [False, True])
def test_the_curves_of_a_papers_cell_are_the_same(window):
    chart = cell_curves(paper_set(1, "vehicle"), paper_cells(), window)
    canvas = json.loads(json.dumps(plain(chart), allow_nan=False))
    compare_curves(canvas, drawn(chart))
    assert [line["label"] for line in canvas["lines"]] == ["chance", "CSPA in the paper"]
    assert canvas["x_log"]["scale"] == "log1p"


def test_the_candidates_of_a_papers_cell_are_the_same():
    kinds = set()
    for cell in paper_cells():
        chart = grid_chart(cell)
        canvas, plotly = json.loads(json.dumps(plain(chart), allow_nan=False)), drawn(chart)
        kinds.add(type(chart).__name__)
        if "bars" in canvas:
            (bars,) = plotly["data"]
            wanted = [100 * bar["value"] for bar in canvas["bars"]]
            assert sorted(decoded(bars["x"])) == pytest.approx(sorted(wanted))
            continue
        series, point = canvas["ring"]
        best = canvas["series"][series]["y"][point]
        assert best == max(y for one in canvas["series"] for y in one["y"]), "the chosen candidate is circled"
        assert canvas["marks"][0]["value"] == canvas["series"][series]["x"][point]
        assert len(canvas["bands"]) == 2 * (cell.learner == "cspa")
        compare_axes(canvas["x"], plotly["layout"]["xaxis"])
        compare_axes(canvas["y"], plotly["layout"]["yaxis"])
    assert "CurveChart" in kinds
