"""The Microscope and Rewind on streams with drift, flipped answers and a drawn order of the classes."""

import numpy as np
import pytest

from cspa_explore.inspection.one_round import look, others
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.streams.blocks import labels
from cspa_explore.streams.order import class_names, lies
from cspa_explore.streams.stream import Stream

NOISY = Stream("gaussians4", seed=5, sigma=0.25, rounds=200, noisy=0.3, drift="labels", ties="drawn")
LEARNERS = [learner_of(text) for text in ("cspa(beta=1/6)", "banditron(gamma=0.3)", "spa")]
REWIND = Rewind(NOISY, LEARNERS)


@pytest.mark.parametrize("which", range(3))
def test_a_round_says_what_the_learner_was_told(which):
    partial = LEARNERS[which].spec.feedback == "partial"
    y, flipped = labels(NOISY), lies(NOISY, 200) & partial
    (trace,) = Rewind(NOISY, [LEARNERS[which]]).play()
    for t in range(1, 201, 3):
        seen = look(REWIND, which, t)
        assert not seen.supposed
        assert seen.y == y[t - 1]
        assert (seen.correct, seen.lied) == (trace.hit[t - 1], flipped[t - 1])
        assert seen.told == ((seen.correct != seen.lied) if partial else seen.y)
        np.testing.assert_array_equal(seen.W_after, REWIND.at(which, t).weights())
        assert all(i.holds for i in seen.invariants)
        assert all(e.holds for e in seen.equations)
        if partial:
            assert f"Was told {'✓ right' if seen.told else '✗ wrong'}" in seen.steps[3]


def test_what_really_happened_is_no_what_if():
    t = int(np.flatnonzero(lies(NOISY, 200))[5]) + 1
    seen = look(REWIND, 0, t)
    assert seen.lied
    same, other = look(REWIND, 0, t, told=seen.told), look(REWIND, 0, t, told=not seen.told)
    assert (same.supposed, other.supposed) == (False, True)
    np.testing.assert_array_equal(same.W_after, seen.W_after)
    assert other.told != seen.told
    assert not other.lied, "the what-if gives a true answer"
    assert (other.W_after != seen.W_after).any()
    (spa,) = others(REWIND, 0, t, [learner_of("spa")])
    assert spa.look.told == seen.y


def test_names_are_those_of_the_trial():
    seen = look(REWIND, 0, 1)
    assert list(seen.names) == class_names(NOISY) != list(NOISY.load().names)


@pytest.mark.parametrize("order", ["file", "shuffled"])
def test_rewind_finds_every_round_across_the_drift(order):
    stream = Stream("iris", rounds=100_000, order=order, drift="labels", drift_at=0.5)
    rewind, y = Rewind(stream, [learner_of("uniform")]), labels(stream)
    for t in (1, 60_000, 40_000, 50_000, 50_001, 99_999, 33_000, 50_001, 2):
        assert rewind.instance(t).y == y[t - 1]
