"""A learner whose parameters change after some round, so that both futures can be played on the same data.

    branch := learner "@" round "(" name "=" expression ("," name "=" expression)* ")"

`cspa(beta=1/6)@600(beta=1)` plays 600 rounds with β = 1/6 and continues from the same weights with β = 1.
Parameters that are not named after the round keep their values.
"""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from cspa_explore.algorithms import AlgorithmSpec, Param
from cspa_explore.algorithms.expression import Expression
from cspa_explore.calls import Call
from cspa_explore.errors import UserError
from cspa_explore.learners.text import LearnerText, param_of, value_for
from cspa_explore.settings import MOST_ROUNDS
from cspa_explore.wording import counted

EXAMPLE = "cspa(beta=1/6)@600(beta=1)"
CHANGE = re.compile(r"\s*(\d{1,9})\s*\((.*)\)\s*", re.DOTALL)


@dataclass(frozen=True)
class Branch:
    """`learner` for the first `at` rounds, then the same weights with the parameters of `then`.

    >>> branch = learner_of("cspa(beta=1/6)@600(beta=1)")
    >>> print(branch, "·", branch.words)
    cspa(beta=1/6)@600(beta=1) · CSPA β=1/6 → β=1 at round 600
    """

    learner: LearnerText
    at: int
    then: LearnerText

    def __post_init__(self) -> None:
        """Refuse a branch that changes nothing, or that cannot continue from the same state."""
        if not isinstance(self.at, int | np.integer) or isinstance(self.at, bool) or not 0 <= self.at <= MOST_ROUNDS:
            raise UserError(f"The round of a branch must be a whole number 0 to {MOST_ROUNDS}, got {self.at!r}.")
        object.__setattr__(self, "at", int(self.at))
        if self.then.key != self.learner.key:
            raise UserError(f"A branch must stay with its algorithm {self.learner.key}, got {self.then.key}.")
        if not self.changes:
            raise UserError(f"A branch must change a parameter, got {self.learner} before and after round {self.at}.")
        for param, value in self.changes:
            if param.initial:
                raise UserError(
                    f"{self.key}: {param.name} shapes the starting state and cannot change in a branch, "
                    f"got {param.name}={value}."
                )

    @property
    def key(self) -> str:
        """Return the algorithm's key."""
        return self.learner.key

    @property
    def spec(self) -> AlgorithmSpec:
        """Return the algorithm's Spec."""
        return self.learner.spec

    @property
    def changes(self) -> list[tuple[Param, Expression]]:
        """Return the parameters that change, with their later values."""
        values = zip(self.spec.params, self.learner.values, self.then.values, strict=True)
        return [(param, after) for param, before, after in values if str(before) != str(after)]

    def hyper(self, n_classes: int) -> Any:
        """Return the hyper-parameters before the change, for K classes; check those after it too."""
        self.then.hyper(n_classes)
        return self.learner.hyper(n_classes)

    def in_round(self, t: int) -> LearnerText:
        """Return the learner as it plays round t, counted from 1."""
        return self.learner if t <= self.at else self.then

    @property
    def words(self) -> str:
        """Return the branch in words."""
        changed = ", ".join(f"{param.symbol}={value}" for param, value in self.changes)
        return f"{self.learner.words} → {changed} at round {self.at}"

    def words_for(self, n_classes: int) -> str:
        """Return the words with every expression in K as its value."""
        changed = ", ".join(f"{param.symbol}={value_for(value, n_classes)}" for param, value in self.changes)
        return f"{self.learner.words_for(n_classes)} → {changed} at round {self.at}"

    def __str__(self) -> str:
        changed = ", ".join(f"{param.name}={value}" for param, value in self.changes)
        return f"{self.learner}@{self.at}({changed})"


AnyLearner = LearnerText | Branch


def expect_a_future(learner: AnyLearner, rounds: int) -> None:
    """Refuse a branch that has no round to play after its change."""
    if isinstance(learner, Branch) and learner.at >= rounds:
        raise UserError(f"A branch must begin before the last of {counted(rounds, 'round')}, got {learner}.")


def learner_of(text: str) -> AnyLearner:
    """Return the learner or the branch that the text names; UserError says what is wrong.

    >>> print(learner_of("bpa"), learner_of("confidit@50(η=0)"))
    bpa(gamma=0.01) confidit(eta=1, prior=4)@50(eta=0)
    """
    before, at, after = text.partition("@") if isinstance(text, str) else (text, "", "")
    learner = LearnerText.parse(before)
    if not at:
        return learner
    match = CHANGE.fullmatch(after)
    if match is None:
        raise UserError(f"A branch looks like {EXAMPLE}, got '{text.strip()}'.")
    found: dict[str, str] = {}
    for name, value in Call(learner.key, match[2]).arguments():
        if not name:
            raise UserError(f"{learner.key}: parameters are named, like {EXAMPLE}, got '{value}'.")
        param = param_of(learner.spec, name)
        if param.name in found:
            raise UserError(f"{learner.key}: {param.name} is given twice.")
        found[param.name] = value
    return Branch(learner, int(match[1]), learner.replace(**found))


def learner_in_round(learner: AnyLearner, t: int) -> LearnerText:
    """Return the learner with its parameters in round t, counted from 1."""
    return learner.in_round(t) if isinstance(learner, Branch) else learner


def with_param(learner: AnyLearner, name: str, value: Any, later: bool = True) -> AnyLearner:
    """Return the learner with another value of a parameter; a branch takes it for the rounds after its change.

    With `later=False` a branch takes it for the rounds before. A branch that would then change nothing becomes a plain
    learner.

    >>> print(with_param(learner_of("cspa(beta=1/6)@600(beta=1)"), "beta", "0.3"))
    cspa(beta=1/6)@600(beta=0.3)
    """
    if not isinstance(learner, Branch):
        return learner.replace(**{name: value})
    first, then = learner.learner, learner.then
    first, then = (first, then.replace(**{name: value})) if later else (first.replace(**{name: value}), then)
    return first if str(then) == str(first) else Branch(first, learner.at, then)
