"""One round played once more on a copy of the learner: as it was, or as it would be with another x or answer."""

from dataclasses import dataclass

import numpy as np

from cspa_explore.core.gate import as_row
from cspa_explore.core.geometry import Additive
from cspa_explore.core.loop import Trace
from cspa_explore.core.memory import canonical
from cspa_explore.core.rows import Rows, single_row
from cspa_explore.errors import UserError
from cspa_explore.explain.facts import Facts, Learning
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners import Learner


@dataclass(frozen=True, eq=False)
class WhatIf:
    """One round of a run, as it was or with another x or another answer."""

    t: int
    rows: Rows  # the only row is x
    y: int  # the round's true class
    u: float
    told: bool | None  # right or wrong; None: the truth
    elsewhere: bool  # x is not the run's
    names: tuple[str, ...]


def what_if(rewind: Rewind, t: int, x: np.ndarray | None, told: bool | None) -> WhatIf:
    """Return round t of the rewind; x and told replace the run's own, unless they are None."""
    instance = rewind.instance(t)
    if told is not None and not isinstance(told, bool | np.bool_):
        raise UserError(f"told must be True for right, False for wrong, or None for the truth, got {told!r}.")
    if x is None:
        (block,) = rewind.blocks(t - 1, t)
        rows = single_row(block.rows, int(block.order[0]))
    else:
        rows = as_row(x, rewind.stream.n_features, rewind.stream.storage)
    K, names = rewind.stream.n_classes, rewind.stream.load().names
    shown = tuple(map(str, names)) if len(names) == K else tuple(str(k + 1) for k in range(K))
    return WhatIf(t, rows, instance.y, instance.u, told, x is not None, shown)


def play_once(learner: Learner, case: WhatIf, label: int) -> tuple[Learner, Trace]:
    """Return a copy of the learner after one more round."""
    after, trace = learner.copy(), Trace.new(1)
    y, order, u = canonical(np.array([label]), np.int64), canonical(np.zeros(1), np.int64), np.array([case.u])
    after.advance(case.rows, y, order, canonical(u, np.float64), trace)
    return after, trace


def label_of(learner: Learner, case: WhatIf) -> tuple[int, bool]:
    """Return the label of the round, and whether it is known: told "wrong", the label may be any other class."""
    if case.told is None:
        return case.y, True
    after, trace = play_once(learner, case, case.y)
    y_tilde = int(trace.y_tilde[0])
    if case.told:
        return y_tilde, True
    if case.y != y_tilde:
        return case.y, True
    s = after.last_round().s
    s[y_tilde] = -np.inf
    return int(np.argmax(s)), learner.spec.feedback == "full"


def facts_of(learner: Learner, after: Learner, again: Learner, case: WhatIf, y: int | None) -> Facts:
    """Return the round as facts; `again` has seen x once more, for the scores after the update."""
    r, r_after, update = after.last_round(), again.last_round(), after.last_update()
    common = float(learner.spec.centred)  # subtract the mean
    s, s_after, q, q_after = (v - common * v.mean() for v in (r.s, r_after.s, r.q, r_after.q))
    W, W_after = learner.learning_weights(), after.learning_weights()
    learning = None if W is None or W_after is None else Learning(W, W_after, q, q_after)
    return Facts(
        alg=learner.text.hyper(learner.n_classes),
        names=case.names,
        x=update.x,
        x2=float(update.x @ update.x),
        s=s,
        s_after=s_after,
        q=r.q,
        q_after=r_after.q,
        p=r.p,
        W=learner.weights(),
        W_after=after.weights(),
        A=learner.precision(),
        A_after=after.precision(),
        y_hat=update.y_hat,
        y_tilde=update.y_tilde,
        told=update.told,
        y=y,
        tau=update.tau,
        written=r.tau,
        c=r.c,
        loss=update.loss,
        additive=issubclass(learner.spec.geometry, Additive),
        learning=learning,
    )
