"""A round of the bit likelihood: the gradient of the answer's log-likelihood."""

import numpy as np

from cspa_explore.explain.checks import equal, equation, number, vanishes
from cspa_explore.explain.facts import Explanation, Facts


def explain(f: Facts) -> Explanation:
    """Return the step after "right" or "wrong"; the rule keeps p in p."""
    y, eta, p = f.y_tilde, f.alg.eta, f.p
    others = f.rivals(y)
    rest = float(p[others].sum())
    among = np.exp(f.s[others] - f.s[others].max())
    among /= among.sum()  # p_k/(1 − p_ỹ), also where 1 − p_ỹ underflows
    e = number(eta)
    if f.told:
        first = equation(f, "τ_ỹ = η·(1 − p_ỹ)", f"{e} · {number(rest)}", f.tau[y], eta * rest)
        shares = -eta * p[others]
    else:
        first = equation(f, "τ_ỹ = −η·p_ỹ", f"−{e} · {number(p[y])}", f.tau[y], -eta * p[y])
        shares = eta * p[y] * among
    k = int(others[np.argmax(among)])
    text = "−η·p_k" if f.told else "η·p_ỹ·p_k/(1 − p_ỹ)"
    share = f"{number(p[k])} / {number(rest)}" if number(rest) != "0" else number(among.max())
    numbers = f"−{e} · {number(p[k])}" if f.told else f"{e} · {number(p[y])} · {share}"
    second = equation(f, f"τ_k = {text} for k = {f.names[k]}", numbers, f.tau[k], float(shares[others == k][0]))
    answer = f.s[y] if f.told else _log_sum(f.s[others])
    invariants = (
        equal(f, "the probabilities sum to 1", p.sum(), 1.0),
        equal(f, "the loss is −log of the answer's probability", f.loss, _log_sum(f.s) - answer),
        vanishes(f, "rivals moved in proportion to their probability", f.tau[others] - shares, eta),
    )
    chance = f"the answer had the probability {number(p[y] if f.told else rest)}"
    moved = f"Moved {f.names[y]} {'up' if f.told else 'down'} by {number(abs(f.tau[y]))}·x"
    learnt = f"{moved} and its rivals {'down' if f.told else 'up'} by their probability: {chance}."
    return Explanation(f"{'right' if f.told else 'wrong'}: gradient step", learnt, (first, second), invariants)


def _log_sum(s: np.ndarray) -> float:
    """Return log Σ e^s without overflow."""
    top = s.max()
    return float(top + np.log(np.exp(s - top).sum()))
