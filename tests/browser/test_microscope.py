"""The Microscope in a real Chromium: it draws the engine's numbers, whichever way the round was reached."""

from functools import cache

import numpy as np
import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.experiments.settings_file import read_settings
from cspa_explore.inspection.territory import sectors
from cspa_explore.ui.microscope.inspected_run import InspectedRun
from cspa_explore.ui.microscope.probe import Probe
from cspa_explore.ui.microscope.round_tables import class_table
from cspa_explore.ui.microscope.scene import scene as scene_of
from tests.browser.arena import shot
from tests.browser.server import page_of, serving
from tests.browser.waiting import frames, says
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser
SIGNS = "①②③④⑤"  # of the beats
inspected = cache(InspectedRun)
FIND = (
    """[...document.querySelectorAll('*')].map(el => el.shadowRoot?.querySelector('.cspa.scope')?.cspa).find(Boolean)"""
)


def scene(chosen, probe):
    return scene_of(inspected(chosen), probe)


def wait(page, condition):
    """Wait until the condition on the scene `s` holds and it is drawn; return the drawn state."""
    page.wait_for_function(
        f"() => {{ const scope = {FIND}; if (!scope || scope.waiting || !scope.shownAt) return false;"
        f" const s = scope.scene; return {condition} && !scope.slideStart; }}",  # the tips have arrived
        timeout=60_000,
    )
    return page.evaluate(f"() => {FIND}.state()")


def same_sectors(drawn, W):
    wanted = {s.owner: s for s in sectors(np.reshape(W, (4, 2))) if s.end - s.start > 1e-4}
    found = {s["k"]: s for s in drawn if s["width"] > 1e-4}
    assert found.keys() == wanted.keys()
    for k, sector in wanted.items():
        assert found[k]["width"] == pytest.approx(sector.end - sector.start, abs=1e-4)
        turn = (found[k]["from"] - sector.start + np.pi) % (2 * np.pi) - np.pi
        assert turn == pytest.approx(0, abs=1e-4) or len(wanted) == 1


def test_a_link_opens_the_round_and_it_is_drawn_as_computed(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?t=12&who=1")
        drawn = wait(page, "s.t === 12 && s.which === 1")
        wanted = scene(FIRST, Probe(1, 12))["look"]
        assert drawn["scene"]["look"]["scores_after"] == wanted["scores_after"]
        same_sectors(drawn["before"], wanted["W_before"])
        same_sectors(drawn["after"], wanted["W_after"])
        assert page.locator(".invariants li").count() == len(wanted["invariants"])
        assert not [text for text in page.locator(".invariants li").all_inner_texts() if "does not hold" in text]


@pytest.mark.parametrize("t", [1, 2, 3, 5, 8, 13, 20])
def test_ties_of_the_first_rounds_are_broken_as_the_engine_does(browser, server, t):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?t={t}")
        drawn = wait(page, f"s.t === {t}")
        same_sectors(drawn["before"], scene(FIRST, Probe(0, t))["look"]["W_before"])


def test_stepping_jumping_and_reloading(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?t=30")
        wait(page, "s.t === 30")
        page.keyboard.press("ArrowRight")
        wait(page, "s.t === 31")
        page.get_by_role("button", name="− 1", exact=True).click()
        wait(page, "s.t === 30")
        page.keyboard.press("m")
        mistake = wait(page, "!s.look.correct")
        assert mistake["scene"]["t"] > 30
        page.get_by_role("button", name="next ✓ right").click()
        right = wait(page, f"s.look.correct && s.t > {mistake['scene']['t']}")
        page.locator(".who button").nth(2).click()
        other = wait(page, "s.which === 2")
        assert other["scene"]["t"] == right["scene"]["t"]
        says(page, who="2", t=str(right["scene"]["t"]))
        page.reload()
        again = wait(page, "s.which === 2")
        assert again["scene"] | {"answer": 0} == other["scene"] | {"answer": 0}
        page.locator(".worst").select_option(index=1)
        wait(page, f"s.t === {other['scene']['worst']['rounds'][0][0]}")


def test_moving_x_asks_the_kernels(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?t=40")
        before = wait(page, "s.t === 40")
        box = page.locator("canvas.before").bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] - 50, middle[1] - 50, steps=6)
        page.mouse.up()
        moved = wait(page, "s.moved && Math.abs(s.point[0] + s.point[1]) < 0.1 && s.point[1] > 0")
        point = tuple(moved["scene"]["point"])
        wanted = scene(FIRST, Probe(0, 40, point))["look"]
        assert moved["scene"]["look"] == wanted
        assert "not part of the run" in page.locator(".notice").inner_text()
        shot(page, "microscope-moved", full=True)
        page.locator(".told").select_option("1")
        supposed = wait(page, "s.told === true")
        assert supposed["scene"]["look"]["correct"]
        says(page, told="1")
        page.reload()
        assert wait(page, "s.moved")["scene"]["look"] == supposed["scene"]["look"]
        page.get_by_role("button", name="reset x").click()
        back = wait(page, "!s.moved")
        assert back["scene"]["look"]["x"] == before["scene"]["look"]["x"]


def ends(page):
    return page.locator(".scores .ends").inner_text().split()


def test_the_bars_keep_their_scale_while_x_moves_and_have_a_key(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/microscope?t=40")
        first = wait(page, "s.t === 40")
        scale = ends(page)
        low, zero, high = (float(text.replace("−", "-")) for text in scale)
        assert (low, zero) == (-high, 0)
        look = first["scene"]["look"]
        assert max(map(abs, look["scores_before"] + look["scores_after"])) <= high
        assert [key.inner_text() for key in page.locator(".scores .key:has(i)").all()] == ["before", "after"]
        for x, y in ((1, 0), (-0.7, 0.7), (0, -1)):
            page.evaluate(f"() => {FIND}.moveTo([{x}, {y}])")
            wait(page, f"s.moved && Math.abs(s.point[0] - {x}) < 1e-3 && Math.abs(s.point[1] - {y}) < 1e-3")
            assert ends(page) == scale


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("t=36&who=2&x=0.3_0.9&told=1", "Told ✓: here class 1 counts as the true class. In the run it was class 3."),
        (
            "t=36&who=2&x=0.3_0.9",
            "The true class stays class 3, wherever x is, hidden from the learner: it only hears ✗.",
        ),
        ("t=40", None),
    ],
)
def test_the_true_class_is_hidden_only_if_the_learner_was_not_told(browser, server, query, sentence):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/microscope?{query}")
        look = wait(page, "s.t > 30")["scene"]["look"]
        said = page.locator(".hint").inner_text()
        if sentence is not None:
            assert said.endswith(sentence)
        else:
            assert ("hidden from the learner" in said) != look["correct"]


