"""Your turn in a browser: played by keys and by taps, without a label on the wire or in the page before the end."""

import json

import pytest

from tests.browser.arena import shot
from tests.browser.reading import LISTEN, TEXTS, WRITTEN, faint
from tests.browser.server import page_of
from tests.browser.test_axe import report, violations
from tests.browser.test_every_page import drawing
from tests.browser.waiting import frames, rests, says

pytestmark = pytest.mark.browser
VIEW = drawing("your_turn")
READY = f"() => {{ const v = {VIEW}; return v && v.frames > 0 && v.listens }}"
BOARD = f"() => ({VIEW}).find('.board canvas').getAttribute('aria-label')"
LIVE = f"() => ({VIEW}).find('.live').textContent"
INSIDE = f"() => ({VIEW}).root.innerHTML"


def state(page):
    return page.evaluate(f"() => ({VIEW}).state()")


def ready(page):
    page.wait_for_function(READY, timeout=60_000)


def opened(page, server, query):
    page.goto(f"{server}/your_turn?{query}")
    ready(page)
    rests(page)


def played(page, count):
    page.wait_for_function(f"count => ({VIEW}).run.keys.length === count", arg=count)
    ready(page)


def expected_words(t, keys, bits):
    """Return how the board's description in round t begins (the point) and ends (what was told)."""
    notes = [f"{'✓' if bit else '≠'}{key}" for key, bit in zip(keys, bits, strict=True)][::-1]
    known = f" The latest answers, newest first: {', '.join(notes)}." if notes else " Nothing is known yet."
    return f"Round {t} of 10: a point at ", known


def test_a_game_by_keys_has_no_label_before_the_end(browser, server):
    with page_of(browser, motion="reduce") as page:
        sent, answers, bodies = [], [], []
        page.on("websocket", lambda ws: ws.on("framereceived", lambda data: sent.append(data)))
        page.on("response", lambda response: answers.append(response) if "/turn?" in response.url else None)
        opened(page, server, "turns=10&seed=7")
        for t in range(1, 11):
            now = state(page)
            start, end = expected_words(t, now["keys"], now["bits"])
            words = page.evaluate(BOARD)
            assert words.startswith(start)
            assert words.endswith(end)
            assert now["data"]["end"] is None
            assert "4 → " not in page.evaluate(INSIDE)
            page.keyboard.press("1234"[t % 4])
            if t == 3:
                page.keyboard.press("4")  # a double press
            if t == 10:
                break
            early = len(sent)
            played(page, t)
            bodies.append(json.loads(answers[-1].body()))
            after = state(page)
            told = "right" if after["bits"][-1] else "wrong"
            assert page.evaluate(LIVE).startswith(f"Round {t}: {told}. Right so far: {sum(after['bits'])} of {t}. ")
            says(page, you=after["keys"])
            if t == 5:
                before = after
                page.reload()
                ready(page)
                again = state(page)
                assert [again[name] for name in ("keys", "bits", "t")] == [
                    before[name] for name in ("keys", "bits", "t")
                ]
                shot(page, "your-turn-play")
        page.wait_for_function(f"() => ({VIEW}).phase === 'end'")
        now = state(page)
        end = now["data"]["end"]
        assert now["god"]
        assert page.evaluate(LIVE) == end["verdict"]
        mine = sum(int(key) - 1 == y for key, y in zip(now["keys"], end["y"], strict=True))
        assert end["verdict"].startswith(f"You were right in {mine} of 10 rounds, CSPA β=1/6 in ")
        assert mine == sum(now["bits"])
        bodies.append(json.loads(answers[-1].body()))
        assert len(answers) == len(bodies) == 10, "each round is asked for once"
        assert all(set(body) == {"t", "key", "told", "next"} for body in bodies)
        revealed = [frame for frame in sent if isinstance(frame, bytes) and b"verdict" in frame]
        assert len(revealed) == 1, "the labels are sent once, after the last round"
        labels = json.dumps(end["y"]).encode()
        written = (labels, labels.replace(b" ", b""))
        assert any(form in revealed[0] for form in written)
        assert early
        assert not any(form in frame for frame in sent[:early] if isinstance(frame, bytes) for form in written)
        after_the_end(page, end)


