"""The theorem against runs of CSPA: the corrected one holds, the printed one does not."""

import numpy as np
import pytest

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.best import best_found
from cspa_explore.theory.bounds import CORRECTED, PRINTED, factor_arrays, factors
from cspa_explore.theory.comparators import best_scale, class_means
from cspa_explore.theory.comparison import Rounds, alpha_of, compare, losses
from cspa_explore.theory.cover import cover, search
from tests.twins.cspa import Twin
from tests.twins.spa import spa_step

STREAMS = 3000


def squares(rounds, beta):
    """Return Σℓ² of the twin, an implementation that shares no code with the package."""
    twin, total = Twin((beta,), rounds.K, rounds.X.shape[1]), 0.0
    for x, y in zip(rounds.X, rounds.y, strict=True):
        s = twin.W @ x
        _, proposed = twin.propose(x, 0.0)
        others = np.delete(s, proposed)
        right = proposed == y
        total += (max(0.0, 1 + others.max() - s[proposed]) if right else 1 + s[proposed] - others.max()) ** 2
        twin.learn(x, proposed, proposed, right)
    return total


def random_rounds(rng):
    """Return few distinct rows of one norm in a random or cyclic order: separable, nearly so, or not at all.

    Often all rows belong to the class that the learner proposes last, because ties go to the lowest index.
    """
    K, d, T = int(rng.integers(2, 6)), int(rng.integers(1, 5)), int(rng.integers(1, 40))
    n = int(rng.integers(1, 8))
    X = rng.normal(size=(n, d))
    X *= rng.uniform(0.5, 2) / np.linalg.norm(X, axis=1, keepdims=True)
    kind = rng.random()
    y = rng.integers(0, K, n) if kind < 0.4 else np.argmax(X @ rng.normal(size=(K, d)).T, axis=1)
    y = np.full(n, K - 1) if kind > 0.8 else y
    order = rng.integers(0, n, T) if rng.random() < 0.5 else np.arange(T) % n
    return Rounds(X[order], y[order], K)


@pytest.mark.parametrize("seed", [17, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(10))])
def test_the_corrected_bound_holds_on_thousands_of_streams(seed, capsys):
    rng = np.random.default_rng(seed)
    largest = {}
    for number in range(STREAMS):
        rounds = random_rounds(rng)
        beta = None if rng.random() < 0.5 else float(rng.uniform(0.05, 1.9) / (rounds.K - 1))
        if number % 10 == 0:
            found = best_found(CORRECTED, rounds, beta, gap=0.05).comparison
        else:
            u = class_means(rounds) + rng.exponential(0.1) * rng.normal(size=(rounds.K, rounds.X.shape[1]))
            found = compare(CORRECTED, rounds, best_scale(CORRECTED, rounds, u, beta)[1], beta)
        if not found.applies:
            continue
        ratio = squares(rounds, found.factors.beta) / found.bound
        assert ratio <= 1 + 1e-9, (number, ratio)
        largest[rounds.K] = max(largest.get(rounds.K, 0.0), ratio)
    by_size = {K: round(float(value), 2) for K, value in sorted(largest.items())}
    with capsys.disabled():
        print(f"\n  largest Σℓ²/bound on {STREAMS:,} streams: {max(by_size.values())}; by number of classes: {by_size}")
    assert max(largest.values()) >= 0.5


@pytest.mark.parametrize("beta", [0.5, 1.0, 1.3, 1.5, 1.8])
def test_two_classes_and_a_learner_that_is_always_wrong_attain_the_bound(beta):
    """The label is always the other class than the proposed one. For β > 1, ψ = 2(K−1)/(KR²) would be too small."""
    w, x, total, labels = 0.0, 1.0, 0.0, []
    for _ in range(3000):  # w = w_1 − w_0
        labels.append(0 if w > 0 else 1)
        loss = 1 + abs(w)
        total += loss**2
        w += beta * loss * (1 if labels[-1] else -1)
    rounds = Rounds(np.full((3000, 1), x), np.array(labels), 2)
    assert squares(rounds, beta) == pytest.approx(total)
    found = compare(CORRECTED, rounds, np.zeros((2, 1)), beta)
    assert total <= found.bound * (1 + 1e-9)
    if beta >= 1:
        assert total >= 0.99 * found.bound
        assert (beta == 1) == (total <= (1 / found.factors.chi) ** 2 * 3000), "with ψ = 1"


