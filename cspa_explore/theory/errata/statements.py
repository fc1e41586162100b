"""Demonstrations of the errata in the theorem, its proof and the experiments, E11 to E22."""

from math import sqrt

import numpy as np
from scipy.special import ndtr

from cspa_explore.theory.bounds import CORRECTED, PRINTED, factors
from cspa_explore.theory.comparators import class_means, counter_example
from cspa_explore.theory.comparison import Rounds, compare
from cspa_explore.theory.errata.erratum import Row, Shown, signed
from cspa_explore.theory.errata.steps import counter_points, four_gaussians, losses, right_step, simulate, support
from cspa_explore.theory.ranges import figure_limit, proof_limit, theorem_beta

CYCLES = 75  # of the four points: 300 rounds


def assumption() -> Shown:
    """E11: the counter-example to the theorem as printed."""
    points, u = counter_points(), counter_example()
    rounds = Rounds(np.tile(points, (CYCLES, 1)), np.tile(np.arange(4), CYCLES), 4)
    claimed = compare(PRINTED, rounds, u)
    steps = simulate(rounds.X, rounds.y, 4, claimed.factors.beta)
    squares = sum(step.loss**2 for step in steps)
    wrong = sum(not step.right for step in steps)
    needed = compare(CORRECTED, rounds, u).alpha.value
    return Shown(
        f"The printed theorem claims Σℓ² ≤ {claimed.bound:.1f}; after {rounds.T} rounds Σℓ² = {squares:.1f}, "
        f"with {wrong} mistakes.",
        (
            Row("α(u) of the counter-example's u", f"{claimed.alpha.value:.3f} < 1", f"{needed:.2f}: not below 1"),
            Row(f"bound on Σℓ² (it is {squares:.1f} at T = {rounds.T})", f"{claimed.bound:.1f}", "none"),
        ),
        {"squares": squares, "printed": claimed.bound, "alpha": claimed.alpha.value, "needed": needed},
    )


def quoted_inequality() -> Shown:
    """E12: the inequality quoted from SPA fails for |S| = 3; the corrected one holds."""
    W, x, u = np.zeros((4, 1)), np.array([1.0]), np.array([[-1.0], [0.0], [0.0], [0.0]])
    S = len(support(losses(W, x, 0)))
    loss, best = float(losses(W, x, 0).max()), float(losses(u, x, 0).max())
    change = float(((W - u) ** 2).sum() - ((right_step(W, x, 0) - u) ** 2).sum())
    printed = ((S + 3) / (4 * S + 4) * loss - best) * loss
    corrected = 0.5 * loss**2 - 2 * S / (S + 1) * loss * best
    where = "K = 4, W = 0, x = 1, u = (−1, 0, 0, 0)"
    return Shown(
        f"Here Δ = {signed(change)}, below the quoted lower bound {signed(printed)}; "
        f"the corrected one, {signed(corrected)}, holds.",
        (Row(f"lower bound of Δ = {signed(change)} ({where})", signed(printed), signed(corrected)),),
        {"change": change, "printed": printed, "corrected": corrected, "support": float(S)},
    )


def stray_square() -> Shown:
    """E13: KR² + 3 is a slip for K + 3."""
    K, R = 4, 2.0
    printed, corrected = (K * R**2 + 3) / (4 * (K + 1) * R**2), (K + 3) / (4 * (K + 1) * R**2)
    return Shown(
        "The next line of the paper has K + 3; the two agree only for R = 1.",
        (Row("the constant for K = 4, R = 2", f"{printed:.4f}", f"{corrected:.4f}"),),
        {"printed": printed, "corrected": corrected},
    )


def ties() -> Shown:
    """E15: a right proposal can have ℓ = 1, so the count of ℓ ≥ 1 is not the number of mistakes."""
    X, y = np.array([[1.0], [1.0]]), np.array([0, 0])
    steps = simulate(X, y, 3, 0.5)
    large, wrong = sum(step.loss >= 1 for step in steps), sum(not step.right for step in steps)
    return Shown(
        "In the first round all scores are tied: a right guess has ℓ = 1. Mistakes are at most this count.",
        (Row("rounds with ℓ ≥ 1, and mistakes", f"{large} = {wrong}", f"{large} ≥ {wrong}"),),
        {"large": float(large), "wrong": float(wrong)},
    )


