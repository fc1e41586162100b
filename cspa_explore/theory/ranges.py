"""The paper's three ranges of CSPA's step size β, as exact fractions that depend on the number of classes K and on α.

α ∈ [0, 1) is a property of the data and of the weights that the learner is compared with (Theorem 2's assumption):

- the theorem takes β = (1−α)/(K−1);
- the text about the figures states 0 < β < 1/(K−1), the values that the theorem's β can take; here the end (α → 0) is
  included;
- the proof needs only β < 2(1−α)/(K−1), so that its γ = 2(1−α) − (K−1)β is positive.

A `Fraction` is exact: `str` writes it as 1/3, and `float` rounds it once.

>>> str(theorem_beta(4)), str(theorem_beta(4, Fraction(1, 4))), str(proof_limit(4)), float(figure_limit(4))
('1/3', '1/4', '2/3', 0.3333333333333333)
"""

from fractions import Fraction
from typing import Any

PAPERS_ALPHA = Fraction(1, 2)  # gives the β = 1/(2(K−1)) of the paper's grids
THEOREM, PROOF = "(1−α)/(K−1)", "2(1−α)/(K−1)"  # labels
ROUNDING = 1e-12  # tolerance of a comparison of a float β, such as 1/3, with an exact limit
# Where β lies, in words.
IN_WORDS = {
    "inside": "inside the theory range",
    "beyond": "beyond the theory range, within the proof",
    "outside": "outside the theory range",
}


def needs_truth(noisy: float) -> str:
    """Return why the theory says nothing about a run in which the share `noisy` of the answers is flipped.

    >>> needs_truth(0.1)
    'The theorem needs true answers, and here 10 % of them are flipped.'
    """
    return f"The theorem needs true answers, and here {100 * noisy:g} % of them are flipped."


def theorem_beta(K: int, alpha: Fraction | float = 0) -> Fraction:
    """Return the theorem's β = (1−α)/(K−1)."""
    _check(K, alpha)
    return unchecked_beta(K, Fraction(alpha))


def unchecked_beta(K: int, alpha: Any) -> Any:
    """Return (1−α)/(K−1) for a number or an array; it is not positive where α is 1 or more."""
    return (1 - alpha) / (K - 1)


def gamma_of(K: int, alpha: Any, beta: Any) -> Any:
    """Return the proof's γ = 2(1−α) − (K−1)β for numbers or arrays; it is positive where β is below `proof_limit`."""
    return 2 * (1 - alpha) - (K - 1) * beta


def alpha_limit(K: int, beta: float) -> float:
    """Return the α at which γ is 0 for this β, 1 − (K−1)β/2; the proof needs an α below it.

    >>> alpha_limit(4, 1 / 3)
    0.5
    """
    return 1 - (K - 1) * beta / 2


def figure_limit(K: int) -> Fraction:
    """Return 1/(K−1), the end of the theory range 0 < β ≤ 1/(K−1): the theorem's β for α → 0."""
    return theorem_beta(K)


def proof_limit(K: int, alpha: Fraction | float = 0) -> Fraction:
    """Return 2(1−α)/(K−1); the proof needs a β below it."""
    return 2 * theorem_beta(K, alpha)


def where(K: int, beta: float) -> str:
    """Return where β lies: "inside" the theory range, "beyond" it but within reach of the proof, or "outside" both.

    >>> [where(4, beta) for beta in (1 / 3, 0.5, 2 / 3)]
    ['inside', 'beyond', 'outside']
    """
    if beta <= figure_limit(K) + ROUNDING:
        return "inside"
    return "beyond" if beta < proof_limit(K) - ROUNDING else "outside"


def landmarks(K: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the values of β that every widget and sweep offers: 1/(2(K−1)), 1/(K−1) and 2/(K−1).

    >>> [str(value) for value in landmarks(4)]
    ['1/6', '1/3', '2/3']
    """
    return theorem_beta(K, PAPERS_ALPHA), figure_limit(K), proof_limit(K)


def part_of_range(K: int, beta: float) -> Fraction:
    """Return the multiple of 1/(8(K−1)) next to β; an eighth is the finest part of the theory range that sweeps play.

    >>> [str(part_of_range(4, beta)) for beta in (0.0417, 0.0833)]
    ['1/24', '1/12']
    """
    parts = 8 * (K - 1)
    return Fraction(round(beta * parts), parts)


def _check(K: int, alpha: Fraction | float) -> None:
    if K < 2:
        raise ValueError(f"K must be at least 2, got {K}.")
    if not 0 <= alpha < 1:
        raise ValueError(f"alpha must be in [0, 1), got {alpha}.")
