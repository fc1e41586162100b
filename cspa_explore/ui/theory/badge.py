"""The Arena's line about the theorem: one badge per CSPA run, with a link to the Theory page."""

from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.theorem import first_trial
from cspa_explore.sized_cache import SizedCache
from cspa_explore.theory.bounds import CORRECTED
from cspa_explore.theory.cover import cover, search
from cspa_explore.ui.data.own_cache import kept_apart
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.work.kernels import compilers

QUESTION = "Does the theorem cover this run?"
SMALL = 400_000  # numbers of a run (rounds × classes × features) up to which the badge is computed with the page
SECONDS = 2.0  # for one search, which usually takes a few hundredths


def show_badges(place: DeltaGenerator, experiment: Experiment) -> None:
    """Draw the link to the Theory page with the badges of the CSPA runs; nothing if no CSPA plays.

    Call it last: the search takes some milliseconds per run. Without kernels or for a large run there is only the link.
    """
    runs = [learner for learner in experiment.learners if learner.key == "cspa"]
    if not runs:
        return
    stream = experiment.stream
    size = stream.n_rounds * stream.n_classes * stream.n_features
    quick = size <= SMALL and stream.info.present and compilers().finished
    names = [learner.words_for(stream.n_classes) for learner in runs]
    alone = [replace(experiment, learners=(learner,), trials=1) for learner in runs]
    cache = kept_apart(cached_badges())
    found = [cache.get_or_make(one, partial(badge_of, one)) for one in alone] if quick else []
    badges = [f"{name}: {badge}" for name, badge in zip(names, found, strict=False)]
    label = f"{QUESTION} {escaped(' · '.join(badges))}".rstrip()
    place.page_link("pages/theory.py", label=label, help="The bound of the paper's theorem against the run, and why.")


class Badge(str):
    """A badge in the cache."""

    nbytes = 100


@st.cache_resource(show_spinner=False)
def cached_badges() -> SizedCache:
    """Return the cache of badges, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(256, 2**16)


def badge_of(experiment: Experiment) -> Badge:
    """Return the badge of the first trial of the experiment's one learner."""
    played = first_trial(experiment)
    return Badge(cover(CORRECTED, played, best=search(CORRECTED, played, SECONDS, decide=True)).verdict.badge)
