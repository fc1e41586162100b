"""Looks are declared, so that nobody's colour depends on who else is registered."""

from dataclasses import replace

import pytest

from cspa_explore.algorithms import ALGORITHMS, checked
from cspa_explore.charts.colours import RUN_LOOKS, looks


def test_cspa_and_banditron_keep_their_looks_whoever_plays_beside_them():
    for keys in (["cspa", "banditron"], ["cspa", "cspa", "banditron"], ["bpa", "banditron", "spa", "cspa", "cspa"]):
        found = dict(zip(reversed(keys), reversed(looks(keys)), strict=True))
        assert found["cspa"] == RUN_LOOKS[0]
        assert found["banditron"] == RUN_LOOKS[1]


def test_an_algorithm_that_is_inserted_recolours_nobody(monkeypatch):
    before = {key: looks([key]) for key in ALGORITHMS}
    places = list(ALGORITHMS.items())
    places.insert(3, ("inserted", ALGORITHMS["cspa"]))
    monkeypatch.setattr("cspa_explore.charts.colours.ALGORITHMS", dict(places))
    assert {key: looks([key]) for key in before} == before
    monkeypatch.setattr("cspa_explore.charts.colours.ALGORITHMS", dict(reversed(places)))
    assert {key: looks([key]) for key in before} == before


def test_two_algorithms_with_one_look_are_refused():
    clash = replace(ALGORITHMS["bpa"], key="clash")
    with pytest.raises(ValueError, match="clash: look=3 belongs to bpa, the next free one is 31"):
        checked(ALGORITHMS | {"clash": clash})
    assert checked(ALGORITHMS | {"clash": replace(clash, look=31)})