def test_beat_by_beat_steps_through_the_round_and_into_the_next(browser, server):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/microscope?t=8")
        start = wait(page, "s.t === 8")
        page.get_by_role("button", name="Beat by beat").click()
        before, after = start["before"], start["after"]
        assert before != after
        seen = []
        for beat in range(1, 6):
            page.wait_for_function(f"() => {FIND}.state().beats.caption.startsWith('{SIGNS[beat - 1]} ')")
            frames(page)
            state = page.evaluate(f"() => {FIND}.state()")
            seen.append(state["beats"]["caption"])
            assert state["after"] == (after if beat == 5 else before)
            shot(page, f"microscope-beat-{beat}", full=True)
            page.keyboard.press("ArrowRight")
        assert seen[0].startswith("① Round 8: it sees x at ")
        next_round = wait(page, "s.t === 9")
        assert next_round["beats"]["caption"].startswith("① Round 9")
        page.keyboard.press("ArrowLeft")
        wait(page, "s.t === 8")
        page.wait_for_function(f"() => {FIND}.state().beats.caption.startsWith('⑤ ')")
        page.keyboard.press("Escape")
        page.wait_for_function(f"() => !{FIND}.state().beats.on")
        assert page.locator("canvas.before").is_visible()


def test_beat_by_beat_plays_and_slides_the_tips(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?t=8")
        start = wait(page, "s.t === 8")
        page.keyboard.press("s")
        page.wait_for_function(f"() => {FIND}.state().beats.beat === 5", timeout=20_000)
        moving = page.evaluate(f"() => {FIND}.state()")
        page.keyboard.press(" ")
        frames(page)
        rested = page.evaluate(f"() => {FIND}.state()")
        assert not rested["beats"]["moving"]
        assert rested["after"] == start["after"]
        assert moving["scene"]["t"] == 8


def test_every_fault_of_a_link_is_read(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?x=here&told=perhaps&sig=-3&seed=x&t=99999")
        toast = page.locator("[data-testid=stToastText]")
        for fault in ("sig=-3", "seed=x", "t=99999", "x=here", "told=perhaps"):
            toast.filter(has_text=fault).first.wait_for(timeout=30_000)
        clipped = "els => els.filter((el) => el.scrollHeight > el.clientHeight + 1).length"
        assert toast.evaluate_all(clipped) == 0
        wait(page, "s.t === s.T")


def test_many_features_have_bars_in_place_of_discs(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?d=pendigits&t=1200")
        drawn = wait(page, "s.t === 1200")
        assert not drawn["scene"]["plane"]
        assert not page.locator("canvas.before").is_visible()
        assert page.locator(".scores tbody tr").count() == 10
        assert "16 features" in page.locator(".hint").inner_text()
        shot(page, "microscope-pendigits", full=True)


def test_the_page_is_reached_from_the_arena_at_its_round(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/?t=77")
        page.get_by_role("button", name="Look inside this round").click()
        wait(page, "s.t === 77")
        page.get_by_role("link", name="Arena").click()
        page.wait_for_function("() => new URLSearchParams(location.search).get('t') === '77'", timeout=20_000)


@pytest.mark.long
def test_a_cold_deep_link_works(browser):
    with serving() as address, page_of(browser) as page:
        page.goto(f"{address}/microscope?t=9&sig=0.5")
        drawn = wait(page, "s.t === 9")
        assert drawn["scene"]["look"] == scene(experiment(sigma=0.5), Probe(0, 9))["look"]


def test_the_table_follows_x(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?t=12&who=1")
        wait(page, "s.t === 12")
        page.get_by_text("Data, CSV and command line").click()
        button = page.get_by_role("button", name="Table as CSV")
        button.wait_for(timeout=20_000)
        assert taken(page, button) == class_table(scene(FIRST, Probe(1, 12))["look"]).to_csv(index=False)
        page.evaluate(f"() => {FIND}.moveTo([0.6, -0.8])")
        drawn = wait(page, "s.moved")
        says(page, x="0.6_-0.8")
        moved = class_table(scene(FIRST, Probe(1, 12, (0.6, -0.8)))["look"])
        assert drawn["scene"]["look"]["scores_after"] == moved["after"].tolist()
        assert taken(page, button) == moved.to_csv(index=False)
        page.get_by_role("button", name="Settings as JSON").scroll_into_view_if_needed()
        shot(page, "microscope-table", full=True)
        assert read_settings(taken(page, page.get_by_role("button", name="Settings as JSON"))) == (FIRST, None)


def taken(page, button):
    """Return the content of the file that the button downloads."""
    with page.expect_download() as caught:
        button.click()
    return caught.value.path().read_text()
