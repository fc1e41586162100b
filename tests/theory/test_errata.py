"""The errata: every demonstration shows what its text says, with the numbers computed by hand."""

import pytest

from cspa_explore.theory.errata import ERRATA

FOUND = {}


def shown(key):
    if key not in FOUND:
        FOUND[key] = next(erratum for erratum in ERRATA if erratum.key == key).run()
    return FOUND[key]


def test_there_are_22_of_which_18_run():
    assert [erratum.key for erratum in ERRATA] == [f"E{number}" for number in range(1, 23)]
    assert [e.key for e in ERRATA if e.run is None] == ["E3", "E5", "E14", "E17"]


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda e: e.key)
def test_an_erratum_is_complete(erratum):
    assert erratum.title
    assert erratum.place
    assert "_" not in erratum.place + erratum.text, "readers of the PDF see no LaTeX labels"
    assert "eq. (" not in (erratum.place + erratum.text).lower()
    assert erratum.verdict
    assert erratum.text.endswith(".")
    if erratum.run:
        found = shown(erratum.key)
        assert found.sentence.endswith(".")
        assert found.rows
        assert all(all(row) for row in found.rows)


@pytest.mark.parametrize(
    ("key", "name", "expected"),
    [
        ("E1", "printed_loss", 2),
        ("E1", "loss", 0),
        ("E2", "printed", 4),
        ("E2", "corrected", 1),
        ("E4", "printed", 1),
        ("E6", "status", 3),
        ("E6", "tau", 0.15),
        ("E7", "printed", 4 * 4 / 6 * 0.01 - 0.06),
        ("E7", "corrected", 0.06 - 4 * 4 / 6 * 0.01),
        ("E8", "printed", 0),
        ("E8", "corrected", 0.6),
        ("E9", "same", 2000),
        ("E9", "undefined", 2000),
        ("E11", "squares", 287.94),
        ("E11", "printed", 270.11),
        ("E11", "alpha", 0.575),
        ("E11", "needed", 1.15),
        ("E12", "change", -2.25),
        ("E12", "printed", -1.625),
        ("E12", "corrected", -2.5),
        ("E12", "support", 3),
        ("E13", "printed", 19 / 80),
        ("E13", "corrected", 7 / 80),
        ("E15", "large", 1),
        ("E15", "wrong", 0),
        ("E16", "theorem", 0.25),
        ("E16", "figure", 1 / 3),
        ("E16", "proof", 2 / 3),
        ("E18", "printed", 5 / 12),
        ("E18", "needed", 0.5),
        ("E19", "corrected", 30),
        ("E20", "printed", 1_792_000),
        ("E20", "corrected", 186_200),
        ("E21", "variance", 0.955),
        ("E22", "0", 144),
    ],
)
def test_the_numbers_by_hand(key, name, expected):
    assert shown(key).values[name] == pytest.approx(expected, abs=6e-3 if expected > 200 else 5e-4)


def test_the_printed_sign_falls_below_chance_and_the_corrected_one_learns():
    values = shown("E1").values
    assert values["printed_share"] < 0.25
    assert values["share"] > 0.85


def test_what_is_vacuous_or_never_happens():
    assert 0 < shown("E4").values["vacuous"] < 2000
    assert shown("E4").values["corrected"] > 2
    assert shown("E10").values["smallest"] >= 1
    assert shown("E10").values["wrong"] > 100
    assert shown("E22").values["0.1"] > shown("E22").values["0.01"] > 144 * 0.99
