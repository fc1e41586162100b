"""Explanations are found by the algorithm's key; what they claim is tested round by round in tests/inspection."""

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.explain import EXPLANATIONS
from cspa_explore.inspection.one_round import look
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.streams.stream import Stream


def test_every_explanation_belongs_to_an_algorithm():
    assert set(EXPLANATIONS) <= set(ALGORITHMS)


def test_an_algorithm_without_its_own_gets_the_general_explanation():
    rewind = Rewind(Stream("gaussians4"), [learner_of("perceptron"), learner_of("cspa")])
    assert "perceptron" not in EXPLANATIONS
    assert look(rewind, 0, 5).branch in ("step towards the label", "nothing learnt")
    assert look(rewind, 1, 1).branch in ("complementary step", "support-class step")
