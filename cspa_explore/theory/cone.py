"""A primal-dual path-following solver of the cone programme in `certificate.py` that uses its structure.

Newton steps with Nesterov–Todd scaling and Mehrotra's corrector (as in Vandenberghe's notes on CVXOPT), from a strictly
feasible point. h is eliminated (its block is diagonal plus rank one); what remains are K² weighted sums of x xᵀ, in a
system of size Kd + 3 whatever the number of rows. Nothing is taken on trust: the result carries its certificate.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cspa_explore.theory.certificate import Certificate, Distinct, certify
from cspa_explore.theory.norm_cone import Norm, product, quotient, way

STEPS = 50
INSIDE = 0.98  # share of the step to the boundary
NARROW = 8  # features up to which all products x xᵀ are kept


class Solution(NamedTuple):
    """A comparator and what its multipliers certify."""

    u: np.ndarray  # (K, d)
    value: float  # a‖h‖ + b‖u‖
    certificate: Certificate
    steps: int


@dataclass(eq=False)
class _Point:
    """Slacks and multipliers of the four cones. The slacks of the norms are the variables: (τ, h) and (ρ, u)."""

    s: np.ndarray  # (N, K) of the losses; 1 at the labels
    r: np.ndarray  # (N, K) of the assumption; 1 at the labels; empty for K = 2
    tall: np.ndarray  # (N + 1,) τ and h times √count
    wide: np.ndarray  # (Kd + 1,) ρ and u
    p: np.ndarray  # multipliers, in the same order
    m: np.ndarray
    z_tall: np.ndarray
    z_wide: np.ndarray

    def plus(self, step: "_Point", length: float) -> "_Point":
        """Return the point after a step."""
        return _Point(*(a + length * b for a, b in zip(vars(self).values(), vars(step).values(), strict=True)))

    def total(self) -> float:
        """Return the product of slacks and multipliers."""
        return float(
            (self.s * self.p).sum() + (self.r * self.m).sum() + self.tall @ self.z_tall + self.wide @ self.z_wide
        )

    def longest(self, step: "_Point") -> float:
        """Return the largest step that stays inside all cones."""
        lines = ((self.s, step.s), (self.r, step.r), (self.p, step.p), (self.m, step.m))
        found = [1.0 / max(1e-300, float(np.divide(-d, v, out=0 * v, where=v > 0).max(initial=0.0))) for v, d in lines]
        cones = ((self.tall, step.tall), (self.wide, step.wide), (self.z_tall, step.z_tall), (self.z_wide, step.z_wide))
        return min(*found, *(way(v, d) for v, d in cones))


class _Path:
    """Newton steps of one problem."""

    def __init__(self, rows: Distinct, a: float, b: float, alpha: float) -> None:
        self.rows, self.a, self.b, self.alpha = rows, a, b, alpha
        N, K = rows.true.shape
        d = rows.X.shape[1]
        self.wrong, self.root = 1 - rows.true, np.sqrt(rows.count)
        self.assumes = K > 2
        self.number = N * (K - 1) * (2 if self.assumes else 1) + 2
        self.XX = (rows.X[:, :, None] * rows.X[:, None, :]).reshape(N, -1) if d <= NARROW else None

    def value(self, u: np.ndarray) -> float:
        """Return a‖h‖ + b‖u‖."""
        return self.a * float(np.linalg.norm(self.root * self.loss(u))) + self.b * float(np.linalg.norm(u))

    def loss(self, u: np.ndarray) -> np.ndarray:
        """Return ℓ* of each row."""
        return np.maximum(0.0, (self.wrong * self.rows.excess(self.rows.X @ u.T)).max(axis=1))

    def start(self, u: np.ndarray) -> _Point:
        """Return a strictly feasible point near u, with multipliers that balance the gradients in τ, h and ρ."""
        loss, scores = self.loss(u), self.rows.X @ u.T
        h = loss + max(0.1, float(loss.mean()))
        s = self.wrong * (h[:, None] - self.rows.excess(scores)) + self.rows.true
        r = self.wrong * (self.alpha - self.rows.sums(scores)) + self.rows.true if self.assumes else np.ones((0, 1))
        tall, wide = np.append(0.0, self.root * h), np.append(0.0, u.ravel())
        size = float(np.linalg.norm(tall))
        p = self.wrong * (0.5 * self.a / size / (self.rows.K - 1) * self.rows.count * h)[:, None]
        tall[0], wide[0] = 1.5 * size, 1.5 * np.linalg.norm(wide) + 0.1 * self.a * size / self.b
        m = self.wrong * float((p * s).sum() / self.wrong.sum()) / r if self.assumes else np.zeros((0, 1))
        z_tall, z_wide = np.append(self.a, -p.sum(axis=1) / self.root), np.append(self.b, 0 * wide[1:])
        return _Point(s, r, tall, wide, p, m, z_tall, z_wide)

    def system(self, z: _Point) -> "_System":
        """Return the scaled Newton system, with h eliminated."""
        rows, K = self.rows, self.rows.K
        tall, wide = Norm(z.tall, z.z_tall), Norm(z.wide, z.z_wide)
        w = z.p / z.s
        W = w.sum(axis=1)
        q = w - rows.true * W[:, None]
        D = rows.count / tall.eta**2 + W
        P = -q[:, :, None] * (q / D[:, None])[:, None, :]
        mixed = w[:, :, None] * rows.true[:, None, :]
        diagonal = w + rows.true * W[:, None]
        if self.assumes:
            v = z.m / z.r
            half = 0.5 * v.sum(axis=1, keepdims=True) * self.wrong
            mixed += ((K - 1) * v - half)[:, :, None] * self.wrong[:, None, :]
            diagonal += (K - 1) ** 2 * v
        P -= mixed + mixed.transpose(0, 2, 1)
        P[:, np.arange(K), np.arange(K)] += diagonal
        n = len(z.wide) - 1
        H = np.zeros((n + 3, n + 3))  # of u, ρ, τ and the product of tall.edge with the step of (τ, h)
        H[:n, :n] = self.sums(P)
        H[np.arange(n), np.arange(n)] += 1 / wide.eta**2
        g = wide.edge
        both = np.append(g[1:], g[0])
        H[: n + 1, : n + 1] += both[:, None] * both
        H[n, n] -= 1 / wide.eta**2
        g = tall.edge
        H[n + 1, n + 1] = -1 / tall.eta**2
        H[n + 1, n + 2] = H[n + 2, n + 1] = g[0]
        edge = self.root * g[1:]
        H[:n, n + 2] = H[n + 2, :n] = ((q * (edge / D)[:, None]).T @ rows.X).ravel()
        H[n + 2, n + 2] = -1 - (edge**2 / D).sum()
        return _System(self, z, tall, wide, q, D, edge, np.linalg.inv(H))

    def sums(self, P: np.ndarray) -> np.ndarray:
        """Return Σ_t P_t ⊗ x_t x_tᵀ for K×K matrices P_t, as a (Kd, Kd) matrix."""
        X, K = self.rows.X, self.rows.K
        N, d = X.shape
        if self.XX is not None:
            blocks = (P.reshape(N, -1).T @ self.XX).reshape(K, K, d, d)
        else:
            blocks = np.empty((K, K, d, d))
            for i, j in zip(*np.tril_indices(K), strict=True):
                blocks[i, j] = blocks[j, i] = (X * P[:, i, j, None]).T @ X
        return blocks.transpose(0, 2, 1, 3).reshape(K * d, K * d)


@dataclass(eq=False)
class _System:
    """The Newton system at a point."""

    path: _Path
    z: _Point
    tall: Norm
    wide: Norm
    q: np.ndarray
    D: np.ndarray
    edge: np.ndarray
    inverse: np.ndarray

    def step(self, push: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]) -> _Point:
        """Return the step to a point whose multipliers are, to first order, `push` − W⁻² times the slacks' step."""
        path, rows, z = self.path, self.path.rows, self.z
        p, m, z_tall, z_wide = push
        in_h = p.sum(axis=1) + path.root * z_tall[1:]
        in_u = z_wide[1:] - rows.gradient(p, m if path.assumes else None).ravel()
        n = len(in_u)
        right = np.empty(n + 3)
        right[:n] = in_u + ((self.q * (in_h / self.D)[:, None]).T @ rows.X).ravel()
        right[n:] = z_wide[0] - path.b, z_tall[0] - path.a, -(self.edge * in_h / self.D).sum()
        found = self.inverse @ right
        du = found[:n].reshape(rows.K, -1)
        scores = rows.X @ du.T
        dh = (in_h - self.edge * found[n + 2] + (self.q * scores).sum(axis=1)) / self.D
        ds = path.wrong * (dh[:, None] - (rows.excess(scores) - 1))
        dr = -path.wrong * rows.sums(scores) if path.assumes else z.r[:0]
        dtall, dwide = np.append(found[n + 1], path.root * dh), np.append(found[n], found[:n])
        return _Point(
            ds, dr, dtall, dwide, p - z.p - z.p * ds / z.s, m - z.m - z.m * dr / z.r,
            z_tall - z.z_tall - self.tall.down(self.tall.down(dtall)),
            z_wide - z.z_wide - self.wide.down(self.wide.down(dwide)),
        )  # fmt: skip

    def next(self) -> tuple[_Point, float]:
        """Return the point after a predictor and corrector step, and the length of the step."""
        z, path = self.z, self.path
        free = self.step((0 * z.p, 0 * z.m, 0 * z.tall, 0 * z.wide))
        length = min(1.0, z.longest(free))
        mean = z.total() / path.number
        target = mean * max(0.0, 1 - length) ** 3
        push = [path.wrong * (target - free.s * free.p) / z.s, (target - free.r * free.m) / z.r]
        if path.assumes:
            push[1] *= path.wrong
        for norm, z_cone, ds, dz in (
            (self.tall, z.z_tall, free.tall, free.z_tall),
            (self.wide, z.z_wide, free.wide, free.z_wide),
        ):
            aim = -product(norm.down(ds), norm.up(dz))
            aim[0] += target
            push.append(norm.down(quotient(norm.up(z_cone), aim)))
        step = self.step((push[0], push[1], push[2], push[3]))
        length = min(1.0, INSIDE * z.longest(step))
        return z.plus(step, length), length


def solve(
    rows: Distinct,
    a: float,
    b: float,
    alpha: float,
    start: np.ndarray,
    gap: float = 1e-3,
    should_stop: Callable[[], bool] = lambda: False,
) -> Solution:
    """Return a comparator whose value is at most 1 + gap times the minimum, unless the steps or the time run out.

    `start` must have sums below α, which u = 0 has. α must be positive unless K = 2.
    """
    path = _Path(rows, a, b, alpha)
    z = path.start(start)
    best_u, best, certificate = start, path.value(start), Certificate(a, b, 0.0, 0.0)
    steps = 0
    while steps < STEPS:
        steps += 1
        try:
            z, length = path.system(z).next()
        except np.linalg.LinAlgError:
            break
        if not np.isfinite(length):
            break
        u = z.wide[1:].reshape(start.shape)
        if (value := path.value(u)) < best:
            best_u, best = u, value
        found = certify(rows, a, b, z.p, z.m if path.assumes else None)
        if found.at(alpha) > certificate.at(alpha):
            certificate = found
        if best <= (1 + gap) * certificate.at(alpha) or length < 1e-6 or should_stop():
            break
    return Solution(best_u, best, certificate, steps)
