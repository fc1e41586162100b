"""Your turn without a browser: what the page sends, links, exports, and data sets that cannot be played."""

import json
import re
from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.charts.colours import classes
from cspa_explore.game.deal import deal
from cspa_explore.ui.your_turn import seats
from tests.pages.conftest import opened_page, settled


def opened(**query):
    return settled(opened_page("your_turn", **query))


def again(app):
    app.run()
    assert not app.exception, [e.value for e in app.exception]
    return settled(app)


def drawn(app):
    """Return what the drawing was given."""
    (found,) = [block for block in app.get("bidi_component") if "your_turn" in str(block.proto.id)]
    return json.loads(found.proto.json)


def propose(app, key):
    """Propose a class as the browser does; return the answer."""
    data, seat = drawn(app), next(reversed(app.session_state["seats"].values()))
    query = {"game": data["id"], "starts": str(seat.starts), "t": str(len(seat.keys) + 1), "key": key}
    return json.loads(app.session_state["desk"].answer("turn", query))


def sent(app):
    """Return everything that the script run sent, except the session's own ticket and Streamlit's random file names."""
    ticket, file_name = app.session_state["desk"].ticket, re.compile(r'(?<=^deferred_file_id: ").*(?="$)', re.MULTILINE)
    found = []

    def walk(block):
        found.append(file_name.sub("file", str(getattr(block, "proto", "")).replace(ticket, "ticket")))
        for child in getattr(block, "children", {}).values():
            walk(child)

    walk(app.main)
    walk(app.sidebar)
    return found


def in_another_world(game):
    """Deal the same instances with other labels."""
    found = deal(game)
    return replace(found, y=(found.y + 1) % len(found.signs), names=found.names[::-1])


@pytest.mark.parametrize("query", [{}, {"d": "digits", "turns": "20"}])
def test_before_the_end_nothing_on_the_page_depends_on_a_label(query, monkeypatch):
    app = opened(**query)
    monkeypatch.setattr(seats, "deal", in_another_world)
    seats.cached_deals.clear()
    other = opened(**query)
    seats.cached_deals.clear()
    here, there = ([*next(iter(one.session_state["seats"].values())).deal.y] for one in (app, other))
    assert all(a != b for a, b in zip(here, there, strict=True))
    assert sent(app) == sent(other)
    data = drawn(app)
    assert data["end"] is None
    assert (data["keys"], data["told"], len(data["seen"])) == ("", [], 1)


@pytest.mark.parametrize("query", [{"turns": "10"}, {"d": "digits", "turns": "10"}])
def test_during_a_game_nothing_depends_on_a_label_that_was_not_asked_for(query, monkeypatch):
    def same_until_now(game):
        found = deal(game)
        later = (found.y + (np.arange(len(found.y)) >= 3)) % len(found.signs)
        return replace(found, y=later)

    seen = []
    for world in (deal, same_until_now):
        monkeypatch.setattr(seats, "deal", world)
        seats.cached_deals.clear()
        app = opened(**query)
        answers = [propose(app, key) for key in "123"]
        again(app)
        seen.append((answers, sent(app), [*next(iter(app.session_state["seats"].values())).deal.y]))
    seats.cached_deals.clear()
    (answers, here, labels), (answers_there, there, labels_there) = seen
    assert (answers, here) == (answers_there, there)
    assert labels[:3] == labels_there[:3]
    assert all(a != b for a, b in zip(labels[3:], labels_there[3:], strict=True))


def test_mnist_is_dealt_and_played():
    app = opened(d="mnist", turns="10")
    assert drawn(app)["picture"] == {**drawn(app)["picture"], "kind": "image", "rows": 28, "columns": 28}
    answers = [propose(app, key) for key in "705"]
    seat = next(iter(app.session_state["seats"].values()))
    assert [found["told"] for found in answers] == [
        int(key == str(y)) for key, y in zip("705", seat.deal.y, strict=False)
    ]
    pictures = {found["next"] for found in answers}
    assert len(pictures) == 3
    assert all(len(b64decode(picture)) == 784 and any(b64decode(picture)) for picture in pictures)
    again(app)
    assert drawn(app)["keys"] == "705"


