"""α(u), ℓ* and the bound of a comparator: by hand, and against brute force."""

import numpy as np
import pytest

from cspa_explore.theory.bounds import CORRECTED, PRINTED, banditron_bound, factors, largest_alpha
from cspa_explore.theory.comparators import best_scale, class_means, counter_example, zero
from cspa_explore.theory.comparison import Rounds, alpha_of, compare, losses
from tests.theory.sample_rounds import anywhere, on_a_circle


def test_the_factors_by_hand():
    # K = 3, α = 1/2, β = 1/4: γ = 1 − 1/2 = 1/2, βγ/K = 1/24; ψ = 1 printed, 4/3 corrected; R = 2
    printed, corrected = (factors(statement, 3, 0.5, 0.25, R=2.0) for statement in (PRINTED, CORRECTED))
    assert printed.gamma == corrected.gamma == pytest.approx(0.5)
    assert printed.chi == corrected.chi == pytest.approx(1 / 96)
    assert (printed.psi, corrected.psi) == (pytest.approx(1 / 4), pytest.approx(1 / 3))
    assert printed.bound(1.0, 2.0) == pytest.approx((24 + 2 * np.sqrt(96)) ** 2)


@pytest.mark.parametrize("K", [2, 3, 4, 10])
@pytest.mark.parametrize("alpha", [0.0, 0.3, 0.9])
def test_the_theorems_beta_gives_the_theorems_constants(K, alpha):
    found = factors(CORRECTED, K, alpha, R=3.0)
    assert found.loss == pytest.approx(2 * (K - 1) ** 2 / (1 - alpha) ** 2)
    assert found.size == pytest.approx(3 * np.sqrt(K * (K - 1)) / (1 - alpha))
    if K >= 3:
        assert factors(PRINTED, K, alpha).loss == pytest.approx(K * (K - 1) / (1 - alpha) ** 2)
    betas = np.linspace(0.01, 0.99, 99) * 2 * (1 - alpha) / (K - 1)
    assert min(factors(CORRECTED, K, alpha, beta, 3.0).size for beta in betas) >= found.size * (1 - 1e-9)


def test_the_proof_ends_where_gamma_is_zero():
    assert factors(CORRECTED, 4, 0.25, 0.5).chi == 0  # 2(1 − 1/4)/3
    assert factors(CORRECTED, 4, 0.25, 0.5).bound(0.0, 1.0) == np.inf
    assert largest_alpha(4, 0.5) == 0.25


def test_two_classes_assume_nothing():
    assert alpha_of(CORRECTED, anywhere(2, 3, 20), np.random.default_rng(0).normal(size=(2, 3))).value == 0


@pytest.mark.parametrize("statement", [PRINTED, CORRECTED], ids=lambda s: s.key)
@pytest.mark.parametrize("K", [3, 4, 6])
def test_alpha_and_losses_agree_with_brute_force(statement, K):
    rounds, rng = anywhere(K, 3, 40, seed=K, R=1.7), np.random.default_rng(K)
    for _ in range(5):
        u = rng.normal(size=(K, 3))
        sums = {}
        for t, (x, y) in enumerate(zip(rounds.X, rounds.y, strict=True), 1):
            for rival in set(range(K)) - {y}:
                others = set(range(K)) - {y, rival}
                sums[t, rival] = sum((u[rival] - u[k]) @ x for k in others) * (1 if statement is CORRECTED else -1)
        found = alpha_of(statement, rounds, u)
        assert found.value == pytest.approx(max(sums.values()))
        assert sums[found.round, found.rival] == pytest.approx(found.value)
        pairs = zip(rounds.X, rounds.y, strict=True)
        worst = [max(0, *(1 + (u[k] - u[y]) @ x for k in range(K) if k != y)) for x, y in pairs]
        assert losses(rounds, u) == pytest.approx(worst)


def test_three_classes_do_not_care_for_the_sign():
    rounds = anywhere(3, 4, 50)
    u = np.random.default_rng(1).normal(size=(3, 4))
    assert alpha_of(PRINTED, rounds, u).value == pytest.approx(alpha_of(CORRECTED, rounds, u).value)


def test_the_counter_examples_comparator():
    angles = 2 * np.pi * np.arange(3) / 3
    others = np.column_stack([np.full(3, 0.05), np.sqrt(0.9975) * np.cos(angles), np.sqrt(0.9975) * np.sin(angles)])
    rounds = Rounds(np.vstack([[1.0, 0, 0], others]), np.arange(4), 4)
    u = counter_example()
    assert losses(rounds, u) == pytest.approx(np.zeros(4), abs=1e-12)
    assert alpha_of(PRINTED, rounds, u).value == pytest.approx(0.575)
    assert alpha_of(CORRECTED, rounds, u).value == pytest.approx(1.15)
    assert compare(PRINTED, rounds, u).bound == pytest.approx(270.1, abs=0.05)
    assert not compare(CORRECTED, rounds, u).applies


def test_the_bound_of_zero_and_its_curve():
    rounds = on_a_circle(4, 0.25, 50)
    found = compare(PRINTED, rounds, zero(rounds))
    assert found.bound == pytest.approx(144 * 50)
    assert found.curve() == pytest.approx(144 * np.arange(1, 51))


@pytest.mark.parametrize("beta", [None, 0.3])
def test_the_best_scale_is_the_best_of_many(beta):
    rounds = on_a_circle(3, 0.01, 500)
    scale, u = best_scale(CORRECTED, rounds, class_means(rounds), beta)
    many = [compare(CORRECTED, rounds, s * class_means(rounds), beta).bound for s in np.linspace(0, 2, 400)]
    assert compare(CORRECTED, rounds, u, beta).bound <= min(many) * 1.0001
    assert u == pytest.approx(scale * class_means(rounds))


def test_banditrons_bound_by_hand():
    # D = 2, L = 9: 9 + 0.1·100 + 3 max(2·2/0.1, √20) + √(2·2·9/0.1)
    assert banditron_bound(K=2, T=100, gamma=0.1, hinge=9.0, norm=1.0) == pytest.approx(19 + 120 + np.sqrt(360))
    with pytest.raises(ValueError, match="γ"):
        banditron_bound(2, 100, 0.6, 0.0, 1.0)
