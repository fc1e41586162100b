"""The Data page in a real browser: uploads good and bad, whose data they are, links, fetching, and own points."""

import re

import pytest
from playwright.sync_api import expect

from cspa_explore.datasets import DATASETS
from cspa_explore.datasets.readers.limits import MOST_FILE
from tests.browser.arena import shot, wait
from tests.browser.mounting import empty_page, mounted
from tests.browser.reading import TEXTS, faint
from tests.browser.server import page_of, serving
from tests.browser.test_every_page import drawing
from tests.browser.waiting import rests
from tests.datasets.test_remote import generated
from tests.datasets.test_remote import serving as fetch_server

pytestmark = pytest.mark.browser
VIEW = drawing("data")
EVIL = "<img src=x onerror=window.hacked=1>"
KINDS = ("rose", "lily", EVIL)
ROWS = [f"{i % 7 + i / 100},{i % 5},{('red', 'blue')[i % 2]},{KINDS[i % 3]}" for i in range(120)]
GOOD = "height,width,colour,species\n" + "\n".join(ROWS) + "\n"
MESSY = GOOD.replace("\n3.1,", "\nabc,", 1)


LOOKS = [
    {"light": "#cccccc", "dark": "#333333", "ink_light": ink, "ink_dark": "#eeeeee", "shape": "circle"}
    for ink in ("#111111", "#222222")
]
DRAWINGS = {
    "data_view": {
        "title": "Set", "names": ["rose", "lily"], "counts": [2, 1], "more": 0, "classes": LOOKS, "x": [0, 0.5, 1],
        "y": [0, 0.5, 1], "labels": [0, 1, 0], "words": "All rows.", "instances": [],
    },
    "points_editor": {"points": [[0, 1, 1], [1, 0, 2]], "most": 9, "answer": 0, "classes": LOOKS},
}  # fmt: skip
DARKEN = """
    call();
    while (!root.querySelector("canvas")) await frame();
    const pixels = async (frames) => {
        for (let i = 0; i < frames; i++) await frame();
        return root.querySelector("canvas").toDataURL();
    };
    const light = await pixels(10);
    root.style.setProperty("--st-background-color", "#000000");
    root.style.setProperty("--st-text-color", "#ffffff");
    for (let i = 0; i < 300; i++) if (await pixels(1) !== light) return true;
    return false;
"""


def file(name, text):
    return {"name": name, "mimeType": "text/csv", "buffer": text if isinstance(text, bytes) else text.encode()}


def opened(page, address):
    page.goto(f"{address}/data")
    page.get_by_role("tab", name="Your file").click()
    return page.locator("input[type=file]").first


def given(page, address, *upload):
    opened(page, address).set_input_files(file(*upload))
    page.get_by_test_id("stFileChip").or_(page.get_by_text(upload[0][:20])).first.wait_for(timeout=20_000)


def used(page):
    page.get_by_role("button", name="Use in the Arena").last.click()
    page.wait_for_url(re.compile(r"d=file"), timeout=30_000)
    page.get_by_text("round", exact=False).first.wait_for()


@pytest.mark.parametrize("entry", DRAWINGS)
def test_a_drawing_follows_the_theme_without_a_script_run(browser, entry):
    with empty_page(browser) as page:
        assert mounted(page, entry, DRAWINGS[entry], DARKEN)


def test_a_messy_file_is_refused_with_row_and_column_and_the_corrected_one_plays(browser, server):
    with page_of(browser) as page:
        given(page, server, "plants.csv", MESSY)
        wrong = page.get_by_text("is not a number").first
        wrong.wait_for(timeout=20_000)
        assert re.search(r"plants.csv, row \d+, column 'height': 'abc' is not a number", wrong.inner_text())
        shot(page, "data-refused")
        page.locator("input[type=file]").first.set_input_files(file("plants.csv", GOOD))
        page.get_by_role("button", name="Use in the Arena").last.wait_for(timeout=30_000)
        shot(page, "data-upload", full=True)
        used(page)
        page.get_by_text("β ≤ 1/2 for 3 classes").wait_for()
        page.locator(".cspa.arena").first.wait_for(timeout=60_000)
        page.get_by_text("chance 33.3").or_(page.locator(".cspa.arena canvas").first).first.wait_for(timeout=60_000)
        assert page.evaluate("window.hacked") is None
        page.get_by_role("link", name="β Lab").first.click()
        page.locator(".cspa.lab").first.wait_for(timeout=60_000)
        page.get_by_text("On plants.csv at σ=0").wait_for(timeout=60_000)
        page.get_by_text(re.compile("Take β ≈ [0-9.]+|β ≈ [0-9.]+ will do")).first.wait_for(timeout=60_000)
        page.get_by_role("link", name="Microscope").first.click()
        page.get_by_text("plants.csv has 4 features").wait_for(timeout=60_000)
        page.locator(".cspa").get_by_text("rose", exact=True).first.wait_for()
        assert page.locator("img[onerror]").count() == 0
        assert page.evaluate("window.hacked") is None
        shot(page, "data-microscope")
        page.get_by_role("link", name="Theory").first.click()
        page.locator(".cspa.theory").first.wait_for(timeout=60_000)
        assert page.locator("img[onerror]").count() == 0
        assert page.evaluate("window.hacked") is None


