"""Banditron: the Perceptron for partial feedback, by γ-greedy exploration and importance weights.

ŷ = argmax s; ỹ is drawn from P(k) = (1−γ)[k = ŷ] + γ/K. Every round
    w_r += x·([ỹ = y][r = ỹ]/P(ỹ) − [r = ŷ]),
whose expectation over the draw is the Perceptron update. The row ŷ loses x even when ỹ was drawn by
exploration and nothing was learnt about ŷ.

Kakade, Shalev-Shwartz, Tewari: Efficient Bandit Algorithms for Online Multiclass Prediction (ICML 2008).
"""

from math import nan
from typing import NamedTuple

import numpy as np

from cspa_explore.algorithms.explain import Explanation, Facts, equal, equation, number, rows_unchanged, vanishes
from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Round
from cspa_explore.core.vectors import argmax, gamma_greedy


class Banditron(NamedTuple):
    """γ: the share of rounds in which the label is drawn at random."""

    gamma: float


def propose(alg, r, u):
    """Return (ŷ, ỹ), ỹ drawn γ-greedily."""
    y_hat = argmax(r.s)
    return y_hat, gamma_greedy(alg.gamma, y_hat, u, r.p)


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ: −1 for ŷ, and 1/P(ỹ) for a right ỹ."""
    r.tau[y_hat] = -1.0
    if correct:
        r.tau[y_tilde] += 1.0 / r.p[y_tilde]
    return nan


BRANCHES = {  # (ỹ = ŷ, right)
    (True, True): "right: small step towards x",
    (True, False): "wrong: the prediction steps back",
    (False, True): "explored and found it: importance-weighted step",
    (False, False): "explored in vain: the prediction steps back all the same",
}


def explain(f: Facts) -> Explanation:
    """Return the case, the draw, and that the steps of all draws have the Perceptron's as their mean."""
    y, K, greedy = f.y_tilde, f.K, f.y_tilde == f.y_hat
    gamma, P = number(f.alg.gamma), number(f.p[y])
    share = (1 - f.alg.gamma) * greedy + f.alg.gamma / K
    numbers = f"(1 − {gamma}) · {int(greedy)} + {gamma} / {K}"
    equations = [equation(f, "P(ỹ) = (1 − γ)·[ỹ = ŷ] + γ/K", numbers, f.p[y], share)]
    if f.told:
        formula, step = "τ_ỹ = 1/P(ỹ) − [ỹ = ŷ]", 1 / f.p[y] - greedy
        equations.append(equation(f, formula, f"1 / {P} − {int(greedy)}", f.tau[y], step))
    if not (f.told and greedy):
        equations.append(equation(f, "τ_ŷ = −1", "−1", f.tau[f.y_hat], -1.0))
    moved = [f"{f.names[k]} by {number(f.tau[k])}·x" for k in dict.fromkeys((y, f.y_hat)) if f.tau[k]]
    invariants = [
        equal(f, "the probabilities sum to 1", f.p.sum(), 1.0),
        rows_unchanged(f, "only ỹ and ŷ can move", (y, f.y_hat)),
    ]
    if f.y is not None:
        perceptron = np.eye(K)[f.y] - np.eye(K)[f.y_hat]
        name = "the mean step over all draws is the Perceptron's: + for the label, − for ŷ"
        invariants.append(vanishes(f, name, mean_step(f) - perceptron, 1 / f.p.min()))
    sentence = f"Moved {' and '.join(moved)}." if moved else "Nothing changed."
    return Explanation(BRANCHES[greedy, bool(f.told)], sentence, tuple(equations), tuple(invariants))


def mean_step(f: Facts) -> np.ndarray:
    """Return Σ_k P(k) τ(ỹ = k), (K,), by the rule itself."""
    mean, r = np.zeros(f.K), Round.new(f.K)
    r.p[:] = f.p
    for k in range(f.K):
        r.tau[:] = 0.0
        coefficients(f.alg, r, f.x2, f.y_hat, k, k == f.y)
        mean += f.p[k] * r.tau
    return mean


GAMMA_GRID = ("0.001", "0.01", "0.025", "0.05", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6")

SPEC = AlgorithmSpec(
    key="banditron",
    label="Banditron",
    summary="The Perceptron with random exploration: what it is not told is estimated by importance weights.",
    cite="Kakade, Shalev-Shwartz, Tewari: Efficient Bandit Algorithms for Online Multiclass Prediction (ICML 2008)",
    feedback="partial",
    hyper=Banditron,
    propose=propose,
    coefficients=coefficients,
    params=(
        Param(
            name="gamma",
            symbol="γ",
            default="0.05",
            low=0.0,
            high=1.0,
            grid=GAMMA_GRID,
            scale="log",
            help="Share of rounds that explore: a share γ(K−1)/K of all proposals is given away. "
            "The theory needs γ < 1/2.",
        ),
    ),
    explain=explain,
)
