"""β Lab: the final ratio against a parameter, for several σ, beside the range that the theory speaks of."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.lab import sweeps as lab
from cspa_explore.ui.lab.picture import beside_the_paper, picture, told, words_of
from cspa_explore.ui.lab.plan import plan_of
from cspa_explore.ui.session import state
from cspa_explore.ui.shell import foot, going, inside
from cspa_explore.ui.work.jobs import progress_bar

inside("beta_lab")
settings = state.experiment()
st.markdown("##### Which value? Right proposals after the last round, for several σ.")
subject, fill = lab.controls()
plan = plan_of(settings, subject, fill)
now = lab.sweeping(plan)
foot(words_of(plan, None if now.job else now.result))
if words := beside_the_paper(plan):
    st.caption(words)
if now.waits:
    lab.offer(plan, now.result)


@st.fragment(run_every=0.4 if now.job else None)
def sweep_picture() -> None:
    """Draw the sweep as far as it is; while it grows, this part of the page runs alone."""
    result = now.result
    if going():  # a point was clicked: the whole page has to go
        st.rerun()
    if now.job:
        now.job.look()
        if now.job.done:
            st.rerun()
        progress_bar(now.job)
        result = now.job.seen[0]
    component("lab")(data=picture(plan, result), key="lab", on_question_change=lambda: lab.answer(plan))
    st.markdown(told(plan, result))


sweep_picture()
if now.result is not None and not now.job:
    lab.numbers(settings, plan, now.result)
