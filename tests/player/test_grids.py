"""Sampled regions: each cell has the class that the engine would predict at its middle."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.core.loop import Trace
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.player import grids
from cspa_explore.player.grids import SIDE, grid_arrays, grid_points, half_width, played_with_states, predicted
from cspa_explore.player.packing import unpack
from cspa_explore.player.replay import replay
from cspa_explore.results.comparisons import references
from cspa_explore.running.play import play
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played

KERNEL = Stream("gaussians4", seed=5, sigma=0.25, kernel=0.5, support=40, rounds=300)


def decoded(runs):
    """Return the cells of a grid, written independently of the encoder."""
    return np.concatenate([np.full(n, k) for k, n in runs.reshape(-1, 2)]).reshape(SIDE, SIDE)


def test_two_centres_by_hand():
    stream = Stream("points(-1 0 0; 1 0 1)", order="cyclic", sigma=0.0, kernel=1.0, rounds=10, normalise=False)
    W = np.array([[1.0, 0.0], [0.0, 1.0]])  # class 0 at the first centre, class 1 at the second
    points = np.array([[-0.4, 3.0], [0.4, -2.0], [0.0, 1.0]])
    assert predicted(stream, points, [(10, W)]).tolist() == [[0, 1, 0]], "a tie goes to the lower class"
    first = predicted(stream, points, [(1, W)])  # in round 1 only the first centre is known
    assert first.tolist() == [[0, 0, 0]]


def test_the_cells_cover_the_square_from_the_top_left():
    points = grid_points(2.0).reshape(SIDE, SIDE, 2)
    assert points[0, 0].tolist() == pytest.approx([-1.99, 1.99])
    assert points[0, -1].tolist() == pytest.approx([1.99, 1.99])
    assert points[-1, 0].tolist() == pytest.approx([-1.99, -1.99])


@pytest.mark.parametrize("normalise", [True, False])
@pytest.mark.parametrize(
    "text", ["cspa(beta=1/6)", "banditron(gamma=0.3)", "confidit", "arow", "cspa(beta=1)@60(beta=0.1)"]
)
def test_at_the_instances_it_is_the_prediction_of_the_engine(text, normalise):
    stream = replace(KERNEL, normalise=normalise)
    rounds = np.array([1, 2, 3, 10, 39, 40, 41, 42, 60, 61, 100, 299, 300])
    trace, states = played_with_states(learner_of(text), stream, rounds)
    assert [t for t, _ in states] == rounds.tolist()
    (whole,) = play([learner_of(text)], stream)
    np.testing.assert_array_equal(trace.y_hat, whole.y_hat)
    np.testing.assert_array_equal(trace.y_tilde, whole.y_tilde)
    for place, row in enumerate(raw_rows(stream, rounds)):
        (found,) = predicted(stream, row[None], [states[place]])
        assert found[0] == whole.y_hat[rounds[place] - 1], f"round {rounds[place]}"


def test_every_cell_is_what_the_engine_predicts_there():
    """The engine plays each sampled point as if it were the next instance."""
    stream = replace(KERNEL, sigma=0.5, normalise=False)
    text, t = learner_of("cspa(beta=1/3)"), 200
    learner = Rewind(stream, [text]).at(0, t - 1)
    points = np.random.default_rng(0).uniform(-2, 2, (200, 2))
    support = raw_rows(stream, range(1, 41))
    phi = np.exp(-((points[:, None] - support) ** 2).sum(axis=2) / stream.kernel)
    phi /= np.linalg.norm(phi, axis=1)[:, None]
    engine = []
    for row in phi:
        trace = Trace.new(1)
        learner.copy().advance(*_one(row), trace)
        engine.append(int(trace.y_hat[0]))
    assert predicted(stream, points, [(t, learner.weights())])[0].tolist() == engine
    assert len(set(engine)) > 1


def _one(row):
    from cspa_explore.core.gate import as_labels, as_order, as_rows, as_uniforms

    return as_rows(row[None]), as_labels([0], 1, 4), as_order([0], 1), as_uniforms([0.5], 1)


def test_the_replay_carries_grids_that_are_drawn_as_they_were_computed():
    texts = [learner_of("cspa(beta=1/6)"), learner_of("banditron")]
    result = played(texts, KERNEL, 1)
    header, arrays = unpack(replay(result, references(result)))
    stream = replace(KERNEL, seed=result.seeds[0])
    assert (header["plane"], header["why"], header["picture"]) == ("grid", "", None)
    assert (header["side"], header["half"]) == (SIDE, half_width(arrays["raw"]))
    np.testing.assert_array_equal(arrays["raw"], raw_rows(stream, range(1, 301)).astype(np.float32))
    rewind = Rewind(stream, texts)
    rounds = arrays["grid_rounds"]
    assert rounds[0] == 1
    assert rounds[-1] == 300
    for place in (0, 1):
        starts = arrays[f"grid_starts{place}"]
        for i in (0, len(rounds) // 2, len(rounds) - 1):
            state = (int(rounds[i]), rewind.at(place, int(rounds[i]) - 1).weights())
            wanted = predicted(stream, grid_points(header["half"]), [state]).reshape(SIDE, SIDE)
            np.testing.assert_array_equal(decoded(arrays[f"grid{place}"][starts[i] : starts[i + 1]]), wanted)


def test_too_many_bytes_leave_out_every_second_round(monkeypatch):
    states = [(t, np.random.default_rng(t).normal(size=(4, 40))) for t in (50, 100, 150, 200)]
    whole = grid_arrays(KERNEL, 2.0, [states])
    monkeypatch.setattr(grids, "MOST_BYTES", len(whole["grid0"]) - 1)
    part = grid_arrays(KERNEL, 2.0, [states])
    assert whole["grid_rounds"].tolist() == [50, 100, 150, 200]
    assert part["grid_rounds"].tolist() == [50, 150]
    starts = whole["grid_starts0"]
    np.testing.assert_array_equal(
        part["grid0"], np.concatenate([whole["grid0"][starts[i] : starts[i + 1]] for i in (0, 2)])
    )


@pytest.mark.parametrize("learner", ["cspa(beta=1)", "banditron"])
def test_where_only_the_direction_counts_a_grid_is_that_of_every_cell_computed(learner):
    stream = Stream("gaussians4", sigma=0.25, seed=7, kernel=0.5, support=300, rounds=700)
    _, states = played_with_states(learner_of(learner), stream, np.array([1, 5, 100, 600]))
    points = grid_points(2.0)
    np.testing.assert_array_equal(predicted(stream, points, states), grids._predicted_at(stream, points, states))
