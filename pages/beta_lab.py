"""β Lab: which value of a parameter to use, for several σ, and each learner at its own best."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.lab.answers import answer, was_used
from cspa_explore.ui.lab.contests import bars_of, contest_plan, contest_work
from cspa_explore.ui.lab.controls import controls
from cspa_explore.ui.lab.follow import followed
from cspa_explore.ui.lab.numbers import numbers
from cspa_explore.ui.lab.picture import beside_of, beside_the_paper, picture, question, told, words_of
from cspa_explore.ui.lab.plan import plan_or_reason
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state
from cspa_explore.ui.shell import below, foot, inside
from cspa_explore.ui.work.follow import progress_bar

inside("beta_lab")
experiment = state.experiment()
with st.container(key="lab_head", horizontal=True, vertical_alignment="center"):
    headline = st.empty()
    subject, fill, sigmas, keys = controls(experiment)
plan, why = plan_or_reason(experiment, subject, fill, sigmas)
if plan is None:
    st.error(escaped(why))
else:
    headline.markdown(f"# {question(plan)}")
    rivals = contest_plan(experiment, keys, fill)
    now = followed(plan, contest_work(rivals), experiment.stream.sigma)
    foot(words_of(now.plan, None if now.job else now.sweep))
    now.offer()

    @st.fragment(run_every=0.2 if now.job else None)
    def lab_picture() -> None:
        """Draw what has been computed so far; while it grows, Streamlit reruns only this fragment."""
        if state.going() or was_used():  # only a full rerun opens another page, or shows a value in the sidebar
            st.rerun()
        ended = now.job is not None and not now.job.status.under_way
        sweep, contest = now.results()
        if now.job:
            now.job.look()
            with st.container(key="lab_progress"):
                progress_bar(now.job, now.what)
        more = {"contest": bars_of(contest, rivals), "waits": now.waits, "restored": state.restored()}
        drawing = picture(now.plan, sweep, experiment) | more | {"beside": beside_of(now.sweep, now.beside)}
        component("lab")(data=drawing, key="lab", on_question_change=lambda: answer(now.plan))
        with below("told"):
            st.markdown(told(now.plan, sweep))
        if ended:  # after the drawing, which need not wait for what comes next
            st.rerun()

    lab_picture()
    if words := beside_the_paper(plan):
        with below("paper"):
            st.caption(words)
    if now.sweep is not None and not now.job:
        with below("lab"):
            numbers(experiment, now.plan, now.sweep, now.contest, rivals.keys)
