"""The shared experiment in Streamlit's session state and in the address bar."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session.arrival import Event, LinkKey, Session, arrive
from cspa_explore.ui.session.changes import within_limits
from cspa_explore.ui.session.history import went_through_history
from cspa_explore.ui.session.link import KEYS

LAB_VIEW = ("alpha", "beta_axis", "ink", "zoom", "after", "run")  # the Lab's keys that the browser writes
RESTORED = "restored"  # how many times the user has restored the defaults
GO = "go"  # the page to visit next: path and query
KEPT = ("hide",)  # keys of a lesson, which outlast another experiment


def begin(page: str, pages: Mapping[str, Sequence[LinkKey]]) -> None:
    """Restore the state from address or session before a page runs; `pages` are the link keys of each page."""
    before: Session | None = st.session_state.get("session")
    moved = before is not None and before.page != page
    # After an interrupted script run or on another page, the browser may have remounted widgets: resend their values.
    st.session_state.renew = moved or not st.session_state.get("finished")
    st.session_state.finished = False
    st.session_state.visits = visits() + moved
    opened = st.session_state.get("opened")
    asked = opened is not None or went_through_history()
    given = st.query_params.to_dict() if opened is None else opened
    wanted = _wanted(page, given, asked)
    linked = moved and wanted is not None  # a link within the app opens this page now
    event = Event(page, acted=st.session_state.get("acted", False), asked=asked or linked)
    arrival = arrive(given if wanted is None else wanted, before, event, pages)
    st.session_state.session, st.session_state.visit = arrival.session, arrival.visit or wanted is not None
    for name in ("opened", "acted"):  # only now, because another request may have interrupted the script run
        st.session_state.pop(name, None)
    st.session_state.replacing = {} if wanted is None else {**dict.fromkeys(given), **arrival.address}
    if wanted is not None:  # later script runs of this page get the stale address again
        st.session_state.wanted = (page, given, arrival.address)
        if not moved:  # the browser has replaced its own keys, and may have changed them since
            st.session_state.replacing = {**dict.fromkeys(before.written if before else ()), **arrival.session.written}
    for note in arrival.notes:
        tell(note)
    changed = before is not None and before.written != arrival.session.written
    _write(arrival.address, late=asked or (event.acted and changed))


def go(page: str, query: dict[str, str]) -> None:
    """Visit the page in the next script run; its path is a key of `pages` in app.py."""
    st.session_state[GO] = (page, query)


def going() -> bool:
    """Say whether the next script run visits another page."""
    return GO in st.session_state


def open_link(page: str, query: dict[str, str], here: dict[str, str] | None = None) -> None:
    """Open a page with another query, with one history entry; Back then returns to the present address, or to `here`.

    Streamlit adds a history entry for another page and one more for another query. So another page is opened with the
    address as it is, which is stale there, and the browser then replaces it.
    """
    if page == session().page:
        st.session_state.opened = query | kept()
        return
    stale = st.query_params.to_dict() if here is None else here
    st.session_state.wanted = (page, stale, query | kept())
    go(page, stale)


def visit(page: str) -> None:
    """Open another page with the session's own settings, with one history entry."""
    if page != session().page:
        open_link(page, session().address)


def kept() -> dict[str, str]:
    """Return the keys that stay in the address when a link within the app opens another experiment."""
    return {name: value for name, value in session().view.items() if name in KEPT}


def _wanted(page: str, given: dict[str, str], asked: bool) -> dict[str, str] | None:
    """Return the query that replaces the stale address of the page; None if the address is not stale."""
    wanted_page, stale, query = st.session_state.get("wanted", ("", {}, {}))
    if (wanted_page, stale) == (page, given) and not asked:
        return dict(query)
    st.session_state.pop("wanted", None)
    return None


def address() -> dict[str, str]:
    """Return the address of the page, also while the browser has yet to replace a stale one."""
    if "wanted" in st.session_state:
        return dict(st.session_state.wanted[2])
    return st.query_params.to_dict()


