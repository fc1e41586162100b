"""The Theory page's formulas, terms and sentences, with the numbers of the run."""

from typing import Any

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.theory.best import too_large
from cspa_explore.theory.bounds import CORRECTED, Statement, banditron_bound
from cspa_explore.theory.comparators import class_means
from cspa_explore.theory.comparison import compare, losses
from cspa_explore.theory.cover import Cover
from cspa_explore.theory.ranges import ROUNDING, THEOREM, theorem_beta
from cspa_explore.theory.row_blocks import RowBlocks
from cspa_explore.theory.verdict import BITES, NOT_HERE, VACUOUS, VIOLATED, refusal, why_no_bound
from cspa_explore.ui.theory.covered import Searched

LEFT = r"\sqrt{\textstyle\sum_t \ell_t^2}\;\le\;"
GENERAL = LEFT + r"\frac{\psi}{\chi}\,L^\star+\frac{1}{\sqrt{\chi}}\,\lVert u\rVert"
SECOND = r"L^\star+\frac{R\sqrt{K(K-1)}}{1-\alpha}\,\lVert u\rVert"
# Formulas in LaTeX, by statement: the assumption, χ and ψ, and the bound at the theorem's β.
FORMULAS = {
    "corrected": (
        r"\max_{y'\neq y_t}\ \sum_{y''\neq y_t,\,y'}(u_{y'}-u_{y''})\cdot x_t\;\le\;\alpha<1",
        r"\chi=\frac{1}{R^2}\min\Bigl\{\frac{\beta\gamma}{K},\frac12\Bigr\},\quad\psi=\frac{2\max\{\beta,K-1\}}{K R^2}",
        LEFT + r"\frac{2(K-1)^2}{(1-\alpha)^2}\," + SECOND,
    ),
    "printed": (
        r"\max_{y'\neq y_t}\ \sum_{y''\neq y_t,\,y'}(u_{y''}-u_{y'})\cdot x_t\;\le\;\alpha<1",
        r"\chi=\frac{1}{R^2}\min\Bigl\{\frac{\beta\gamma}{K},\frac{K+3}{4(K+1)}\Bigr\},\quad\psi=\frac{1}{R^2}",
        LEFT + r"\frac{K(K-1)}{(1-\alpha)^2}\," + SECOND,
    ),
}
VACUOUS_REASON = (
    "Opposite points force this: x₄ = −x₁, so a loss of ℓ* at x₄ means (u₂ − u₄)·x₁ and (u₃ − u₄)·x₁ ≥ 1 − ℓ*.",
    "The corrected assumption at x₁ adds up to (u₂ − u₄)·x₁ + (u₃ − u₄)·x₁ ≤ 2α, so ℓ* ≥ 1 − α in every round.",
    "At the theorem's β the bound is then at least (2·9)²T = 324T; the printed statement gives ℓ* ≥ 1 − α/2 and 144T.",
)


def amount(value: float) -> str:
    """Return four digits, or a whole number with commas.

    >>> amount(2.96128), amount(16600.2), amount(2303999.99)
    ('2.961', '16,600', '2,304,000')
    """
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"


def compared(found: Cover) -> str:
    """Return with what the learner is compared, α(u), and how good the best comparator is."""
    chosen, best = found.chosen, found.best
    if chosen is None:
        return ""
    name = "zero, the best found" if found.name == "best" and chosen.norm == 0 else found.words
    text = f"Compared with u = {name}: α(u) = {chosen.alpha.value:.3g}."
    better = best is not None and best.comparison.bound < chosen.bound * (1 - 1e-6)
    if best is not None and better and found.verdict.badge in (BITES, VIOLATED):
        theirs = f"The badge rests on the best u found, whose bound on Σℓ² is {amount(best.comparison.bound)}"
        return f"{theirs}. The chart shows u = {name}: α(u) = {chosen.alpha.value:.3g}, bound {amount(chosen.bound)}."
    if best is None or found.name != "best" or best.lower <= 0:
        return text
    less = f"{100 * best.gap:.1f}"
    how = f"{less}\u00a0% less than" if float(less) else "as good as"
    return f"{text} Certified: no u gives a bound below {amount(best.lower)}, {how} this one."


def terms(found: Cover) -> list[dict[str, str]]:
    """Return the bound as a formula: each term with what stands before it, its number and its explanation.

    There are none if there is no bound.
    """
    chosen = found.chosen
    if chosen is None or not chosen.applies:
        return []
    f, K, name = chosen.factors, found.played.rounds.K, found.words
    theirs = float(theorem_beta(K, chosen.alpha.value))
    losses_of_u = f"Root of the summed squared losses of u = {name}: 0 if all its margins reach 1."
    rows = [
        ("√Σℓ² ≤", "ψ/χ", amount(f.loss), f"How much the losses of u count: χ = {f.chi:.4g} and ψ = {f.psi:.4g}."),
        ("·", "L*", amount(chosen.loss), losses_of_u),
        ("+", "1/√χ", amount(f.size), "How much the size of u counts."),
        ("·", "‖u‖", amount(chosen.norm), f"The length of u = {name}, all classes together."),
        ("=", "", amount(np.sqrt(chosen.bound)), f"So Σℓ² ≤ {amount(chosen.bound)}: at most that many mistakes."),
        ("with", "α(u)", f"{chosen.alpha.value:.4g}", _alpha_words(found)),
        ("", "β", f"{f.beta:.4g}", f"CSPA's step size. The theorem takes {THEOREM} = {theirs:.4g}."),
        ("", "γ", f"{f.gamma:.4g}", "2(1−α) − (K−1)β: the proof needs it to be positive."),
    ]
    return [{"before": before, "symbol": symbol, "value": value, "text": text} for before, symbol, value, text in rows]


