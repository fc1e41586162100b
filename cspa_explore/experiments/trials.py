"""Trials on the four Gaussians: all learners see the same points, order and uniforms."""

from dataclasses import dataclass

import numpy as np

from cspa_explore.datasets.synthetic import four_gaussians
from cspa_explore.learners import LearnerText, make


@dataclass(frozen=True)
class Curve:
    """One learner's cumulative ratio of right proposals."""

    learner: LearnerText
    ratio: np.ndarray  # (trials, T)

    @property
    def mean(self) -> np.ndarray:
        """Return the mean over trials (T,)."""
        return self.ratio.mean(axis=0)

    @property
    def sd(self) -> np.ndarray:
        """Return the standard deviation over trials (T,), ddof 1; zero for a single trial."""
        return self.ratio.std(axis=0, ddof=1) if len(self.ratio) > 1 else np.zeros(self.ratio.shape[1])

    @property
    def final(self) -> str:
        """Return the ratio after the last round in percent, with its spread if there are several trials."""
        spread = f"\u00a0±\u00a0{100 * self.sd[-1]:.1f}" if len(self.ratio) > 1 else ""
        return f"{100 * self.mean[-1]:.1f}{spread}\u00a0%"


def compare_on_gaussians(
    learners: list[LearnerText], sigma: float, seed: int, trials: int, per_class: int = 1000
) -> list[Curve]:
    """Return a curve a learner; trial i draws its data from (seed, i), whoever plays on it.

    >>> curves = compare_on_gaussians([LearnerText.of("cspa", beta="1/6")], 0.25, seed=7, trials=2)
    >>> curves[0].ratio.shape, bool(curves[0].mean[-1] > 0.9)
    ((2, 4000), True)
    """
    ratios = np.empty((len(learners), trials, 4 * per_class))
    for trial in range(trials):
        data, draws = (np.random.default_rng([seed, trial, purpose]) for purpose in (0, 1))
        X, y = four_gaussians(data, sigma, per_class)
        u = draws.random(len(y))
        for which, learner in enumerate(learners):
            hit = make(learner, n_classes=4, n_features=2).run(X, y, u=u).hit
            ratios[which, trial] = np.cumsum(hit) / np.arange(1, len(hit) + 1)
    return [Curve(learner, ratio) for learner, ratio in zip(learners, ratios, strict=True)]
