"""The experiment's controls, the same on every page: four in sight, the rest under "More"."""

import secrets
from dataclasses import replace

import streamlit as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS, ORDERS, spec_of
from cspa_explore.errors import UserError
from cspa_explore.experiments.branch import Branch, learner_of
from cspa_explore.experiments.stream import ORDER_WORDS
from cspa_explore.learners import LearnerText
from cspa_explore.ui import state
from cspa_explore.ui.band import band
from cspa_explore.ui.choices import choices
from cspa_explore.ui.settings import MOST_LEARNERS, MOST_ROUNDS, MOST_SEED, MOST_TRIALS, Settings, with_dataset

TWIN = "\u200b"  # invisible: tells the same learner twice apart


def sidebar() -> None:
    """Draw the controls."""
    settings = state.settings()
    with st.sidebar:
        _dataset(settings)
        _sigma(settings)
        _first_cspa(settings)
        _learners(settings)
        with st.expander("More: parameters, rounds, rows"):
            _parameters(settings)
            _rounds(settings)
            _rows(settings)
        _seed(settings)


def bound(name: str, value: object) -> str:
    """Make a widget show the value; return its key.

    The value is its default as well: a browser that draws the widget anew starts from that, and would otherwise report
    a 0 that nobody chose.
    """
    key = f"w_{name}"
    if st.session_state.get(key) != value or st.session_state.renew:
        st.session_state[key] = value
    return key


def _set(field: str, key: str) -> None:
    state.change(**{field: st.session_state[key]})


def _dataset(settings: Settings) -> None:
    spec, sizes = spec_of(settings.dataset)
    keys = [key for key in DATASETS if key != "points" or spec.key == "points"]
    key = bound("dataset", spec.key)
    st.selectbox(
        "Data set",
        keys,
        keys.index(spec.key),
        key=key,
        format_func=lambda k: _dataset_words(k, settings),
        on_change=lambda: state.change(lambda s: with_dataset(s, st.session_state[key])),
        help=f"{spec.note} Source: {spec.source}.",
    )
    for size in spec.sizes:
        size_key = bound(f"size_{spec.key}_{size.name}", sizes[size.name])
        st.number_input(
            f"{size.name}: {size.help.rstrip('.').lower()}",
            size.low,
            size.high,
            sizes[size.name],
            key=size_key,
            step=1,
            on_change=_resize,
            args=(spec.key, size.name, size_key),
        )


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
    high = max(spec.sigmas.high, settings.sigma)
    key = bound("sigma", float(settings.sigma))
    st.slider(
        f"σ, noise ({'variance' if spec.noise == 'variance' else 'standard deviation'})",
        0.0,
        float(high),
        float(settings.sigma),
        step=float(high) / 200,
        key=key,
        on_change=_set,
        args=("sigma", key),
        format="%.3g",
        help="Gaussian noise added to every feature before a row is scaled to norm 1. As in the paper, σ is the "
        "variance on toy data and the standard deviation on real data.",
    )


def _first_cspa(settings: Settings) -> None:
    """The hero's β, in sight, with the range of the theory drawn on it."""
    place = next((i for i, item in enumerate(settings.items) if item.key == "cspa"), None)
    if place is None:
        return
    item = settings.items[place]
    text = item.learner if isinstance(item, Branch) else item
    options = _slider(settings, place, text, 0, "β of CSPA")
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
        label,
        options,
        current,
        key=key,
        help=param.help,
        on_change=_set_parameter,
        args=(place, param.name, key, later),
    )
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
        "Learners",
        [*playing, *fresh],
        playing,
        key=key,
        format_func=lambda text: learner_of(text.rstrip(TWIN)).words + TWIN * text.count(TWIN),
        max_selections=MOST_LEARNERS,
        on_change=lambda: state.change(learners=tuple(text.rstrip(TWIN) for text in st.session_state[key])),
        placeholder="Pick at least one learner",
        help="All of them see the same rows in the same order. Parameters are under More.",
    )


