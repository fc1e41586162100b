"""A run as the theorem sees it: one learner's first trial with its rows, losses and final weights."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse

from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import Dense, shape
from cspa_explore.errors import CancelledError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.running.playing import Player
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.blocks import Block, chunks
from cspa_explore.streams.order import class_order
from cspa_explore.streams.stream import Stream
from cspa_explore.theory.bounds import Statement
from cspa_explore.theory.comparison import Rounds
from cspa_explore.theory.ranges import needs_truth
from cspa_explore.theory.row_blocks import RowBlocks
from cspa_explore.theory.verdict import NOT_HERE, UNDECIDED, Played, Verdict, unfit_beta

MOST = 12_000_000  # numbers of all rows; more are not held, but made again when they are needed
NUMBERS, WEIGHTS = 10**8, 2_000_000  # of all rows and of a learner: beyond, a badge is not worth the time and memory
IN_BLOCK = 2**21  # numbers of a block of rows that are not held


def first_trial(experiment: Experiment, which: int = 0, stop: Callable[[], bool] = lambda: False) -> Played:
    """Return the first trial of one of the experiment's learners, the trial that the Arena shows.

    >>> played = first_trial(Experiment.of(dataset="gaussians3", sigma=1e-4, learners=["cspa(beta=0.485)"]))
    >>> played.rounds.T, bool(played.mistakes[-1] < 9)
    (3000, True)
    """
    stream = experiment.stream
    same = replace(stream, rounds=stream.n_rounds, seed=trial_seed(stream.seed, 0))  # as `run` plays it
    return played(experiment.learners[which], same, stop)


def played(learner: AnyLearner, stream: Stream, stop: Callable[[], bool] = lambda: False) -> Played:
    """Return one learner's run over a stream; CancelledError if it was stopped."""
    T, d, K = stream.n_rounds, stream.n_features, stream.n_classes
    player, trace, classes = Player.new(learner, stream), Trace.new(T), class_order(stream)
    held = stream.storage is not Dense or T * d <= MOST
    rows, labels, norms, sums = [], [], [], np.zeros((K, d) if not held else (0, 0))
    for block in chunks(stream) if held else chunks(stream, _few(stream)):
        if stop():
            raise CancelledError("Cancelled.")
        player.advance(block, trace.part(block.start, block.start + len(block.order)))
        X, y = _rows(block), classes[block.y[block.order]]
        labels.append(y)
        if held:
            rows.append(X)
        else:
            norms.append(np.linalg.norm(X, axis=1))
            sums += np.eye(K)[y].T @ X
    if not held:
        X = RowBlocks((T, d), lambda: map(_rows, chunks(stream, _few(stream))), np.concatenate(norms), sums)
    else:
        X = np.vstack(rows) if stream.storage is Dense else scipy.sparse.vstack(rows, format="csr")
    beta, reason = _beta(learner, stream)
    weights = player.learner.weights()[np.argsort(classes)]
    words = learner.words_for(K)
    rounds = Rounds(X, np.concatenate(labels), K, tuple(stream.load().names))
    return Played(words, beta, rounds, trace.loss.copy(), ~trace.hit, weights, reason)


def unplayed_verdict(statement: Statement, experiment: Experiment, which: int = 0) -> Verdict | None:
    """Return the verdict that the settings alone give: the theorem does not apply, or the run is too large to judge.

    None if the run has to be played.
    """
    stream, learner = experiment.stream, experiment.learners[which]
    T, d, K = stream.n_rounds, stream.n_features, stream.n_classes
    beta, reason = _beta(learner, stream)
    if why := reason if beta is None else unfit_beta(statement, K, beta):
        return Verdict(NOT_HERE, why)
    if K * d > WEIGHTS or (stream.storage is Dense and T * d > NUMBERS):
        size = f"{T:,} rounds × {d:,} features × {K} classes"
        return Verdict(UNDECIDED, f"Not decided: no comparator was searched for, because {size} are too many.")
    return None


def _few(stream: Stream) -> int:
    return max(1, IN_BLOCK // stream.n_features)


def _rows(block: Block) -> Any:
    """Return the rows of the block's rounds, as an array or a sparse matrix."""
    if isinstance(block.rows, Dense):
        return block.rows.X[block.order]
    return scipy.sparse.csr_array(block.rows[:3], shape=shape(block.rows))[block.order]


def _beta(learner: AnyLearner, stream: Stream) -> tuple[float | None, str]:
    """Return CSPA's β; None and the reason if the theorem is about another learner, one β or true answers."""
    K = stream.n_classes
    if learner.key != "cspa":
        return None, f"The theorem is about CSPA, and this learner is {learner.words_for(K)}."
    if not isinstance(learner, LearnerText):
        return None, "The theorem needs one β for all rounds, and β changes during this run."
    if stream.noisy:
        return None, needs_truth(stream.noisy)
    return float(learner.hyper(K)[0]), ""
