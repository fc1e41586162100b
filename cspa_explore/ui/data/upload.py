"""Upload of an own file: preview, label column, reading with progress, and what was understood."""

import hashlib
from typing import Any

import pandas as pd
import streamlit as st

from cspa_explore.datasets import Info, describe
from cspa_explore.datasets.own import MOST_BYTES, place_of
from cspa_explore.datasets.readers.limits import MOST_FILE, MOST_UNPACKED, megabytes
from cspa_explore.datasets.readers.names import file_name
from cspa_explore.datasets.readers.reading import Reading
from cspa_explore.errors import UserError
from cspa_explore.ui.data.owned import Choices, measure_sigmas, reading_work, say_dropped, shelf
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.work.follow import agree, follow, job_of
from cspa_explore.ui.work.job import Job, LongWork
from cspa_explore.ui.work.status import State

DIGESTS = "upload_digests"  # by the id of an upload: the hash of its content
PRIVATE = (
    f"Your files stay in the memory of this browser session on the server, up to {megabytes(MOST_BYTES)}, then the "
    "oldest is dropped. Nobody else sees them or what is computed from them. They are forgotten soon after you close "
    "the page."
)
FORMATS = f"CSV, TSV, svmlight (also .gz, .bz2, .xz) or Parquet, up to {megabytes(MOST_FILE)}"

LARGER = (
    f"A file of more than {megabytes(MOST_FILE)} is refused. Compress it (.gz, .bz2 or .xz; unpacked, it may have "
    f"{megabytes(MOST_UNPACKED)}), or leave out rows or columns."
)


def upload() -> str | None:
    """Draw the upload; return the text of the data set that was read from the file, or None."""
    file = st.file_uploader(FORMATS, key="own_file", help=PRIVATE)
    st.caption(LARGER)  # Streamlit itself refuses it, and says so in a tooltip
    if file is None:
        st.caption(PRIVATE)
        return None
    content, name = file.getvalue(), file_name(file.name)
    try:
        how = choices(content, name)
    except UserError as error:
        st.error(escaped(str(error)))
        return None
    return read(reading_work(content, _digest(file.file_id, content), name, how))


def read(work: LongWork) -> str | None:
    """Return the text of the data set that the work reads; draw its progress or its error meanwhile."""
    status = follow(work)
    if status.state is State.DONE:
        if shelf().dropped:
            say_dropped()
            st.rerun()  # the script shows its notes at its start
        return work.cache.get(work.key)
    if status.state is State.FAILED:
        st.error(escaped(status.error))
    elif status.needs_click:
        st.info("Reading was cancelled.")
        st.button("Read the file", key=f"{work.kind}_again", on_click=agree, args=(work,))
    elif (job := job_of(work)) is not None:
        _progress(job)
    return None


@st.fragment(run_every=0.3)
def _progress(job: Job) -> None:
    """Draw how far the reading is; rerun the page at its end."""
    job.look()
    if not job.status.under_way:
        st.rerun()
    bar, button = st.columns([5, 1], vertical_alignment="center")
    share: Any = job.progress or 0.0
    bar.progress(min(1.0, float(share)), f"Reading the file: {100 * float(share):.0f} %")
    button.button("Cancel", key=f"cancel_{job.work.kind}", on_click=job.cancel, disabled=job.cancelled, width="stretch")


def _digest(upload_id: str, content: bytes) -> str:
    """Return the content's hash, which is computed once per upload."""
    known: dict[str, str] = st.session_state.setdefault(DIGESTS, {})
    if upload_id not in known:
        known.clear()
        known[upload_id] = hashlib.sha256(content).hexdigest()
    return known[upload_id]


def choices(content: bytes, name: str, where: str = "") -> Choices:
    """Draw the first rows; ask for the label column and the scaling of a table, and for the values of svmlight.

    `where` tells two files apart that are shown at the same time.
    """
    from cspa_explore.datasets.readers.whole_file import preview  # imported here because it is slow

    found = preview(content, name)
    st.markdown(f"**{escaped(name)}** · {escaped(found.format)}")
    if found.rows:
        width = max(len(row) for row in found.rows)
        names = list(found.names[:width]) or ["rows"]
        names += [""] * (width - len(names))
        frame = pd.DataFrame([[*row, *[""] * (width - len(row))] for row in found.rows])
        frame.columns = pd.Index(names)
        st.dataframe(frame.loc[:, ~frame.columns.duplicated()], hide_index=True, height="content")
    if not found.label:
        words = "As the paper did with 20News: only whether a feature occurs, not how often."
        return Choices(binary=st.checkbox("Values as 0 or 1", key=f"binary_{name}{where}", help=words))
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    places = list(range(1, len(found.names) + 1))
    label = left.selectbox(
        "Label column", places, found.label - 1, format_func=lambda place: found.names[place - 1],
        key=f"label_{name}_{len(places)}{where}",
        help="What the learners have to predict; the first choice is a guess.",
    )  # fmt: skip
    scale = right.checkbox(
        "Scale numbers to [−1, 1]", True, key=f"scale_numbers{where}", help="Column by column, as LIBSVM does."
    )
    return Choices(label, raw=not scale)


def understood(text: str) -> None:
    """Draw what was understood of an own file and of each of its columns."""
    info = describe(text)
    reading = shelf().reading(place_of(**info.arguments))
    if reading is None:
        return
    st.markdown(escaped(reading.words))
    left_out = [column for column in reading.columns if column.use == "left out"]
    for column in left_out[:5]:
        st.warning(escaped(f"Column '{column.name}' is left out: {column.words}."))
    if reading.columns:
        with st.expander(f"What was understood of each of the {len(reading.columns):,} columns"):
            st.dataframe(_table(reading), hide_index=True)
    measure_sigmas(info)
    st.caption(sigma_words(info))


def _table(reading: Reading) -> pd.DataFrame:
    return pd.DataFrame(reading.columns, columns=["column", "use", "what it holds"])


def sigma_words(info: Info) -> str:
    """Return where the data set's values of σ come from.

    >>> sigma_words(describe("iris"))
    "Noise of σ = 1.74 halves CSPA's margin over chance at β = 1/(2(K−1)), as measured."
    """
    sigmas = info.sigmas
    if sigmas.how == "measured":
        half = f"Noise of σ = {max(sigmas.figure):g} halves CSPA's margin over chance"
        return f"{half} at β = 1/(2(K−1)), as measured."
    if sigmas.how == "estimated":
        return f"The range of σ, up to {sigmas.high:g}, is estimated from the features' standard deviations."
    return f"The range of σ, up to {sigmas.high:g}, is a guess until it is measured."
