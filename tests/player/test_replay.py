"""The replay says what the kernels did, round by round, and fits into its budget."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.player import shipped
from cspa_explore.player.packing import unpack
from cspa_explore.player.replay import Ghost, plane_of, recorded, replay, snapped
from cspa_explore.provenance import current
from cspa_explore.results.comparisons import references
from cspa_explore.results.run import ARRAYS
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.order import class_order, lies
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played

BUDGET = 600_000  # bytes of the default view
SPARSE = f"file(sha256={64 * '0'}, name=a.svm, K=3, n=90, d=2, sparse=1)"
SMALL = Stream("gaussians4", seed=3, sigma=0.25, rounds=150)


def packed(texts, stream=SMALL, trials=2, ghosts=()):
    result = played([learner_of(text) for text in texts], stream, trials)
    return (*unpack(replay(result, references(result), ghosts)), result)


def test_tied_rows_become_equal_and_others_stay():
    W = np.array([[[1.0, 0], [1 + 1e-13, 0], [0, 1], [0, 1 + 1e-6]]])
    assert snapped(W).tolist() == [[[1, 0], [1, 0], [0, 1], [0, 1 + 1e-6]]]
    assert W[0, 1, 0] != 1, "the argument is left alone"
    assert snapped(np.zeros((2, 3, 2))).tolist() == np.zeros((2, 3, 2)).tolist()


def test_a_tie_is_measured_by_the_weights_of_its_round():
    W = np.array([[[1e6, 0], [1e6 + 1e-5, 0]], [[1.0, 0], [1 + 1e-5, 0]]])
    assert snapped(W)[:, 1, 0].tolist() == [1e6, 1 + 1e-5]


@pytest.mark.parametrize(
    ("stream", "plane", "why"),
    [
        (Stream("gaussians4"), "sectors", ""),
        (Stream("gaussians4", normalise=False), "sectors", ""),
        (Stream("gaussians4", bias=True), "polygons", ""),
        (Stream("circle(m=8)"), "sectors", ""),
        (Stream("circle(m=9)"), "", "Regions are drawn for at most 8 classes; this data set has 9."),
        (Stream("counter"), "", "Counter-example has 3 features: there is no plane to draw regions in."),
        (Stream("gaussians4", kernel=1.0), "grid", ""),
        (Stream("iris", kernel=1.0), "", "Iris has 4 features: there is no plane to draw regions in."),
        (
            Stream("circle(m=8)", kernel=1.0, support=6000),
            "",
            "Regions are sampled for at most 5,000 kernel features, got 6,000.",
        ),
        (Stream("gaussians4", rounds=100_000), "sectors", ""),
        (Stream(SPARSE), "", "Regions are drawn for dense rows only, and those of a.svm are stored as sparse rows."),
        (Stream(SPARSE.replace("d=2", "d=1")), "", "a.svm has 1 feature: there is no plane"),
        (Stream("gaussians4", rounds=2_000_000), "", "Regions of 2,000,000 rounds would take 61 MB: play fewer rounds"),
    ],
)
def test_where_regions_can_be_drawn_and_the_reason_where_not(stream, plane, why):
    found, reason = plane_of(stream, [learner_of("cspa")])
    assert found == plane
    assert reason.startswith(why)
    assert bool(reason) != bool(found)


def test_the_weights_at_t_are_those_after_t_rounds():
    texts = [
        "cspa(beta=1/6)",
        "banditron(gamma=0.3)",
        "confidit",
        "cspa(beta=1/6)@60(beta=1)",
        "cspa_averaged",
        "linucb",
    ]
    header, arrays, result = packed(texts)
    stream = replace(result.stream, seed=trial_seed(3, 0))
    rewind = Rewind(stream, [r.learner for r in result.results])
    for t in (0, 1, 2, 59, 60, 61, 150):
        for place in range(len(texts)):
            W = snapped(rewind.at(place, t).weights()[None])[0]
            np.testing.assert_array_equal(arrays[f"W{place}"][t], W.astype(np.float32))
    np.testing.assert_array_equal(arrays["A2"][150], rewind.at(2, 150).precision().astype(np.float32))
    (xx, xy), (_, yy) = rewind.at(5, 150)._geometry.covariance()[1].astype(np.float32)
    np.testing.assert_array_equal(arrays["P5"][150, 1], [xx, xy, yy])
    assert {name for name in arrays if name[0] in "AP"} == {"A2", "P5"}, "only Confidit and LinUCB add a width"
    widths = [entry.get("eta") for entry in header["learners"]]
    assert widths == [None, None, [1, 1], None, None, [pytest.approx(0.09)] * 2]


def test_what_was_proposed_is_what_was_counted():
    header, arrays, result = packed(["cspa(beta=1/6)", "banditron(gamma=0.3)"])
    for place, r in enumerate(result.results):
        hit = arrays[f"tilde{place}"] == arrays["y"]
        assert hit.mean() == pytest.approx(r.ratio[0])
        assert (arrays[f"tilde{place}"] != arrays[f"hat{place}"]).mean() == pytest.approx(r.explored[0])
        np.testing.assert_allclose(arrays[f"mean{place}"], r.curve.mean(axis=0), rtol=1e-6)
        np.testing.assert_allclose(arrays[f"recent_sd{place}"], r.recent.std(axis=0, ddof=1), rtol=1e-5, atol=1e-7)
    assert arrays["points"][-1] == header["T"] == 150
    assert (header["K"], header["d"], header["trials"], header["plane"]) == (4, 2, 2, "sectors")


def test_rows_are_sent_before_they_are_normalised():
    _, arrays, result = packed(["cspa"])
    first = Rewind(replace(result.stream, seed=trial_seed(3, 0)), [learner_of("cspa")]).instance(1).x
    raw = arrays["raw"][0]
    np.testing.assert_allclose(raw / np.linalg.norm(raw), first, rtol=1e-6)
    assert abs(np.linalg.norm(raw) - 1) > 0.01


def test_the_run_that_is_watched_is_among_those_that_were_completed():
    result = played([learner_of("cspa")], SMALL, 3)
    part = replace(result.results[0], **{name: getattr(result.results[0], name)[1:2] for name in ARRAYS})
    cancelled = replace(result, seeds=result.seeds[1:2], results=(part,), partial=True)
    _, arrays = unpack(replay(cancelled, references(cancelled)))
    assert (arrays["tilde0"] == arrays["y"]).mean() == pytest.approx(result.results[0].ratio[1])
    assert arrays["mean0"][-1] == pytest.approx(result.results[0].ratio[1])


def test_one_trial_has_no_spread():
    _, arrays, _ = packed(["cspa"], trials=1)
    assert np.isnan(arrays["mean_sd0"]).all()


def test_the_charts_name_the_arrays_of_their_numbers():
    header, arrays, _ = packed(
        ["cspa(beta=1/6)", "cspa(beta=1)"], ghosts=(Ghost("before", played([learner_of("bpa")], SMALL, 2)),)
    )
    for name in ("mean", "recent"):
        series = header["curves"][name]["series"]
        assert [part["arrays"]["y"] for part in series] == [f"{name}0", f"{name}1", f"ghost0_{name}0"]
        assert {array for part in series for array in part["arrays"].values()} <= set(arrays)
        assert [part["name"] for part in series] == ["CSPA β=1/6", "CSPA β=1", "pinned BPA γ=0.01"]
    assert header["recent"] == 100


def test_ghosts_bring_their_curves_and_their_own_checkpoints():
    pinned = played([learner_of("bpa")], replace(SMALL, rounds=400), 2)
    header, arrays, _ = packed(["cspa"], ghosts=(Ghost("as it was", pinned),))
    (ghost,) = header["ghosts"]
    assert ghost["words"] == "as it was"
    assert header["curves"]["mean"]["series"][-1]["name"] == "pinned BPA γ=0.01"
    assert arrays["ghost0_points"][-1] == 400
    np.testing.assert_allclose(arrays["ghost0_mean0"], pinned.results[0].curve.mean(axis=0), rtol=1e-6)


def test_without_a_plane_there_are_proposals_but_no_weights():
    header, arrays, _ = packed(["cspa"], Stream("iris", seed=1))
    assert header["plane"] == ""
    assert "4 features" in header["why"]
    assert {"y", "hat0", "tilde0", "loss0"} <= set(arrays)
    assert not {"W0", "raw"} & set(arrays)


def test_a_bundled_set_is_named_for_what_is_offered_next():
    header, _, _ = packed(["cspa"], Stream("iris"))
    assert header["bundled"] == {"text": "iris", "title": "Iris"}
    assert "bundled" not in packed(["cspa"])[0]


def test_with_a_constant_feature_there_are_three_weights_a_class():
    header, arrays, _ = packed(["cspa"], replace(SMALL, bias=True))
    assert header["plane"] == "polygons"
    assert arrays["W0"].shape == (151, 4, 3)
    assert arrays["raw"].shape == (150, 2)


def test_every_run_has_its_own_hue_and_dash():
    header, _, _ = packed(["cspa(beta=1/6)", "cspa(beta=1)", "banditron"])
    assert len({learner["colour"] for learner in header["learners"]}) == 3
    assert len({learner["dash"] for learner in header["learners"]}) == 3


def test_recording_in_blocks_gives_one_history():
    stream = replace(SMALL, rounds=5000)
    trace, W, A = recorded(learner_of("confidit"), stream)
    assert W.shape == A.shape == (5001, 4, 2)
    assert len(trace.y_hat) == 5000
    np.testing.assert_array_equal(W[-1], Rewind(stream, [learner_of("confidit")]).at(0, 5000).weights())


def test_the_shipped_replay_is_what_the_kernels_give_and_small_enough():
    data, result = shipped.load()
    fresh, again = shipped.make()
    (header, arrays), (wanted, expected) = unpack(data), unpack(fresh)
    assert len(data) <= BUDGET
    assert header.pop("provenance") == result.provenance.to_fields()
    assert wanted.pop("provenance") == current().to_fields(), "another machine, or other kernels"
    assert header == wanted
    assert list(arrays) == list(expected)
    for name, array in arrays.items():
        if array.dtype.kind == "f":  # other processors may round the last bit of a sum differently
            np.testing.assert_allclose(array, expected[name], rtol=2e-6, atol=1e-7, err_msg=name)
        else:
            np.testing.assert_array_equal(array, expected[name], err_msg=name)
    assert result.words == again.words
    for one, other in zip(result.results, again.results, strict=True):
        np.testing.assert_allclose(one.curve, other.curve, rtol=1e-12)


def test_the_options_of_a_stream_are_in_the_replay():
    stream = replace(SMALL, noisy=0.2, drift="labels", ties="drawn")
    header, arrays, result = packed(["cspa(beta=1/6)", "spa"], stream)
    first = replace(stream, seed=result.seeds[0])
    order = class_order(first)
    plain, without, _ = packed(["cspa(beta=1/6)"])
    assert (header["noisy"], header["drift"]) == (0.2, 76)
    assert (plain["noisy"], plain["drift"]) == (0.0, None)
    assert "lies" not in without
    np.testing.assert_array_equal(arrays["lies"], lies(first, 150))
    assert header["names"] == [plain["names"][k] for k in order]
    assert header["classes"] == [plain["classes"][k] for k in order], "a class keeps its colour"
    beta = header["learners"][0]["params"][0]
    assert "theory" not in beta
    assert not any(beta["where"])
    assert not any("theory" in text for _, text in beta["ticks"])


def test_turned_points_are_drawn_where_they_are():
    header, arrays, result = packed(["cspa"], replace(SMALL, drift="turn", turn=90.0))
    _, plain, _ = packed(["cspa"])
    centres = replace(SMALL, sigma=0.0, seed=result.seeds[0])
    moved = raw_rows(centres, range(76, 151)) @ np.array([[-1, 1], [-1, -1]])  # (R − I) x
    np.testing.assert_array_equal(arrays["raw"][:75], plain["raw"][:75])
    np.testing.assert_allclose(arrays["raw"][75:], plain["raw"][75:] + moved, atol=1e-6)
    assert header["drift"] == 76