def one_step(rng, sign_of):
    """Return Δ minus the proof's lower bound of this kind of round, after one step; None if α ≥ 1."""
    K, d = int(rng.integers(3, 7)), int(rng.integers(1, 4))
    W, u, x = rng.normal(size=(K, d)) * rng.exponential(0.3), rng.normal(size=(K, d)), rng.normal(size=d)
    x /= np.linalg.norm(x)
    y = int(rng.integers(0, K))
    rounds = Rounds(x[None], np.array([y]), K)
    scale = rng.uniform(0, 1) / max(1e-9, alpha_of(sign_of, rounds, u).value)
    u = u * min(scale, 3.0)
    alpha = alpha_of(sign_of, rounds, u).value
    if alpha >= 1:
        return None
    found = factors(CORRECTED, K, alpha)
    s, best = W @ x, losses(rounds, u)[0]
    proposed = int(np.argmax(s))
    if proposed == y:
        loss = max(0.0, 1 + np.delete(s, y).max() - s[y])
        after = W + np.outer(spa_step(s, y, 1.0), x)
    else:
        loss = 1 + s[proposed] - np.delete(s, proposed).max()
        step = np.full(K, found.beta * loss / K)
        step[proposed] -= found.beta * loss
        after = W + np.outer(step, x)
    change = ((W - u) ** 2).sum() - ((after - u) ** 2).sum()
    if proposed == y:
        return change - (0.5 * loss**2 - found.psi * loss * best)
    return change - found.beta / K * (found.gamma * loss**2 - 2 * loss * best)


@pytest.mark.parametrize(("sign_of", "holds"), [(CORRECTED, True), (PRINTED, False)], ids=["needed", "printed"])
def test_one_step_holds_with_the_needed_sign_and_fails_with_the_printed_one(sign_of, holds):
    rng = np.random.default_rng(11)
    found = [one_step(rng, sign_of) for _ in range(6000)]
    slack = np.array([value for value in found if value is not None])
    assert len(slack) > 5000
    assert (slack.min() >= -1e-9) == holds


def test_the_counter_example_violates_the_printed_theorem():
    experiment = Experiment.of(dataset="counter", rounds=300, learners=["cspa(beta=17/120)"])
    played = first_trial(experiment)
    found = cover(PRINTED, played, "counter")
    assert found.chosen.alpha.value == pytest.approx(0.575)
    assert played.beta == pytest.approx((1 - 0.575) / 3)
    assert played.squares[-1] == pytest.approx(287.9, abs=0.05)
    assert found.chosen.bound == pytest.approx(270.1, abs=0.05)
    assert found.verdict.badge == "violated"
    assert squares(played.rounds, played.beta) == pytest.approx(played.squares[-1])
    assert cover(CORRECTED, played, "counter").verdict.badge == "does not apply"


@pytest.mark.parametrize("seed", range(3))
def test_three_gaussians_at_120_degrees_are_promised_nine_mistakes(seed):
    played = first_trial(Experiment.of(dataset="gaussians3", sigma=1e-4, seed=seed, learners=["cspa(beta=0.485)"]))
    found = cover(PRINTED, played, "means")
    assert found.chosen.bound == pytest.approx(9, abs=0.4)
    assert 1 <= played.squares[-1] <= 6
    assert 0.6 < found.scale < 0.75
    assert found.verdict.badge == "bites"


def test_four_gaussians_promise_nothing():
    played = first_trial(Experiment.of(dataset="gaussians4", sigma=0.0, learners=["cspa(beta=1/3)"]))
    for statement, factor in ((PRINTED, 144), (CORRECTED, 324)):
        best = search(statement, played)
        assert best.lower >= 0.99 * factor * 4000
        found = cover(statement, played, "best", best=best)
        assert found.chosen.bound == pytest.approx(factor * 4000)
        assert found.verdict.badge == "vacuous"


def test_the_factors_are_infinite_where_the_proof_fails_and_never_negative():
    alphas = np.array([0.0, 0.49, 0.51, 0.9, 1.5])
    for statement in (CORRECTED, PRINTED):
        loss, size = factor_arrays(statement, 4, alphas, 1 / 3, 1.0)
        assert np.isfinite(loss[:2]).all()
        assert np.isfinite(size[:2]).all()
        assert (loss[2:] == np.inf).all()
        assert (size[2:] == np.inf).all()
        found = [factors(statement, 4, alpha, 1 / 3) for alpha in alphas]
        assert [one.loss for one in found] == loss.tolist()
        assert [one.size for one in found] == pytest.approx(size.tolist())
