"""One round played once more on a copy of the learner: as it was, or as it would be with another x or answer."""

from dataclasses import dataclass
from typing import NamedTuple

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
from cspa_explore.streams.order import class_names


@dataclass(frozen=True, eq=False)
class WhatIf:
    """One round of a run, as it was or with another x or another answer."""

    t: int
    rows: Rows  # the only row is x
    y: int  # the round's true class
    u: float
    lied: bool  # the run's answer was flipped
    told: bool | None  # right or wrong; None: the run's answer
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
    K, names = rewind.stream.n_classes, class_names(rewind.stream)
    shown = tuple(map(str, names)) if len(names) == K else tuple(str(k + 1) for k in range(K))
    return WhatIf(t, rows, instance.y, instance.u, instance.lied, told, x is not None, shown)


class Answer(NamedTuple):
    """What decides the answer to the proposal."""

    label: int
    lied: bool  # the bit is flipped
    known: bool  # the label is known: told "wrong", it may be any other class


def play_once(learner: Learner, case: WhatIf, label: int, lied: bool) -> tuple[Learner, Trace]:
    """Return a copy of the learner after one more round."""
    after, trace = learner.copy(), Trace.new(1)
    y, order, u = canonical(np.array([label]), np.int64), canonical(np.zeros(1), np.int64), np.array([case.u])
    lies = canonical(np.array([lied]), np.bool_)
    after.advance(case.rows, y, order, canonical(u, np.float64), trace, lies=lies)
    return after, trace


def answer_of(learner: Learner, case: WhatIf) -> Answer:
    """Return the answer of the round: the run's own, unless the case asks for another."""
    full = learner.spec.feedback == "full"
    run = Answer(case.y, case.lied and not full, True)
    if case.told is None:
        return run
    after, trace = play_once(learner, case, *run[:2])
    y_tilde = int(trace.y_tilde[0])
    if case.told == ((y_tilde == case.y) != run.lied):
        return run
    if case.told:
        return Answer(y_tilde, False, True)
    if case.y != y_tilde:
        return Answer(case.y, False, True)
    s = after.last_round().s
    s[y_tilde] = -np.inf
    return Answer(int(np.argmax(s)), False, full)


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
