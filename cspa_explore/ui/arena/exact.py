"""The exact run of a handle's values, answered at once; the script run that follows finds it in the cache.

With a kernel, the sampled regions of the values under a handle that rests are answered, too.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.player.instances import run_id
from cspa_explore.player.replay import plane_of
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.arena.answers import handled
from cspa_explore.ui.arena.pictures import kernel_runs, sampled
from cspa_explore.ui.arena.runs import ArenaRun, cached_runs, compute, is_small, kernels_of
from cspa_explore.ui.data.own_cache import OwnCache, kept_apart
from cspa_explore.ui.session.changes import within_limits
from cspa_explore.ui.session.desk import desk
from cspa_explore.ui.work.kernels import compilers


def offer_run(shown: ArenaRun, pin: Experiment | None) -> None:
    """Let the browser ask for runs that differ from this one in a handle's values."""
    desk().serve("run", partial(answer, shown.experiment, pin, cache=kept_apart(cached_runs())))
    desk().serve("regions", partial(regions, shown.experiment, cache=kept_apart(kernel_runs())))


def regions(experiment: Experiment, query: Mapping[str, str], cache: OwnCache | None = None) -> bytes:
    """Return the regions of round t with a handle's values, sampled in the first trial; nothing if they are refused.

    At another σ the instances come too.
    """
    wanted, shown = _wanted(experiment, query), _first_trial(experiment.stream)
    if wanted is None or query.get("run") != run_id(shown, experiment.learners):
        return b""
    if plane_of(wanted.stream, list(wanted.learners))[0] != "grid":
        return b""
    if not compilers().wait(kernels_of(wanted), should_stop=lambda: True):
        return b""
    stream = _first_trial(wanted.stream)
    return sampled(stream, wanted.learners, query, stream.sigma != shown.sigma, cache)


def _first_trial(stream: Stream) -> Stream:
    return replace(stream, seed=trial_seed(stream.seed, 0))


def _wanted(experiment: Experiment, query: Mapping[str, str]) -> Experiment | None:
    """Return the experiment with a handle's values; None if they are refused."""
    try:
        numbers = {"place": int(query["place"]), "sigma": float(query["sigma"])}
        return within_limits(handled(experiment, dict(query) | numbers))
    except (KeyError, ValueError, UserError):
        return None  # the script run says why


def answer(
    experiment: Experiment, pin: Experiment | None, query: Mapping[str, str], cache: OwnCache | None = None
) -> bytes:
    """Return the replay of the experiment with a handle's values; nothing if it takes long, or if they are refused."""
    wanted = _wanted(experiment, query)
    if wanted is None:
        return b""
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
