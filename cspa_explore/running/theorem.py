"""A run as the theorem sees it: one learner's first trial with its rows, losses and final weights."""

from dataclasses import replace

import numpy as np
import scipy.sparse

from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import Dense, shape
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.running.playing import Player
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.blocks import chunks
from cspa_explore.streams.order import class_order
from cspa_explore.streams.stream import Stream
from cspa_explore.theory.comparison import Rounds
from cspa_explore.theory.ranges import needs_truth
from cspa_explore.theory.verdict import Played

MOST = 12_000_000  # numbers of all rows


def first_trial(experiment: Experiment, which: int = 0) -> Played:
    """Return the first trial of one of the experiment's learners, the trial that the Arena shows.

    >>> played = first_trial(Experiment.of(dataset="gaussians3", sigma=1e-4, learners=["cspa(beta=0.485)"]))
    >>> played.rounds.T, bool(played.mistakes[-1] < 9)
    (3000, True)
    """
    stream = experiment.stream
    same = replace(stream, rounds=stream.n_rounds, seed=trial_seed(stream.seed, 0))  # as `run` plays it
    return played(experiment.learners[which], same)


def played(learner: AnyLearner, stream: Stream) -> Played:
    """Return one learner's run over a stream, with every row; UserError if the rows take too much memory."""
    T, d, K = stream.n_rounds, stream.n_features, stream.n_classes
    if stream.storage is Dense and T * d > MOST:
        most = f"at most {MOST // d:,} rounds of {d:,} features"
        raise UserError(f"The theory needs all rows at once: {most}, got {T:,}. Choose fewer rounds.")
    player, trace, classes = Player.new(learner, stream), Trace.new(T), class_order(stream)
    rows, labels = [], []
    for block in chunks(stream):
        player.advance(block, trace.part(block.start, block.start + len(block.order)))
        X = (
            block.rows.X
            if isinstance(block.rows, Dense)
            else scipy.sparse.csr_array(block.rows[:3], shape=shape(block.rows))
        )
        rows.append(X[block.order])
        labels.append(classes[block.y[block.order]])
    X = np.vstack(rows) if stream.storage is Dense else scipy.sparse.vstack(rows, format="csr")
    beta, reason = _beta(learner, stream)
    weights = player.learner.weights()[np.argsort(classes)]
    words = learner.words_for(K)
    rounds = Rounds(X, np.concatenate(labels), K, tuple(stream.load().names))
    return Played(words, beta, rounds, trace.loss.copy(), ~trace.hit, weights, reason)


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
