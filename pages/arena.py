"""Arena: several learners side by side on the same rounds, in a run that can be rewound."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.arena.answers import answer
from cspa_explore.ui.arena.exact import offer_run
from cspa_explore.ui.arena.film import offer_film
from cspa_explore.ui.arena.first_learner import offer_learners
from cspa_explore.ui.arena.numbers import numbers, pinned_line, result_line
from cspa_explore.ui.arena.pictures import offer_pictures
from cspa_explore.ui.arena.replay_files import offer_file
from cspa_explore.ui.arena.runs import arena_run
from cspa_explore.ui.session import state
from cspa_explore.ui.shell import below, inside
from cspa_explore.ui.theory.badge import show_badges

inside("arena")
experiment = state.experiment()
if not experiment.texts:
    offer_learners()
elif shown := arena_run(experiment, state.pinned()):
    component("arena")(data=shown.replay, key="player", on_question_change=answer)
    with below("arena"):
        st.markdown(result_line(shown.result))
        theorem = st.container()
        if shown.pinned:
            st.markdown(pinned_line(shown.pinned))
        numbers(shown)
    offer_pictures(shown)
    offer_run(shown, state.pinned())
    offer_film(shown)
    offer_file(shown)
    show_badges(theorem, shown.experiment)  # after everything that the player needs
