"""Decks: what is read, and the sentence with which anything else is refused."""

import copy
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cspa_explore.classroom.built_in import TEXT
from cspa_explore.classroom.deck import Choice, Link, write_deck
from cspa_explore.classroom.made import made_question
from cspa_explore.classroom.measures import MEASURES
from cspa_explore.classroom.reading import MOST_BYTES, read_deck, usual_rounds
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.ui.classroom.decks import experiment_of
from tests.test_imports import ROOT

QUESTION = {
    "text": "Which?",
    "type": "choose",
    "link": "arena?v=2",
    "choices": [{"text": "yes", "from": 5}, {"text": "no"}],
    "measure": {"name": "gap"},
}
GUESS = {
    "text": "How often?",
    "type": "guess",
    "link": "arena?v=2",
    "axis": {"low": 0, "high": 100},
    "measure": {"name": "ratio"},
}
DRAW = {"text": "Draw.", "type": "draw", "link": "arena?v=2", "measure": {"name": "curve"}}


def deck_of(*questions, **more):
    return json.dumps({"kind": "deck", "version": 1, "title": "T", "questions": list(questions), **more})


def refused(text):
    with pytest.raises(UserError) as found:
        read_deck(text, experiment_of)
    return str(found.value)


def changed(question, **more):
    found = {**copy.deepcopy(question), **more}
    return deck_of({name: value for name, value in found.items() if value is not ...})


def test_the_built_in_deck_is_read_and_written_as_it_is():
    deck = read_deck(TEXT, experiment_of)
    assert len(deck.questions) == 8
    assert {question.type for question in deck.questions} == {"choose", "guess", "draw"}
    assert {question.link.page for question in deck.questions} == {"microscope", "beta_lab", "theory"}
    assert all(question.why for question in deck.questions)
    assert len({question.id for question in deck.questions}) == 8
    assert write_deck(deck.record) == TEXT
    assert read_deck(TEXT.encode("utf-8-sig"), experiment_of) == deck


def test_a_question_by_hand():
    (question,) = read_deck(deck_of(QUESTION), experiment_of).questions
    assert question.experiment == FIRST
    assert question.choices == (Choice("yes", low=5.0), Choice("no"))
    assert [question.right_choice(value) for value in (5, 4.9, float("inf"))] == [0, 1, 0]
    assert read_deck(deck_of(DRAW), experiment_of).questions[0].rounds == (1, 3, 10, 30, 100, 300, 1000, 4000)
    assert usual_rounds(7) == (1, 3, 7)


def test_of_overlapping_choices_the_first_is_right_and_perhaps_none_is():
    choices = [{"text": "a", "to": 5}, {"text": "b", "from": 5, "to": 9}, {"text": "c", "is": "never"}]
    (question,) = read_deck(changed(QUESTION, choices=choices), experiment_of).questions
    assert [question.right_choice(value) for value in (5, 6, float("inf"), 10)] == [0, 1, 2, None]


