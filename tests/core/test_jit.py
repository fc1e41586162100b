"""What the decorators promise: nogil, visible NaN, no references to arrays, and no code from outside the hash."""

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest

from cspa_explore import make
from cspa_explore.algorithms import cspa
from cspa_explore.core.jit import jitable, kernel
from cspa_explore.core.loop import learn_one, play, propose_one
from cspa_explore.core.rules import register
from tests.sample_streams import STREAMS


def test_a_type_from_elsewhere_is_refused():
    """Its name would be written into the cache, where other processes could not find it."""

    class Elsewhere(NamedTuple):
        beta: float

    with pytest.raises(
        ValueError, match="Kernels are compiled from cspa_explore/core and /algorithms only, got Elsewhere"
    ):
        register(Elsewhere, "partial", cspa.propose, cspa.coefficients)


@pytest.mark.parametrize("decorate", [kernel, jitable])
def test_a_function_from_elsewhere_is_refused(decorate):
    """The kernel hash does not see it, so a change of it would go unnoticed."""
    with pytest.raises(ValueError, match=r"got .*<lambda> of .*core"):
        decorate(lambda x: x)


def test_kernels_let_other_threads_run():
    assert all(kernel.targetoptions["nogil"] for kernel in (play, propose_one, learn_one))


def test_a_nan_stays_visible():
    learner = make("cspa", n_classes=3, n_features=1)
    learner._geometry.W[1] = np.nan
    assert np.isnan(learner.run([[1.0]], [0]).loss).all()


def test_kernels_keep_no_references_to_the_arrays_they_play_on():
    stream = STREAMS["gaussians"]
    learner = make("cspa", n_classes=4, n_features=2)
    learner.run(stream.X, stream.y)
    W = learner._geometry.W
    before = sys.getrefcount(W)
    for _ in range(10):
        learner.run(stream.X, stream.y)
    assert sys.getrefcount(W) == before


def test_threads_give_the_same_traces_as_one_after_the_other():
    stream = STREAMS["gaussians"]

    def trial(seed):
        order = np.random.default_rng(seed).permutation(len(stream.y))
        return make("banditron", n_classes=4, n_features=2, seed=seed).run(stream.X, stream.y, order=order)

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(trial, range(12)))
    for seed, trace in enumerate(together):
        np.testing.assert_array_equal(trace.y_tilde, trial(seed).y_tilde)
