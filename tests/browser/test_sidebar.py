"""Streamlit's own widgets in a real Chromium: words are not cut off, and are legible in both themes."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from cspa_explore.experiments.settings_file import read_settings
from tests.browser.arena import opened, shot, wait, wait_for_rows
from tests.browser.server import page_of
from tests.browser.waiting import rests, says, still

pytestmark = pytest.mark.browser
PNEWTRON = "PNewtron γ=0.001, α=10, β=0.01, D=10"
LEARNERS = quote("cspa(beta=1/6)~cspa(beta=1/6)@600(beta=1)~banditron~pnewtron")

# Paints the backgrounds over each other, as the browser does, then the text's colour over them.
READ = """(elements) => elements.map((el) => {
  const text = el.querySelector('li > span, p') ?? el, layers = [];
  const above = (el) => el.parentElement ?? el.getRootNode().host;
  for (let up = text; up; up = above(up)) layers.unshift(getComputedStyle(up).backgroundColor);
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  const paint = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const parts = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255);
    const [r, g, b] = parts.map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const below = layers.map(paint).at(-1), ink = paint(getComputedStyle(text).color);
  const contrast = (Math.max(ink, below) + 0.05) / (Math.min(ink, below) + 0.05);
  return {words: text.textContent, contrast, cut: text.scrollWidth > text.clientWidth + 1};
})"""


def rows(page):
    """Return the names of the learners in the sidebar's list."""
    return page.locator(".st-key-learner_list li:visible span").all_inner_texts()


@pytest.mark.parametrize("fast", [False, True], ids=["one after the other", "faster than scripts run"])
def test_learners_that_are_taken_out_stay_out(browser, server, fast):
    with page_of(browser) as page:
        page.goto(f"{server}/?T=300&n=2&t=5")
        wait_for_rows(page, "CSPA β=1/6", "CSPA β=1", "Banditron γ=0.05")
        names = ["CSPA β=1/6", "CSPA β=1", "Banditron γ=0.05"]
        while names:
            page.get_by_role("button", name=f"Remove {names.pop(0)}", exact=True).click()
            if not fast:
                wait_for_rows(page, *names)
                rests(page)
        page.get_by_text("Pick at least one learner: in the sidebar").wait_for()
        says(page, a="")
        rests(page)
        assert rows(page) == []


def test_learners_are_added_until_six_play(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/?T=300&n=2&t=5")
        wait_for_rows(page, "CSPA β=1/6", "CSPA β=1", "Banditron γ=0.05")
        names = rows(page)
        for words in ("CSPA β=1/3", "BPA γ=0.01", "SPA (full feedback)"):
            page.get_by_label("Add a learner", exact=True).select_option(label=words)
            names.append(words)
            wait_for_rows(page, *names)
            rests(page)
        page.get_by_text("6 learners play, the most that fit. Remove one to add another.").wait_for()
        assert page.get_by_label("Add a learner", exact=True).count() == 0
        says(page, a="cspa(beta=1/6)~cspa(beta=1)~banditron(gamma=0.05)~cspa(beta=1/3)~bpa(gamma=0.01)~spa")


@pytest.mark.parametrize("row", [".st-key-w_sigma", "[class*=st-key-w_p_]"], ids=["σ", "β"])
def test_how_to_apply_a_value_does_not_cover_its_row(browser, server, row):
    with page_of(browser) as page:
        opened(page, server, T="300", n="2", t="5")
        row = page.locator(row).first
        height = row.bounding_box()["height"]
        row.locator("input").press_sequentially("3")
        told, label, box = (
            part.bounding_box()
            for part in (row.get_by_text("Press Enter to apply"), row.locator("label"), row.locator("input"))
        )
        assert told["y"] >= label["y"] + label["height"]
        assert told["x"] + told["width"] <= box["x"]
        assert row.bounding_box()["height"] == height, "what is below must not move away under a click"


def test_back_after_another_size_shows_no_error(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="circle(m=5)", T="300", n="2", t="5")
        box = page.locator(".st-key-w_size_circle_m input")
        for size in ("8", "3"):
            box.fill(size)
            box.press("Enter")
            says(page, d=f"circle(m={size})")
            rests(page)
        page.go_back()
        says(page, d="circle(m=8)")
        wait(page, "p.run.K === 8")
        rests(page)
        assert page.locator("[data-testid=stAlert]").count() == 0


def test_settings_are_saved_and_opened_again(browser, server, tmp_path):
    with page_of(browser) as page:
        opened(page, server, d="iris", v="2", seed="11", T="300", n="2", t="5")
        with page.expect_download() as caught:
            page.get_by_role("button", name="Save settings").click()
        file = tmp_path / "mine.json"
        caught.value.save_as(file)
        page.get_by_role("button", name="Restore defaults").click()
        says(page, d=None, seed=None)
        page.get_by_role("button", name="Open settings…").click()
        bad = tmp_path / "bad.json"
        bad.write_text(file.read_text().replace('"seed": 11', '"seed": -1'))
        page.locator("[role=dialog] input[type=file]").set_input_files(bad)
        page.get_by_text("seed must be a whole number from 0 to", exact=False).wait_for()
        page.locator("[role=dialog] input[type=file]").set_input_files(file)
        says(page, d="iris", seed="11", n="2", T="300")
        page.get_by_text("Opened the settings of mine.json.").wait_for()
        assert page.locator("[role=dialog]").count() == 0


@pytest.mark.parametrize("held", [0, 120], ids=["released at once", "held for 120 ms"])
def test_a_saved_file_has_the_value_that_was_typed_just_before(browser, server, tmp_path, held):
    with page_of(browser) as page:
        opened(page, server, T="300", n="2", t="5")
        box = page.locator(".st-key-w_sigma input")
        for sigma in ("0.6", "0.35", "0.8"):
            box.fill(sigma)
            with page.expect_download() as caught:
                page.get_by_role("button", name="Save settings").click(delay=held)
            assert caught.value.suggested_filename == "settings.json"
            caught.value.save_as(tmp_path / "mine.json")
            says(page, sig=sigma)
            experiment, _ = read_settings((tmp_path / "mine.json").read_text(encoding="utf-8"))
            assert experiment.stream.sigma == float(sigma)
            rests(page)


def test_points_are_added_and_removed_by_clicks_and_by_keys(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="points(1 0 0; 0 1 1)", v="2", T="100", n="1", t="5")
        plane = page.locator(".st-key-points_editor canvas")
        plane.scroll_into_view_if_needed()
        box = plane.bounding_box()

        def at(x, y):
            half = box["width"] / 2
            return {"x": half + x / 1.2 * half, "y": half - y / 1.2 * half}

        page.get_by_role("radio", name="Class 3").click()
        plane.click(position=at(-0.6, -0.6))
        page.wait_for_function("new URLSearchParams(location.search).get('d').split(';').length === 3")
        x, y, label = page.evaluate("new URLSearchParams(location.search).get('d')").strip(")").split("; ")[2].split()
        assert (float(x), float(y), label) == (pytest.approx(-0.6, abs=0.02), pytest.approx(-0.6, abs=0.02), "2")
        wait(page, "p.run.K === 3")
        plane.click(position=at(float(x), float(y)))
        says(page, d="points(1 0 0; 0 1 1)")
        plane.focus()
        for key in ("ArrowLeft", "ArrowLeft", "ArrowDown", "2", "Enter"):
            page.keyboard.press(key)
        says(page, d="points(1 0 0; 0 1 1; -0.1 -0.05 1)")
        page.get_by_role("button", name="Undo").click()
        says(page, d="points(1 0 0; 0 1 1)")
        page.get_by_role("button", name="Clear").click()
        page.get_by_text("your own points need at least two classes").wait_for()
        says(page, d="points(1 0 0; 0 1 1)")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (400, 800)])
