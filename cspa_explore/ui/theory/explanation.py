"""The statement in formulas, separability, and what Banditron's own bound says."""

import streamlit as st

from cspa_explore.theory.bounds import STATEMENTS, Statement
from cspa_explore.theory.cover import Cover
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.theory.covered import Searched
from cspa_explore.ui.theory.words import (
    FORMULAS,
    GENERAL,
    banditron_words,
    bound_words,
    separability_words,
    statement_words,
)


def about_the_data(run: Searched) -> None:
    """Say whether the data are separable, and what Banditron's own bound promises."""
    st.markdown(escaped(separability_words(run)))
    if words := banditron_words(run.experiment.learners[0], run):
        st.markdown(escaped(words))


def formulas(name: str, found: Cover | None) -> None:
    """Draw the printed and the corrected statement side by side; `name` is the one that the chart shows.

    With a judged run, each says what it claims of the run with the chosen comparator.
    """
    st.markdown("## The statement, as printed and corrected")
    with st.container(key="theory_formulas"):
        for place, (key, statement) in zip(st.columns(len(STATEMENTS), gap="medium"), STATEMENTS.items(), strict=True):
            with place:
                _statement(statement, " (in the chart)" if key == name else "", found)
        st.caption("For every β below 2(1−α)/(K−1), both read, with γ = 2(1−α) − (K−1)β and their own χ and ψ,")
        st.latex(GENERAL)


def _statement(statement: Statement, mark: str, found: Cover | None) -> None:
    """Draw one statement: assumption, bound, constants, and its number for the run."""
    assumption, constants, theirs = FORMULAS[statement.key]
    title = {"printed": "As printed", "corrected": "Corrected"}[statement.key]
    st.markdown(f"### {title}{mark}\n{escaped(statement_words(statement))}")
    parts = (
        ("If the comparator u satisfies, in every round t,", assumption),
        ("then with β = (1−α)/(K−1) the losses of CSPA satisfy", theirs),
        ("The constants of the proof are", constants),
    )
    for words, formula in parts:
        st.caption(words)
        st.latex(formula)
    if found is not None and (words := bound_words(statement, found)):
        st.markdown(escaped(words))
