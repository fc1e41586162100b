"""The bound on CSPA's cumulative squared loss, as printed in the paper and corrected, for any β that the proof allows.

With γ = 2(1−α) − (K−1)β > 0, the proof's step (eq. poli) reads χL² − ψL*L − ‖u‖² ≤ 0 for L = √Σℓ², L* = √Σℓ*², hence

    √Σℓ² ≤ (ψ/χ) L* + ‖u‖/√χ.

The two statements differ in χ and ψ (a wrong constant for right proposals, erratum E12) and in the sign of the
assumption on α (erratum E11). Both are functions of the comparator u: α, L* and ‖u‖ belong to u, not to the learner.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np

from cspa_explore.theory.ranges import ROUNDING, alpha_limit, gamma_of, unchecked_beta


@dataclass(frozen=True)
class Statement:
    """One version of the theorem."""

    key: str  # "printed" or "corrected"
    sign: int  # of the assumption: +1 bounds how far a wrong class lies above the wrong classes' mean, −1 how far below
    right: Callable[[int], float]  # K ↦ R²χ of a right proposal
    weight: Callable[[int, Any], Any]  # K, β ↦ R²ψ
    fewest: int  # the smallest K for which it is claimed


PRINTED = Statement("printed", -1, lambda K: (K + 3) / (4 * (K + 1)), lambda K, beta: np.maximum(2 * beta / K, 1.0), 3)
CORRECTED = Statement("corrected", 1, lambda K: 0.5, lambda K, beta: np.maximum(2 * beta / K, 2 * (K - 1) / K), 2)
STATEMENTS = {statement.key: statement for statement in (PRINTED, CORRECTED)}


@dataclass(frozen=True)
class Factors:
    """The bound's two factors at one α: √Σℓ² ≤ loss·L* + size·‖u‖."""

    beta: float
    gamma: float
    chi: float
    psi: float

    @property
    def loss(self) -> float:
        """Return ψ/χ, the factor of L*; infinite where the proof does not work."""
        return self.psi / self.chi if self.chi > 0 else inf

    @property
    def size(self) -> float:
        """Return 1/√χ, the factor of ‖u‖."""
        return 1 / sqrt(self.chi) if self.chi > 0 else inf

    def bound(self, loss: float, norm: float) -> float:
        """Return the bound on Σℓ², and so on the number of mistakes, from L* and ‖u‖."""
        return (self.loss * loss + self.size * norm) ** 2 if self.chi > 0 else inf


def factors(statement: Statement, K: int, alpha: float, beta: float | None = None, R: float = 1.0) -> Factors:
    """Return γ, χ and ψ; without β, those of the theorem's β = (1−α)/(K−1).

    >>> found = factors(PRINTED, K=4, alpha=0.0)
    >>> found.loss, round(found.size**2, 9), found.bound(loss=2.0, norm=0.0)
    (12.0, 12.0, 576.0)
    >>> found = factors(CORRECTED, K=4, alpha=0.0)
    >>> round(found.loss, 9), round(found.size**2, 9)
    (18.0, 12.0)
    """
    if K < 2 or alpha < 0 or R <= 0:
        raise ValueError(f"K must be at least 2, alpha at least 0 and R positive, got {K}, {alpha} and {R}.")
    used, gamma, chi, psi = _parts(statement, K, alpha, beta, R)
    return Factors(float(used), float(gamma), float(chi), float(psi))


def factor_arrays(
    statement: Statement, K: int, alphas: np.ndarray, beta: float | None, R: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the factors of L* and of ‖u‖ at each α. They grow with α and are infinite where the proof fails."""
    _, _, chi, psi = _parts(statement, K, alphas, beta, R)
    with np.errstate(divide="ignore"):
        return psi / chi, 1 / np.sqrt(chi)


def _parts(statement: Statement, K: int, alpha: Any, beta: float | None, R: float) -> tuple[Any, Any, Any, Any]:
    """Return β, γ, χ and ψ for one α or an array of them."""
    used = unchecked_beta(K, alpha) if beta is None else beta
    gamma = gamma_of(K, alpha, used)
    works = (gamma > ROUNDING) & (used > 0)
    return (
        used,
        gamma,
        np.where(works, np.minimum(used * gamma / K, statement.right(K)), 0.0) / R**2,
        statement.weight(K, used) / R**2,
    )


def largest_alpha(K: int, beta: float | None = None) -> float:
    """Return the α below which the proof works for this β; 1 for the theorem's β."""
    return 1.0 if beta is None else alpha_limit(K, beta)


def banditron_bound(K: int, T: int, gamma: float, hinge: float, norm: float) -> float:
    """Return the bound on Banditron's *expected* number of mistakes, for rows of norm at most 1.

    `hinge` is the comparator's cumulative hinge loss Σℓ*, `norm` its Frobenius norm (Kakade, Shalev-Shwartz, Tewari).

    >>> round(banditron_bound(K=4, T=1000, gamma=0.1, hinge=0.0, norm=1.0), 6)
    340.0
    """
    if not 0 < gamma < 0.5:
        raise ValueError(f"Banditron's bound needs γ in (0, 1/2), got {gamma}.")
    D = 2 * norm**2
    return hinge + gamma * T + 3 * max(K * D / gamma, sqrt(D * gamma * T)) + sqrt(K * D * hinge / gamma)
