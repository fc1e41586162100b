"""Streamlit's own widgets in a real Chromium: words are not cut off, and are legible in both themes."""

from urllib.parse import quote

import pytest

from tests.browser.server import ROOT, page_of
from tests.browser.waiting import rests, still

pytestmark = pytest.mark.browser
SHOTS = ROOT / ".screenshots"
LEARNERS = quote("cspa(beta=1/6)~cspa(beta=1/6)@600(beta=1)~banditron~pnewtron")

# Paints the backgrounds over each other, as the browser does, then the text's colour over them.
READ = """(elements) => elements.map((el) => {
  const text = el.querySelector('span[title], p') ?? el, layers = [];
  for (let up = text; up; up = up.parentElement) layers.unshift(getComputedStyle(up).backgroundColor);
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  const paint = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const parts = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255);
    const [r, g, b] = parts.map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const below = layers.map(paint).at(-1), above = paint(getComputedStyle(text).color);
  const contrast = (Math.max(above, below) + 0.05) / (Math.min(above, below) + 0.05);
  return {words: text.textContent, contrast, cut: text.scrollWidth > text.clientWidth + 1};
})"""


def test_learners_that_are_taken_out_fast_stay_out(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/?T=300&n=2&t=5")
        page.locator("[data-tag]").nth(2).wait_for()
        rests(page)
        page.locator(".st-key-w_learners input").first.click()
        for _ in range(3):
            page.keyboard.press("Backspace", delay=20)
        page.get_by_text("Pick at least one learner: in the sidebar").wait_for()
        assert page.locator("[data-tag]").count() == 0
        page.wait_for_function("new URLSearchParams(location.search).get('a') === ''")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_chips_and_buttons_can_be_read(browser, server, scheme):
    with page_of(browser, scheme=scheme) as page:
        page.goto(f"{server}/beta_lab?a={LEARNERS}&d=mnist")
        page.wait_for_selector("[data-testid=stBaseButton-primary]", timeout=60_000)
        found = page.locator("[data-tag], [data-testid=stBaseButton-primary]").evaluate_all(READ)
        words = [one["words"] for one in found]
        assert "CSPA β=1/6 → β=1 at round 600" in words
        assert "Start" in words
        assert all(one["contrast"] >= 4.5 for one in found), found
        assert not [one for one in found if one["cut"]]
        page.hover("[data-testid=stBaseButton-primary]")
        still(page.locator("[data-testid=stBaseButton-primary]"))
        (button,) = page.locator("[data-testid=stBaseButton-primary]").evaluate_all(READ)
        assert button["contrast"] >= 4.5
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"sidebar-{scheme}.png")
        print({one["words"]: round(one["contrast"], 1) for one in found})