def test_a_game_from_the_first_proposal_to_the_files():
    app = opened(turns="10")
    answers = [propose(app, "1234"[t % 4]) for t in range(4)]
    assert all(set(found) == {"t", "key", "told", "next"} for found in answers)
    again(app)
    data = drawn(app)
    assert (data["keys"], data["told"]) == ("1234", [found["told"] for found in answers])
    assert data["seen"][1:] == [found["next"] for found in answers]
    assert data["end"] is None
    for t in range(4, 10):
        last = propose(app, "1234"[t % 4])
    assert last["next"] is None
    assert "told" not in propose(app, "1"), "the game is over"
    again(app)
    end = drawn(app)["end"]
    seat = next(iter(app.session_state["seats"].values()))
    right = int(seat.deal.right(seat.keys).sum())
    assert end["verdict"].startswith(f"You were right in {right} of 10 rounds, CSPA β=1/6 in ")
    assert end["y"] == seat.deal.y.tolist()
    assert [player["words"] for player in end["players"]] == ["You", "CSPA β=1/6", "CSPA β=1", "Banditron γ=0.05"]
    app.session_state["more_turn"] = True
    again(app)
    assert {"Rounds as CSV", "Everything as JSON", "Settings as JSON"} <= {b.label for b in app.get("download_button")}
    assert "--rounds 10" in app.code[0].value
    assert "--ties drawn" in app.code[0].value


def test_a_link_replays_a_persons_run_on_the_same_rows_and_is_scored():
    app, other = (opened(turns="10", seed="3", you="1234123412") for _ in range(2))
    end = drawn(app)["end"]
    assert end["players"][0]["proposals"] == [int(key) - 1 for key in "1234123412"]
    assert end == drawn(other)["end"]
    part = opened(turns="10", seed="3", you="12341")
    assert drawn(part)["end"] is None
    assert drawn(part)["told"] == [
        int(a == b) for a, b in zip(end["players"][0]["proposals"][:5], end["y"], strict=False)
    ]


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ({"you": "15"}, "you=15 in the link is left out: it must be one of the keys 1234 per round, such as 1423."),
        ({"you": "<b>"}, "it must be one of the keys 1234 per round"),
        ({"you": "1" * 150}, "a game has at most 100 rounds."),
        ({"you": "1" * 40}, "The link has 40 proposals; this game has 30 rounds, so the first 30 count."),
        ({"turns": "500"}, "turns=500 in the link is now 100: it must be a whole number from 10 to 100."),
        ({"turns": "x"}, "turns=x in the link is left out: a whole number from 10 to 100 was expected."),
        ({"d": "iris", "you": "12"}, "needs a picture of the instance"),
    ],
)
def test_a_bad_value_in_the_link_gets_a_note(query, note):
    app = opened(**query)
    told = " ".join(toast.value for toast in app.toast).replace("\\", "")
    assert note in told


def with_seed(app, seed):
    """Show another seed; AppTest runs app.py, which has the sidebar, only once."""
    session = app.session_state["session"]
    app.session_state["session"] = replace(session, experiment=session.experiment.but(seed=seed))
    return again(app)


def test_other_settings_are_another_game_and_the_game_before_is_kept():
    app = opened(turns="10", you="12")
    assert drawn(app)["keys"] == "12"
    app.query_params["you"] = "12"  # the browser's address still has it
    with_seed(app, 8)
    assert drawn(app)["keys"] == "", "these are other rows"
    propose(app, "3")
    assert drawn(with_seed(app, 7))["keys"] == "12"
    assert drawn(with_seed(app, 8))["keys"] == "3"


def test_another_number_of_rounds_keeps_the_proposals():
    app = opened(turns="10", you="123")
    carry_on = next(iter(app.session_state["seats"].values()))
    app.session_state["carried"] = carry_on.keys
    session = app.session_state["session"]
    app.session_state["session"] = replace(session, view={"turns": "20"})
    data = drawn(again(app))
    assert (data["rounds"], data["keys"], data["told"]) == (20, "123", carry_on.deal.told("123").astype(int).tolist())


def test_a_data_set_without_a_picture_says_so_and_offers_others():
    app = opened(d="iris")
    assert app.info[0].value.startswith("Your turn needs a picture of the instance, and Iris has only 4 numbers")
    app.button(key="turn_digits").click()
    again(app)
    data = drawn(app)
    assert (data["signs"], data["picture"]["rows"]) == ("0123456789", 8)


def test_without_learners_those_that_fit_play():
    app = opened(a="", turns="10", you="1" * 10)
    assert len(drawn(app)["end"]["players"]) == 4


def test_the_end_shows_every_class_with_its_name_and_its_look_in_the_data_set():
    data = drawn(opened(turns="10", you="1" * 10))
    names, looks = data["end"]["names"], data["end"]["classes"]
    assert names != list(data["signs"]), "the seed shuffles the keys"
    assert looks == [classes(4)[int(name) - 1] for name in names]
    assert data["classes"] == classes(4), "before the end the keys have colours of their own"


def test_labels_are_permuted_by_the_seed_alone():
    orders = [tuple(drawn(opened(d="digits", seed=seed, turns="10", you="0" * 10))["end"]["names"]) for seed in "112"]
    assert orders[0] == orders[1] != orders[2]
    assert all(sorted(names) == [str(k) for k in range(10)] for names in orders)
    assert not np.array_equal(orders[0], sorted(orders[0]))
