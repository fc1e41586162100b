"""Handles: while β or σ is dragged the picture follows; after it the exact run is there, and the settings follow."""

from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.player.grids import predicted
from cspa_explore.running.run import trial_seed
from tests.browser.arena import button, do, opened, seek, settled, shot, wait
from tests.browser.server import page_of
from tests.browser.waiting import frames, rests, says

pytestmark = pytest.mark.browser
READY = "p.film.usable && p.film.state().ready === 'ready'"
KEEP = """(window.kept = p.discs.map(({surface: {canvas, context}}) =>
    context.getImageData(0, 0, canvas.width, canvas.height).data), p.discs.map((disc) => disc.state().regions))"""
CHANGED = """p.discs.map(({surface: {canvas, context}}, l) => {
    const now = context.getImageData(0, 0, canvas.width, canvas.height).data, before = window.kept[l];
    let n = 0;
    for (let i = 0; i < now.length; i++) n += Math.abs(now[i] - before[i]) > 24;
    return n / now.length;
})"""


@pytest.fixture
def page(browser, server):
    with page_of(browser) as found:
        opened(found, server, t="600")
        wait(found, READY)
        yield found


def handle(page, name):
    return page.locator(f".st-key-player #cspa-{name}")


def numbers(regions):
    """Return all numbers of the regions of all discs, in a row."""
    flat = []
    for region in (region for disc in regions for region in disc):
        flat += [region["k"], region.get("from") or 0, region.get("width") or 0]
        flat += [number for point in region.get("points") or [] for number in point]
    return flat


def exact(page, text, sigma):
    """Wait for the exact run; return the drawn state."""
    wait(
        page,
        "!p.film.on && p.run.learners.some((l) => l.text === arg[0]) && p.run.header.sigma.value === arg[1]",
        [text, sigma],
    )
    return settled(page)


def test_keys_move_beta_from_value_to_value_and_the_settings_follow(page):
    beta = handle(page, "param")
    assert beta.get_attribute("aria-valuetext") == "β = 1/6, inside the theory range"
    before = settled(page)
    beta.focus()
    for value in ("0.2", "0.25", "0.3", "1/3"):
        page.keyboard.press("ArrowRight")
        frames(page, 2)
        now = do(page, "p.film.state()")
        assert now["on"]
        assert now["value"] == value
    assert beta.get_attribute("aria-valuetext") == "β = 1/3, inside the theory range"
    during = do(page, "p.discs[0].state().regions")
    assert during != before["learners"][0]["regions"]
    t = do(page, "p.t")
    assert t in do(page, "[...p.film.film.rounds]")
    assert t == 600, "round numbers are in the film"
    assert exact(page, "cspa(beta=1/3)", 0.25)["t"] == 600, "the round at which the user was"
    says(page, t="600")
    assert seek(page, t)["learners"][0]["regions"] == during
    page.wait_for_function("decodeURIComponent(location.search).includes('cspa(beta=1/3)')")
    expect(page.locator("[data-testid=stSidebar]").get_by_label("Step size β (CSPA 1)")).to_have_value("1/3")
    beta.press("End")
    frames(page, 2)
    assert beta.get_attribute("aria-valuetext") == "β = 1, outside the theory range"


def test_at_a_round_that_the_film_lacks_counter_and_sentence_name_both(page):
    seek(page, 613)
    beta = handle(page, "param")
    beta.focus()
    page.keyboard.press("ArrowRight")
    frames(page, 2)
    assert do(page, "p.find('.count').textContent") == "round 600 · near 613"
    assert do(page, "p.find('.words').textContent").startswith("Round 600 (the nearest to 613 while you drag) with β")
    assert exact(page, "cspa(beta=0.2)", 0.25)["t"] == 613


