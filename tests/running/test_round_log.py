"""Round logs: the run's own rounds, and probabilities that support off-policy evaluation."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.running.play import play
from cspa_explore.running.round_log import ROUNDS, round_log
from cspa_explore.running.run import run
from cspa_explore.streams.blocks import labels
from cspa_explore.streams.order import class_order, lies
from cspa_explore.streams.stream import Stream

DRAWING = [key for key, spec in ALGORITHMS.items() if spec.draws]
CLAIMING = "k_perceptrons"  # it draws only where no class claims x
BOLD = {"pnewtron": {"gamma": "0.2"}, "bpa": {"gamma": "0.2"}, "cwb": {"gamma": "0.2"}}  # bounded weights 1/P


def logged(experiment):
    return pd.concat([part.table for part in round_log(experiment)], ignore_index=True)


def text_of(key):
    return LearnerText.of(key, **BOLD.get(key, {}))


def test_a_log_by_hand():
    """Banditron, K = 3, γ = 0.3: P is 0.1 for a class that is not the prediction, 0.8 for the prediction."""
    table = logged(Experiment.of(dataset="iris", learners=["banditron(gamma=0.3)"], trials=1, seed=3))
    greedy = table["y_hat"] == table["y_tilde"]
    assert 0 < greedy.sum() < 150
    np.testing.assert_allclose(table["probability"], np.where(greedy, 0.8, 0.1))
    assert table["t"].tolist() == list(range(1, 151))
    assert sorted(table["instance"]) == list(range(150)), "each instance once"


@pytest.mark.parametrize("key", ALGORITHMS)
def test_the_log_is_the_run(key):
    experiment = Experiment.of(sigma=0.25, rounds=300, learners=[text_of(key)], trials=2, noisy=0.1, drift="labels")
    table, result = logged(experiment), run(experiment)
    for trial, seed in enumerate(result.seeds):
        mine = table[table["trial"] == trial]
        stream = replace(result.stream, seed=seed)
        (trace,) = play(experiment.learners, stream)
        for name, values in (("y_hat", trace.y_hat), ("y_tilde", trace.y_tilde), ("right", trace.hit)):
            np.testing.assert_array_equal(mine[name], values)
        np.testing.assert_array_equal(mine["loss"], trace.loss)
        flipped = lies(stream, 300) if ALGORITHMS[key].feedback == "partial" else np.zeros(300, bool)
        np.testing.assert_array_equal(mine["told_right"], trace.hit != flipped)
        assert mine["right"].mean() == pytest.approx(result.results[0].ratio[trial])
    certain = not ALGORITHMS[key].draws
    assert (table["probability"] == 1).all() == certain
    assert table["probability"].between(0, 1, inclusive="right").all()


@pytest.mark.parametrize("key", [key for key in DRAWING if key != CLAIMING])
def test_logged_probabilities_are_the_frequencies_of_the_draws(key):
    """With P > 0 for every class, the mean of 1/P(ỹ) is K, and Σ [ỹ = k = y]/P(ỹ) estimates how often y = k."""
    T = 20_000
    table = logged(Experiment.of(sigma=0.25, rounds=T, learners=[text_of(key)], trials=1))
    weights = 1 / table["probability"].to_numpy()
    error = 5 * max(1e-9, weights.std() / np.sqrt(T))
    assert abs(weights.mean() - 4) < error
    (truth,) = {len(labels(Stream(rounds=T)))}
    assert truth == T
    estimate = (table["right"] * weights).groupby(table["y_tilde"]).sum() / T
    spread = 5 * (table["right"] * weights).std() / np.sqrt(T)
    assert (abs(estimate - 0.25) < spread).all(), "all classes are equally frequent"


def test_a_class_that_claims_x_is_proposed_with_probability_one():
    table = logged(Experiment.of(sigma=0.25, rounds=2000, learners=[CLAIMING], trials=1))
    assert set(table["probability"]) == {1.0, 0.25}
    drawn = table[table["probability"] == 0.25]
    assert 0 < (drawn["y_hat"] == drawn["y_tilde"]).mean() < 0.5, "a draw may hit the prediction"


def test_a_branch_and_long_runs_are_logged_in_parts():
    experiment = Experiment.of(
        sigma=0.25, rounds=ROUNDS + 1000, learners=["banditron(gamma=0.1)@500(gamma=0.5)"], trials=1
    )
    parts = list(round_log(experiment))
    assert [len(part.table) for part in parts] == [ROUNDS, 1000]
    table = logged(experiment)
    (trace,) = play(experiment.learners, replace(experiment.stream, seed=run(experiment).seeds[0]))
    np.testing.assert_array_equal(table["y_tilde"], trace.y_tilde)
    greedy = table["y_hat"] == table["y_tilde"]
    gamma = np.where(table["t"] <= 500, 0.1, 0.5)
    np.testing.assert_allclose(table["probability"], gamma / 4 + greedy * (1 - gamma))


def test_classes_are_those_of_the_data_set():
    experiment = Experiment.of(dataset="vehicle", learners=["cspa"], trials=3, ties="drawn")
    table, y = logged(experiment), experiment.stream.load().y
    np.testing.assert_array_equal(table["right"] == 1, table["y_tilde"] == y[table["instance"]])
    firsts = table[table["t"] == 1]["y_tilde"].tolist()
    assert firsts == [int(class_order(replace(experiment.stream, seed=s))[0]) for s in run(experiment).seeds]


def test_a_log_stops_when_asked():
    assert list(round_log(Experiment.of(dataset="iris"), should_stop=lambda: True)) == []
