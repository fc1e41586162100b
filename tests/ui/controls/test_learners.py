"""The sidebar's list of learners: what it shows and offers, and its answers when the browser's list is stale."""

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.colours import looks
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.learners.branch import learner_of
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.controls.learners import asked, learner_rows, offered, unanswered
from cspa_explore.ui.session.changes import with_dataset


def test_rows_have_the_words_and_the_lines_of_the_chart():
    rows = learner_rows(with_dataset(FIRST, "letter"))["learners"]
    assert [row["words"] for row in rows] == ["CSPA β=1/50", "CSPA β=0.3", "Banditron γ=0.05"]
    assert [(row["colour"], row["dash"]) for row in rows] == looks(["cspa", "cspa", "banditron"])


@pytest.mark.parametrize("K", [2, 3, 4, 26])
def test_every_learner_that_is_offered_can_play_and_does_not_play_yet(K):
    playing = ("cspa(beta=1)", "banditron(gamma=0.05)", "spa")
    groups = offered(playing, K)
    texts = [option["text"] for group in groups for option in group["options"]]
    assert len(texts) == len(set(texts))
    for text in texts:
        learner_of(text).hyper(K)
    assert not set(texts) & set(playing)
    assert {learner_of(text).key for text in texts} == set(ALGORITHMS) - {"banditron", "spa"}
    for group in groups[1:]:
        feedback = "full" if group["label"].startswith("Full") else "partial"
        assert {learner_of(o["text"]).spec.feedback for o in group["options"]} == {feedback}


def test_when_six_play_the_list_says_why_none_can_be_added():
    six = FIRST.but(learners=tuple(f"cspa(beta=0.{i})" for i in range(1, 7)))
    data = learner_rows(six)
    assert data["full"] == "6 learners play, the most that fit. Remove one to add another."
    assert data["groups"] == []
    assert learner_rows(FIRST)["full"] == ""
    assert len(six.learners) == MOST_LEARNERS


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ({"kind": "remove", "place": 0, "text": "cspa(beta=1/6)"}, (1, 2)),
        ({"kind": "remove", "place": 2, "text": "cspa(beta=1)"}, (0, 2)),  # stale: the row has moved
        ({"kind": "remove", "place": 0, "text": "spa"}, (0, 1, 2)),  # stale: it is gone already
        ({}, (0, 1, 2)),
    ],
)
def test_a_row_is_removed_by_its_text(question, left):
    assert asked(FIRST, question) == tuple(FIRST.texts[place] for place in left)


def test_of_two_equal_learners_the_one_that_was_clicked_is_removed():
    twice = FIRST.but(learners=("spa", "cspa(beta=1)", "spa"))
    assert asked(twice, {"kind": "remove", "place": 2, "text": "spa"}) == ("spa", "cspa(beta=1)")


def test_a_learner_is_added_at_the_end():
    assert asked(FIRST, {"kind": "add", "text": "spa"}) == (*FIRST.texts, "spa")


def test_requests_that_are_repeated_until_they_are_answered_count_once():
    first = {"number": 5, "kind": "remove", "place": 0, "text": "cspa(beta=1/6)"}
    second = {"number": 6, "kind": "remove", "place": 1, "text": "cspa(beta=1)"}
    third = {"number": 7, "kind": "add", "text": "spa"}
    assert unanswered({"requests": [first]}, 0) == [first]
    assert unanswered({"requests": [first, second, third]}, 5) == [second, third], "the trigger of the second was lost"
    assert unanswered({"requests": [first, second, third]}, 7) == []
    assert unanswered({}, 7) == [], "the page was left before the question arrived"
