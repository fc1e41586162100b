"""The Classroom in a real browser: votes, the three types of questions, the stage, and the deck."""

import json
from pathlib import Path

import pytest

from cspa_explore.classroom.built_in import TEXT
from cspa_explore.classroom.deck import write_deck
from cspa_explore.classroom.measures import answer
from cspa_explore.classroom.reading import read_deck
from cspa_explore.running.run import run
from cspa_explore.ui.classroom.decks import experiment_of
from tests.browser.arena import shot
from tests.browser.server import page_of
from tests.browser.test_axe import report, violations
from tests.browser.test_every_page import drawing
from tests.browser.waiting import frames, rests, says

pytestmark = pytest.mark.browser
FIND = drawing("classroom")
STAGE = FIND.replace(".cspa.classroom", ".cspa.class-stage")
DECK = read_deck(TEXT, experiment_of)


def shown(page, place):
    """Wait until the question and its stage are drawn."""
    page.wait_for_function(
        f"place => {{ const v = {FIND}; return v?.data.place === place && v.data.run"
        f" && {STAGE}?.run.id === v.data.run; }}",
        arg=place,
        timeout=60_000,
    )
    rests(page)


def press(page, name):
    page.locator(".cspa.classroom").get_by_role("button", name=name, exact=True).click()


def votes(page):
    return page.evaluate(f"() => {FIND}.state().vote")


def test_votes_are_locked_revealed_and_kept(browser, server):
    expected = answer(DECK.questions[2].measure, run(DECK.questions[2].experiment))
    with page_of(browser) as page:
        page.goto(f"{server}/classroom?q=3")
        shown(page, 3)
        assert page.evaluate(f"() => [{STAGE}.t, {STAGE}.clock.playing]") == [0, False]
        page.keyboard.press("End")
        assert page.evaluate(f"() => {STAGE}.t") == 0, "the stage is frozen"
        assert page.evaluate(f"() => {FIND}.data.answer") is None
        page.get_by_label("Hands for A: ").fill("9")
        press(page, "Clear the votes")
        assert page.get_by_label("Hands for A: ").input_value() == ""
        for letter, hands in zip("ABCD", ["3", "7", "11", "2"], strict=True):
            page.get_by_label(f"Hands for {letter}: ").fill(hands)
        press(page, "Lock the votes")
        assert page.locator(".classroom input").count() == 0
        page.get_by_role("link", name="Data", exact=True).click()  # another page and back
        page.get_by_role("heading", name="Which data").wait_for()
        page.get_by_role("link", name="Classroom", exact=True).click()
        shown(page, 3)
        assert votes(page) == {"phase": "locked", "hands": [3, 7, 11, 2], "guesses": [], "curve": []}
        page.reload()
        shown(page, 3)
        assert votes(page)["phase"] == "locked"
        press(page, "Reveal the answer")
        page.locator(".classroom .result", has_text="B: within 25 rounds").wait_for()
        assert page.locator(".classroom .score").text_content() == "7 of 23 hands had it."
        assert page.locator(".classroom .sentence").text_content() == expected.sentence
        assert page.locator(".classroom .why").text_content() == expected.fill(DECK.questions[2].why)
        assert page.locator(".classroom .hands").all_text_contents() == ["3", "7", "11", "2"], "votes stay beside it"
        page.wait_for_function(f"t => {STAGE}.t === t && !{STAGE}.clock.playing", arg=expected.t)
        page.reload()
        shown(page, 3)
        page.locator(".classroom .result", has_text="B: within 25 rounds").wait_for()
        page.wait_for_function(f"t => {STAGE}.t === t", arg=expected.t)
        press(page, "Next ▶")
        shown(page, 4)
        says(page, q="4")
        assert page.evaluate(f"() => [{STAGE}.t, {STAGE}.root.classList.contains('frozen')]") == [0, True]
        press(page, "Question 3")
        shown(page, 3)
        page.get_by_role("link", name="Open the Microscope").click()
        page.wait_for_function("() => location.pathname.endsWith('/microscope') && location.search.includes('t=2')")


def test_guesses_are_flags_beside_the_computed_answer(browser, server):
    expected = answer(DECK.questions[1].measure, run(DECK.questions[1].experiment))
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/classroom?q=2")
        shown(page, 2)
        field = page.get_by_label("Guess (rounds)", exact=True).last
        field.fill("10 50, 1,000")
        press(page, "Plant a flag")
        field.fill("9000")
        press(page, "Plant a flag")
        assert page.locator(".classroom .said").text_content() == "9,000 is outside the axis, 1 to 4,000."
        page.locator(".classroom .slide").fill("500")
        press(page, "Plant a flag")
        assert votes(page)["guesses"] == [10, 50, 1000, 63]
        press(page, "Remove the guess 10")
        assert page.locator(".classroom .flag").count() == 3
        assert not (found := violations(page)), report(found)
        press(page, "Lock the votes")
        press(page, "Reveal the answer")
        page.locator(".classroom .result", has_text="Round 62").wait_for()
        nearest = min([50, 1000, 63], key=lambda guess: abs(guess - expected.value))
        assert f"Closest guess: {nearest}," in page.locator(".classroom .score").text_content()
        assert page.locator(".classroom .truth").count() == 1
        assert page.evaluate(f"() => {STAGE}.t") == expected.t
        assert not (found := violations(page)), report(found)


