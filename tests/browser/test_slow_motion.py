"""Slow motion on the stage: one round in five beats, played or stepped."""

import pytest

from tests.browser.arena import button, do, opened, seek, settled, shot, wait
from tests.browser.server import page_of

pytestmark = pytest.mark.browser
BEAT = "p.beats.clock.beat"


def test_a_round_is_five_beats_that_can_be_stepped(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="8")
        before = settled(page)
        page.keyboard.press("s")
        wait(page, "p.beats.on && p.beats.views && !p.asked")
        assert button(page, "Beat by beat").get_attribute("aria-pressed") == "true"
        seen = []
        for beat in range(1, 6):
            assert do(page, f"[p.t, {BEAT}]") == [8, beat]
            view = do(page, "p.beats.views[0]")
            seen.append((view["region"], view["proposal"], view["answer"], view["share"]))
            captions = [figure.inner_text() for figure in page.locator(".st-key-player .facts").all()]
            assert all(caption.startswith(f"{'①②③④⑤'[beat - 1]} ") for caption in captions), captions
            shot(page, f"beat-{beat}")
            page.keyboard.press("ArrowRight")
            wait(page, "!p.asked")
        learner = before["learners"][0]
        said, answer = learner["prediction"], "✓" if learner["right"] else "✗"
        proposal = learner["proposal"]
        assert seen == [
            (None, None, "", 0), (said, None, "", 0), (said, proposal, "", 0), (said, proposal, answer, 0),
            (said, proposal, answer, 1),
        ]  # fmt: skip
        assert do(page, f"[p.t, {BEAT}]") == [9, 1], "after the fifth beat comes the next round"
        page.keyboard.press("ArrowLeft")
        wait(page, "!p.asked")
        assert do(page, f"[p.t, {BEAT}]") == [8, 5]
        updated = do(page, "p.discs[0].state().regions")
        page.keyboard.press("s")
        assert settled(page)["learners"][0]["regions"] == before["learners"][0]["regions"]
        page.keyboard.press("ArrowRight")
        assert settled(page)["learners"][0]["regions"] == updated, "the fifth beat shows the weights after the update"


def test_beats_play_by_themselves_and_space_pauses(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="8")
        settled(page)
        button(page, "Beat by beat").click()
        wait(page, f"{BEAT} === 5 && p.beats.clock.share > 0.1 && p.beats.clock.share < 0.6")
        share = do(page, "p.beats.views[0].share")
        assert 0 < share < 1, "tips slide"
        page.keyboard.press("Space")
        wait(page, "!p.beats.moving")
        page.keyboard.press("Space")
        wait(page, "p.t === 9")


def test_with_reduced_motion_beats_are_steps(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="8")
        page.keyboard.press("s")
        wait(page, "p.beats.on && !p.asked")
        assert do(page, "p.beats.playing") is False
        frames = do(page, "p.frames.length")
        page.keyboard.press("ArrowRight")
        wait(page, f"{BEAT} === 2 && !p.asked")
        assert do(page, "p.frames.length") <= frames + 4


@pytest.mark.parametrize("query", [{"d": "iris"}, {"bias": "1"}, {"a": "confidit~spa"}, {"kern": "0.5"}])
def test_beats_work_without_a_plane_and_for_every_learner(browser, server, query):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="0", n="2", **query)
        page.keyboard.press("s")
        wait(page, "p.t === 1 && p.beats.views && !p.asked")
        for _ in range(11):
            page.keyboard.press("ArrowRight")
            wait(page, "!p.asked")
        assert do(page, f"[p.t, {BEAT}]") == [3, 2]
        assert "undefined" not in page.locator(".st-key-player .discs").inner_text()


@pytest.mark.parametrize("query", [{"d": "digits"}, {"kern": "0.5", "T": "300"}])
def test_the_answer_is_told_in_its_beat_and_every_beat_is_announced(browser, server, query):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="8", n="2", eye="learner", **query)
        ratios = {}
        for t in (7, 8):
            seek(page, t)
            ratios[t] = page.locator(".st-key-player .ratio").all_inner_texts()
        page.keyboard.press("s")
        for beat in range(1, 6):
            wait(page, f"p.beats.views && {BEAT} === {beat} && !p.asked")
            words, heard, tape = do(
                page, "[p.find('.words').textContent, p.find('.hidden').textContent, p.beats.known]"
            )
            assert heard.startswith("①②③④⑤"[beat - 1]), "screen readers hear every beat"
            assert (words == heard) == (beat < 4), "the whole sentence comes with the answer"
            assert page.locator(".st-key-player .ratio").all_inner_texts() == ratios[7 if beat < 4 else 8]
            assert tape == (7 if beat < 4 else 8)
            said = page.locator(".st-key-player .instance .said b").all_inner_texts()
            assert all(bool(text) == (beat >= 3) and ("✓" in text or "✗" in text) == (beat >= 4) for text in said), said
            assert len(said) == (3 if "d" in query else 0)
            shot(page, f"beat-{'kernel' if 'kern' in query else 'digits'}-{beat}")
            page.keyboard.press("ArrowRight")
