"""A film: one learner with many values of a parameter, all learners at several σ, in some rounds of the run.

The player shows it while a handle is dragged. Every cell (a value and a σ) is a run of its own: nothing is
interpolated. All trials count for the ratios; the weights and the right proposals are those of the first trial.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from cspa_explore.learners.branch import AnyLearner
from cspa_explore.results.run import RECENT
from cspa_explore.running.executor import Control, Progress, run_pieces
from cspa_explore.running.film_plan import FilmPlan
from cspa_explore.running.play import play
from cspa_explore.running.playing import recordings
from cspa_explore.running.run import trial_seeds
from cspa_explore.streams.stream import Stream

PIECE = 0.05  # seconds that a piece of work may take
HELD = 2**25  # bytes of recorded weights per piece of work


class Film(NamedTuple):
    """The film, or as many σ of it as are done. Arrays begin with (σ, slots); `rounds` of the plan are r."""

    plan: FilmPlan
    done: tuple[int, ...]  # indices of the σ that are complete
    hits: np.ndarray  # (…, T) bool: right proposals of the first trial
    total: np.ndarray  # (…, rounds) int64: right proposals in the rounds 1…r, of all trials together
    sd: np.ndarray  # (…, rounds) standard deviation over the trials of the ratio so far
    recent: np.ndarray  # the same two for the last 100 rounds
    recent_sd: np.ndarray
    weights: np.ndarray | None  # (…, rounds, K, d) with which round r was answered
    longest: np.ndarray  # (…,) largest norm of a class's weights (first two features) in any round

    @property
    def whole(self) -> bool:
        """Return whether all σ are complete."""
        return len(self.done) == len(self.plan.sigmas)

    def with_rounds(self, most: int) -> "Film":
        """Return the film with at most so many of its rounds."""
        rounds = self.plan.rounds
        if most >= len(rounds):
            return self
        kept = np.unique(np.linspace(0, len(rounds) - 1, most).round().astype(int))
        arrays = {name: getattr(self, name)[:, :, kept] for name in ("total", "sd", "recent", "recent_sd")}
        weights = None if self.weights is None else self.weights[:, :, kept]
        return self._replace(plan=replace(self.plan, rounds=tuple(rounds[i] for i in kept)), weights=weights, **arrays)


def film(
    plan: FilmPlan,
    *,
    seconds: float = 0.0,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_part: Callable[[Film], None] = lambda part: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Film:
    """Play the film and return it; `on_part` gets the row of the experiment's own σ as soon as it is complete.

    `seconds` is the time of one learner in one trial; short pieces of work let others have their turn. A film that was
    stopped is not whole.
    """
    experiment = plan.experiment
    stream = replace(experiment.stream, rounds=experiment.stream.n_rounds)
    T, slots, seeds = stream.rounds, plan.slots, trial_seeds(stream.seed, experiment.trials)
    size = T * stream.n_classes * stream.n_features * 8
    together = int(max(1, min(PIECE / seconds if seconds else len(slots), HELD // size, len(slots))))
    own = plan.sigmas.index(stream.sigma)
    order = sorted(range(len(plan.sigmas)), key=lambda i: abs(i - own))  # near ones first
    groups = [slice(start, start + together) for start in range(0, len(slots), together)]
    jobs = [(i, group, k) for i in order for k in range(len(seeds)) for group in groups]
    pieces = [
        (slots[group], replace(stream, sigma=plan.sigmas[i], seed=seeds[k]), plan.rounds, k == 0, plan.weights)
        for i, group, k in jobs
    ]
    made = _Rows(plan, T, len(seeds), len(groups))
    control = Control(len(plan.sigmas) * len(slots) * len(seeds) * T, on_progress, should_stop)
    for number, found in run_pieces(filmed, pieces, control, executor):
        i, group, k = jobs[number]
        if found is None:
            continue
        made.add(i, group, k, found)
        if i == own and made.complete(i) and len(plan.sigmas) > 1:
            on_part(made.film([own]))
    return made.film([i for i in range(len(plan.sigmas)) if made.complete(i)])


def filmed(
    learners: list[AnyLearner], stream: Stream, rounds: tuple[int, ...], watched: bool, weights: bool, *control: Any
) -> tuple[list[tuple] | None, int]:
    """Return per learner (right proposals so far, of the last 100, hits, weights, longest), and the rounds played.

    None instead of the list if the work was stopped. Only the watched trial has hits and, if wanted, weights.
    """
    at = np.array(rounds)
    back = np.maximum(at - RECENT, 0)
    found: list[tuple] = []
    if watched and weights:
        played = recordings(learners, stream, *control)
        if played is None:
            return None, 0
        for trace, W, _ in played:
            right = np.concatenate([[0], np.cumsum(trace.hit)])
            longest = np.hypot(W[..., 0], W[..., 1]).max()
            found.append((right[at], right[at] - right[back], trace.hit.copy(), W[at - 1], longest))
        return found, len(learners) * stream.n_rounds
    traces = play(learners, stream, *control)
    if len(traces[0].hit) < stream.n_rounds:
        return None, 0
    for trace in traces:
        right = np.concatenate([[0], np.cumsum(trace.hit)])
        found.append((right[at], right[at] - right[back], trace.hit if watched else None, None, 0.0))
    return found, len(learners) * stream.n_rounds


class _Rows:
    """The arrays of a film while it is being played."""

    def __init__(self, plan: FilmPlan, T: int, trials: int, groups: int) -> None:
        self.plan, self.trials, self.pieces = plan, trials, trials * groups
        cells = (len(plan.sigmas), len(plan.slots))
        stream = plan.experiment.stream
        form = (*cells, len(plan.rounds), stream.n_classes, stream.n_features)
        self.counted = np.zeros(len(plan.sigmas), int)
        self.right = np.zeros((2, *cells, trials, len(plan.rounds)), np.int64)  # so far, and of the last rounds
        self.hits = np.zeros((*cells, T), bool)
        self.weights = np.zeros(form) if plan.weights else None
        self.longest = np.zeros(cells)

    def add(self, i: int, group: slice, k: int, found: list[tuple]) -> None:
        """Put in what one trial's piece found."""
        for slot, (right, recent, hits, weights, longest) in enumerate(found, group.start):
            self.right[:, i, slot, k] = right, recent
            if hits is not None:
                self.hits[i, slot] = hits
            if weights is not None and self.weights is not None:
                self.weights[i, slot], self.longest[i, slot] = weights, longest
        self.counted[i] += 1

    def complete(self, i: int) -> bool:
        """Return whether all trials of a σ are in."""
        return bool(self.counted[i] == self.pieces)

    def film(self, done: list[int]) -> Film:
        """Return the film, with zeros where a σ is not done."""
        at = np.array(self.plan.rounds)
        ratio = self.right / np.array([at, np.minimum(at, RECENT)])[:, None, None, None]
        sd = ratio.std(axis=3, ddof=1) if self.trials > 1 else np.full((*self.right.shape[:3], len(at)), np.nan)
        total = self.right.sum(axis=3)
        return Film(
            self.plan, tuple(done), self.hits.copy(), total[0], sd[0], total[1], sd[1],
            None if self.weights is None else self.weights.copy(), self.longest.copy(),
        )  # fmt: skip
