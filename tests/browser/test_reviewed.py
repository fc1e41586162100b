"""Regression tests for problems that users of the Arena reported."""

import pytest

from tests.browser.arena import button, do, opened, seek, settled, wait
from tests.browser.server import page_of
from tests.browser.waiting import frames

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
        page.get_by_text("More: parameters, rounds, rows").click()
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
        track = page.locator(".st-key-w_sigma input[type=range], .st-key-w_sigma [role=slider]").first
        box = track.bounding_box()
        page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
        wait(page, "!p.run.words.includes('σ=0.25')")
        page.keyboard.press("Space")
        wait(page, "p.clock.playing || p.t > 300")


def test_the_headline_demo_beta_from_a_sixth_to_one(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="4000")
        page.locator(
            ".st-key-w_p_0_cspa_beta_False input[type=range], .st-key-w_p_0_cspa_beta_False [role=slider]"
        ).first.focus()
        page.keyboard.press("End")
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
        button(page, "Present").click()
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
        page.get_by_text("The same as a table").click(timeout=60_000)
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
    [({"a": FOUR}, ".sentence"), ({"d": "pendigits", "a": "cspa~bpa~banditron~confidit", "n": "2"}, ".play")],
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
        do(page, "p.act('present')")
        frames(page)
        run = do(page, "[p.run.learners.length, p.run.chart(false).lines.length, p.run.ghosts.length]")
        drawn = settled(page)
        assert len(drawn["curves"]["labels"]) == run[0] + run[1] + 3 * run[2]
        assert do(page, "p.find('.sentence').getBoundingClientRect().bottom") <= height
        page.keyboard.press("Escape")
        wait(page, "!p.root.classList.contains('present')")


def test_help_leaves_the_discs_and_its_button_in_sight(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="600")
        settled(page)
        button(page, "Help").click()
        help_ = page.locator(".st-key-player .help").bounding_box()
        for part in ("figure canvas >> nth=0", "figure canvas >> nth=2"):
            disc = page.locator(f".st-key-player {part}").bounding_box()
            assert disc["x"] + disc["width"] <= help_["x"] + 1
        button(page, "Help").click()
        assert not page.locator(".st-key-player .help").is_visible()


def test_where_there_is_no_plane_colours_have_names_and_no_two_classes_share_a_label(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, d="shuttle", a="cspa", n="1", T="300", t="300")
        settled(page)
        names = do(page, "[...p.root.querySelectorAll('.classes span')].map((el) => el.textContent)")
        shorts = do(page, "p.panels[0].short")
        assert len(names) == len(set(shorts)) == 7
        assert all(text.startswith(short) for text, short in zip(names, shorts, strict=True))
        colours = do(page, "[...p.root.querySelectorAll('.classes i')].map((el) => el.style.background)")
        assert len(set(colours)) == 7


def test_a_region_that_changed_says_in_which_round_it_was_learnt(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="300")
        settled(page)
        do(page, "p.act('jump', 'region')")
        t = settled(page)["t"]
        assert page.locator(".st-key-player .notice").inner_text().startswith(f"Learnt in round {t - 1}:")
        assert do(page, f"p.discs[0].regions.churn({t - 1})") >= 0.01
