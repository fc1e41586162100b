"""The Microscope's scene: plain values that equal the engine's."""

import json
from base64 import b64decode
from functools import cache

import numpy as np
import pytest

from cspa_explore.inspection.biggest_changes import worst
from cspa_explore.inspection.territory import churns
from cspa_explore.player.replay import recorded
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.microscope.inspected_run import InspectedRun
from cspa_explore.ui.microscope.probe import Probe
from cspa_explore.ui.microscope.scene import scene as scene_of
from tests.sample_experiments import experiment

EXPERIMENT = experiment(rounds=300)
inspected = cache(InspectedRun)


def scene(chosen, probe):
    return scene_of(inspected(chosen), probe)


def test_the_scene_is_plain_json_and_equals_the_recorded_run():
    run = inspected(EXPERIMENT)
    _, W, _ = recorded(run.learners[1], run.stream)
    for t in (1, 2, 17, 300):
        seen = json.loads(json.dumps(scene(EXPERIMENT, Probe(1, t)), allow_nan=False))["look"]
        np.testing.assert_array_equal(np.reshape(seen["W_before"], (4, 2)), W[t - 1])
        np.testing.assert_array_equal(np.reshape(seen["W_after"], (4, 2)), W[t])
        np.testing.assert_allclose(seen["scores_before"], W[t - 1] @ seen["x"], atol=1e-12)


def test_jumps_land_on_what_they_name():
    run = inspected(EXPERIMENT)
    jumps = scene(EXPERIMENT, Probe(0, 20))["jumps"]
    assert not run.hits[0][jumps["next_mistake"] - 1]
    assert run.hits[0][20 : jumps["next_mistake"] - 1].all()
    assert run.hits[0][jumps["next_right"] - 1]
    assert scene(EXPERIMENT, Probe(0, jumps["next_right"]))["look"]["loss"] > 0, "it taught something"
    between = [scene(EXPERIMENT, Probe(0, t))["look"] for t in range(21, jumps["next_right"])]
    assert not any(seen["correct"] and seen["loss"] for seen in between)
    last = scene(EXPERIMENT, Probe(0, 300))["jumps"]
    assert last == {"next_mistake": 0, "next_right": 0}


def test_the_worst_rounds_are_those_with_the_largest_churn():
    run = inspected(EXPERIMENT)
    churn = churns(recorded(run.learners[1], run.stream)[1])
    assert scene(EXPERIMENT, Probe(1, 1))["worst"]["rounds"] is None, "they have not been searched for yet"
    run.biggest_changes[EXPERIMENT, 1] = worst(run.rewind, 1)
    found = scene(EXPERIMENT, Probe(1, 1))["worst"]["rounds"]
    assert len(found) == 10
    assert found[0][1] == pytest.approx(churn.max())
    assert churn[found[0][0] - 1] == pytest.approx(churn.max())


def test_moving_x_keeps_the_weights_and_changes_the_scores():
    plain, moved = (scene(EXPERIMENT, Probe(0, 50, point)) for point in (None, (-1.0, 0.5)))
    assert moved["moved"]
    assert moved["look"]["W_before"] == plain["look"]["W_before"]
    np.testing.assert_allclose(moved["look"]["x"], np.array([-2, 1]) / 5**0.5)
    assert moved["look"]["supposed"]
    assert not plain["look"]["supposed"]


def test_a_constant_feature_gives_rows_of_three_numbers():
    seen = scene(experiment(bias=True, rounds=100), Probe(0, 5, (3.0, 4.0)))
    np.testing.assert_allclose(seen["look"]["x"], np.array([3, 4, 1]) / 26**0.5)
    assert (seen["plane"], seen["bias"]) == ("polygons", True)


def test_many_features_have_bars_and_no_plane():
    seen = scene(experiment("iris", sigma=0.0), Probe(0, 5, (1.0, 2.0)))
    assert not seen["plane"]
    assert not seen["moved"]
    assert "4 features" in seen["why"]
    assert seen["look"]["W_before"] is None
    assert len(seen["look"]["scores_after"]) == 3


def floats(text, K):
    return np.frombuffer(b64decode(text), "<f4").reshape(K, -1)


def test_an_image_set_has_x_and_the_weights_as_pictures():
    chosen = experiment("digits", sigma=0.0, rounds=200)
    shown, rewind = scene(chosen, Probe(1, 150)), inspected(chosen).rewind
    assert (shown["picture"]["kind"], shown["picture"]["rows"]) == ("image", 8)
    data = chosen.stream.load()
    assert shown["instance"] == np.rint(data.X[rewind.instance(150).row] * 255 / 16).astype(int).tolist()
    for name, t in (("before", 149), ("after", 150)):
        np.testing.assert_allclose(floats(shown["weights"][name], 10), rewind.at(1, t).weights(), atol=1e-6)
    json.dumps(shown, allow_nan=False)


def test_without_a_plane_an_averaged_learner_has_both_sets_of_weights():
    chosen = experiment("iris", sigma=0.0, learners=("cspa_averaged", "cspa"))
    shown, rewind = scene(chosen, Probe(0, 20)), inspected(chosen).rewind
    for name, t in (("before", 19), ("after", 20)):
        learner = rewind.at(0, t)
        np.testing.assert_allclose(floats(shown["weights"][name], 3), learner.weights(), atol=1e-6)
        np.testing.assert_allclose(
            floats(shown["weights"][f"learning_{name}"], 3), learner.learning_weights(), atol=1e-6
        )
    assert shown["weights"]["after"] != shown["weights"]["learning_after"]
    assert set(scene(chosen, Probe(1, 20))["weights"]) == {"before", "after"}


def test_a_constant_feature_is_not_drawn_and_a_kernel_has_no_weights_to_draw():
    shown = scene(experiment("iris", sigma=0.0, bias=True), Probe(0, 20))
    assert floats(shown["weights"]["after"], 3).shape == (3, 4)
    assert shown["picture"]["features"][3] == "petal width (cm)"
    kernel = scene(experiment("iris", sigma=0.0, kernel=1.0), Probe(0, 20))
    assert kernel["weights"] is None
    assert kernel["instance"] == scene(experiment("iris", sigma=0.0), Probe(0, 20))["instance"]


def test_in_the_plane_there_are_no_pictures_and_with_a_kernel_it_says_why():
    shown = scene(EXPERIMENT, Probe(0, 20))
    assert (shown["picture"], shown["instance"], shown["weights"]) == (None, None, None)
    curved = scene(experiment(kernel=0.5, rounds=100), Probe(0, 20))
    assert not curved["plane"]
    assert curved["why"] == "With a kernel, a class can own several directions; shown instead: scores and steps."
    free = scene(experiment(kernel=0.5, rounds=100, normalise=False), Probe(0, 20))
    assert free["why"] == "With a kernel, regions are curved here; shown instead: scores and steps."


def test_others_start_from_the_same_weights_or_say_why_not():
    found = {other["words"]: other for other in scene(EXPERIMENT, Probe(0, 30))["others"]}
    assert "CSPA β=1/6" not in found
    assert found["Confidit η=1, A₀=4"]["reason"] == "they also keep variances"
    assert not found["Banditron γ=0.05"]["reason"]
    assert found["SPA (full feedback)"]["note"] == "told the true label"


def test_the_microscope_shows_the_first_trial():
    assert inspected(EXPERIMENT).stream == Stream("gaussians4", seed=1201125462, sigma=0.25, rounds=300)
