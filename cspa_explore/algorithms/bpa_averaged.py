"""Averaged BPA: it learns as BPA does, and proposes around the average of its weights over the rounds.

ŷ = argmax_k w̄_k·x; ỹ is drawn γ-greedily. The step is that of BPA (`bpa.py`) with the scores s = Wx of the weights that
learn. `averaging.py` says how W̄ is averaged. An extension of this project; no guarantee is known.
"""

from typing import NamedTuple

from cspa_explore.algorithms.averaging import FORGET, LATE, count_round
from cspa_explore.algorithms.banditron import propose
from cspa_explore.algorithms.bpa import SPEC as BPA
from cspa_explore.algorithms.bpa import coefficients as learn
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.geometry import Averaged, learning
from cspa_explore.core.jit import jitable

learn = jitable(learn)


class BPAAveraged(NamedTuple):
    """γ: as in BPA; late and forget: how the average is weighted."""

    gamma: float
    late: float
    forget: float


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write BPA's τ_ỹ for the weights that learn, and return ℓ."""
    count_round(alg.late, alg.forget, r, y_tilde)
    return learn(alg, learning(r), x2, y_hat, y_tilde, correct)


SPEC = AlgorithmSpec(
    key="bpa_averaged",
    label="Averaged BPA",
    summary="Learns as BPA does and proposes with the average of its weights so far.",
    cite="an extension of BPA by this project",
    feedback="partial",
    hyper=BPAAveraged,
    propose=propose,
    coefficients=coefficients,
    look=25,
    draws=True,
    params=(*BPA.params, LATE, FORGET),
    geometry=Averaged,
    loss=BPA.loss,
    note="Extension, no guarantee known. The plain average cannot follow a stream that changes.",
)
