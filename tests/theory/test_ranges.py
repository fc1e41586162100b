"""The ranges of β: by hand, and what must hold for any K and α."""

from fractions import Fraction

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.expression import Expression
from cspa_explore.theory.ranges import figure_limit, landmarks, proof_limit, theorem_beta

QUARTER = Fraction(1, 4)
MANY = [(K, Fraction(a, 20)) for K in (2, 3, 4, 5, 10, 26, 105) for a in range(20)]


@pytest.mark.parametrize(
    ("K", "alpha", "theorem", "figure", "proof"),
    [
        (2, 0, "1", "1", "2"),
        (3, 0, "1/2", "1/2", "1"),
        (4, 0, "1/3", "1/3", "2/3"),
        (10, 0, "1/9", "1/9", "2/9"),
        (2, QUARTER, "3/4", "1", "3/2"),
        (3, QUARTER, "3/8", "1/2", "3/4"),
        (4, QUARTER, "1/4", "1/3", "1/2"),
        (10, QUARTER, "1/12", "1/9", "1/6"),
    ],
)
def test_the_ranges_by_hand(K, alpha, theorem, figure, proof):
    assert (str(theorem_beta(K, alpha)), str(figure_limit(K)), str(proof_limit(K, alpha))) == (theorem, figure, proof)


@pytest.mark.parametrize(("K", "wanted"), [(2, "1/2 1 2"), (3, "1/4 1/2 1"), (4, "1/6 1/3 2/3"), (10, "1/18 1/9 2/9")])
def test_the_landmarks_by_hand(K, wanted):
    assert " ".join(map(str, landmarks(K))) == wanted


def test_a_float_alpha_gives_the_same_numbers():
    assert float(theorem_beta(4, 0.25)) == 0.25
    assert float(proof_limit(3, 0.25)) == 0.75
    assert float(figure_limit(4)) == 1 / 3, "rounded once, like the division of two floats"


@pytest.mark.parametrize(("K", "alpha"), MANY)
def test_the_theorems_beta_lies_in_the_figures_range_and_halfway_to_the_proofs_limit(K, alpha):
    beta = theorem_beta(K, alpha)
    assert 0 < beta <= figure_limit(K) <= 1
    assert proof_limit(K, alpha) == 2 * beta
    gamma = 2 * (1 - alpha) - (K - 1) * beta
    assert gamma == 1 - alpha > 0
    assert 2 * (1 - alpha) - (K - 1) * proof_limit(K, alpha) == 0, "where the proof's γ vanishes"


@pytest.mark.parametrize(("K", "alpha"), MANY)
def test_the_ranges_shrink_with_more_classes_and_with_alpha(K, alpha):
    assert theorem_beta(K + 1, alpha) < theorem_beta(K, alpha)
    assert proof_limit(K + 1, alpha) < proof_limit(K, alpha)
    assert alpha == 0 or theorem_beta(K, alpha) < theorem_beta(K)


@pytest.mark.parametrize("K", [2, 3, 4, 10, 26])
def test_the_default_beta_of_cspa_is_the_papers_landmark(K):
    default = ALGORITHMS["cspa"].params[0].default
    assert Expression.parse(default)(K) == float(landmarks(K)[0])


@pytest.mark.parametrize(("K", "alpha", "said"), [(1, 0, "K must be"), (4, 1, "alpha must be"), (4, -0.1, "alpha")])
def test_what_has_no_range_is_refused(K, alpha, said):
    with pytest.raises(ValueError, match=said):
        proof_limit(K, alpha)
