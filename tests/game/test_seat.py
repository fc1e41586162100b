"""The protocol: one bit per proposal, each round once, and nothing else leaves the server before the end."""

import json
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cspa_explore.game.deal import deal, game_experiment, identity
from cspa_explore.game.seat import Answer, Seat
from cspa_explore.ui.your_turn.scene import answer, scene
from tests.sample_experiments import experiment

GAME = game_experiment(experiment(noisy=0.2), 10)
DEALT = deal(GAME)
IMAGES = game_experiment(experiment("digits", sigma=0.0), 10)
IMAGES_DEALT = deal(IMAGES)


def test_a_game_by_hand():
    plain = replace(DEALT, y=np.array([0, 1, 2, 3, 0, 1, 2, 3, 0, 1]), lies=np.zeros(10, bool))
    seat = Seat(plain)
    assert seat.propose(0, 1, "1") == Answer(1, "1", True)
    assert seat.propose(0, 2, "1") == Answer(2, "1", False)
    assert seat.propose(0, 2, "2") == Answer(2, "1", False), "a double press changes nothing"
    assert seat.propose(0, 4, "1") is None, "round 3 comes first"
    assert seat.propose(0, 3, "5") is None, "there is no class 5"
    assert seat.propose(0, 3, "12") is None
    assert seat.propose(1, 3, "3") is None, "it belongs to another start"
    assert seat.keys == "11"
    seat.start_again()
    assert (seat.keys, seat.starts) == ("", 1)
    assert seat.propose(0, 1, "1") is None, "the press was meant for the game before"
    for t in range(1, 11):
        assert seat.propose(1, t, "1") == Answer(t, "1", t % 4 == 1)
    assert seat.finished
    assert seat.propose(1, 11, "1") is None


@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(-1, 12), st.sampled_from(["1", "2", "3", "4", "5", "", "11"])))
)
def test_rounds_are_answered_once_in_order_and_truly(requests):
    seat = Seat(DEALT)
    for starts, t, key in requests:
        before = seat.keys
        found = seat.propose(starts, t, key)
        assert seat.keys in (before, before + key)
        assert (len(seat.keys) > len(before)) <= (starts == 0 and t == len(before) + 1)
        if found is not None:
            assert found == (t, seat.keys[t - 1], DEALT.told(seat.keys)[t - 1])
    assert len(seat.keys) <= 10
    assert Seat(DEALT, seat.keys).keys == seat.keys, "a link gives the same game"


@st.composite
def two_worlds(draw, dealt):
    """Return proposals for some rounds, and the deal with other labels that give the same answers to them."""
    K = len(dealt.signs)
    keys = draw(st.text(dealt.signs, max_size=dealt.rounds - 1))
    told, flipped = dealt.told(keys), np.array(draw(st.lists(st.booleans(), min_size=10, max_size=10)))
    labels = np.array(draw(st.lists(st.integers(0, K - 1), min_size=10, max_size=10)))
    for t, key in enumerate(keys):
        mine, right = dealt.signs.index(key), bool(told[t] ^ flipped[t])
        labels[t] = mine if right else (labels[t] if labels[t] != mine else (mine + 1) % K)
    names = tuple(draw(st.permutations(dealt.names)))
    other = replace(dealt, y=labels, lies=flipped, names=names)
    assert other.told(keys).tolist() == told.tolist()
    return keys, other


def nothing_shows(game, dealt, keys, other):
    """Check that all that is sent is the same in both worlds, except the bit that answers a proposal."""
    seats = [Seat(dealt, keys), Seat(other, keys)]
    here, there = (json.dumps(scene(game, seat, None)) for seat in seats)
    assert here == there
    query = {"game": identity(game), "starts": "0", "t": str(len(keys) + 1), "key": dealt.signs[0]}
    one, two = (json.loads(answer(game, seat, query)) for seat in seats)
    assert {one.pop("told"), two.pop("told")} <= {0, 1}
    assert one == two
    assert set(one) == {"t", "key", "next"}


@given(two_worlds(DEALT))
def test_before_the_end_nothing_that_is_sent_depends_on_labels_that_were_not_asked_for(world):
    nothing_shows(GAME, DEALT, *world)


@settings(max_examples=25)
@given(two_worlds(IMAGES_DEALT))
def test_pictures_are_sent_without_their_labels(world):
    nothing_shows(IMAGES, IMAGES_DEALT, *world)


def test_a_mangled_request_is_answered_with_nothing():
    seat, good = Seat(DEALT), {"game": identity(GAME), "starts": "0", "t": "1", "key": "1"}
    for name in good:
        for bad in ("", "x", "²", "-1", "99999999999", "1 "):
            assert answer(GAME, seat, good | {name: bad}) == b"{}"
        assert answer(GAME, seat, {key: value for key, value in good.items() if key != name}) == b"{}"
    assert seat.keys == ""
    assert answer(GAME, seat, good) != b"{}"
