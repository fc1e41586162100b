"""The browser's next request does not end a script run in the middle of a callback."""

from streamlit.testing.v1 import AppTest


def two_steps():
    import streamlit as st
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    from cspa_explore.ui.session.callbacks import finish_callbacks

    def step_twice():
        get_script_run_ctx().yield_check.__self__.request_stop()  # as the next request does
        st.session_state.first = "done"
        st.session_state.second = "done"

    finish_callbacks()
    st.button("Step", on_click=step_twice)
    st.session_state.drawn = st.session_state.get("drawn", 0) + 1


def test_a_callback_runs_to_its_end_and_then_the_script_run_ends():
    app = AppTest.from_function(two_steps).run()
    app.button[0].click().run()
    assert (app.session_state["first"], app.session_state["second"]) == ("done", "done")
    assert app.session_state["drawn"] == 1, "the run itself has ended: another one follows"
