"""The parts of the Data page: data sets as cards, the chosen one at a glance, own files, and own points."""

import streamlit as st

from cspa_explore.datasets import DATASETS, DatasetSpec, Info, describe
from cspa_explore.datasets.own import HERE
from cspa_explore.datasets.own_points import KEY
from cspa_explore.datasets.readers.limits import megabytes
from cspa_explore.datasets.shared_folder import SharedFile, shared_files
from cspa_explore.datasets.spec import UNSTATED
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.player.component import component
from cspa_explore.ui.controls.own_points import draw_editor
from cspa_explore.ui.controls.sidebar import take
from cspa_explore.ui.data.card import card, tables_of
from cspa_explore.ui.data.fetching import fetch_panel
from cspa_explore.ui.data.glance import glance_work
from cspa_explore.ui.data.owned import reading_work, shelf, usable
from cspa_explore.ui.data.upload import choices, read, sigma_words, understood, upload
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.work.follow import follow, job_of
from cspa_explore.ui.work.job import Job
from cspa_explore.ui.work.status import State
from cspa_explore.wording import counted

SHARED = "shared_wanted"  # the name of the server's file that the user has chosen
LOOKS = "looks"  # how often the user has clicked "Look" on a card
COLUMNS = 3


def _set(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the data set that is looked at."""
    try:
        return describe(text).text, ""
    except UserError as error:
        return None, str(error)


LINK_KEYS = (LinkKey("set", _set, server=True),)


def looked_at() -> Info:
    """Return the data set that is looked at: the link's, or the experiment's."""
    return describe(state.view("set", state.experiment().stream.dataset))


def details(info: Info) -> None:
    """Draw one data set: what it is, where it comes from, and its drawing if it is here."""
    spec, shape = info.spec, info.shape
    with st.container(key="looked_at"):
        title, button = st.columns([4, 1], vertical_alignment="center")
    with title.container(gap=None):
        st.markdown(f"## {escaped(info.title)}")
        component("looked_at")(data={"looks": st.session_state.get(LOOKS, 0)}, key="look_there")
    size = f"{shape.K:,} classes · {shape.n:,} rows · {counted(shape.d, 'feature')}{' · sparse' * shape.sparse}"
    st.markdown(f"{size}  \n{about(spec)}")
    if not usable(info):
        if info.kind == "fetched":
            fetch_panel(spec)
        else:
            st.info("This session does not have the file: give it under “Your file”.")
        return
    if lesson.shows("data"):
        button.button("Use in the Arena", key="use", type="primary", width="stretch", on_click=use, args=(info.text,))
    if info.kind == "own":
        understood(info.text)
    elif info.kind != "toy":
        st.caption(sigma_words(info))
    _at_a_glance(info, "looked_at")


def about(spec: DatasetSpec) -> str:
    """Return the note, the source, the licence and the paper's table, as Markdown."""
    if spec.kind == "own":
        return "Your file."
    licence = "It states no licence" if spec.licence == UNSTATED else f"Licence: {spec.licence}"
    parts = [f"{spec.what} {spec.note}".strip(), f"Source: {spec.source}. {licence}. {spec.cite}."]
    return "  \n".join(escaped(part) for part in [*parts, *(f"In the paper's {table}." for table in tables_of(spec))])


def _at_a_glance(info: Info, where: str) -> None:
    """Draw the data set; while it is being loaded, say so."""
    work = glance_work(info, where)
    status = follow(work)
    if status.state is State.DONE:
        component("data_view")(data=dict(status.result), key=f"data_view_{where}")
    elif status.state is State.FAILED:
        st.error(escaped(status.error))
    elif (job := job_of(work)) is not None:
        _loading(job)


@st.fragment(run_every=0.3)
def _loading(job: Job) -> None:
    """Say that the data are being loaded; rerun the page afterwards."""
    job.look()
    if not job.status.under_way:
        st.rerun()
    st.caption("Loading the data…")


def cards() -> None:
    """Draw a card for every data set: those that are ready, then those that can be fetched."""
    ready = [spec for spec in DATASETS.values() if spec.listed and describe(spec.key).present]
    absent = [spec for spec in DATASETS.values() if spec.listed and spec not in ready]
    for words, specs in (("Ready to play", ready), ("To fetch", absent)):
        if specs:
            st.markdown(f"### {words}")
        for start in range(0, len(specs), COLUMNS):
            for place, spec in zip(st.columns(COLUMNS), specs[start : start + COLUMNS], strict=False):
                with place.container(border=True, height="stretch"):
                    _card(describe(spec.key))


def _card(info: Info) -> None:
    key = info.spec.key
    st.html(card(info))
    with st.container(horizontal=True, gap="small"):
        st.button("Look", key=f"look_{key}", on_click=look, args=(key,))
        if info.present:
            st.button("Use", key=f"use_{key}", on_click=use, args=(key,), help="Use in the Arena")


def look(text: str) -> None:
    """Look at the data set, whose details the browser then scrolls into view."""
    st.session_state[LOOKS] = st.session_state.get(LOOKS, 0) + 1
    state.show(set=None if text == state.experiment().stream.dataset else text)


def use(text: str) -> None:
    """Play the data set in the Arena."""
    if take(text):
        state.show(set=None)
        state.visit("arena")


def own_files() -> None:
    """Draw the upload, the session's files and those of the server's folder."""
    text = upload()
    if text is not None:
        st.button("Use in the Arena", key="use_upload", type="primary", on_click=use, args=(text,))
        understood(text)
        _at_a_glance(describe(text), "uploaded")
    given = [describe(kept) for kept in shelf().texts if kept != text]
    for info in given:
        words, button = st.columns([5, 1], vertical_alignment="center")
        words.markdown(f"**{escaped(info.title)}** · {info.shape.K:,} classes · {info.shape.n:,} rows")
        button.button("Use", key=f"use_{info.text}", on_click=use, args=(info.text,), width="stretch")
    if files := shared_files():
        st.markdown("### Files on this server")
        _shared(files)


def _shared(files: list[SharedFile]) -> None:
    """Draw the choice of a file in the server's folder, and its content."""
    from cspa_explore.datasets.readers.whole_file import file_content  # imported here because it is slow

    wanted = st.selectbox(
        "Choose a file",
        files,
        None,
        format_func=lambda file: f"{file.name} · {megabytes(file.size)}",
        key=SHARED,
    )
    if wanted is None:
        return
    try:
        content = file_content(wanted.path)
        how = choices(content, wanted.name, "_shared")
    except UserError as error:
        st.error(escaped(str(error)))
        return
    text = read(reading_work(content, wanted.sha256, wanted.name, how, HERE))
    if text is not None:
        st.button("Use in the Arena", key="use_shared", type="primary", on_click=use, args=(text,))
        _at_a_glance(describe(text), "shared")


def own_points() -> None:
    """Draw the editor of own points, or the button that starts it."""
    if state.experiment().stream.spec.key == KEY:
        draw_editor(state.experiment(), "page")
        st.button("Play them in the Arena", key="play_points", type="primary", on_click=_to_arena)
        return
    st.markdown("Draw points on a plane, choose their classes, and watch the learners on them.")
    st.button("Draw my own points", key="draw_points", type="primary", on_click=_start_points)


def _start_points() -> None:
    take(DATASETS[KEY].example)


def _to_arena() -> None:
    state.visit("arena")
