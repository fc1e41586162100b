"""The Paper page: its headline, its tabs, and a table with its options, its downloads and its deviations."""

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.paper import shipped
from cspa_explore.paper.figures import TITLES
from cspa_explore.paper.protocol import BEYOND
from cspa_explore.paper.published import LEARNERS
from cspa_explore.paper.rendering import ENDINGS, FORMATS
from cspa_explore.paper.table import paper_table
from cspa_explore.player.component import component
from cspa_explore.theory.errata import ERRATA
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.paper.cell import cell_title
from cspa_explore.ui.paper.claims import claims_title
from cspa_explore.ui.paper.controls import BASELINE, Choice, open_cell, options, tabs, views
from cspa_explore.ui.paper.live import live_cells, live_panel, tasks_of
from cspa_explore.ui.paper.picture import DATA, how_words, picture_of
from cspa_explore.ui.paper.shown import ShownTable, shown_table
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.questions import question_of
from cspa_explore.ui.shell import below, foot

FILES = {"csv": "CSV", "latex": "LaTeX", "html": "HTML"}


def title_of(choice: Choice, table: ShownTable | None) -> str:
    """Return the headline, computed from what is shown."""
    if table is not None and choice.cell is not None:
        return cell_title(choice, table)
    if table is not None:
        how = ", chosen on other seeds" if choice.honest else ""
        return f"The paper, reproduced: {table.sentence}{how}"
    if choice.table:
        return "The paper, reproduced"
    if choice.tab == "claims":
        return claims_title()
    if choice.tab == "errata":
        return f"What is printed and what is meant: {len(ERRATA)} errata"
    return f"Figure {choice.figure}, reproduced: {TITLES[choice.figure]}"


def head(choice: Choice, table: ShownTable | None) -> None:
    """Draw the headline, the tabs and, for a table, its views and its files."""
    st.markdown(f"# {escaped(title_of(choice, table))}")
    with st.container(key="paper_head", horizontal=True, vertical_alignment="center"):
        if lesson.shows("page"):
            tabs(choice)
        if table is None or choice.cell is not None:
            return
        if lesson.shows("page"):
            views(choice)
        if lesson.shows("numbers"):
            with st.container(key="paper_files", horizontal=True, width="content", gap="small"):
                files(choice, table)


def table_of(choice: Choice) -> ShownTable | None:
    """Return the table of the choice's tab; None, with an error on the page, if a shipped file is damaged."""
    try:
        cells = (*shipped.cells(choice.table), *live_cells(choice.table, choice.variant))
    except UserError as error:
        st.error(escaped(str(error)))
        return None
    return shown_table(choice, cells)


def table_tab(choice: Choice, table: ShownTable) -> None:
    """Draw a table: dots or numbers, its options, what can be run here, the deviations and the files."""
    component("paper")(data=picture_of(table), key="paper", on_question_change=answer)
    with below("options"):
        options(choice)
    with below("paper"):
        deviations(table)
        for sentence in notes(table):
            st.info(escaped(sentence))
        if lesson.shows("page"):
            st.markdown("## Run it here")
            live_panel(tasks_of(choice.table, choice.variant), "Recompute every data set on this machine", "run_table")
    foot(f"Table {choice.table} · {how_words(choice)}")


def notes(table: ShownTable) -> list[str]:
    """Return what is missing: data sets, learners that do not fit, and learners that were not played."""
    found = list(table.source.notes)
    if "beyond" in table.choice.also and not table.choice.scaled:
        found.append("Learners beyond the paper were played with scaled inputs only.")
    elif "beyond" in table.choice.also and not any(one.learner in BEYOND for row in table.rows for one in row.ours):
        command = f"python -m cspa_explore table {table.number} --beyond"
        found.append(f"No results of learners beyond the paper are shipped with this table; '{command}' plays them.")
    return found


def deviations(table: ShownTable) -> None:
    """List what deviates by more than two pooled standard deviations, with its reason."""
    far = table.deviations
    counted = "1 number differs" if len(far) == 1 else f"{len(far)} numbers differ"
    st.markdown(f"## {counted} from the paper by more than two pooled sd")
    lines = [f"- **{escaped(one.row.name)}, {escaped(one.label)}**: {escaped(one.deviation)}" for one in far]
    st.markdown("\n".join(lines))


def files(choice: Choice, table: ShownTable) -> None:
    """Offer the table as files."""
    variants = ["paper", *([] if choice.scaled else ["unscaled"]), *([BASELINE] if BASELINE in choice.also else [])]
    learners = tuple(dict.fromkeys(one.learner for row in table.rows for one in row.ours)) or LEARNERS
    cells = [one.cell for one in table.source.entries if one.cell is not None]
    content = paper_table(table.number, cells, learners=learners, variants=variants)
    for kind, label in FILES.items():
        name = f"table{table.number}.{ENDINGS[kind]}"
        st.download_button(
            label, FORMATS[kind](content), name, key=f"get_{name}", on_click="ignore", type="tertiary",
            help=f"The table as {label}",
        )  # fmt: skip


def answer() -> None:
    """Open what the drawing asks for: a cell, or a data set on the Data page."""
    wanted = str(question_of("paper").get("open", ""))
    if wanted.startswith(DATA):
        state.show(set=wanted.removeprefix(DATA))
        state.visit("data")
    elif wanted:
        open_cell(wanted)
