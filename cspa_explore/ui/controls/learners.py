"""The widgets of learners: their list, their parameters, and β of the first CSPA with its theory range."""

import streamlit as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import Branch, learner_of
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.controls.setting_control import bound
from cspa_explore.ui.controls.theory_band import band
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state

TWIN = "\u200b"  # an invisible suffix that keeps equal learners apart in the list


def first_cspa(experiment: Experiment) -> None:
    """Draw the slider for β of the first CSPA, with the theory range below it."""
    place = _first_cspa(experiment)
    if place is None:
        return
    item = experiment.learners[place]
    text = item.learner if isinstance(item, Branch) else item
    several = sum(other.key == "cspa" for other in experiment.learners) > 1
    options = _slider(experiment, place, text, 0, "β of the first CSPA" if several else "β of CSPA")
    st.html(band(options, experiment.stream.n_classes, str(text.values[0])))
    if isinstance(item, Branch):
        _slider(experiment, place, item.then, 0, f"β of CSPA after round {item.at:,}", later=True)


def _first_cspa(experiment: Experiment) -> int | None:
    return next((place for place, item in enumerate(experiment.learners) if item.key == "cspa"), None)


def pick_learners(experiment: Experiment) -> None:
    """Draw the list of learners."""
    known = {item.key for item in experiment.learners if isinstance(item, LearnerText)}
    fresh = [str(LearnerText.of(key)) for key in ALGORITHMS if key not in known]
    texts = experiment.texts
    playing = [text + TWIN * texts[:place].count(text) for place, text in enumerate(texts)]
    key = bound("learners", playing)
    st.multiselect(
        "Learners", [*playing, *fresh], playing, key=key, max_selections=MOST_LEARNERS,
        format_func=lambda text: learner_of(text.rstrip(TWIN)).words + TWIN * text.count(TWIN),
        on_change=take_picked, args=(key, {*playing, *fresh}),
        placeholder="Pick at least one learner",
        help="All of them see the same rows in the same order. Parameters are under More.",
    )  # fmt: skip


def take_picked(key: str, options: set[str]) -> None:
    """Change the learners to the picked ones. A stale page may send texts that are not options: ignore those."""
    if options.issuperset(st.session_state[key]):
        state.change(learners=tuple(text.rstrip(TWIN) for text in st.session_state[key]))


def parameters(experiment: Experiment) -> None:
    """Draw the parameters of all learners except β of the first CSPA, and a field to add a learner by its text."""
    first = _first_cspa(experiment)
    for place, item in enumerate(experiment.learners):
        parts = [(item.learner, False), (item.then, True)] if isinstance(item, Branch) else [(item, False)]
        for text, later in parts:
            for which, param in enumerate(text.spec.params):
                if place == first and which == 0:
                    continue
                label = f"{param.symbol} of {text.words}"
                if isinstance(item, Branch):
                    when = "after" if later else "until"
                    label = f"{param.symbol} of the branch of {text.spec.label}, {when} round {item.at:,}"
                _slider(experiment, place, text, which, label, later)
        if item.spec.note:
            st.caption(f"{item.spec.label}: {item.spec.note}")
    st.text_input(
        "Add a learner by its text", key="w_add", placeholder="cspa(beta=0.3)", on_change=_add,
        help="An algorithm with its parameters; values may use K, as in cspa(beta=1/(K-1)). A parameter may "
        "change after a round, as in cspa(beta=1/6)@600(beta=1).",
    )  # fmt: skip


def _slider(
    experiment: Experiment, place: int, text: LearnerText, which: int, label: str, later: bool = False
) -> list[str]:
    """Draw the slider of a parameter; return its options."""
    param, current = text.spec.params[which], str(text.values[which])
    options = choices(param, experiment.stream.n_classes, current)
    key = bound(f"p_{place}_{text.key}_{param.name}_{later}", current)
    st.select_slider(
        escaped(label), options, current, key=key, help=param.help,
        on_change=_set_parameter, args=(place, param.name, key, later),
    )  # fmt: skip
    return options


def _set_parameter(place: int, name: str, key: str, later: bool) -> None:
    def changed(experiment: Experiment) -> Experiment:
        item = experiment.learners[place]
        value = {name: st.session_state[key]}
        if isinstance(item, Branch):
            before, after = (
                (item.learner, item.then.replace(**value)) if later else (item.learner.replace(**value), item.then)
            )
            new = before if str(before) == str(after) else Branch(before, item.at, after)
        else:
            new = item.replace(**value)
        return experiment.but(learners=[new if i == place else other for i, other in enumerate(experiment.learners)])

    state.change(changed)


def _add() -> None:
    text = st.session_state.w_add.strip()
    st.session_state.w_add = ""
    if text:
        try:
            new = learner_of(text)
        except UserError as error:
            state.refuse(str(error))
            return
        state.change(lambda now: now.but(learners=(*now.learners, new)))
