"""The statement in formulas, separability, and what Banditron's own bound says."""

import streamlit as st

from cspa_explore.theory.bounds import STATEMENTS
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.theory.covered import Searched
from cspa_explore.ui.theory.words import FORMULAS, GENERAL, banditron_words, separability_words, statement_words


def about_the_data(run: Searched) -> None:
    """Say whether the data are separable, and what Banditron's own bound promises."""
    st.markdown(escaped(separability_words(run)))
    if words := banditron_words(run.experiment.learners[0], run):
        st.markdown(escaped(words))


def formulas(name: str) -> None:
    """Draw the printed or the corrected statement with its assumption."""
    st.markdown(f"## The statement\n{escaped(statement_words(STATEMENTS[name]))}")
    assumption, constants, theirs = FORMULAS[name]
    parts = (
        ("If the comparator u satisfies, in every round t,", assumption),
        ("then with β = (1−α)/(K−1) the losses of CSPA satisfy", theirs),
        ("and for every β below 2(1−α)/(K−1)", GENERAL),
        ("with γ = 2(1−α) − (K−1)β and", constants),
    )
    with st.container(key="theory_formulas"):
        for words, formula in parts:
            st.caption(words)
            st.latex(formula)
