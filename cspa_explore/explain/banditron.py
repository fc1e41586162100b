"""A round of Banditron: the draw, its importance weight, and the Perceptron step as their mean."""

import numpy as np

from cspa_explore.algorithms.banditron import coefficients
from cspa_explore.core.geometry import Round
from cspa_explore.explain.checks import equal, equation, number, rows_unchanged, vanishes
from cspa_explore.explain.facts import Explanation, Facts

BRANCHES = {  # (ỹ = ŷ, right)
    (True, True): "right: small step towards x",
    (True, False): "wrong: the prediction steps back",
    (False, True): "explored and found it: importance-weighted step",
    (False, False): "explored and was wrong: still, the prediction steps back",
}


def explain(f: Facts) -> Explanation:
    """Return the case, the draw, and the check that the mean step over all draws is the Perceptron's."""
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
    moved = [f"class {f.names[k]} by {number(f.tau[k])}·x" for k in dict.fromkeys((y, f.y_hat)) if f.tau[k]]
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
    """Return Σ_k P(k) τ(ỹ = k), (K,), computed by the rule itself."""
    mean, r = np.zeros(f.K), Round.new(f.K)
    r.p[:] = f.p
    for k in range(f.K):
        r.tau[:] = 0.0
        coefficients(f.alg, r, f.x2, f.y_hat, k, k == f.y)
        mean += f.p[k] * r.tau
    return mean
