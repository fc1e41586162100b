"""What the β Lab plays and shows: one parameter of one learner against several σ."""

from dataclasses import dataclass, replace
from os import cpu_count
from typing import Any

import numpy as np
import streamlit as st

from cspa_explore.algorithms import ALGORITHMS, Param
from cspa_explore.datasets import spec_of
from cspa_explore.experiments.branch import Branch
from cspa_explore.experiments.reading import range_reading, reading
from cspa_explore.experiments.run import estimate
from cspa_explore.experiments.sweep import SweepResult, sweep
from cspa_explore.figures.theme import SIGMA_LOOKS
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of
from cspa_explore.ui import state
from cspa_explore.ui.command import command_of
from cspa_explore.ui.compute import pool
from cspa_explore.ui.jobs import Job, job_for
from cspa_explore.ui.kept import Kept
from cspa_explore.ui.link import to_query
from cspa_explore.ui.plain import plain
from cspa_explore.ui.settings import MOST_LEARNERS, Settings
from cspa_explore.ui.shell import go
from cspa_explore.ui.sidebar import bound

FILLS = {"quick": "Quick: 3 seeds", "full": "Full: 10 seeds", "paper": "The paper's grid: 10 seeds"}
AT_ONCE = 10.0  # seconds on one core up to which a sweep begins by itself


@dataclass(frozen=True)
class Plan:
    """What is swept."""

    settings: Settings  # everything but σ and the parameter; its learners do not matter
    learner: LearnerText
    param: str
    values: tuple[float, ...]
    sigmas: tuple[float, ...]
    trials: int


def subjects() -> dict[str, tuple[str, Param]]:
    """Return the parameters that can be swept, by their name in a link: the first one of each algorithm.

    >>> list(subjects())[:2]
    ['cspa', 'banditron']
    """
    found = {}
    for key, spec in ALGORITHMS.items():
        free = [param for param in spec.params if not param.initial]
        if free:
            found[key] = (f"{free[0].symbol} of {spec.label}", free[0])
    return found


def plan_of(settings: Settings, subject: str, fill: str) -> Plan:
    """Return the plan: values and σ that make sense for the data set."""
    param = subjects()[subject][1]
    K = settings.stream.n_classes
    mine = [item for item in settings.items if item.key == subject and not isinstance(item, Branch)]
    learner = mine[0] if mine else LearnerText.of(subject)
    values = param.values(K) if fill == "paper" else values_of(param, K)
    sigmas = set(spec_of(settings.dataset)[0].sigmas.figure) | {settings.sigma}
    plain = replace(settings, learners=(), trials=1, sigma=0.0)
    return Plan(plain, learner, param.name, values, tuple(sorted(sigmas)), 3 if fill == "quick" else 10)


def values_of(param: Param, K: int) -> tuple[float, ...]:
    """Return values for a smooth curve: β in steps of 0.05 with the theory's fractions, others 1, 2, 5 a decade."""
    if param.name == "beta" and param.high == 1:
        fractions = {1 / (2 * (K - 1)), 1 / (K - 1), min(1.0, 2 / (K - 1))}
        found = {0.02, *(i / 20 for i in range(1, 21)), *fractions}
    else:
        grid = [value for value in param.values(K) if value > 0]
        decades = [m * 10.0**e for e in range(-9, 10) for m in (1, 2, 5)]
        found = {v for v in decades if 0.999 * min(grid) <= v <= 1.001 * max(grid)} | set(grid)
    inside = [v for v in found if param.low < v < param.high or (v == param.high and param.high_allowed)]
    return tuple(sorted({round(v, 12) for v in inside}))


@st.cache_resource(show_spinner=False)
def _kept() -> Kept:
    return Kept(32)


@st.cache_data(show_spinner=False, hash_funcs={Plan: repr}, max_entries=64)
def seconds_of(plan: Plan) -> float:
    """Return about how long the sweep takes on one core: the best of three tries, a short one may stumble."""
    stream, cells = replace(plan.settings.stream, sigma=plan.sigmas[-1]), len(plan.values) * len(plan.sigmas)
    tries: list[float] = []
    while len(tries) < 3 and sum(tries) < 100 * AT_ONCE:
        tries.append(estimate([plan.learner], stream, plan.trials, cells))
    return min(tries)


class Sweeping:
    """A sweep that is there, under way, or waits to be started."""

    def __init__(self, result: SweepResult | None, job: Job | None, waits: bool = False) -> None:
        self.result, self.job, self.waits = result, job, waits


def sweeping(plan: Plan) -> Sweeping:
    """Return the sweep as far as it is; a short one begins by itself."""
    known: SweepResult | None = _kept().get(plan)
    job: Job | None = st.session_state.get("job")
    if known is not None and not known.partial:
        return Sweeping(known, None)
    if job is not None and job.key == plan:
        if not job.done:
            job.look()
            return Sweeping(job.seen[0], job)
        del st.session_state["job"]
        if job.error:
            st.error(plain(job.error))
        known = job.answer or known
        if known is not None:
            _kept()[plan] = known
        if known is None or known.partial:
            st.session_state.lab_cancelled = plan
        return Sweeping(known, None, waits=known is None or known.partial)
    if st.session_state.get("lab_cancelled") == plan or (
        seconds_of(plan) > AT_ONCE and st.session_state.get("lab_started") != plan
    ):
        return Sweeping(known, None, waits=True)
    return Sweeping(known, start(plan))