def test_a_curve_is_drawn_by_keyboard_and_pointer(browser, server):
    expected = answer(DECK.questions[5].measure, run(DECK.questions[5].experiment))
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/classroom?q=6")
        shown(page, 6)
        handles = page.locator(".classroom [role=slider].handle")
        assert handles.count() == 8
        handles.nth(0).focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("PageDown")
        page.keyboard.press("Tab")
        page.keyboard.press("End")
        assert votes(page)["curve"][:2] == [41, 100]
        box, last = page.locator(".classroom .chart svg").bounding_box(), handles.nth(7).bounding_box()
        page.mouse.move(last["x"] + 5, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(last["x"] + 5, box["y"] + box["height"] / 2)
        page.mouse.up()
        drawn = votes(page)["curve"]
        assert drawn[7] not in (50, 100)
        assert not (found := violations(page)), report(found)
        page.reload()
        shown(page, 6)
        assert votes(page)["curve"] == drawn
        press(page, "Lock the votes")
        press(page, "Reveal the answer")
        truth = dict(expected.curve)
        off = sum(abs(value - truth[t]) for value, t in zip(drawn, DECK.questions[5].rounds, strict=True)) / 8
        page.locator(".classroom .score", has_text=f"{off:.1f} points away").wait_for()
        assert page.locator(".classroom .true-curve").count() == 1
        assert not (found := violations(page)), report(found)


def test_a_deck_is_edited_refused_corrected_and_kept(browser, server):
    hostile = "<img src=x onerror=document.title='pwned'>"
    question = {**json.loads(TEXT)["questions"][0], "text": hostile}
    own = json.dumps({"kind": "deck", "version": 1, "title": hostile, "questions": [question]})
    with page_of(browser, 1280, 1400, motion="reduce") as page:
        page.goto(f"{server}/classroom")
        shown(page, 1)
        page.get_by_text("Edit, open or save the deck").click()
        field = page.get_by_label("The deck as JSON")
        field.fill(own.replace('"choose"', '"vote"'))
        page.locator(
            ".deck-editor .verdict.bad", has_text='type must be one of choose, guess, draw, got "vote".'
        ).wait_for()
        assert not (found := violations(page)), report(found)
        field.fill(own)
        page.locator(".classroom .number", has_text="Question 1 of 1").wait_for()
        assert page.locator(".classroom .text").text_content() == hostile
        rests(page)
        page.reload()
        page.locator(".classroom .number", has_text="Question 1 of 1").wait_for(timeout=60_000)
        assert page.locator(".classroom .text").text_content() == hostile
        assert page.locator(".classroom img").count() == 0
        page.get_by_text("Edit, open or save the deck").click()
        for content, words in (
            (own.replace('"kind"', '"kin"'), "deck.json: This is not a deck"),
            (own.replace("1", "2"), "deck.json: The deck: version must be 1, got 2."),
        ):
            file = {"name": "deck.json", "mimeType": "application/json", "buffer": content.encode()}
            page.get_by_label("Open a deck").set_input_files(file)
            page.locator("[data-testid=stAlert]", has_text=words).wait_for()
            rests(page)
        file["buffer"] = write_deck({**json.loads(own), "title": "From a file"}).encode()
        page.get_by_label("Open a deck").set_input_files(file)
        page.locator(".classroom .deck", has_text="From a file").wait_for()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save the deck").click()
        assert Path(saved.value.path()).read_bytes() == file["buffer"]
        page.goto(f"{server}/?sig=0.5&n=2&T=300&t=40")
        page.get_by_role("button", name="Make a question from this state").click(timeout=60_000)
        page.locator(".classroom .number", has_text="Question 2 of 2").wait_for(timeout=60_000)
        assert page.locator(".classroom .deck").text_content() == "From a file", "it is added to the deck that is kept"
        rests(page)
        link = page.evaluate(f"() => {FIND}.data.question.link")
        assert link.startswith("arena?")
        assert "t=40" in link
        page.wait_for_function("() => !new URLSearchParams(location.search).has('t')")  # of the Arena
        page.go_back()
        page.wait_for_function("() => location.pathname === '/' && location.search.includes('t=40')")
        page.go_forward()
        page.locator(".classroom .number", has_text="Question 2 of 2").wait_for(timeout=60_000)
        rests(page)
        frames(page)
        shot(page, "classroom-made")