def test_the_sidebar_says_what_it_is_and_fits(browser, server, width, height, scheme):
    with page_of(browser, width, height, scheme, motion="reduce") as page:
        page.goto(f"{server}/?t=5")
        if width < 768:
            page.get_by_test_id("stExpandSidebarButton").click()
        name = page.locator(".brand strong")
        name.wait_for()
        wait_for_rows(page, "CSPA β=1/6", "CSPA β=1", "Banditron γ=0.05")
        rests(page)
        assert name.inner_text() == "CSPA Explorer"
        assert page.locator(".brand span").inner_text() == "CSPA: complementary support-class passive-aggressive"
        top = page.locator(".st-key-w_dataset").bounding_box()["y"]
        assert top < (110 if width >= 768 else 320), "the name does not push the controls down"
        sidebar = page.get_by_test_id("stSidebarContent")
        assert sidebar.evaluate("el => el.scrollWidth <= el.clientWidth + 1"), "it scrolls sideways"
        if width < 768:
            expect(page.locator(".st-key-page_tools")).to_be_hidden()  # it would cover the sidebar's buttons
        if width >= 768:
            foot = page.get_by_role("button", name="Save settings").bounding_box()
            assert foot["y"] + foot["height"] <= height, "all of it is on the screen"
        shot(page, f"sidebar-{width}-{scheme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_chips_and_buttons_can_be_read(browser, server, scheme):
    with page_of(browser, scheme=scheme) as page:
        page.goto(f"{server}/beta_lab?a={LEARNERS}&d=mnist")
        start = page.get_by_role("button", name="Start", exact=True)
        start.wait_for(timeout=60_000)
        wait_for_rows(page, "CSPA β=1/6", "CSPA β=1/6 → β=1 at round 600", "Banditron γ=0.05", PNEWTRON)
        found = page.locator(".st-key-learner_list li").evaluate_all(READ) + start.evaluate_all(READ)
        words = [one["words"] for one in found]
        assert "CSPA β=1/6 → β=1 at round 600" in words
        assert "Start" in words
        assert all(one["contrast"] >= 4.5 for one in found), found
        assert not [one for one in found if one["cut"]]
        start.hover()
        still(start)
        (button,) = start.evaluate_all(READ)
        assert button["contrast"] >= 4.5
        shot(page, f"sidebar-{scheme}")
        print({one["words"]: round(one["contrast"], 1) for one in found})
