"""Classroom: the class predicts, the teacher locks the votes, and the seeded run reveals the answer."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.arena.pictures import offer_pictures
from cspa_explore.ui.classroom.asked import asked
from cspa_explore.ui.classroom.decks import place_of_question, shown_deck
from cspa_explore.ui.classroom.editor import deck_editor, question_numbers
from cspa_explore.ui.classroom.page import answer, picture
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import lesson
from cspa_explore.ui.shell import below, foot, inside

inside("classroom")
shown = shown_deck()
place = place_of_question(shown.deck)
question = shown.deck.questions[place - 1]
foot(str(question.experiment))
with below("problem"):  # also without one, so that a problem remounts nothing below it
    if shown.warning:
        st.warning(escaped(shown.warning))
with st.container(key="classroom_row"):
    panel, stage = st.columns([1, 1], gap="medium")
with stage:
    found = asked(question)
    if found:
        component("classroom_stage")(data=found.run.replay, key="classroom_stage")
        offer_pictures(found.run)
with panel:
    component("classroom")(data=picture(shown, question, found), key="classroom", on_question_change=answer)
with below("deck"):
    if lesson.shows("page"):
        deck_editor(shown, place)
    question_numbers(question)
