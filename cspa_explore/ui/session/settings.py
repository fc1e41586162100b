"""The experiment that all pages share: plain frozen values, kept in the session and in the link."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from cspa_explore.datasets import spec_of
from cspa_explore.errors import UserError
from cspa_explore.experiments.settings_file import read_settings, write_settings
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import Branch, expect_a_future, learner_of
from cspa_explore.streams.stream import Stream

MOST_TRIALS = 50
MOST_ROUNDS = 100_000  # of a run that is replayed; the command line has no such limit
MOST_LEARNERS = 6
MOST_SEED = 1_000_000
FEW = 100  # instances: such a set is passed many times,
MANY_PASSES = 1000  # in this many rounds


@dataclass(frozen=True)
class Settings:
    """What is played: data set, noise, learners, seed, and what is done to the rows.

    >>> print(Settings())
    Four Gaussians · σ=0.25 (variance) · seed 7 · 4,000 rounds · shuffled · rows of norm 1 · CSPA β=1/6 · CSPA β=1 · \
Banditron γ=0.05 · 10 seeds, the same rows for all learners
    """

    dataset: str = "gaussians4"
    sigma: float = 0.25
    learners: tuple[str, ...] = ("cspa(beta=1/6)", "cspa(beta=1)", "banditron(gamma=0.05)")
    seed: int = 7
    trials: int = 10
    rounds: int = 0  # 0: each instance once
    order: str = ""
    normalise: bool = True
    bias: bool = False
    kernel: float = 0.0
    support: int = 700
    flip: float = 0.0
    imbalance: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what cannot be played: UserError names the value and the rule."""
        limits = (("trials", 1, MOST_TRIALS), ("rounds", 0, MOST_ROUNDS), ("seed", 0, MOST_SEED))
        for name, low, high in limits:
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise UserError(f"{name} must be a whole number {low:,} to {high:,}, got {value!r}.")
        if len(self.learners) > MOST_LEARNERS:
            raise UserError(f"At most {MOST_LEARNERS} learners play together, got {len(self.learners)}.")
        stream = self.stream
        for field in ("dataset", "order"):
            object.__setattr__(self, field, getattr(stream, field))
        object.__setattr__(self, "learners", tuple(str(learner_of(text)) for text in self.learners))
        for item in self.items:
            item.hyper(stream.n_classes)
            expect_a_future(item, stream.n_rounds)

    @property
    def stream(self) -> Stream:
        """Return the stream of the experiment; trials derive their seeds from its own."""
        names = ("dataset", "seed", "order", "sigma", "normalise", "bias", "kernel", "support", "flip", "imbalance")
        stream = Stream(rounds=self.rounds, **{name: getattr(self, name) for name in names})
        return stream if stream.n_rounds <= MOST_ROUNDS else replace(stream, rounds=MOST_ROUNDS)

    @property
    def items(self) -> list[LearnerText | Branch]:
        """Return the learners."""
        return [learner_of(text) for text in self.learners]

    def __str__(self) -> str:
        seeds = f"{self.trials} {'seed' if self.trials == 1 else 'seeds'}"
        rule = f"{seeds}, the same rows for all learners"
        return " · ".join([str(self.stream), *(item.words for item in self.items), rule])


def to_json(settings: Settings, plan: dict[str, Any] | None = None) -> str:
    """Return every field as JSON, and the plan of a sweep if there is one; `run --settings FILE` plays it."""
    return write_settings(asdict(settings), plan)


def from_json(text: str) -> Settings:
    """Return the settings that were written; UserError says in a sentence what is wrong with the text.

    >>> from_json(to_json(Settings(sigma=0.5))) == Settings(sigma=0.5)
    True
    """
    values = read_settings(text)
    values.pop("plan", None)
    return Settings(**values)


def with_dataset(settings: Settings, dataset: str) -> Settings:
    """Return the settings on another data set; noise, rounds and kernel are set anew where they would not fit.

    σ is a variance on toys and a standard deviation, in units of the features, on real sets.
    """
    new, old = spec_of(dataset)[0], spec_of(settings.dataset)[0]
    changes: dict[str, Any] = {"dataset": dataset, "rounds": 0, "order": "", "kernel": 0.0}
    if new.kind != "toy":
        changes["sigma"] = 0.0
    elif old.kind != "toy" or settings.sigma > new.sigmas.high:
        changes["sigma"] = new.sigmas.figure[1]
    if new.n < FEW:
        changes["rounds"] = MANY_PASSES
    return replace(settings, **changes)
