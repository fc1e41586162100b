"""The experiment's controls, the same on every page: four in sight, the rest under "More"."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS, ORDERS, spec_of
from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import Branch, learner_of
from cspa_explore.streams.stream import ORDER_WORDS
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.controls.theory_band import band
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.session import state
from cspa_explore.ui.session.settings import MOST_LEARNERS, MOST_ROUNDS, MOST_SEED, MOST_TRIALS, Settings, with_dataset

TWIN = "\u200b"  # invisible: tells the same learner twice apart


def sidebar() -> None:
    """Draw the controls."""
    settings = state.settings()
    with st.sidebar:
        _dataset(settings)
        _sigma(settings)
        _first_cspa(settings)
        _learners(settings)
        more = st.expander("More: parameters, rounds, rows", key="more", on_change="rerun")
        if more.open:  # closed, its dozen controls would be sent with every change all the same
            with more:
                _parameters(settings)
                _rounds(settings)
                _rows(settings)
        _seed()


def bound(name: str, value: object) -> str:
    """Make a widget show the value; return its key.

    The value is its default as well: a browser that draws the widget anew starts from that, and would otherwise report
    a 0 that nobody chose.
    """
    key = f"w_{name}"
    if st.session_state.get(key) != value or st.session_state.renew:
        st.session_state[key] = value
    return key


def _control(widget: Callable[..., Any], field: str, label: str, *limits: Any, **options: Any) -> None:
    """Draw a widget that shows a field of the settings and sets it; `limits` come before its value."""
    value = getattr(state.settings(), field)
    value = float(value) if limits and isinstance(limits[0], float) else value
    key = bound(field, value)
    widget(label, *limits, value, key=key, on_change=_set, args=(field, key), **options)


def _set(field: str, key: str) -> None:
    state.change(**{field: st.session_state[key]})


def _dataset(settings: Settings) -> None:
    spec, sizes = spec_of(settings.dataset)
    keys = [key for key in DATASETS if key != "points" or spec.key == "points"]
    key = bound("dataset", spec.key)
    st.selectbox(
        "Data set", keys, keys.index(spec.key), key=key, format_func=lambda k: _dataset_words(k, settings),
        on_change=lambda: state.change(lambda s: with_dataset(s, st.session_state[key])),
        help=f"{spec.note} Source: {spec.source}.",
    )  # fmt: skip
    for size in spec.sizes:
        size_key = bound(f"size_{spec.key}_{size.name}", sizes[size.name])
        st.number_input(
            f"{size.name}: {size.help.rstrip('.').lower()}", size.low, size.high, sizes[size.name], step=1,
            key=size_key, on_change=_resize, args=(spec.key, size.name, size_key),
        )  # fmt: skip


def _dataset_words(key: str, settings: Settings) -> str:
    spec = DATASETS[key]
    chosen = spec_of(settings.dataset)[0].key == key
    K, d = (settings.stream.n_classes, settings.stream.data.d) if chosen else (spec.K, spec.d)
    return f"{spec.name} (K={K}, d={d})"


def _resize(key: str, name: str, widget: str) -> None:
    _, sizes = spec_of(state.settings().dataset)
    inside = ", ".join(f"{n}={st.session_state[widget] if n == name else v}" for n, v in sizes.items())
    state.change(lambda s: with_dataset(s, f"{key}({inside})"))


def _sigma(settings: Settings) -> None:
    spec = spec_of(settings.dataset)[0]
    high = float(max(spec.sigmas.high, settings.sigma))
    what = "variance" if spec.noise == "variance" else "standard deviation"
    _control(
        st.slider, "sigma", f"σ, noise ({what})", 0.0, high, step=high / 200, format="%.3g",
        help="Gaussian noise added to every feature before a row is scaled to norm 1. As in the paper, σ is the "
        "variance on toy data and the standard deviation on real data.",
    )  # fmt: skip


def _first_cspa(settings: Settings) -> None:
    """The hero's β, in sight, with the range of the theory drawn on it."""
    place = next((i for i, item in enumerate(settings.items) if item.key == "cspa"), None)
    if place is None:
        return
    item = settings.items[place]
    text = item.learner if isinstance(item, Branch) else item
    several = sum(other.key == "cspa" for other in settings.items) > 1
    options = _slider(settings, place, text, 0, "β of the first CSPA" if several else "β of CSPA")
    K = settings.stream.n_classes
    st.html(band(options, K, str(text.values[0])))
    if isinstance(item, Branch):
        _slider(settings, place, item.then, 0, f"β of CSPA after round {item.at:,}", later=True)


def _slider(
    settings: Settings, place: int, text: LearnerText, which: int, label: str, later: bool = False
) -> list[str]:
    """Draw the control of a parameter; return its values."""
    param, current = text.spec.params[which], str(text.values[which])
    options = choices(param, settings.stream.n_classes, current)
    key = bound(f"p_{place}_{text.key}_{param.name}_{later}", current)
    st.select_slider(
        plain(label), options, current, key=key, help=param.help,
        on_change=_set_parameter, args=(place, param.name, key, later),
    )  # fmt: skip
    return options


