"""The Paper page in a real browser."""

import re

import pytest

from cspa_explore.datasets import describe
from cspa_explore.paper import shipped
from cspa_explore.paper.published import LEARNERS, TABLES
from tests.browser.reading import TEXTS, faint
from tests.browser.server import page_of
from tests.browser.test_axe import report, violations
from tests.browser.test_every_page import drawing
from tests.browser.waiting import frames, resting_box, rests, says

pytestmark = pytest.mark.browser
FIND = drawing("paper")
TABS = {
    "figures": "fig=3",
    "claims": "",
    "errata": "",
    "table2": "view=table&also=beyond",
    "table1": "cell=vehicle.cspa",
}

LAST = {"figures": "HTML", "claims": "CSV", "errata": "Run it", "table2": "LaTeX", "table1": "Candidates as CSV"}


def shown(page):
    """Wait until the drawing is there; return what is drawn."""
    page.wait_for_function(f"() => {FIND}?.frames > 0", timeout=60_000)
    rests(page)
    frames(page)
    return page.evaluate(f"() => {FIND}.state()")


def stored(table, dataset, learner):
    """Return mean and sd of the best candidate, computed from the stored right proposals."""
    cell = shipped.cell(table, dataset, learner)
    ratio = cell.hits / cell.rounds
    best = ratio[ratio.mean(axis=1).argmax()]
    return best.mean(), best.std(ddof=1)


def test_dots_and_table_show_the_stored_numbers_and_a_cell_opens(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/paper")
        state = shown(page)
        axis = state["data"]["chart"]["x"]
        places = {(dot["row"], dot["name"]): dot for dot in state["drawn"]}
        zero, step = None, None
        for row in TABLES[1]:
            for key in LEARNERS:
                label = {"cspa": "CSPA", "banditron": "Banditron", "confidit": "Confidit", "bpa": "BPA"}[key]
                dot, mean = places[row.name, label], stored(1, row.key, key)[0]
                if step is None:
                    step = (dot["ours"] - dot["paper"]) / (mean - row.results[key].mean)
                    zero = dot["ours"] - step * mean
                assert dot["ours"] == pytest.approx(zero + step * mean, abs=0.3)
                assert dot["paper"] == pytest.approx(zero + step * row.results[key].mean, abs=0.3)
        assert axis["high"] == 1
        page.locator(".paper .lane").first.focus()
        page.locator(".paper .tip", has_text="20News, CSPA: paper 66.7 (0.5)").wait_for()
        page.get_by_text("Table", exact=True).click()
        page.locator(".paper table").wait_for()
        says(page, view="table")
        page.locator(".paper .bold", has_text="not significantly below the best").wait_for()
        for row in TABLES[1]:
            line = page.locator(".paper tbody tr", has_text=row.name)
            for place, key in enumerate(LEARNERS):
                mean, sd = stored(1, row.key, key)
                digits = 2 if row.key == "sector" else 1
                text = line.locator("td").nth(place).text_content()
                assert row.results[key].words in text
                assert f"{100 * mean:.{digits}f} ({100 * sd:.{digits}f})" in text
        page.locator(".paper tbody tr", has_text="Pendigits").locator("td button").nth(1).click()
        says(page, cell="pendigits.banditron")
        page.get_by_text("Banditron on Pendigits", exact=True).wait_for()
        page.locator(".xtick text").first.wait_for()
        page.get_by_text("python -m cspa_explore table 1 --data pendigits --algo banditron").wait_for()
        page.go_back()
        page.locator(".paper table").wait_for()
        says(page, view="table", cell=None)


@pytest.mark.parametrize("path", ["cell=pendigits.banditron", "tab=figures&fig=3"])
def test_on_a_touch_screen_the_tool_bar_covers_no_legend_and_labels_end_inside(browser, server, path):
    with page_of(browser, 400, 1400, motion="reduce", touch=True) as page:
        page.goto(f"{server}/paper?{path}")
        chart = page.locator("[data-testid=stPlotlyChart]").first
        chart.locator(".xtick text").first.wait_for(timeout=60_000)
        for chart in page.locator("[data-testid=stPlotlyChart]").all():
            chart.locator(".xtick text").first.wait_for()
            whole, tools, legend = (
                chart.locator(part).first.bounding_box() for part in (".svg-container", ".modebar", ".legend")
            )
            assert tools["y"] + tools["height"] <= legend["y"] + 1
            for label in chart.locator(".annotation-text").all():
                box = label.bounding_box()
                assert whole["x"] <= box["x"]
                assert box["x"] + box["width"] <= whole["x"] + whole["width"]


CROSSED = """chart => {
    const all = (part) => [...chart.querySelectorAll(part)], box = (one) => one.getBoundingClientRect();
    const lines = all('.shapelayer path').filter((one) => getComputedStyle(one).strokeWidth !== '0px');
    const labels = all('.annotation-text'), others = [...lines, ...all('.scatterlayer .lines'), ...all('.legend')];
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return labels.flatMap((label, i) => [...others, ...labels.slice(0, i)].filter((one) => meet(box(label), box(one)))
        .map((one) => [label.textContent, one.textContent || one.parentNode.className.baseVal]));
}"""


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1024, "dark")])
@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("cell=vehicle.cspa", "proof: β < 2/3"),
        ("view=table&cell=news20.bpa", "chosen: γ = 0.001"),
        ("tab=figures&fig=1", "β ≤"),
    ],
)
def test_no_line_of_a_chart_crosses_a_label(browser, server, path, label, width, scheme):
    with page_of(browser, width, 1400, scheme, motion="reduce") as page:
        page.goto(f"{server}/paper?{path}")
        page.locator(".annotation-text", has_text=label).first.wait_for(timeout=60_000)
        rests(page)
        for chart in page.locator("[data-testid=stPlotlyChart]").all():
            chart.locator(".xtick text").first.wait_for()
            resting_box(chart)
            assert chart.evaluate(CROSSED) == []


