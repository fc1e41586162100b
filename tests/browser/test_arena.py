"""The first page in a real Chromium on a real server."""

import numpy as np
import pytest

from cspa_explore.experiments.run import run
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText
from tests.browser.server import ROOT, browsing, page_of, serving

pytestmark = pytest.mark.browser
SHOTS = ROOT / ".screenshots"


@pytest.fixture(scope="module")
def browser():
    with browsing() as running:
        yield running


@pytest.fixture(scope="module")
def server():
    with serving() as address:
        yield address


def expected(beta="1/6", sigma=0.25):
    learners = [LearnerText.of("cspa", beta=beta), LearnerText.of("banditron", gamma="0.05")]
    return run(learners, Stream("gaussians4", seed=7, sigma=sigma), trials=10).results


def chart(page, name):
    """The y values of a curve as they are drawn; waits until it is there."""
    page.wait_for_function(
        """name => [...document.querySelectorAll('.st-key-curves .js-plotly-plot')]
                   .some(el => el._fullData?.some(trace => trace.name === name))""",
        arg=name,
        timeout=90_000,
    )
    return page.evaluate(
        """name => Array.from(document.querySelector('.st-key-curves .js-plotly-plot')._fullData
                   .find(trace => trace.name === name).y)""",
        name,
    )


def shot(page, name):
    SHOTS.mkdir(exist_ok=True)
    page.wait_for_timeout(400)  # for the drawing to settle, in the picture only
    page.screenshot(path=SHOTS / f"{name}.png")


@pytest.mark.parametrize(
    ("name", "width", "height", "scheme"),
    [
        ("light", 1280, 800, "light"),
        ("dark", 1280, 800, "dark"),
        ("projector", 1024, 768, "light"),
        ("phone", 400, 800, "light"),
    ],
)
def test_the_curves_drawn_are_the_curves_computed(browser, server, name, width, height, scheme):
    with page_of(browser, width, height, scheme) as page:
        page.goto(server)
        drawn = chart(page, "CSPA β=1/6")
        cspa, banditron = expected()
        assert drawn[-1] == pytest.approx(100 * cspa.mean, abs=1e-9)
        np.testing.assert_allclose(chart(page, "Banditron γ=0.05")[-1], 100 * banditron.mean)
        sentence = page.get_by_text("Right proposals after 4,000 rounds").inner_text()
        assert f"CSPA β=1/6: {cspa.words}" in sentence
        assert "±" in cspa.words
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        shot(page, f"arena-{name}")


def test_moving_beta_draws_the_new_curve(browser, server):
    with page_of(browser) as page:
        page.goto(server)
        chart(page, "CSPA β=1/6")
        page.locator(".st-key-beta input[type=range], .st-key-beta [role=slider]").first.focus()
        page.keyboard.press("End")
        assert chart(page, "CSPA β=1")[-1] == pytest.approx(100 * expected(beta="1")[0].mean)
        shot(page, "arena-beta-1")


def test_a_deep_link_opens_the_app_on_a_cold_and_on_a_warm_server(browser):
    with serving() as address:
        for _ in ("cold", "warm"):
            with page_of(browser) as page:
                page.goto(f"{address}/arena")
                chart(page, "CSPA β=1/6")
                assert page.title() == "CSPA Explorer"
                assert page.locator("[role=dialog]").count() == 0
