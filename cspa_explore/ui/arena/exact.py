"""The exact run of a handle's values, answered at once; the script run that follows finds it in the cache."""

from collections.abc import Mapping
from functools import partial

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.arena.answers import handled
from cspa_explore.ui.arena.runs import ArenaRun, cached_runs, compute, is_small, kernels_of
from cspa_explore.ui.data.own_cache import OwnCache, kept_apart
from cspa_explore.ui.session.changes import within_limits
from cspa_explore.ui.session.desk import desk
from cspa_explore.ui.work.kernels import compilers


def offer_run(shown: ArenaRun, pin: Experiment | None) -> None:
    """Let the browser ask for runs that differ from this one in a handle's values."""
    desk().serve("run", partial(answer, shown.experiment, pin, cache=kept_apart(cached_runs())))


def answer(
    experiment: Experiment, pin: Experiment | None, query: Mapping[str, str], cache: OwnCache | None = None
) -> bytes:
    """Return the replay of the experiment with a handle's values; nothing if it takes long, or if they are refused."""
    try:
        numbers = {"place": int(query["place"]), "sigma": float(query["sigma"])}
        wanted = within_limits(handled(experiment, dict(query) | numbers))
    except (KeyError, ValueError, UserError):
        return b""  # the script run says why
    played = [wanted, *([pin] if pin else [])]
    ready = compilers().wait(kernels_of(*played), should_stop=lambda: True)
    if not ready or not all(map(is_small, played)):
        return b""
    runs = cached_runs() if cache is None else cache
    found = runs.get((wanted, pin))
    if found is None:
        found = compute(wanted, pin, lambda progress: None, lambda part: None, lambda: False)
        if found is None or found.partial:
            return b""
        runs[(wanted, pin)] = found
    replay: bytes = found.replay
    return replay
