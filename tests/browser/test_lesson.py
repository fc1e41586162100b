"""Lesson links: only the chosen controls are there, on every visit, and the dialog makes such links."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.arena import do, opened, seek, settled, shot, tool, wait
from tests.browser.server import page_of
from tests.browser.test_axe import report, violations
from tests.browser.test_every_page import QUERIES, READY, drawing
from tests.browser.test_page_tools import PRESENTING
from tests.browser.waiting import rests, says

pytestmark = pytest.mark.browser
GROUPS = {
    "play": ".transport", "steps": ".beats", "jumps": ".jumps", "speed": ".speed", "eyes": ".eyes", "menu": ".menu",
    "look": ".look", "try": ".try", "sigma": "[data-handle=sigma]", "parameter": "[data-handle=param]",
}  # fmt: skip


def seen(page):
    """Return the groups of the stage that are visible."""
    part = "p.find(arg).checkVisibility()"
    return {name for name, selector in GROUPS.items() if do(page, part, selector)}


def test_only_sigma_and_play_remain_on_every_visit_until_all_is_shown(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, hide="all-but~sigma~play", t="60", n="2")
        settled(page)
        rests(page)
        assert seen(page) == {"sigma", "play"}
        sidebar, pages = page.locator("[data-testid=stSidebar]"), page.locator("[data-testid=stTopNavLink]")
        assert not sidebar.is_visible()
        assert not any(link.is_visible() for link in pages.all())
        assert not page.locator(".st-key-below_arena").is_visible()
        assert not tool(page, "Copy link").is_visible()
        eye = do(page, "p.eye")
        for key in ("m", "g", "s"):
            page.keyboard.press(key)
        assert (settled(page)["t"], do(page, "p.eye"), do(page, "p.beats.on")) == (60, eye, False)
        page.keyboard.press("ArrowRight")
        assert settled(page)["t"] == 61
        assert not (found := violations(page)), report(found)
        shot(page, "lesson")
        page.goto(f"{server}/?hide=jumps~eyes&t=60&n=2")
        wait(page, "p.frames.length > 0")
        rests(page)
        assert seen(page) == set(GROUPS) - {"jumps", "eyes"}
        pages.filter(has_text="Microscope").click()
        says(page, hide="jumps~eyes", t="60")
        pages.filter(has_text="Arena").click()
        wait(page, "p.frames.length > 0")
        says(page, hide="jumps~eyes")
        page.reload()
        wait(page, "p.frames.length > 0")
        assert seen(page) == set(GROUPS) - {"jumps", "eyes"}
        tool(page, "Show all controls").click()
        says(page, hide=None)
        wait(page, "p.find('.jumps').checkVisibility()")
        assert seen(page) == set(GROUPS)
        assert not tool(page, "Show all controls").is_visible()


# The controls of the page that are in sight, except its tools and what always stays, by their HTML.
CONTROLS = """(stay) => {
    const roots = [document, ...[...document.querySelectorAll('*')].map((el) => el.shadowRoot).filter(Boolean)];
    const kinds = 'button, input, select, textarea, a[href]:not([href^="#"])';
    const all = roots.flatMap((root) => [...root.querySelectorAll(kinds)]);
    const ours = all.filter((el) => !(el.getRootNode().host ?? el).closest('.st-key-page_tools, header'));
    const seen = ours.filter((el) => !el.matches(stay) && el.checkVisibility({visibilityProperty: true}));
    return seen.map((el) => el.outerHTML.slice(0, 90));
}"""
STAY = {
    "microscope": "none",
    "beta_lab": "[data-learner]",
    "theory": ".term",
    "paper": ".lane",
    "your_turn": "none",
    "classroom": ".votes *, [data-act=lock], [data-go], .name",
}


ALSO = [pytest.param(name, marks=pytest.mark.long) for name in ("theory", "paper", "your_turn", "classroom")]


@pytest.mark.parametrize("name", ["microscope", "beta_lab", *ALSO])
def test_on_other_pages_a_lesson_leaves_the_drawing_alone(browser, server, name):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/{name}?{QUERIES[name]}&hide=all-but")
        view = drawing(name)
        page.wait_for_function(f"() => {{ const v = {view}; return v && {READY[name]} }}", timeout=90_000)
        # A lesson keeps the buttons that cancel work.
        page.wait_for_selector("[class*=st-key-cancel_]", state="detached", timeout=90_000)
        rests(page)
        assert page.evaluate(CONTROLS, STAY[name]) == []
        shot(page, f"lesson-{name}")
        if name == "microscope":
            before = page.evaluate(f"() => ({view}).scene.point")
            box = page.locator(".cspa.scope .before").bounding_box()
            page.mouse.click(box["x"] + 30, box["y"] + 30)
            page.locator(".cspa.scope .before").focus()
            page.keyboard.press("ArrowUp")
            assert page.evaluate(f"() => [({view}).waiting, ({view}).preview]") == [False, None]
            assert page.evaluate(f"() => ({view}).scene.point") == before
        if name == "beta_lab":
            page.locator(".lab .contest button").first.click()
            page.locator(".lab .map canvas").click(position={"x": 200, "y": 20})
            page.locator(".lab .map canvas").focus()
            for key in ("ArrowRight", "+", "Enter"):
                page.keyboard.press(key)
            assert page.evaluate(f"() => [({view}).chosen, ({view}).zoom, ({view}).find('.notice').textContent]") == [
                False, None, ""
            ]  # fmt: skip
        assert not (found := violations(page)), report(found)
        tool(page, "Show all controls").click()
        page.wait_for_function(f"() => ({CONTROLS})('none').length > 5")


def test_the_dialog_makes_the_link(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        opened(page, server, n="2", t="60", sig="0.5")
        settled(page)
        seek(page, 137)
        tool(page, "Lesson link…").click()
        dialog = page.locator(".st-key-page_tools dialog.lesson")
        link = dialog.get_by_label("Link", exact=True)
        assert parse_qs(urlsplit(link.input_value()).query) == parse_qs(urlsplit(page.url).query)
        assert not (found := violations(page)), report(found)
        shot(page, "lesson-dialog")
        dialog.get_by_role("button", name="Only σ and Play").click()
        dialog.get_by_label("open in presenter view").check()
        page.keyboard.press("m")  # the page behind does not hear it
        dialog.get_by_role("button", name="Copy").click()
        dialog.get_by_text("Link copied").wait_for()
        made = page.evaluate("navigator.clipboard.readText()")
        query = {name: value for name, (value,) in parse_qs(urlsplit(made).query).items()}
        assert query == {"v": "2", "n": "2", "sig": "0.5", "t": "137", "hide": "all-but~sigma~play", "present": "1"}
        assert do(page, "p.t") == 137
        page.keyboard.press("Escape")
        assert not dialog.is_visible()
        page.goto(made)
        wait(page, "p.frames.length > 0 && p.root.classList.contains('present')")
        assert page.evaluate(PRESENTING)
        assert seen(page) == {"sigma", "play"}
        tool(page, "Leave (Esc)").click()
        says(page, present=None, hide="all-but~sigma~play")
        page.keyboard.press("p")
        says(page, present=None)  # with the tools hidden, P does nothing
        assert not page.evaluate(PRESENTING)
