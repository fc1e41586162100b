"""The Paper page without a browser: every tab, every choice, links, live runs, and the numbers of the stored files."""

import json
import re
import threading

import numpy as np
import pytest

from cspa_explore.paper import shipped
from cspa_explore.paper.claims import HOLDS, claims
from cspa_explore.paper.figures import SETS
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.paper.reasons import FEATURES_VANISH
from cspa_explore.provenance import is_stale
from cspa_explore.results.choice import choose
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.paper import claims as claims_page
from cspa_explore.ui.paper import live
from cspa_explore.ui.paper import page as paper_page
from cspa_explore.ui.paper.controls import LINK_KEYS, cell_of
from cspa_explore.ui.session.arrival import Event, arrive
from tests.charts.test_renderings import decoded
from tests.pages.conftest import opened_page, settled, until
from tests.pages.test_arena import finals
from tests.pages.test_arena import opened as arena
from tests.paper.stored_files import LABELS, curve, in_hindsight, stored, swept


def opened(**query):
    return opened_page("paper", **query)


def drawn(app):
    """Return what the drawing was given."""
    (found,) = [block for block in app.get("bidi_component") if block.proto.id.endswith("-paper")]
    return json.loads(found.proto.json)


def words(app):
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.info]).replace("\\", "")


def title(app):
    return next(m.value for m in app.markdown if m.value.startswith("# ")).replace("\\", "")


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


def test_with_learners_beyond_the_paper_the_winner_is_one_among_the_papers_four():
    app = opened(also="beyond")
    (vehicle,) = [row for row in drawn(app)["chart"]["rows"] if row["name"] == "Vehicle"]
    best = max(vehicle["dots"], key=lambda dot: dot["ours"])
    assert best["paper"] is None, "a learner beyond the paper is ahead"
    assert vehicle["verdict"] == "same winner among the paper's four"
    assert "have the same winner among the paper's four" in title(app)
    (vehicle,) = [row for row in drawn(opened())["chart"]["rows"] if row["name"] == "Vehicle"]
    assert vehicle["verdict"] == "same winner"


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


def test_a_learner_without_parameters_has_one_candidate_that_nobody_chose():
    app = opened(cell="vehicle.k_perceptrons")
    text = words(app)
    mean, sd = in_hindsight(stored(1)["vehicle", "k_perceptrons", "paper"])
    assert f"on Vehicle**: {100 * mean:.1f}\u00a0±\u00a0{100 * sd:.1f}\u00a0% right (mean ± sd, 10 trials)." in text
    assert "## 1 candidate of K perceptrons" in text
    assert "hindsight" not in text
    (dot,) = [
        dot for row in drawn(opened(also="beyond"))["chart"]["rows"] for dot in row["dots"]
        if dot["opens"] == "vehicle.k_perceptrons"
    ]  # fmt: skip
    assert "no parameter" not in dot["title"]
    assert not [chart for chart in app.get("plotly_chart") if "no parameter" in chart.proto.alt]


@pytest.mark.parametrize("honest", [False, True])
def test_the_difference_to_the_paper_follows_the_number_that_it_belongs_to(honest):
    text = words(opened(cell="pendigits.banditron", **({"honest": "1"} if honest else {})))
    line = stored(1)["pendigits", "banditron", "paper"]
    choice = choose(np.array(line["hits"]) / line["rounds"])
    mean, sd = (choice.score, choice.score_sd) if honest else in_hindsight(line)
    pooled = (mean - 0.327) / np.sqrt((0.030**2 + sd**2) / 2)
    assert f"ours is {pooled:.1f} pooled sd above" in text
    places = [text.index(part) for part in ("in hindsight.", "Chosen on other seeds than scored: ", "The paper has")]
    assert (places[1] < places[2]) == honest
    assert places[0] < min(places[1:])


def test_with_inputs_that_are_not_scaled_no_learner_is_shown_that_was_played_with_scaled_ones():
    app = opened(rows="raw", also="beyond")
    shown = {dot["opens"].split(".")[1] for row in drawn(app)["chart"]["rows"] for dot in row["dots"]}
    assert shown == set(LEARNERS)
    assert "Learners beyond the paper were played with scaled inputs only." in words(app)
    cell = opened(rows="raw", also="beyond", cell="vehicle.cspa_kappa")
    assert any("Inputs scaled to length 1" in text.value for text in cell.main.caption)


def test_the_foot_of_a_cell_of_the_baseline_code_is_about_that_code():
    (foot,) = [text.value for text in opened(cell="satimage.confidit.baseline").main.caption if "Table 2" in text.value]
    assert "A₀ = 2, 500 kernel features" in foot
    assert "A₀ = 4" not in foot


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


def lines_of(app):
    """Return, per chart of the page, the curves by name: x, y and sd as they are drawn."""
    charts = [json.loads(chart.proto.spec)["data"] for chart in app.get("plotly_chart")]
    return [
        {one["name"]: [decoded(one[part]) for part in ("x", "y", "customdata")] for one in chart if "customdata" in one}
        for chart in charts
    ]


@pytest.mark.parametrize("figure", [1, 2])
def test_every_point_of_a_sweep_equals_the_stored_file(figure):
    app = opened(tab="figures", fig=str(figure))
    assert "**The paper concludes:**" in words(app)
    for dataset, curves in zip(SETS[figure], lines_of(app), strict=True):
        sigmas, betas, ratio = swept(figure, dataset)
        assert list(curves) == [f"σ={sigma:g}" for sigma in sigmas]
        for sigma, (x, y, sd) in zip(range(len(sigmas)), curves.values(), strict=True):
            assert x == betas.tolist()
            np.testing.assert_allclose(y, 100 * ratio[sigma].mean(axis=1), rtol=0, atol=1e-9)
            np.testing.assert_allclose(sd, 100 * ratio[sigma].std(axis=1, ddof=1), rtol=0, atol=1e-9)
    sparse = [caption.value for caption in app.caption if "5 β, 2 σ above 0 and 3 trials only" in caption.value]
    assert len(sparse) == (2 if figure == 2 else 0), "20News and Sector"


