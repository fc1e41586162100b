import ast
import inspect

import numpy as np
import pytest

from cspa_explore import make
from cspa_explore.algorithms.spa import SPA
from cspa_explore.core import loop, rules
from cspa_explore.core.rules import feedback, register


def test_only_the_feedback_and_the_score_read_the_label():
    """In a round the label is read twice: by `feedback`, and to record the hit; the loops only pass it on."""
    for entry in (loop.play, loop.record):
        handed = [n for n in ast.walk(ast.parse(inspect.getsource(entry.py_func))) if isinstance(n, ast.Call)]
        assert sum("'y'" in ast.dump(call) for call in handed) == 1
    tree = ast.parse(inspect.getsource(loop.one_round))
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "y"]
    told = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.func.id == "feedback"]
    hits = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and "hit" in ast.dump(node.targets[0])]
    inside = [n for call in (*told, *hits) for n in ast.walk(call) if isinstance(n, ast.Name) and n.id == "y"]
    assert len(uses) == len(inside) == 2
    assert len(told) == len(hits) == 1


def test_no_other_function_of_the_loop_takes_the_labels():
    for function in (loop.propose_for, loop.learn, loop.propose_one.py_func, loop.learn_one.py_func):
        assert "y" not in inspect.signature(function).parameters


def test_partial_feedback_is_one_bit():
    told = [feedback(bandit(), 3, y_tilde, lie) for lie in (False, True) for y_tilde in (3, 1)]
    assert told == [True, False, False, True], "a lie flips it"
    assert {type(t) for t in told} == {bool}


def test_full_feedback_is_the_label_whatever_the_lie():
    assert [feedback(SPA(), 3, y_tilde, lie) for lie in (False, True) for y_tilde in (3, 1)] == [3] * 4


def bandit():
    from cspa_explore.algorithms.cspa import CSPA

    return CSPA(0.5)


def test_rules_outside_the_hashed_sources_are_refused():
    """They would be compiled into a cache that does not notice when they change."""
    with pytest.raises(ValueError, match="Kernels are compiled from cspa_explore/core and /algorithms only, got tuple"):
        register(tuple, "partial", lambda alg, r, u: (0, 0), lambda *a: 0.0)
    assert (tuple,) not in rules.propose.table


def test_explored_is_where_the_proposal_is_not_the_prediction():
    trace = loop.Trace.new(3)
    trace.y_hat[:] = [0, 1, 2]
    trace.y_tilde[:] = [0, 2, 2]
    np.testing.assert_array_equal(trace.explored, [False, True, False])


@pytest.mark.parametrize(("size", "learnt"), [(1e-90, True), (1e-101, False), (1e99, True)])
def test_only_rows_too_small_to_divide_by_are_zero_rows(size, learnt):
    learner = make("cspa", n_classes=3, n_features=2)
    learner.run([[size, size]], [0])
    assert learner.weights().any() == learnt
    assert np.isfinite(learner.weights()).all()
    assert learner.skipped == (not learnt)