def three_ranges() -> Shown:
    """E16: the theorem's equality, the figure's range and what the proof needs, for K = 4."""
    parts = [Row("β in the theorem, K = 4, α = 1/4", str(theorem_beta(4, 0.25)), str(theorem_beta(4, 0.25)))]
    parts.append(Row("range in the figures", f"0 < β < {figure_limit(4)}", "the theorem's β over all α"))
    parts.append(
        Row("what the proof needs, α = 0 and 1/4", "not stated", f"β < {proof_limit(4)} and β < {proof_limit(4, 0.25)}")
    )
    values = {"theorem": float(theorem_beta(4, 0.25)), "figure": float(figure_limit(4)), "proof": float(proof_limit(4))}
    return Shown(
        "The three statements agree with each other; the proof covers twice the shaded range at α = 0.",
        tuple(parts),
        values,
    )


def two_classes() -> Shown:
    """E18: for K = 2 the printed step fails; with the corrected constant it holds."""
    K = 2
    wrong, printed, corrected = 1 / (K * (K - 1)), (K + 3) / (4 * (K + 1)), CORRECTED.right(K)
    return Shown(
        "The proof needs (1−α)²/(K(K−1)) below the constant of right proposals; here it is 1/2 against 5/12.",
        (Row("constant of right proposals, K = 2 (needed: at least 0.5)", f"{printed:.4f}", f"{corrected:.4f}"),),
        {"needed": wrong, "printed": printed, "corrected": corrected},
    )


def candidates() -> Shown:
    """E19: six values of γ and five of g are thirty pairs."""
    pairs = len([0.001, 0.025, 0.1, 0.3, 0.4, 0.6]) * len([0.01, 0.1, 1.0, 10.0, 100.0])
    return Shown(
        "Banditron and BPA search six values of γ, the other two five values of their parameter.",
        (Row("candidates of Banditron and BPA with a kernel", "25", str(pairs)),),
        {"printed": 25.0, "corrected": float(pairs)},
    )


def kernel_cost() -> Shown:
    """E20: one kernel row of |B| entries costs |B|·D, and K scores from it |B|·K."""
    B, K, D = 700, 10, 256
    printed, corrected = B * K * D, B * (K + D)
    return Shown(
        "The kernel values do not depend on the class: compute them once, then K products of length |B|.",
        (Row("multiplications per round (|B| = 700, K = 10, D = 256)", f"{printed:,}", f"{corrected:,}"),),
        {"printed": float(printed), "corrected": float(corrected)},
    )


def two_sigmas() -> Shown:
    """E21: σ is a variance for the toys and a standard deviation for real data."""
    sigma = 0.25
    share = {"variance": float(ndtr(1 / sqrt(sigma)) ** 2), "deviation": float(ndtr(1 / sigma) ** 2)}
    return Shown(
        "On the four Gaussians the best possible rule depends on which of the two σ = 0.25 is.",
        (
            Row("best possible ratio if σ is the variance", f"{100 * share['variance']:.1f} %", "as on the toys here"),
            Row(
                "best possible ratio if σ is the deviation", f"{100 * share['deviation']:.2f} %", "as on real data here"
            ),
        ),
        share,
    )


def near_zero() -> Shown:
    """E22: comparators near 0 satisfy the assumption, but their bound is at least (K(K−1))²T."""
    X, y = four_gaussians(400, 0.0)
    rounds = Rounds(X, y, 4)
    found = {scale: compare(PRINTED, rounds, scale * class_means(rounds)) for scale in (0.1, 0.01, 0.0)}
    rows = [
        Row(f"bound / T for class means × {scale:g}", f"α = {one.alpha.value:.3g}", f"{one.bound / rounds.T:,.1f}")
        for scale, one in found.items()
    ]
    return Shown(
        f"As u goes to 0, so does α(u), but ℓ* goes to 1 and the bound to {factors(PRINTED, 4, 0.0).loss ** 2:.0f} T.",
        tuple(rows),
        {f"{scale:g}": one.bound / rounds.T for scale, one in found.items()},
    )