def start(plan: Plan) -> Job:
    """Begin the sweep in the background; `seen` grows with it."""
    seen: list[Any] = [None]

    def work(tell: Any, stop: Any) -> SweepResult:
        def show(part: Any) -> None:
            seen[0] = part

        with pool() as workers:
            return sweep(
                plan.learner, plan.param, plan.values, plan.sigmas, plan.settings.stream, plan.trials,
                executor=workers, on_progress=tell, on_cells=show, should_stop=stop,
            )  # fmt: skip

    job = job_for(plan, work)
    job.seen = seen
    return job


def begin(plan: Plan) -> None:
    """Start what waits: the user wants it."""
    st.session_state.lab_started = plan
    st.session_state.pop("lab_cancelled", None)


def controls() -> tuple[str, str]:
    """Draw the page's own controls; return what is swept and how finely."""
    names, view = subjects(), st.session_state.view
    left, right = st.columns([2, 3])
    now, how = _known(view.get("lab"), names, "cspa"), _known(view.get("fill"), FILLS, "full")
    left.selectbox(
        "Parameter", list(names), list(names).index(now), key=bound("subject", now), on_change=_chosen,
        format_func=lambda key: names[key][0], help="The learner is the sidebar's if it plays there.",
    )  # fmt: skip
    right.segmented_control(
        "How finely", list(FILLS), default=how, key=bound("fill", how), on_change=_chosen,
        format_func=lambda key: FILLS[key], required=True,
    )  # fmt: skip
    return now, how


def _chosen() -> None:
    """Keep what was chosen; what is usual is left out of the link."""
    chosen = {"lab": st.session_state.w_subject, "fill": st.session_state.w_fill}
    usual = {"lab": "cspa", "fill": "full"}
    st.session_state.view = {name: value for name, value in chosen.items() if value not in (None, usual[name])}


def _known(value: str | None, names: dict[str, Any], default: str) -> str:
    if value is not None and value not in names:
        rule = f"it must be one of {', '.join(names)}"
        st.toast(plain(f"'{value[:20]}' in the link is now {default}: {rule}."), duration="long")
        st.session_state.view = {name: known for name, known in st.session_state.view.items() if known != value}
    return value if value is not None and value in names else default


def offer(plan: Plan, result: SweepResult | None) -> None:
    """Say how long the sweep would take, or that it was cancelled, and offer to start it."""
    seconds = seconds_of(plan) / (cpu_count() or 1)
    took = f"about {seconds:.0f} seconds" if seconds < 90 else f"about {seconds / 60:.0f} minutes"
    what = f"{len(plan.sigmas)} σ × {len(plan.values)} values × {plan.trials} seeds take {took}."
    text, button = st.columns([4, 1], vertical_alignment="center")
    text.info(f"{'Cancelled. ' if result is not None else ''}{what}")
    button.button("Start", key="lab_start", type="primary", width="stretch", on_click=begin, args=(plan,))


def answer(plan: Plan) -> None:
    """Open the run of a point in the Arena."""
    question = st.session_state.lab.get("question") or {}
    sigma, value = plan.sigmas[int(question.get("i", 0))], plan.values[int(question.get("j", 0))]
    go("arena", run_of(plan, state.settings(), sigma, value))


def command(plan: Plan) -> str:
    """Return the command line that gives the same numbers."""
    listed = {"values": plan.values, "sigmas": plan.sigmas}
    many = [f"--{name} {','.join(repr(float(number)) for number in numbers)}" for name, numbers in listed.items()]
    settings = replace(plan.settings, learners=(str(plan.learner),), trials=plan.trials)
    return " ".join([command_of("sweep", settings), f"--param {plan.param}", *many])


def picture(plan: Plan, result: SweepResult | None) -> dict[str, Any]:
    """Return what is drawn, as plain values."""
    stream = plan.settings.stream
    param = param_of(plan.learner.spec, plan.param)
    K = stream.n_classes
    empty = np.full((len(plan.sigmas), len(plan.values)), np.nan)
    mean, sd = (empty, empty) if result is None else (result.mean, result.sd)
    theory = plan.learner.key == "cspa" and param.name == "beta"
    return {
        "K": K, "T": stream.n_rounds, "symbol": param.symbol, "label": plan.learner.spec.label,
        "values": list(plan.values), "sigmas": list(plan.sigmas), "mean": _plain(mean), "sd": _plain(sd),
        "trials": plan.trials, "chance": 1 / K, "log": not theory, "theory": theory,
        "noise": spec_of(plan.settings.dataset)[0].noise, "looks": [list(look) for look in SIGMA_LOOKS],
    }  # fmt: skip


def sentences(plan: Plan, result: SweepResult | None) -> list[str]:
    """Return what the picture shows."""
    if result is None:
        return []
    found = reading(result)
    if plan.learner.key == "cspa" and plan.param == "beta":
        text = range_reading(result, 1 / (plan.settings.stream.n_classes - 1))
        found += [text] if text else []
    return found


def run_of(plan: Plan, settings: Settings, sigma: float, value: float) -> dict[str, str]:
    """Return the query of the Arena with exactly the run of a point: same seed, same trials."""
    learner = str(plan.learner.replace(**{plan.param: value}))
    others = [text for text in settings.learners if text not in (learner, str(plan.learner))]
    learners = (learner, *others[: MOST_LEARNERS - 1])
    return {"v": "1", **to_query(replace(settings, sigma=sigma, learners=learners, trials=plan.trials))}


def _plain(table: np.ndarray) -> list[list[float | None]]:
    return [[None if np.isnan(v) else float(v) for v in row] for row in table]
