"""The learners that fit a data set: those that a page shows when the data set is chosen."""

from cspa_explore.experiments.experiment import FIRST

RULE = "1/(2(K-1))"  # the paper's β, in the middle of the theory range
BOLD = "0.3"  # far beyond the theory range if K > 4, where the paper's β learns slowly


def fitting_learners(K: int) -> tuple[str, ...]:
    """Return the learners for K classes: CSPA with the paper's β, CSPA with a larger β, and Banditron.

    >>> fitting_learners(26)
    ('cspa(beta=1/(2(K-1)))', 'cspa(beta=0.3)', 'banditron(gamma=0.05)')
    >>> fitting_learners(4) == FIRST.texts
    True
    """
    if FIRST.stream.n_classes == K:
        return FIRST.texts
    return (f"cspa(beta={RULE})", f"cspa(beta={BOLD if K > 4 else 1})", "banditron(gamma=0.05)")
