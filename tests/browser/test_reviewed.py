"""Regression tests for problems that users of the Arena reported."""

import pytest

from tests.browser.arena import do, opened, seek, settled, tool, wait
from tests.browser.server import page_of
from tests.browser.test_every_page import DRAWINGS
from tests.browser.waiting import frames, resting_box, rests

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("query", [{"d": "iris"}, {"bias": "1"}, {"d": "circle(m=12)"}, {}])
def test_playing_from_round_0_never_goes_below_it(browser, server, query):
    with page_of(browser) as page:
        opened(page, server, t="0", **query)
        for start in (0, 137, 0):
            seek(page, start)
            do(page, "(p.drawn.clear(), p.play())")
            wait(page, f"p.t > {start}")
            assert do(page, "Math.min(...p.drawn)") >= start
            assert "undefined" not in do(page, "p.find('.sentence').textContent")
            do(page, "p.pause()")


def test_a_frame_dated_before_the_click_is_the_first_one(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="0")
        assert do(page, "(p.clock.start(0, 1000), p.clock.position(990, p.run.T))") == 0
        assert do(page, "(p.clock.start(137, 1000), p.clock.position(990, p.run.T))") == 137


def test_a_shorter_run_ends_where_it_ends(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="2900", T="4000")
        do(page, "(p.clock.speed = 7, p.play())")
        page.evaluate("() => 0")
        page.get_by_text("More: seeds, rounds, inputs…").click()
        box = page.locator(".st-key-w_rounds input")
        box.fill("3000")
        box.press("Enter")
        wait(page, "p.run.T === 3000")
        wait(page, "!p.clock.playing")
        assert settled(page)["t"] <= 3000


def test_nothing_in_a_link_is_read_as_markdown(browser, server):
    with page_of(browser) as page:  # `page_of` fails on a request to another host
        opened(page, server, d="![x](http://elsewhere.example/a.png)", order="[click](http://elsewhere.example)")
        page.get_by_text("elsewhere.example").first.wait_for(timeout=10_000)
        assert page.locator("a[href*=elsewhere]").count() == 0


def test_space_plays_right_after_a_slider_was_moved(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="300")
        page.get_by_text("More: seeds, rounds, inputs…").click()
        track = page.locator(".st-key-w_flip input[type=range], .st-key-w_flip [role=slider]").first
        rests(page)  # opening the section runs the script
        track.scroll_into_view_if_needed()
        box = resting_box(track)  # the section unfolds
        page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
        wait(page, "p.run.words.includes('labels flipped')")
        page.keyboard.press("Space")
        wait(page, "p.clock.playing || p.t > 300")


def test_the_headline_demo_beta_from_a_sixth_to_one(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="4000")
        page.locator(".st-key-w_chip").get_by_role("radio", name="1", exact=True).click()
        wait(page, "p.run.learners[0].words === 'CSPA β=1'")
        drawn = settled(page)
        assert drawn["learners"][1]["words"] == "CSPA β=1"
        assert drawn["curves"]["values"][0]["mean"] == pytest.approx(drawn["curves"]["values"][1]["mean"])
        assert drawn["curves"]["values"][0]["mean"] < 0.8
        assert page.locator("[data-testid=stAlert]").count() == 0


def test_numbers_beside_curves_are_never_cut(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="3000", a="cspa(beta=1/6)~cspa(beta=1/6)@600(beta=1)~pnewtron_greedy")
        names = [label["text"] for label in settled(page)["curves"]["labels"]][:3]
        assert all("±" in name and name[-1].isdigit() for name in names), names
        tool(page, "Present").click()
        frames(page)
        names = [label["text"] for label in settled(page)["curves"]["labels"]][:3]
        assert all("±" in name and name[-1].isdigit() for name in names), names


def test_files_can_be_fetched_while_another_session_is_busy(browser, server):
    with page_of(browser) as busy, page_of(browser) as page:
        opened(busy, server, t="100", n="50", a="cspa~pnewtron")  # on MNIST that takes about a minute
        busy.locator(".st-key-w_dataset input").first.fill("MNIST")
        busy.keyboard.press("Enter")
        busy.locator(".st-key-cancel_job button").wait_for(timeout=60_000)
        page.goto(f"{server}/microscope?t=60&n=2")
        page.get_by_text("Data, CSV and command line").click(timeout=60_000)
        for name in ("Table as CSV", "Everything as JSON", "Settings as JSON"):
            button = page.get_by_role("button", name=name)
            button.wait_for(timeout=30_000)
            bar = busy.locator("[data-testid=stProgress]")
            before = bar.inner_text()
            while bar.inner_text() == before:  # the busy session's script reruns meanwhile
                frames(busy)
            with page.expect_download() as caught:
                button.click()
            assert caught.value.failure() is None, name
            assert caught.value.path().stat().st_size > 50
        busy.locator(".st-key-cancel_job button").click()


