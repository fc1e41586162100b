"""Theory: whether the paper's theorem covers the run, as printed and corrected, and the paper's errata."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.arena.first_learner import offer_learners
from cspa_explore.ui.session import state
from cspa_explore.ui.shell import below, inside
from cspa_explore.ui.theory.controls import choice_of, controls, presets, scale_slider
from cspa_explore.ui.theory.covered import searched
from cspa_explore.ui.theory.errata_list import errata_list
from cspa_explore.ui.theory.explanation import about_the_data, formulas
from cspa_explore.ui.theory.numbers import numbers
from cspa_explore.ui.theory.picture import covered, picture

inside("theory")
experiment = state.experiment()
st.markdown("# Does the theorem cover this run?")
presets(experiment)
if not experiment.texts:
    offer_learners()
else:
    choice = choice_of(experiment)
    row = controls(experiment, choice)
    found = None
    if run := searched(experiment, choice.which, choice.statement):
        found = covered(run, choice)
        scale_slider(row, choice.comparator, found.scale)
        component("theory")(data=picture(run.experiment.stream, found), key="theory")
    with below("theory"):
        if run:
            about_the_data(run)
        formulas(choice.statement, found)
        if run and found:
            numbers(run.experiment, found)
        errata_list()
