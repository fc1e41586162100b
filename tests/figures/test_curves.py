import numpy as np
import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.experiments.trials import Curve
from cspa_explore.figures.curves import ratio_curves
from cspa_explore.figures.theme import COLOURS, GREY, look
from cspa_explore.learners import LearnerText


def curve(trials=3, T=1000):
    ratio = np.random.default_rng(0).random((trials, T))
    return Curve(LearnerText.of("cspa"), ratio)


def test_the_curve_drawn_is_the_mean_and_the_band_one_sd():
    data = curve()
    band, line = ratio_curves([data], chance=0.25).data
    at = np.asarray(line.x) - 1
    assert at[:100].tolist() == list(range(100)), "every one of the first rounds"
    assert at[-1] == 999
    np.testing.assert_allclose(line.y, 100 * data.ratio.mean(axis=0)[at])
    np.testing.assert_allclose(line.customdata, 100 * data.ratio.std(axis=0, ddof=1)[at])
    upper = np.asarray(band.y)[: len(at)]
    np.testing.assert_allclose(upper, np.clip(np.asarray(line.y) + line.customdata, 0, 100))


def test_one_trial_has_no_band_and_claims_no_spread():
    figure = ratio_curves([curve(trials=1)], chance=0.25)
    assert len(figure.data) == 1
    assert "±" not in figure.data[0].hovertemplate
    assert "sd" not in figure.layout.xaxis.title.text


def test_every_algorithm_has_its_own_look():
    assert len({look(key) for key in ALGORITHMS}) == len(ALGORITHMS)


def luminance(colour):
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", [*COLOURS, GREY])
@pytest.mark.parametrize("background", ["#ffffff", "#0e1117"])
def test_lines_stand_out_on_both_themes(colour, background):
    """WCAG 1.4.11: graphics need 3:1."""
    low, high = sorted((luminance(colour), luminance(background)))
    assert (high + 0.05) / (low + 0.05) >= 3
