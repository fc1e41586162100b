"""The address and the history in a real Chromium: what a link holds, and what survives a visit to another page."""

import pytest

from tests.browser.arena import button, do, opened, seek, settled, wait
from tests.browser.server import page_of
from tests.browser.test_beta_lab import FIND as LAB
from tests.browser.test_beta_lab import full
from tests.browser.test_microscope import FIND as SCOPE
from tests.browser.test_microscope import wait as looked_at
from tests.browser.waiting import rests, says

pytestmark = pytest.mark.browser
PARAMETER = "name => new URLSearchParams(location.search).get(name)"


def parameter(page, name):
    """Return the parameter's value in the address, or None."""
    return page.evaluate(PARAMETER, name)


def entries(page):
    """Return the number of history entries, once the script has ended."""
    page.wait_for_selector("[data-test-script-state=notRunning]")
    return page.evaluate("history.length")


def visit(page, name):
    """Open another page through the navigation and wait until its address is complete."""
    page.get_by_role("link", name=name, exact=True).click()
    path = {"Arena": "/", "Microscope": "/microscope", "β Lab": "/beta_lab"}[name]
    page.wait_for_function("path => location.pathname === path", arg=path)
    says(page, v="2")


def back(page, path):
    """Go back one history entry."""
    page.go_back()
    page.wait_for_function("path => location.pathname === path", arg=path)
    says(page, v="2", sig="0.3")


def test_a_visit_to_a_page_adds_one_entry_and_back_leads_to_the_page_before(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="77", sig="0.3", T="300", n="2", fill="quick")
        says(page, v="2", t="77")
        before = entries(page)
        visit(page, "Microscope")
        looked_at(page, "s.t === 77")
        says(page, t="77", sig="0.3")
        assert entries(page) == before + 1
        visit(page, "β Lab")
        full(page)
        assert entries(page) == before + 2
        visit(page, "Arena")
        wait(page, "p.t === 77")
        says(page, t="77", sig="0.3")
        assert entries(page) == before + 3
        back(page, "/beta_lab")
        full(page)
        back(page, "/microscope")
        looked_at(page, "s.t === 77")
        back(page, "/")
        wait(page, "p.t === 77 && p.run.words.includes('σ=0.3')")
        assert entries(page) == before + 3


@pytest.mark.parametrize("focus", [0, 1])
def test_open_in_microscope_adds_one_entry(browser, server, focus):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="12", eye="learner", a="cspa(beta=1/6)~cspa(beta=1)")
        settled(page)
        says(page, v="2", t="12")
        before = entries(page)
        do(page, "p.act('focus', arg)", str(focus))
        button(page, "Look inside this round").click()
        looked_at(page, f"s.t === 12 && s.which === {focus}")
        assert entries(page) == before + 1


