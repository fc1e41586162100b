"""The shared experiment in the session and in the address bar.

The address always says the whole state. The server owns the keys of `link.KEYS`, the version and the pin; the player
writes its own (round, eye, axes) without a run of the script, and they are left alone here.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.ui.link import KEYS, VERSION, from_query, to_query
from cspa_explore.ui.plain import plain
from cspa_explore.ui.settings import Settings

VIEW = ("lab", "fill")  # what a page shows of the experiment
OWN = (*KEYS, "v", "pin", *VIEW)  # written by the server
EYES = ("god", "learner")


def begin(page: str) -> None:
    """Take the state from the address if it says another one than the session does; app.py calls it first."""
    query = st.query_params.to_dict()
    mine = {key: value for key, value in query.items() if key in OWN}
    known = "settings" in st.session_state
    moved = st.session_state.get("page") not in (None, page)
    st.session_state.page = page
    # Widgets of a run that was not finished, or on another page, may be new to the browser: tell it their values.
    st.session_state.renew = moved or not st.session_state.get("finished")
    st.session_state.finished = False
    st.session_state.visit = moved and not mine  # by the navigation: Streamlit has just added the page's history entry
    acted = st.session_state.pop("acted", False)  # a control was used: an address that differs is one of a moment ago
    if known and (acted or mine == st.session_state.get("written") or (moved and "v" not in mine) or not mine):
        write()
        return
    settings, notes = from_query(mine)
    st.session_state.settings = settings
    st.session_state.pin = None
    st.session_state.view = {name: mine[name] for name in VIEW if name in mine}
    if mine.get("pin"):
        pinned = dict(parse_qsl(mine["pin"], keep_blank_values=True))
        if pinned.keys() & {*KEYS, "v"}:
            st.session_state.pin, more = from_query(pinned)
            notes += [f"Pinned run: {note}" for note in more]
        else:
            notes.append(f"pin={mine['pin'][:20]} in the link is left out: it must be the settings of a run, as v=1.")
    notes += _correct_place(query, settings)
    if notes:
        st.session_state.notes = notes
    write()


def _correct_place(query: dict[str, str], settings: Settings) -> list[str]:
    """Put the player's part of the address right; return what was wrong."""
    notes, T = [], settings.stream.n_rounds
    t = query.get("t", "0")
    if not (t.isascii() and t.isdigit() and len(t) < 10 and int(t) <= T):
        whole = t.removeprefix("-")
        known = whole.isascii() and whole.isdigit()
        near = 0 if not known or t.startswith("-") else T
        notes.append(f"t={t[:20]} in the link is now {near}: the rounds go from 0 to {T:,}.")
        st.query_params["t"] = str(near)
    for name, allowed in (("eye", EYES), ("lin", ("0", "1")), ("last", ("100",))):
        if name in query and query[name] not in allowed:
            notes.append(f"{name}={query[name][:20]} in the link is left out: it must be {' or '.join(allowed)}.")
            del st.query_params[name]
    if "alpha" in query and not re.fullmatch(r"0(\.\d{1,6})?", query["alpha"][:20]):
        notes.append(f"alpha={query['alpha'][:20]} in the link is left out: it must be a number 0 to 0.99.")
        del st.query_params["alpha"]
    return notes


def end() -> None:
    """Bring the address up to date after the page has run to its end."""
    write()
    st.session_state.finished = True


def write() -> None:
    """Bring the address up to date; that adds a history entry, so on a visit the browser does it (see shell.py)."""
    wanted = {"v": VERSION, **to_query(settings())}
    if st.session_state.get("pin"):
        wanted["pin"] = urlencode(to_query(st.session_state.pin) or {"v": VERSION})
    wanted |= st.session_state.view
    query = st.query_params.to_dict()
    others = {key: value for key, value in query.items() if key not in OWN}
    if query != others | wanted and not st.session_state.visit:
        st.query_params.from_dict(others | wanted)
    st.session_state.written = wanted


def settings() -> Settings:
    """Return the experiment."""
    return st.session_state.settings


def set_settings(new: Settings) -> None:
    """Make it the experiment; the address follows when the script runs again."""
    st.session_state.settings = new
    st.session_state.acted = True
    st.session_state.pop("refused", None)


def show(**view: str | None) -> None:
    """Have a page show this of the experiment; None is left out of the link."""
    st.session_state.view = {name: value for name, value in view.items() if value is not None}
    st.session_state.acted = True


def pin(settings: Settings | None) -> None:
    """Pin the run of the settings, or none."""
    st.session_state.pin = settings
    st.session_state.acted = True


def change(make: Callable[[Settings], Settings] | None = None, **values: Any) -> None:
    """Change the experiment, or keep it and remember why that cannot be."""
    try:
        set_settings(make(settings()) if make else replace(settings(), **values))
    except UserError as error:
        st.session_state.refused = str(error)


def say_notes() -> None:
    """Say once what a link had to have replaced, and why the last change was refused."""
    if notes := st.session_state.pop("notes", []):
        st.toast("  \n".join(map(plain, notes)), duration="long")
    if "refused" in st.session_state:
        st.error(plain(st.session_state.pop("refused")))
