"""CSPA in plain NumPy, step by step, as printed and corrected; only the demonstrations of errata use it."""

from typing import NamedTuple

import numpy as np

TIE = 1e-10


class Step(NamedTuple):
    """One round."""

    loss: float
    right: bool


def proposal(W: np.ndarray, x: np.ndarray) -> int:
    """Return the class of the highest score, the first one if several are tied."""
    s = W @ x
    return int(np.flatnonzero(s >= s.max() - TIE * (1 + abs(s.max())))[0])


def support(loss: np.ndarray) -> np.ndarray:
    """Return the support classes of the losses (0 at the true class), as (support_class) defines them."""
    order = np.argsort(-loss, kind="stable")
    before = np.concatenate([[0.0], np.cumsum(loss[order])[:-1]])
    taken = before < np.arange(1, len(loss) + 1) * loss[order]
    return order[: int(np.argmin(taken)) if not taken.all() else len(order)]


def losses(W: np.ndarray, x: np.ndarray, y: int) -> np.ndarray:
    """Return ℓ_i = max(0, 1 + s_i − s_y), 0 at y."""
    s = W @ x
    found = np.maximum(0.0, 1 + s - s[y])
    found[y] = 0.0
    return found


def right_step(W: np.ndarray, x: np.ndarray, y: int, sign: int = 1, divided: bool = True) -> np.ndarray:
    """Return the weights after a right proposal; the paper prints sign −1 and does not divide by ‖x‖²."""
    loss = losses(W, x, y)
    S = support(loss)
    a = loss[S].sum() / (len(S) + 1)
    tau = np.zeros(len(W))
    tau[S] = -(loss[S] - a)
    tau[y] = a
    return W + sign * np.outer(tau, x) / (x @ x if divided else 1.0)


def wrong_loss(W: np.ndarray, x: np.ndarray, proposed: int) -> float:
    """Return 1 + s_ỹ − the highest other score."""
    s = W @ x
    return float(1 + s[proposed] - np.delete(s, proposed).max())


def wrong_step(W: np.ndarray, x: np.ndarray, proposed: int, beta: float) -> np.ndarray:
    """Return the weights after a wrong proposal, in the paper's long form."""
    K = len(W)
    tau = np.full(K, 1 / K)
    tau[proposed] -= 1
    return W + np.outer(tau, x) * beta * wrong_loss(W, x, proposed) / (x @ x)


def simulate(X: np.ndarray, y: np.ndarray, K: int, beta: float, sign: int = 1) -> list[Step]:
    """Return the rounds of CSPA; sign −1 takes the printed step for right proposals."""
    W, found = np.zeros((K, X.shape[1])), []
    for x, label in zip(X, y, strict=True):
        proposed = proposal(W, x)
        if proposed == label:
            found.append(Step(float(losses(W, x, label).max()), True))
            W = right_step(W, x, label, sign)
        else:
            found.append(Step(wrong_loss(W, x, proposed), False))
            W = wrong_step(W, x, proposed, beta)
    return found


def four_gaussians(T: int, sigma: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return rows of length 1 around (±1, ±1) with noise of variance σ, and their labels."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, T)
    X = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])[y] + np.sqrt(sigma) * rng.normal(size=(T, 2))
    return X / np.linalg.norm(X, axis=1, keepdims=True), y


def counter_points() -> np.ndarray:
    """Return the four points of the counter-example; point k has label k."""
    angles = 2 * np.pi * np.arange(3) / 3
    directions = np.column_stack([np.cos(angles), np.sin(angles)])
    return np.vstack([[1.0, 0.0, 0.0], np.column_stack([np.full(3, 0.05), np.sqrt(0.9975) * directions])])