def test_the_label_column_can_be_chosen(browser, server):
    with page_of(browser) as page:
        given(page, server, "plants.csv", GOOD)
        page.get_by_text("label 'species'").wait_for(timeout=30_000)
        page.get_by_role("combobox", name="Label column").click()
        page.get_by_role("option", name="colour").click()
        page.get_by_text("2 classes, label 'colour'").wait_for(timeout=30_000)


HOSTILE = {
    "markup": (f"{EVIL}.csv", GOOD),
    "folders": ("../../x.csv", GOOD),
    "direction": ("\u202egnp.csv", GOOD),
    "header": ("h.csv", GOOD.replace("height", EVIL).replace("colour", "../../x")),
}


@pytest.mark.parametrize("kind", ["markup", *(pytest.param(kind, marks=pytest.mark.long) for kind in [*HOSTILE][1:])])
def test_hostile_names_are_shown_harmlessly(browser, server, kind):
    name, text = HOSTILE[kind]
    with page_of(browser) as page:
        opened(page, server).set_input_files(file(name, text))
        page.get_by_role("button", name="Use in the Arena").last.wait_for(timeout=30_000)
        rests(page)
        assert page.evaluate("window.hacked") is None
        assert page.locator("img[onerror]").count() == 0
        used(page)
        wait(page, "p.frames.length > 0")
        rests(page)
        assert page.evaluate("window.hacked") is None
        assert page.locator("img[onerror]").count() == 0
        assert "\u202e" not in page.inner_text("body")


def test_a_file_that_is_too_large_is_refused_with_the_limit(browser, server, tmp_path):
    large = tmp_path / "large.csv"
    with large.open("wb") as out:
        out.truncate(MOST_FILE + 1)
    with page_of(browser) as page:
        opened(page, server).set_input_files(large)
        refused = page.get_by_text(re.compile("200(.0)? ?MB or smaller"))
        refused.wait_for(timeout=20_000)
        assert refused.bounding_box()["width"] > 100, "it can be read, not only in a tooltip"
        expect(page.get_by_text("A file of more than 200 MB is refused. Compress it")).to_be_in_viewport()


def test_another_session_sees_neither_the_file_nor_its_results_until_it_gives_the_file(browser, server):
    with page_of(browser) as mine, page_of(browser) as theirs:
        given(mine, server, "plants.csv", GOOD)
        mine.get_by_role("button", name="Use in the Arena").last.wait_for(timeout=30_000)
        used(mine)
        mine.locator(".cspa.arena").first.wait_for(timeout=60_000)
        theirs.goto(mine.url)
        theirs.get_by_text("This experiment needs plants.csv").wait_for(timeout=30_000)
        rests(theirs)
        assert theirs.locator(".cspa.arena").count() == 0
        assert "rose" not in theirs.inner_text("body")
        theirs.locator("input[type=file]").first.set_input_files(file("other.csv", GOOD + "1,2,red,rose\n"))
        theirs.get_by_text("This is another file").wait_for(timeout=20_000)
        shot(theirs, "data-needed")
        theirs.locator("input[type=file]").first.set_input_files(file("renamed.csv", GOOD))
        theirs.locator(".cspa.arena").first.wait_for(timeout=60_000)
        theirs.goto(f"{server}/data")
        theirs.get_by_role("tab", name="Your file").click()
        theirs.get_by_text("stay in the memory").first.wait_for()


