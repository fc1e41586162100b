"""The statement in formulas, separability, and what Banditron's own bound says."""

import streamlit as st

from cspa_explore.theory.cover import Cover
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.theory.covered import Searched
from cspa_explore.ui.theory.words import FORMULAS, GENERAL, banditron_words, separability_words, statement_words


def explanation(run: Searched, found: Cover) -> None:
    """Draw the statement with its assumption, and sentences about the data."""
    st.markdown(escaped(separability_words(run)))
    if words := banditron_words(run.experiment.learners[0], run):
        st.markdown(escaped(words))
    st.markdown(f"## The statement\n{escaped(statement_words(found.statement))}")
    assumption, constants, theirs = FORMULAS[found.statement.key]
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
