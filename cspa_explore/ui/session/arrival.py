"""The state of a page visit: a pure function (address, session, event) → (session, address, notes).

The address always holds the whole state. The server writes the keys of the settings, the version, the pin, and the page
keys that are declared with `server=True`. The browser writes the other keys (round, eye, axes) without a script run.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.session.link import KEYS, VERSION, Query, from_query, to_query

SHOWN = 20  # characters of a page's value in a note


class LinkKey(NamedTuple):
    """A key that a page adds to the link."""

    name: str
    nearest: Callable[[str, Experiment], tuple[str | None, str]]  # (text to use or None to drop the key, why)
    usual: str | None = None  # the default, which the address leaves out
    server: bool = False  # the server writes it, not the browser


@dataclass(frozen=True)
class Session:
    """The server's state of one browser session."""

    experiment: Experiment
    pin: Experiment | None = None  # the pinned run, whose curves stay while the settings change
    view: Mapping[str, str] = field(default_factory=dict)  # the values of the pages' server-owned keys
    page: str = ""
    written: Mapping[str, str] = field(default_factory=dict)  # the server's part of the address, as last written

    @property
    def address(self) -> Query:
        """Return the server's part of the address."""
        query = to_query(self.experiment)
        if self.pin is not None:
            query["pin"] = urlencode(to_query(self.pin))
        return query | dict(self.view)

    def view_with(self, **values: str | None) -> Query:
        """Return the server-owned keys of pages with some changed; None drops a key."""
        return {name: value for name, value in {**self.view, **values}.items() if value is not None}


class Event(NamedTuple):
    """The reason for a script run."""

    page: str  # the page being opened or already open
    acted: bool = False  # the user changed a widget since the address was written
    asked: bool = False  # Back, Forward, or a link within the app: the user asked for this address


class Arrival(NamedTuple):
    """The new session, the new address, and notes about corrected values."""

    session: Session
    address: Query
    notes: list[str]
    visit: bool  # navigation within the app, which empties the address


def arrive(address: Query, session: Session | None, event: Event, pages: Mapping[str, Sequence[LinkKey]]) -> Arrival:
    """Return the state for this script run; `pages` maps each page to the link keys that it declares.

    The address wins in a new session, after Back, Forward or a link, and if it came along to another page. Otherwise
    the session wins and a different address is stale: a script run may start before the browser has received the
    address that the last one wrote.
    """
    owned = [key for keys in pages.values() for key in keys if key.server]
    own = {*KEYS, "v", "pin", *(key.name for key in owned)}
    mine = {name: value for name, value in address.items() if name in own}
    others = {name: value for name, value in address.items() if name not in own}
    notes: list[str] = []
    if session is not None and not _address_wins(mine, session, event):
        found = replace(session, page=event.page)
    else:
        found, notes = _from_address(mine, event)
        known: dict[str, LinkKey] = {}  # of a name that pages share: the rule of this page, or of the first
        for key in (*pages.get(event.page, ()), *(key for keys in pages.values() for key in keys)):
            known.setdefault(key.name, key)
        view, others, more = _checked(found.experiment, address, others, list(known.values()))
        found, notes = replace(found, view=view), notes + more
    visit = session is not None and session.page != event.page and not mine
    return Arrival(replace(found, written=found.address), others | found.address, notes, visit)


def _address_wins(mine: Query, session: Session, event: Event) -> bool:
    if not mine or mine == session.address:
        return False
    moved = session.page not in ("", event.page)
    return event.asked or (moved and "v" in mine and not event.acted)


def _from_address(mine: Query, event: Event) -> tuple[Session, list[str]]:
    experiment, notes = from_query(mine)
    pin = None
    if mine.get("pin"):
        pinned = dict(parse_qsl(mine["pin"], keep_blank_values=True))
        if pinned.keys() & {*KEYS, "v"}:
            pin, more = from_query(pinned)
            notes += [f"Pinned run: {note}" for note in more]
        else:
            rule = f"it must be the settings of a run, such as v={VERSION}"
            notes.append(f"pin={_short(mine['pin'])} in the link is left out: {rule}.")
    return Session(experiment, pin, page=event.page), notes


def _checked(
    experiment: Experiment, address: Query, others: Query, keys: Sequence[LinkKey]
) -> tuple[Query, Query, list[str]]:
    """Return the server-owned values, the browser's part of the address, and notes about corrected values."""
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
        if value not in (None, key.usual):
            target[key.name] = str(value)
    return view, others, notes


def _short(text: str) -> str:
    return text[:SHOWN]
