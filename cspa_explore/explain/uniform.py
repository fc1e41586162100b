"""A round of the uniform guess."""

from cspa_explore.explain.checks import rows_unchanged
from cspa_explore.explain.facts import Explanation, Facts


def explain(f: Facts) -> Explanation:
    """Return the guess; nothing is learnt."""
    guessed = f"Guessed class {f.names[f.y_hat]}: every class is equally likely."
    kept = rows_unchanged(f, "no weights changed")
    return Explanation("a guess", "Learnt nothing: it never does.", (), (kept,), predicted=guessed)
