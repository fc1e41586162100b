"""Link, present and help: what they do together with the drawing of a page."""

import pytest

from tests.browser.arena import do, opened, settled, tool
from tests.browser.mounting import empty_page, mounted
from tests.browser.server import page_of
from tests.browser.test_beta_lab import FIND as LAB
from tests.browser.test_beta_lab import full
from tests.browser.test_microscope import FIND as SCOPE
from tests.browser.test_microscope import wait

pytestmark = pytest.mark.browser
PRESENTING = "() => document.documentElement.classList.contains('cspa-present')"
ESCAPE = "new KeyboardEvent('keydown', {key: 'Escape', bubbles: true, composed: true, cancelable: true})"
CLICKS = """
    let resized = 0;
    addEventListener("resize", () => resized++);
    call();
    while (!root.firstChild) await frame();
    const click = () => document.body.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true})), seen = [];
    const help = () => parentElement.querySelector(".tools [data-tool=help]").click();
    for (const act of [click, help, click, click]) {
        act();
        seen.push(resized);
    }
    help();
    return [seen, [...parentElement.querySelectorAll("h3")].map((title) => title.textContent)];
"""


def test_a_click_makes_room_only_when_it_closes_the_help_and_a_page_may_have_no_help(browser):
    with empty_page(browser) as page:
        assert mounted(page, "tools", {"page": "unknown"}, CLICKS) == [[0, 1, 2, 2], ["Keys"]]
    with empty_page(browser) as page:
        assert mounted(page, "tools", {"page": "arena"}, CLICKS)[1] == ["What you see", "Keys"]


def test_escape_closes_the_menu_before_it_leaves_present(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="60", n="2")
        settled(page)
        tool(page, "Present").click()
        do(page, "(p.find('.menu').open = true)")
        page.evaluate(f"document.body.dispatchEvent({ESCAPE})")
        assert do(page, "p.find('.menu').open") is False
        assert page.evaluate(PRESENTING)
        page.evaluate(f"document.body.dispatchEvent({ESCAPE})")
        assert not page.evaluate(PRESENTING)


def test_escape_ends_beat_by_beat_before_it_leaves_present(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/microscope?t=8&n=2")
        wait(page, "s.t === 8")
        tool(page, "Present").click()
        page.keyboard.press("s")
        page.wait_for_function(f"() => {SCOPE}.state().beats.on")
        page.evaluate(f"document.body.dispatchEvent({ESCAPE})")
        assert page.evaluate(f"() => {SCOPE}.state().beats.on") is False
        assert page.evaluate(PRESENTING)
        page.evaluate(f"document.body.dispatchEvent({ESCAPE})")
        assert not page.evaluate(PRESENTING)


def test_a_copied_link_says_what_is_on_screen_now(browser, server):
    """The address is written only after a moment of rest; here it never rests."""
    later = "(find) => { const view = eval(find); clearTimeout(view.writing); view.%s = () => {}; }"
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/microscope?t=8&n=2")
        wait(page, "s.t === 8")
        page.evaluate(later % "rememberPlace", SCOPE)
        page.keyboard.press("ArrowRight")
        wait(page, "s.t === 9")
        assert "t=8" in page.url
        page.keyboard.press("l")
        page.wait_for_function("() => location.search.includes('t=9')", timeout=3000)
        page.goto(f"{server}/beta_lab?T=300&fill=quick&n=2")
        full(page)
        page.evaluate(later % "settle", LAB)
        page.locator(".lab .scrub").fill("40")
        page.wait_for_function(f"() => {LAB}.state().alpha === 0.4")
        assert "alpha" not in page.url
        page.locator(".lab .scrub").blur()
        page.keyboard.press("l")
        page.wait_for_function("() => location.search.includes('alpha=0.40')", timeout=3000)
