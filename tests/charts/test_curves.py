import numpy as np
import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.curves import ratio_curves
from cspa_explore.charts.sweeps import sweep_curves, sweep_map
from cspa_explore.charts.theme import COLOURS, DASHES, GREY, SIGMA_LOOKS, look
from cspa_explore.learners import LearnerText
from cspa_explore.results.comparisons import references
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played, swept

STREAM = Stream("gaussians4", seed=1, sigma=0.25, rounds=1000)


def result(trials=3):
    return played([LearnerText.of("cspa"), LearnerText.of("banditron")], STREAM, trials)


@pytest.mark.parametrize("recent", [False, True])
def test_the_curve_drawn_is_the_mean_and_the_band_one_sd(recent):
    data = result()
    band, line, _, _ = ratio_curves(data, recent=recent).data
    values = 100 * (data.results[0].recent if recent else data.results[0].curve)
    np.testing.assert_array_equal(line.x, data.checkpoints)
    np.testing.assert_allclose(line.y, values.mean(axis=0))
    np.testing.assert_allclose(line.customdata, values.std(axis=0, ddof=1))
    upper = np.asarray(band.y)[: len(line.x)]
    np.testing.assert_allclose(upper, np.clip(np.asarray(line.y) + line.customdata, 0, 100))
    assert line.name == "CSPA β=1/(2(K-1))"


def test_one_trial_has_no_band_and_claims_no_spread():
    figure = ratio_curves(result(trials=1))
    assert len(figure.data) == 2
    assert "±" not in figure.data[0].hovertemplate
    assert "sd" not in figure.layout.xaxis.title.text


def test_reference_lines_are_named_where_they_are():
    data = played([LearnerText.of("cspa"), LearnerText.of("spa")], STREAM, 3)
    lines = references(data)
    figure = ratio_curves(data, lines=lines)
    named = {trace.name: trace.y[0] for trace in figure.data if trace.name}
    assert named["chance 25.0 %"] == 25
    assert named["best possible (quadrant rule) 95.5 %"] == pytest.approx(100 * STREAM.best)
    assert named[f"SPA, told every label {100 * lines.full:.1f} %"] == pytest.approx(100 * lines.full)


def test_the_sweep_shows_mean_sd_and_the_range_of_the_theory():
    data = swept(LearnerText.of("cspa"), "beta", [0.1, 0.3, 1.0], [0.05, 0.5], STREAM, trials=3)
    figure = sweep_curves(data, alpha=0.1)
    lines = [trace for trace in figure.data if trace.name]
    assert [trace.name for trace in lines] == ["σ=0.05", "σ=0.5"]
    np.testing.assert_allclose(lines[1].y, 100 * data.ratio[1].mean(axis=1))
    np.testing.assert_allclose(lines[1].customdata, 100 * data.ratio[1].std(axis=1, ddof=1))
    shaded = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    assert (shaded[0].x0, shaded[0].x1) == (0, 1 / 3)
    assert any(shape.x0 == pytest.approx(0.3) for shape in figure.layout.shapes)
    assert any(shape.x0 == pytest.approx(0.6) for shape in figure.layout.shapes)
    other = swept(LearnerText.of("bpa"), "gamma", [0.01, 0.1], [0.05], STREAM, trials=2)
    figure = sweep_curves(other)
    assert figure.layout.xaxis.type == "log"
    assert not [shape for shape in figure.layout.shapes if shape.type == "rect"], "the theorem is about CSPA"


def test_the_map_has_the_means_and_their_ridge():
    data = swept(LearnerText.of("cspa"), "beta", [0.1, 0.3, 1.0], [0.05, 0.5], STREAM, trials=2)
    heat, ridge = sweep_map(data).data
    np.testing.assert_allclose(heat.z, 100 * data.mean)
    assert ridge.x == data.best()


def test_every_algorithm_has_its_own_look_however_often_it_is_there():
    looks = {look(key, again) for key in ALGORITHMS for again in range(4)}
    assert len(looks) == 4 * len(ALGORITHMS)
    assert len({look(key)[1] for key in ALGORITHMS}) == len(DASHES)


def test_two_of_a_kind_share_the_colour_and_differ_in_the_dash():
    learners = [LearnerText.of("cspa", beta=b) for b in ("1/6", "1")]
    one, two = (t.line for t in ratio_curves(played(learners, STREAM, 1)).data)
    assert one.color == two.color
    assert one.dash != two.dash


def test_a_run_without_trials_draws_no_curve():
    nothing = played([LearnerText.of("cspa")], STREAM, 2, should_stop=lambda: True)
    assert len(ratio_curves(nothing).data) == 0


def luminance(colour):
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", [*COLOURS, GREY, *(looks[0] for looks in SIGMA_LOOKS)])
@pytest.mark.parametrize("background", ["#ffffff", "#0e1117"])
def test_lines_stand_out_on_both_themes(colour, background):
    """WCAG 1.4.11: graphics need 3:1."""
    low, high = sorted((luminance(colour), luminance(background)))
    assert (high + 0.05) / (low + 0.05) >= 3


def test_a_chart_says_its_settings_and_seed():
    run_ = played([LearnerText.of("cspa")], Stream("gaussians4", seed=3, sigma=0.25, rounds=200), 2)
    map_ = swept(LearnerText.of("cspa"), "beta", (0.1, 1.0), (0.25, 0.5), Stream("gaussians4", seed=3, rounds=100), 2)
    for figure in (ratio_curves(run_), sweep_curves(map_), sweep_map(map_)):
        assert "Four Gaussians" in figure.layout.xaxis.title.text
        assert "seed 3" in figure.layout.xaxis.title.text.replace("<br>", " ")
