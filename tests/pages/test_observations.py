"""What a teacher should notice in a demonstration; OBSERVATIONS.md lists the test for each item."""

import re

import numpy as np
import pytest

from cspa_explore.player.packing import unpack
from tests.pages.test_arena import finals, good, opened


def replay_of(app):
    return unpack(app.session_state["last_run"].replay)


def band(app):
    """Return the words below β's control."""
    return next(re.sub(r"<[^>]*>", "", html.value) for html in app.get("html") if "theory range" in html.value)


def test_the_band_is_at_a_third_for_four_classes_and_moves_to_a_half_for_three():
    app = opened(T="100", n="1")
    assert band(app) == "Inside the theory range (β ≤ 1/3 for 4 classes). The proof extends to 2/3."
    good(app.selectbox(key="w_dataset").set_value("gaussians3").run())
    assert band(app) == "Inside the theory range (β ≤ 1/2 for 3 classes). The proof extends to 1."


def test_banditrons_dots_are_the_rounds_that_it_explored_and_as_many_as_gamma_says():
    app = opened(a="banditron(gamma=0.2)~cspa", T="20000", n="1")
    _, arrays = replay_of(app)
    explored = arrays["hat0"] != arrays["tilde0"]
    wanted = 0.2 * 3 / 4
    assert abs(explored.mean() - wanted) < 4 * np.sqrt(wanted * (1 - wanted) / 20_000)
    assert (arrays["hat1"] == arrays["tilde1"]).all(), "CSPA never explores"


def test_it_says_that_all_saw_the_same_rows():
    assert any("the same rows for all learners" in caption.value for caption in opened(T="100", n="2").caption)


@pytest.mark.parametrize("trials", [3, 30])
def test_the_band_is_one_sd_over_as_many_seeds_as_it_says(trials):
    app = opened(T="300", n=str(trials))
    header, arrays = replay_of(app)
    result = app.session_state["last_run"].result
    assert header["trials"] == trials == len(set(result.seeds))
    np.testing.assert_allclose(arrays["mean_sd0"], result.results[0].curve.std(axis=0, ddof=1), atol=1e-6)
    assert f"over {trials} seeds" in finals(app)


def test_as_printed_ends_below_chance_at_its_default():
    line = finals(opened(a="cspa_as_printed", n="2"))
    assert float(re.search(r"β=1/6: ([\d.]+)", line)[1]) < 25


def test_beta_from_a_sixth_to_one_costs_twenty_points():
    ratios = [float(found) for found in re.findall(r"CSPA β=[\d/]+: ([\d.]+)", finals(opened()))[:2]]
    assert ratios[0] == pytest.approx(94, abs=1)
    assert ratios[1] == pytest.approx(73, abs=4)
