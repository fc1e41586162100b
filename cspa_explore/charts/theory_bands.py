"""The theory's ranges of β as bands of a chart, for any chart with an axis of β."""

from cspa_explore.charts.colours import THEORY
from cspa_explore.charts.description import Band
from cspa_explore.theory.ranges import proof_limit, theorem_beta

THEORY_RANGE, PROOF_RANGE = "theory range: β ≤", "proof: β <"  # in front of a band's end


def theory_bands(K: int, alpha: float = 0.0) -> tuple[Band, Band]:
    """Return the theory range, tinted, and what only the proof covers, hatched.

    >>> [band.high for band in theory_bands(4)]
    [0.3333333333333333, 0.6666666666666666]
    >>> [f"{band.label} {band.at}" for band in theory_bands(10)]
    ['theory range: β ≤ 1/9', 'proof: β < 2/9']
    """
    limits = theorem_beta(K, alpha), proof_limit(K, alpha)
    theorem, proof = map(float, limits)
    words = [f"{float(limit):.2g}" if alpha else str(limit) for limit in limits]
    return (
        Band(THEORY_RANGE, words[0], 0.0, theorem, hatched=False, colour=THEORY, dash="solid"),
        Band(PROOF_RANGE, words[1], theorem, proof, hatched=True, colour=THEORY, dash="3px,4px"),
    )
