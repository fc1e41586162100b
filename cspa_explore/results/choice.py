"""Choosing among candidates by their ratios: honestly on half of the trials, in hindsight, and which ones are tied.

Candidates play the same trials, so all comparisons are paired. An honest score is free of the optimism of a maximum:
each half of the trials picks a candidate, and the other half scores it. A candidate is tied with the best unless a
paired test shows that another one is better. The test flips signs per trial and takes the largest t statistic over the
rivals, so it accounts for the number of rivals and for their correlation.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from cspa_explore.results.comparisons import Difference, mean_difference

LEVEL = 0.05  # of the paired test
FEWEST = 6  # trials; with fewer, the halves are too small and few sign patterns exist
MOST_FLIPPED = 11  # trials up to which all sign patterns are used; beyond it, a fixed random sample
SAMPLE = 2**10  # sign patterns in the sample
HOPELESS = 1.3  # a rival whose t statistic is below minus this is not counted among the rivals: it only adds noise


@dataclass(frozen=True, eq=False)
class Choice:
    """What was chosen among the candidates; candidates are counted from 0."""

    ratio: np.ndarray  # (candidates, trials) without NaN
    picks: tuple[int, int]  # the best on the first and on the second half of the trials
    picked: int  # the recommended one: of the picks, the one with the higher mean
    honest: np.ndarray  # (trials,) the ratio of the candidate that the other half picked; empty if provisional
    hindsight: int  # the best on all trials
    tied: tuple[int, ...]  # those that the paired test does not exclude; empty if provisional

    @property
    def provisional(self) -> bool:
        """Say whether there are too few trials for an honest choice and for the paired test."""
        return not len(self.honest)

    @property
    def score(self) -> float:
        """Return the honest mean; NaN if provisional."""
        return float("nan") if self.provisional else float(self.honest.mean())

    @property
    def score_sd(self) -> float:
        """Return the standard deviation of the honest ratios over the trials; NaN if provisional."""
        return float("nan") if self.provisional else float(self.honest.std(ddof=1))

    @property
    def hindsight_score(self) -> float:
        """Return the mean of the best candidate on the trials that chose it."""
        return float(self.ratio[self.hindsight].mean())

    @property
    def hindsight_sd(self) -> float:
        """Return the standard deviation of the best candidate over the trials; NaN for one trial."""
        row = self.ratio[self.hindsight]
        return float(row.std(ddof=1)) if len(row) > 1 else float("nan")

    @property
    def flattery(self) -> float:
        """Return by how much hindsight exceeds the honest score; never negative, NaN if provisional."""
        return self.hindsight_score - self.score

    def cost_of(self, candidate: int) -> Difference:
        """Return what a candidate loses to the honest choice, paired by trial; to hindsight if provisional."""
        best = self.ratio[self.hindsight] if self.provisional else self.honest
        return mean_difference(best - self.ratio[candidate])


def choose(ratio: np.ndarray, test: bool = True) -> Choice:
    """Return the choice among candidates from their ratios, (candidates, trials); without `test`, no ties.

    >>> rows = np.array([[0.5] * 6, [0.7, 0.8, 0.9, 0.7, 0.8, 0.7], [0.6] * 6])
    >>> found = choose(rows)
    >>> found.picked, found.tied, round(found.score, 3)
    (1, (1,), 0.767)
    """
    mean = ratio.mean(axis=1)
    best = int(np.argmax(mean))
    trials = ratio.shape[1]
    if trials < FEWEST:
        return Choice(ratio, (best, best), best, np.empty(0), best, ())
    half = (trials + 1) // 2
    first, second = int(np.argmax(ratio[:, :half].mean(axis=1))), int(np.argmax(ratio[:, half:].mean(axis=1)))
    honest = np.concatenate([ratio[second, :half], ratio[first, half:]])
    picked = first if mean[first] >= mean[second] else second
    return Choice(ratio, (first, second), picked, honest, best, tied_with_best(ratio) if test else ())


def tied_with_best(ratio: np.ndarray, level: float = LEVEL) -> tuple[int, ...]:
    """Return the candidates for which no rival is better by the paired test, from ratios (candidates, trials)."""
    signs = sign_patterns(ratio.shape[1])
    return tuple(j for j in range(len(ratio)) if chance_of_better(ratio - ratio[j], signs) > level)


def chance_of_better(differences: np.ndarray, signs: np.ndarray) -> float:
    """Return the p value of "no rival is better", given rivals minus candidate, (rivals, trials).

    If no rival is better, each trial's differences are as likely with the opposite signs. The p value is the share of
    sign patterns whose largest t statistic is at least the observed one.
    """
    t = _t_statistics(differences, signs)
    rivals = t[0] > -HOPELESS
    largest = np.concatenate([t[:, rivals].max(axis=1), (-t[:, rivals]).max(axis=1)])  # a pattern and its opposite
    return float((largest >= largest[0] - 1e-12).mean())


def sign_patterns(trials: int) -> np.ndarray:
    """Return patterns of signs, (patterns, trials), the observed one (all +1) first; their opposites are left out.

    >>> sign_patterns(3).tolist()
    [[1.0, 1.0, 1.0], [1.0, 1.0, -1.0], [1.0, -1.0, 1.0], [1.0, -1.0, -1.0]]
    """
    if trials <= MOST_FLIPPED:
        return np.array([(1.0, *rest) for rest in product((1.0, -1.0), repeat=trials - 1)])
    drawn = np.random.default_rng(0).choice((1.0, -1.0), (SAMPLE - 1, trials))
    return np.concatenate([np.ones((1, trials)), drawn])


def _t_statistics(differences: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Return mean / standard error of the signed differences, (patterns, rivals); ±inf where all differences agree."""
    n = differences.shape[1]
    mean = signs @ differences.T / n
    squares = (differences**2).sum(axis=1)
    variance = np.maximum(squares - n * mean**2, 0.0) / (n * (n - 1))
    constant = variance <= 1e-12 * squares  # rounding; the candidate itself has only zeros
    found = np.where(mean > 0, np.inf, np.where(mean < 0, -np.inf, 0.0))
    return np.divide(mean, np.sqrt(variance), out=found, where=~constant)
