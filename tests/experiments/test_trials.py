import numpy as np
import pytest

from cspa_explore.experiments.stream import Stream
from cspa_explore.experiments.trials import Curve, compare
from cspa_explore.learners import LearnerText

LEARNERS = [LearnerText.parse(text) for text in ("cspa(beta=1/6)", "banditron(gamma=0.05)", "uniform")]
STREAM = Stream("gaussians4", seed=1, sigma=0.25, rounds=400)


def test_a_learner_plays_the_same_whoever_plays_beside_it():
    together = compare(LEARNERS, STREAM, trials=3)
    for alone, curve in zip(LEARNERS, together, strict=True):
        (other,) = compare([alone], STREAM, trials=3)
        np.testing.assert_array_equal(curve.ratio, other.ratio)


def test_more_trials_begin_with_the_same_ones():
    few, many = (compare(LEARNERS[:1], STREAM, trials)[0].ratio for trials in (2, 5))
    np.testing.assert_array_equal(few, many[:2])
    assert len(np.unique(many[:, -1])) > 1


def test_the_spread_is_over_trials_with_ddof_one():
    curve = Curve(LEARNERS[0], np.array([[0.5, 0.9], [0.7, 1.0]]))
    assert curve.sd == pytest.approx([0.1 * 2**0.5, 0.05 * 2**0.5])
    assert curve.final == "95.0\u00a0±\u00a07.1\u00a0%"
    assert Curve(LEARNERS[0], np.array([[0.5]])).final == "50.0\u00a0%"
