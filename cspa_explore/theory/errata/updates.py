"""Demonstrations of the errata in the update rules, E1 to E10."""

import numpy as np
from scipy.optimize import linprog, minimize

from cspa_explore.theory.errata.erratum import Row, Shown, signed
from cspa_explore.theory.errata.steps import (
    four_gaussians,
    losses,
    proposal,
    right_step,
    simulate,
    support,
    wrong_loss,
)

ROUNDS = 1500
DRAWS = 2000


def signs() -> Shown:
    """E1: the printed step for a right proposal raises the loss, and the run falls below chance."""
    W, x = np.zeros((3, 1)), np.array([1.0])
    after = {sign: float(losses(right_step(W, x, 0, sign), x, 0).max()) for sign in (-1, 1)}
    X, y = four_gaussians(ROUNDS, 0.25)
    share = {sign: float(np.mean([step.right for step in simulate(X, y, 4, 1 / 6, sign)])) for sign in (-1, 1)}
    return Shown(
        f"The printed step turns a loss of 1 into {after[-1]:g}; the corrected one into {after[1]:g}.",
        (
            Row("loss after one right proposal (K = 3, W = 0)", f"{after[-1]:g}", f"{after[1]:g}"),
            Row(
                f"right proposals, four Gaussians, σ = 0.25, {ROUNDS:,} rounds", _percent(share[-1]), _percent(share[1])
            ),
        ),
        {"printed_loss": after[-1], "loss": after[1], "printed_share": share[-1], "share": share[1], "rounds": ROUNDS},
    )


def length() -> Shown:
    """E2: without 1/‖x‖² the margin after the step is ‖x‖², not 1."""
    W, x = np.zeros((3, 1)), np.array([2.0])
    margin = {}
    for divided in (False, True):
        s = right_step(W, x, 0, divided=divided) @ x
        margin[divided] = float(s[0] - s[1:].max())
    return Shown(
        f"For ‖x‖ = 2 the margin after the step should be 1; without the division it is {margin[False]:g}.",
        (Row("margin after a right proposal, ‖x‖ = 2", f"{margin[False]:g}", f"{margin[True]:g}"),),
        {"printed": margin[False], "corrected": margin[True]},
    )


def own_class() -> Shown:
    """E4: with i = ỹ in the minimum, the loss is always 1, and the constraint often asks for nothing."""
    rng, beta = np.random.default_rng(4), 0.3
    right, vacuous = [], 0
    for _ in range(DRAWS):
        W, x = rng.normal(size=(4, 3)), rng.normal(size=3)
        right.append(wrong_loss(W, x, proposal(W, x)))
        vacuous += (1 - beta) * right[-1] >= 1
    printed = {min(1.0, loss) for loss in right}
    return Shown(
        f"The term of ỹ itself is 1, so the printed loss was 1 in all {DRAWS:,} draws.",
        (
            Row(f"largest loss of a wrong proposal in {DRAWS:,} draws", f"{max(printed):g}", f"{max(right):.2f}"),
            Row("draws whose constraint asks for no step (β = 0.3)", f"{vacuous:,}", "0"),
        ),
        {"printed": max(printed), "corrected": max(right), "vacuous": float(vacuous)},
    )


def linear_objective() -> Shown:
    """E6: the printed objective is linear in τ, and the linear programme is unbounded."""
    K, beta, loss = 4, 0.5, 1.2
    equal = np.zeros((K - 2, K))
    equal[np.arange(K - 2), np.arange(K - 2)], equal[np.arange(K - 2), np.arange(1, K - 1)] = 1, -1
    A = np.zeros((1, K))  # −(τ − τ_ỹ) ≤ −βℓ, with equal τ of the other classes
    A[0, 0], A[0, -1] = -1, 1
    status = linprog(np.full(K, 0.5), A, [-beta * loss], equal, np.zeros(K - 2), bounds=[(None, None)] * K).status
    rule = {"type": "ineq", "fun": lambda t: t[0] - t[1] - beta * loss}
    found = minimize(lambda t: (K - 1) * t[0] ** 2 + t[1] ** 2, [1.0, -1.0], constraints=[rule], tol=1e-12).x
    return Shown(
        f"Minimising Στᵢ is unbounded (solver status {status}); minimising Στᵢ² gives the paper's own τ.",
        (Row("τ of the other classes (K = 4, β = 0.5, ℓ = 1.2)", "−∞", f"{found[0]:.3f} = βℓ/K"),),
        {"status": float(status), "tau": float(found[0]), "expected": beta * loss / K},
    )


