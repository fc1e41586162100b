"""The computed answer to a question."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from cspa_explore.errors import CancelledError
from cspa_explore.results.run import RunResult
from cspa_explore.wording import counted

Stop = Callable[[], bool]
PLACE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Answer:
    """A measured value, in numbers and in words, and the round at which the stage stops."""

    value: float  # inf: it never happened
    words: str
    sentence: str  # what was measured
    t: int
    low: float  # the smallest and the largest value of all trials
    high: float
    names: dict[str, str] = field(default_factory=dict)  # what a `why` may refer to
    curve: tuple[tuple[int, float], ...] = ()  # (round, percent right so far), the mean over trials

    def with_names(self, result: RunResult) -> "Answer":
        """Return the answer with the names that every measure has."""
        common = {"value": self.words, "rounds": f"{result.stream.n_rounds:,}", "trials": str(len(result.seeds))}
        pairs = enumerate(zip(result.names, result.results, strict=True), 1)
        for place, (name, r) in pairs:
            common |= {f"name_{place}": name, f"ratio_{place}": r.words}
        return replace(self, names=common | self.names)

    def fill(self, text: str) -> str:
        """Return the text with every {name} replaced by its value; nothing else in the text has a meaning.

        >>> Answer(9, "round 9", "", 9, 9, 9, {"value": "round 9"}).fill("All by {value} {x.y}.")
        'All by round 9 {x.y}.'
        """
        return PLACE.sub(lambda found: self.names.get(found[1], found[0]), text)

    def plain(self) -> dict[str, Any]:
        """Return what the page draws, as JSON values; a value that is infinite is null."""
        numbers = {name: getattr(self, name) for name in ("value", "low", "high")}
        finite = {name: value if isfinite(value) else None for name, value in numbers.items()}
        return finite | {"words": self.words, "sentence": self.sentence, "t": self.t, "curve": list(self.curve)}


def checked(stop: Stop) -> None:
    """Raise CancelledError if the work is to stop."""
    if stop():
        raise CancelledError("The answer was cancelled.")


def over_seeds(result: RunResult) -> str:
    """Return what the numbers are the mean of."""
    n = len(result.seeds)
    return f"mean ± sd over {n} seeds" if n > 1 else "one seed"


def after_rounds(result: RunResult) -> str:
    """Return "after 4,000 rounds"."""
    return f"after {counted(result.stream.n_rounds, 'round')}"
