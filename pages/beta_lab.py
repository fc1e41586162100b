"""β Lab: the final ratio against a parameter, for several σ, beside the range that the theory speaks of."""

import streamlit as st

from cspa_explore.figures.sweeps import sweep_curves, sweep_map
from cspa_explore.player.component import component
from cspa_explore.ui import lab, state
from cspa_explore.ui.jobs import progress_bar
from cspa_explore.ui.shell import going, inside

inside("beta_lab")
settings = state.settings()
st.markdown("##### Which value? Right proposals after the last round, for every value and several σ.")
subject, fill = lab.controls()
plan = lab.plan_of(settings, subject, fill)
now = lab.sweeping(plan)
if now.waits:
    lab.offer(plan, now.result)


@st.fragment(run_every=0.4 if now.job else None)
def picture() -> None:
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
    component("lab")(data=lab.picture(plan, result), key="lab", on_question_change=lambda: lab.answer(plan))
    st.markdown("\n".join(f"- {sentence}" for sentence in lab.sentences(plan, result)))


picture()
if now.result is not None and not now.job:
    with st.expander("The same as charts, and the numbers behind them"):
        st.plotly_chart(sweep_curves(now.result), key="sweep_curves", alt=" ".join(lab.sentences(plan, now.result)))
        st.plotly_chart(sweep_map(now.result), key="sweep_map", alt="The same as a map of σ and the parameter")
        st.dataframe(now.result.to_frame(), key="sweep_numbers", hide_index=True)
        st.download_button("Numbers as CSV", now.result.to_frame().to_csv(index=False), "sweep.csv", on_click="ignore")
        st.download_button("Everything as JSON", now.result.to_json(), "sweep.json", on_click="ignore")
        st.code(lab.command(plan), language="bash")
