"""The best comparator found: by hand, against an independent solver, and its certificate."""

import clarabel
import numpy as np
import pytest
import scipy.sparse

from cspa_explore.theory.best import best_found
from cspa_explore.theory.bounds import CORRECTED, PRINTED, factor_arrays, factors
from cspa_explore.theory.certificate import Distinct, certify
from cspa_explore.theory.comparators import best_scale, class_means, zero
from cspa_explore.theory.comparison import Rounds, alpha_of, compare
from cspa_explore.theory.cone import solve
from cspa_explore.theory.merging import Groups
from tests.theory.sample_rounds import anywhere, on_a_circle


def minimum(rounds, sign, a, b, alpha):
    """Return (value, u) of the cone programme by another solver, written down constraint by constraint."""
    T, d, K = rounds.T, rounds.X.shape[1], rounds.K
    n = K * d + T + 2  # u, h, τ, ρ
    lines, right = [], []
    for t, (x, y) in enumerate(zip(rounds.X, rounds.y, strict=True)):
        for i in set(range(K)) - {y}:
            row = np.zeros(n)
            row[i * d : (i + 1) * d] += x
            row[y * d : (y + 1) * d] -= x
            row[K * d + t] = -1
            lines.append(row)
            right.append(-1.0)
            row = np.zeros(n)
            for k in set(range(K)) - {y, i}:
                row[i * d : (i + 1) * d] += sign * x
                row[k * d : (k + 1) * d] -= sign * x
            lines.append(row)
            right.append(alpha)
    tall, wide = np.zeros((T + 1, n)), np.zeros((K * d + 1, n))
    tall[0, n - 2] = wide[0, n - 1] = -1
    tall[1:, K * d : K * d + T] = -np.eye(T)
    wide[1:, : K * d] = -np.eye(K * d)
    A = scipy.sparse.csc_matrix(np.vstack([*lines, tall, wide]))
    cones = [
        clarabel.NonnegativeConeT(len(lines)),
        clarabel.SecondOrderConeT(T + 1),
        clarabel.SecondOrderConeT(K * d + 1),
    ]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    cost = np.append(np.zeros(n - 2), [a, b])
    bounds = np.append(right, np.zeros(T + K * d + 2))
    found = clarabel.DefaultSolver(scipy.sparse.csc_matrix((n, n)), cost, A, bounds, cones, settings).solve()
    return found.obj_val, np.array(found.x[: K * d]).reshape(K, d)


def test_the_cone_programme_by_hand():
    # One row x = 1 of class 0, K = 2: with u = (v, −v) the value is a(1 − 2v)⁺ + b√2 v: v = 1/2 if √2 a > b, else 0.
    rows = Distinct.of(Rounds(np.array([[1.0]]), np.array([0]), 2), 1)
    assert solve(rows, 1.0, 1.0, 0.0, np.zeros((2, 1)), gap=1e-6).value == pytest.approx(np.sqrt(0.5), rel=1e-5)
    assert solve(rows, 1.0, 2.0, 0.0, np.zeros((2, 1)), gap=1e-6).value == pytest.approx(1.0, rel=1e-5)
    assert solve(rows, 1.0, 1.0, 0.0, np.zeros((2, 1)), gap=1e-6).u == pytest.approx(
        np.array([[0.5], [-0.5]]), abs=1e-4
    )


SMALL = [(K, d, seed) for seed, (K, d) in enumerate([(2, 2), (3, 2), (3, 4), (4, 2), (4, 3), (5, 3)])]


@pytest.mark.parametrize(("K", "d", "seed"), SMALL)
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("alpha", [0.05, 0.5])
def test_it_agrees_with_an_independent_solver(K, d, seed, sign, alpha):
    rounds = anywhere(K, d, 30, seed)
    rows = Distinct.of(rounds, sign)
    for a, b in ((1.0, 1.0), (20.0, 4.0), (1.0, 30.0)):
        expected, _ = minimum(rounds, sign, a, b, alpha)
        found = solve(rows, a, b, alpha, np.zeros((K, d)), gap=1e-5)
        assert found.value == pytest.approx(expected, rel=3e-5)
        assert found.certificate.at(alpha) <= expected * (1 + 1e-6)
        assert found.certificate.at(alpha) >= found.value / (1 + 1e-5)


def test_any_multipliers_certify_a_lower_bound():
    rng = np.random.default_rng(0)
    rounds = anywhere(4, 3, 25, 1)
    rows = Distinct.of(rounds, 1)
    expected, _ = minimum(rounds, 1, 2.0, 3.0, 0.3)
    for _ in range(200):
        p, m = (rng.exponential(size=(25, 4)) ** 3 * (1 - rows.true) for _ in range(2))
        assert certify(rows, 2.0, 3.0, p, m * rng.exponential()).at(0.3) <= expected * (1 + 1e-9)


