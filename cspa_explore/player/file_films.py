"""The films of a replay file: one for the first handle of each learner, as many as fit."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.player.details import FILM
from cspa_explore.player.film import packed_film
from cspa_explore.player.handles import handles
from cspa_explore.player.replay import plane_of
from cspa_explore.running.executor import Progress
from cspa_explore.running.film import film
from cspa_explore.running.film_plan import planned
from cspa_explore.running.run import estimate

SMALLEST = 60_000  # bytes: a smaller film would be too coarse
LONG_REPLAY = 1_500_000  # bytes of a replay beside which a film has no weights
PARTS = 1000  # of a film's progress


class FileFilm(NamedTuple):
    """A film as bytes, and the handle that it belongs to."""

    place: int
    param: str
    data: bytes


def file_films(
    experiment: Experiment,
    replay: int,
    room: int,
    executor: Any = None,
    workers: int = 1,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> list[FileFilm]:
    """Return the films that fit into so many bytes together, beside a replay of `replay` bytes; [] if it was stopped.

    If not all learners' films fit, the first learners have one. A film that would take long is left out.
    """
    stream, learners = experiment.stream, experiment.learners
    count = min(len(learners), max(0, room) // SMALLEST)
    drawn = replay <= LONG_REPLAY and plane_of(stream, list(learners))[0] in ("sectors", "polygons")
    found: list[FileFilm] = []
    for place in range(count):
        each = min(FILM, (room - sum(len(one.data) for one in found)) // (count - place))
        params = handles(learners, place, stream.n_classes)
        param = params[0]["name"] if params else ""
        seconds = estimate([learners[place]], stream, clock=time.thread_time)
        plan = planned(experiment, place, param, seconds, each, drawn, workers)
        if plan is None:
            continue

        def tell(p: Progress, before: int = place) -> None:
            on_progress(Progress(before * PARTS + PARTS * p.done // max(1, p.total), count * PARTS, p.seconds))

        made = film(plan, seconds=seconds, executor=executor, on_progress=tell, should_stop=should_stop)
        if not made.whole:
            return []
        if len(data := packed_film(made, each)) <= each:
            found.append(FileFilm(place, param, data))
    return found
