"""The second-order cone s₀ ≥ ‖s₁‖: Nesterov–Todd scaling, Jordan product, and the distance to its boundary."""

import numpy as np

TINY = 1e-200


class Norm:
    """The scaling of one second-order cone (s₀ ≥ ‖s₁‖) at a pair of slack s and multiplier z."""

    def __init__(self, s: np.ndarray, z: np.ndarray) -> None:
        ss, zz = np.sqrt(max(square(s), TINY)), np.sqrt(max(square(z), TINY))
        s, z = s / ss, z / zz
        z[1:] *= -1
        w = s + z
        w /= np.sqrt(square(w))
        self.eta = np.sqrt(ss / zz)
        self.w = w
        w = w.copy()
        w[0] += 1
        self.v = w / np.sqrt(2 * w[0])

    def up(self, x: np.ndarray) -> np.ndarray:
        """Return W x."""
        return self.eta * (2 * self.v * (self.v @ x) - flipped(x))

    def down(self, x: np.ndarray) -> np.ndarray:
        """Return W⁻¹ x."""
        other = flipped(self.v)
        return (2 * other * (other @ x) - flipped(x)) / self.eta

    @property
    def edge(self) -> np.ndarray:
        """Return g of W⁻² = g gᵀ + η⁻² diag(−1, 1, …, 1)."""
        return np.sqrt(2) / self.eta * flipped(self.w)


def square(x: np.ndarray) -> float:
    """Return x₀² − ‖x₁‖²."""
    return float((x[0] - np.linalg.norm(x[1:])) * (x[0] + np.linalg.norm(x[1:])))


def flipped(x: np.ndarray) -> np.ndarray:
    """Return J x, with J = diag(1, −1, …, −1)."""
    y = -x
    y[0] = x[0]
    return y


def product(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the Jordan product x∘y."""
    return np.append(x @ y, x[0] * y[1:] + y[0] * x[1:])


def quotient(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the solution q of x∘q = y."""
    first = (x[0] * y[0] - x[1:] @ y[1:]) / square(x)
    return np.append(first, (y[1:] - first * x[1:]) / x[0])


def way(x: np.ndarray, d: np.ndarray) -> float:
    """Return the largest t with x + t d in the cone."""
    c, b, a = square(x), x[0] * d[0] - x[1:] @ d[1:], d[0] ** 2 - d[1:] @ d[1:]
    root = np.sqrt(max(0.0, b * b - a * c))
    if a >= 0 and b >= 0:
        return np.inf
    return float(-c / (b - root)) if b <= 0 else float((-b - root) / a)
