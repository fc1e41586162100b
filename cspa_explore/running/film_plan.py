"""What a film plays: as many values, σ and rounds as time and bytes allow."""

import hashlib
import json
from dataclasses import dataclass, replace

import numpy as np

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import AnyLearner, with_param
from cspa_explore.results.run import checkpoints
from cspa_explore.running.film_values import MOST_SIGMAS, MOST_VALUES, film_sigmas, handle_values

MOST_ROUNDS, FEWEST_ROUNDS = 64, 24
# Values and σ, from fine to coarse, and the most seconds that each may take.
SIZES = (
    (MOST_VALUES, MOST_SIGMAS, 6.0), (MOST_VALUES, 5, 8.0), (16, 5, 8.0), (16, 3, 8.0), (12, 3, 8.0),
    (12, 1, 12.0), (8, 1, 20.0),
)  # fmt: skip
COMPRESSED = 0.7  # of the bytes, about
CURVES = 0.5  # of the bytes of weights and ratios, at least; bits and normal draws can hardly be compressed


@dataclass(frozen=True)
class FilmPlan:
    """What is played. The slots of a cell's row are the marked learner with each value, then the other learners."""

    experiment: Experiment
    place: int  # of the marked learner
    param: str  # its parameter; "" if it has none
    values: tuple[str, ...]
    sigmas: tuple[float, ...]
    rounds: tuple[int, ...]
    weights: bool  # whether weights are kept

    @property
    def marked(self) -> list[AnyLearner]:
        """Return the marked learner with each value."""
        learner = self.experiment.learners[self.place]
        return [with_param(learner, self.param, value) for value in self.values] if self.param else [learner]

    @property
    def others(self) -> list[AnyLearner]:
        """Return the other learners."""
        return [item for place, item in enumerate(self.experiment.learners) if place != self.place]

    @property
    def slots(self) -> list[AnyLearner]:
        """Return all learners that play at a σ."""
        return [*self.marked, *self.others]

    @property
    def nbytes(self) -> int:
        """Return about how many bytes the film has when it is packed and compressed."""
        stream, cells = self.experiment.stream, len(self.sigmas) * len(self.slots)
        one_round = 4 * stream.n_classes * stream.n_features * self.weights + 2 * (2 + 4)
        numbers = cells * (len(self.rounds) * one_round + 8)
        drawn = cells * (stream.n_rounds // 8) + 8 * stream.n_rounds * self.weights
        return int(max(COMPRESSED * (numbers + drawn), CURVES * numbers + drawn))


def identity(experiment: Experiment) -> str:
    """Return a digest of all settings but σ and the learners; rounds as played.

    That of an own file also holds the file's sha256, so that what is kept under it can be forgotten with the file.
    """
    info = experiment.stream.info
    values = experiment.but(rounds=experiment.stream.n_rounds, sigma=0.0, learners=[]).values()
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]
    return f"{digest}-{info.arguments['sha256']}" if info.kind == "own" else digest


def planned(
    experiment: Experiment, place: int, param: str, seconds: float, room: int, weights: bool, workers: int = 1
) -> FilmPlan | None:
    """Return the finest film that fits into the room (bytes) and does not take too long; None if there is none.

    `seconds` is the time of one learner in one trial. A learner without parameters has a film over σ alone. If no film
    with weights fits, one without them may.
    """
    stream = experiment.stream
    for n_values, n_sigmas, limit in SIZES:
        values: tuple[str, ...] = ("",)
        if param:
            values = handle_values(experiment.learners[place], param, stream.n_classes, n_values)
        sigmas = film_sigmas(stream.info, stream.sigma, n_sigmas) if n_sigmas > 1 else (stream.sigma,)
        if stream.info.shape.sparse:
            sigmas = (stream.sigma,)  # noise would make the rows dense, and much longer
        plan = FilmPlan(experiment, place, param, values, sigmas, (1,), weights)
        if seconds * len(sigmas) * len(plan.slots) * experiment.trials / workers > limit:
            continue
        for most in range(MOST_ROUNDS, FEWEST_ROUNDS - 1, -4):
            plan = replace(plan, rounds=film_rounds(stream.n_rounds, most))
            if plan.nbytes <= room:
                return plan
    return planned(experiment, place, param, seconds, room, False, workers) if weights else None


def film_rounds(T: int, most: int) -> tuple[int, ...]:
    """Return at most so many rounds, from 1 to T, about equally spaced on a log scale, and round numbers if possible.

    All of them are checkpoints of curves.

    >>> film_rounds(4000, 12)
    (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4000)
    """
    points, best = checkpoints(T), np.array([1, T])
    for n in range(2, 4 * most):
        wanted = np.geomspace(1, T, n)
        after = np.searchsorted(points, wanted).clip(1, len(points) - 1) if len(points) > 1 else np.zeros(n, int)
        nearer = np.where(wanted - points[after - 1] <= points[after] - wanted, after - 1, after)
        found = np.unique(points[nearer])
        if len(found) > most:
            break
        best = found
    return tuple(int(r) for r in np.unique([1, *_rounder(best, points), T]))


def _rounder(rounds: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Replace each round by the roundest of the points that are nearest to it: people stop at round 200, not at 220."""
    found = rounds.copy()
    for i in range(1, len(rounds) - 1):
        low, high = np.sqrt(rounds[i] * rounds[i - 1]), np.sqrt(rounds[i] * rounds[i + 1])
        near = points[(low < points) & (points < high)]
        found[i] = max(near, key=lambda point: (_divisor(point), -abs(point - rounds[i])))
    return found


def _divisor(number: int) -> int:
    """Return the largest of 1, 5, 10, 50, 100, 500, … that divides the number.

    >>> _divisor(217), _divisor(220), _divisor(250)
    (1, 10, 50)
    """
    power = 1
    while number % (10 * power) == 0:
        power *= 10
    return 5 * power if number % (5 * power) == 0 else power
