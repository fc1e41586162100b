"""What the explanation of a round says in cases that few rounds reach."""

from types import SimpleNamespace

import numpy as np
import pytest

from cspa_explore.datasets import Dataset
from cspa_explore.explain.checks import vanishes
from cspa_explore.inspection.one_round import look
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.streams.stream import Stream
from tests.sample_datasets import own_file

STREAM = Stream("gaussians4")
X = np.array([0.6, 0.8])


def seen(key, W=None, change=None, **case):
    """Return a look at the sixth round, which the learner enters with these weights, or with changed arrays."""
    rewind = Rewind(STREAM, [learner_of(key)])
    learner = rewind.at(0, 5)
    if W is not None:
        learner = learner.with_weights(W)
    if change is not None:
        change(learner)
    rewind.at = lambda which, t: learner.copy()
    return look(rewind, 0, 6, **{"x": X} | case)


def all_hold(found):
    return all(i.holds for i in found.invariants) and all(e.holds for e in found.equations)


@pytest.mark.parametrize(
    ("W", "told", "branch", "learnt"),
    [
        (np.outer([-1, -2, -2, -2], X), True, "guess, right: it gains x", "Added x to the weights of class {}."),
        (np.outer([-1, -2, -2, -2], X), False, "guess, nothing to learn", "Nothing changed."),
        (
            np.outer([2, 1, -1, -1], X),
            True,
            "right: the others give x up",
            "Subtracted x from the weights of class 2.",
        ),
        (np.outer([0, -1, -1, -1], X), True, "right: it gains x", "Added x to the weights of class 1."),
        (np.outer([1, -1, -1, -1], X), False, "wrong: it gives x up", "Subtracted x from the weights of class 1."),
    ],
)
def test_who_gives_x_up_among_k_perceptrons(W, told, branch, learnt):
    found = seen("k_perceptrons", W, told=told)
    assert found.branch == branch
    assert found.steps[-1] == learnt.format(found.names[found.y_tilde])
    assert all_hold(found)


def test_a_variance_that_rounding_makes_negative_counts_as_0():
    def negative(learner):
        learner._geometry.P[:] = -1e-18 * np.eye(2)

    found = seen("linucb", change=negative)
    assert found.equations[0].numbers.endswith("√(0)")
    assert all_hold(found)


@pytest.mark.parametrize("lead", [0, 5, 50, 800])
def test_the_step_of_rdue_is_within_its_bound_however_sure_it_is(lead):
    with np.errstate(all="raise", under="ignore"):
        found = seen("rdue", np.outer([lead, 0, 0, 0], X), told=True)
    (limit,) = (i for i in found.invariants if "≤ B" in i.name)
    pull, radius = map(float, limit.value.split(" ≤ "))
    assert 0 <= pull <= radius == 10
    assert all_hold(found)


def test_an_angle_is_below_360_degrees():
    assert seen("cspa", x=np.array([1.0, -0.001])).steps[0].startswith("Saw x at 0°,")
    assert seen("cspa", x=np.array([1.0, -0.1])).steps[0].startswith("Saw x at 354°,")


def test_one_feature_is_a_feature():
    data = Dataset(np.array([[1.0], [-1.0], [2.0], [-3.0]]), np.array([0, 1, 0, 1]), 2, ("a", "b"))
    found = look(Rewind(Stream(own_file(data, "line.csv")), [learner_of("cspa")]), 0, 1)
    assert found.steps[0] == "Saw x: 1 feature, 1 of them not 0, length ‖x‖ = 1."


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("lead", [0, 5, 40, 2000])
def test_the_likelihood_of_an_answer_may_be_tiny(lead, told):
    with np.errstate(all="raise", under="ignore"):
        found = seen("bit_likelihood", np.outer([lead, 1, 0, 0], X), told=told)
    assert all_hold(found)
    assert not any(e.numbers.endswith("/ 0") or "nan" in e.numbers for e in found.equations)


def test_weights_that_overflowed_are_said_not_to_be_numbers():
    round_of_size_1 = SimpleNamespace(size=1.0)
    for value in (np.nan, np.inf):
        assert vanishes(round_of_size_1, "ΔW", np.array([0.0, value])) == ("ΔW", "not a number", False)
    assert vanishes(round_of_size_1, "ΔW", np.array([0.0, 1e-17])) == ("ΔW", "error ≤ 1e−17", True)


def test_of_two_classes_the_other_one_is_named():
    data = Dataset(np.array([[1.0, 0.0], [-1.0, 0.0]] * 4), np.array([0, 1] * 4), 2, ("left", "right"))
    found = look(Rewind(Stream(own_file(data, "two.csv")), [learner_of("cspa(beta=1)")]), 0, 1, told=False)
    assert found.steps[-1] == "Pushed class left down by 0.5 and class right up by 0.5: the loss ℓ fell to 0."