def replacing() -> dict[str, str | None]:
    """Return what the browser has to replace in the address after a visit; None drops a key."""
    return st.session_state.replacing or dict(session().written)


def end() -> None:
    """Update the address after the page has run to its end."""
    _write(present())
    st.session_state.session = replace(session(), written=session().address)
    st.session_state.finished = True


def present() -> dict[str, str]:
    """Return the address as it is now: the browser's part of it, and the settings even if the browser's are older."""
    own = {*KEYS, "v", "pin", *session().written}
    others = {key: value for key, value in st.query_params.to_dict().items() if key not in own}
    return _in_order(others | session().address)


def _in_order(address: dict[str, str]) -> dict[str, str]:
    """Return the address with its keys in the browser's order: another order would add a history entry."""
    return {key: address[key] for key in st.query_params if key in address} | address


def visits() -> int:
    """Return how many times another page has been opened in this session."""
    return st.session_state.get("visits", 0)


def visiting() -> bool:
    """Say whether navigation within the app opened the page, and the browser has to replace its address.

    Streamlit has then added a history entry for the page, and writing the query would add a second one. Instead, the
    `address_bar` component replaces the address in the browser.
    """
    return st.session_state.visit


def _write(address: dict[str, str], late: bool = False) -> None:
    """Write the address, unless the browser has it; `late`: what it has may be older than what was written last."""
    if (late or st.query_params.to_dict() != address) and not visiting():
        st.query_params.from_dict(_in_order(address))


def session() -> Session:
    """Return the server's state of this browser session."""
    return st.session_state.session


def experiment() -> Experiment:
    """Return the shared experiment."""
    return session().experiment


def pinned() -> Experiment | None:
    """Return the experiment whose run is pinned."""
    return session().pin


def view(name: str, usual: str) -> str:
    """Return the value of a server-owned page key, or the usual one."""
    return session().view.get(name, usual)


def set_experiment(new: Experiment) -> None:
    """Replace the experiment; the next script run updates the address."""
    _act(experiment=new)
    st.session_state.pop("refused", None)


def show(**values: str | None) -> None:
    """Change the values of server-owned page keys; None drops a key from the link."""
    _act(view=session().view_with(**values))


def restore() -> None:
    """Restore the defaults of the experiment, of the pages' keys in the link, and of the pin, but hide the same."""
    _act(experiment=FIRST, view=kept(), pin=None)
    for name in LAB_VIEW:
        st.query_params.pop(name, None)  # the Lab itself compares `restored`
    st.session_state[RESTORED] = restored() + 1


def restored() -> int:
    """Return how many times the user has restored the defaults in this session."""
    return st.session_state.get(RESTORED, 0)


def pin(run: Experiment | None) -> None:
    """Pin the run of this experiment; None unpins it."""
    _act(pin=run)


def _act(**changes: Any) -> None:
    st.session_state.session = replace(session(), **changes)
    st.session_state.acted = True


def change(make: Callable[[Experiment], Experiment] | None = None, **values: Any) -> bool:
    """Change the experiment and return True; if the change is invalid, keep it, remember why, and return False."""
    try:
        set_experiment(within_limits(make(experiment()) if make else experiment().but(**values)))
    except UserError as error:
        refuse(str(error))
        return False
    return True


def refuse(why: str) -> None:
    """Remember why the last change was refused; the next script run shows it."""
    st.session_state.refused = why


def tell(note: str) -> None:
    """Remember a sentence about what has just happened; the script run shows it."""
    st.session_state.setdefault("notes", []).append(note)


def say_notes() -> None:
    """Show, once, what has just happened, the notes about the link, and why the last change was refused."""
    if notes := st.session_state.pop("notes", []):
        st.toast("  \n".join(map(escaped, notes)), duration="long")
    if "refused" in st.session_state:
        st.error(escaped(st.session_state.pop("refused")))
