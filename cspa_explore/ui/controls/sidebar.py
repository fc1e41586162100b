"""The sidebar with the experiment's widgets, the same on every page; the less common ones are under "More"."""

import secrets
from collections.abc import Callable, Container
from math import floor, log10

import streamlit as st

from cspa_explore.datasets import DATASETS, DatasetSpec, describe
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.settings import TABLE
from cspa_explore.ui.controls.bound import bound, outdated, receipt
from cspa_explore.ui.controls.brand import HEAD
from cspa_explore.ui.controls.learners import add_by_text, list_learners
from cspa_explore.ui.controls.own_points import edit_points
from cspa_explore.ui.controls.parameters import main_parameter, other_parameters
from cspa_explore.ui.controls.setting_control import setting_control, setting_controls
from cspa_explore.ui.controls.settings_files import settings_row
from cspa_explore.ui.session import state
from cspa_explore.ui.session.changes import chosen_dataset
from cspa_explore.wording import counted

UNUSUAL = ("bias", "flip", "imbalance", "noisy", "ties")  # settings that the summary names if they are set


def sidebar(hidden: Container[str] = (), note: str = "") -> None:
    """Draw the sidebar, with a note at its head, without the hidden groups of controls (see `session/lesson.py`)."""
    experiment = state.experiment()
    parts: dict[str, tuple[Callable[[Experiment], None], ...]] = {
        "data": (_dataset, edit_points),
        "sigma": (_sigma,),
        "parameter": (main_parameter,),
        "learners": (list_learners,),
        "more": (_more, _seed, _summary),
        "files": (settings_row,),
    }
    with st.sidebar:
        st.html(HEAD)
        if note:
            st.caption(note)
        for group, draws in parts.items():
            for draw in draws if group not in hidden else ():
                draw(experiment)
        receipt()


def _more(experiment: Experiment) -> None:
    more = st.expander("More: seeds, rounds, inputs…", key="more", on_change="rerun")
    if more.open:  # the widgets of a closed expander would still be sent with every change
        with more:
            other_parameters(experiment)
            add_by_text()
            setting_controls("rounds", experiment)
            setting_controls("rows", experiment)


def _summary(experiment: Experiment) -> None:
    st.caption(summary(experiment))


def summary(experiment: Experiment) -> str:
    """Return the settings under "More" in a line; those that make the rows or the answers unusual, if they are set.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> summary(FIRST)
    '10 seeds · 4,000 rounds · inputs scaled to length 1 · same points for all'
    >>> summary(FIRST.but(noisy=0.1))
    '10 seeds · 4,000 rounds · inputs scaled to length 1 · 10 % of answers flipped · same points for all'
    """
    stream = experiment.stream
    scaled = "inputs scaled to length 1" if stream.normalise else "inputs not scaled"
    rounds = stream.known_rounds
    parts = [counted(experiment.trials, "seed"), counted(rounds, "round") if rounds is not None else ""]
    unusual = [setting.words(experiment.value(setting.name)) for setting in TABLE if setting.name in UNUSUAL]
    drift = stream.drift_words if rounds is not None else ""
    return " · ".join(part for part in (*parts, scaled, *unusual, drift, "same points for all") if part)


def _dataset(experiment: Experiment) -> None:
    info = experiment.stream.info
    spec = info.spec
    keys = [key for key, other in DATASETS.items() if key == spec.key or other.example or _offered(other)]
    key = bound("dataset", spec.key)
    st.selectbox(
        "Data set", keys, keys.index(spec.key), key=key, format_func=lambda k: dataset_words(k, experiment),
        on_change=_choose, args=(key,), help=f"{spec.note} Source: {spec.source}.",
    )  # fmt: skip
    for size in spec.sizes:
        size_key = bound(f"size_{spec.key}_{size.name}", info.arguments[size.name])
        st.number_input(
            f"{size.name}: {size.help.rstrip('.').lower()}", size.low, size.high, info.arguments[size.name], step=1,
            key=size_key, on_change=_resize, args=(size.name, size_key),
        )  # fmt: skip


def _offered(spec: DatasetSpec) -> bool:
    """Say whether the data set is in the list: fetched ones are, once they are on this machine."""
    return spec.listed and (spec.kind != "fetched" or spec.present())


def dataset_words(key: str, experiment: Experiment) -> str:
    """Return a data set's name in the list, with its number of classes unless the user sets it.

    The words of an option must not depend on its sizes: the browser sends the words of the chosen option, and after
    Back it would send words that are not in the list any more.
    """
    now, spec = experiment.stream.info, DATASETS[key]
    if spec.sizes or spec.example:
        return spec.name
    info = now if now.spec.key == key else describe(key)
    return f"{info.spec.name if spec.listed else info.title} · {info.shape.K} classes"


def _choose(widget: str) -> None:
    """Change to the chosen data set, with learners that fit; a stale page may send words that are not an option."""
    key = st.session_state[widget]
    if key not in DATASETS or key == state.experiment().stream.spec.key or outdated(widget):
        return
    take(DATASETS[key].example or key)


def _resize(name: str, widget: str) -> None:
    info = state.experiment().stream.info
    inside = info.spec.grammar.write(info.arguments | {name: st.session_state[widget]})
    if not outdated(widget):
        take(f"{info.spec.key}({inside})")


def take(dataset: str) -> bool:
    """Change to the data set, with learners that fit; return whether it was accepted."""

    def chosen(now: Experiment) -> Experiment:
        new, notes = chosen_dataset(now, dataset)
        for note in notes:
            state.tell(note)
        return new

    return state.change(chosen)


def _sigma(experiment: Experiment) -> None:
    """Draw the input for σ; its step follows the noise that the data set bears."""
    spec = experiment.stream.spec
    what = "variance" if spec.noise == "variance" else "sd"
    setting_control("sigma", experiment, label=f"Noise σ ({what})", step=step_of(experiment.stream.info.sigmas.high))


def step_of(high: float) -> float:
    """Return a step of about a hundredth of σ's range: a power of ten.

    >>> step_of(2.0), step_of(450.0), step_of(0.84)
    (0.01, 1.0, 0.001)
    """
    return float(f"1e{floor(log10(high)) - 2}")


def _seed(experiment: Experiment) -> None:
    with st.container(key="seed_row", horizontal=True, vertical_alignment="center", gap="small"):
        setting_control("seed", experiment, help=None)
        st.button(
            "New seed", key="new_seed", type="tertiary",
            help="Draws other noise and another order; keeps everything else",
            on_click=draw_seed,
        )  # fmt: skip


def draw_seed() -> None:
    """Change to another seed, drawn at random."""
    state.change(seed=secrets.randbelow(10_000))
