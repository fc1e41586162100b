"""axe-core finds nothing on any page, in either theme, with everything unfolded too."""

import json

import pytest

from tests.browser.arena import shot
from tests.browser.server import ROOT, page_of
from tests.browser.test_every_page import DRAWINGS, UNFOLDED, opened
from tests.browser.waiting import rests

pytestmark = pytest.mark.browser
AXE = ROOT / "tests" / "front" / "node_modules" / "axe-core" / "axe.min.js"  # `make test` installs it
RUN = """() => axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.flatMap(
    ({id, impact, help, nodes}) => nodes.map(({target, html, failureSummary}) => ({id, impact, help,
        target: target.flat(9).join(' >>> '), html: html.slice(0, 200), why: failureSummary}))))"""


def violations(page):
    """Return what axe-core finds: of any impact, also inside shadow roots."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(RUN)


def report(found):
    return json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", DRAWINGS)
def test_axe_finds_nothing(browser, server, name, scheme):
    with page_of(browser, 1280, 1600, scheme, motion="reduce") as page:
        opened(page, server, name)
        assert not (found := violations(page)), report(found)
        folded = page.locator("details:not([open]) > summary:visible")
        for _ in range(folded.count()):
            folded.first.click()
            rests(page)
        page.get_by_role("button", name=UNFOLDED.get(name, "Settings as JSON")).first.wait_for()
        for chart in page.locator("[data-testid=stPlotlyChart]").all():
            chart.locator(".xtick text").first.wait_for()
        rests(page)
        assert not (found := violations(page)), report(found)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "query",
    [
        "t=36&who=2&x=0.3_0.9&told=1",
        "d=letter&t=50",
        pytest.param("d=letter&t=4000&a=spa", marks=pytest.mark.long),
        pytest.param("t=12&bias=1", marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing_in_other_states_of_the_microscope(browser, server, query, scheme):
    with page_of(browser, 1280, 1600, scheme, motion="reduce") as page:
        page.goto(f"{server}/microscope?{query}")
        page.locator(".cspa.scope .scores tbody tr").first.wait_for(timeout=60_000)
        rests(page)
        assert not (found := violations(page)), report(found)
        page.evaluate(
            "[...document.querySelectorAll('*')].map((el) => el.shadowRoot?.querySelector('.cspa.scope'))"
            ".find(Boolean).classList.add('late')"
        )  # numbers are being computed anew
        assert not (found := violations(page)), report(found)
        page.get_by_role("button", name="Beat by beat").click()
        page.locator(".cspa.scope .caption").filter(has_text="sees x").wait_for()
        assert not (found := violations(page)), report(found)


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_axe_finds_nothing_in_the_answers_of_the_lab(browser, server, scheme):
    learners = "cspa(beta=1/6)~cspa_averaged(beta=1)"
    with page_of(browser, 1280, 1600, scheme, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick&lab=cspa_averaged&best=cspa~cspa_averaged&a={learners}")
        answers = page.locator(".cspa.lab .answer")
        for question in ("Does averaging make β irrelevant?", "Is CSPA the best learner here?"):
            answers.filter(has_text=question).wait_for(timeout=90_000)
        rests(page)
        shot(page, f"lab-answers-{scheme}")
        assert not (found := violations(page)), report(found)


def test_axe_sees_a_fault_in_a_shadow_root(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, "microscope")
        page.evaluate("""() => {
            const roots = [...document.querySelectorAll('*')].map((el) => el.shadowRoot?.querySelector('.cspa'));
            roots.find(Boolean).append(document.createElement('button'));
        }""")
        assert [each["id"] for each in violations(page)] == ["button-name"]
