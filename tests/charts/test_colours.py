"""Colours: algorithms can be told apart and keep their look, classes do not flash, and nothing depends on colour."""

import itertools

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.colours import (
    COLOURS,
    DARK,
    DASHES,
    GREY,
    LIGHT,
    SIGMA_LOOKS,
    classes,
    look,
    looks,
    luminance,
    with_luminance,
)

LIGHT_PAPER, DARK_PAPER = "#ffffff", "#0e1117"
TEXT = {"light": "#31333f", "dark": "#fafafa"}


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_luminance_of_plain_colours():
    assert luminance("#ff0000") == pytest.approx(0.2126)
    assert luminance("#808080") == pytest.approx(0.2159, abs=1e-4)


def test_the_colour_found_has_the_hue_and_the_luminance():
    grey = with_luminance(0.3, 0.0, 0.2158)
    assert grey == "#808080"


@pytest.mark.parametrize(("theme", "wanted"), [("light", LIGHT), ("dark", DARK)])
def test_tints_are_of_one_luminance(theme, wanted):
    found = [luminance(colour[theme]) for colour in classes(8)]
    assert found == pytest.approx([wanted] * 8, abs=0.02 * wanted + 0.004)  # 8-bit colours
    # WCAG 2.3.1: a flash needs a relative luminance that changes by 10 % of the whole range.
    assert max(found) - min(found) < 0.01


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_digits_can_be_read_on_every_tint_and_inks_on_paper(theme):
    for colour in classes(8):
        assert contrast(TEXT[theme], colour[theme]) >= 4.5
    paper = LIGHT_PAPER if theme == "light" else DARK_PAPER
    for colour in classes(8):
        assert contrast(colour[f"ink_{theme}"], paper) >= 3
        assert contrast(colour[f"ink_{theme}"], colour[theme]) >= 2


def test_classes_differ_in_shape_and_in_every_colour():
    for name in ("shape", "light", "dark", "ink_light", "ink_dark"):
        values = [colour[name] for colour in classes(8)]
        assert all(a != b for a, b in itertools.combinations(values, 2)), name


def test_there_are_as_many_as_asked_for():
    assert [len(classes(K)) for K in (2, 4, 8, 26)] == [2, 4, 8, 8]


def test_every_algorithm_has_its_own_look_however_often_it_is_there():
    found = {look(key, again) for key in ALGORITHMS for again in range(4)}
    assert len(found) == 4 * len(ALGORITHMS)
    assert len({look(key)[1] for key in ALGORITHMS}) == len(DASHES)


def test_two_of_a_kind_share_the_colour_and_differ_in_the_dash():
    one, other, two = looks(["cspa", "banditron", "cspa"])
    assert one == look("cspa")
    assert other == look("banditron")
    assert one[0] == two[0]
    assert one[1] != two[1]


@pytest.mark.parametrize("colour", [*COLOURS, GREY, *(style[0] for style in SIGMA_LOOKS)])
@pytest.mark.parametrize("background", [LIGHT_PAPER, DARK_PAPER])
def test_lines_stand_out_on_both_themes(colour, background):
    """WCAG 1.4.11: graphics need 3:1."""
    assert contrast(colour, background) >= 3
