import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("cspa", "cspa(beta=1/(2(K-1)))"),
        ("cspa()", "cspa(beta=1/(2(K-1)))"),
        (" cspa ( beta = 1/6 ) ", "cspa(beta=1/6)"),
        ("cspa(β=0.30)", "cspa(beta=0.3)"),
        ("confidit(prior=1, eta=100)", "confidit(eta=100, prior=1)"),
        ("confidit(η=2)", "confidit(eta=2, prior=4)"),
        ("spa", "spa"),
        ("uniform()", "uniform"),
    ],
)
def test_every_spelling_prints_in_one_form(text, printed):
    learner = LearnerText.parse(text)
    assert str(learner) == printed
    assert LearnerText.parse(printed) == learner
    assert hash(LearnerText.parse(printed)) == hash(learner)
    assert pickle.loads(pickle.dumps(learner)) == learner


@pytest.mark.parametrize("key", ALGORITHMS)
def test_the_defaults_of_every_algorithm_come_back(key):
    learner = LearnerText.of(key)
    assert LearnerText.parse(str(learner)) == learner
    for K in (2, 4, 105):
        assert LearnerText.parse(str(learner)).hyper(K) == learner.hyper(K)


def test_a_value_in_k_is_computed_for_the_number_of_classes():
    assert LearnerText.parse("cspa(beta=1/(2(K-1)))").hyper(4).beta == 1 / 6
    assert LearnerText.parse("cspa(beta=1/(K-1))").hyper(11).beta == 0.1


def test_words_are_for_people():
    assert LearnerText.parse("cspa(beta=1/6)").words == "CSPA β=1/6"
    assert LearnerText.parse("confidit(eta=1)").words == "Confidit η=1, A₀=4"
    assert LearnerText.parse("uniform").words == "Uniform guess"


def test_two_betas_are_two_learners():
    assert len({LearnerText.parse(t) for t in ("cspa(beta=1/6)", "cspa(beta=1)", "cspa(beta=1/6)")}) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cpsa(beta=1)", "There is no learner 'cpsa': did you mean 'cspa'?"),
        ("neural_net", "There is no learner 'neural_net'; known: cspa, banditron"),
        ("cspa(bta=1)", "cspa has no parameter 'bta': did you mean 'beta'?"),
        ("cspa(beta=1.5)", "cspa: beta must be in (0, 1], got 1.5."),
        ("cspa(beta=0)", "cspa: beta must be in (0, 1], got 0."),
        ("cspa(beta=-1/6)", "cspa: beta must be in (0, 1], got -1/6."),
        ("bpa(gamma=-0.1)", "bpa: gamma must be in [0, 1], got -0.1."),
        ("confidit(eta=-1)", "confidit: eta must be in [0, ∞), got -1."),
        ("cspa(beta=1,beta=2)", "cspa: beta is given twice."),
        ("cspa(beta=1,β=2)", "cspa: beta is given twice."),
        ("cspa(0.3)", "cspa: parameters are named, like beta=1/(2(K-1)), got '0.3'."),
        ("cspa(beta=)", "cspa: beta: '' is not an expression in K: it ends too early."),
        ("cspa(beta=x)", "cspa: beta: 'x' is not an expression in K: unexpected 'x'."),
        ("cspa(beta=1/0)", "cspa: beta: '1/0' divides by zero."),
        ("spa(beta=1)", "spa takes no parameters, got 'beta'."),
        ("uniform(1)", "uniform takes no parameters, got '1'."),
        ("cspa(beta=0,5)", "parameters are named, like beta=1/(2(K-1)), got '5'."),
        ("CSPA", "There is no learner 'CSPA': did you mean 'cspa'?"),
        ("cspa(beta=1/k)", "unexpected 'k', write K."),
        (None, "A learner is a text like cspa(beta=1/6), got None."),
        (b"cspa", "A learner is a text like cspa(beta=1/6), got b'cspa'."),
        ("cspa(beta=1", "A learner looks like cspa(beta=1/6), got 'cspa(beta=1'."),
        ("", "A learner looks like cspa(beta=1/6), got ''."),
        ("cspa" * 100, "A learner has at most 300 characters, got 400."),
    ],
)
def test_a_refusal_names_the_parameter_the_range_and_the_value(text, sentence):
    with pytest.raises(UserError) as refusal:
        LearnerText.parse(text)
    assert sentence in str(refusal.value)


def test_a_value_in_k_is_refused_when_k_is_known():
    text = LearnerText.parse("cspa(beta=2/(K-1))")
    assert text.hyper(4).beta == 2 / 3
    with pytest.raises(UserError, match=r"cspa: beta must be in \(0, 1\], got 2/\(K-1\) = 2 for K = 2\."):
        text.hyper(2)
    with pytest.raises(UserError, match="divides by zero for K = 2"):
        LearnerText.parse("cspa(beta=1/(K-2))").hyper(2)


@pytest.mark.parametrize("value", [None, [1], object(), float("nan"), float("inf"), 1 + 2j, True])
def test_parameters_that_are_no_numbers_are_refused(value):
    with pytest.raises(UserError, match=r"^cspa: beta"):
        LearnerText.of("cspa", beta=value)


@given(st.text(max_size=60))
def test_any_text_is_a_learner_or_refused(text):
    try:
        learner = LearnerText.parse(text)
    except UserError:
        return
    assert LearnerText.parse(str(learner)) == learner


@pytest.mark.parametrize(
    ("text", "K", "words"),
    [
        ("cspa", 26, "CSPA β=1/50"),
        ("cspa", 4, "CSPA β=1/6"),
        ("cspa(beta=1/(K-1))", 2, "CSPA β=1"),
        ("cspa(beta=0.3)", 26, "CSPA β=0.3"),
        ("cspa(beta=0.5*1/3)", 4, "CSPA β=0.5*1/3"),
        ("cspa(beta=K^-0.5)", 3, "CSPA β=0.577"),
        ("confidit(eta=K, prior=4)", 3, "Confidit η=3, A₀=4"),
        ("spa", 3, "SPA (full feedback)"),
    ],
)
def test_words_for_a_number_of_classes_have_values_in_place_of_rules(text, K, words):
    assert LearnerText.parse(text).words_for(K) == words
