"""What the averaged learners share: they propose with an average of their weights over the rounds.

The rule learns from the current weights W as if there were no average; the geometry keeps the average W̄, which decides
what is proposed. After its n-th round, W̄ ← (1−ρ)W̄ + ρW with
    ρ = max{ϱ, (m+1)/(n+m)}.
With m = 0 and ϱ = 0 that is the plain average of the weights after the rounds 1 to n. With m = 3 the round i counts in
proportion to i(i+1)(i+2), so late rounds count more: Ω_n = n(n+1)(n+2)(n+3) is the sum of these, up to a constant. With
ϱ > 0 it forgets: from round (m+1)/ϱ on it is an exponential average over about the last 1/ϱ rounds.
"""

from cspa_explore.algorithms.spec import Param
from cspa_explore.core.jit import jitable


@jitable
def count_round(late, forget, r, y):
    """Count the round in r.aux[0] and write ρ into c of the class y."""
    r.aux[0] += 1.0
    r.c[y] = max(forget, (late + 1.0) / (r.aux[0] + late))


LATE = Param(
    name="late",
    symbol="m",
    default="0",
    low=0.0,
    low_allowed=True,
    high=10.0,
    grid=("0", "3"),
    help="Round n counts in the average in proportion to about n^m: 0 is the plain average; with 3, late rounds count "
    "more.",
)

FORGET = Param(
    name="forget",
    symbol="ϱ",
    default="0",
    low=0.0,
    low_allowed=True,
    high=0.5,
    grid=("0", "0.01"),
    help="Least weight of the newest round in the average: 0 forgets nothing, 0.01 averages over about the last 100 "
    "rounds, for streams that change.",
)
