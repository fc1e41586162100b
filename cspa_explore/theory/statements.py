"""What the paper says about β, in three statements that differ, and what α is."""

from typing import NamedTuple

from cspa_explore.theory.ranges import PROOF, THEOREM, figure_limit, proof_limit, theorem_beta

ALPHA = (
    "α measures how unequal the scores of the wrong classes are under the rule that CSPA is compared with: it is 0 if "
    "all wrong classes score alike, and the theorem needs it below 1. It is a property of the data and of that rule, "
    "not a setting: a larger α shrinks the range of β that the theory covers."
)


class Statement(NamedTuple):
    """One statement about β: who says it, the formula, its value at α = 0, and how it changes with α."""

    who: str
    formula: str
    value: float
    shrinks: bool  # the value is multiplied by 1 − α


def statements(K: int) -> tuple[Statement, Statement, Statement]:
    """Return the statements of the theorem, of the figures and of the proof for K classes.

    >>> [statement.value for statement in statements(5)]
    [0.25, 0.25, 0.5]
    """
    return (
        Statement("The theorem takes", f"β = {THEOREM}", float(theorem_beta(K)), shrinks=True),
        Statement("The figures shade", "0 < β < 1/(K−1)", float(figure_limit(K)), shrinks=False),
        Statement("The proof needs only", f"β < {PROOF}", float(proof_limit(K)), shrinks=True),
    )
