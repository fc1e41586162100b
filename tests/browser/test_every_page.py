"""What holds on every page: sizes, themes, contrast, names for screen readers, and access by keyboard."""

import pytest

from tests.browser.arena import labels_apart, shot
from tests.browser.reading import CANVASES, CONTROLS, FOCUSED, LISTEN, TEXTS, WRITTEN, faint
from tests.browser.server import page_of
from tests.browser.waiting import frames, rests

pytestmark = pytest.mark.browser
DRAWINGS = {
    "arena": ".cspa",
    "microscope": ".cspa.scope",
    "beta_lab": ".cspa.lab",
    "theory": ".cspa.theory",
    "paper": ".cspa.paper",
    "data": ".cspa.data-view",
    "your_turn": ".cspa.turn",
    "classroom": ".cspa.classroom",
}
QUERIES = {
    "arena": "t=137",
    "microscope": "t=12&who=1",
    "beta_lab": "T=500&fill=quick",
    "theory": "T=500&u=means",
    "paper": "also=baseline",
    "data": "set=digits",
    "your_turn": "turns=10&you=1234123412",
    "classroom": "q=1",
}
READY = {
    "arena": "v.frames.length > 0 && v.state().settled",
    "microscope": "v.shownAt && !v.waiting",
    "beta_lab": "v.graph.box && v.data.map.cells.flat().every((m) => m !== null) && !v.state().playing",
    "theory": "v.frames > 0 && v.graph.box && !v.playing",
    "paper": "v.frames > 0 && v.dots.drawn.length > 0",
    "data": "v.frames > 0 && v.labels.length > 0",
    "your_turn": "v.frames > 0 && v.phase === 'end' && v.labels().length",
    "classroom": "v.frames > 0 && v.data.run",
}
# Pages without folds: the button to wait for instead of "Settings as JSON".
UNFOLDED = {"paper": "LaTeX", "data": "Use in the Arena"}
SIZES = {"wide": (1280, 800), "projector": (1024, 768), "phone": (400, 800)}


def drawing(name):
    """Return a JavaScript expression for the page's drawing."""
    inside = f"el.shadowRoot?.querySelector('{DRAWINGS[name]}')?.cspa"
    return f"[...document.querySelectorAll('*')].map((el) => {inside}).find(Boolean)"


def opened(page, address, name):
    page.goto(f"{address}/{name}?{QUERIES[name]}")
    page.wait_for_function(f"() => {{ const v = {drawing(name)}; return v && {READY[name]} }}", timeout=90_000)
    page.wait_for_function("document.querySelectorAll('[data-testid=stSkeleton]').length === 0")
    rests(page)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize("sizes", [["wide", "projector"], ["phone"]], ids="-".join)
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_page_can_be_read_at_every_size_in_both_themes(browser, server, name, sizes, scheme):
    with page_of(browser, *SIZES[sizes[0]], scheme, motion="reduce") as page:  # no animation to wait for
        page.add_init_script(f"({LISTEN})()")
        opened(page, server, name)
        for size in sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            rests(page)
            can_be_read(page, name)
            shot(page, f"page-{name}-{size}-{scheme}", full=True)


def can_be_read(page, name):
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "it scrolls sideways"
    view = f"(() => {drawing(name)})()"
    assert page.evaluate(f"() => {view}.root.scrollWidth <= {view}.root.clientWidth + 1"), "the drawing is cut"
    labels_apart(page.evaluate(f"() => {view}.state().labels || []"))
    assert faint(page.evaluate(TEXTS)) == []
    page.evaluate(f"() => {{ const v = {view}; window.listening = true; (v.invalidate || v.draw).call(v); }}")
    frames(page)
    written = page.evaluate(WRITTEN)
    assert written, "something is written in the drawing"
    assert faint(written) == []
    names = page.evaluate(CANVASES)
    assert names, "there is a canvas"
    assert all(len(text) > 20 for text in names), names


@pytest.mark.long  # axe reads what is unfolded in every run
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [name for name in DRAWINGS if name not in UNFOLDED])
def test_what_is_folded_away_can_be_read_in_both_themes(browser, server, name, scheme):
    with page_of(browser, 1280, 1600, scheme, motion="reduce") as page:
        page.add_init_script(f"({LISTEN})()")
        opened(page, server, name)
        page.evaluate("window.listening = true")
        folded = page.locator("details:not([open]) > summary:visible")
        for _ in range(folded.count()):
            folded.first.click()
            rests(page)
        page.get_by_role("button", name="Settings as JSON").first.wait_for()
        for charts in page.locator("[data-testid=stPlotlyChart]").all():
            charts.locator(".xtick text").first.wait_for()
        page.wait_for_function("window.written.length > 0")  # tables are drawn on canvases
        rests(page)
        texts = page.evaluate(TEXTS)
        charts = page.locator(".xtick text, .ytitle, .legendtext").all_text_contents()
        assert set(charts) <= {text for text, _ in texts}, "the texts of the charts were checked too"
        assert faint(texts) == []
        assert faint(page.evaluate(WRITTEN)) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        shot(page, f"folded-{name}-{scheme}", full=True)


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_control_of_a_drawing_is_reached_by_the_keyboard_and_seen_to_be(browser, server, name):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, name)
        wanted = set(page.evaluate(CONTROLS, DRAWINGS[name]))
        assert wanted
        reached, seen = set(), set()
        for _ in range(len(wanted) + 60):
            page.keyboard.press("Tab")
            if found := page.evaluate(FOCUSED):
                reached.add(found[0])
                seen |= {found[0]} if found[1] else set()
            if reached == wanted:
                break
        assert reached == wanted
        assert seen == wanted, "the focus is visible"
        framed = "document.querySelector('[data-testid=stMain]').matches(':focus-visible')"
        page.mouse.click(1200, 66)  # on an empty area
        page.keyboard.press("Shift")
        assert not page.evaluate(framed)
        page.locator("[data-testid=stMain]").focus()
        page.keyboard.press("Shift")
        assert page.evaluate(framed), "reached by the keyboard, it is seen to have the focus"
