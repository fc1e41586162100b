"""The worst rounds: the same numbers as looking at every round."""

import numpy as np
import pytest

from cspa_explore.experiments import worst as module
from cspa_explore.experiments.branch import learner_of
from cspa_explore.experiments.microscope import look
from cspa_explore.experiments.rewind import Rewind
from cspa_explore.experiments.sectors import churn
from cspa_explore.experiments.stream import Stream
from cspa_explore.experiments.worst import CHURN, LENGTH, damages, worst

TEXTS = ["cspa(beta=1)", "confidit", "banditron", "cspa(beta=1/6)@50(beta=1)", "uniform"]


@pytest.mark.parametrize(
    ("stream", "measure"),
    [
        (Stream("gaussians4", seed=2, sigma=0.25, rounds=150), CHURN),
        (Stream("gaussians4", seed=2, sigma=0.25, rounds=150, bias=True), LENGTH),
        (Stream("iris", seed=2, sigma=0.1), LENGTH),
    ],
    ids=["plane", "bias", "four features"],
)
def test_damage_is_what_the_microscope_sees(stream, measure, monkeypatch):
    monkeypatch.setattr(module, "AT_A_TIME", 64)
    rewind = Rewind(stream, [learner_of(text) for text in TEXTS])
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
        values = [value for _, value in found.rounds]
        assert values == sorted(values, reverse=True)
        if TEXTS[which] == "uniform":
            assert found.rounds == ()
        else:
            assert values[0] == damage.max() == damage[found.rounds[0][0] - 1]


def test_the_aggressive_learner_does_more_damage():
    rewind = Rewind(Stream("gaussians4", seed=7, sigma=0.25), [learner_of(f"cspa(beta={b})") for b in ("1/6", "1")])
    gentle, aggressive = (damages(rewind, which).mean() for which in (0, 1))
    assert gentle < 0.02 < 0.08 < aggressive
