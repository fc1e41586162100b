"""The Classroom page without a browser: the deck, what the panel is given, and questions made on other pages."""

import json
from urllib.parse import urlencode

import pytest

from cspa_explore.classroom.built_in import TEXT
from cspa_explore.classroom.deck import Link, deck_record, write_deck
from cspa_explore.classroom.reading import read_deck
from cspa_explore.datasets import own
from cspa_explore.datasets.readers.whole_file import read_file
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.game.deal import game_experiment
from cspa_explore.paper import shipped
from cspa_explore.ui.classroom.decks import experiment_of
from cspa_explore.ui.classroom.editor import measures_table
from cspa_explore.ui.classroom.page import LINK_KEYS
from cspa_explore.ui.session import state
from cspa_explore.ui.session.arrival import Event, arrive
from tests.pages.conftest import opened_page, settled


def opened(page="classroom", **query):
    return settled(opened_page(page, **query))


def again(app):
    """Run the page again, without app.py: AppTest has switched to it."""
    app.run()
    assert not app.exception, [e.value for e in app.exception]
    return settled(app)


def drawn(app):
    """Return what the panel was given."""
    (found,) = [one for one in app.get("bidi_component") if str(one.proto.id).endswith("-classroom")]
    return json.loads(found.proto.json)


def test_the_first_question_is_shown_with_its_stage_and_without_its_answer():
    data = drawn(opened())
    assert (data["place"], len(data["deck"]["ids"]), data["deck"]["own"]) == (1, 8, False)
    assert data["question"]["type"] == "choose"
    assert data["run"]
    assert data["answer"] is None


def test_a_revealed_answer_is_computed_with_its_reason():
    app = opened(q="3")
    app.session_state["classroom_revealed"] = {drawn(app)["question"]["id"]}
    answer = drawn(again(app))["answer"]
    assert answer["right"] == 1
    assert answer["why"].endswith(f"here by {answer['words']}.")
    assert answer["t"] == answer["value"]


def test_a_malformed_deck_is_named_and_the_last_good_one_stays():
    app = opened()
    app.session_state["deck_editor"] = True
    app.session_state["classroom_deck"] = TEXT.replace('"choose"', '"vote"', 1)
    again(app)
    (editor,) = [json.loads(one.proto.json) for one in app.get("bidi_component") if "deck_text" in str(one.proto.id)]
    assert editor["problem"] == 'Question 1: type must be one of choose, guess, draw, got "vote".'
    assert drawn(app)["question"]["type"] == "choose"
    assert "deck meanwhile" in app.warning[0].value, "as after a reload"
    app.session_state["classroom_deck"] = TEXT.replace(json.loads(TEXT)["title"], "My deck")
    again(app)
    assert not app.warning
    app.session_state["classroom_deck"] = "{"
    again(app)
    assert "so this is the last valid one" in app.warning[0].value
    app.button(key="built_in_deck").click()
    again(app)
    assert drawn(app)["deck"] == {**drawn(app)["deck"], "own": False, "text": "", "chosen": True}


@pytest.mark.parametrize("page", ["microscope", "theory", "data", "classroom"])
def test_every_page_makes_a_question_from_its_state(page):
    record = made_on(page, v="2", sig="0.5", n="2", T="300")
    assert record["link"].startswith("arena?" if page in ("data", "classroom") else f"{page}?")
    assert "sig=0.5" in record["link"]


def test_a_question_from_the_beta_lab_opens_the_same_sweep(monkeypatch):
    monkeypatch.setattr(state, "going", lambda: False)  # AppTest does not run app.py, which would visit the Classroom
    view = {"lab": "banditron", "fill": "quick", "sigmas": "0_0.25", "best": "cspa~bpa"}
    record = made_on("beta_lab", v="2", n="2", T="300", **view)
    link = Link.read(record["link"])
    assert link.page == "beta_lab"
    assert dict(link.query) == {"v": "2", "n": "2", "T": "300"} | view


