"""The widgets of learners' parameters: precise inputs for the first one and for a branch, sliders for the others."""

import streamlit as st

from cspa_explore.algorithms.expression import Expression
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.experiments.fitting import BOLD, RULE
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import Branch, with_param
from cspa_explore.learners.text import param_of, value_for
from cspa_explore.player.handles import parameter_label
from cspa_explore.ui.controls.bound import bound, outdated
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.controls.theory_band import band
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state


def main_parameter(experiment: Experiment) -> None:
    """Draw the input of the main parameter: β of the first CSPA, or the first parameter of the first learner with one.

    β has chips for common values and the theory range below it. A branch has an input for its later value.
    """
    place = main_place(experiment)
    if place is not None:
        item = experiment.learners[place]
        text = item.learner if isinstance(item, Branch) else item
        _input(experiment, place, text, parameter_label(experiment.learners, place, text.spec.params[0]))
        if text.key == "cspa":
            _chips(experiment, place, text)
            stream, help = experiment.stream, text.spec.params[0].help
            st.html(band(stream.n_classes, text.values[0], help, stream.noisy))
    _branch(experiment)


def main_place(experiment: Experiment) -> int | None:
    """Return the place of the learner whose first parameter has an input; None if no learner has a parameter."""
    cspa = [place for place, item in enumerate(experiment.learners) if item.key == "cspa"]
    others = [place for place, item in enumerate(experiment.learners) if item.spec.params]
    return next(iter(cspa + others), None)


def _input(experiment: Experiment, place: int, text: LearnerText, label: str, later: bool = False) -> None:
    """Draw the input of a learner's first parameter; it takes a number, a fraction, or an expression in K."""
    which = first_free(text) if later else 0
    param, current = text.spec.params[which], str(text.values[which])
    key = bound(f"p_{place}_{text.key}_{param.name}_{later}", current)
    change = (place, text.key, param.name, key, later)
    st.text_input(label, current, key=key, on_change=_set_parameter, args=change)


def first_free(text: LearnerText) -> int:
    """Return the place of the first parameter that can change during a run."""
    return next(place for place, param in enumerate(text.spec.params) if not param.initial)


def chips_of(K: int) -> dict[str, str]:
    """Return common values of β for K classes: their texts, and how the chips show them.

    >>> chips_of(26)
    {'1/(2(K-1))': '½/(K−1)=1/50', '1/(K-1)': '1/(K−1)=1/25', '0.3': '0.3', '1': '1'}
    """
    found: dict[float, tuple[str, str]] = {}
    for text, name in ((RULE, "½/(K−1)"), ("1/(K-1)", "1/(K−1)"), (BOLD, ""), ("1", "")):
        rule = Expression.parse(text)
        value = value_for(rule, K)
        written = value if FIRST.stream.n_classes == K else text  # there the first learners are written as numbers
        found.setdefault(rule(K), (written, f"{name}={value}" if name else value))
    return dict(found.values())


def _chips(experiment: Experiment, place: int, text: LearnerText) -> None:
    K, beta = experiment.stream.n_classes, text.values[0]
    known = chips_of(K)
    chosen = next((chip for chip in known if abs(Expression.parse(chip)(K) - beta(K)) < 1e-12), None)
    key = bound("chip", chosen)
    st.pills(
        "Common values of β", list(known), default=chosen, key=key, format_func=known.__getitem__,
        label_visibility="collapsed", on_change=_take_chip, args=(place, key, text.spec.params[0].name),
    )  # fmt: skip


def _take_chip(place: int, key: str, name: str) -> None:
    """Set β to the chosen chip; a second click on it changes nothing."""
    value = st.session_state[key]
    if value in chips_of(state.experiment().stream.n_classes) and not outdated(key):
        _set_value(place, "cspa", name, value, later=False)


def plan_words(branch: Branch, K: int) -> str:
    """Return what a branch plays: "CSPA β=1/6 until round 600, then β=1."."""
    then = ", ".join(f"{param.symbol}={value_for(value, K)}" for param, value in branch.changes)
    return f"{branch.learner.words_for(K)} until round {branch.at:,}, then {then}."


def _branch(experiment: Experiment) -> None:
    """Draw the input for the later value of the first branch, below a sentence that says what the branch plays."""
    place = branch_place(experiment)
    if place is None:
        return
    branch = experiment.learners[place]
    assert isinstance(branch, Branch)
    st.caption(escaped(f"Branch: {plan_words(branch, experiment.stream.n_classes)} Change it here:"))
    name = parameter_label(experiment.learners, place, branch.spec.params[first_free(branch.then)])
    _input(experiment, place, branch.then, f"{name} after round {branch.at:,}", later=True)


def branch_place(experiment: Experiment) -> int | None:
    """Return the place of the first branch."""
    return next((place for place, item in enumerate(experiment.learners) if isinstance(item, Branch)), None)


def other_parameters(experiment: Experiment) -> None:
    """Draw a slider for each parameter that has no input above."""
    main, branch = main_place(experiment), branch_place(experiment)
    for place, item in enumerate(experiment.learners):
        parts = [(item.learner, False), (item.then, True)] if isinstance(item, Branch) else [(item, False)]
        for text, later in parts:
            for which, param in enumerate(text.spec.params):
                above = place == branch and which == first_free(text) if later else place == main and which == 0
                if above or (later and param.initial):
                    continue
                label = parameter_label(experiment.learners, place, param)
                if isinstance(item, Branch):
                    label += f" {'after' if later else 'until'} round {item.at:,}"
                _slider(experiment, place, text, which, label, later)
        if item.spec.note:
            st.caption(f"{item.spec.label}: {item.spec.note}")


def _slider(experiment: Experiment, place: int, text: LearnerText, which: int, label: str, later: bool) -> None:
    param, current = text.spec.params[which], str(text.values[which])
    options = choices(param, experiment.stream.n_classes, current)
    key = bound(f"p_{place}_{text.key}_{param.name}_{later}", current)
    st.select_slider(
        label, options, current, key=key, help=param.help,
        on_change=_set_parameter, args=(place, text.key, param.name, key, later),
    )  # fmt: skip


def _set_parameter(place: int, algorithm: str, name: str, key: str, later: bool) -> None:
    if not outdated(key):
        _set_value(place, algorithm, name, st.session_state[key].strip(), later)


def _set_value(place: int, algorithm: str, name: str, value: str, later: bool) -> None:
    """Change a parameter of the learner at this place; if another algorithm plays there, the widget is stale."""

    def changed(experiment: Experiment) -> Experiment:
        learners = list(experiment.learners)
        if place >= len(learners) or learners[place].key != algorithm:
            return experiment
        item, new = learners[place], with_param(learners[place], name, value, later)
        if isinstance(item, Branch) and not isinstance(new, Branch):
            symbol = param_of(item.spec, name).symbol
            state.tell(f"The branch is gone: it would play {symbol}={value} before and after round {item.at:,}.")
        return experiment.but(learners=[*learners[:place], new, *learners[place + 1 :]])

    state.change(changed)
