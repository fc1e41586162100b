"""The guide in a real browser: seven steps with their consequences, in nobody's way, offered once; and the glossary."""

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.guide.glossary import GLOSSARY
from cspa_explore.guide.steps import NEXT_PAGES, STEPS
from tests.browser.arena import do, opened, settled, tool, wait
from tests.browser.server import page_of
from tests.browser.test_axe import report, violations
from tests.browser.waiting import rests, says
from tests.guide.facts import after_action, arena_facts

pytestmark = pytest.mark.browser
CARD = ".st-key-page_tools .guide"
HELP = ".st-key-page_tools aside.help"
# The highlighted elements, also in shadow roots, and whether the control of the step is the one.
RINGS = """([inside, control]) => {
    const roots = [document, ...[...document.querySelectorAll('*')].map((el) => el.shadowRoot).filter(Boolean)];
    const found = roots.flatMap((root) => [...root.querySelectorAll('[data-guided]')]);
    const host = document.querySelector(`.st-key-${inside || 'x'} [data-testid=stBidiComponentIsolated]`);
    const home = inside ? host?.shadowRoot : document;
    const box = found[0]?.getBoundingClientRect();
    return found.length === 1 && found[0] === home?.querySelector(control) && box.width > 20
        && box.top >= 0 && box.bottom <= innerHeight;
}"""
# The controls of the page that the card covers, by their texts.
COVERED = """() => {
    const roots = [document, ...[...document.querySelectorAll('*')].map((el) => el.shadowRoot).filter(Boolean)];
    const card = roots.map((root) => root.querySelector('section.guide')).find(Boolean);
    const box = card.getBoundingClientRect();
    const controls = roots.flatMap((root) => [...root.querySelectorAll('button, input, select, a[href], summary')]);
    return controls.filter((el) => !card.contains(el) && el.checkVisibility()).filter((el) => {
        const at = el.getBoundingClientRect(), x = at.left + at.width / 2, y = at.top + at.height / 2;
        if (!at.width || x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
        const outer = el.getRootNode().host ?? el, main = document.querySelector('[data-testid=stMain]');
        const clip = (outer.closest('[data-testid=stSidebarContent]') ?? main).getBoundingClientRect();
        return y < clip.bottom; // below, it is scrolled out of sight
    }).map((el) => el.textContent || el.outerHTML.slice(0, 80));
}"""
ACTIONS = {
    "1": lambda page: page.locator(".st-key-player .play").click(),
    "2": lambda page: page.get_by_role("button", name="Beat by beat").click(),
    "3": lambda page: page.locator(".st-key-scope .told").select_option("0"),
    "4": lambda page: page.get_by_role("button", name="next ●").click(),
    "5": lambda page: dragged(page, "sigma", "0.25", "p.run.header.sigma.value === 0.05"),
    "6": lambda page: dragged(page, "param", "1", "p.run.L === 1"),
    "7": lambda page: page.get_by_role("button", name="Three at 120°").click(),
}


def card(page, place):
    """Wait until the card shows the step."""
    page.locator(CARD).get_by_text(f"step {place} of 7").wait_for(timeout=30_000)
    return page.locator(CARD)


def dragged(page, handle, value, ready):
    """Once the step's run is ready, move a handle by keys to the value."""
    wait(page, ready)
    slider = page.locator(f".st-key-player [data-handle={handle}] input")
    slider.focus()
    for _ in range(60):
        shown = page.locator(f".st-key-player [data-handle={handle}] output b").text_content()
        if shown == value:
            break
        slider.press("ArrowRight")
    assert shown == value
    slider.blur()


def ringed(page, place):
    """Wait until exactly the control of the step is highlighted, and in sight."""
    step = STEPS[int(place) - 1]
    page.wait_for_function(RINGS, arg=[step.inside, step.control], timeout=30_000)


def consequence(page, words=""):
    page.wait_for_function(
        """(words) => [...document.querySelectorAll('*')].map((el) => el.shadowRoot?.querySelector('.guide .then'))
            .find(Boolean)?.textContent.replaceAll('\\u00a0', ' ').startsWith(words)""",
        arg=words,
        timeout=60_000,
    )
    return page.locator(f"{CARD} .then").text_content().replace("\u00a0", " ")


