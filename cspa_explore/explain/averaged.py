"""A round of an averaged learner: the step of its rule on the weights that learn, then the average that proposes."""

from collections.abc import Callable
from dataclasses import replace

from cspa_explore.explain import bpa, cspa_kappa
from cspa_explore.explain.checks import equation, number, rows_unchanged, term
from cspa_explore.explain.facts import Explanation, Facts

ABOUT = "the average W̄ proposes, W learns"


def explain_cspa(f: Facts) -> Explanation:
    """Return the round of averaged CSPA."""
    return _explain(f, _cspa)


def explain_bpa(f: Facts) -> Explanation:
    """Return the round of averaged BPA."""
    return _explain(f, bpa.explain)


def _cspa(f: Facts) -> Explanation:
    if f.told or f.loss > 0:
        return cspa_kappa.explain(f)
    sentence = f"Class {f.names[f.y_tilde]} is already at least 1 below its best rival in W: W did not change."
    return Explanation("nothing to learn: W rejects it already", sentence, (), (rows_unchanged(f, "W did not change"),))


def _explain(f: Facts, rule: Callable[[Facts], Explanation]) -> Explanation:
    """Return the rule's explanation for W, and what it does to the average."""
    w = f.learning
    assert w is not None
    meant = rule(replace(f, W=w.W, W_after=w.W_after, s=w.s, s_after=w.s_after, additive=True, learning=None))
    y, rho = f.y_tilde, float(f.c.sum())
    average = equation(
        f,
        "new s̄_ỹ = (1 − ρ)·s̄_ỹ + ρ·new s_ỹ",
        f"(1 − {number(rho)}) · {term(f.s[y])} + {number(rho)} · {term(w.s_after[y])}",
        f.s_after[y],
        (1 - rho) * f.s[y] + rho * w.s_after[y],
    )
    share = "replaced the average by W" if rho == 1 else f"moved the average {number(100 * rho)} % of the way to W"
    return replace(
        meant,
        branch=f"{meant.branch} ({ABOUT})",
        learnt=f"In the weights W that learn: {meant.learnt[:1].lower()}{meant.learnt[1:]} Then it {share}.",
        equations=(*meant.equations, average),
    )
