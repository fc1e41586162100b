"""One round under the microscope: what a learner saw, proposed, was told and learnt, with its numbers.

The engine itself plays the round, on a copy of the learner from before it. It can also be played with another x or
another answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cspa_explore.core.geometry import Additive
from cspa_explore.core.preprocessing import preprocessed
from cspa_explore.core.rows import CSR
from cspa_explore.core.vectors import argmax, max_except
from cspa_explore.explain import explain
from cspa_explore.explain.any_round import always, skipped_row, steps
from cspa_explore.explain.facts import Equation, Invariant, Learning, Support
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.inspection.what_if import WhatIf, answer_of, facts_of, play_once, what_if
from cspa_explore.learners import Learner, LearnerText, make
from cspa_explore.learners.branch import AnyLearner, learner_in_round
from cspa_explore.streams.stream import Stream


@dataclass(frozen=True, eq=False)
class Look:
    """One round of one learner. Weights, scores and τ are centred over the classes where only differences count."""

    t: int  # the round, counted from 1
    words: str  # the learner as a person writes it
    text: str  # its one text
    playing: LearnerText  # with the parameters of this round; a branch changes them
    names: tuple[str, ...]  # of the classes
    K: int
    d: int
    x: np.ndarray  # (d,)
    y: int  # the true class of the round in the run
    label: int | None  # the class that the answer was given for: y, or another in a what-if; None if it is open
    y_hat: int  # predicted
    y_tilde: int  # proposed
    told: bool | int  # right or wrong; the label under full feedback
    lied: bool  # the answer was flipped: told ✓ although the proposal was wrong, or the reverse
    supposed: bool  # x or the answer is not the run's
    correct: bool  # the proposal was right, or supposed to be
    explored: bool  # ỹ ≠ ŷ
    skipped: bool  # a zero row: nothing is learnt
    feedback: str  # "partial" or "full"
    loss: float  # NaN where the algorithm has none
    W_before: np.ndarray  # (K, d)
    W_after: np.ndarray  # (K, d)
    learning: Learning | None  # the weights that learn, where W is their average
    A_before: np.ndarray | None  # (K, d), where the learner keeps one
    A_after: np.ndarray | None  # (K, d)
    scores_before: np.ndarray  # (K,) at x
    scores_after: np.ndarray  # (K,) at x
    tau: np.ndarray  # (K,) W += τ xᵀ, long form (Ridge: b += τ xᵀ)
    gap_before: float  # s_ỹ minus the best other score, before
    gap_after: float  # and after
    y_hat_after: int  # what would be predicted at x now
    branch: str  # the case of the rule, in a few words
    steps: tuple[str, ...]  # saw, predicted, proposed, told, learnt
    equations: tuple[Equation, ...]
    invariants: tuple[Invariant, ...]
    support: Support | None  # of a support-class step


@dataclass(frozen=True, eq=False)
class Other:
    """The same round played by another learner from the same weights, or the reason why it cannot be."""

    words: str
    text: str
    look: Look | None
    reason: str  # "they also keep variances"; empty if it can
    note: str  # how it differs: "told the true label"
    about: str  # the note of its Spec


def look(
    rewind: Rewind, which: int | AnyLearner, t: int, *, x: np.ndarray | None = None, told: bool | None = None
) -> Look:
    """Return what happened in round t, 1 ≤ t ≤ T, or would have happened with another x or answer.

    Without `told` the round's true class decides. A learner with full feedback that was right and is told "wrong"
    is told the class with the second best score.

    >>> seen = look(Rewind(Stream("gaussians4"), [LearnerText.of("cspa")]), 0, 1, told=False)
    >>> seen.branch, seen.loss, seen.gap_before, seen.equations[0].numbers
    ('complementary step', 1.0, 0.0, '1 + 0 − 0')
    """
    case = what_if(rewind, t, x, told)
    place = rewind.place(which)
    return _look(rewind.at(place, t - 1), rewind.learners[place], case)


def others(
    rewind: Rewind,
    which: int | AnyLearner,
    t: int,
    learners: Sequence[AnyLearner],
    *,
    x: np.ndarray | None = None,
    told: bool | None = None,
) -> list[Other]:
    """Return what other learners would have done in round t, starting from this learner's weights as shown.

    They see the same x, the same uniform and the same truth (or are told the same). Only learners whose state is
    their weights can start from given ones.
    """
    case = what_if(rewind, t, x, told)
    W = rewind.at(which, t - 1).weights()
    sparse = rewind.stream.storage is CSR
    return [_other(learner, W, sparse, case) for learner in learners]


def row_of(stream: Stream, point: tuple[float, float]) -> np.ndarray:
    """Return the row that learners would see for a point of the plane: with the constant feature, and scaled.

    >>> row_of(Stream("gaussians4", bias=True), (2.0, -2.0))
    array([ 0.66666667, -0.66666667,  0.33333333])
    """
    return preprocessed(np.array([point]), np.zeros(1, np.int64), bias=stream.bias, normalise=stream.normalise).X[0]


def _other(text: AnyLearner, W: np.ndarray, sparse: bool, case: WhatIf) -> Other:
    note = "told the true label" if text.spec.feedback == "full" else ""
    K, d = W.shape
    if not issubclass(text.spec.geometry, Additive) or text.spec.remembers:
        variances = {"A", "P"} & set(text.spec.geometry._fields)  # type: ignore[attr-defined]
        reason = "they also keep variances" if variances else "they keep more than weights"
        return Other(text.words_for(K), str(text), None, reason, note, text.spec.note)
    start = make(learner_in_round(text, case.t), n_classes=K, n_features=d, sparse=sparse).with_weights(W)
    return Other(text.words_for(K), str(text), _look(start, text, case), "", note, text.spec.note)


def _look(learner: Learner, text: AnyLearner, case: WhatIf) -> Look:
    label, lied, known = answer_of(learner, case)
    after, trace = play_once(learner, case, label, lied)
    again, _ = play_once(after, case, label, lied)
    f = facts_of(learner, after, again, case, label if known and not lied else None)
    skipped = after.skipped > learner.skipped
    meant = skipped_row(f) if skipped else explain(learner.spec.key, f)
    return Look(
        t=case.t,
        words=text.words_for(f.K),
        text=str(text),
        playing=learner.text,
        names=case.names,
        K=f.K,
        d=len(f.x),
        x=f.x,
        y=case.y,
        label=label if known else None,
        y_hat=f.y_hat,
        y_tilde=f.y_tilde,
        told=f.told,
        lied=lied,
        supposed=case.elsewhere or (label, lied) != (case.y, case.lied and learner.spec.feedback == "partial"),
        correct=bool(trace.hit[0]),
        explored=f.y_hat != f.y_tilde,
        skipped=skipped,
        feedback=learner.spec.feedback,
        loss=f.loss,
        W_before=f.W,
        W_after=f.W_after,
        learning=f.learning,
        A_before=f.A,
        A_after=f.A_after,
        scores_before=f.s,
        scores_after=f.s_after,
        tau=f.tau,
        gap_before=float(f.s[f.y_tilde] - max_except(f.s, f.y_tilde)),
        gap_after=float(f.s_after[f.y_tilde] - max_except(f.s_after, f.y_tilde)),
        y_hat_after=int(argmax(f.s_after)),
        branch=meant.branch,
        steps=steps(f, meant),
        equations=meant.equations,
        invariants=(*meant.invariants, *always(learner.spec, f)),
        support=meant.support,
    )
