"""The learner and the round that the Microscope shows, read from a link or from the drawing's request."""

from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import LEARNER, one_of, round_from

FIRST_ROUND = 8  # the default: something has been learnt, and it is still easy to follow
FARTHEST = 1e6  # largest |coordinate| of a point that x can be moved to, as of own points
RULE = f"it must be two numbers up to {FARTHEST:,.0f}, such as 0.6_-0.8"


class Probe(NamedTuple):
    """The learner, the round, and what is changed in the round."""

    which: int = 0
    t: int = FIRST_ROUND
    point: tuple[float, float] | None = None  # where x is moved to, before it is scaled to length 1
    told: bool | None = None  # what-if answer; None: what really happened


def probe_of(asked: Mapping[str, Any], experiment: Experiment) -> tuple[Probe, list[str]]:
    """Return the probe that a request or a link asks for, corrected where needed, and a note on each correction.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> probe_of({"who": "1", "t": "12"}, FIRST)[0]
    Probe(which=1, t=12, point=None, told=None)
    >>> probe_of({"who": "9", "t": "0"}, FIRST)
    (Probe(which=0, t=1, point=None, told=None), ['who=9 in the link is now 0: the learners are 0 to 2.'])
    """
    notes: list[str] = []
    T, last = experiment.stream.n_rounds, len(experiment.texts) - 1
    which = _whole(asked.get("who", 0))
    if which is None or not 0 <= which <= last:
        notes.append(f"who={str(asked['who'])[:20]} in the link is now 0: the learners are 0 to {last}.")
        which = 0
    t = _whole(asked.get("t", min(FIRST_ROUND, T)))
    t = min(max(1, t if t is not None else FIRST_ROUND), T)
    point = None
    if asked.get("x"):
        point = _point(str(asked["x"]))
        if point is None:
            notes.append(f"x={str(asked['x'])[:20]} in the link is left out: {RULE}.")
    told = {"1": True, "0": False}.get(str(asked.get("told")))
    if asked.get("told") not in (None, "", "0", "1"):
        notes.append(f"told={str(asked['told'])[:20]} in the link is left out: it must be 0 or 1.")
    return Probe(which, t, point, told), notes


def asked_probe(
    request: Mapping[str, Any], address: Mapping[str, Any], experiment: Experiment
) -> tuple[Probe, list[str]]:
    """Return the probe of the drawing's last request, or of the address before the first one, and notes on the address.

    A request has no notes: it can only be stale, for example if its learner was removed.
    """
    return (probe_of(request, experiment)[0], []) if request else probe_of(address, experiment)


def position(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read where x is moved to, for a link."""
    return (text, "") if _point(text) else (None, f"{RULE}.")


def _whole(value: Any) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _point(text: str) -> tuple[float, float] | None:
    try:
        x, y = (float(part) for part in text.split("_"))
    except ValueError:
        return None
    good = isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= FARTHEST and (x, y) != (0, 0)
    return (x, y) if good else None


LINK_KEYS = (LinkKey("t", round_from(1)), LEARNER, LinkKey("x", position), LinkKey("told", one_of(("0", "1"))))