def test_seven_steps_lead_through_the_pages_and_every_consequence_has_the_kernels_numbers(browser, server):
    with page_of(browser, motion="reduce", new_here=True) as page:
        opened(page, server, t="7", sig="0.5", eye="god")
        page.locator(CARD).get_by_text("New here?").wait_for()
        assert page.evaluate(COVERED) == []
        page.locator(CARD).get_by_role("link", name="Start the guide").click()
        for place in "1234567":
            card(page, place)
            says(page, guide=place)
            ringed(page, place)
            assert page.evaluate(COVERED) == [], place
            rests(page)
            ACTIONS[place](page)
            if place == "1":
                consequence(page, "By")
                t = int(do(page, "p.pause() || p.t"))
                wanted = STEPS[0].then.format_map(arena_facts(FIRST, t))
            else:
                wanted = after_action(place)
            assert consequence(page, wanted) == wanted, place
            rests(page)
            page.locator(CARD).get_by_role("link", name="Next" if place < "7" else "Finish").click()
        page.locator(CARD).get_by_text("Three open questions").wait_for()
        says(page, guide="end")
        assert page.locator(f"{CARD} li").count() == 3
        page.keyboard.press("Escape")
        page.locator(CARD).wait_for(state="hidden")
        says(page, guide=None)
        for path, words in NEXT_PAGES:
            page.goto(f"{server}/data?v=2&guide=end")
            page.locator(CARD).get_by_role("link", name=words).click()
            page.wait_for_url(f"**/{path}*")
            page.locator(CARD).wait_for(state="hidden")
        page.goto(server)
        tool(page, "Guide").wait_for()
        settled(page)
        assert page.locator(CARD).is_hidden(), "never offered again"
        tool(page, "Guide").click()
        card(page, "1")
        page.go_back()
        page.locator(CARD).wait_for(state="hidden")


def test_who_has_seen_the_end_of_a_linked_guide_is_not_offered_it(browser, server):
    with page_of(browser, motion="reduce", new_here=True) as page:
        opened(page, server, t="600", guide="7")
        card(page, "7")
        page.locator(CARD).get_by_role("link", name="Finish").click()
        page.locator(CARD).get_by_text("Three open questions").wait_for()
        opened(page, server, t="600")
        tool(page, "Guide").wait_for()
        settled(page)
        assert page.locator(CARD).is_hidden()


LOSE = """asked => {
    const kept = JSON.parse(sessionStorage.getItem('cspa'));
    sessionStorage.setItem('cspa', JSON.stringify({...kept, values: {...kept.values, guide_asked: asked}}));
    history.replaceState(history.state, '', `${location.pathname}?v=2`);
}"""


def test_a_step_that_the_address_has_lost_comes_back(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="600", who="2", guide="4")
        card(page, "4")
        page.evaluate(LOSE, None)  # a stale script run has overwritten the address
        says(page, guide="4")
        page.evaluate(LOSE, "4")  # the request for the step was lost
        says(page, guide="4")


def test_on_a_phone_and_presenting_the_card_covers_no_control_and_the_keyboard_works_it(browser, server):
    with page_of(browser, 400, 800, motion="reduce", new_here=True) as page:
        opened(page, server, t="600")
        page.locator(CARD).get_by_role("button", name="No, thanks").click()
        page.locator(CARD).wait_for(state="hidden")
        page.reload()
        tool(page, "Guide").wait_for()
        settled(page)
        assert page.locator(CARD).is_hidden(), "never offered again"
        opened(page, server, t="600", who="2", guide="4")
        card(page, "4")
        ringed(page, "4")
        assert page.evaluate(COVERED) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page_of(browser, 1024, 768, motion="reduce") as page:
        opened(page, server, t="600", who="2", guide="4")
        ringed(page, "4")
        before = page.locator(CARD).bounding_box()
        next_ = page.locator(CARD).get_by_role("link", name="Next")
        tool(page, "Present").click()
        ringed(page, "4")
        assert page.evaluate(COVERED) == []
        next_.focus()
        page.keyboard.press("Enter")
        card(page, "5")
        ringed(page, "5")
        page.wait_for_function("document.activeElement?.shadowRoot?.activeElement?.classList.contains('next')")
        page.keyboard.press("Escape")
        page.locator(CARD).wait_for(state="hidden")
        assert page.evaluate("document.documentElement.classList.contains('cspa-present')"), "Esc closed the card alone"
        assert before["width"] >= 250


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_guide_and_in_the_glossary_and_its_words_are_explained(browser, server, scheme):
    with page_of(browser, scheme=scheme, motion="reduce") as page:
        opened(page, server, t="600", who="2", guide="4", word="margin")
        ringed(page, "4")
        page.locator(HELP).get_by_text("How far the score of a class lies above").wait_for()
        assert page.locator(f"{HELP} .words dt").all_text_contents() == [word.term for word in GLOSSARY]
        assert page.locator(f"{HELP} .wanted dt").text_content() == "margin"
        rests(page)
        assert not (found := violations(page)), report(found)
        term = page.locator(f"{HELP} .term").first
        explained = next(word for word in GLOSSARY if word.key == term.get_attribute("data-term"))
        term.focus()
        tip = page.locator(".st-key-page_tools .tip")
        assert tip.text_content() == f"{explained.term} {explained.text}"
        read = page.locator(f"{HELP} #{term.get_attribute('aria-describedby')}")
        assert read.text_content() == explained.text, "for a screen reader"
        assert not (found := violations(page)), report(found)
        page.keyboard.press("Escape")
        assert tip.is_hidden()
        assert page.locator(HELP).is_visible(), "Esc first hides the explanation"
        term.hover()
        assert tip.is_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        assert page.locator(HELP).is_hidden()
        says(page, word=None)
        assert page.locator(CARD).is_visible()