def test_a_whole_address_is_a_link():
    assert Link.read("https://example.org:8501/x/theory?v=2&sig=0") == Link("theory", (("v", "2"), ("sig", "0")))
    assert Link.read("?sig=0") == Link("arena", (("sig", "0"),))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not JSON, line 1, column 1: a value is missing."),
        ('{"kind": "deck",\n "version" 1}', "This is not JSON, line 2, column 12: a colon is missing."),
        ("[]", 'This is not a deck: JSON with "kind": "deck" was expected.'),
        ('{"kind": "settings"}', 'This is not a deck: JSON with "kind": "deck" was expected.'),
        (b"\xff\xfe", "This is not a deck: it must be JSON in UTF-8."),
        ("[" * 20_000, "This is not a deck: it is nested too deeply or has a number that is too long."),
        ("x" * (MOST_BYTES + 1), "A deck has at most 65,536 bytes, got 65,537."),
        ('{"kind": "deck", "kind": "deck"}', 'The deck: the field "kind" is given twice in one object.'),
        ('{"kind": "deck", "version": NaN}', "The deck: numbers must be finite, got NaN."),
        ('{"kind": "deck", "version": 2}', "The deck: version must be 1, got 2."),
        (deck_of(QUESTION, colour=1), 'The deck: there is no field "colour"; known: kind, version, title, questions.'),
        (deck_of(), "The deck: questions must be a list of 1 to 40 questions, got 0 questions."),
        (deck_of(QUESTION, title=3), "The deck: title must be a text that is not empty, got 3."),
        (deck_of(QUESTION, 7), "Question 2 must be an object in braces, got 7."),
        (changed(QUESTION, type="vote"), 'Question 1: type must be one of choose, guess, draw, got "vote".'),
        (changed(QUESTION, link=...), "Question 1: link is missing."),
        (changed(QUESTION, text=" "), 'Question 1: text must be a text that is not empty, got " ".'),
        (changed(QUESTION, text="x" * 301), "Question 1: text has at most 300 characters, got 301."),
        (changed(QUESTION, text="a\u202eb"), "Question 1: text must not contain the control character U+202E."),
        (
            changed(QUESTION, axis={}),
            'Question 1: there is no field "axis"; known: text, type, link, measure, why, choices.',
        ),
        (changed(QUESTION, chioces=[]), "Question 1: there is no field \"chioces\": did you mean 'choices'?"),
        (
            changed(QUESTION, link="paper?v=2"),
            'Question 1: link: its page must be one of arena, microscope, beta_lab, theory, got "paper".',
        ),
        (
            changed(QUESTION, link="arena?v=2&sig=-1"),
            "Question 1: link: sig=-1 is not valid, the nearest is 0: "
            "it must be a number from 0 to 1,000,000.",
        ),
        (
            changed(QUESTION, link="arena?v=2&a="),
            'Question 1: link: its experiment needs at least one learner, got "arena?v=2&a=".',
        ),
        (
            changed(QUESTION, measure="gap"),
            'Question 1: measure must be an object such as {"name": "ratio"}, got "gap".',
        ),
        (
            changed(DRAW, measure={"name": "gap"}),
            'Question 1: the measure\'s name must be one of curve, got "gap".',
        ),
        (
            changed(QUESTION, measure={"name": "gap", "learner": 4}),
            "Question 1: measure gap: learner must be at most 3, the number of learners of the link, got 4.",
        ),
        (
            changed(QUESTION, measure={"name": "gap", "learner": True}),
            "Question 1: measure learner must be a whole number from 1 to 6, got true.",
        ),
        (
            changed(GUESS, measure={"name": "circle_right"}, link="arena?v=2&d=iris"),
            "Question 1: measure circle_right: it needs a toy data set in the plane, got Iris.",
        ),
        (
            changed(GUESS, measure={"name": "bound", "learner": 3}),
            "Question 1: measure bound: the theorem is about CSPA, got Banditron γ=0.05.",
        ),
        (
            changed(QUESTION, why="{valu} of {ratio_1}"),
            "Question 1: why has no value {valu}: did you mean 'value'?",
        ),
        (
            changed(QUESTION, choices=[{"text": "a"}]),
            'Question 1: choices must be a list of 2 to 6 choices, got [{"text": "a"}].',
        ),
        (
            changed(QUESTION, choices=[{"text": "a"}, {"text": "b"}]),
            "Question 1: choices: only one of them may have no from, to or is.",
        ),
        (
            changed(QUESTION, choices=[{"text": "a", "from": 3, "to": 2}, {"text": "b"}]),
            "Question 1, choice A: from must not be larger than to, got 3 and 2.",
        ),
        (
            changed(QUESTION, choices=[{"text": "a"}, {"text": "b", "is": "x"}]),
            'Question 1, choice B: is (a number or never) must be a number from -1e+12 to 1e+12, got "x".',
        ),
        (
            changed(GUESS, axis={"low": 0, "high": 10, "log": True}),
            "Question 1: axis high must be larger than low, and low larger than 0 if log is true, "
            "got low 0 and high 10.",
        ),
        (changed(GUESS, axis={"low": 0}), "Question 1: axis high must be a number from -1e+09 to 1e+09, got null."),
        (changed(DRAW, rounds=[5, 3]), "Question 1: rounds must ascend, got [5, 3]."),
        (changed(DRAW, rounds=[1, 4001]), "Question 1: rounds must be a whole number from 1 to 4,000, got 4,001."),
    ],
)  # fmt: skip
def test_a_malformed_deck_names_the_place_the_rule_and_the_value(text, sentence):
    assert refused(text) == sentence


def test_hostile_text_stays_text():
    hostile = "<img src=x onerror=alert(1)> {value.__class__} $(rm) ' OR 1"
    (question,) = read_deck(changed(GUESS, text=hostile), experiment_of).questions
    assert question.text == hostile
    assert "has no value {value.__class__}" in refused(changed(GUESS, why=hostile))


