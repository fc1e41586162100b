"""The Paper page without a browser: every tab, every choice, links, live runs, and the numbers of the stored files."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from cspa_explore.paper import shipped
from cspa_explore.paper.figures import SETS
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.paper.shipped import sweep_path
from cspa_explore.results.choice import choose
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.paper import live
from cspa_explore.ui.paper.controls import LINK_KEYS, cell_of
from cspa_explore.ui.session.arrival import Event, arrive
from tests.charts.test_renderings import decoded
from tests.pages.conftest import settled
from tests.pages.test_arena import finals
from tests.pages.test_arena import opened as arena
from tests.test_imports import ROOT


def opened(**query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.session_state["go"] = ("paper", query)  # AppTest.switch_page would skip app.py
    app.run()
    assert not app.exception, [e.value for e in app.exception]
    return app


def drawn(app):
    """Return what the drawing was given."""
    (found,) = [block for block in app.get("bidi_component") if block.proto.id.endswith("-paper")]
    return json.loads(found.proto.json)


def words(app):
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.info]).replace("\\", "")


def title(app):
    return next(m.value for m in app.markdown if m.value.startswith("# ")).replace("\\", "")


def stored(table):
    """Return the lines of a table's files by data set, learner and variant, read without the project's classes."""
    frames = [pd.read_json(path, lines=True) for path in sorted(shipped.RESULTS.glob(f"table{table}_*.jsonl.xz"))]
    return {(line["dataset"], line["learner"], line["variant"]): line for f in frames for line in f.to_dict("records")}


def in_hindsight(line):
    """Return mean and sd of the best candidate of a stored line."""
    ratio = np.array(line["hits"]) / line["rounds"]
    best = ratio[ratio.mean(axis=1).argmax()]
    return best.mean(), best.std(ddof=1)


@pytest.mark.parametrize("view", ["dots", "table"])
@pytest.mark.parametrize("table", [1, 2])
def test_every_number_of_a_table_equals_the_stored_file(table, view):
    app = opened(tab=f"table{table}", view=view, also="baseline~beyond")
    lines, data = stored(table), drawn(app)
    assert data["view"] == view
    seen = set()
    for paper, row in zip(TABLES[table], data["chart"]["rows"], strict=True):
        assert row["name"] == paper.name
        for dot in row["dots"]:
            dataset, learner, *variant = dot["opens"].split(".")
            name = (dataset, learner, *(variant or ["paper"]))
            if not variant and learner in LEARNERS:
                published = paper.results[learner]
                assert (dot["paper"], dot["paper_sd"]) == (published.mean, published.sd)
                assert dot["paper_text"] == published.words
            else:
                assert dot["paper"] is None
            if name not in lines:
                assert dot["ours"] is None
                continue
            seen.add(name)
            mean, sd = in_hindsight(lines[name])
            assert [dot["ours"], dot["ours_sd"]] == pytest.approx([mean, sd], abs=1e-12)
            digits = 2 if dataset == "sector" else 1
            assert dot["ours_text"] == f"{100 * mean:.{digits}f} ({100 * sd:.{digits}f})"
            assert dot["ours_text"] in dot["title"]
    assert {name for name in lines if name[2] != "unscaled"} == seen


def test_the_headline_counts_the_same_winners():
    for table in TABLES:
        lines = stored(table)
        wins = []
        for paper in TABLES[table]:
            known = [key for key in LEARNERS if (paper.key, key, "paper") in lines]
            means = {key: in_hindsight(lines[paper.key, key, "paper"])[0] for key in known}
            if len(means) == len(LEARNERS):
                wins.append(max(means, key=means.get) == paper.winner)
        wanted = f"{sum(wins)} of {len(wins)} sets of Table {table} have the same winner"
        assert wanted in title(opened(tab=f"table{table}"))


def test_honest_numbers_and_inputs_that_are_not_scaled_are_those_of_the_file():
    app = opened(honest="1", rows="raw")
    assert "chosen on other seeds" in title(app)
    lines = stored(1)
    for row in drawn(app)["chart"]["rows"]:
        for dot in row["dots"]:
            dataset, learner = dot["opens"].split(".")
            line = lines[dataset, learner, "unscaled"]
            choice = choose(np.array(line["hits"]) / line["rounds"])
            assert [dot["ours"], dot["ours_sd"]] == pytest.approx([choice.score, choice.score_sd], abs=1e-12)
    assert "Inputs are not scaled here" in words(app), "a difference that only this choice makes has its reason"
    app.toggle(key="w_honest").set_value(False).run()
    app.toggle(key="w_rows").set_value(False).run()
    assert "rows" not in app.session_state["session"].view
    assert drawn(app) == drawn(opened())


def test_deviations_are_named_with_a_reason_or_as_unexplained():
    app = opened(tab="table2")
    text = words(app)
    far = [(row["name"], dot) for row in drawn(app)["chart"]["rows"] for dot in row["dots"] if dot["far"]]
    assert far
    listed = re.findall(r"- \*\*(.+?), (.+?)\*\*: (.+)", text)
    assert f"{len(far)} numbers differ" in text.replace("1 number differs", "1 numbers differ")
    for name, dot in far:
        assert f"**{name}, {dot['name']}**" in text
        assert abs(float(dot["apart"].split()[0].replace("−", "-"))) >= 2
        assert " points " in dot["note"]
    assert listed
    assert "Unexplained." in text or "baseline code" in text


def test_a_cell_shows_its_curve_its_grid_and_its_command_from_the_file():
    app = opened(cell="pendigits.banditron")
    line = stored(1)["pendigits", "banditron", "paper"]
    text = words(app)
    mean, sd = in_hindsight(line)
    assert f"{100 * mean:.1f}\u00a0±\u00a0{100 * sd:.1f}\u00a0% right" in text
    assert "32.7 (3.0)" in text
    assert "pooled sd above. Unexplained." in text
    assert [code.value for code in app.code] == [line["command"]]
    curves, grid = (json.loads(chart.proto.spec) for chart in app.get("plotly_chart"))
    first = next(trace for trace in curves["data"] if trace.get("name", "").startswith("Banditron"))
    ends = np.cumsum(line["windows"], axis=1)[:, -1] / line["rounds"]
    assert decoded(first["y"])[-1] == pytest.approx(100 * ends.mean())
    ratios = 100 * np.array(line["hits"]).mean(axis=1) / line["rounds"]
    found = decoded(next(trace for trace in grid["data"] if trace.get("name") == "mean")["y"])
    assert sorted(found) == pytest.approx(sorted(ratios))
    app.button(key="paper_back").click().run()
    assert "cell" not in app.session_state["session"].view
    assert drawn(app)["chart"]["rows"]


def test_another_learner_data_set_and_curve_of_a_cell():
    app = opened(cell="segment.cspa")
    app.selectbox(key="w_paper_set").set_value("vowel").run()
    assert app.session_state["session"].view["cell"] == "vowel.cspa"
    group = next(g for g in app.get("button_group") if g.key == "w_paper_learner")
    group.set_value("vowel.bpa").run()
    assert "BPA on Vowel" in words(app)
    next(g for g in app.get("button_group") if g.key == "w_window").set_value("100").run()
    assert app.session_state["session"].view["window"] == "100"
    axis = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]
    assert "each window of 100 rounds" in axis["title"]["text"]


def test_a_set_without_results_says_what_is_needed_and_links_to_the_data_page(monkeypatch, tmp_path):
    monkeypatch.setenv("CSPA_EXPLORE_DATA", str(tmp_path))  # nothing has been fetched
    app = opened(tab="table2")
    row = next(row for row in drawn(app)["chart"]["rows"] if row["name"] == "Sensorless")
    assert (row["verdict"], row["opens"], row["action"]) == ("not on this machine", "data:sensorless", "get the data")
    assert any("fetch sensorless" in box.value.replace("\\", "") for box in app.info)
    app = opened(cell="sensorless.cspa")
    assert any("Sensorless is not on this machine" in box.value for box in app.info)


@pytest.mark.parametrize("figure", ["1", "2", "3", "4"])
def test_every_figure_stands_beside_what_the_paper_concludes(figure):
    app = opened(tab="figures", fig=figure)
    assert "**The paper concludes:**" in words(app)
    charts = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]
    number = int(figure)
    if number < 3:
        wanted = sum(sweep_path(number, key).exists() for key in SETS[number])
    else:
        wanted = len({name[0] for name in stored(number - 2) if name[2] == "paper"})
    assert len(charts) == wanted > 0
    assert all(chart["data"] for chart in charts)


def test_every_claim_has_a_verdict_and_numbers():
    app = opened(tab="claims")
    assert re.search(r"\d of the paper’s 6 claims hold here", title(app))
    assert words(app).count("data sets") >= 4


def test_run_it_as_printed_opens_the_arena_below_chance():
    app = opened(tab="errata")
    shown = float(re.search(r"as printed is right in ([\d.]+) % of the rounds", words(app))[1])
    assert shown < 25
    app.button(key="as_printed").click().run()
    page, _, query = app.session_state["wanted"]
    assert (page, app.session_state["go"][0]) == ("arena", "arena"), "in a browser, the next script run opens it"
    line = finals(settled(arena(**query)))
    assert float(re.search(r"CSPA as printed β=1/6: ([\d.]+)", line)[1]) < 25
    assert float(re.search(r"CSPA β=1/6: ([\d.]+)", line)[1]) > 90


def test_the_errata_are_those_of_the_theory_page():
    app = opened(tab="errata")
    app.button(key="run_E11").click().run()
    assert any("287.9" in box.value for box in app.success)


def test_a_run_cancelled_after_its_first_data_set_is_not_taken_for_complete():
    tasks = live.tasks_of(1, "paper", ("vehicle", "shuttle"))
    cache = SizedCache(4, 2**24)

    def stop():
        return cache.get(tasks[:1]) is not None

    found = live.compute(tasks, cache, lambda progress: None, lambda part: None, stop)
    assert {cell.dataset for cell in found.cells} == {"vehicle"}
    assert not any(cell.partial for cell in found.cells)
    assert found.partial


def test_a_live_run_has_the_stored_numbers_and_can_be_cancelled():
    app = opened(cell="vehicle.cspa")
    app.button(key="run_set").click().run()
    settled(app)
    (said,) = [box.value.replace("\\", "") for box in app.success]
    found = re.search(r"([\d,]+) of ([\d,]+) runs have exactly", said)
    assert found[2] == "400"
    (task,) = live.tasks_of(1, "paper", ("vehicle",))
    result = live.cached_tables().get((task,))
    for cell in result.cells:
        before = shipped.cell(*cell.name)
        assert cell.mean == pytest.approx(before.mean, abs=0.01)


@pytest.mark.parametrize(
    ("name", "text", "value", "why"),
    [
        ("tab", "table3", None, "it must be one of table1, table2, figures, claims, errata."),
        ("tab", "claims", "claims", ""),
        ("view", "bars", None, "it must be one of dots, table."),
        ("cell", "iris.cspa", None, "it must be a data set and a learner of the tables, such as vehicle.cspa."),
        ("cell", "vehicle.cspa", "vehicle.cspa", ""),
        ("cell", "vehicle.cspa.baseline", None, "such as vehicle.cspa."),
        ("honest", "yes", None, "it must be 1."),
        ("rows", "raw", "raw", ""),
        ("also", "beyond~x", "beyond", "it must be baseline or beyond, or both with ~ between."),
        ("fig", "5", None, "it must be one of 1, 2, 3, 4."),
        ("window", "50", None, "it must be 100."),
    ],
)
def test_bad_values_of_a_link_are_put_right(name, text, value, why):
    found = arrive({name: text}, None, Event("paper"), {"paper": LINK_KEYS})
    assert found.address.get(name) == value
    assert why in " ".join(found.notes)
    assert bool(found.notes) == bool(why)


def test_every_cell_has_a_text():
    for table, rows in TABLES.items():
        for row in rows:
            for key in LEARNERS:
                found = cell_of(f"{row.key}.{key}")
                assert (found.table, found.text) == (table, f"{row.key}.{key}")
