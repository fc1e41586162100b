"""Independent twins: each algorithm once more, in plain NumPy, in the long form of its paper.

One file an algorithm, named by its key. A twin is a class made from (parameters, K, d) with

    propose(x, u) -> (ŷ, ỹ)
    learn(x, y_hat, y_tilde, told)
    weights() -> (K, d)

It shares no code with the package: not even the tie rule.
"""

from importlib import import_module

import numpy as np


def best(s):
    """The first index whose score equals the maximum up to 1e-10 (1 + maximum − mean), as the README defines a tie.

    With weights that decay exponentially (exp_grad) scores come close to any tolerance, so it is the same here.
    """
    top = np.max(s)
    return int(np.flatnonzero(s >= top - 1e-10 * (1 + top - np.mean(s)))[0])


def greedy(s, gamma, u):
    """(ŷ, ỹ, P): u below γ explores, in K equal parts."""
    K = len(s)
    y_hat = best(s)
    P = np.full(K, gamma / K)
    P[y_hat] += 1 - gamma
    return y_hat, (int(np.floor(K * u / gamma)) if u < gamma else y_hat), P


def twin_of(key):
    return import_module(f"tests.twins.{key}").Twin


def play(twin, X, y, u, feedback, lies=None):
    """Let a twin play; returns ŷ, ỹ (T,). Where `lies` is True it is told the opposite of right or wrong."""
    y_hats, y_tildes = [], []
    for x, label, uniform, lie in zip(X, y, u, np.zeros(len(y), bool) if lies is None else lies, strict=True):
        y_hat, y_tilde = twin.propose(x, uniform)
        if x @ x > 0:
            told = (y_tilde != label) if lie else (y_tilde == label)
            twin.learn(x, y_hat, y_tilde, bool(told) if feedback == "partial" else int(label))
        y_hats.append(y_hat)
        y_tildes.append(y_tilde)
    return np.array(y_hats), np.array(y_tildes)
