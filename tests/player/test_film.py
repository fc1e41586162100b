"""The bytes of a film, and the header from which the handles are drawn."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.learners.branch import learner_of, with_param
from cspa_explore.player import shipped
from cspa_explore.player.film import film_header, normals, packed_film, unpacked_film, waiting_film
from cspa_explore.player.handles import handles, sigma_handle
from cspa_explore.player.packing import unpack
from cspa_explore.player.replay import replay, snapped
from cspa_explore.results.comparisons import references
from cspa_explore.running.film import film
from cspa_explore.running.film_plan import planned
from cspa_explore.running.run import run, trial_seed
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream

ROOM = 460_000
SMALL = FIRST.but(rounds=200, trials=2)


def of(experiment, **changes):
    return film(replace(planned(experiment, 0, "beta", 0.0, ROOM, weights=True), **changes))


def test_replay_and_film_of_the_first_page_are_below_a_megabyte():
    data, _ = shipped.load()
    plan = planned(FIRST, 0, "beta", 0.0, ROOM, weights=True)
    size = len(packed_film(film(plan), ROOM))
    assert 0.8 * size < plan.nbytes < 1.2 * size, "the plan knows its size"
    assert len(data) + size <= 1_000_000


def test_a_film_that_is_too_long_has_fewer_rounds():
    found = of(SMALL, sigmas=(0.25,))
    whole, less = packed_film(found), packed_film(found, 20_000)
    assert len(whole) > 20_000 >= len(less)
    rounds = unpacked_film(less)[1]["rounds"].tolist()
    assert set(rounds) < set(found.plan.rounds)
    assert {1, 200} <= set(rounds)
    kept = [found.plan.rounds.index(r) for r in rounds]
    np.testing.assert_array_equal(unpacked_film(less)[1]["total"], found.total[:, :, kept])


def test_the_arrays_are_those_of_the_film():
    found = of(SMALL, sigmas=(0.25, 0.5))
    header, arrays = unpacked_film(packed_film(found))
    assert header["state"] == "ready"
    assert header["done"] == [0, 1]
    assert header["values"] == list(found.plan.values)
    assert header["texts"][0] == str(found.plan.marked[0])
    hits = np.unpackbits(arrays["hits"], axis=-1, bitorder="little")[..., :200]
    np.testing.assert_array_equal(hits.astype(bool), found.hits)
    np.testing.assert_array_equal(arrays["total"], found.total)
    np.testing.assert_array_equal(arrays["recent"], found.recent)
    np.testing.assert_array_equal(arrays["sd"], found.sd.astype(np.float32))
    W = snapped(found.weights.reshape(-1, 4, 2)).astype(np.float32)
    np.testing.assert_array_equal(arrays["W"].ravel(), W.ravel())
    assert arrays["total"].dtype == np.uint16


def test_weights_are_to_the_bit_those_of_the_exact_runs_replay():
    found = of(SMALL, sigmas=(0.25, 1.0))
    _, arrays = unpacked_film(packed_film(found))
    W = arrays["W"].reshape(2, len(found.plan.slots), len(found.plan.rounds), 4, 2)
    for s, sigma in enumerate((0.25, 1.0)):
        for v, learner in enumerate(found.plan.marked):
            result = run(SMALL.but(sigma=sigma, learners=[learner, *SMALL.learners[1:]]))
            _, exact = unpack(replay(result, references(result)))
            for place in range(3):
                here = W[s, v if place == 0 else len(found.plan.values) + place - 1]
                np.testing.assert_array_equal(here, exact[f"W{place}"][np.array(found.plan.rounds) - 1])


def test_a_row_leaves_out_what_is_not_done():
    parts = []
    film(replace(planned(SMALL, 0, "beta", 0.0, ROOM, True), sigmas=(0.0, 0.25, 0.5)), on_part=parts.append)
    header, arrays = unpacked_film(packed_film(parts[0]))
    assert header["state"] == "row"
    assert header["done"] == [1]
    assert len(header["sigma"]["values"]) == 3
    assert arrays["hits"].shape[0] == 1


def test_the_reference_lines_follow_sigma():
    header, _ = unpacked_film(packed_film(of(SMALL, sigmas=(0.25, 1.0), values=("1/6",))))
    best = [lines[-1]["value"] for lines in header["lines"]]
    assert best[0] == Stream("gaussians4", sigma=0.25).best
    assert best[1] == Stream("gaussians4", sigma=1.0).best


@pytest.mark.parametrize("sigma", [0.0, 0.05, 2.0])
@pytest.mark.parametrize(
    "stream",
    [
        Stream("gaussians4", seed=7, sigma=0.25),
        Stream("linear(K=4, d=2)", seed=7, sigma=0.25, rounds=300),
        Stream("points(0 0 0; 1 0 1; 0 1 2)", seed=7, sigma=0.25, rounds=90, flip=0.3, imbalance=2.0),
    ],
    ids=["gaussians", "drawn", "own points"],
)
def test_points_at_another_sigma_are_moved_by_the_same_normals(stream, sigma):
    def raw(sigma):
        seed = trial_seed(stream.seed, 0)
        drawn = replace(stream, seed=seed, sigma=sigma)
        return raw_rows(drawn, range(1, stream.n_rounds + 1)).astype(np.float32)

    z = normals(stream)
    assert z.dtype == np.float32
    moved = raw(0.25) + np.float32(np.sqrt(sigma) - np.sqrt(0.25)) * z
    np.testing.assert_allclose(moved, raw(sigma), atol=2e-6)


def test_bytes_without_a_film():
    header, arrays = unpacked_film(waiting_film("computing", 0.404))
    assert header["state"] == "computing"
    assert header["share"] == 0.4
    assert not arrays


def of_learner(text):
    return handles([learner_of(text)], 0, 4)


def test_a_handle_of_beta_knows_the_theory():
    (beta,) = of_learner("cspa(beta=1/6)")
    assert beta["label"] == "Step size β (CSPA)"
    assert beta["value"] == "1/6"
    assert beta["theory"] == pytest.approx([1 / 3, 2 / 3])
    assert [1 / 3, "1/3: theory range"] in beta["ticks"]
    assert [2 / 3, "2/3: proof"] in beta["ticks"]
    assert beta["at"][beta["values"].index("1/6")] == pytest.approx(1 / 6)
    assert of_learner("cspa")[0]["shown"][4] == "1/6"
    where = dict(zip(beta["values"], beta["where"], strict=True))
    assert [where[value] for value in ("0.02", "1/3")] == ["inside the theory range"] * 2
    assert where["0.5"] == "beyond the theory range, within the proof"
    assert [where[value] for value in ("2/3", "1")] == ["outside the theory range"] * 2


def test_a_label_names_the_parameter_and_the_learner():
    several = [learner_of(text) for text in ("cspa", "confidit", "cspa(beta=1)@1600(beta=1/6)")]
    labels = [[entry["label"] for entry in handles(several, place, 4)] for place in range(3)]
    assert labels[0] == ["Step size β (CSPA 1)"]
    assert labels[1] == ["η (Confidit)", "A₀ (Confidit)"]
    assert labels[2] == ["Step size β (CSPA 2) after round 1,600"]


def test_a_handle_never_ends_its_branch():
    (beta,) = of_learner("cspa(beta=1/6)@600(beta=1)")
    assert "1/6" not in beta["values"]
    assert {"0.02", "1/3", "1"} <= set(beta["values"])
    assert "0" in of_learner("confidit(eta=0)")[0]["values"]
    assert "0" not in of_learner("confidit(eta=0)@50(eta=1)")[0]["values"]


@pytest.mark.parametrize("key", ALGORITHMS)
def test_a_learner_writes_its_value_as_the_handle_does(key):
    for entry in of_learner(key):
        for value in entry["values"]:
            (now,) = [e["value"] for e in handles([with_param(learner_of(key), entry["name"], value)], 0, 4)
                      if e["name"] == entry["name"]]  # fmt: skip
            assert now == value


def test_handles_of_other_learners():
    (gamma,) = of_learner("banditron(gamma=0.05)")
    assert set(gamma["where"]) == {""}
    assert "theory" not in gamma
    assert gamma["at"][0] == 0
    assert gamma["at"][-1] == 1
    assert sorted(gamma["at"]) == gamma["at"]
    assert [entry["name"] for entry in of_learner("confidit")] == ["eta", "prior"]
    later = of_learner("confidit@50(eta=0)")
    assert [entry["name"] for entry in later] == ["eta"]
    assert later[0]["value"] == "0"
    assert later[0]["at"][0] == 0
    assert of_learner("uniform") == []


def test_the_handle_of_sigma():
    toy, real = sigma_handle(FIRST.stream), sigma_handle(Stream("vehicle"))
    assert toy["value"] == 0.25
    assert toy["noise"] == "variance"
    assert toy["at"][-1] == 1
    assert real["noise"] == "sd"
    assert real["values"][-1] == 0.84


def test_sigma_has_one_scale_with_and_without_a_film():
    far = sigma_handle(replace(FIRST.stream, sigma=3.0))
    assert far["at"][far["values"].index(1.0)] == pytest.approx(1 / 3)
    assert [1 / 3, "1"] in far["ticks"]
    header = film_header(planned(FIRST, 0, "beta", 0.0, ROOM, weights=True))
    assert header["sigma"] == {name: sigma_handle(FIRST.stream)[name] for name in ("values", "at", "ticks")}
    one = planned(FIRST.but(sigma=0.0), 0, "beta", 0.15, ROOM, weights=True)
    assert film_header(one)["sigma"]["at"] == [0.0]
