"""Averaged CSPA: it learns as CSPA does, and proposes with the average of its weights over the rounds.

ỹ = ŷ = argmax_k w̄_k·x. The step is that of CSPA, or of κ-CSPA for κ > 0, with the scores s = Wx of the weights that
learn (`cspa.py`, `cspa_kappa.py`). The proposal need not have the largest of these, so after a wrong proposal
ℓ = max(0, 1 + s_ỹ − max_{i≠ỹ} s_i) can be 0. `averaging.py` says how W̄ is averaged.

The average takes the noise out of the proposals while β = 1 keeps the steps large, without a new number to tune: a β
that learns quickly need not be one that noise disturbs. The plain average cannot follow a stream that changes; with
ϱ > 0 it forgets. An extension of this project, after the averaged Perceptron of Freund and Schapire (1999); no
guarantee is known.
"""

from dataclasses import replace
from typing import NamedTuple

from cspa_explore.algorithms.averaging import FORGET, LATE, count_round
from cspa_explore.algorithms.cspa import BETA, propose
from cspa_explore.algorithms.cspa import SPEC as CSPA
from cspa_explore.algorithms.cspa_kappa import KAPPA, rejecting_step
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.geometry import Averaged
from cspa_explore.core.vectors import support_class


class CSPAAveraged(NamedTuple):
    """β and κ: as in κ-CSPA; late and forget: how the average is weighted."""

    beta: float
    kappa: float
    late: float
    forget: float


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ from the scores r.q of the weights that learn, and return ℓ."""
    count_round(alg.late, alg.forget, r, y_tilde)
    if correct:
        return support_class(r.q, y_tilde, x2, r.tau)
    return rejecting_step(alg.kappa, alg.beta, r.q, y_tilde, x2, r.tau, r.p)


SPEC = AlgorithmSpec(
    key="cspa_averaged",
    label="Averaged CSPA",
    summary="Learns as CSPA does and proposes with the average of its weights so far.",
    cite="an extension of CSPA by this project",
    feedback="partial",
    hyper=CSPAAveraged,
    propose=propose,
    coefficients=coefficients,
    look=23,
    params=(
        replace(
            BETA,
            default="1",
            grid=("0.1", "0.3", "0.5", "0.7", "1"),
            help="Share of the loss that a wrong proposal removes. The average removes the noise, so β can be 1; a "
            "small β learns too slowly for it.",
        ),
        replace(KAPPA, default="0", grid=("0", "2"), help="As in κ-CSPA; 0 is CSPA's own step."),
        LATE,
        FORGET,
    ),
    geometry=Averaged,
    loss=CSPA.loss.replace("when wrong", "when wrong (not below 0)"),
    centred=True,
    note="Extension, no guarantee known. It needs a large β. The plain average cannot follow a stream that changes, "
    "and on text it ends below CSPA.",
)