def after_the_end(page, end):
    """Check the eyes, the rounds, the picture and another start."""
    page.keyboard.press("g")
    page.wait_for_function(f"() => !({VIEW}).god")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(f"() => ({VIEW}).s === 9")
    page.keyboard.press("End")
    page.get_by_role("button", name="God's eye").click()
    page.locator(".cspa.turn [data-who='1']").click()
    page.wait_for_function(f"() => ({VIEW}).who === 1")
    with page.expect_download() as got:
        page.locator(".cspa.turn [data-picture=svg]").click()
    svg = got.value.path().read_text(encoding="utf-8")
    assert all(part in svg for part in ("You were right in", "Banditron", "seed 7", "Your keys meant"))
    assert page.locator(".cspa.turn .arena").get_attribute("href").endswith("ties=drawn")
    page.get_by_role("button", name="Start again").click()
    page.wait_for_function(f"() => ({VIEW}).phase === 'play' && ({VIEW}).run.keys === ''")
    says(page, you=None)
    assert end["verdict"] not in page.evaluate(INSIDE)
    page.locator(".cspa.turn [data-act=seed]").click()
    page.wait_for_function(f"() => ({VIEW}).run.data.seed !== 7")
    page.wait_for_function(f"() => new URLSearchParams(location.search).get('seed') === String(({VIEW}).run.data.seed)")


def test_digits_are_played_by_taps_on_a_phone_and_by_keys_until_the_learners_race(browser, server):
    with page_of(browser, 400, 800, touch=True) as page:
        opened(page, server, "d=digits&turns=20")
        heard = set()
        for count, key in enumerate("703", 1):
            heard.add(page.evaluate(BOARD).partition("picture. ")[2].partition(" The latest")[0])
            page.get_by_role("button", name=f"Class {key}", exact=True).tap()
            played(page, count)
        assert state(page)["keys"] == "703"
        assert page.evaluate(BOARD).startswith(
            "Round 4 of 20: a picture. Its ink in 5 rows from the top, each from left"
        )
        assert len(heard) == 3, "each picture has words of its own"
        box = page.get_by_role("button", name="Class 7", exact=True).bounding_box()
        assert min(box["width"], box["height"]) >= 44
        shot(page, "your-turn-digits-phone", full=True)
        page.locator(".cspa.turn .rounds").select_option("10")
        page.wait_for_function(f"() => ({VIEW}).run.T === 10")
        says(page, turns="10", you="703")  # another number of rounds keeps the proposals
        for count, key in enumerate("9124568", 4):
            ready(page)
            page.keyboard.press(key)
            page.wait_for_function(f"count => ({VIEW}).run.keys.length === count", arg=count)
        page.wait_for_function(f"() => ({VIEW}).racing && ({VIEW}).s > 0 && ({VIEW}).s < 10")
        racing = state(page)
        assert (racing["phase"], racing["god"], racing["keys"]) == ("end", False, "7039124568")
        assert not page.locator(".cspa.turn .remarks").is_visible(), "they would give the end of the race away"
        page.wait_for_function(f"() => !({VIEW}).racing && !({VIEW}).playing")
        over = state(page)
        assert (over["s"], over["god"]) == (10, True)
        assert page.evaluate(LIVE) == over["data"]["end"]["verdict"]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_finds_nothing_while_a_game_is_played_and_everything_can_be_read(browser, server, scheme):
    with page_of(browser, 1280, 1000, scheme, motion="reduce") as page:
        page.add_init_script(f"({LISTEN})()")
        for query in ("turns=10&you=1234", "d=digits&turns=10&you=012", "d=iris"):
            page.goto(f"{server}/your_turn?{query}")
            page.get_by_role("button", name="Digits" if "iris" in query else "Start again").wait_for(timeout=60_000)
            rests(page)
            assert not (found := violations(page)), report(found)
            if "iris" not in query:
                assert faint(page.evaluate(TEXTS)) == []
                page.evaluate(f"() => {{ window.listening = true; ({VIEW}).invalidate(); }}")
                frames(page)
                assert len(written := page.evaluate(WRITTEN)) > 3, "notes or tape"
                assert faint(written) == []