@pytest.mark.parametrize("window", ["", "100"])
@pytest.mark.parametrize("figure", [3, 4])
def test_every_point_of_a_curve_equals_the_stored_file(figure, window):
    app = opened(tab="figures", fig=str(figure), **({"window": window} if window else {}))
    assert "**The paper concludes:**" in words(app)
    lines = stored(figure - 2)
    shown = [key for key in SETS[figure] if (key, "cspa", "paper") in lines]
    assert len(shown) == (6 if figure == 3 else 5)
    for dataset, curves in zip(shown, lines_of(app), strict=True):
        assert list(curves) == [LABELS[key] for key in LEARNERS]
        for key in LEARNERS:
            wanted = curve(lines[dataset, key, "paper"], bool(window))
            np.testing.assert_allclose(curves[LABELS[key]], wanted, rtol=0, atol=1e-9)


def test_every_claim_stands_on_the_page_with_its_verdict_and_its_numbers():
    """The numbers are those of the files: tests/paper/test_claims.py."""
    app, found = opened(tab="claims"), claims()
    held = sum(claim.verdict == HOLDS for claim in found)
    assert title(app).startswith(f"# {held} of the paper's 6 claims hold here")
    text = words(app)
    for claim in found:
        assert f"badge[{claim.verdict}] **{claim.statement}** ({claim.place})" in text
        assert claim.numbers in text


def test_the_title_counts_no_claims_of_a_damaged_file(monkeypatch):
    monkeypatch.setattr(claims_page, "known_claims", tuple)
    assert claims_page.claims_title() == "The paper's claims"


def test_a_question_that_comes_after_its_page_was_left_keeps_the_tab(monkeypatch):
    opened_cells = []
    monkeypatch.setattr(paper_page, "question_of", lambda component: {})
    monkeypatch.setattr(paper_page, "open_cell", opened_cells.append)
    paper_page.answer()
    assert not opened_cells


def test_run_it_as_printed_opens_the_arena_below_chance():
    app = opened(tab="errata")
    until(app, lambda app: "as printed is right in" in words(app))
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
    until(app, lambda app: any("287.9" in box.value for box in app.success))


def test_a_run_cancelled_after_its_first_data_set_is_not_taken_for_complete():
    tasks = live.tasks_of(1, "paper", ("vehicle", "shuttle"))
    cache = SizedCache(4, 2**24)

    def stop():
        return cache.get(tasks[:1]) is not None

    found = live.compute(tasks, cache, lambda progress: None, lambda part: None, stop)
    assert {cell.dataset for cell in found.cells} == {"vehicle"}
    assert not any(cell.partial for cell in found.cells)
    assert found.partial


def test_a_live_run_has_the_stored_numbers_and_can_be_cancelled(monkeypatch):
    tasks, cancelled, compute = live.tasks_of(1, "paper", ("vehicle",)), threading.Event(), live.compute

    def held(tasks, cache, tell, show, stop):
        """Play, but wait for the click on Cancel where the work first asks whether to stop."""
        return compute(tasks, cache, tell, show, lambda: cancelled.wait(60) and stop())

    monkeypatch.setattr(live, "compute", held)
    live.cached_tables().clear()
    app = opened(cell="vehicle.cspa")
    app.button(key="run_set").click().run()
    app.button(key="cancel_job").click().run()
    cancelled.set()
    settled(app)
    assert any(box.value.startswith("Cancelled. It takes") for box in app.info)
    assert not app.success
    assert live.cached_tables().get(tasks) is None
    app.button(key="run_set_start").click().run()
    settled(app)
    (said,) = [box.value.replace("\\", "") for box in app.success]
    found = re.search(r"([\d,]+) of ([\d,]+) runs have exactly", said)
    assert found[2] == "400"
    cells = live.cached_tables().get(tasks).cells
    assert [cell.learner for cell in cells] == list(LEARNERS)
    same = [shipped.cell(*cell.name) for cell in cells]
    equal = sum(int((one.hits == before.hits).sum()) for one, before in zip(cells, same, strict=True))
    assert int(found[1]) == equal
    if not is_stale(same[0].provenance):
        assert equal == 400
    for one, before in zip(cells, same, strict=True):
        assert one.mean == pytest.approx(before.mean, abs=0.01)


def test_every_download_says_that_the_baseline_may_not_be_the_code_behind_the_tables(monkeypatch):
    given = {}
    monkeypatch.setattr("streamlit.download_button", lambda label, data, name, **more: given.update({name: data}))
    opened(tab="table2", also="baseline")
    for name in ("table2.csv", "table2.tex", "table2.html"):
        assert "may not be the code behind the tables" in given[name].lower(), name


def test_kernel_mnist_with_inputs_that_are_not_scaled_has_its_reason():
    app = opened(tab="table2", rows="raw")
    row = next(row for row in drawn(app)["chart"]["rows"] if row["name"] == "MNIST")
    assert all("see the reason below" in dot["note"] for dot in row["dots"])
    listed = re.findall(r"- \*\*MNIST, .+?\*\*: (.+)", words(app))
    assert len(listed) == len(LEARNERS)
    assert all(FEATURES_VANISH in line for line in listed)


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
