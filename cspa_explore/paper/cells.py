"""A cell of a table: every candidate's right proposals per trial, the chosen candidate, and its curve."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText
from cspa_explore.paper.protocol import VARIANTS, stream_of
from cspa_explore.provenance import Provenance, current
from cspa_explore.results.choice import Choice, choose
from cspa_explore.results.contest import named_values
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted

WINDOW = 100  # rounds between two points of a curve
NOT_PLAYED = -1


class Candidate(NamedTuple):
    """A learner with its parameters, and the kernel width g (0: no kernel)."""

    learner: LearnerText
    width: float

    def words(self, K: int, among: tuple[LearnerText, ...]) -> str:
        """Return the values in which it differs from the others: "β = 0.2, g = 1"."""
        width = f"g = {self.width:g}" if self.width else ""
        return ", ".join(part for part in (named_values(self.learner, K, among), width) if part) or "no parameter"


class Curve(NamedTuple):
    """Mean and sd (ddof 1) over the trials at the end of every window of 100 rounds; the last one may be shorter."""

    rounds: np.ndarray  # (points,) 100, 200, …, T
    mean: np.ndarray  # cumulative: the ratio so far
    sd: np.ndarray
    window_mean: np.ndarray  # of the window's rounds alone
    window_sd: np.ndarray


@dataclass(frozen=True, eq=False)
class Cell:
    """A learner on a data set of a table; only trials that all candidates have played count."""

    table: int  # 1 linear, 2 Gaussian kernel
    dataset: str  # key
    learner: str  # key of the algorithm
    variant: str  # key of the variant
    candidates: tuple[Candidate, ...]
    seed: int  # of the experiment
    seeds: tuple[int, ...]  # of the trials
    rounds: int
    hits: np.ndarray  # (candidates, trials) right proposals; −1: not played (yet)
    windows: np.ndarray  # (trials, points) right proposals of the chosen candidate per window; trials as in `played`
    seconds: float = 0.0  # of one core; 0: not measured
    provenance: Provenance | None = field(default_factory=current)

    @property
    def name(self) -> tuple[int, str, str, str]:
        """Return (table, data set, learner, variant), which no other cell has."""
        return self.table, self.dataset, self.learner, self.variant

    @property
    def played(self) -> np.ndarray:
        """Return the indices of the trials that all candidates have played."""
        return np.flatnonzero((self.hits != NOT_PLAYED).all(axis=0))

    @property
    def partial(self) -> bool:
        """Say whether trials are missing."""
        return len(self.played) < len(self.seeds)

    @property
    def ratio(self) -> np.ndarray:
        """Return the ratio of right proposals, (candidates, played trials)."""
        return self.hits[:, self.played] / self.rounds

    @cached_property
    def choice(self) -> Choice:
        """Return the choice among the candidates: in hindsight, and honestly if there are enough trials."""
        return choose(self.ratio, test=False)  # the test of ties would take most of the time of loading a table

    @property
    def chosen(self) -> Candidate:
        """Return the best candidate in hindsight, as the paper reports it."""
        return self.candidates[self.choice.hindsight]

    @property
    def trials(self) -> np.ndarray:
        """Return the chosen candidate's ratio per played trial."""
        return self.choice.ratio[self.choice.hindsight]

    @property
    def mean(self) -> float:
        """Return the mean ratio of the chosen candidate: chosen on the ratio that is reported."""
        return self.choice.hindsight_score

    @property
    def sd(self) -> float:
        """Return its standard deviation over the trials (ddof 1); NaN for one trial."""
        return self.choice.hindsight_sd

    @property
    def honest_mean(self) -> float:
        """Return the mean if each half of the trials is scored with the candidate that the other half chose."""
        return self.choice.score

    @property
    def honest_sd(self) -> float:
        """Return the standard deviation that belongs to `honest_mean`."""
        return self.choice.score_sd

    @property
    def honest_candidate(self) -> Candidate:
        """Return the candidate of the honest choice: the better of the two that the halves chose."""
        return self.candidates[self.choice.picked]

    @cached_property
    def stream(self) -> Stream:
        """Return the stream of the chosen candidate, with the experiment's seed."""
        return stream_of(self.table, self.dataset, self.variant, self.seed, self.chosen.width)

    def words_of(self, candidate: Candidate) -> str:
        """Return a candidate's values in words: "β = 0.2, g = 1"."""
        texts = tuple(dict.fromkeys(one.learner for one in self.candidates))
        return candidate.words(self.stream.n_classes, texts)

    @property
    def best_value(self) -> str:
        """Return the values of the chosen candidate in words."""
        return self.words_of(self.chosen)

    @property
    def label(self) -> str:
        """Return the learner's name, with the variant unless it is the paper's."""
        spec = self.candidates[0].learner.spec
        return spec.label if self.variant == "paper" else f"{spec.label}, {VARIANTS[self.variant].label}"

    @cached_property
    def curve(self) -> Curve:
        """Return the chosen candidate's curve."""
        ends = window_ends(self.rounds)
        lengths = np.diff(ends, prepend=0)
        so_far, window = np.cumsum(self.windows, axis=1, dtype=np.int64) / ends, self.windows / lengths
        sds = [part.std(axis=0, ddof=1) if len(part) > 1 else np.full(len(ends), np.nan) for part in (so_far, window)]
        return Curve(ends, so_far.mean(axis=0), sds[0], window.mean(axis=0), sds[1])

    @property
    def command(self) -> str:
        """Return the command line that recomputes the cell."""
        variant = f" --variant {self.variant}" if self.variant != "paper" else ""
        flags = f"--data {self.dataset} --algo {self.learner}{variant} --trials {len(self.seeds)} --seed {self.seed}"
        return f"python -m cspa_explore table {self.table} {flags}"

    def to_record(self) -> dict[str, Any]:
        """Return the cell as JSON values."""
        names = ("table", "dataset", "learner", "variant", "seed", "seeds", "rounds")
        return {name: getattr(self, name) for name in names} | {
            "candidates": [str(one.learner) for one in self.candidates],
            "widths": [one.width for one in self.candidates],
            "chosen": self.choice.hindsight,
            "mean": round(self.mean, 6),
            "sd": None if np.isnan(self.sd) else round(self.sd, 6),
            "hits": self.hits.tolist(),
            "windows": self.windows.tolist(),
            "seconds": round(self.seconds, 3),
            "command": self.command,
            "provenance": self.provenance and self.provenance.to_fields(),
        }

    @classmethod
    def from_record(cls, r: dict[str, Any]) -> "Cell":
        """Return the cell that `to_record` described; UserError if it is damaged."""
        try:
            texts = map(LearnerText.parse, r["candidates"])
            found = cls(
                r["table"], r["dataset"], r["learner"], r["variant"],
                tuple(Candidate(text, float(g)) for text, g in zip(texts, r["widths"], strict=True)),
                r["seed"], tuple(r["seeds"]), r["rounds"], np.array(r["hits"], np.int32),
                np.array(r["windows"], np.uint8), r["seconds"], Provenance.from_fields(r["provenance"]),
            )  # fmt: skip
            shapes = (len(found.candidates), len(found.seeds)), (len(found.played), len(window_ends(found.rounds)))
            if (found.hits.shape, found.windows.shape) != shapes:
                raise ValueError(f"arrays of the shapes {shapes} were expected")
            if not np.array_equal(found.windows.sum(axis=1), found.hits[found.choice.hindsight, found.played]):
                raise ValueError("the curve and the number of right proposals differ")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise UserError(f"A shipped result is damaged: {error}.") from None
        return found


def trials_words(cells: Iterable[Cell]) -> str:
    """Return how many trials the cells have played: "10 trials", or "2–10 trials" if their numbers differ."""
    found = sorted({len(one.played) for one in cells})
    few = f"{found[0]}–" if len(found) > 1 else ""
    return f"{few}{counted(found[-1], 'trial')}" if found else "no trials"


def window_ends(rounds: int) -> np.ndarray:
    """Return the rounds at which windows end.

    >>> window_ends(250).tolist()
    [100, 200, 250]
    """
    return np.unique(np.append(np.arange(WINDOW, rounds + 1, WINDOW), rounds))
