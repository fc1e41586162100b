"""A round of SPA: the support-class step for the label."""

from cspa_explore.explain.facts import Explanation, Facts
from cspa_explore.explain.support_step import explain_support


def explain(f: Facts) -> Explanation:
    """Return the support-class step for the label."""
    return explain_support(f, int(f.told))