def test_a_question_from_your_turn_is_about_its_rounds_and_ties():
    record = made_on("your_turn", v="2", sig="0.5", turns="20", you="123")
    link = Link.read(record["link"])
    assert (link.page, dict(link.query)) == (
        "arena", {"v": "2", "sig": "0.5", "n": "1", "T": "20", "ties": "drawn"}
    )  # fmt: skip
    experiment = experiment_of(link)
    assert experiment == game_experiment(FIRST.but(sigma=0.5), 20)
    assert [choice["text"] for choice in record["choices"]][: len(experiment.names)] == list(experiment.names)


def test_a_question_from_an_open_cell_of_the_paper_is_about_its_run():
    record = made_on("paper", v="2", cell="vehicle.confidit", sig="0.5")
    link = Link.read(record["link"])
    (cell,) = [one for one in shipped.cells(1) if one.name == (1, "vehicle", "confidit", "paper")]
    assert link.page == "arena"
    assert experiment_of(link) == Experiment(cell.stream, (cell.chosen.learner,), len(cell.seeds))
    assert dict(link.query)["t"] == str(cell.rounds)
    assert record["text"].startswith("How often is Confidit")


def made_on(page, **query):
    """Return the question that is made on a page."""
    app = opened_page(page, **query)
    app.button(key="make_question").click().run()
    assert not app.exception
    record = app.session_state["classroom_made"]  # until the browser has told which deck it keeps
    assert read_deck(write_deck(deck_record("T", [record])), experiment_of)
    return record


def test_without_a_learner_no_question_is_made_and_the_page_says_why():
    app = opened_page("microscope", v="2", a="")
    app.button(key="make_question").click().run()
    assert app.session_state["refused"].startswith("A question needs at least one learner")
    assert "classroom_made" not in app.session_state


def test_a_question_is_added_to_the_sessions_own_deck_unless_that_is_malformed():
    app = opened()
    app.session_state["classroom_deck"] = ""
    app.session_state["deck_editor"] = True
    again(app)
    app.button(key="add_question").click()
    again(app)
    assert (drawn(app)["place"], len(drawn(app)["deck"]["ids"])) == (9, 9)
    app.session_state["classroom_deck"] = "{"
    app.button(key="add_question").click()
    again(app)
    assert app.session_state["refused"].startswith("Correct the deck before you add a question")
    assert app.session_state["classroom_deck"] == "{"


@pytest.mark.parametrize(
    ("text", "value"), [("3", "3"), ("1", None), ("0", None), ("x", None), ("100", None), ("07", "7")]
)
def test_bad_questions_in_a_link_are_left_out(text, value):
    found = arrive({"q": text}, None, Event("classroom"), {"classroom": LINK_KEYS})
    assert found.address.get("q") == value
    assert bool(found.notes) == (text in ("0", "x", "100"))


def test_a_question_about_a_file_of_another_session_plays_nothing():
    content = b"a,b,kind\n" + b"".join(b"%d,%d,%b\n" % (i, i % 5, (b"rose", b"lily")[i % 2]) for i in range(60))
    reading = read_file(content, "plants.csv")
    text = own.Shelf().add(content, "plants.csv", reading.data, reading)
    question = {"text": "?", "type": "guess", "link": f"arena?{urlencode({'v': '2', 'd': text})}",
                "axis": {"low": 0, "high": 100}, "measure": {"name": "ratio"}}  # fmt: skip
    app = opened()
    app.session_state["classroom_deck"] = write_deck(deck_record("T", [question]))
    again(app)
    assert drawn(app)["question"]["text"] == "?"
    assert drawn(app)["run"] is None
    assert "which is not here" in app.info[0].value


def test_the_table_of_measures_has_no_markdown():
    assert not measures_table().map(lambda text: "`" in text).any(axis=None)


def test_a_question_beyond_the_deck_is_its_last():
    assert drawn(opened(q="40"))["place"] == 8
