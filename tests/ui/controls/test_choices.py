"""The values that a slider offers, and where the theory range lies among them."""

import re

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.expression import Expression
from cspa_explore.learners import LearnerText
from cspa_explore.ui.controls.choices import choices, position
from cspa_explore.ui.controls.theory_band import band

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


def test_the_position_is_that_of_the_thumb():
    options = ["0.1", "0.2", "0.6", "1"]
    assert [position(options, 4, value) for value in (0.05, 0.1, 0.2, 0.4, 1, 7)] == pytest.approx(
        [0, 0, 1 / 3, 0.5, 1, 1]
    )
    assert position(["1"], 4, 0.5) == 0
    assert position(["1"], 4, 2) == 1


def test_the_position_of_an_option_is_its_place():
    options = choices(BETA, 4, "1/6")
    for place, text in enumerate(options):
        assert position(options, 4, Expression.parse(text)(4)) == pytest.approx(place / (len(options) - 1))


@pytest.mark.parametrize(
    ("K", "beta", "where", "edge"),
    [(4, "1/6", "inside", "1/3"), (4, "1/3", "inside", "1/3"), (4, "0.34", "beyond", "1/3"),
     (4, "2/3", "outside", "1/3"), (3, "1/2", "inside", "1/2"), (3, "1", "outside", "1/2"), (2, "1", "inside", "1"),
     (4, "1/(K-1)", "inside", "1/3")],
)  # fmt: skip
def test_the_band_says_where_beta_lies(K, beta, where, edge):
    html = band(choices(BETA, K, beta), K, beta)
    assert f"β = {beta} is <b>{where}</b>" in html
    assert f"1/(K−1) = {edge}," in html


def test_the_band_ends_where_the_thumb_of_its_edge_stands():
    options = choices(BETA, 4, "1/6")
    filled, hatched = re.findall(r"left:([\d.]+)%;width:([\d.]+)%", band(options, 4, "1/6"))
    assert float(filled[0]) == 0
    assert float(filled[1]) == pytest.approx(100 * options.index("1/3") / (len(options) - 1), abs=0.01)
    end = 100 * options.index("2/3") / (len(options) - 1)
    assert float(hatched[0]) + float(hatched[1]) == pytest.approx(end, abs=0.02)


@pytest.mark.parametrize(("K", "words"), [(2, "▨ up to 1"), (3, "▨ below 1,"), (4, "▨ below 2/3")])
def test_the_end_of_the_proofs_range_is_excluded_unless_it_exceeds_one(K, words):
    assert words in band(choices(BETA, K, "1"), K, "1") + ","
