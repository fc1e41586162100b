"""Arena: learners that are told only right or wrong, side by side, in a run that can be rewound."""

import streamlit as st

from cspa_explore.experiments.summary import paired_difference
from cspa_explore.figures.curves import ratio_curves
from cspa_explore.player.component import component
from cspa_explore.ui import state
from cspa_explore.ui.arena import answer, no_learner
from cspa_explore.ui.compute import computed
from cspa_explore.ui.shell import inside

inside("arena")
settings, pin = state.settings(), st.session_state.pin
st.markdown("##### It is only ever told *right* or *wrong*. Watch it learn the classes.")
if not settings.learners:
    no_learner()
    st.stop()
shown = computed(settings, pin)
if shown is None:
    st.stop()
component("arena")(data=shown.replay, key="player", on_question_change=answer)
result = shown.result
first = result.results[0]
words = [f"**{r.learner.words}: {r.words}**" for r in result.results]
spread = f"mean ± sd over {len(result.seeds)} trials" if len(result.seeds) > 1 else "one trial, so no spread is known"
gains = [
    f"{first.learner.words} minus {r.learner.words}: {paired_difference(first, r).words}" for r in result.results[1:]
]
st.markdown(
    f"Right proposals after {result.stream.n_rounds:,} rounds ({spread}): {', '.join(words)}. "
    + ("On the same rows, " + "; ".join(gains) + "." if gains else "")
)
more = st.expander("The same curves as a chart, and the numbers behind them", key="more_numbers", on_change="rerun")
if more.open:  # closed, it would be drawn all the same
    with more:
        recent = st.toggle("Ratio of the last 100 rounds", key="chart_recent")
        alt = "Right proposals so far: " + ", ".join(f"{r.learner.words} {r.words}" for r in result.results)
        st.plotly_chart(ratio_curves(result, lines=shown.lines, recent=recent), key="curves", alt=alt)
        st.dataframe(result.to_frame(), key="numbers", hide_index=True)
        st.download_button(
            "Curves as CSV", lambda: result.curves_frame().to_csv(index=False), "curves.csv", on_click="ignore"
        )
