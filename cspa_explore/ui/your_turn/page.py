"""The parts of the page Your turn: the game, its requests, its numbers, and an offer where a set cannot be played."""

from functools import partial
from typing import Any

import streamlit as st

from cspa_explore.charts.turn import turn_chart
from cspa_explore.datasets import DATASETS
from cspa_explore.experiments.command import run_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.game.deal import PICTURES, USUAL, game_experiment, why_not
from cspa_explore.game.outcome import Outcome
from cspa_explore.game.seat import Seat
from cspa_explore.player.component import component
from cspa_explore.results.csv_form import csv_of
from cspa_explore.ui.classroom.from_state import ask_about
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.controls.sidebar import draw_seed, take
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.desk import desk
from cspa_explore.ui.session.questions import question_of
from cspa_explore.ui.shell import below, foot
from cspa_explore.ui.your_turn.link_keys import ROUNDS
from cspa_explore.ui.your_turn.scene import answer, scene
from cspa_explore.ui.your_turn.seats import carry, dealt_game, played_by_rivals, prepare_rivals, seat_of

COMPONENT = "your_turn"


def game_of(experiment: Experiment) -> Experiment:
    """Return the experiment that is played: the shared one, with as many rounds as the page says."""
    return game_experiment(experiment, int(state.view("turns", str(USUAL))))


def play(experiment: Experiment) -> None:
    """Draw the game; after its last round the learners play the same rounds, and everything is revealed."""
    if why := why_not(experiment.stream.info):
        offer_sets(why)
        return
    game = game_of(experiment)
    foot(str(game.stream))
    ask_about(game)
    dealt = dealt_game(game)
    if dealt is None:
        return
    seat = seat_of(game, dealt)
    desk().serve("turn", partial(answer, game, seat))
    outcome = None
    if seat.finished:
        found = played_by_rivals(game, dealt)
        outcome = Outcome(dealt, seat.keys, found) if found else None
    else:
        prepare_rivals(game, dealt)
    component("your_turn")(data=scene(game, seat, outcome), key=COMPONENT, on_question_change=partial(act, seat))
    if outcome is not None:
        with below("turn"):
            numbers(game, outcome)


def act(seat: Seat) -> None:
    """Do what the drawing asks for: start again, draw another seed, or change the number of rounds.

    Other questions, such as that after the last round, only rerun the script.
    """
    question: dict[str, Any] = question_of(COMPONENT)
    kind, value = question.get("kind"), question.get("value")
    if kind == "again":
        seat.start_again()
    elif kind == "seed":
        draw_seed()
    elif kind == "rounds" and isinstance(value, int) and ROUNDS.low <= value <= ROUNDS.high:
        carry(seat)
        state.show(turns=None if value == USUAL else str(value))


def numbers(game: Experiment, outcome: Outcome) -> None:
    """Offer the curves as a Plotly chart, the rounds as a table, files, and the learners' command line."""
    more = st.expander("Data, CSV and command line", key="more_turn", on_change="rerun")
    if not more.open:  # Streamlit runs the body of a closed expander too
        return
    from cspa_explore.charts.plotly_renderer import figure  # imported lazily, because Plotly is slow to import

    with more:
        rivals = outcome.rivals
        chart = turn_chart(rivals.result, rivals.lines, outcome.right, outcome.rounds_frame)
        st.plotly_chart(figure(chart), key="turn_chart", alt=chart.alt)
        table = chart.table()
        st.dataframe(table, key="turn_rounds", hide_index=True)
        rounds, everything, config = st.columns(3)
        files = (
            (rounds, "Rounds as CSV", csv_of(table), "your_turn.csv"),
            (everything, "Everything as JSON", outcome.to_json(), "your_turn.json"),
        )
        for place, label, content, name in files:
            place.download_button(label, content, name, key=f"get_{name}", on_click="ignore", width="stretch")
        settings_download(game, config)
        st.markdown("Play the learners on these rounds from the command line:")
        st.code(run_command(game), language=None, wrap_lines=True)


def offer_sets(why: str) -> None:
    """Say why this data set cannot be played, and offer some that can."""
    st.info(escaped(why))
    if not lesson.shows("data"):
        return
    with st.container(horizontal=True):
        for key in PICTURES:
            st.button(DATASETS[key].name, key=f"turn_{key}", on_click=_take, args=(key,))


def _take(key: str) -> None:
    take(key)
