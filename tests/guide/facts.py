"""What the pages show after the action of each step of the guide, computed by the kernels."""

from dataclasses import replace
from functools import cache

import numpy as np

from cspa_explore.guide.steps import STEPS, query_of
from cspa_explore.inspection.one_round import look
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.inspection.territory import churns
from cspa_explore.player.replay import recorded
from cspa_explore.running.play import play
from cspa_explore.running.run import trial_seed
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.bounds import STATEMENTS
from cspa_explore.theory.cover import cover, search
from cspa_explore.ui.arena import link_keys as arena
from cspa_explore.ui.guide.link_keys import LINK_KEYS
from cspa_explore.ui.microscope import probe as microscope
from cspa_explore.ui.session.arrival import Event, arrive
from cspa_explore.ui.theory import controls as theory
from cspa_explore.ui.theory.presets import PRESETS

PAGES = {"arena": arena.LINK_KEYS, "microscope": microscope.LINK_KEYS, "theory": theory.LINK_KEYS, "guide": LINK_KEYS}
RECENT = 100  # rounds over which redrawing is averaged


def opened(place):
    """Return the arrival by the link of a step."""
    return arrive(query_of(place), None, Event(STEPS[int(place) - 1].page), PAGES)


def experiment_of(place, **changes):
    """Return the experiment of a step, with the changes of its action."""
    return opened(place).session.experiment.but(**changes)


def stream_of(experiment, trial=0):
    """Return the stream of a trial; the pages show the first."""
    return replace(experiment.stream, seed=trial_seed(experiment.stream.seed, trial))


@cache
def traces(experiment, trial=0):
    return play(experiment.learners, stream_of(experiment, trial))


def redrawn(experiment, t):
    """Return the share of its map that the first learner redraws per round, up to round t."""
    return float(churns(recorded(experiment.learners[0], stream_of(experiment))[1])[t - 1 - RECENT : t - 1].mean())


def arena_facts(experiment, t, focus=0):
    """Return the facts of the Arena at round t, as they are shown."""
    found = {"round": f"{t:,}", "who": experiment.names[focus], "sigma": f"{experiment.stream.sigma:g}"}
    for place, (name, trace) in enumerate(zip(experiment.names, traces(experiment), strict=True)):
        found |= {f"name{place}": name, f"ratio{place}": f"{100 * trace.hit[:t].mean():.1f}"}
    marked = traces(experiment)[focus]
    right = int(marked.hit[:t].sum())
    explored = int((marked.y_hat[:t] != marked.y_tilde[:t]).sum())
    return found | {"right": f"{right:,}", "wrong": f"{t - right:,}", "explored": f"{explored:,}"}


def signed(value):
    return f"{value:+.3f}".replace("-", "−")


def scope_facts(experiment, t, told=None):
    """Return the facts of the Microscope at round t of the first learner."""
    seen = look(Rewind(stream_of(experiment), experiment.learners), 0, t, told=told)
    changes = seen.scores_after - seen.scores_before
    others = np.delete(changes, seen.y_tilde)
    return {"look": seen, "round": str(t), "proposal": seen.names[seen.y_tilde],
            "change": signed(changes[seen.y_tilde]), "others": signed(others[0]), "spread": np.ptp(others)}  # fmt: skip


def verdict(preset):
    """Return what the theorem says of a preset of the Theory page."""
    played = first_trial(PRESETS[preset].experiment)
    statement = STATEMENTS["corrected"]
    return cover(statement, played, "best", best=search(statement, played))


def next_exploration(experiment, focus, t):
    marked = traces(experiment)[focus]
    return int(np.flatnonzero(marked.y_hat[t:] != marked.y_tilde[t:])[0]) + t + 1


def after_action(place):
    """Return the sentence of a step after its action; not of the first, which plays on."""
    then = STEPS[int(place) - 1].then
    if place in "23":
        t = int(STEPS[int(place) - 1].query["t"])
        return then.format_map(scope_facts(experiment_of(place), t, told=False if place == "3" else None))
    if place == "4":
        experiment = experiment_of(place)
        return then.format_map(arena_facts(experiment, next_exploration(experiment, 2, 600), focus=2))
    if place == "5":
        return then.format_map(arena_facts(experiment_of(place, sigma=0.25), 4000))
    if place == "6":
        eager = experiment_of(place, learners=["cspa(beta=1)"])
        return then.format_map(arena_facts(eager, 4000) | {"redraws": f"{100 * redrawn(eager, 4000):.1f}"})
    return then.format_map({"reason": verdict("bites").verdict.reason})
