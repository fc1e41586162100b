"""Playing a table's data sets on this machine: in the background, with progress and cancellation."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from cspa_explore.learners.kernels import Unit, units_of
from cspa_explore.paper import shipped
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.playing import Job as Task
from cspa_explore.paper.playing import Reproduction, jobs_of, reproduce
from cspa_explore.paper.published import paper_set
from cspa_explore.results.points import points
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.lab.sweeps import duration
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.work.follow import follow, job_of, offer, show_progress
from cspa_explore.ui.work.job import Job, LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.results_store import results_store
from cspa_explore.ui.work.status import State

CACHE_BYTES = 2**26
AT_ONCE = 60.0  # estimated seconds on one core up to which a click starts the run without a second one
WANTED = "paper_wanted"  # the tasks that the user has asked for


@dataclass(frozen=True, eq=False)
class Live:
    """What was played here."""

    reproduction: Reproduction

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return the cells."""
        return self.reproduction.cells

    @property
    def partial(self) -> bool:
        """Say whether something has not been played."""
        return self.reproduction.partial

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        return sum(cell.hits.nbytes + cell.windows.nbytes for cell in self.cells)


@st.cache_resource(show_spinner=False)
def cached_tables() -> SizedCache:
    """Return the cache of what was played here, which all sessions share."""
    return SizedCache(64, CACHE_BYTES)


def tasks_of(table: int, variant: str, datasets: Sequence[str] = ()) -> tuple[Task, ...]:
    """Return the tasks for the paper's learners on the data sets that are on this machine."""
    return tuple(jobs_of(table, tuple(datasets), variants=(variant,)))


def live_work(tasks: tuple[Task, ...]) -> LongWork:
    """Return the tasks as long work."""
    return LongWork(
        kind="paper",
        key=tasks,
        work=partial(compute, tasks, cached_tables()),
        cache=cached_tables(),
        whole=lambda live: not live.partial,
        kernels=partial(kernels_of, tasks),
        estimate=lambda: sum(task.seconds for task in tasks),
        at_once=AT_ONCE,
        stays=True,
    )


def kernels_of(tasks: Sequence[Task]) -> set[Unit]:
    """Return the kernels that the tasks need."""
    return {unit for task in tasks for unit in units_of(task.learners, task.stream.storage)}


def compute(tasks: Sequence[Task], cache: SizedCache, tell: Tell, show: Show, stop: Stop) -> Live:
    """Play the tasks; each one that is complete is cached for itself, too."""

    def done(task: Task, cells: tuple[Cell, ...]) -> None:
        if len(tasks) > 1:
            cache[(task,)] = Live(Reproduction(cells, task.rounds, sum(cell.seconds for cell in cells)))

    store = results_store()
    with pool().share() as executor:
        found = reproduce(tasks, executor=executor, on_progress=tell, on_job=done, should_stop=stop, store=store)
    return Live(found)


def live_panel(tasks: tuple[Task, ...], label: str, key: str) -> Live | None:
    """Draw the button that plays the tasks or, once clicked, the progress and the result; return the result."""
    if not tasks:
        return None
    if (job := reading(tasks[0].table, tasks[0].variant)) is not None:
        show_progress(job, "Reading stored results: ")
        return None
    work = live_work(tasks)
    known: Live | None = work.cache.get(work.key)
    if known is None and st.session_state.get(WANTED) != tasks and job_of(work) is None:
        st.button(f"{label}: {size_words(tasks)}", key=key, on_click=_want, args=(tasks,))
        return None
    status = follow(work)
    if status.needs_click:
        how = "Cancelled. " if status.state is State.CANCELLED else ""
        offer(work, status, f"{how}It takes {duration(status.seconds)}.", "Start", f"{key}_start")
    elif (job := job_of(work)) is not None:
        show_progress(job, f"{', '.join(dict.fromkeys(name_of(task) for task in tasks))}: ")
    if status.state is not State.DONE:
        return None
    live: Live = status.result
    st.success(escaped(compared(live)), icon=":material/check:")
    return live


def _want(tasks: tuple[Task, ...]) -> None:
    st.session_state[WANTED] = tasks


def name_of(task: Task) -> str:
    """Return the name of a task's data set."""
    return paper_set(task.table, task.dataset).name


def size_words(tasks: Sequence[Task]) -> str:
    """Return how many runs the tasks have, and how long they took where the shipped results were recorded."""
    names = [(task.table, task.dataset, key, task.variant) for task in tasks for key in task.learners]
    found = [shipped.cell(*name) for name in names]
    known = sum(cell.seconds for cell in found if cell is not None) if all(found) else None
    return f"{sum(task.runs for task in tasks):,} runs" + (f", {duration(known)}" if known else "")


def compared(live: Live) -> str:
    """Return how many runs agree with the shipped results, as sentences."""
    same = other = 0
    largest = 0.0
    for cell in live.cells:
        before = shipped.cell(*cell.name)
        if before is None or before.hits.shape != cell.hits.shape:
            continue
        same += int((cell.hits == before.hits).sum())
        other += int((cell.hits != before.hits).sum())
        largest = max(largest, float(np.abs(cell.ratio.mean(axis=1) - before.ratio.mean(axis=1)).max()))
    how = live.reproduction
    speed = f"Played here in {how.seconds:.1f} s ({how.rounds_per_second / 1e6:.2f} million rounds/s)."
    speed = speed if how.rounds else "Played here earlier, and read from the stored results."
    if not same + other:
        return f"{speed} There is no shipped result to compare with."
    agree = f"{same:,} of {same + other:,} runs have exactly as many right proposals as the shipped results"
    differ = f"; means differ by at most {points(largest)} points" if other else ""
    return f"{speed} {agree}{differ}."


def live_cells(table: int, variant: str) -> tuple[Cell, ...]:
    """Return cells that are not shipped but were played here, also before the server started.

    What is not cached is read from the store in the background; `reading` returns the job while that takes long.
    """
    tasks, cache = not_shipped(table, variant), cached_tables()
    if any(cache.get((task,)) is None for task in tasks):
        follow(stored_work(tasks))
    found = [cache.get((task,)) for task in tasks]
    return tuple(cell for live in found if live is not None for cell in live.cells if shipped.cell(*cell.name) is None)


def not_shipped(table: int, variant: str) -> tuple[Task, ...]:
    """Return the tasks on this machine for which at least one cell is not shipped."""
    found = tasks_of(table, variant)
    return tuple(t for t in found if any(shipped.cell(table, t.dataset, key, variant) is None for key in t.learners))


def stored_work(tasks: tuple[Task, ...]) -> LongWork:
    """Return the work that reads the tasks' cells from the store and plays nothing."""
    cache = cached_tables()
    return LongWork("paper_stored", tasks, partial(read_stored, tasks, cache), cache, lambda live: not live.partial)


def read_stored(tasks: Sequence[Task], cache: SizedCache, tell: Tell, show: Show, stop: Stop) -> Live:
    """Read the tasks' cells from the store; each task that is complete is cached for itself, too."""
    store = results_store()
    found = {task: reproduce([task], store=store, should_stop=lambda: True) for task in tasks}
    for task, one in found.items():
        if not one.partial:
            cache[(task,)] = Live(one)
    cells = tuple(cell for one in found.values() for cell in one.cells)
    return Live(Reproduction(cells, 0, 0.0, any(one.partial for one in found.values())))


def reading(table: int, variant: str) -> Job | None:
    """Return the session's job that reads stored cells; None if there is none."""
    return job_of(stored_work(not_shipped(table, variant)))