def _alpha_words(found: Cover) -> str:
    assert found.chosen is not None
    alpha = found.chosen.alpha
    side = "above" if found.statement is CORRECTED else "below"
    if found.played.rounds.K == 2:
        return f"How far a wrong class lies {side} the average wrong class: with two classes there is one, so α(u) = 0."
    worst = f"Attained in round {alpha.round:,} by class {found.played.rounds.name(alpha.rival)}."
    return f"How far a wrong class lies {side} the average wrong class under u = {found.words}. {worst}"


def reason_lines(found: Cover) -> list[str]:
    """Return the three-line reason why four noise-free antipodal points are vacuous; none for other runs."""
    rounds = found.played.rounds
    if found.verdict.badge != VACUOUS or rounds.K != 4 or rounds.X.shape[1] != 2 or isinstance(rounds.X, RowBlocks):
        return []
    points = np.unique(np.column_stack([rounds.X, rounds.y]).round(9), axis=0)
    antipodal = len(points) == 4 and np.allclose(points[:, :2].sum(axis=0), 0, atol=1e-6)
    return list(VACUOUS_REASON) if antipodal else []


def separability_words(found: Searched) -> str:
    """Return whether the data are one-vs-rest separable, and what that means for the corrected theorem."""
    alpha = found.alpha
    if alpha is None:
        more = "The smallest α with L* = 0 was not found within the time limit."
    elif not np.isfinite(alpha):
        more = "No comparator has L* = 0, so every bound grows with the number of rounds."
    elif alpha < 1:
        more = f"Some u has L* = 0 and α(u) = {alpha:.3g}, so the bound stays finite however long the run is."
    else:
        more = f"With the corrected sign, L* = 0 needs α(u) ≥ {alpha:.3g}, but the theorem needs α below 1."
    return f"{found.apart.words} {more}"


def banditron_words(learner: AnyLearner, found: Searched) -> str:
    """Return Banditron's bound on its *expected* number of mistakes, for class means; "" for another learner."""
    if learner.key != "banditron" or found.played.rounds.R > 1 + 1e-9:
        return ""
    rounds = found.played.rounds
    gamma = float(learner.hyper(rounds.K)[0])
    if gamma >= 0.5:
        return f"Banditron's own bound needs γ below 1/2, got {gamma:g}."
    if isinstance(rounds.X, RowBlocks):
        return f"Banditron's own bound was not computed: {too_large(rounds)}."
    means = class_means(rounds)
    size = float(np.linalg.norm(means))
    bounds = [
        banditron_bound(rounds.K, rounds.T, gamma, float(losses(rounds, scale * means).sum()), scale * size)
        for scale in np.linspace(0, 4, 81)
    ]
    what = "in expectation over its draws, not for this run"
    return (
        f"{ALGORITHMS['banditron'].label}'s own bound, with scaled class means: {min(bounds):,.0f} mistakes ({what})."
    )


def bound_words(statement: Statement, found: Cover) -> str:
    """Return what a statement claims of the run with the chosen comparator, or why it claims nothing."""
    played, chosen = found.played, found.chosen
    if why := refusal(statement, played):
        return why
    if chosen is None:
        return ""
    one = chosen if statement is found.statement else compare(statement, played.rounds, chosen.u, played.beta)
    if not one.applies:
        return why_no_bound(played, one, found.words)
    squares, f = float(played.squares[-1]), one.factors
    numbers = f"u = {found.words}: α(u) = {one.alpha.value:.4g}, χ = {f.chi:.4g}, ψ = {f.psi:.4g}"
    false = ", so it is false" if squares > one.bound * (1 + ROUNDING) else ""
    claim = f"The statement claims Σℓ² ≤ {amount(one.bound)}; the run has {amount(squares)}{false}."
    return f"This run with {numbers}. {claim}"


def statement_words(statement: Statement) -> str:
    """Return how the two statements differ."""
    if statement is CORRECTED:
        return "Sign of the assumption (E11) and constants (E12) corrected."
    return "For K ≥ 4 it is false: its assumption has the wrong sign (E11)."


def ranges_of(found: Cover) -> dict[str, Any]:
    """Return what the three statements about β need: K, β and α."""
    chosen = found.chosen
    K, beta = found.played.rounds.K, found.played.beta
    alpha = min(1.0, chosen.alpha.value) if chosen is not None else 0.0
    return {"K": K, "beta": beta, "alpha": alpha, "known": chosen is not None and found.verdict.badge != NOT_HERE}