def test_a_drag_follows_the_pointer_and_its_end_gives_the_exact_run(page):
    box = handle(page, "sigma").bounding_box()
    middle = box["y"] + box["height"] / 2

    def across(share):
        return box["x"] + 10 + share * (box["width"] - 20)

    page.mouse.move(across(0.125), middle)
    page.mouse.down()
    seen = []
    for share in (0.2, 0.3, 0.5, 0.7, 0.99):
        page.mouse.move(across(share), middle)
        frames(page, 2)
        state = do(page, "p.film.state()")
        seen.append(state["noise"])
        assert state["on"]
        assert do(page, "p.root.classList.contains('dragging')")
    assert seen[-1] == 2
    assert sorted(seen) == seen
    shot(page, "film_dragging")
    t, words = do(page, "p.t"), do(page, "p.find('.graph canvas') && p.curves.labels.map(({text}) => text)")
    page.mouse.up()
    after = exact(page, "cspa(beta=1/6)", 2)
    assert after["t"] == 600
    assert seek(page, t)["curves"]["labels"][0]["text"] == words[0], "mean ± sd of all seeds"
    assert not do(page, "p.root.classList.contains('dragging')")
    page.wait_for_function("new URLSearchParams(location.search).get('sig') === '2'")


@pytest.mark.parametrize("query", [{}, {"d": "circle(m=5)", "sig": "0.1", "bias": "1"}], ids=["default", "polygons"])
def test_the_picture_of_a_cell_is_that_of_the_exact_run(browser, server, query):
    with page_of(browser) as page:
        opened(page, server, t="180", **query)
        wait(page, READY)
        for value, noise in ((0, 7), (11, 3), (21, 0)):
            do(
                page,
                "(p.film.handles.param.put(arg[0]), p.film.handles.sigma.put(arg[1]), p.film.moved())",
                [value, noise],
            )
            frames(page, 2)
            regions = do(page, KEEP)
            t, text, sigma = do(page, "[p.t, p.film.shown.learners[0].text, p.film.handles.noise]")
            do(page, "p.film.released()")
            exact(page, text, sigma)
            seek(page, t)
            now = do(page, "p.discs.map((disc) => disc.state().regions)")
            np.testing.assert_allclose(numbers(now), numbers(regions), atol=1e-5)
            assert max(do(page, CHANGED)) < 0.002


def test_a_drag_back_to_the_start_changes_nothing(page):
    bytes_before = do(page, "p.bytes.length")
    do(
        page,
        "(p.film.handles.param.go(20), p.film.handles.param.go(arg))",
        do(page, "p.film.film.header.values.indexOf('1/6')"),
    )
    do(page, "p.film.released()")
    frames(page, 3)
    assert not do(page, "p.film.on")
    assert do(page, "p.bytes.length") == bytes_before


def test_another_marked_learner_brings_its_own_film(page):
    do(page, "p.act('focus', 2)")
    wait(page, f"{READY} && p.film.film.header.param === 'gamma'")
    assert handle(page, "param").get_attribute("aria-valuetext") == "γ = 0.05"
    do(page, "p.film.handles.param.go(0)")
    frames(page, 2)
    assert do(page, "p.film.on")


def test_without_a_plane_the_curves_follow(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="iris", t="100")
        wait(page, READY)
        before = settled(page)["curves"]["labels"][0]["text"]
        do(page, "p.film.handles.param.go(p.film.handles.param.values.length - 1)")
        frames(page, 2)
        assert do(page, "p.film.on")
        assert do(page, "p.curves.labels[0].text") != before


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (400, 800)])
def test_handles_in_every_window(browser, server, scheme, width, height):
    with page_of(browser, width, height, scheme) as page:
        opened(page, server, t="600")
        wait(page, READY)
        settled(page)
        if width > 640:
            page.locator("[data-testid=stSidebar]").wait_for()
        box, outer = (handle(page, "param").bounding_box(), page.locator(".st-key-player").bounding_box())
        assert outer["x"] <= box["x"]
        assert box["x"] + box["width"] <= outer["x"] + outer["width"]
        ticks = do(
            page,
            """[...p.root.querySelectorAll('.ticks span')].filter((s) => s.style.visibility !== 'hidden')
            .map((s) => ({...s.getBoundingClientRect().toJSON(), text: s.textContent}))""",
        )
        for i, one in enumerate(ticks):
            for other in ticks[:i]:
                apart = one["left"] >= other["right"] or other["left"] >= one["right"]
                assert apart or abs(one["top"] - other["top"]) > 10, (one, other)
        shot(page, f"handles_{width}_{scheme}")


def test_a_run_of_earlier_values_does_not_replace_the_picture(page):
    do(page, "(p.film.handles.param.go(2), p.film.released(), p.film.handles.param.go(20), p.film.released())")
    wait(page, "p.run.learners[0].text === arg || !p.film.on", "cspa(beta=0.05)")
    assert do(page, "p.film.on || p.run.learners[0].text === 'cspa(beta=0.85)'")
    exact(page, "cspa(beta=0.85)", 0.25)