def _parameters(settings: Settings) -> None:
    first = next((i for i, item in enumerate(settings.items) if item.key == "cspa"), None)
    for place, item in enumerate(settings.items):
        parts = [(item.learner, False), (item.then, True)] if isinstance(item, Branch) else [(item, False)]
        for text, later in parts:
            for which, param in enumerate(text.spec.params):
                if place == first and which == 0:
                    continue
                after = f" after round {item.at:,}" if later and isinstance(item, Branch) else ""
                _slider(settings, place, text, which, f"{param.symbol} of {text.words}{after}", later)
        if item.spec.note:
            st.caption(f"{item.spec.label}: {item.spec.note}")
    st.text_input(
        "Add a learner by its text",
        key="w_add",
        placeholder="cspa(beta=0.3)",
        on_change=_add,
        help="An algorithm with its parameters; values may use K, as in cspa(beta=1/(K-1)). A parameter that "
        "changes at a round: cspa(beta=1/6)@600(beta=1).",
    )


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
    key = bound("trials", settings.trials)
    st.number_input(
        "Trials (seeds) for mean ± sd",
        1,
        MOST_TRIALS,
        settings.trials,
        key=key,
        step=1,
        on_change=_set,
        args=("trials", key),
        help="Each trial draws its own noise and order; the player shows the first.",
    )
    key = bound("rounds", settings.rounds)
    st.number_input(
        "Rounds (0: each instance once)",
        0,
        MOST_ROUNDS,
        settings.rounds,
        key=key,
        step=1000,
        on_change=_set,
        args=("rounds", key),
    )
    key = bound("order", settings.order)
    st.selectbox(
        "Order of the rows",
        list(ORDERS),
        ORDERS.index(settings.order),
        key=key,
        format_func=lambda order: ORDER_WORDS[order],
        on_change=_set,
        args=("order", key),
    )


def _rows(settings: Settings) -> None:
    key = bound("normalise", settings.normalise)
    st.checkbox("Scale every row to norm 1", settings.normalise, key=key, on_change=_set, args=("normalise", key))
    if not settings.kernel:
        key = bound("bias", settings.bias)
        st.checkbox("Add a constant feature", settings.bias, key=key, on_change=_set, args=("bias", key))
    if not settings.bias:
        key = bound("kernel", settings.kernel)
        st.number_input(
            "Gaussian kernel: g of exp(−‖x−b‖²/g), 0 for none",
            0.0,
            1e9,
            settings.kernel,
            key=key,
            step=0.1,
            format="%g",
            on_change=_set,
            args=("kernel", key),
        )
    if settings.kernel:
        key = bound("support", settings.support)
        st.number_input(
            "Kernel features: how many first instances",
            1,
            20_000,
            settings.support,
            key=key,
            step=100,
            on_change=_set,
            args=("support", key),
        )
    key = bound("flip", settings.flip)
    st.slider(
        "Share of labels flipped", 0.0, 1.0, settings.flip, key=key, step=0.01, on_change=_set, args=("flip", key)
    )
    key = bound("imbalance", settings.imbalance)
    st.number_input(
        "Imbalance: first class to last",
        1.0,
        1e6,
        settings.imbalance,
        key=key,
        step=1.0,
        format="%g",
        on_change=_set,
        args=("imbalance", key),
    )


def _seed(settings: Settings) -> None:
    key = bound("seed", settings.seed)
    st.number_input(
        f"Seed, 0 to {MOST_SEED:,}",
        0,
        MOST_SEED,
        settings.seed,
        key=key,
        step=1,
        on_change=_set,
        args=("seed", key),
        help="The same seed gives the same rows, order and noise.",
    )
    new, reset = st.columns(2)
    new.button(
        "New seed",
        key="new_seed",
        width="stretch",
        help="Other noise and order, everything else stays",
        on_click=lambda: state.change(seed=secrets.randbelow(10_000)),
    )
    reset.button(
        "Reset",
        key="reset",
        width="stretch",
        help="Back to the settings of the start",
        on_click=lambda: state.set_settings(Settings()),
    )
