"""The verdict on a run: whether the theorem applies to it and what its bound says, in one word and one sentence."""

from dataclasses import dataclass
from math import floor

import numpy as np

from cspa_explore.theory.best import BestFound
from cspa_explore.theory.bounds import CORRECTED, Statement
from cspa_explore.theory.comparison import Comparison, Rounds
from cspa_explore.theory.ranges import PROOF, ROUNDING, proof_limit
from cspa_explore.wording import counted

BITES, VACUOUS, UNDECIDED, NOT_HERE, VIOLATED = "bites", "vacuous", "undecided", "does not apply", "violated"


@dataclass(frozen=True, eq=False)
class Played:
    """What the theorem needs to know of a run."""

    learner: str  # in words
    beta: float | None  # None: not CSPA, or β changes during the run, or answers are noisy
    rounds: Rounds
    loss: np.ndarray  # (T,)
    wrong: np.ndarray  # (T,) 1 where the proposal was wrong
    weights: np.ndarray  # (K, d) after the last round
    reason: str = ""  # why there is no β

    @property
    def has_loss(self) -> bool:
        """Return whether the learner has a loss at all; Banditron, for example, has none."""
        return not bool(np.isnan(self.loss).all())

    @property
    def squares(self) -> np.ndarray:
        """Return Σℓ² after each round; 0 for a learner that has no loss."""
        return np.cumsum(np.nan_to_num(self.loss) ** 2)

    @property
    def mistakes(self) -> np.ndarray:
        """Return the number of wrong proposals after each round."""
        return np.cumsum(self.wrong)


@dataclass(frozen=True)
class Verdict:
    """The badge and its reason."""

    badge: str
    reason: str


def refusal(statement: Statement, played: Played) -> str:
    """Return why the statement does not apply to the run, whatever the comparator; empty if it does."""
    rounds, K, beta = played.rounds, played.rounds.K, played.beta
    if beta is None:
        return played.reason or f"The theorem is about CSPA, and this learner is {played.learner}."
    if statement.fewest <= K and not rounds.one_norm:
        low, high = rounds.norms.min(), rounds.norms.max()
        if high == 0:
            return "The theorem needs inputs of one positive length; here all inputs are 0."
        return f"The theorem needs inputs of one length; here they range from {low:.3g} to {high:.3g}."
    return unfit_beta(statement, K, beta)


def unfit_beta(statement: Statement, K: int, beta: float) -> str:
    """Return why the statement does not apply to any run with K classes and this β; empty if it may."""
    if statement.fewest > K:
        return f"The printed statement needs at least {statement.fewest} classes; this data set has {K}."
    if beta >= proof_limit(K) - ROUNDING:
        limit = f"{PROOF} ≤ {float(proof_limit(K)):.4g}"
        return f"β = {beta:.4g} is too large for every comparator: the proof needs β < {limit} for {K} classes."
    return ""


def judge(
    statement: Statement, played: Played, chosen: Comparison | None, best: BestFound | None, name: str = "u"
) -> Verdict:
    """Return the verdict for a chosen comparator, called `name`, and the best one found (None: not searched)."""
    if why := refusal(statement, played):
        return Verdict(NOT_HERE, why)
    T, made = played.rounds.T, int(played.wrong.sum())
    rounds = counted(T, "round")
    if chosen is not None and not chosen.applies:
        return Verdict(NOT_HERE, why_no_bound(played, chosen, name))
    offers = [one for one in (chosen, best.comparison if best else None) if one is not None]
    top = min(offers, key=lambda one: one.bound) if offers else None
    if top is not None and float(played.squares[-1]) > top.bound * (1 + ROUNDING) and statement is not CORRECTED:
        loss = f"Σℓ² = {played.squares[-1]:,.1f} after {rounds}"
        return Verdict(
            VIOLATED, f"The {statement.key} statement is false here: it claims Σℓ² ≤ {top.bound:,.1f}, but {loss}."
        )
    if top is not None and top.bound < T:
        promise = f"at most {counted(floor(top.bound), 'mistake')} in {rounds}"
        return Verdict(BITES, f"The theorem promises {promise}; this run made {made:,}.")
    if best is not None and best.lower >= T:
        floor_ = f"every comparator gives a bound of at least {best.lower:,.0f} (certified)"
        return Verdict(VACUOUS, f"The theorem promises nothing: {floor_}, more than the {rounds}.")
    found = f"the best bound found is {top.bound:,.0f} for {rounds}" if top is not None else "no bound was found"
    if best is None:
        return Verdict(UNDECIDED, f"Not decided: {found}, and the search for the best comparator has not run.")
    late = "" if best.complete else ", because the search reached its limit"
    late = f"; there was no full search, because {best.skipped}" if best.skipped else late
    return Verdict(UNDECIDED, f"Not decided: {found}; the certified lower bound is {best.lower:,.0f}{late}.")


def why_no_bound(played: Played, chosen: Comparison, name: str) -> str:
    """Return why a comparator, called `name`, gives no bound: its α, or β, is too large."""
    K, alpha = played.rounds.K, chosen.alpha.value
    if alpha >= 1:
        return f"α(u) = {alpha:.3g} for u = {name}, but the theorem needs α below 1."
    limit = f"{PROOF} = {float(proof_limit(K, alpha)):.4g}"
    return f"β = {played.beta:.4g} is too large for u = {name}: α(u) = {alpha:.3g}, and the proof needs β < {limit}."