def test_a_data_set_that_is_used_adds_one_entry_and_back_leads_to_the_data_page_as_it_was(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/data?v=2&set=gaussians3")
        page.get_by_role("button", name="Use in the Arena").first.wait_for()
        before, address = entries(page), page.url
        page.get_by_role("button", name="Use in the Arena").first.click()
        wait(page, "p.run.words.startsWith('Three Gaussians')")
        says(page, v="2", d="gaussians3", set=None)
        assert entries(page) == before + 1
        page.go_back()
        page.wait_for_url(address)
        rests(page)
        assert page.url == address


def test_playing_alpha_leaves_the_history_and_the_address_alone(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick")
        full(page)
        before = entries(page)
        page.evaluate("""() => {
            window.writes = [];
            const {replaceState, pushState} = history;
            const heard = (write) => function (...given) {
                window.writes.push(given[2]);
                return write.apply(this, given);
            };
            Object.assign(history, {replaceState: heard(replaceState), pushState: heard(pushState)});
        }""")
        page.locator(".lab .play").click()
        page.wait_for_function(f"() => {LAB}.state().alpha > 0.5")
        assert page.evaluate("window.writes") == []
        page.locator(".lab .play").click()
        page.wait_for_function("new URLSearchParams(location.search).has('alpha')")
        assert entries(page) == before


def test_the_first_showing_adds_no_entries(browser, server):
    with page_of(browser) as page:
        opened(page, server)
        says(page, v="2")
        before = entries(page)
        wait(page, "p.t === 200 && !p.clock.playing")
        says(page, t="200")
        assert entries(page) == before


def test_the_marked_learner_is_in_the_link(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="50")
        settled(page)
        assert parameter(page, "who") is None
        page.locator(".st-key-player").get_by_role("button", name="Banditron γ=0.05", exact=True).click()
        says(page, who="2")
        page.reload()
        wait(page, "p.focus === 2 && p.t === 50")
        visit(page, "Microscope")
        assert looked_at(page, "s.t === 50 && s.which === 2")["scene"]["look"]["words"].startswith("Banditron")
        page.locator(".who button").nth(1).click()
        looked_at(page, "s.which === 1")
        visit(page, "Arena")
        wait(page, "p.focus === 1 && p.t === 50")
        page.locator(".st-key-player").get_by_role("button", name="CSPA β=1/6", exact=True).click()
        says(page, who=None)


def test_a_learner_that_does_not_play_is_not_marked(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="5", who="9")
        assert settled(page)["focus"] == 0
        page.get_by_text("who=9 in the link is now 0: the learners are 0 to 2.").wait_for()


def test_the_microscope_opens_the_round_on_the_screen_also_while_it_plays(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="20")
        settled(page)
        do(page, "(p.clock.speed = 5, p.play(), window.arena = p)")
        wait(page, "p.t > 60")
        visit(page, "Microscope")
        shown = page.evaluate("window.arena.t")
        assert shown > 60
        looked_at(page, f"s.t === {shown}")
        says(page, t=str(shown))
        visit(page, "Arena")
        wait(page, "p.t === arg && !p.clock.playing", shown)


def test_the_microscope_opened_at_round_0_adds_one_entry(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="0")
        settled(page)
        says(page, v="2")
        before = entries(page)
        page.get_by_role("button", name="Look inside this round").click()
        looked_at(page, "s.t === 1")
        says(page, t="1")
        assert entries(page) == before + 1


def test_the_address_follows_while_it_plays(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="20")
        settled(page)
        before = entries(page)
        do(page, "(p.clock.speed = 5, p.play())")
        page.wait_for_function("Number(new URLSearchParams(location.search).get('t')) > 40")
        assert do(page, "p.clock.playing")
        assert entries(page) == before


def test_x_and_the_supposed_answer_survive_a_visit_elsewhere(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/microscope?t=40&who=1&T=300&n=2&fill=quick")
        looked_at(page, "s.t === 40 && s.which === 1")
        page.evaluate(f"() => {SCOPE}.moveTo([0.6, -0.8])")
        looked_at(page, "s.moved")
        page.locator(".told").select_option("1")
        wanted = looked_at(page, "s.told === true")["scene"]["look"]
        says(page, x="0.6_-0.8", told="1")
        for elsewhere in ("β Lab", "Arena"):
            visit(page, elsewhere)
            full(page) if elsewhere == "β Lab" else wait(page, "p.t === 40 && p.focus === 1")
            visit(page, "Microscope")
            assert looked_at(page, "s.moved && s.told === true && s.t === 40")["scene"]["look"] == wanted
            says(page, x="0.6_-0.8", told="1", who="1")
        visit(page, "Arena")
        wait(page, "p.t === 40")
        seek(page, 41)
        visit(page, "Microscope")
        looked_at(page, "!s.moved && s.told === true && s.t === 41")  # x belongs to its round
        says(page, x=None, told="1")


def test_a_link_opened_in_the_same_tab_says_it_all(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="50", eye="learner", lin="1", who="1")
        settled(page)
        says(page, eye="learner")
        opened(page, server, t="60")
        drawn = settled(page)
        assert (drawn["t"], drawn["eye"], drawn["log"], drawn["focus"]) == (60, "god", True, 0)
