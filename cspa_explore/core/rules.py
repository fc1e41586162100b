"""What an algorithm is to the engine: a NamedTuple type of hyper-parameters and two functions.

    propose(alg, r, u)                                      -> (ŷ, ỹ)
    coefficients(alg, r, x2, y_hat, y_tilde, told)          -> loss, and writes r.tau (and r.c)

`told` is all that comes back from the world: for partial feedback one bit, "was ỹ right?"; only a
rule declared "full" is told the true label. The three dispatched functions below are chosen by the
type of `alg` when a kernel is compiled.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from cspa_explore.core.jit import PACKAGE, SOURCES, dispatched


@dispatched(1)
def propose(alg, r, u):
    """Return (ŷ, ỹ) from the scores r.s and one uniform u; may write r.p."""


@dispatched(1)
def coefficients(alg, r, x2, y_hat, y_tilde, told):
    """Write the update's coefficients into r.tau (and r.c) and return the loss (NaN if undefined)."""


@dispatched(1)
def tell(alg, y, y_tilde):
    """Return what the learner may know of the label y: the bit [ỹ = y], or y under full feedback."""


def _one_bit(alg, y, y_tilde):
    return y == y_tilde


def _the_label(alg, y, y_tilde):
    return y


FEEDBACK = {"partial": _one_bit, "full": _the_label}


def register(hyper: type, feedback: str, propose_rule: Callable, coefficients_rule: Callable) -> None:
    """Make an algorithm known to the kernels.

    It must live where the cache's source hash looks, or a stale kernel could be served; and its type is
    named in the cache, where every process must find it.
    """
    type_home = getattr(sys.modules[hyper.__module__], "__file__", None) or "."
    for file in (type_home, propose_rule.__code__.co_filename, coefficients_rule.__code__.co_filename):
        home = Path(file).resolve().parent
        if home not in [PACKAGE / folder for folder in SOURCES]:
            raise ValueError(f"Rules live in {PACKAGE.name}/algorithms, those of {hyper.__name__} in {home}.")
    propose.table[hyper,] = propose_rule
    coefficients.table[hyper,] = coefficients_rule
    tell.table[hyper,] = FEEDBACK[feedback]