def test_a_release_counts_while_the_run_of_the_one_before_is_on_its_way(page):
    do(page, "(p.film.handles.param.go(2), p.film.released())")
    page.wait_for_function("decodeURIComponent(location.search).includes('cspa(beta=0.1)')")  # the server has it
    do(page, "(p.film.handles.param.go(20), p.film.released())")
    exact(page, "cspa(beta=0.85)", 0.25)
    page.wait_for_function("decodeURIComponent(location.search).includes('cspa(beta=0.85)')")
    wait(page, "!p.film.state().pending")


@pytest.mark.parametrize("state", ["asked for", "shown, and the script is to confirm it"])
def test_a_drag_back_before_the_asked_run_arrives_wins(page, state):
    back = do(page, "p.film.film.header.values.indexOf('1/6')")
    with page.expect_request(lambda request: "/run?" in request.url):
        do(page, "(p.film.handles.param.go(20), p.film.released())")
    if state != "asked for":
        wait(page, "p.run.learners[0].text === 'cspa(beta=0.85)'")
    do(page, "(p.film.handles.param.go(arg), p.film.released())", back)
    wait(page, "!p.film.state().pending")
    rests(page)
    exact(page, "cspa(beta=1/6)", 0.25)
    assert "0.85" not in page.url
    assert do(page, "p.film.handles.value") == "1/6"


def assert_sampled(page, value):
    """Compare the drawn classes with those that the engine predicts in the round on the screen."""
    experiment = FIRST.but(kernel=0.5, support=40, rounds=400, trials=2)
    stream = replace(experiment.stream, seed=trial_seed(experiment.stream.seed, 0))
    learners = [learner_of(f"cspa(beta={value})"), *experiment.learners[1:]]
    t, half = do(page, "[p.t, p.run.viewRadius()]")
    points = ((np.random.default_rng(t).integers(0, 200, (200, 2)) + 0.5) / 100 - 1) * half
    rewind = Rewind(stream, learners)
    for place in range(len(learners)):
        wanted = predicted(stream, points, [(t, rewind.at(place, t - 1).weights())])[0].tolist()
        assert do(page, f"arg.map(([x, y]) => p.discs[{place}].classAt(x, y))", points.tolist()) == wanted


def test_a_drag_on_a_kernel_shows_the_exact_regions_where_it_rests_and_leaves_the_discs_as_they_were(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="gaussians4", kern="0.5", sup="40", T="400", n="2", t="100")
        assert do(page, "p.run.plane") == "grid"
        wait(page, f"{READY} && p.discs.every((disc) => disc.state().sampled?.exact)")
        before = do(page, KEEP)
        hint = page.locator(".st-key-player .handle .hint").first
        assert hint.text_content() == ": drag, the curves follow"
        do(page, "new MutationObserver(() => { window.pale ||= p.root.classList.contains('undrawn'); })"
           ".observe(p.root, {attributes: true})")  # fmt: skip
        do(page, "p.film.handles.param.go(20)")
        wait(page, "p.film.on && window.pale")  # regions of another value are pale, until the exact ones are there
        wait(page, "p.film.inDiscs === p.film.shown && p.discs.every((disc) => disc.state().sampled?.exact)")
        assert_sampled(page, do(page, "p.film.handles.value"))
        assert not do(page, "p.root.classList.contains('undrawn')")
        do(page, "(p.film.handles.param.go(12), p.film.released())")
        value = do(page, "p.film.handles.value")
        wait(page, f"!p.film.on && p.run.learners[0].text === 'cspa(beta={value})'")
        wait(page, "p.discs.every((disc) => disc.state().sampled?.exact)")
        assert_sampled(page, value)
        do(page, "(p.film.handles.param.go(p.film.film.header.values.indexOf('1/6')), p.film.released(), p.seek(100))")
        wait(page, "!p.film.on && p.run.learners[0].text === 'cspa(beta=1/6)'")
        wait(page, "p.discs.every((disc) => disc.state().sampled?.exact)")
        settled(page)
        assert do(page, "p.discs.map((disc) => disc.state().regions)") == before
        assert max(do(page, CHANGED)) == 0


