"""Round logs: one row per round of every learner and trial, with the probability of each proposal."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from cspa_explore.core.loop import Trace
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import AnyLearner, expect_a_future
from cspa_explore.running.playing import Player
from cspa_explore.running.run import trial_seeds
from cspa_explore.streams.blocks import Block, chunks
from cspa_explore.streams.order import class_order, instance_order
from cspa_explore.streams.stream import Stream

ROUNDS = 8192  # per part


class LogPart(NamedTuple):
    """Consecutive rounds of one learner in one trial.

    The columns of the table: learner, trial and t (rounds are counted from 1); instance, the row of the data set,
    counted from 0; y_hat and y_tilde, classes 0..K−1 in the data set's own numbering; right, and told_right, which
    differs if the answer was flipped, as 1 or 0; the probability with which y_tilde was proposed; the loss, NaN where
    there is none.
    """

    table: pd.DataFrame
    block: Block  # the rows of these rounds


def round_log(experiment: Experiment, should_stop: Callable[[], bool] = lambda: False) -> Iterator[LogPart]:
    """Play the experiment as `run` does, learner by learner, and yield every round; stop early if asked to.

    >>> parts = list(round_log(Experiment.of(dataset="iris", learners=["cspa", "banditron(gamma=0.3)"], trials=1)))
    >>> [(part.table["learner"][0].split("(")[0], len(part.table)) for part in parts]
    [('cspa', 150), ('banditron', 150)]
    >>> [sorted({round(p, 6) for p in part.table["probability"]}) for part in parts]
    [[1.0], [0.1, 0.8]]
    """
    stream = replace(experiment.stream, rounds=experiment.stream.n_rounds)  # the same number of rounds in every trial
    for learner in experiment.learners:
        expect_a_future(learner, stream.rounds)
    for trial, seed in enumerate(trial_seeds(stream.seed, experiment.trials)):
        for learner in experiment.learners:
            for part in _trial(learner, trial, replace(stream, seed=seed)):
                if should_stop():
                    return
                yield part


def _trial(learner: AnyLearner, trial: int, stream: Stream) -> Iterator[LogPart]:
    player, classes = Player.new(learner, stream), class_order(stream)
    instances = instance_order(stream, stream.load().y, stream.n_rounds)
    partial = learner.spec.feedback == "partial"
    for block in chunks(stream, ROUNDS):
        rounds = len(block.order)
        trace = Trace.new(rounds)
        probability = player.log(block, trace)
        columns = {
            "learner": str(learner),
            "trial": trial,
            "t": np.arange(block.start + 1, block.start + rounds + 1),
            "instance": instances[block.start : block.start + rounds],
            "y_hat": classes[trace.y_hat],
            "y_tilde": classes[trace.y_tilde],
            "right": trace.hit.astype(int),
            "told_right": (trace.hit != (block.lies & partial)).astype(int),
            "probability": probability,
            "loss": trace.loss.copy(),
        }
        yield LogPart(pd.DataFrame(columns), block)
