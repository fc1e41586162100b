"""The Paper page's choices: tab, view, opened cell, how parameters are chosen, and what else is shown."""

from typing import NamedTuple

import streamlit as st

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.paper.protocol import BEYOND
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.ui.controls.bound import bound
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import known_or, one_of

TABS = {
    "table1": "Table 1: linear",
    "table2": "Table 2: kernel",
    "figures": "Figures",
    "claims": "Claims",
    "errata": "Errata",
}
VIEWS = {"dots": "Dots", "table": "Table"}
ALSO = {"baseline": "public baseline code", "beyond": "learners beyond the paper"}
FIGURES = ("1", "2", "3", "4")
USUAL = {"tab": "table1", "view": "dots", "fig": "1"}
BASELINE = "baseline"
HINDSIGHT = "Parameters were chosen on the ratio that is reported, as in the paper."
HONEST = "Each half of the trials is scored with the parameter that the other half chose."
EXAMPLE = "it must be a data set and a learner of the tables, such as vehicle.cspa."


class Opened(NamedTuple):
    """The cell that is opened."""

    table: int
    dataset: str
    learner: str
    variant: str  # "paper" or "baseline"; whether inputs are scaled is another choice

    @property
    def text(self) -> str:
        """Return the cell as in the link."""
        return ".".join((self.dataset, self.learner, *([BASELINE] if self.variant == BASELINE else [])))


class Choice(NamedTuple):
    """What the page shows."""

    tab: str
    view: str
    cell: Opened | None
    honest: bool  # parameters are chosen on other seeds than they are scored on
    scaled: bool  # inputs are scaled to length 1
    also: tuple[str, ...]  # keys of ALSO
    figure: int
    window: bool  # curves show the ratio of every 100 rounds alone

    @property
    def table(self) -> int:
        """Return the number of the table; 0 on another tab."""
        return int(self.tab[-1]) if self.tab.startswith("table") else 0

    @property
    def variant(self) -> str:
        """Return the variant of the protocol that is shown for the paper's learners."""
        return "paper" if self.scaled else "unscaled"


def cell_of(text: str) -> Opened | None:
    """Return the cell that a text names; None if there is no such cell.

    >>> cell_of("vehicle.cspa"), cell_of("mnist.confidit.baseline"), cell_of("vehicle"), cell_of("iris.cspa")
    (Opened(table=1, dataset='vehicle', learner='cspa', variant='paper'), \
Opened(table=2, dataset='mnist', learner='confidit', variant='baseline'), None, None)
    """
    dataset, _, rest = text.partition(".")
    learner, _, variant = rest.partition(".")
    table = next((number for number, rows in TABLES.items() if dataset in [row.key for row in rows]), 0)
    known = learner in (*LEARNERS, *BEYOND) and variant in ("", BASELINE)
    if not table or not known or (variant and learner != "confidit"):
        return None
    return Opened(table, dataset, learner, variant or "paper")


def read_cell(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the cell that is opened."""
    found = cell_of(text)
    return (found.text, "") if found else (None, EXAMPLE)


def read_also(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read what else is shown, joined by "~"."""
    found = [key for key in ALSO if key in text.split("~")]
    why = "" if set(text.split("~")) <= set(ALSO) else f"it must be {' or '.join(ALSO)}, or both with ~ between."
    return "~".join(found) or None, why


LINK_KEYS = (
    LinkKey("tab", known_or(TABS, USUAL["tab"]), USUAL["tab"], server=True),
    LinkKey("view", known_or(VIEWS, USUAL["view"]), USUAL["view"], server=True),
    LinkKey("cell", read_cell, server=True),
    LinkKey("honest", one_of(("1",)), server=True),
    LinkKey("rows", one_of(("raw",)), server=True),
    LinkKey("also", read_also, server=True),
    LinkKey("fig", known_or(FIGURES, USUAL["fig"]), USUAL["fig"], server=True),
    LinkKey("window", one_of(("100",)), server=True),
)


def choice_of() -> Choice:
    """Return the choice in the link; an opened cell brings its table with it."""
    cell, tab = cell_of(state.view("cell", "")), state.view("tab", USUAL["tab"])
    return Choice(
        tab=f"table{cell.table}" if cell else tab,
        view=state.view("view", USUAL["view"]),
        cell=cell,
        honest=bool(state.view("honest", "")),
        scaled=not state.view("rows", ""),
        also=tuple(filter(None, state.view("also", "").split("~"))),
        figure=int(state.view("fig", USUAL["fig"])),
        window=bool(state.view("window", "")),
    )


def tabs(choice: Choice) -> None:
    """Draw the tabs."""
    st.segmented_control(
        "Part of the paper", list(TABS), default=choice.tab, key=bound("tab", choice.tab), format_func=TABS.__getitem__,
        on_change=_tab, required=True, label_visibility="collapsed", wrap=True,
    )  # fmt: skip


def views(choice: Choice) -> None:
    """Draw the choice between dots and table."""
    st.segmented_control(
        "View", list(VIEWS), default=choice.view, key=bound("view", choice.view), format_func=VIEWS.__getitem__,
        on_change=_view, required=True, label_visibility="collapsed",
    )  # fmt: skip


def options(choice: Choice) -> None:
    """Draw how parameters are chosen, whether inputs are scaled, and what else is shown."""
    st.markdown(HONEST if choice.honest else HINDSIGHT)
    if not lesson.shows("page"):
        return
    with st.container(key="paper_options", horizontal=True, vertical_alignment="center"):
        st.toggle(
            "Choose parameters on other seeds", choice.honest, key=bound("honest", choice.honest), on_change=_options,
            help="Off: each parameter is the best in hindsight, chosen on the ratio that is reported, as in the "
            "paper. On: each half of the trials is scored with the value that the other half chose.",
        )  # fmt: skip
        st.toggle(
            "Inputs not scaled", not choice.scaled, key=bound("rows", not choice.scaled), on_change=_options,
            help="The paper says that inputs were scaled to length 1; its public baseline code does so only for "
            "Confidit.",
        )  # fmt: skip
        st.pills(
            "Also show", list(ALSO), selection_mode="multi", default=list(choice.also), format_func=ALSO.__getitem__,
            key=bound("also", list(choice.also)), on_change=_options, label_visibility="collapsed",
        )  # fmt: skip


def open_cell(text: str | None) -> None:
    """Open a cell; None closes it and returns to its table."""
    found = cell_of(text) if text else None
    closed = cell_of(state.view("cell", ""))
    table = found or closed
    tab = f"table{table.table}" if table else USUAL["tab"]
    state.show(cell=found.text if found else None, tab=None if tab == USUAL["tab"] else tab)


def _tab() -> None:
    tab = st.session_state.w_tab
    state.show(tab=None if tab == USUAL["tab"] else tab, cell=None)


def _view() -> None:
    view = st.session_state.w_view
    state.show(view=None if view == USUAL["view"] else view)


def _options() -> None:
    now = st.session_state
    also = "~".join(key for key in ALSO if key in now.w_also)
    state.show(honest="1" if now.w_honest else None, rows="raw" if now.w_rows else None, also=also or None)