def test_a_set_is_fetched_with_progress_and_cancelled_and_a_failure_says_what_to_do(browser, tmp_path):
    with fetch_server() as files:
        files.behaviour = "crawling"
        mirror = f"http://127.0.0.1:{files.server_port}/"
        with serving(CSPA_EXPLORE_DATA=str(tmp_path), CSPA_EXPLORE_MIRROR=mirror) as address, page_of(browser) as page:
            page.goto(f"{address}/data?set=sensorless")
            page.get_by_role("button", name="Fetch").click()
            page.get_by_text(re.compile(r"Fetching Sensorless: 0\.\d of 1\.0 MB")).wait_for(timeout=30_000)
            shot(page, "data-fetching")
            page.get_by_role("button", name="Cancel").click()
            page.get_by_text("The download was cancelled; nothing was kept.").wait_for(timeout=30_000)
            assert not [path for path in tmp_path.iterdir() if path.stat().st_size]
            files.behaviour = "missing"
            page.get_by_role("button", name="Try again").click()
            page.get_by_text("the server answered 404").wait_for(timeout=30_000)
            failed = page.get_by_text("the server answered 404")
            assert str(tmp_path) in failed.inner_text()
            assert failed.locator("code").inner_text() == f"{mirror}{DATASETS['sensorless'].remote.file}"
            shot(page, "data-not-fetched")
            files.behaviour = "good"  # but it is the file of another set
            page.get_by_role("button", name="Try again").click()
            page.get_by_text("what arrived cannot be used: it must have K=11").wait_for(timeout=30_000)
            files.behaviour, files.content = "generated", generated(DATASETS["sensorless"], full=False)
            page.get_by_role("button", name="Try again").click()
            page.get_by_role("button", name="Use in the Arena").first.wait_for(timeout=30_000)
            assert (tmp_path / "Sensorless.scale").exists()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_look_scrolls_to_what_it_shows(browser, server, motion):
    with page_of(browser, motion=motion) as page:
        page.goto(f"{server}/data")
        for key, title in (("digits", "Digits"), ("sensorless", "Sensorless"), ("digits", "Digits")):
            look = page.locator(f".st-key-look_{key} button")
            look.scroll_into_view_if_needed()
            expect(page.locator(".st-key-looked_at")).not_to_be_in_viewport()
            look.click()
            shown = page.get_by_role("heading", name=title, exact=True)
            expect(shown).to_be_in_viewport(ratio=1)
            expect(shown).to_be_focused()
            page.wait_for_function("title => title.getBoundingClientRect().top >= 60", arg=shown.element_handle())
            rests(page)
        shot(page, f"data-looked-{motion}")


def test_a_class_can_be_made_to_stand_out(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/data?set=digits")
        three = page.locator(".data-view [data-class='3']").first
        three.click(timeout=60_000)
        assert three.get_attribute("aria-pressed") == "true"
        assert [label["text"] for label in page.evaluate(f"() => ({VIEW}).state().labels")] == ["3"]
        assert faint(page.evaluate(TEXTS)) == []
        shot(page, "data-class", full=True)


def test_own_points_are_drawn_and_pasted(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/data")
        page.get_by_role("tab", name="Your points").click()
        page.get_by_role("button", name="Draw my own points").click()
        area = page.get_by_label("Paste a table")
        area.fill("0.5 0.5 1\n0.1 x 3")
        area.press("Control+Enter")
        page.get_by_role("button", name="Take these points").click()
        refused = page.get_by_text("Line 2 must be x y class")
        refused.wait_for()
        rests(page)
        assert page.get_by_role("tab", name="Your points").get_attribute("aria-selected") == "true", "the same tab"
        assert page.evaluate("scrolled => scrolled.scrollTop > 0", page.get_by_test_id("stMain").element_handle())
        expect(refused).to_be_in_viewport(ratio=1)
        assert faint(page.evaluate(TEXTS)) == []
        shot(page, "data-refused-points")
        area.fill("x,y,class\n1,1,1\n-1,1,2\n0,-1,3\n")
        area.press("Control+Enter")
        page.get_by_role("button", name="Take these points").click()
        page.wait_for_url(re.compile(r"points.*1\+1\+0%3B\+-1\+1\+1%3B\+0\+-1\+2"), timeout=20_000)


def test_a_point_is_dragged(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/data?v=2&d=points(0 1 0; 1 0 1; -1 -1 2)")
        page.get_by_role("tab", name="Your points").click()
        plane = page.locator(".st-key-points_editorpage canvas")
        plane.wait_for()
        plane.scroll_into_view_if_needed()
        box = plane.bounding_box()
        half = box["width"] / 2
        at = lambda x, y: (box["x"] + half + x / 1.2 * half, box["y"] + half - y / 1.2 * half)  # noqa: E731
        page.mouse.move(*at(0, 1))
        page.mouse.down()
        page.mouse.move(*at(0.3, 0.7), steps=4)
        page.mouse.move(*at(0.6, 0.6), steps=4)
        page.mouse.up()
        page.wait_for_url(re.compile(r"points%280\.(59|6|61)\+0\.(59|6|61)\+0%3B\+1\+0\+1"), timeout=20_000)
