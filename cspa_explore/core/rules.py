"""What an algorithm is to the engine: a NamedTuple type of hyper-parameters and two functions.

    propose(alg, r, u)                                      -> (ŷ, ỹ)
    coefficients(alg, r, x2, y_hat, y_tilde, told)          -> loss, and writes r.tau (and r.c)

`told` is all that the learner is told about the label: under partial feedback one bit, "was ỹ right?", which a noisy
answer flips; only a rule declared "full" is told the label itself. The type of `alg` selects the bodies of the three
dispatched functions below when a kernel is compiled.
"""

import sys
from collections.abc import Callable

from cspa_explore.core.jit import dispatched
from cspa_explore.core.kernel_hash import expect_hashed


@dispatched(1)
def propose(alg, r, u):
    """Return (ŷ, ỹ) from the scores r.s and one uniform u; may write r.p."""


@dispatched(1)
def coefficients(alg, r, x2, y_hat, y_tilde, told):
    """Write the update's coefficients into r.tau (and r.c) and return the loss (NaN if undefined)."""


@dispatched(1)
def feedback(alg, y, y_tilde, lie):
    """Return what the learner may know of the label y: the bit [ỹ = y], flipped by a lie, or y under full feedback."""


def _one_bit(alg, y, y_tilde, lie):
    return (y == y_tilde) != lie


def _the_label(alg, y, y_tilde, lie):
    return y


FEEDBACK = {"partial": _one_bit, "full": _the_label}


def register(hyper: type, kind: str, propose_rule: Callable, coefficients_rule: Callable) -> None:
    """Enter an algorithm into the tables that kernels are compiled from; `kind` of feedback is "partial" or "full".

    Its type is named in the kernel cache, where every process must find it, so it lives beside its rules.
    """
    expect_hashed(hyper.__name__, getattr(sys.modules[hyper.__module__], "__file__", None) or ".")
    for rule in (propose_rule, coefficients_rule):
        expect_hashed(f"{rule.__name__} of {hyper.__name__}", rule.__code__.co_filename)
    propose.table[hyper,] = propose_rule
    coefficients.table[hyper,] = coefficients_rule
    feedback.table[hyper,] = FEEDBACK[kind]
