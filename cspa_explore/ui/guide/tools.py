"""The tools at the head of every page: guide, link, present and help, as a component."""

from collections.abc import Collection
from functools import cache
from typing import Any

from cspa_explore.guide.glossary import GLOSSARY
from cspa_explore.guide.steps import END_TITLE, NEXT_PAGES, OFFER, PLACES, QUESTIONS, STEPS, query_of
from cspa_explore.player.component import component
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.desk import desk
from cspa_explore.ui.session.questions import question_of

KEY = "page_tools"


def page_tools(page: str, paths: Collection[str], hidden: Collection[str]) -> None:
    """Draw the tools of the page; `paths` are the pages that there are, `hidden` the controls that the link hides."""
    data = {
        "page": page,
        "desk": desk().ticket,
        "words": _words(),
        "guide": _guide(frozenset(paths)),
        "groups": list(lesson.GROUPS.items()),
        "hidden": sorted(hidden),
    }
    component("tools")(data=data, key=KEY, on_question_change=lambda: answer(paths))


@cache
def _words() -> list[dict[str, Any]]:
    """Return the glossary as plain values."""
    return [word._asdict() for word in GLOSSARY]


@cache
def _guide(paths: frozenset[str]) -> dict[str, Any]:
    """Return the guide as plain values."""
    steps = [step._asdict() | {"query": query_of(str(place))} for place, step in enumerate(STEPS, 1)]
    onward = [{"page": path, "words": words} for path, words in NEXT_PAGES if path in paths]
    return {"steps": steps, "end": {"title": END_TITLE, "questions": QUESTIONS, "onward": onward}, "offer": OFFER}


def answer(paths: Collection[str]) -> None:
    """Do what the tools ask for: show all controls, open a step of the guide, or a page that its end offers."""
    question = question_of(KEY)
    if question.get("kind") == "show":
        state.show(hide=None)
    place, page = str(question.get("step", "")), str(question.get("page", ""))
    if place in PLACES[:-1]:
        state.open_link(STEPS[int(place) - 1].page, query_of(place))
    elif page in paths:
        state.go(page, {})
