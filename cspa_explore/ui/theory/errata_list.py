"""The list of errata, each with a button that runs its demonstration."""

import pandas as pd
import streamlit as st

from cspa_explore.theory.errata import ERRATA, Erratum, Shown
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import lesson

FIRST = ("E1", "E11", "E12")  # always in sight; the others are folded away
RUN = "errata_run"  # keys of the demonstrations that were run in this session


@st.cache_data(show_spinner=False)
def demonstration(key: str) -> Shown:
    """Return what a demonstration shows; computed once per server."""
    erratum = next(one for one in ERRATA if one.key == key)
    assert erratum.run is not None
    return erratum.run()


@st.fragment
def errata_list() -> None:
    """Draw the errata; a click reruns only this fragment."""
    runnable = sum(erratum.run is not None for erratum in ERRATA)
    st.markdown(f"## Printed against corrected: {len(ERRATA)} errata, {runnable} of them run")
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
        shown = demonstration(erratum.key)
        st.success(escaped(shown.sentence), icon=":material/play_arrow:")
        st.table(pd.DataFrame(shown.rows, columns=["quantity", "printed", "corrected"]).set_index("quantity"))
