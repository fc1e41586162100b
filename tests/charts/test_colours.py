"""Colours: algorithms can be told apart and keep their look, classes do not flash, and nothing depends on colour."""

import colorsys
import itertools

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.colours import (
    BEST,
    DARK,
    GREY,
    LIGHT,
    RUN_LOOKS,
    SIGMA_LOOKS,
    bar_colours,
    classes,
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
    found = [luminance(colour[theme]) for colour in classes(10)]
    assert found == pytest.approx([wanted] * 10, abs=0.02 * wanted + 0.004)  # 8-bit colours
    # WCAG 2.3.1: a flash needs a relative luminance that changes by 10 % of the whole range.
    assert max(found) - min(found) < 0.01


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_digits_can_be_read_on_every_tint_and_inks_on_paper(theme):
    for colour in classes(10):
        assert contrast(TEXT[theme], colour[theme]) >= 4.5
    paper = LIGHT_PAPER if theme == "light" else DARK_PAPER
    for colour in classes(10):
        assert contrast(colour[f"ink_{theme}"], paper) >= 3
        assert contrast(colour[f"ink_{theme}"], colour[theme]) >= 2


def test_classes_differ_in_shape_and_in_every_colour():
    for name in ("shape", "light", "dark", "ink_light", "ink_dark"):
        values = [colour[name] for colour in classes(10)]
        assert all(a != b for a, b in itertools.combinations(values, 2)), name


def test_there_are_as_many_as_asked_for():
    assert [len(classes(K)) for K in (2, 4, 10, 26)] == [2, 4, 10, 10]


@pytest.mark.parametrize("keys", [["cspa"] * 6, ["cspa", "cspa", "banditron"], [*ALGORITHMS][:6], [*ALGORITHMS][6:12]])
def test_every_run_of_a_page_has_a_hue_and_a_dash_of_its_own(keys):
    found = looks(keys)
    assert len({colour for colour, _ in found}) == len({dash for _, dash in found}) == len(keys)


def test_no_two_runs_look_alike_however_many_there_are():
    keys = [*ALGORITHMS, "cspa", "cspa", "banditron"]
    assert len(set(looks(keys))) == len(keys)


def hue(colour):
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)[0], colorsys.rgb_to_hls(red, green, blue)[2]


def test_the_hues_of_runs_are_not_those_of_the_first_four_classes():
    for colour, _ in RUN_LOOKS:
        own, saturation = hue(colour)
        if saturation > 0.2:  # slate has hardly any hue
            apart = [abs((own - hue(look["ink_light"])[0] + 0.5) % 1 - 0.5) for look in classes(4)]
            assert min(apart) > 0.055, (colour, apart)


@pytest.mark.parametrize("colour", [*(colour for colour, _ in RUN_LOOKS), GREY, *(style[0] for style in SIGMA_LOOKS)])
@pytest.mark.parametrize("background", [LIGHT_PAPER, DARK_PAPER])
def test_lines_stand_out_on_both_themes(colour, background):
    """WCAG 1.4.11: graphics need 3:1."""
    assert contrast(colour, background) >= 3


def test_the_best_values_are_as_visible_on_the_dark_theme_as_on_the_light_one():
    """Their lines are thin and dashed, so 3:1 is too little."""
    assert min(contrast(BEST, background) for background in (LIGHT_PAPER, DARK_PAPER)) >= 4.2


def test_bars_of_different_learners_share_no_colour_that_could_mean_something():
    partial = [key for key, spec in ALGORITHMS.items() if spec.feedback == "partial"]
    for size in range(1, 5):
        for keys in itertools.combinations(partial[:12], size):
            found = bar_colours(keys)
            coloured = [colour for colour in found.values() if colour != GREY]
            assert len(set(coloured)) == len(coloured)
            assert found.get("cspa", RUN_LOOKS[0][0]) == RUN_LOOKS[0][0]
    assert {*bar_colours(partial).values()} == {RUN_LOOKS[0][0], GREY}
