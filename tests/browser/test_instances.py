"""Instances, confusions and sampled regions in a real Chromium: the browser draws what Python computes."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.inspection.rewind import Rewind
from cspa_explore.player.grids import predicted
from cspa_explore.player.instances import instance_arrays, picture_of
from cspa_explore.running.play import play
from cspa_explore.running.run import trial_seed
from cspa_explore.ui.session.link import from_query
from tests.browser.arena import do, opened, seek, settled, shot, wait
from tests.browser.server import page_of

pytestmark = pytest.mark.browser
KERNEL = {"kern": "0.5", "sup": "100", "T": "600", "n": "2", "sig": "0.4"}


def stream_of(query):
    experiment, _ = from_query(query)
    return replace(experiment.stream, seed=trial_seed(experiment.stream.seed, 0)), experiment.learners


def numbers_of(stream, t):
    return instance_arrays(stream, picture_of(stream), np.array([t]))["x"][0]


def arrived(page):
    """Wait until the instance of the round is drawn; return the state."""
    wait(page, "!p.clock.playing && p.run.pictures.isComplete(p.t) && p.instance.state().exact")
    return settled(page)


@pytest.mark.parametrize(
    "dataset",
    ["mnist", "vehicle", *(pytest.param(key, marks=pytest.mark.long) for key in ("usps", "digits", "pendigits"))],
)
def test_the_instance_of_a_round_is_drawn_wherever_one_pauses(browser, server, dataset):
    query = {"d": dataset, "n": "1", "T": "800"}
    stream, _ = stream_of(query)
    with page_of(browser) as page:
        opened(page, server, **query, t="3")
        for t in (3, 641, 642, 799, 800):
            do(page, "p.seek(arg)", t)
            drawn = arrived(page)["instance"]
            assert drawn["t"] == t
            np.testing.assert_allclose(drawn["numbers"], numbers_of(stream, t), rtol=1e-6)
        shot(page, f"instance-{dataset}")


def test_the_pixels_on_the_canvas_are_those_of_the_image(browser, server):
    query = {"d": "digits", "n": "1", "T": "400"}
    stream, _ = stream_of(query)
    with page_of(browser) as page:
        opened(page, server, **query, t="37")
        arrived(page)
        seen = do(page, """(() => {
            const {canvas} = p.instance.surface, {width, height} = canvas, side = Math.min(width, height) - 4;
            const left = (width - side) / 2, top = (height - side) / 2, context = canvas.getContext("2d");
            return Array.from({length: 64}, (_, i) => {
                const x = left + ((i % 8) + 0.5) * side / 8, y = top + (Math.floor(i / 8) + 0.5) * side / 8;
                return context.getImageData(Math.round(x), Math.round(y), 1, 1).data[3];
            });
        })()""")  # fmt: skip
        assert seen == numbers_of(stream, 37).tolist(), "the opacity of the ink is the pixel"


def test_a_round_that_did_not_travel_appears_after_pausing(browser, server):  # `make bench-player` measures how soon
    with page_of(browser) as page:
        opened(page, server, d="mnist", n="1", T="3000", t="5")
        arrived(page)
        for t in (1713, 2011, 2503):
            assert not do(page, "p.run.pictures.isComplete(arg)", t), "it did not travel with the replay"
            do(page, "p.seek(arg)", t)
            assert arrived(page)["instance"]["t"] == t


def test_a_round_that_the_server_did_not_answer_is_asked_for_again(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="mnist", n="1", T="3000", t="5")
        arrived(page)
        page.route("**/ask/*/pictures?*", lambda route: route.fulfill(status=204), times=1)
        with page.expect_response(lambda answer: answer.status == 204):
            do(page, "p.seek(arg)", 1713)
        assert arrived(page)["instance"]["t"] == 1713


def test_playing_never_waits_and_an_earlier_instance_is_marked(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="mnist", n="1", T="3000", t="1500")
        do(page, "(p.clock.speed = 6, p.play())")
        wait(page, "p.t > 1700 && p.instance.found && p.instance.found.t < p.t")
        found = do(page, "[p.t, p.instance.found.t, p.clock.playing]")
        assert found[1] < found[0]
        assert found[2]
        shot(page, "instance-playing")
        do(page, "p.pause()")
        arrived(page)


def test_the_learners_eye_hides_the_class_and_the_confusions(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="letter", n="1", T="2000", t="2000")
        stream, learners = stream_of({"d": "letter", "n": "1", "T": "2000"})
        arrived(page)
        lines = page.locator(".mistaken span").all_inner_texts()
        assert len(lines) == 5
        trace = play(learners, stream)[0]
        counts = np.array(do(page, "p.state().learners[0].confusion")).reshape(26, 26)
        y = np.array(do(page, "Array.from(p.run.arrays.y)"))
        wanted = np.zeros((26, 26), int)
        np.add.at(wanted, (y, trace.y_tilde), 1)
        np.testing.assert_array_equal(counts, wanted)
        np.fill_diagonal(wanted, 0)
        assert f": {wanted.max()} times" in lines[0]
        assert "class" in page.locator(".instance .seen").inner_text()
        shot(page, "confusions-letter", full=True)
        do(page, "p.act('eye', 'learner')")
        settled(page)
        assert page.locator(".mistaken span").count() == 0
        assert "class" not in page.locator(".instance .seen").inner_text()
        shot(page, "confusions-letter-learner", full=True)


def test_pointer_and_keys_choose_a_class_whose_numbers_are_written(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="vehicle", n="1", T="800", t="800")
        arrived(page)
        figure = page.locator("figure[data-l='0']")
        counts = np.array(do(page, "p.state().learners[0].confusion")).reshape(4, 4)
        x, y = do(page, "(({left, y, size}) => [left + 1.5 * size, y + 0.5 * size])(p.panels[0].grid)")
        figure.locator("canvas").hover(position={"x": x, "y": y})
        text = f"proposed opel where the answer was bus: {counts[0, 1]} times of {counts[0].sum()}"
        page.get_by_text(text).wait_for()
        page.mouse.move(0, 0)
        figure.locator("canvas").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.get_by_text(f"class opel: met {counts[1].sum()} times").wait_for()
        assert settled(page)["t"] == 800, "the player's own keys are others"
        shot(page, "confusions-vehicle")


@pytest.mark.parametrize("norm", ["1", pytest.param("0", marks=pytest.mark.long)])
def test_with_a_kernel_the_sampled_regions_are_those_of_the_engine(browser, server, norm):
    query = KERNEL | {"norm": norm}
    stream, learners = stream_of(query)
    rewind = Rewind(stream, learners)
    with page_of(browser) as page:
        opened(page, server, **query, t="600")
        page.get_by_text("sampled on a 200 × 200 grid").wait_for()
        for t in (600, 123, 1, 2):
            do(page, "p.seek(arg)", t)
            wait(page, "p.run.pictures.isComplete(p.t) && p.state().learners.every(({sampled}) => sampled?.exact)")
            half = do(page, "p.run.viewRadius()")
            cells = np.random.default_rng(t).integers(0, 200, (300, 2))
            points = ((cells + 0.5) / 100 - 1) * half
            for place in range(len(learners)):
                state = (t, rewind.at(place, t - 1).weights())
                wanted = predicted(stream, points, [state])[0].tolist()
                code = f"arg.map(([x, y]) => p.discs[{place}].classAt(x, y))"
                assert do(page, code, points.tolist()) == wanted
        seek(page, 123)
        shot(page, f"kernel-{norm}")


def test_the_microscope_shows_weights_as_images_and_bars(browser, server):
    with page_of(browser) as page:
        for dataset in ("digits", "pendigits", "vehicle"):
            page.goto(f"{server}/microscope?d={dataset}&t=400")
            page.locator("canvas.images").wait_for(timeout=60_000)
            label = page.locator("canvas.images").get_attribute("aria-label")
            assert label.startswith("x of round 400 and, per class, the weights before")
            shot(page, f"microscope-images-{dataset}", full=True)