def _set_parameter(place: int, name: str, key: str, later: bool) -> None:
    def changed(settings: Settings) -> Settings:
        item = settings.items[place]
        value = {name: st.session_state[key]}
        if isinstance(item, Branch):
            parts = (item.learner, item.then.replace(**value)) if later else (item.learner.replace(**value), item.then)
            new = parts[0] if str(parts[0]) == str(parts[1]) else Branch(parts[0], item.at, parts[1])
        else:
            new = item.replace(**value)
        learners = [str(new) if i == place else text for i, text in enumerate(settings.learners)]
        return replace(settings, learners=tuple(learners))

    state.change(changed)


def _learners(settings: Settings) -> None:
    known = {LearnerText.parse(text).key for text in settings.learners if "@" not in text}
    fresh = [str(LearnerText.of(key)) for key in ALGORITHMS if key not in known]
    playing = [text + TWIN * settings.learners[:place].count(text) for place, text in enumerate(settings.learners)]
    key = bound("learners", playing)
    st.multiselect(
        "Learners", [*playing, *fresh], playing, key=key, max_selections=MOST_LEARNERS,
        format_func=lambda text: learner_of(text.rstrip(TWIN)).words + TWIN * text.count(TWIN),
        on_change=_picked, args=(key, {*playing, *fresh}),
        placeholder="Pick at least one learner",
        help="All of them see the same rows in the same order. Parameters are under More.",
    )  # fmt: skip


def _picked(key: str, options: set[str]) -> None:
    """Take over who was picked; a browser that still shows another experiment sends names that are not on offer."""
    if options.issuperset(st.session_state[key]):
        state.change(learners=tuple(text.rstrip(TWIN) for text in st.session_state[key]))


def _parameters(settings: Settings) -> None:
    first = next((i for i, item in enumerate(settings.items) if item.key == "cspa"), None)
    for place, item in enumerate(settings.items):
        parts = [(item.learner, False), (item.then, True)] if isinstance(item, Branch) else [(item, False)]
        for text, later in parts:
            for which, param in enumerate(text.spec.params):
                if place == first and which == 0:
                    continue
                label = f"{param.symbol} of {text.words}"
                if isinstance(item, Branch):
                    when = "after" if later else "until"
                    label = f"{param.symbol} of the branch of {text.spec.label}, {when} round {item.at:,}"
                _slider(settings, place, text, which, label, later)
        if item.spec.note:
            st.caption(f"{item.spec.label}: {item.spec.note}")
    st.text_input(
        "Add a learner by its text", key="w_add", placeholder="cspa(beta=0.3)", on_change=_add,
        help="An algorithm with its parameters; values may use K, as in cspa(beta=1/(K-1)). A parameter that "
        "changes at a round: cspa(beta=1/6)@600(beta=1).",
    )  # fmt: skip


def _add() -> None:
    text = st.session_state.w_add.strip()
    st.session_state.w_add = ""
    if text:
        try:
            new = str(learner_of(text))
        except UserError as error:
            st.session_state.refused = str(error)
            return
        state.change(lambda s: replace(s, learners=(*s.learners, new)))


def _rounds(settings: Settings) -> None:
    _control(
        st.number_input, "trials", "Seeds (trials) for mean ± sd", 1, MOST_TRIALS, step=1,
        help="Each of them draws its own noise and order, starting from the seed below; the player shows the first.",
    )  # fmt: skip
    _control(st.number_input, "rounds", "Rounds (0: each instance once)", 0, MOST_ROUNDS, step=1000)
    key = bound("order", settings.order)
    st.selectbox(
        "Order of the rows", list(ORDERS), ORDERS.index(settings.order), key=key, on_change=_set, args=("order", key),
        format_func=lambda order: ORDER_WORDS[order],
    )  # fmt: skip


def _rows(settings: Settings) -> None:
    _control(st.checkbox, "normalise", "Scale every row to norm 1")
    if not settings.kernel:
        _control(st.checkbox, "bias", "Add a constant feature")
    if not settings.bias:
        label = "Gaussian kernel: g of exp(−‖x−b‖²/g), 0 for none"
        _control(st.number_input, "kernel", label, 0.0, 1e9, step=0.1, format="%g")
    if settings.kernel:
        _control(st.number_input, "support", "Kernel features: how many first instances", 1, 20_000, step=100)
    _control(st.slider, "flip", "Share of labels flipped", 0.0, 1.0, step=0.01)
    _control(st.number_input, "imbalance", "Imbalance: first class to last", 1.0, 1e6, step=1.0, format="%g")


def _seed() -> None:
    _control(
        st.number_input, "seed", f"Seed, 0 to {MOST_SEED:,}", 0, MOST_SEED, step=1,
        help="The same seed gives the same rows, order and noise.",
    )  # fmt: skip
    new, reset = st.columns(2)
    new.button(
        "New seed", key="new_seed", width="stretch", help="Other noise and order, everything else stays",
        on_click=lambda: state.change(seed=secrets.randbelow(10_000)),
    )  # fmt: skip
    reset.button(
        "Reset", key="reset", width="stretch", help="Back to the settings of the start",
        on_click=lambda: state.set_settings(Settings()),
    )  # fmt: skip