def dual_sign() -> Shown:
    """E7: the printed dual function is the negative of the Lagrangian at its own τ."""
    K, beta, loss, x2, lam = 4, 0.5, 1.2, 2.0, 0.1
    tau, own = lam * x2 / (K - 1), -lam * x2
    right = 0.5 * (K - 1) * tau**2 + 0.5 * own**2 + lam * (beta * loss - (tau - own) * x2)
    printed = K * x2**2 / (2 * (K - 1)) * lam**2 - beta * loss * lam
    return Shown(
        f"At λ = {lam:g} the Lagrangian is {signed(right)}, and the printed L(λ) is {signed(printed)}.",
        (Row("L(λ) at λ = 0.1 (K = 4, ‖x‖² = 2, βℓ = 0.6)", signed(printed), signed(right)),),
        {"printed": printed, "corrected": right},
    )


def missing_beta() -> Shown:
    """E8: λ without β would remove the whole loss."""
    K, beta, loss, x2 = 4, 0.5, 1.2, 2.0
    left = {}
    for name, factor in (("printed", 1.0), ("corrected", beta)):
        lam = (K - 1) * factor * loss / (K * x2**2)
        left[name] = loss - (lam * x2 / (K - 1) + lam * x2) * x2
    return Shown(
        f"The printed λ would take a loss of {loss:g} to {left['printed']:.2g}, not to (1−β)ℓ = {left['corrected']:g}.",
        (Row("loss after a wrong proposal (β = 0.5, ℓ = 1.2)", f"{left['printed']:.2g}", f"{left['corrected']:.2g}"),),
        left,
    )


def loop_index() -> Shown:
    """E9: the printed loop asks for σ(0) in its first test; with σ(|S|+1) it gives (support_class)."""
    rng = np.random.default_rng(9)
    same = undefined = 0
    for _ in range(DRAWS):
        K = int(rng.integers(2, 8))
        loss = np.append(0.0, np.maximum(0.0, rng.normal(0.5, 0.6, K - 1)))
        rank = dict(enumerate(np.argsort(-loss, kind="stable").tolist(), 1))  # σ(1), σ(2), …
        undefined += 0 not in rank  # the first test reads σ(|S|) with S empty
        S: list[int] = []
        while len(S) < K - 1 and sum(loss[S]) / (len(S) + 1) < loss[rank[len(S) + 1]]:
            S.append(rank[len(S) + 1])
        same += set(S) == set(support(loss).tolist())
    return Shown(
        f"σ(0) does not exist: the printed loop fails at its first test in {undefined:,} of {DRAWS:,} draws.",
        (Row("draws in which the loop gives (support_class)", f"{DRAWS - undefined:,}", f"{same:,} of {DRAWS:,}"),),
        {"same": float(same), "undefined": float(undefined), "draws": float(DRAWS)},
    )


def no_zero_loss() -> Shown:
    """E10: the case ℓ = 0 cannot occur after a wrong proposal."""
    X, y = four_gaussians(ROUNDS, 1.0)
    wrong = [step.loss for step in simulate(X, y, 4, 1 / 6) if not step.right]
    return Shown(
        f"In {len(wrong):,} wrong proposals the smallest loss was {min(wrong):.3f}: ỹ has the highest score.",
        (Row(f"wrong proposals with ℓ = 0, of {len(wrong):,}", "treated as a case", "0"),),
        {"smallest": min(wrong), "wrong": float(len(wrong))},
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