@pytest.mark.parametrize("page", ["arena", "microscope", "data", "unknown"])
@pytest.mark.parametrize("learners", [["cspa"], ["cspa", "banditron", "bpa", "uniform", "spa", "pa"]])
def test_a_question_made_from_a_state_is_valid(page, learners):
    from cspa_explore.ui.session.link import to_query

    experiment = FIRST.but(learners=learners, sigma=0.5)
    record = made_question(page, to_query(experiment) | {"t": "137"}, experiment)
    (question,) = read_deck(deck_of(record), experiment_of).questions
    assert question.experiment == experiment
    assert ("t", "137") in question.link.query
    if question.type == "choose":
        best = [question.right_choice(place) for place in range(len(learners) + 1)]
        assert best == [5, 0, 1, 2, 3, 4, 4], "every learner may win"


def test_a_question_from_the_theory_page_is_about_the_bound_where_the_theorem_applies():
    from cspa_explore.ui.session.link import to_query

    def made(of="", **settings):
        experiment = FIRST.but(**settings)
        return made_question("theory", to_query(experiment) | ({"of": of} if of else {}), experiment)

    record = made(learners=["banditron", "cspa(beta=1/3)"], sigma=0.5)
    (question,) = read_deck(deck_of(record), experiment_of).questions
    assert (question.measure.name, question.measure.learner) == ("bound", 2), "the page shows the first CSPA"
    assert record["text"].endswith("for CSPA β=1/3 (Four Gaussians, σ = 0.5, 4,000 rounds)?")
    assert [question.right_choice(times) for times in (2, 50, 1e6)] == [0, 1, 2]
    others = [made("1"), made("2"), made(noisy=0.1), made(normalise=False)]  # β = 1 is too large; Banditron
    assert {other["measure"]["name"] for other in others} == {"best"}
    assert made(sigma=0.1)["text"] != made(sigma=0.5)["text"], "the text names the run"


def test_a_question_about_a_run_of_one_round_says_so():
    for learners in (["cspa"], ["cspa", "banditron"]):
        assert made_question("arena", {}, FIRST.but(learners=learners, rounds=1))["why"].endswith("{rounds} round.")


def test_a_question_needs_a_learner():
    with pytest.raises(UserError, match="needs at least one learner"):
        made_question("arena", {}, FIRST.but(learners=[]))


def test_every_field_of_a_measure_is_one():
    from dataclasses import fields

    from cspa_explore.classroom.deck import Measure

    known = {field.name for field in fields(Measure)}
    assert all(set(spec.fields) <= known for spec in MEASURES.values())


def measure_row(name, spec):
    fields, names = (", ".join(f"`{mark.format(one)}`" for one in ones) for mark, ones in
                     (("{}", spec.fields), ("{{{}}}", spec.names)))  # fmt: skip
    return " ".join(f"| `{name}` | {spec.summary} | {fields} | {names} |".split())


def test_the_documentation_lists_every_measure_and_its_example_is_a_deck():
    text = (ROOT / "docs" / "decks.md").read_text()
    rows = [line for line in text.split("| measure |")[1].splitlines() if line.startswith("| `")]
    assert rows == [measure_row(name, spec) for name, spec in MEASURES.items()]
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert write_deck(read_deck(example, experiment_of).record) == example


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["never", "gap", "{x}"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
PATHS = st.lists(st.integers(0, 12), min_size=1, max_size=4)


def mutated(value, path, new):
    """Return the JSON value with the place at the path replaced; beyond a leaf, the leaf is replaced."""
    if not path or not isinstance(value, list | dict) or not value:
        return new
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[path[0] % len(keys)]
    found = copy.copy(value)
    found[key] = mutated(value[key], path[1:], new)
    return found


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([QUESTION, GUESS, DRAW]), PATHS, VALUES)
def test_a_fuzzed_deck_is_a_deck_or_one_sentence(question, path, value):
    record = mutated(json.loads(deck_of(question)), path, value)
    try:
        deck = read_deck(json.dumps(record), experiment_of)
    except UserError as error:
        sentence = str(error)
        assert sentence
        assert sentence[-1] in ".?"
        assert "\n" not in sentence
        sentence.encode()
    else:
        assert read_deck(write_deck(deck.record), experiment_of) == deck


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40) | st.binary(max_size=40))
def test_any_text_is_a_deck_or_one_sentence(text):
    assert refused(text)[-1] in ".?"
