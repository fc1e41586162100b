"""The rounds of a game in which a person is the learner: what is shown, and the labels that only the server knows.

The person plays the first trial of an experiment. The seed draws the order in which the classes are numbered
(`ties=drawn`), so neither the Arena's picture nor the digits that one can read give a class away.
"""

from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from cspa_explore.datasets import Info
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.fitting import fitting_learners
from cspa_explore.learners.branch import AnyLearner, Branch
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.blocks import labels
from cspa_explore.streams.order import class_names, lies
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted

FEWEST, MOST, USUAL = 10, 100, 30  # rounds
DIGITS = "0123456789"
FROM_ONE = "1234567890"
PICTURES = ("gaussians4", "gaussians3", "digits", "mnist")  # data sets that a page offers for a game


def why_not(info: Info) -> str:
    """Return why a person cannot play this data set, in a sentence; "" if it can be played.

    >>> from cspa_explore.datasets import describe
    >>> why_not(describe("digits")), why_not(describe("iris"))
    ('', 'Your turn needs a picture of the instance, and Iris has only 4 numbers: choose another data set.')
    """
    spec, shape = info.spec, info.shape
    if len(DIGITS) < shape.K:
        return f"Your turn has one key per class, at most {len(DIGITS)}, and {info.title} has {shape.K:,} classes."
    if spec.example:
        return "Your turn hides the classes, and the sidebar shows those of your own points: choose another data set."
    if shape.d != 2 and spec.picture.kind == "bars":
        return (
            f"Your turn needs a picture of the instance, and {info.title} has only {counted(shape.d, 'number')}: "
            "choose another data set."
        )
    return ""


def signs_of(info: Info) -> str:
    """Return the key of each class, in the order in which the game numbers them.

    >>> from cspa_explore.datasets import describe
    >>> signs_of(describe("gaussians4")), signs_of(describe("digits"))
    ('1234', '0123456789')
    """
    digits = info.kind != "toy" and info.shape.names == tuple(DIGITS[: info.shape.K])
    return (DIGITS if digits else FROM_ONE)[: info.shape.K]


def game_experiment(experiment: Experiment, rounds: int) -> Experiment:
    """Return the experiment of the game: one trial of so many rounds, with the classes in a drawn order.

    Without learners, those that fit the data set play. A branch beyond the last round plays as before its branch.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> game = game_experiment(FIRST.but(learners=["cspa@600(beta=1)", "cspa"]), 30)
    >>> game.texts, game.trials, game.stream.rounds, game.stream.ties
    (('cspa(beta=1/(2(K-1)))',), 1, 30, 'drawn')
    """
    learners = [_within(learner, rounds) for learner in experiment.learners]
    chosen = dict.fromkeys(learners) or fitting_learners(experiment.stream.n_classes)
    bare = experiment.but(learners=())  # a branch needs rounds after it
    return bare.but(rounds=rounds, trials=1, ties="drawn").but(learners=tuple(chosen))


def _within(learner: AnyLearner, rounds: int) -> AnyLearner:
    return learner.learner if isinstance(learner, Branch) and learner.at >= rounds else learner


@dataclass(frozen=True, eq=False)
class Deal:
    """All rounds of a game. A page may show X; y, lies and names stay on the server until the last round is played."""

    stream: Stream  # of the trial that is played
    signs: str  # the key of each class
    X: np.ndarray  # (rounds, d) instances as they are drawn
    y: np.ndarray  # (rounds,) true classes as the game numbers them
    lies: np.ndarray  # (rounds,) bool: the answer is flipped
    names: tuple[str, ...]  # of the classes, as the game numbers them

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return len(self.y)

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        return self.X.nbytes + self.y.nbytes + self.lies.nbytes

    def proposals(self, keys: str) -> np.ndarray:
        """Return the proposed class of each round that was played."""
        return np.array([self.signs.index(key) for key in keys], int)

    def right(self, keys: str) -> np.ndarray:
        """Return whether each proposal was right, (rounds played,)."""
        return self.proposals(keys) == self.y[: len(keys)]

    def told(self, keys: str) -> np.ndarray:
        """Return the bit that answered each proposal: right or wrong, flipped in a round with a lie."""
        return self.right(keys) ^ self.lies[: len(keys)]


def deal(game: Experiment) -> Deal:
    """Load the data and return the rounds of a game."""
    stream = replace(game.stream, seed=trial_seed(game.stream.seed, 0))
    X = raw_rows(stream, range(1, stream.n_rounds + 1))
    signs, flipped = signs_of(stream.info), lies(stream, stream.n_rounds)
    return Deal(stream, signs, X, labels(stream), flipped, tuple(class_names(stream)))


def identity(game: Experiment) -> str:
    """Return the id of the game's rounds, a hash of their stream; it does not depend on the learners."""
    return sha256(repr(game.stream).encode()).hexdigest()[:16]