@pytest.mark.parametrize("sign", [1, -1])
def test_merged_rows_are_a_relaxation(sign):
    rounds = on_a_circle(3, 0.2, 1000)
    groups = Groups(Distinct.of(rounds, sign))
    merged = groups.merged()
    assert len(merged.X) < 400
    assert merged.count.sum() == 1000
    whole = solve(groups.rows, 5.0, 2.0, 0.4, np.zeros((3, 2)), gap=1e-5).value
    coarse = solve(merged, 5.0, 2.0, 0.4, np.zeros((3, 2)), gap=1e-5)
    assert coarse.value <= whole * (1 + 1e-4)
    while groups.refine(coarse.u, 0.4, 1e-4, 1e-4):
        coarse = solve(groups.merged(), 5.0, 2.0, 0.4, np.zeros((3, 2)), gap=1e-5)
    assert coarse.value == pytest.approx(whole, rel=3e-4)


@pytest.mark.parametrize("statement", [PRINTED, CORRECTED], ids=lambda s: s.key)
@pytest.mark.parametrize("beta", [None, 0.2])
def test_the_search_over_alpha_agrees_with_an_independent_one(statement, beta):
    rounds = anywhere(3, 2, 25, 5)
    alphas = np.linspace(0.002, 0.99 if beta is None else 0.79, 60)
    a, b = factor_arrays(statement, 3, alphas, beta, 1.0)
    best = min(minimum(rounds, statement.sign, *pair)[0] for pair in zip(a, b, alphas, strict=True)) ** 2
    found = best_found(statement, rounds, beta)
    assert found.complete
    assert found.gap <= 0.01
    assert found.lower <= best * 1.001
    assert found.comparison.bound <= best * 1.01


TOYS = [
    (3, 1e-4, None),
    (3, 1e-4, 0.485),
    (3, 0.02, 0.5),
    (3, 0.03, None),
    (3, 0.03, 0.3),
    (4, 0.25, 1 / 6),
    (4, 0.0, None),
    (6, 0.05, 0.1),
]


@pytest.mark.parametrize(("K", "sigma", "beta"), TOYS)
@pytest.mark.parametrize("statement", [PRINTED, CORRECTED], ids=lambda s: s.key)
def test_on_toys_it_is_certified_to_one_percent_and_never_worse_than_the_named_ones(statement, K, sigma, beta):
    rounds = on_a_circle(K, sigma, 4000)
    found = best_found(statement, rounds, beta)
    assert found.complete
    assert 0 <= found.gap <= 0.01
    named = [zero(rounds), best_scale(statement, rounds, class_means(rounds), beta)[1]]
    best_named = min(compare(statement, rounds, u, beta).bound for u in named)
    assert found.comparison.bound <= best_named * (1 + 1e-9)
    assert found.lower <= best_named
    if sigma == 0.03:
        assert found.comparison.bound < 0.75 * best_named


def test_the_bound_is_that_of_its_u():
    rounds = on_a_circle(3, 0.01, 800)
    found = best_found(CORRECTED, rounds, 0.3).comparison
    again = compare(CORRECTED, rounds, found.u, 0.3)
    assert again.bound == found.bound
    assert again.alpha == alpha_of(CORRECTED, rounds, found.u)
    assert found.factors == factors(CORRECTED, 3, found.alpha.value, 0.3, rounds.R)


def test_four_antipodal_points_give_at_least_144_and_324_per_round():
    rounds = on_a_circle(4, 0.0, 1000)
    for statement, most in ((PRINTED, 144), (CORRECTED, 324)):
        found = best_found(statement, rounds)
        assert found.lower >= 0.99 * most * 1000
        assert found.comparison.bound == pytest.approx(most * 1000)


def test_no_comparator_helps_where_the_proof_never_works():
    found = best_found(CORRECTED, on_a_circle(4, 0.25, 100), beta=2 / 3)
    assert found.lower == found.comparison.bound == np.inf


def test_a_time_limit_leaves_a_valid_bound():
    rounds = anywhere(10, 40, 600, 3)
    found = best_found(CORRECTED, rounds, 0.05, seconds=0.0)
    assert not found.complete
    assert found.lower <= found.comparison.bound < np.inf


def test_a_decision_needs_no_more_than_is_asked():
    bites, vacuous = on_a_circle(3, 0.03, 4000), on_a_circle(4, 0.25, 4000)
    quick = best_found(CORRECTED, bites, 0.3, enough=4000.0, good=4000.0)
    assert quick.complete
    assert quick.comparison.bound < 4000
    assert quick.solved <= best_found(CORRECTED, bites, 0.3).solved
    sure = best_found(CORRECTED, vacuous, 1 / 6, enough=4000.0, good=4000.0)
    assert sure.complete
    assert sure.lower >= 4000


def test_sparse_rows_give_the_same_numbers():
    dense = anywhere(3, 5, 60, 2)
    sparse = Rounds(scipy.sparse.csr_array(dense.X), dense.y, 3)
    one, other = (best_found(CORRECTED, rounds, 0.2) for rounds in (dense, sparse))
    assert other.comparison.bound == pytest.approx(one.comparison.bound)
    assert other.lower == pytest.approx(one.lower)
    assert class_means(sparse) == pytest.approx(class_means(dense))


def test_a_search_can_be_stopped_and_leaves_a_valid_bound():
    rounds, asked = anywhere(6, 12, 400, 3), []

    def stop():
        asked.append(True)
        return len(asked) > 3

    found = best_found(CORRECTED, rounds, 0.05, stop=stop)
    assert not found.complete
    assert found.lower <= found.comparison.bound < np.inf
