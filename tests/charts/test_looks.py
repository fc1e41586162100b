"""Looks are declared, so that nobody's colour depends on who else is registered."""

from dataclasses import replace

import pytest

from cspa_explore.algorithms import ALGORITHMS, checked
from cspa_explore.charts.colours import COLOURS, look


def test_the_first_algorithms_have_the_colours_they_always_had():
    assert [look(key) for key in ("cspa", "banditron", "confidit", "bpa")] == [
        (COLOURS[0], "solid"), (COLOURS[1], "dash"), (COLOURS[2], "dot"), (COLOURS[3], "dashdot"),
    ]  # fmt: skip


def test_an_algorithm_that_is_inserted_recolours_nobody(monkeypatch):
    before = {key: look(key) for key in ALGORITHMS}
    places = list(ALGORITHMS.items())
    places.insert(3, ("inserted", ALGORITHMS["cspa"]))
    monkeypatch.setattr("cspa_explore.charts.colours.ALGORITHMS", dict(places))
    assert {key: look(key) for key in before} == before
    monkeypatch.setattr("cspa_explore.charts.colours.ALGORITHMS", dict(reversed(places)))
    assert {key: look(key) for key in before} == before


def test_two_algorithms_with_one_look_are_refused():
    clash = replace(ALGORITHMS["bpa"], key="clash")
    with pytest.raises(ValueError, match="clash: look=3 belongs to bpa, the next free one is 23"):
        checked(ALGORITHMS | {"clash": clash})
    assert checked(ALGORITHMS | {"clash": replace(clash, look=23)})
