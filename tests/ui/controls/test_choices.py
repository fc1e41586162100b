"""The values that a slider offers, and the theory range below β's input."""

import re

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.expression import Expression
from cspa_explore.learners import LearnerText
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.controls.theory_band import band, theory_sentence

BETA = ALGORITHMS["cspa"].params[0]
EVERY = [(key, param) for key, spec in ALGORITHMS.items() for param in spec.params]


@pytest.mark.parametrize("K", [2, 3, 4, 10, 26])
@pytest.mark.parametrize(("key", "param"), EVERY, ids=lambda value: getattr(value, "name", value))
def test_every_value_is_allowed_ascending_and_written_once(key, param, K):
    texts = choices(param, K, param.default)
    values = [Expression.parse(text)(K) for text in texts]
    assert param.default in texts
    assert values == sorted(set(values))
    assert len(texts) > 5
    for text in texts:
        LearnerText.of(key, **{param.name: text}).hyper(K)


@pytest.mark.parametrize("current", ["1/6", "0.123456", "1/(K-1)", "1e-7"])
def test_the_current_value_is_among_them_as_it_is_written(current):
    assert current in choices(BETA, 4, current)


def test_beta_offers_the_ends_of_the_theory_ranges_as_fractions():
    assert {"1/6", "1/3", "2/3", "1"} <= set(choices(BETA, 4, "1"))
    assert {"1/4", "1/2", "1"} <= set(choices(BETA, 3, "1"))
    assert not [text for text in choices(BETA, 4, "1") if "e" in text]


@pytest.mark.parametrize(
    ("K", "beta", "sentence"),
    [
        (4, "1/6", "Inside the theory range (β ≤ 1/3 for 4 classes). The proof extends to 2/3."),
        (4, "1/3", "Inside the theory range (β ≤ 1/3 for 4 classes). The proof extends to 2/3."),
        (4, "1/(K-1)", "Inside the theory range (β ≤ 1/3 for 4 classes). The proof extends to 2/3."),
        (4, "0.34", "Beyond the theory range (β ≤ 1/3 for 4 classes). The proof extends to 2/3."),
        (4, "2/3", "Outside the theory range (β ≤ 1/3 for 4 classes). The proof extends only to 2/3."),
        (3, "1/2", "Inside the theory range (β ≤ 1/2 for 3 classes). The proof extends to 1."),
        (3, "1", "Outside the theory range (β ≤ 1/2 for 3 classes). The proof extends only to 1."),
        (2, "1", "Inside the theory range (β ≤ 1 for 2 classes). The proof extends to 1."),
        (26, "0.3", "Outside the theory range (β ≤ 1/25 for 26 classes). The proof extends only to 2/25."),
    ],
)
def test_the_sentence_says_where_beta_lies(K, beta, sentence):
    assert theory_sentence(K, Expression.parse(beta)(K)) == sentence
    assert sentence in band(K, Expression.parse(beta))


@pytest.mark.parametrize(("K", "edge", "proof"), [(2, 100, 100), (3, 50, 100), (4, 33.33, 66.67), (26, 4, 8)])
def test_the_strip_ends_at_the_theorys_limits(K, edge, proof):
    html = band(K, Expression.parse("0.2"))
    filled, hatched = re.findall(r"left:([\d.]+)%;width:([\d.]+)%", html)
    assert [float(filled[0]), float(filled[1])] == [0, pytest.approx(edge, abs=0.01)]
    assert float(hatched[0]) + float(hatched[1]) == pytest.approx(proof, abs=0.02)
    assert 'left:20.00%"></i>' in html, "the mark is at β"


def test_the_strip_says_nothing_about_noisy_answers():
    html = band(4, Expression.parse("0.2"), noisy=0.1)
    assert "The theorem needs true answers, and here 10 % of them are flipped." in html
    assert "theory range" not in html
