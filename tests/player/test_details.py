"""A replay and its film fit into 2 MB, whatever the page can open; what travels is what the kernels did."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.player.details import AFTER, BEFORE, BLOCK, FEWEST, REPLAY, Details, kept_rows
from cspa_explore.player.packing import unpack
from cspa_explore.player.replay import detailed_replay, recorded, snapped
from cspa_explore.results.comparisons import references
from cspa_explore.running.run import run, trial_seed
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.arena import film
from cspa_explore.ui.session.changes import within_limits

BUDGET = 2_000_000  # bytes
SIX = ("cspa(beta=1/6)", "cspa(beta=1)", "banditron", "confidit", "linucb", "bpa")
LONG = 100_000  # rounds


def of(dataset, learners=SIX, trials=1, **settings):
    return FIRST.but(dataset=dataset, learners=list(learners), trials=trials, **settings)


EXPERIMENTS = {
    "eight Gaussians": of("circle(m=8)"),
    "four Gaussians, long": of("gaussians4", SIX[:3], rounds=LONG),
    "four Gaussians, six learners, long": of("gaussians4", sigma=1.0, rounds=LONG, noisy=0.1),
    "a kernel, long": of("gaussians4", SIX[:3], kernel=0.5, support=5, rounds=LONG),
    "Letter, long": of("letter", rounds=LONG),
}
MORE = {
    "eight Gaussians with much noise": of("circle(m=8)", sigma=1.0),
    "eight Gaussians, a constant feature": of("circle(m=8)", bias=True, normalise=False, noisy=0.2),
    "long, but every round fits": of("gaussians4", SIX[:1], rounds=40_000),
    "26 Gaussians, long": of("circle(m=26)", sigma=1.0, rounds=LONG),
    "guesses": of("circle(m=26)", ["banditron(gamma=1)"] * 6, rounds=LONG, noisy=0.4),
    "a kernel": of("gaussians4", SIX[:3], kernel=0.5, support=40),
    "MNIST": of("mnist", ("cspa(beta=1/18)", "cspa(beta=0.3)", "banditron", "bpa", "pa", "perceptron")),
}


def with_film(experiment):
    """Return the bytes of the replay and of its first learner's film."""
    assert len(within_limits(experiment).learners) <= MOST_LEARNERS
    result = run(experiment)
    data = detailed_replay(result, references(result)).data
    quiet = (lambda progress: None, lambda part: None, lambda: False)
    found = film.compute(experiment, 0, experiment.learners[0].spec.params[0].name, len(data), *quiet)
    return len(data), found.nbytes if found else 0


@pytest.mark.parametrize(
    "experiment",
    [
        *(pytest.param(experiment, id=name) for name, experiment in EXPERIMENTS.items()),
        *(pytest.param(experiment, id=name, marks=pytest.mark.long) for name, experiment in MORE.items()),
    ],
)
def test_replay_and_film_fit_into_two_megabytes(experiment):
    replay, film = with_film(experiment)
    assert replay + film <= BUDGET


def rows_of(arrays, name):
    """Return the kept rows of weights or widths: classes that did not move are those of the row before."""
    moved = arrays[f"moved_{name}"].astype(bool)
    values, found = iter(arrays[name]), np.zeros((*moved.shape, arrays[name].shape[1]), np.float32)
    for i, classes in enumerate(moved):
        found[i] = found[i - 1] if i else 0
        for k in np.flatnonzero(classes):
            found[i, k] = next(values)
    assert next(values, None) is None, "every value is used"
    return found


