"""Answers to the player's requests: pin the run, branch a learner, set a handle's values, open the Microscope."""

from typing import Any
from urllib.parse import parse_qsl

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import Branch, with_param
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.arena.runs import prepare_run
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.controls.parameters import plan_words
from cspa_explore.ui.session import state
from cspa_explore.ui.session.questions import question_of


def answer() -> None:
    """Do what the player asks for: open a link, pin the run, branch, set a handle's values, or open the Microscope."""
    question = question_of("player")
    kind, t, learners = question.get("kind"), int(question.get("t", 0)), state.experiment().texts
    if kind == "open":
        state.open_link(str(question.get("page") or "arena"), dict(parse_qsl(question["query"])))
        return
    if kind == "pin":
        state.pin(None if state.pinned() else state.experiment())
        return
    if kind == "set":
        state.change(lambda experiment: handled(experiment, question))
        prepare_run(state.experiment(), state.pinned())
        return
    if question.get("learner") not in learners:
        return  # the question is stale: the learners have changed since
    which = learners.index(question["learner"])
    if kind == "branch":
        _branch(which, t)
    elif kind == "microscope":
        # The query that the player has just written; another one would add another history entry.
        query = state.present() | {"who": str(which), "t": str(t)}
        if not which:
            del query["who"]
        state.go("microscope", query)


def _branch(which: int, t: int) -> None:
    """Add or move the branch, and say what has happened."""
    before = state.experiment()
    try:
        after = branched(before, which, t)
    except UserError as error:
        state.refuse(str(error))
        return
    state.change(lambda experiment: after)
    state.tell(branch_words(before, after))


def handled(experiment: Experiment, question: dict[str, Any]) -> Experiment:
    """Return the experiment with a handle's values: a parameter of one learner (none if its name is ""), and σ.

    The learner is known by its place and its algorithm: its values may have changed since the run on the screen. If
    another algorithm plays there, the question is stale and the experiment stays as it is.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> question = {"place": 1, "key": "cspa", "param": "beta", "value": "1/3", "sigma": 0.5}
    >>> handled(FIRST, question).texts[1], handled(FIRST, question | {"place": 2}) == FIRST
    ('cspa(beta=1/3)', True)
    """
    learners, place, name = list(experiment.learners), question.get("place"), question.get("param")
    if type(place) is not int or not 0 <= place < len(learners) or learners[place].key != question.get("key"):
        return experiment
    if name:
        learners[place] = with_param(learners[place], name, question.get("value"))
    return experiment.but(learners=learners, sigma=question.get("sigma"))


def branched(experiment: Experiment, which: int, t: int) -> Experiment:
    """Return the experiment with a branch of learner `which`, whose first free parameter changes after round t.

    There is one branch at a time. A branch of the same learner is moved and keeps its later values; a branch of another
    learner is replaced.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> branched(FIRST, 0, 600).texts[-1]
    'cspa(beta=1/6)@600(beta=1)'
    """
    item = experiment.learners[min(max(which, 0), len(experiment.learners) - 1)]
    parent = item.learner if isinstance(item, Branch) else item
    known = [other for other in experiment.learners if isinstance(other, Branch) and other.learner == parent]
    branch = Branch(parent, t, known[0].then if known else _another(parent, experiment.stream.n_classes))
    if branch in experiment.learners:
        return experiment
    kept = [other for other in experiment.learners if not isinstance(other, Branch)]
    if len(kept) == MOST_LEARNERS:
        raise UserError(f"A branch adds a learner, and at most {MOST_LEARNERS} can play together: remove one first.")
    return experiment.but(learners=(*kept, branch))


def _another(parent: LearnerText, K: int) -> LearnerText:
    """Return the learner with another value of its first parameter that can change: its largest, or a small one."""
    free = [place for place, param in enumerate(parent.spec.params) if not param.initial]
    if not free:
        raise UserError(f"{parent.words} has no parameter that can change during a run.")
    param, now = parent.spec.params[free[0]], str(parent.values[free[0]])
    values = choices(param, K, now)
    return parent.replace(**{param.name: values[-1] if values[-1] != now else values[len(values) // 6]})


def branch_words(before: Experiment, after: Experiment) -> str:
    """Return what became of the branch, in a sentence.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> one = branched(FIRST, 0, 600)
    >>> branch_words(FIRST, one)
    'Branch added: CSPA β=1/6 until round 600, then β=1. Change it in the sidebar.'
    >>> branch_words(one, branched(one, 0, 900))
    'Branch moved from round 600 to round 900: CSPA β=1/6 until round 900, then β=1.'
    """
    old, new = (next((one for one in e.learners if isinstance(one, Branch)), None) for e in (before, after))
    assert new is not None
    if before == after:
        return f"Nothing changed: the branch already begins at round {new.at:,}. Branch at another round to move it."
    words = plan_words(new, after.stream.n_classes)
    if old is None:
        return f"Branch added: {words} Change it in the sidebar."
    if old.learner == new.learner:
        return f"Branch moved from round {old.at:,} to round {new.at:,}: {words}"
    return f"Branch of {old.learner.words_for(after.stream.n_classes)} replaced: {words} Change it in the sidebar."
