"""The biggest changes: computed in blocks, they are those of inspecting every round."""

import numpy as np
import pytest

from cspa_explore.core.loop import Trace
from cspa_explore.inspection import biggest_changes as module
from cspa_explore.inspection.biggest_changes import CHURN, LENGTH, damages, measure_of, worst
from cspa_explore.inspection.one_round import look
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.inspection.territory import churn
from cspa_explore.learners.branch import learner_of
from cspa_explore.running.playing import Player
from cspa_explore.streams.stream import Stream

TEXTS = ["cspa(beta=1)", "confidit", "banditron", "cspa(beta=1/6)@50(beta=1)", "uniform"]
STREAMS = {
    "plane": Stream("gaussians4", seed=2, sigma=0.25, rounds=150),
    "eight classes": Stream("circle(m=8)", seed=2, sigma=0.5, rounds=150),
    "bias": Stream("gaussians4", seed=2, sigma=0.25, rounds=150, bias=True),
    "four features": Stream("iris", seed=2, sigma=0.1),
    "rows as they are": Stream("pendigits", seed=2, rounds=150, normalise=False),
    "wide": Stream("usps", seed=2, sigma=0.7, rounds=150),
    "kernel": Stream("segment", seed=2, kernel=1.0, support=60, rounds=150),
}


def slow_damages(rewind, which):
    """The slow twin: one round after the other, comparing the weights."""
    player = Player(rewind.learners[which], rewind.at(which, 0))
    found = []
    for block in rewind.blocks(0, rewind.rounds):
        for j in range(len(block.order)):
            before = player.learner.weights()
            player.advance(block.part(j, j + 1), Trace.new(1))
            after = player.learner.weights()
            plane = measure_of(rewind.stream) == CHURN
            found.append(churn(before, after) if plane else np.linalg.norm(after - before))
    return np.array(found)


def slow_worst(rewind, which, n):
    damage = slow_damages(rewind, which)
    digits = [float(f"{value / damage.max():.10f}") if damage.max() else 0.0 for value in damage]
    return [t + 1 for t in sorted(range(len(damage)), key=lambda t: (-digits[t], t))[:n] if digits[t] > 0]


@pytest.mark.parametrize("name", STREAMS)
def test_blocks_give_what_stepping_gives(name, monkeypatch):
    monkeypatch.setattr(module, "AT_A_TIME", 64)
    rewind = Rewind(STREAMS[name], [learner_of(text) for text in TEXTS])
    for which in range(len(TEXTS)):
        np.testing.assert_allclose(damages(rewind, which), slow_damages(rewind, which), rtol=1e-9, atol=1e-12)
        assert [t for t, _ in worst(rewind, which, 10).rounds] == slow_worst(rewind, which, 10)


@pytest.mark.parametrize("text", ["cspa(beta=1)", "confidit", "banditron"])
def test_sparse_rows_too(text, sparse_set):
    rewind = Rewind(sparse_set, [learner_of(text)])
    np.testing.assert_allclose(damages(rewind, 0), slow_damages(rewind, 0), atol=1e-12)


@pytest.mark.parametrize("name", ["plane", "bias", "four features"])
def test_damage_is_what_the_microscope_sees(name):
    rewind = Rewind(STREAMS[name], [learner_of(text) for text in TEXTS])
    measure = CHURN if name == "plane" else LENGTH
    for which in range(len(TEXTS)):
        damage = damages(rewind, which)
        assert damage.shape == (150,)
        for t in (1, 2, 3, 50, 51, 64, 65, 128, 150):
            seen = look(rewind, which, t)
            step = np.linalg.norm(seen.W_after - seen.W_before)
            expected = churn(seen.W_before, seen.W_after) if measure == CHURN else step
            assert damage[t - 1] == pytest.approx(expected, abs=1e-12)
        found = worst(rewind, which, 5)
        assert found.measure == measure
        assert found.seen == 150
        values = [value for _, value in found.rounds]
        assert values == pytest.approx(sorted(values, reverse=True))
        if TEXTS[which] == "uniform":
            assert found.rounds == ()
        else:
            assert values[0] == pytest.approx(damage.max())


def test_cleaning_the_weights_is_no_change(monkeypatch):
    monkeypatch.setattr("cspa_explore.learners.state.CLEAN_EVERY", 16)
    rewind = Rewind(Stream("iris", seed=2), [learner_of("cspa")])
    assert [t for t, _ in worst(rewind, 0, 150).rounds] == slow_worst(rewind, 0, 150)


def test_equal_damage_is_listed_from_the_earliest_round_on():
    rewind = Rewind(Stream("usps", seed=2, rounds=300), [learner_of("perceptron")])
    rounds = [t for t, _ in worst(rewind, 0, 20).rounds]
    assert rounds == sorted(rounds), "every mistake of the perceptron moves the weights by √2"


def test_it_reports_progress_and_can_be_cancelled():
    rewind, told = Rewind(Stream("gaussians4", sigma=0.25, rounds=20_000), [learner_of("cspa")]), []
    whole = worst(rewind, 0, on_progress=told.append)
    assert whole.seen == 20_000
    looks = iter([False, False, True])
    part = worst(rewind, 0, should_stop=lambda: next(looks))
    assert part.seen == 2 * module.AT_A_TIME
    assert all(t <= part.seen for t, _ in part.rounds)


def test_the_aggressive_learner_does_more_damage():
    rewind = Rewind(Stream("gaussians4", seed=7, sigma=0.25), [learner_of(f"cspa(beta={b})") for b in ("1/6", "1")])
    gentle, aggressive = (damages(rewind, which).mean() for which in (0, 1))
    assert gentle < 0.02 < 0.08 < aggressive
