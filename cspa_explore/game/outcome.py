"""The end of a game: the learners play the same rounds, and everything is revealed."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.game.deal import Deal
from cspa_explore.results.comparisons import References, references
from cspa_explore.results.json_form import write_record
from cspa_explore.results.run import RunResult
from cspa_explore.running.play import play
from cspa_explore.running.run import run


@dataclass(frozen=True, eq=False)
class Rivals:
    """The learners on the rounds of a game."""

    result: RunResult
    proposals: tuple[np.ndarray, ...]  # per learner, (rounds,) classes as the game numbers them
    lines: References

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        return self.result.nbytes + sum(found.nbytes for found in self.proposals)


def rivals(game: Experiment, deal: Deal, should_stop: Callable[[], bool] = lambda: False) -> Rivals:
    """Let the game's learners play its rounds."""
    result = run(game, should_stop=should_stop)
    traces = play(game.learners, deal.stream)
    return Rivals(result, tuple(trace.y_tilde.copy() for trace in traces), references(result))


@dataclass(frozen=True, eq=False)
class Outcome:
    """A finished game: the person's proposals beside those of the learners."""

    deal: Deal
    keys: str
    rivals: Rivals

    @property
    def right(self) -> np.ndarray:
        """Return whether each of the person's proposals was right."""
        return self.deal.right(self.keys)

    @property
    def hits(self) -> tuple[np.ndarray, ...]:
        """Return whether each proposal was right, for the person and then for each learner."""
        return (self.right, *(found == self.deal.y for found in self.rivals.proposals))

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of those who played: the person, then the learners. No two are equal."""
        found: list[str] = []
        for name in ("You", *self.rivals.result.names):
            same = sum(other.split(" (again")[0] == name for other in found)
            found.append(f"{name} (again{f' {same}' if same > 1 else ''})" if same else name)
        return tuple(found)

    def rounds_frame(self) -> pd.DataFrame:
        """Return one row per round: the true class, and for everybody the proposal and whether it was right."""
        signs = np.array(list(self.deal.signs))
        columns: dict[str, Any] = {
            "round": np.arange(1, self.deal.rounds + 1),
            "class": signs[self.deal.y],
            "name": np.array(self.deal.names, object)[self.deal.y],
        }
        proposals = (self.deal.proposals(self.keys), *self.rivals.proposals)
        for name, proposed, hits in zip(self.players, proposals, self.hits, strict=True):
            columns |= {name: signs[proposed], f"{name}: right": hits.astype(int)}
        return pd.DataFrame(columns)

    def to_json(self) -> str:
        """Return everything as JSON; `stream` and `learners` play the learners' part again."""
        deal, result = self.deal, self.rivals.result
        return write_record(
            "game",
            words=result.words,
            stream=asdict(result.stream),
            seeds=result.seeds,
            you=self.keys,
            signs=list(deal.signs),
            names=deal.names,
            labels=deal.y,
            flipped=deal.lies.astype(int),
            learners=[str(r.learner) for r in result.results],
            proposals=self.rivals.proposals,
            right={name: hits.astype(int) for name, hits in zip(self.players, self.hits, strict=True)},
            provenance=result.provenance and result.provenance.to_fields(),
        )
