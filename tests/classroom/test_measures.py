"""Measures: cases computed by hand or another way, and every number of the built-in deck."""

import re
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from cspa_explore.classroom.built_in import TEXT
from cspa_explore.classroom.deck import Measure
from cspa_explore.classroom.early_life import first_right, first_round_of_all, not_on_a_circle
from cspa_explore.classroom.measures import MEASURES, answer
from cspa_explore.classroom.reading import read_deck
from cspa_explore.errors import CancelledError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.learner import Learner
from cspa_explore.running.play import play
from cspa_explore.running.run import run, trial_seed
from cspa_explore.streams.blocks import chunks
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.classroom.decks import experiment_of

DECK = read_deck(TEXT, experiment_of)
PLAIN = Experiment.of(sigma=0.25, seed=7, learners=["cspa(beta=1/6)", "banditron"], trials=3, rounds=400)


@pytest.fixture(scope="module")
def plain():
    return run(PLAIN)


def test_ratio_gap_and_best_are_the_runs_own(plain):
    a, b = (100 * r.ratio for r in plain.results)
    assert answer(Measure("ratio", 2), plain).value == pytest.approx(b.mean())
    found = answer(Measure("gap", 1, 2), plain)
    assert found.value == pytest.approx((a - b).mean())
    assert (found.low, found.high) == (pytest.approx((a - b).min()), pytest.approx((a - b).max()))
    assert answer(Measure("best"), plain).value == 1 + (a.mean() < b.mean())
    assert answer(Measure("best", tie=100), plain).value == 0
    assert answer(Measure("explored", 2), plain).value == pytest.approx(100 * plain.results[1].explored.mean())
    assert found.names["ratio_1"] == plain.results[0].words
    assert found.fill("{name_1} {nothing}") == "CSPA β=1/6 {nothing}"


def test_the_curve_ends_at_the_ratio(plain):
    found = answer(Measure("curve", 1), plain)
    assert found.curve[-1] == (400, pytest.approx(found.value))
    assert found.curve[0][0] == 1


def test_all_proposed_by_hand(plain):
    assert first_round_of_all(np.array([1, 1, 0, 2]), 3) == 4
    assert first_round_of_all(np.array([1, 1, 0]), 3) == inf
    (trace,) = play([PLAIN.learners[0]], replace(plain.stream, seed=plain.seeds[0]))
    expected = 1 + max(list(trace.y_tilde).index(k) for k in range(4))
    found = answer(Measure("all_proposed", 1), plain)
    assert (found.value, found.t) == (expected, expected)
    stuck = run(PLAIN.but(rounds=2, trials=1))
    never = answer(Measure("all_proposed", 1), stuck)
    assert (never.value, never.words, never.t, never.plain()["value"]) == (inf, "never", 2, None)


def test_the_circle_is_right_where_a_fine_grid_of_directions_says_so():
    stream = Stream("gaussians4", sigma=0.25, seed=trial_seed(7, 0), rounds=200)
    means = np.array([stream.load().X[stream.load().y == k].mean(axis=0) for k in range(4)])
    angles = (np.arange(3600) + 0.5) * np.pi / 1800
    rim = np.column_stack([np.cos(angles), np.sin(angles)])
    truth = (rim @ (means / np.linalg.norm(means, axis=1, keepdims=True)).T).argmax(axis=1)
    learner = Learner(LearnerText.of("cspa", beta="1/6"), 4, 2)
    found = first_right(LearnerText.of("cspa", beta="1/6"), stream, 0.9)
    shares = []
    for block in chunks(stream, 1):
        from cspa_explore.core.loop import Trace

        learner.advance(*block[1:5], Trace.new(1))
        shares.append(((rim @ learner.weights().T).argmax(axis=1) == truth).mean())
    assert found == 1 + next(t for t, share in enumerate(shares) if share >= 0.9)


def test_a_run_of_one_round_is_said_in_the_singular():
    one = run(PLAIN.but(rounds=1, trials=1))
    assert "% of its 1 round (one seed)" in answer(Measure("ratio"), one).sentence
    assert answer(Measure("all_proposed"), one).sentence.endswith("not within 1 round.")


def test_a_class_without_points_has_no_direction():
    gap = Experiment.of(dataset="points(0 1 0; 1 0 2)", sigma=0.0, learners=["cspa"])
    assert not_on_a_circle(gap, Measure("circle_right")) == "it needs points of every class, got none of class 2"
    assert not not_on_a_circle(gap.but(dataset="points(0 1 0; 1 0 1)"), Measure("circle_right"))


def test_work_can_be_stopped(plain):
    for name in ("all_proposed", "circle_right", "sweep_spread"):
        with pytest.raises(CancelledError):
            answer(Measure(name), plain, stop=lambda: True)


# What each question of the built-in deck shows at its stated seed and trials: the value, the right choice, and all
# computed numbers of its measured sentence and of its `why`.
SHOWN = [
    (19.855, 0, "94.1 0.5 74.3 2.0 10 | 19.9"),
    (62, None, "90 62 10 47 13 92 | 13 92 10"),
    (11, 1, "4 11 10 8 7 12 | 11"),
    (0.5425, 0, "21 10 0.05 99.3 99.8 | 21 0.02 99.3"),
    (54.43, None, "0.001 54.4 4.7 10 | 54.4 4.7 84.1 4.4"),
    (10.8525, None, "10.9 0.2 10 | 10.9 0.2"),
    (118_567, 2, "1300000 10.9 6 | 1300000 6"),
    (8.445, 2, "0.02 58.9 4.5 50.5 1.2 10 | 8.4"),
]


def numbers(text):
    """Return the computed numbers of a sentence: all but those of β as a fraction, and the number of rounds."""
    plain = re.sub(r"β=1(/\d)?|4,000 rounds", "", text)
    return " ".join(re.findall(r"\d+(?:\.\d+)?", plain.replace(",", "")))


@pytest.mark.parametrize("place", range(8))
def test_every_number_of_the_deck(place):
    """Written down by hand; a change of a kernel that moves one of them must change this table."""
    question, (value, right, shown) = DECK.questions[place], SHOWN[place]
    assert (question.experiment.stream.seed, question.experiment.trials) == (7, 10)
    found = answer(question.measure, run(question.experiment))
    assert found.value == pytest.approx(value, rel=0.02 if question.measure.name == "bound" else 1e-9)
    assert (question.right_choice(found.value) if question.choices else None) == right
    names = re.findall(r"\{(\w+)\}", question.why)
    computed = " ".join(numbers(found.names[name]) for name in names if not name.startswith("name"))
    assert f"{numbers(found.sentence)} | {computed}" == shown
    if found.curve:
        assert [round(one) for t, one in found.curve if t in question.rounds] == [30, 27, 20, 14, 11, 11, 11, 11]


def test_numbers_in_the_texts_are_settings_or_choices():
    """Whatever is measured is computed when shown: a text has only numbers of its link, its choices and its measure."""
    for question in DECK.questions:
        settings = str(question.record["link"]) + str(question.record["measure"]) + str(question.experiment)
        allowed = set(re.findall(r"\d+(?:[./]\d+)?", settings)) | {"100", "4", "5", "2", "10"}
        assert set(re.findall(r"\d+(?:[./]\d+)?", question.text + question.why)) <= allowed, question.text


def test_every_measure_is_summed_up():
    assert all(spec.summary and spec.types for spec in MEASURES.values())
