"""The chart of ratios against the round: mean ± sd, reference lines, and words."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.charts.curves import ratio_curves, reference_lines
from cspa_explore.learners import LearnerText
from cspa_explore.results.comparisons import References, references
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played

STREAM = Stream("gaussians4", seed=1, sigma=0.25, rounds=1000)


def result(trials=3):
    return played([LearnerText.of("cspa"), LearnerText.of("banditron")], STREAM, trials)


@pytest.mark.parametrize("recent", [False, True])
def test_a_curve_is_the_mean_and_its_spread_one_sd(recent):
    data = result()
    curve = ratio_curves(data, recent=recent).series[0]
    values = data.results[0].recent if recent else data.results[0].curve
    np.testing.assert_array_equal(curve.x, data.checkpoints)
    np.testing.assert_array_equal(curve.y, values.mean(axis=0))
    np.testing.assert_array_equal(curve.sd, values.std(axis=0, ddof=1))
    assert curve.name == "CSPA β=1/6"


def test_one_trial_claims_no_spread():
    chart = ratio_curves(result(trials=1))
    assert all(np.isnan(curve.sd).all() for curve in chart.series)
    assert chart.x.label == "round · one seed: no band"
    assert "±" not in chart.alt


def test_a_run_without_trials_has_no_curve():
    nothing = played([LearnerText.of("cspa")], STREAM, 2, should_stop=lambda: True)
    assert ratio_curves(nothing).series == ()


def test_reference_lines_are_named():
    lines = References(chance=0.25, majority=0.27, best=0.955, best_name="quadrant rule", full=0.9)
    named = [(line.label, line.value) for line in reference_lines(lines)]
    assert named == [
        ("chance", 0.25), ("most frequent class", 0.27), ("best possible", 0.955), ("SPA, told every label", 0.9)
    ]  # fmt: skip
    assert len({line.dash for line in reference_lines(lines)}) == 4
    assert "most frequent class" not in [line.label for line in reference_lines(lines._replace(majority=0.26))]
    assert reference_lines(None) == ()


def test_a_learner_with_a_curve_gets_no_line_of_its_own():
    data = played([LearnerText.of("cspa"), LearnerText.of("spa")], STREAM, 3)
    chart = ratio_curves(data, references(data))
    assert [line.label for line in chart.lines] == ["chance", "best possible"]
    assert [curve.name for curve in chart.series] == list(data.names)


def test_pinned_curves_are_grey_and_named():
    pinned = played([LearnerText.of("bpa")], STREAM, 2)
    *_, curve = ratio_curves(result(), pinned=[pinned]).series
    assert (curve.name, curve.colour, curve.pinned) == ("pinned BPA γ=0.01", "#808080", True)
    np.testing.assert_array_equal(curve.y, pinned.results[0].curve.mean(axis=0))


@pytest.mark.parametrize(
    ("changes", "label"),
    [({}, "best possible"), ({"seed": 9}, "best possible"), ({"sigma": 0.05}, "best possible for this run")],
)
def test_beside_a_pinned_run_of_another_stream_the_best_possible_is_this_runs_alone(changes, label):
    data, pinned = result(), played([LearnerText.of("cspa")], replace(STREAM, **changes), 2)
    assert label in [line.label for line in ratio_curves(data, references(data), pinned=[pinned]).lines]


def test_the_alt_text_says_what_the_curves_come_to():
    data = result()
    (so_far, recent) = (ratio_curves(data, recent=recent).alt for recent in (False, True))
    assert so_far == "Right proposals so far: " + ", ".join(
        f"{name} {r.words}" for name, r in zip(data.names, data.results, strict=True)
    )
    assert recent.startswith("Right proposals in the last 100 rounds: CSPA")
    mean = data.results[0].recent[:, -1].mean()
    assert f"CSPA β=1/6 {100 * mean:.1f}" in recent


def test_the_caption_and_the_table_are_those_of_the_run():
    data = result()
    chart = ratio_curves(data)
    assert chart.caption == data.words
    assert chart.table().equals(data.to_frame())
