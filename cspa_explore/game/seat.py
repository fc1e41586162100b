"""The protocol of a game: one proposal per round, answered with one bit."""

from threading import Lock
from typing import NamedTuple

from cspa_explore.game.deal import Deal


class Answer(NamedTuple):
    """What a person is told about a round."""

    round: int  # counted from 1
    key: str  # that was proposed in it
    told: bool


class Seat:
    """A person's place in a game: the proposals so far. Several threads of the server may use it."""

    def __init__(self, deal: Deal, keys: str = "") -> None:
        self.deal = deal
        self.starts = 0  # how many times the game was started again
        self._keys = keys[: deal.rounds]
        self._lock = Lock()

    @property
    def keys(self) -> str:
        """Return the proposals so far, one key per round."""
        return self._keys

    @property
    def finished(self) -> bool:
        """Say whether the last round has been played."""
        return len(self._keys) == self.deal.rounds

    def propose(self, starts: int, t: int, key: str) -> Answer | None:
        """Propose the class of round t; return the answer to the proposal of round t, or None if there is none.

        A round is answered once: a second proposal for it, such as a double press, gets the first one's answer.
        """
        with self._lock:
            if starts != self.starts:
                return None
            if t == len(self._keys) + 1 and not self.finished and len(key) == 1 and key in self.deal.signs:
                self._keys += key
            if not 1 <= t <= len(self._keys):
                return None
            return Answer(t, self._keys[t - 1], bool(self.deal.told(self._keys[:t])[-1]))

    def start_again(self) -> None:
        """Forget all proposals."""
        with self._lock:
            self._keys = ""
            self.starts += 1
