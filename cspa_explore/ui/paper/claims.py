"""The Claims tab: what the paper states, in our words, each with a computed verdict and the numbers behind it."""

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.paper.claims import HOLDS, PARTLY, UNKNOWN, Claim, claims
from cspa_explore.results.csv_form import csv_of
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import lesson
from cspa_explore.ui.shell import foot

COLOURS = {HOLDS: "green", PARTLY: "orange", UNKNOWN: "gray"}  # otherwise red


@st.cache_resource(show_spinner=False)
def judged() -> tuple[Claim, ...]:
    """Return the claims with their verdicts, judged once per server."""
    return claims()


def known_claims() -> tuple[Claim, ...]:
    """Return the claims; none if a shipped file is damaged."""
    try:
        return judged()
    except UserError:
        return ()


def claims_title() -> str:
    """Return how many claims hold; a plain title if a shipped file is damaged."""
    found = known_claims()
    if not found:
        return "The paper's claims"
    count = sum(claim.verdict == HOLDS for claim in found)
    partly = sum(claim.verdict == PARTLY for claim in found)
    more = f", {partly} in part" if partly else ""
    return f"{count} of the paper's {len(found)} claims hold here{more}"


def claims_tab() -> None:
    """Draw the claims."""
    try:
        found = judged()
    except UserError as error:
        st.error(escaped(str(error)))
        return
    for claim in found:
        with st.container(border=True, key=f"claim_{claim.key}"):
            _claim(claim)
    foot("The statements are in our words; the verdicts are computed from the shipped results")


def _claim(claim: Claim) -> None:
    badge = f":{COLOURS.get(claim.verdict, 'red')}-badge[{claim.verdict}]"
    st.markdown(f"{badge} **{escaped(claim.statement)}** ({escaped(claim.place)})")
    st.markdown(escaped(claim.numbers))
    if claim.frame.empty or not lesson.shows("numbers"):
        return
    more = st.expander("The numbers behind it", key=f"more_{claim.key}", on_change="rerun")
    if more.open:
        more.dataframe(claim.frame, key=f"claim_numbers_{claim.key}", hide_index=True)
        name = f"claim_{claim.key}.csv"
        more.download_button("CSV", csv_of(claim.frame), name, key=f"get_{name}", on_click="ignore")
