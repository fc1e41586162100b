"""What a visit comes to: (address, session, event) → (session, address, notes). A pure function.

The address always says the whole state. The server owns the keys of the settings, the version, the pin, and those keys
of pages that are declared so; the browser writes the others (round, eye, axes) without a run of the script.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.session.link import KEYS, VERSION, Query, from_query, to_query

SHOWN = 20  # characters of a page's value in a note


class LinkKey(NamedTuple):
    """A key of a page's link."""

    name: str
    nearest: Callable[[str, Experiment], tuple[str | None, str]]  # the text to use, None to leave it out, and why
    server: bool = False  # the server writes it, not the browser


@dataclass(frozen=True)
class Session:
    """What the server remembers of a visitor."""

    experiment: Experiment
    pin: Experiment | None = None  # a run whose curves stay while the settings change
    view: Mapping[str, str] = field(default_factory=dict)  # server-owned keys of pages
    page: str = ""
    written: Mapping[str, str] = field(default_factory=dict)  # the server's part of the address as it was last written

    @property
    def address(self) -> Query:
        """Return the server's part of the address."""
        query = {"v": VERSION, **to_query(self.experiment)}
        if self.pin is not None:
            query["pin"] = urlencode(to_query(self.pin) or {"v": VERSION})
        return query | dict(self.view)


class Event(NamedTuple):
    """Why the script runs."""

    page: str  # that is opened or stays open
    acted: bool = False  # a control was used since the address was written


class Arrival(NamedTuple):
    """What to remember, what the address should say, and what had to be put right."""

    session: Session
    address: Query
    notes: list[str]
    visit: bool  # navigation within the app emptied the address


def arrive(address: Query, session: Session | None, event: Event, pages: Mapping[str, Sequence[LinkKey]]) -> Arrival:
    """Return the state after the visit; `pages` are the keys that each page declares.

    The session wins if a control was used, if the address is what the server wrote, and if navigation within the app
    emptied it. Otherwise somebody opened a link, went back or typed: the address wins.
    """
    owned = [key for keys in pages.values() for key in keys if key.server]
    own = {*KEYS, "v", "pin", *(key.name for key in owned)}
    mine = {name: value for name, value in address.items() if name in own}
    others = {name: value for name, value in address.items() if name not in own}
    notes: list[str] = []
    if session is not None and _session_wins(mine, session, event):
        found = replace(session, page=event.page)
    else:
        found, notes = _from_address(mine, event)
        keys = [*owned, *(key for key in pages.get(event.page, ()) if not key.server)]
        view, others, more = _checked(found.experiment, address, others, keys)
        found, notes = replace(found, view=view), notes + more
    visit = session is not None and session.page != event.page and not mine
    return Arrival(replace(found, written=found.address), others | found.address, notes, visit)


def _session_wins(mine: Query, session: Session, event: Event) -> bool:
    moved = session.page not in ("", event.page)
    return event.acted or mine == dict(session.written) or (moved and "v" not in mine) or not mine


def _from_address(mine: Query, event: Event) -> tuple[Session, list[str]]:
    experiment, notes = from_query(mine)
    pin = None
    if mine.get("pin"):
        pinned = dict(parse_qsl(mine["pin"], keep_blank_values=True))
        if pinned.keys() & {*KEYS, "v"}:
            pin, more = from_query(pinned)
            notes += [f"Pinned run: {note}" for note in more]
        else:
            notes.append(
                f"pin={_short(mine['pin'])} in the link is left out: it must be the settings of a run, as v=1."
            )
    return Session(experiment, pin, page=event.page), notes


def _checked(
    experiment: Experiment, address: Query, others: Query, keys: Sequence[LinkKey]
) -> tuple[Query, Query, list[str]]:
    """Return the page's server-owned values, the browser's part of the address, and what was wrong with either."""
    view: Query = {}
    notes = []
    for key in keys:
        if key.name not in address:
            continue
        given = address[key.name]
        value, why = key.nearest(given, experiment)
        if why:
            outcome = "left out" if value is None else f"now {value}"
            notes.append(f"{key.name}={_short(given)} in the link is {outcome}: {why}")
        target = view if key.server else others
        target.pop(key.name, None)
        if value is not None:
            target[key.name] = value
    return view, others, notes


def _short(text: str) -> str:
    return text[:SHOWN]
