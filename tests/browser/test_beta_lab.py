"""The β Lab in a real Chromium: what is drawn is what was computed, the range moves, a point opens its run."""

import numpy as np
import pytest

from cspa_explore.experiments.sweep import sweep
from cspa_explore.ui import lab
from cspa_explore.ui.settings import Settings
from tests.browser.server import ROOT, page_of

pytestmark = pytest.mark.browser
SHOTS = ROOT / ".screenshots"
FIND = "[...document.querySelectorAll('*')].map(el => el.shadowRoot?.querySelector('.cspa.lab')?.cspa).find(Boolean)"


def full(page):
    """Wait until every cell is drawn; return the state."""
    page.wait_for_function(
        f"() => {{ const lab = {FIND}; return lab?.box && lab.data.mean.flat().every((m) => m !== null); }}",
        timeout=90_000,
    )
    page.wait_for_timeout(300)
    return page.evaluate(f"() => {FIND}.state()")


def apart(labels):
    for i, a in enumerate(labels):
        for b in labels[:i]:
            across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
            assert not (across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]), (a, b)


@pytest.mark.parametrize(
    ("name", "width", "height", "scheme"),
    [
        ("light", 1280, 800, "light"),
        ("dark", 1280, 800, "dark"),
        ("projector", 1024, 768, "light"),
        ("phone", 400, 800, "light"),
    ],
)
def test_what_is_drawn_is_what_was_computed(browser, server, name, width, height, scheme):
    with page_of(browser, width, height, scheme) as page:
        page.goto(f"{server}/beta_lab?T=500&fill=quick")
        drawn = full(page)
        plan = lab.plan_of(Settings(rounds=500), "cspa", "quick")
        result = sweep(plan.learner, plan.param, plan.values, plan.sigmas, plan.settings.stream, plan.trials)
        np.testing.assert_array_equal(drawn["data"]["mean"], result.mean)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        apart(drawn["labels"])
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"beta-lab-{name}.png", full_page=True)


def test_the_range_moves_with_alpha_and_plays(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick")
        full(page)
        page.wait_for_function(f"() => !{FIND}.state().playing", timeout=20_000)  # it plays once by itself
        slider = page.locator(".lab .scrub")
        slider.fill("40")
        state = page.evaluate(f"() => {FIND}.state()")
        assert state["edge"] == pytest.approx(0.6 / 3)
        page.wait_for_function("() => document.body && true")
        page.locator(".lab .play").click()
        page.wait_for_function(f"() => {FIND}.state().alpha > 0.6")
        apart(page.evaluate(f"() => {FIND}.state()")["labels"])
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
