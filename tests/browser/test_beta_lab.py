"""The β Lab in a real Chromium: it draws the computed numbers, the range moves, a point opens its run."""

import numpy as np
import pytest

from cspa_explore.running.sweep import sweep
from cspa_explore.ui.lab.plan import plan_of
from tests.browser.arena import do, labels_apart, wait
from tests.browser.server import page_of, serving
from tests.browser.waiting import frames
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser
FIND = "[...document.querySelectorAll('*')].map(el => el.shadowRoot?.querySelector('.cspa.lab')?.cspa).find(Boolean)"


def full(page):
    """Wait until every cell is computed and drawn; return the drawn state."""
    page.wait_for_function(
        f"() => {{ const lab = {FIND}; return lab?.graph.box && lab.data.map.cells.flat().every((m) => m !== null); }}",
        timeout=90_000,
    )
    frames(page)
    return page.evaluate(f"() => {FIND}.state()")


def test_what_is_drawn_is_what_was_computed(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=500&fill=quick")
        drawn = full(page)
        plan = plan_of(experiment(rounds=500), "cspa", "quick")
        np.testing.assert_array_equal(drawn["data"]["map"]["cells"], sweep(plan).mean)
        labels_apart(drawn["labels"])


def test_the_range_moves_with_alpha_and_plays(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick")
        full(page)
        page.wait_for_function(f"() => !{FIND}.state().playing", timeout=20_000)  # it plays once on its own
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


def test_what_is_offered_to_be_opened_is_the_best_until_something_is_chosen(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick")
        drawn = full(page)
        row = drawn["data"]["map"]["cells"][1]
        offered = f"() => ['.sigma', '.value'].map((name) => Number({FIND}.find(name).value))"
        assert page.evaluate(offered) == [1, row.index(max(row))]
        page.locator(".lab .value").select_option(index=5)
        page.evaluate(f"() => {FIND}.load({{...{FIND}.data}}, {FIND}.ask)")
        assert page.evaluate(offered) == [1, 5]


@pytest.mark.parametrize(("subject", "ticks"), [("cwb.eta", [0.55, 0.75, 0.95]), ("banditron", [0.001, 0.01, 0.1])])
def test_the_axis_has_ticks_also_within_a_decade(browser, server, subject, ticks):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=200&fill=quick&lab={subject}")
        assert full(page)["ticks"] == pytest.approx(ticks)


def test_a_cold_deep_link_works(browser):
    with serving() as address, page_of(browser) as page:
        page.goto(f"{address}/beta_lab?T=300&lab=banditron&fill=quick")
        drawn = full(page)
        assert (drawn["data"]["symbol"], drawn["data"]["label"], drawn["data"]["T"]) == ("γ", "Banditron", 300)