def test_a_long_replay_holds_some_rounds_exactly_and_the_classes_of_all():
    texts = ["cspa(beta=1/6)@6000(beta=1)", "confidit", "linucb", "banditron(gamma=0.3)"]
    result = run(of("circle(m=8)", texts, sigma=1.0, rounds=12_000, noisy=0.1))
    data, details = detailed_replay(result, references(result))
    header, arrays = unpack(data)
    assert 0.95 * REPLAY < len(data) <= REPLAY
    kept = arrays["kept"]
    assert FEWEST < len(kept) < 12_001
    rewind = Rewind(replace(result.stream, seed=trial_seed(result.stream.seed, 0)), [r.learner for r in result.results])
    traces = rewind.play()
    for place, trace in enumerate(traces):
        W = rows_of(arrays, f"W{place}")
        for i in [*range(0, len(kept), 997), len(kept) - 1]:
            exact = snapped(rewind.at(place, int(kept[i])).weights()[None])[0].astype(np.float32)
            np.testing.assert_array_equal(W[i], exact)
        np.testing.assert_array_equal(details.arrays[f"W{place}"][kept], W)
        assert header["longest"][place] == pytest.approx(np.linalg.norm(details.arrays[f"W{place}"], axis=-1).max())
        np.testing.assert_array_equal(arrays[f"tilde{place}"], trace.y_tilde)
        np.testing.assert_array_equal(arrays[f"hat{place}"], trace.y_hat)
        answered = kept[:-1]  # row r answers round r + 1, and there is none after the last
        np.testing.assert_array_equal(arrays[f"loss{place}"][:-1], trace.loss[answered].astype(np.float32))
    np.testing.assert_array_equal(rows_of(arrays, "A1"), details.arrays["A1"][kept])
    np.testing.assert_array_equal(rows_of(arrays, "P2"), details.arrays["P2"][kept])
    assert arrays["lies"].mean() == pytest.approx(0.1, abs=0.02)


def test_a_run_that_fits_holds_every_round_and_leaves_nothing_out():
    result = run(of("circle(m=8)", SIX[:2], rounds=500))
    data, details = detailed_replay(result, references(result))
    assert details is None
    assert unpack(data)[1]["W0"].shape == (501, 8, 2)
    result = run(of("gaussians4", ["spa"], sigma=0.0, rounds=45_000))
    data, details = detailed_replay(result, references(result))
    assert details is None, "few classes move: every row fits"
    arrays = unpack(data)[1]
    assert arrays["kept"].tolist() == list(range(45_001))
    W, trace = recorded(result.results[0].learner, replace(result.stream, seed=result.seeds[0]))[1::-1]
    np.testing.assert_array_equal(rows_of(arrays, "W0"), snapped(W).astype(np.float32))
    np.testing.assert_array_equal(arrays["loss0"][:-1], trace.loss.astype(np.float32))


@pytest.mark.parametrize(("last", "most"), [(100_000, 64), (100_000, 900), (5000, 4990), (5000, 5001), (70, 64)])
def test_kept_rows_begin_without_a_gap_and_end_with_the_last_two(last, most):
    rows = kept_rows(last, most)
    assert 0.6 * most < len(rows) <= most
    np.testing.assert_array_equal(rows[: most // 2 - 1], np.arange(most // 2 - 1))
    assert rows[-2:].tolist() == [last - 1, last]
    gaps = np.diff(rows)
    assert gaps.min() == 1


def test_rows_around_a_round_and_blocks_of_a_learner():
    W = np.arange(20_001 * 6, dtype=np.float32).reshape(-1, 3, 2)
    loss = np.arange(20_001, dtype=np.float32)
    details = Details({"W0": W, "W1": -W, "loss0": loss, "loss1": -loss})
    first, rows = details.around(1000)
    assert first == 999 - BEFORE
    np.testing.assert_array_equal(rows["loss1"], -np.arange(999 - BEFORE, 1000 + AFTER))
    first, rows = details.around(1)
    assert (first, len(rows["W0"])) == (0, 1 + AFTER)
    _, rows = details.around(20_000)
    assert rows["loss0"][-1] == 20_000, "the state after the last round"
    block = details.block(1, 19_000)
    assert block.keys() == {"W1", "loss1"}
    np.testing.assert_array_equal(block["W1"], -W[19_000:])
    assert len(details.block(0, 0)["W0"]) == BLOCK
