"""What one round meant, in facts, equations and sentences: the explanations of the algorithms by their keys.

An explanation is a function from `Facts` to `Explanation`. An algorithm without one gets the general explanation.
"""

from collections.abc import Callable

from cspa_explore.explain import (
    averaged,
    banditron,
    bit_likelihood,
    bpa,
    confidit,
    cspa,
    cspa_kappa,
    k_perceptrons,
    linucb,
    rdue,
    spa,
    squarecb,
    uniform,
)
from cspa_explore.explain.any_round import general
from cspa_explore.explain.checks import with_enough_digits
from cspa_explore.explain.facts import Explanation, Facts

EXPLANATIONS: dict[str, Callable[[Facts], Explanation]] = {
    "cspa": cspa.explain,
    "banditron": banditron.explain,
    "confidit": confidit.explain,
    "bpa": bpa.explain,
    "cspa_averaged": averaged.explain_cspa,
    "cspa_kappa": cspa_kappa.explain,
    "bpa_averaged": averaged.explain_bpa,
    "linucb": linucb.explain,
    "k_perceptrons": k_perceptrons.explain,
    "rdue": rdue.explain,
    "squarecb": squarecb.explain,
    "bit_likelihood": bit_likelihood.explain,
    "spa": spa.explain,
    "uniform": uniform.explain,
    "cspa_as_printed": cspa.explain_as_printed,
}


def explain(key: str, facts: Facts) -> Explanation:
    """Return what a round of the algorithm meant."""
    return with_enough_digits(EXPLANATIONS.get(key, general), facts)