def test_a_live_run_shows_progress_is_cancelled_and_agrees_with_the_stored_runs(browser, server):
    with page_of(browser, 1280, 1400, motion="reduce") as page:
        page.goto(f"{server}/paper?cell=vehicle.bpa")
        page.get_by_role("button", name="Play Vehicle here").click(timeout=60_000)
        said = page.get_by_text(re.compile(r"of 400 runs have exactly as many")).text_content(timeout=60_000)
        assert "Played here in" in said
        page.goto(f"{server}/paper?tab=table1")
        shown(page)
        page.get_by_role("button", name="Recompute every data set on this machine").click()
        page.get_by_role("button", name="Cancel").click(timeout=60_000)
        page.get_by_text("Cancelled.").wait_for(timeout=60_000)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_tab(browser, server, scheme):
    with page_of(browser, 1280, 1600, scheme, motion="reduce") as page:
        for tab, more in TABS.items():
            page.goto(f"{server}/paper?tab={tab}&{more}")
            page.locator("h1", has_text=re.compile("paper|Figure|errata")).wait_for(timeout=60_000)
            rests(page)
            for chart in page.locator("[data-testid=stPlotlyChart]").all():
                chart.locator(".xtick text").first.wait_for()
            folded = page.locator("details:not([open]) > summary")
            for _ in range(folded.count()):
                folded.first.click()
                rests(page)
            page.get_by_role("button", name=LAST[tab]).first.wait_for()
            page.wait_for_function("!document.querySelector('[data-stale=true]')")
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), tab
            assert not (found := violations(page)), f"{tab}: {report(found)}"
            assert faint(page.evaluate(TEXTS)) == [], tab


def test_an_absent_set_leads_to_the_data_page_and_a_picture_is_saved(browser, server):
    with page_of(browser, 1280, 1200, motion="reduce") as page:
        page.goto(f"{server}/paper?tab=table2")
        shown(page)
        with page.expect_download() as download:
            page.locator(".paper [data-picture=svg]").click()
        text = download.value.path().read_text()
        assert "Table 2 (Gaussian kernel)" in text
        assert "Satimage" in text
        if describe("sensorless").present:
            pytest.skip("Sensorless is on this machine")
        page.get_by_role("button", name="Sensorless: get the data").click()
        page.get_by_role("heading", name="Sensorless").wait_for(timeout=60_000)


def test_run_it_as_printed_leads_to_the_arena(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/paper?tab=errata")
        page.get_by_role("button", name="Run it as printed").click(timeout=60_000)
        page.locator(".cspa.arena").get_by_text("CSPA as printed").first.wait_for(timeout=60_000)
        says(page, a="cspa(beta=1/(2(K-1)))~cspa_as_printed(beta=1/(2(K-1)))")
