"""The β Lab in a real Chromium: it draws the computed numbers, the range moves, a point opens its run."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from cspa_explore.running.contest import PAPERS, ContestPlan, contest
from cspa_explore.running.sweep import sweep
from cspa_explore.ui.lab.picture import decision_of
from cspa_explore.ui.lab.plan import plan_of
from tests.browser.arena import do, labels_apart, shot, wait, wait_for_rows
from tests.browser.server import page_of, serving
from tests.browser.waiting import frames, rests, says
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser
FIND = "[...document.querySelectorAll('*')].map(el => el.shadowRoot?.querySelector('.cspa.lab')?.cspa).find(Boolean)"


def full(page):
    """Wait until the sweep is complete, with all its trials, and drawn; return the drawn state."""
    page.wait_for_function(f"() => {{ const lab = {FIND}; return lab?.graph.box && lab.data.film }}", timeout=90_000)
    frames(page)
    return page.evaluate(f"() => {FIND}.state()")


def decided(page):
    """Wait until the sweep and the comparison are complete; return the drawn state."""
    ready = "lab?.graph.box && lab.data.film && lab.data.contest.note.includes(' × ')"
    page.wait_for_function(f"() => {{ const lab = {FIND}; return {ready} }}", timeout=90_000)
    frames(page)
    return page.evaluate(f"() => {FIND}.state()")


def test_what_is_drawn_is_what_was_computed(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=500&fill=quick")
        drawn = full(page)
        plan = plan_of(experiment(rounds=500), "cspa", "quick")
        np.testing.assert_array_equal(drawn["data"]["map"]["cells"], sweep(plan).mean)
        labels_apart(drawn["labels"])
        assert page.locator(".lab .card .badge").inner_text() == "provisional", "three seeds are too few to choose"
        low, high = drawn["extent"]
        assert 0 < low < high < 1
        page.locator(".lab [data-ink=whole]").click()
        says(page, ink="whole")
        assert page.evaluate(f"() => {FIND}.state().extent") == [0, 1]
        page.locator(".lab [data-ink=local]").click()
        says(page, ink=None)
        assert page.evaluate(f"() => {FIND}.state().extent") == [low, high]


def test_the_range_moves_with_alpha_and_plays(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick")
        full(page)
        assert page.evaluate(f"() => {FIND}.state()")["alpha"] == 0
        assert not page.evaluate(f"() => {FIND}.state()")["playing"], "α is no knob: it does not play by itself"
        slider = page.locator(".lab .scrub")
        slider.fill("40")
        state = page.evaluate(f"() => {FIND}.state()")
        assert state["edge"] == pytest.approx(0.6 / 3)
        page.wait_for_function("() => document.body && true")
        page.locator(".lab .play").click()
        page.wait_for_function(f"() => {FIND}.state().alpha > 0.6")
        labels_apart(page.evaluate(f"() => {FIND}.state()")["labels"])
        page.locator(".lab .play").click()
        assert not page.evaluate(f"() => {FIND}.state()")["playing"]


def test_a_point_opens_its_run_in_the_arena(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick&lab=banditron")
        drawn = full(page)
        x, y = drawn["points"][2][3]
        box = page.locator(".lab .graph canvas").bounding_box()
        page.mouse.click(box["x"] + x, box["y"] + y)
        page.wait_for_function(f"() => {{ const {{i, j}} = {FIND}.state().selected; return i === 2 && j === 3 }}")
        assert "/beta_lab" in page.url, "the first click selects"
        page.mouse.click(box["x"] + x, box["y"] + y)
        page.wait_for_url("**/?*", timeout=20_000)
        page.wait_for_function(
            "() => new URLSearchParams(location.search).get('a')?.startsWith('banditron')", timeout=20_000
        )
        assert "sig=0.5" in page.url
        value = drawn["data"]["values"][3]
        page.get_by_text(f"Banditron γ={value:g}").first.wait_for(timeout=20_000)
        wait(page, "p.run.T === 300 && p.t === 300 && p.state().settled")  # at the last round, as in the Lab
        mean = do(page, "p.state().curves.values[0].mean")
        assert mean == pytest.approx(drawn["data"]["map"]["cells"][2][3], abs=1e-6)


@pytest.mark.parametrize("query", ["lab=banditron", "lab=banditron&alpha=0.25"])
def test_back_from_a_point_is_the_lab_as_it_was(browser, server, query):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick&{query}")
        full(page)
        says(page, v="2")
        before, lab = page.evaluate("history.length"), page.url
        page.evaluate(f"() => {FIND}.open(2, 3)")
        wait(page, "p.run.T === 300 && p.t === 300 && p.state().settled")
        says(page, sig="0.5", n="3", t="300", lab=None, fill=None, alpha=None)
        assert page.evaluate("history.length") == before + 1
        page.go_back()
        full(page)
        assert page.url == lab
        wait_for_rows(page, "CSPA β=1/6", "CSPA β=1", "Banditron γ=0.05")
        page.go_forward()
        wait(page, "p.run.T === 300 && p.t === 300 && p.state().settled")
        wait_for_rows(page, "Banditron γ=0.01", "CSPA β=1/6", "CSPA β=1")


def test_alpha_is_offered_for_the_theorem_alone_and_the_ranges_at_0_are_named(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick&lab=cspa_averaged&alpha=0.30")
        full(page)
        for part in (".play", ".scrub", ".widest"):
            assert not page.locator(f".lab {part}").is_visible(), part
        page.goto(f"{server}/beta_lab?T=300&fill=quick&alpha=0.30")
        full(page)
        assert page.locator(".lab .widest").inner_text() == "card and sidebar: the widest range, at α = 0"
        shot(page, "lab-alpha")
        page.locator(".lab .scrub").fill("0")
        frames(page)
        assert page.locator(".lab .play").is_visible()
        assert not page.locator(".lab .widest").is_visible()


def test_the_tip_says_what_the_next_click_does(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick")
        full(page)
        cells = page.locator(".lab .map canvas")
        cells.hover(position={"x": 200, "y": 20})
        tip = page.locator(".lab .tip")
        assert tip.inner_text().endswith("click: select")
        cells.click(position={"x": 200, "y": 20})
        assert tip.inner_text().endswith("click: open in the Arena")


def test_the_selected_run_is_in_the_link_and_is_back_from_the_arena(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick&d=segment")
        full(page)
        page.locator(".lab .sigma").select_option(index=2)
        page.locator(".lab .value").select_option(index=5)
        page.wait_for_function("new URLSearchParams(location.search).has('run')")
        words, lab = page.locator(".lab .run .words").inner_text(), page.url
        page.locator(".lab .run .open").click()
        wait(page, "p.run.T === 300 && p.t === 300 && p.state().settled")
        says(page, run=None)
        rests(page)
        page.go_back()
        assert full(page)["selected"] == {"i": 2, "j": 5}
        assert page.url == lab
        page.goto(server)  # another page load, which remembers nothing
        page.goto(lab)
        assert full(page)["selected"] == {"i": 2, "j": 5}
        assert page.locator(".lab .run .words").inner_text() == words


def test_alpha_is_in_the_link(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick")
        full(page)
        page.locator(".lab .scrub").fill("40")
        page.wait_for_function("new URLSearchParams(location.search).get('alpha') === '0.40'")
        page.reload()
        assert full(page)["alpha"] == 0.4
        page.locator(".lab .scrub").fill("0")
        page.wait_for_function("!new URLSearchParams(location.search).has('alpha')")
        page.goto(f"{server}/beta_lab?T=300&fill=quick&alpha=7")
        page.get_by_text("alpha=7 in the link is left out").wait_for()
        assert full(page)["alpha"] == 0


def test_the_recommended_run_is_selected_until_another_one_is(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300")
        drawn = decided(page)
        card = drawn["data"]["card"]
        offered = f"() => ['.sigma', '.value'].map((name) => Number({FIND}.find(name).value))"
        assert page.evaluate(offered) == [card["i"], card["j"]] == [1, drawn["data"]["curves"]["ring"][1]]
        page.locator(".lab .value").select_option(index=5)
        load = f"{FIND}.load({{...{FIND}.data}}, {FIND}.ask)"
        assert page.evaluate(f"() => {{ {load}; return ({offered})() }}") == [1, 5], "also before the next frame"


def test_the_card_the_chart_the_map_and_the_learners_are_what_was_computed(browser, server):
    chosen = experiment(rounds=500)
    plan = plan_of(chosen, "cspa", "full")
    result = sweep(plan)
    decision, rivals = decision_of(plan, chosen, result), contest(ContestPlan.of(chosen, PAPERS))
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=500")
        data = decided(page)["data"]
        card = page.locator(".lab .card").inner_text()
        for text in (decision.title, decision.tied_words, *decision.cost_words, *decision.score_words):
            assert text in card
        np.testing.assert_array_equal(data["map"]["cells"], result.mean)
        np.testing.assert_array_equal([series["y"] for series in data["curves"]["series"]], result.mean)
        assert data["map"]["cells"][data["card"]["i"]][data["card"]["j"]] == result.mean[1, decision.choice.picked]
        tied = [result.values[place] for place in decision.choice.tied]
        assert all(any(s["low"] <= v <= s["high"] for s in data["curves"]["spans"]) for v in tied)
        rows = page.locator(".lab .contest li").all_inner_texts()
        wanted = [(s.label, f"{100 * s.mean:.1f}\u00a0±\u00a0{100 * s.sd:.1f}\u00a0%") for s in rivals.standings]
        assert len(rows) == len(wanted)
        assert all(label in row and ratio in row for row, (label, ratio) in zip(rows, wanted, strict=True))
        for row, standing in zip(rows, rivals.standings, strict=True):  # without a pointer on it
            hindsight = 100 * standing.choice.hindsight_score
            assert f"hindsight {hindsight:.1f}\u00a0±" in row
            assert re.search(r" · [\d.]+ µs/round$", row)
        film = data["film"]
        mean, _ = result.curves
        np.testing.assert_allclose(film["mean"], mean, atol=6e-6)
        assert film["rounds"] == result.moments.tolist()


def test_a_map_of_one_sigma_has_its_whole_legend_and_a_run_that_is_not_in_the_sweep_is_named(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=200&fill=quick&sigmas=0.25&run=9_9")
        decided(page)
        box = page.evaluate(f"() => {FIND}.map.box")
        assert box["bottom"] - box["top"] >= 56, "less has no room for the mark of the best value"
        note = page.locator(".lab .run .missing")
        expect(note).to_have_text("The run σ=9, β=9 is not in this sweep; another one is selected.")
        page.locator(".lab .run .value").select_option(index=3)
        expect(note).to_have_text("")


def test_use_this_value_sets_the_sidebar(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300&sig=0.5")
        data = decided(page)["data"]
        assert (data["own"], data["curves"]["marks"][0]["label"]) == (2, "you: β = 1/6")
        name = data["card"]["name"]
        page.locator(".lab .card").get_by_role("button", name=f"Use β = {name}").click()
        wait_for_rows(page, f"CSPA β={name}", "CSPA β=1", "Banditron γ=0.05")
        page.wait_for_function(f"() => {FIND}.data.card?.same")
        assert page.evaluate(f"() => {FIND}.data")["curves"]["marks"][0]["label"] == f"you: β = {name}"
        page.locator(".lab .sigma").select_option(index=3)
        page.locator(".lab .use").click()
        says(page, sig="1")
        page.wait_for_function(f"() => {FIND}.data.own === 3")


def test_a_learner_of_the_comparison_opens_its_run(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300")
        bar = decided(page)["data"]["contest"]["chart"]["bars"][-1]
        page.locator(".lab .contest button").last.click()
        wait(page, "p.run.T === 300 && p.t === 300 && p.state().settled")
        assert do(page, "p.run.learners[0].text") == bar["opens"]
        assert do(page, "p.state().curves.values[0].mean") > 0
        for button in (".card [data-card=open]", ".run .open"):
            page.go_back()
            drawn = decided(page)
            if "run" in button:
                page.locator(".lab .value").select_option(index=5)
            cell = drawn["data"]["card"] if "card" in button else {"i": drawn["selected"]["i"], "j": 5}
            page.locator(f".lab {button}").click()
            wait(page, "p.run.T === 300 && p.t === 300 && p.state().settled")
            says(
                page,
                sig=None if drawn["data"]["sigmas"][cell["i"]] == 0.25 else str(drawn["data"]["sigmas"][cell["i"]]),
            )
            mean = drawn["data"]["map"]["cells"][cell["i"]][cell["j"]]
            assert do(page, "p.state().curves.values[0].mean") == pytest.approx(mean, abs=1e-6)


def test_the_map_is_used_by_the_keyboard(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick")
        full(page)
        page.locator(".lab .map canvas").focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
        state = page.evaluate(f"() => {FIND}.state()")
        assert state["selected"] == {"i": 2, "j": 1}
        mean = state["data"]["map"]["cells"][2][1]
        assert page.locator(".lab .words").inner_text().startswith(f"{100 * mean:.1f} ± ")
        tip, cells = page.locator(".lab .tip"), page.locator(".lab .map canvas").bounding_box()
        assert tip.inner_text().split("\n")[1].startswith(f"{100 * mean:.1f} ± "), "the values stand at the cell"
        below = tip.bounding_box()["y"] + tip.bounding_box()["height"]
        assert cells["y"] - 20 < below < cells["y"] + cells["height"]
        page.keyboard.press("Tab")
        assert not tip.is_visible()
        page.locator(".lab .map canvas").focus()
        page.keyboard.press("Enter")
        wait(page, "p.run.T === 300 && p.t === 300 && p.state().settled")
        says(page, sig="0.5")


def test_map_and_curves_share_an_axis_that_zooms_and_has_two_scales(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick&d=letter")
        drawn = full(page)
        assert drawn["x"]["scale"] == "log", "1/(K−1) < 0.1"
        edges = drawn["edges"]
        for j, (x, _) in enumerate(drawn["points"][0]):
            assert edges[j] - 1 <= x <= edges[j + 1] + 1
        page.locator(".lab [data-axis=linear]").click()
        says(page, beta_axis="linear")
        assert page.evaluate(f"() => {FIND}.state()")["x"]["scale"] == "linear"
        page.locator(".lab [data-axis=log]").click()
        box = page.locator(".lab .graph canvas").bounding_box()
        (x1, _), (x2, _) = drawn["points"][0][2], drawn["points"][0][7]
        page.mouse.move(box["x"] + x1 - 4, box["y"] + 120)
        page.mouse.down()
        page.mouse.move(box["x"] + x2 + 4, box["y"] + 130, steps=4)
        page.mouse.up()
        page.wait_for_function(f"() => {FIND}.state().zoom")
        frames(page)
        state = page.evaluate(f"() => {FIND}.state()")
        values = state["data"]["values"]
        assert values[1] < state["x"]["low"] < values[2]
        assert values[7] < state["x"]["high"] < values[8]
        assert "/beta_lab" in page.url, "a drag selects and opens nothing"
        page.wait_for_function("new URLSearchParams(location.search).has('zoom')")
        page.reload()
        assert full(page)["x"]["low"] == pytest.approx(state["x"]["low"], rel=1e-3)
        page.get_by_role("button", name="Reset zoom").click()
        frames(page)
        whole = page.evaluate(f"() => {FIND}.state()")["x"]
        assert whole["low"] == values[0]
        page.locator(".lab .graph canvas").focus()
        for key in "++":
            page.keyboard.press(key)
        frames(page)
        state = page.evaluate(f"() => {FIND}.state()")
        low, high = state["x"]["low"], state["x"]["high"]
        assert low <= values[state["selected"]["j"]] <= high
        assert np.log(high / low) == pytest.approx(np.log(whole["high"] / whole["low"]) / 4)
        page.keyboard.press("-")
        frames(page)
        half = page.evaluate(f"() => {FIND}.state()")["x"]
        assert np.log(half["high"] / half["low"]) == pytest.approx(np.log(whole["high"] / whole["low"]) / 2)
        page.keyboard.press("0")
        says(page, zoom=None)


def test_the_rounds_can_be_played_and_are_in_the_link(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=1000&fill=quick")
        full(page)
        rests(page)
        page.locator(".lab .rounds").fill("10")
        frames(page)
        state = page.evaluate(f"() => {FIND}.state()")
        film = state["data"]["film"]
        assert state["view"]["series"][1]["y"] == film["mean"][10][1]
        assert state["view"]["cells"] == film["mean"][10]
        assert state["best"] == [[i, j] for i, j in enumerate(film["best"][10]) if j is not None]
        assert any(label["text"] == "tied best after the last round" for label in state["labels"]) == bool(
            state["data"]["curves"]["spans"]
        )
        assert page.locator(".lab .after").inner_text() == f"after round {film['rounds'][10]}"
        says(page, after=str(film["rounds"][10]))
        page.get_by_role("button", name="Play rounds").click()
        page.wait_for_function(
            f"() => !{FIND}.state().playing && {FIND}.place === {len(film['rounds']) - 1}", timeout=15_000
        )
        assert page.evaluate(f"() => {FIND}.state()")["view"]["cells"] == state["data"]["map"]["cells"]
        says(page, after=None)


def test_sigma_values_are_edited_and_refused_in_a_sentence(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=200&fill=quick&sigmas=0_0.1_2")
        drawn = full(page)
        assert drawn["data"]["sigmas"] == [0, 0.1, 0.25, 2], "with the sidebar's σ"
        page.get_by_role("button", name="β of CSPA").click()
        field = page.get_by_role("textbox", name="σ values")
        field.fill("0,1,2,3,4,5,6,7")
        field.press("Enter")
        page.get_by_text("At most 8 σ values with the sidebar's σ=0.25, got 9.").wait_for()
        field.fill("0.3, 0.25")
        field.press("Enter")
        page.wait_for_function(f"() => {FIND}?.data.sigmas.join() === '0.25,0.3'")
        says(page, sigmas="0.25_0.3")


@pytest.mark.parametrize(("subject", "ticks"), [("cwb.eta", [0.55, 0.75, 0.95]), ("banditron", [0.001, 0.01, 0.1])])
def test_the_axis_has_ticks_also_within_a_decade(browser, server, subject, ticks):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=200&fill=quick&lab={subject}")
        assert full(page)["ticks"] == pytest.approx(ticks)


@pytest.mark.long
def test_a_cold_deep_link_works(browser):
    with serving() as address, page_of(browser) as page:
        page.goto(f"{address}/beta_lab?T=300&lab=banditron&fill=quick")
        drawn = full(page)
        assert (drawn["data"]["symbol"], drawn["data"]["label"], drawn["data"]["T"]) == ("γ", "Banditron", 300)


def test_restoring_the_defaults_sets_alpha_back_here_and_on_another_page(browser, server):
    with page_of(browser, motion="reduce") as page:
        for elsewhere in (False, True):
            page.goto(f"{server}/beta_lab?T=300&fill=quick&lab=banditron&alpha=0.4")
            page.wait_for_function(f"() => {FIND}?.alpha === 0.4", timeout=60_000)
            rests(page)
            if elsewhere:
                page.get_by_role("link", name="Arena", exact=True).first.click()
                page.locator(".st-key-player").wait_for()
                rests(page)
            page.get_by_role("button", name="Restore defaults").click()
            says(page, T=None, lab=None, fill=None, alpha=None)
            if elsewhere:
                page.get_by_role("link", name="β Lab", exact=True).first.click()
            page.wait_for_function(
                f"() => {{ const lab = {FIND}; return lab && lab.alpha === 0 && lab.data.key === 'cspa' }}"
            )
            says(page, T=None, lab=None, fill=None, alpha=None)
