"""The shared experiment in Streamlit's session state and in the address bar."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session.arrival import Event, LinkKey, Session, arrive
from cspa_explore.ui.session.changes import within_limits


def begin(page: str, pages: Mapping[str, Sequence[LinkKey]]) -> None:
    """Restore the state from address or session before a page runs; `pages` are the link keys of each page."""
    before: Session | None = st.session_state.get("session")
    moved = before is not None and before.page != page
    # After an interrupted script run or on another page, the browser may have remounted widgets: resend their values.
    st.session_state.renew = moved or not st.session_state.get("finished")
    st.session_state.finished = False
    event = Event(page, acted=st.session_state.pop("acted", False))
    arrival = arrive(st.query_params.to_dict(), before, event, pages)
    st.session_state.session, st.session_state.visit = arrival.session, arrival.visit
    if arrival.notes:
        st.session_state.notes = arrival.notes
    _write(arrival.address)


def end() -> None:
    """Update the address after the page has run to its end."""
    now = session()
    others = {key: value for key, value in st.query_params.to_dict().items() if key not in now.written}
    st.session_state.session = replace(now, written=now.address)
    _write(others | now.address)
    st.session_state.finished = True


def visiting() -> bool:
    """Say whether navigation within the app opened the page.

    Streamlit has then added a history entry for the page, and writing the query would add a second one. Instead, the
    `address_bar` component replaces the address in the browser.
    """
    return st.session_state.visit


def _write(address: dict[str, str]) -> None:
    if st.query_params.to_dict() != address and not visiting():
        st.query_params.from_dict(address)


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


def pin(run: Experiment | None) -> None:
    """Pin the run of this experiment; None unpins it."""
    _act(pin=run)


def _act(**changes: Any) -> None:
    st.session_state.session = replace(session(), **changes)
    st.session_state.acted = True


def change(make: Callable[[Experiment], Experiment] | None = None, **values: Any) -> None:
    """Change the experiment; if the change is invalid, keep it and remember the error message."""
    try:
        set_experiment(within_limits(make(experiment()) if make else experiment().but(**values)))
    except UserError as error:
        refuse(str(error))


def refuse(why: str) -> None:
    """Remember why the last change was refused; the next script run shows it."""
    st.session_state.refused = why


def say_notes() -> None:
    """Show, once, the notes about the link and why the last change was refused."""
    if notes := st.session_state.pop("notes", []):
        st.toast("  \n".join(map(escaped, notes)), duration="long")
    if "refused" in st.session_state:
        st.error(escaped(st.session_state.pop("refused")))
