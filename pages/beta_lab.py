"""β Lab: the final ratio against a parameter, for several σ, with the theory range."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.lab.controls import answer, controls
from cspa_explore.ui.lab.numbers import numbers
from cspa_explore.ui.lab.picture import beside_the_paper, picture, told, words_of
from cspa_explore.ui.lab.plan import plan_of
from cspa_explore.ui.lab.sweeps import offer_sweep, work_of
from cspa_explore.ui.session import state
from cspa_explore.ui.shell import foot, going, inside
from cspa_explore.ui.work.follow import follow, job_of, progress_bar

inside("beta_lab")
experiment = state.experiment()
st.markdown("##### Which value? Right proposals after the last round, for several σ.")
subject, fill = controls()
plan = plan_of(experiment, subject, fill)
work = work_of(plan)
status, job = follow(work), job_of(work)
foot(words_of(plan, None if job else status.result))
if words := beside_the_paper(plan):
    st.caption(words)
if status.needs_click:
    offer_sweep(work, plan, status)


@st.fragment(run_every=0.4 if job else None)
def sweep_picture() -> None:
    """Draw the sweep as computed so far; while it grows, Streamlit reruns only this fragment."""
    if going():  # a point was clicked: only a full rerun opens another page
        st.rerun()
    result = status.result
    if job:
        job.look()
        if not job.status.under_way:
            st.rerun()
        progress_bar(job)
        result = job.status.result
    component("lab")(data=picture(plan, result), key="lab", on_question_change=lambda: answer(plan))
    st.markdown(told(plan, result))


sweep_picture()
if status.result is not None and not job:
    numbers(experiment, plan, status.result)
