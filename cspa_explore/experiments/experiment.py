"""An experiment: a stream, the learners that play it, and the number of trials. One frozen value for the whole program.

Pages, links, the command line, settings files, results, jobs and caches all use it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from cspa_explore.datasets import describe
from cspa_explore.errors import UserError, suggestion
from cspa_explore.learners.branch import AnyLearner, expect_a_future, learner_of
from cspa_explore.settings import SETTINGS, default
from cspa_explore.streams.stream import FIELDS, Stream, can_turn
from cspa_explore.wording import counted


@dataclass(frozen=True)
class Experiment:
    """Learners that play a stream in several trials, whose seeds are derived from the stream's seed.

    >>> print(Experiment.of(dataset="iris", learners=["uniform"], trials=3, normalise=False))
    Iris · seed 0 · 150 rounds · shuffled · inputs not scaled · Uniform guess · 3 seeds, the same rows for all learners
    """

    stream: Stream
    learners: tuple[AnyLearner, ...]
    trials: int = default("trials")

    def __post_init__(self) -> None:
        """Raise UserError, with the value and the rule, if the experiment cannot be played."""
        object.__setattr__(self, "trials", SETTINGS["trials"].kind.check("trials", self.trials))
        for learner in self.learners:
            learner.hyper(self.stream.n_classes)
            learner.spec.expect_room(self.stream.n_classes, self.stream.n_features)
            if (rounds := self.stream.known_rounds) is not None:  # otherwise the run checks the branches
                expect_a_future(learner, rounds)

    @classmethod
    def of(cls, **values: Any) -> "Experiment":
        """Return the experiment with these settings; missing settings take their defaults.

        The default of σ depends on the data set. Each learner is a text or an object.
        """
        _expect_known(values)
        if "sigma" not in values:
            values["sigma"] = describe(values.get("dataset", default("dataset"))).spec.sigmas.default
        stream = Stream(**{name: values[name] for name in FIELDS if name in values})
        learners = parsed(values.get("learners", default("learners")))
        return cls(stream, learners, values.get("trials", default("trials")))

    def but(self, **values: Any) -> "Experiment":
        """Return the experiment with some settings changed.

        A new data set resets the order, and drift that it cannot have, unless they are given.

        >>> FIRST.but(sigma=0.5, learners=["bpa"]).texts
        ('bpa(gamma=0.01)',)
        """
        _expect_known(values)
        if "dataset" in values and "order" not in values:
            values["order"] = ""
            if self.stream.drift == "turn" and "drift" not in values and not can_turn(describe(values["dataset"])):
                values["drift"] = default("drift")
        stream = replace(self.stream, **{name: values[name] for name in FIELDS if name in values})
        learners = parsed(values["learners"]) if "learners" in values else self.learners
        return Experiment(stream, learners, values.get("trials", self.trials))

    def value(self, name: str) -> Any:
        """Return the value of a setting; learners as texts."""
        return self.texts if name == "learners" else self.trials if name == "trials" else getattr(self.stream, name)

    def values(self) -> dict[str, Any]:
        """Return all settings by name, in the order of the table."""
        return {name: self.value(name) for name in SETTINGS}

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the learners as texts."""
        return tuple(map(str, self.learners))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the learners in words, every expression in K as its value."""
        return tuple(learner.words_for(self.stream.n_classes) for learner in self.learners)

    def __str__(self) -> str:
        rule = f"{counted(self.trials, 'seed')}, the same rows for all learners"
        return " · ".join([str(self.stream), *self.names, rule])


def parsed(learners: Iterable[str | AnyLearner]) -> tuple[AnyLearner, ...]:
    """Return the learners; UserError says what is wrong with a text."""
    return tuple(learner_of(item) if isinstance(item, str) else item for item in learners)


def _expect_known(values: dict[str, Any]) -> None:
    for name in values:
        if name not in SETTINGS:
            raise UserError(f"There is no setting '{name}'{suggestion(name, SETTINGS)}")


# The experiment that the pages show first. Its replay is shipped.
FIRST = Experiment.of(
    dataset="gaussians4",
    sigma=0.25,
    seed=7,
    learners=("cspa(beta=1/6)", "cspa(beta=1)", "banditron(gamma=0.05)"),
)
