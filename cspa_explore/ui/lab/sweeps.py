"""The β Lab's work: sweeps in the background, the page's controls, and everything to take away."""

import time
from dataclasses import replace
from os import cpu_count
from typing import Any

import streamlit as st

from cspa_explore.experiments.command import sweep_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.results.sweep import SweepResult
from cspa_explore.running.run import estimate
from cspa_explore.running.sweep import sweep
from cspa_explore.ui.arena.runs import pool
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.controls.sidebar import bound
from cspa_explore.ui.lab.picture import charts_of
from cspa_explore.ui.lab.plan import run_of, subjects
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.session import state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import known_or, share
from cspa_explore.ui.shell import go
from cspa_explore.ui.work.cache import Kept
from cspa_explore.ui.work.jobs import Job, job_for

FILLS = {"quick": "Quick: 3 seeds", "full": "Full: 10 seeds", "paper": "Paper's grid"}
USUAL = {"lab": "cspa", "fill": "full"}
LINK_KEYS = (
    LinkKey("lab", known_or(subjects(), USUAL["lab"]), server=True),
    LinkKey("fill", known_or(FILLS, USUAL["fill"]), server=True),
    LinkKey("alpha", share),
)
KEPT_BYTES = 2**25  # of the sweeps that are kept for all sessions
LONGEST_TRY = 2.0  # seconds after which no further try is made at how long a sweep takes
AT_ONCE = 10.0  # seconds on one core up to which a sweep begins by itself


@st.cache_resource(show_spinner=False)
def _kept() -> Kept:
    return Kept(32, KEPT_BYTES)


@st.cache_data(show_spinner=False, hash_funcs={Plan: repr}, max_entries=64)
def seconds_of(plan: Plan) -> float:
    """Return about how long the sweep takes on one core: the best of three tries, a short one may stumble."""
    stream = replace(plan.stream, sigma=plan.sigmas[-1])
    together = [plan.learner.replace(**{plan.param: value}) for value in plan.values[::4]]  # they share their rows
    cells = -(-len(plan.values) * len(plan.sigmas) // len(together))
    tries: list[float] = []
    start = time.monotonic()
    while len(tries) < 3 and time.monotonic() - start < LONGEST_TRY:
        tries.append(estimate(together, stream, plan.trials, cells))
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
            return sweep(plan, executor=workers, on_progress=tell, on_cells=show, should_stop=stop)

    job = job_for(plan, work)
    job.seen = seen
    return job


def begin(plan: Plan) -> None:
    """Start what waits: the user wants it."""
    st.session_state.lab_started = plan
    st.session_state.pop("lab_cancelled", None)


def controls() -> tuple[str, str]:
    """Draw the page's own controls; return what is swept and how finely."""
    names = subjects()
    left, right = st.columns([2, 3])
    now, how = (state.view(name, usual) for name, usual in USUAL.items())
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
    state.show(**{name: None if value == USUAL[name] else value for name, value in chosen.items()})


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
    go("arena", run_of(plan, state.experiment(), sigma, value))


def numbers(settings: Experiment, plan: Plan, result: SweepResult) -> None:
    """Offer the sweep as ordinary charts, the table behind them, and everything to take away."""
    more = st.expander("The same as charts, and the numbers behind them", key="more_sweep", on_change="rerun")
    if more.open:  # closed, it would be drawn all the same
        from cspa_explore.charts.plotly_renderer import figure  # Plotly is imported when it is needed

        with more:
            curves, cells = charts_of(plan, result)
            st.plotly_chart(figure(curves), key="sweep_curves", alt=curves.alt)
            st.plotly_chart(figure(cells, dark=st.context.theme.type == "dark"), key="sweep_map", alt=cells.alt)
            st.dataframe(curves.table(), key="sweep_numbers", hide_index=True)
            _downloads(settings, plan, result)


def _downloads(settings: Experiment, plan: Plan, result: SweepResult) -> None:
    """Offer the numbers and the plan as files, and the command line that gives them."""
    table, everything, config = st.columns(3)
    files = (
        (table, "Numbers as CSV", result.to_frame().to_csv(index=False), "sweep.csv"),
        (everything, "Everything as JSON", result.to_json(), "sweep.json"),
    )
    for place, label, content, name in files:
        place.download_button(label, content, name, key=f"get_{name}", on_click="ignore", width="stretch")
    settings_download(settings, config, plan)
    st.markdown("The same numbers from the command line:")
    st.code(sweep_command(plan), language=None, wrap_lines=True)