def test_a_star_in_a_parameter_is_shown_as_it_is(browser, server):
    with page_of(browser) as page:
        opened(page, server, a="cspa(beta=0.5*1/3)~cspa(beta=1*1/3)", n="2", T="300")
        page.get_by_text("CSPA β=0.5*1/3 minus CSPA β=1*1/3").wait_for(timeout=20_000)


FOUR = "cspa(beta=1/6)~cspa(beta=1)~banditron~cspa(beta=1/6)@600(beta=1)"


@pytest.mark.parametrize(
    ("query", "last"),
    [({"a": FOUR}, ".choices"), ({"d": "pendigits", "a": "cspa~bpa~banditron~confidit", "n": "2"}, ".play")],
)
def test_with_four_learners_the_controls_are_in_sight(browser, server, query, last):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="600", **query)
        settled(page)
        box = page.locator(f".st-key-player {last}").bounding_box()
        assert box["y"] + box["height"] <= 800


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768)])
def test_presenting_shows_every_name_and_what_is_said(browser, server, width, height):
    with page_of(browser, width, height, motion="reduce") as page:
        opened(page, server, t="600", sig="0.28", **({"pin": "v=1"} if width == 1280 else {}))
        settled(page)
        tool(page, "Present").click()
        frames(page)
        run = do(page, "[p.run.learners.length, p.run.chart(false).lines.length, p.run.ghosts.length]")
        drawn = settled(page)
        assert len(drawn["curves"]["labels"]) == run[0] + run[1] + 3 * run[2]
        assert do(page, "p.find('.sentence').getBoundingClientRect().bottom") <= height
        page.keyboard.press("Escape")
        wait(page, "!p.root.classList.contains('present')")


HELP = ".st-key-page_tools aside.help"


WINDOWS = [(1280, 720), (1536, 864), (1920, 1080), (1024, 768), (400, 800)]


OTHERS = [name for name in DRAWINGS if name not in ("arena", "classroom")]


@pytest.mark.parametrize("name", ["arena", "classroom", *(pytest.param(n, marks=pytest.mark.long) for n in OTHERS)])
def test_help_fits_every_window_and_covers_nothing_that_it_explains(browser, server, name):
    with page_of(browser, *WINDOWS[0], motion="reduce") as page:
        page.goto(f"{server}/{name}?t=60&n=2&T=300&fill=quick")
        tool(page, "Help").click()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.keyboard.press("h")
            page.keyboard.press("h")
            frames(page)
            box = page.locator(HELP).bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
            assert page.locator(HELP).evaluate("el => el.scrollWidth <= el.clientWidth"), "nothing is out of reach"
            main = page.locator("[data-testid=stMainBlockContainer] .cspa:visible").last.bounding_box()
            assert main["x"] >= box["x"] + box["width"] - 1 or box["y"] > 0.5 * height, "it takes the sidebar's place"
        for close in (
            lambda: page.keyboard.press("Escape"),
            lambda: page.locator(f"{HELP} .close").click(),
            lambda: page.keyboard.press("h"),
            lambda: page.mouse.click(200, 200),
        ):
            page.locator(HELP).wait_for(state="visible")
            close()
            page.locator(HELP).wait_for(state="hidden")
            page.keyboard.press("h")


def test_where_there_is_no_plane_colours_have_names_and_no_two_classes_share_a_label(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, d="shuttle", a="cspa", n="1", T="300", t="300")
        settled(page)
        names = do(page, "[...p.root.querySelectorAll('.legend span')].map((el) => el.textContent)")
        shorts = do(page, "p.panels[0].short")
        assert len(names) == len(set(shorts)) == 7
        assert all(text.startswith(short) for text, short in zip(names, shorts, strict=True))
        colours = do(page, "[...p.root.querySelectorAll('.legend i')].map((el) => el.style.background)")
        assert len(set(colours)) == 7


def test_a_region_that_changed_says_in_which_round_it_was_learnt(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="300")
        settled(page)
        do(page, "p.act('jump', 'region')")
        t = settled(page)["t"]
        assert page.locator(".st-key-player .notice").inner_text().startswith(f"Learnt in round {t - 1}:")
        assert do(page, f"p.discs[0].regions.churn({t - 1})") >= 0.01