def test_dragging_ends_slow_motion(page):
    do(page, "p.act('beats')")
    do(page, "p.film.handles.param.go(20)")
    frames(page, 2)
    assert do(page, "[p.beats.on, p.film.on]") == [False, True]
    assert do(page, "p.film.film.rounds.includes(p.t)")


def plays(page):
    """Play one round per second; the rounds at which the clock starts again are listed in window.starts."""
    do(page, "(p.clock.speed = 3)")
    button(page, "Play").click()
    wait(page, "p.clock.playing && p.t > 600")
    do(page, "((start) => { window.starts = []; p.clock.start = function (t, ...more) {"
       " window.starts.push(t); start.call(this, t, ...more); }; })(p.clock.start)")  # fmt: skip


def stands(page):
    """Check that the round stands still with the button Pause while the handle is held; return the user's round."""
    frames(page, 2)
    assert do(page, "[p.film.on, p.film.held, p.clock.playing, p.waits]") == [True, True, False, True]
    expect(button(page, "Pause")).to_be_visible()
    home = do(page, "p.film.round")
    assert f"near {home}" in do(page, "p.find('.count').textContent")
    return home


def goes_on(page, home, text, sigma):
    """Check that the exact run plays on from the user's round, and that pausing writes its round into the link."""
    wait(
        page,
        "!p.film.on && p.run.learners[0].text === arg[0] && p.run.header.sigma.value === arg[1] && p.t > arg[2]",
        [text, sigma, home],
    )
    assert do(page, "[p.clock.playing, p.waits]") == [True, False]
    assert page.evaluate("window.starts[0]") == home
    button(page, "Pause").click()
    t = settled(page)["t"]
    assert do(page, "p.find('.count').textContent") == f"round {t} / 4,000"
    expect(button(page, "Play")).to_be_visible()
    rests(page)
    says(page, t=str(t))


def test_after_a_drag_playing_goes_on_with_the_exact_run(page):
    plays(page)
    entries = page.evaluate("history.length")
    box = handle(page, "sigma").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 10 + 0.125 * (box["width"] - 20), middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.move(box["x"] + box["width"] - 11, middle)
    home = stands(page)
    assert do(page, "p.film.handles.noise") == 2
    page.mouse.up()
    goes_on(page, home, "cspa(beta=1/6)", 2)
    says(page, sig="2")
    assert page.evaluate("history.length") == entries + 1, "of the new σ, as after a drag while the round rests"


def test_after_keys_moved_a_handle_playing_goes_on_also_with_reduced_motion(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="600")
        wait(page, READY)
        plays(page)
        handle(page, "param").focus()
        page.keyboard.press("ArrowRight")
        wait(page, "p.run.learners[0].text === 'cspa(beta=0.2)' && !p.film.on")
        goes_on(page, page.evaluate("window.starts[0]"), "cspa(beta=0.2)", 0.25)


@pytest.mark.parametrize("meanwhile", ["pause", "scrub", "step"])
def test_playing_does_not_go_on_if_the_user_stopped_it_during_the_drag(page, meanwhile):
    plays(page)
    do(page, "p.film.handles.param.go(20)")
    home = stands(page)
    if meanwhile == "pause":
        button(page, "Pause").click()
        assert do(page, "p.film.on"), "the handle is still held"
    elif meanwhile == "step":
        button(page, "1 ▶").click()
        do(page, "p.film.handles.param.go(20)")
    else:
        page.locator(".st-key-player .scrub").fill("500")
        home = do(page, "p.t - 1")
        do(page, "p.film.handles.param.go(20)")
    expect(button(page, "Play")).to_be_visible()
    do(page, "p.film.released()")
    assert exact(page, "cspa(beta=0.85)", 0.25)["t"] == home + (meanwhile != "pause")
    rests(page)
    expect(button(page, "Play")).to_be_visible()
    assert not do(page, "p.clock.playing || p.waits")
    assert page.evaluate("window.starts") == []


def test_a_drag_back_to_the_start_plays_on_at_once(page):
    plays(page)
    back = do(page, "p.film.film.header.values.indexOf('1/6')")
    do(page, "(p.film.handles.param.go(20), p.film.handles.param.go(arg))", back)
    home = stands(page)
    do(page, "p.film.released()")
    assert do(page, "[p.film.on, p.clock.playing, p.t]") == [False, True, home]
    expect(button(page, "Pause")).to_be_visible()
