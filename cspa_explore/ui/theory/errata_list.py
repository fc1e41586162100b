"""The list of errata, each with a button that runs its demonstration in the background."""

from functools import partial

import pandas as pd
import streamlit as st

from cspa_explore.theory.errata import ERRATA, Erratum, Shown
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import lesson
from cspa_explore.ui.work.follow import PATIENCE, beside
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.presence import stop_polling
from cspa_explore.ui.work.status import Status

FIRST = ("E1", "E11", "E12")  # always in sight; the others are folded away
RUN = "errata_run"  # keys of the demonstrations that were run in this session
POLL = 0.3  # seconds


@st.cache_resource(show_spinner=False)
def demonstrations() -> dict[str, Shown]:
    """Return what the demonstrations have shown; each is computed once per server."""
    return {}


def demonstration_work(key: str) -> LongWork:
    """Return a demonstration as long work; it is one piece of work for the server's pool."""
    return LongWork(kind=f"erratum {key}", key=key, work=partial(_run, key), cache=demonstrations())


def _run(key: str, tell: Tell, show: Show, stop: Stop) -> Shown:
    erratum = next(one for one in ERRATA if one.key == key)
    assert erratum.run is not None
    with pool().share() as share:
        found: Shown = share.submit(erratum.run).result()
    return found


def demonstration(key: str, patience: float = 0.0) -> Status:
    """Return the status of a demonstration, whose result is what it shows; it is started if it has not been."""
    work = demonstration_work(key)
    return beside(work.kind).wait(work, patience)


@st.fragment
def errata_list() -> None:
    """Draw the errata; a click reruns only this fragment."""
    runnable = sum(erratum.run is not None for erratum in ERRATA)
    st.markdown(f"## Printed against corrected: {len(ERRATA)} errata, {runnable} with a demonstration")
    for erratum in ERRATA:
        if erratum.key in FIRST:
            _draw(erratum)
    more = st.expander(f"All {len(ERRATA)} errata", key="more_errata", on_change="rerun")
    if more.open:
        with more:
            for erratum in ERRATA:
                if erratum.key not in FIRST:
                    _draw(erratum)


def _draw(erratum: Erratum) -> None:
    text, button = st.columns([6, 1], vertical_alignment="center")
    head = f"**{erratum.key} {escaped(erratum.title)}**: {escaped(erratum.verdict)} ({escaped(erratum.place)})."
    text.markdown(f"{head} {escaped(erratum.text)}")
    ran: set[str] = st.session_state.setdefault(RUN, set())
    if erratum.run is None or not lesson.shows("page"):
        return
    button.button("Run it", key=f"run_{erratum.key}", on_click=ran.add, args=(erratum.key,), width="stretch")
    if erratum.key in ran:
        waits = demonstration(erratum.key, PATIENCE).under_way
        st.fragment(_shown, run_every=POLL if waits else None)(erratum.key)


def _shown(key: str) -> None:
    """Draw what a demonstration shows; until then, say that it runs."""
    status = demonstration(key)
    if status.under_way:
        st.caption("Running…")
        return
    stop_polling()
    if status.result is None:
        st.error(escaped(status.error))
        return
    st.success(escaped(status.result.sentence), icon=":material/play_arrow:")
    st.table(pd.DataFrame(status.result.rows, columns=["quantity", "printed", "corrected"]).set_index("quantity"))
