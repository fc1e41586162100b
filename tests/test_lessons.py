"""The lesson plans: every link opens without a note, and every number is what the kernels give."""

import re
from functools import cache
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.running.run import run
from cspa_explore.ui.session.link import from_query
from tests.guide.facts import arena_facts, redrawn, scope_facts, traces, verdict
from tests.test_docs import README, opened
from tests.test_imports import ROOT

PLANS = ("lesson-10-minutes", "lesson-45-minutes")
LINK = r"\]\(http://localhost:8501/(\S*)\)"
NUMBERED = r"^(# .*|\d\. )"  # the title, and the items of a list
# Numbers that are no results: settings, which the links set, times of the lesson, rounds and classes.
SETTINGS = (
    r"[σβγ]=[\d./]+", r"\d+–\d+", r"[Rr]ounds? \d[\d,]*", r"class \d", r"seed 7", r"10 seeds", r"4,000 rounds", r"120°",
    r"ADDRESS=0.0.0.0",
)  # fmt: skip


def text(plan):
    return (ROOT / "docs" / f"{plan}.md").read_text()


def plain(words):
    """Return the text in one line, without marks of emphasis."""
    return " ".join(re.sub(r"[*`]", "", words).replace("\u00a0", " ").split())


@cache
def shares(**query):
    """Return each learner with its share of right proposals, mean ± sd over 10 seeds."""
    experiment, notes = from_query({"v": "2", **query})
    assert notes == []
    assert (experiment.trials, experiment.stream.seed) == (10, 7)
    result = run(experiment)
    pairs = zip(experiment.names, result.results, strict=True)
    return ", ".join(f"{name} {plain(found.words)}" for name, found in pairs), result


def all_proposed():
    """Return the round by which CSPA has proposed all four classes, in each of the ten trials."""
    return [
        max(int(np.flatnonzero(traces(FIRST, trial)[0].y_tilde == k)[0]) + 1 for k in range(4)) for trial in range(10)
    ]


def at(t, **query):
    """Return the first experiment with the query's settings, as the Arena shows it in round t."""
    return arena_facts(from_query({"v": "2", **query})[0], t)


@cache
def results():
    """Return what the plans state, in the words in which they state it."""
    wrong = scope_facts(FIRST, 2)
    early, alone, eager = at(20), FIRST.but(learners=["cspa(beta=1/6)"]), FIRST.but(learners=["cspa(beta=1)"])
    proposed = all_proposed()
    dice = shares()[1].results[2]
    return [
        f"CSPA β=1/6 has heard {early['right']} ✓ and {early['wrong']} ✗",
        f"the score of class {wrong['proposal']} changes by {wrong['change']}, that of every other class by "
        f"{wrong['others']}",
        shares()[0],
        shares(sig="0.05")[0],
        shares(sig="1", a="cspa(beta=0.01)~cspa(beta=1/6)~cspa(beta=1)")[0],
        shares(a="banditron(gamma=0.001)~banditron(gamma=0.05)~banditron(gamma=0.4)")[0],
        shares(a="cspa(beta=1/6)~cspa_as_printed(beta=1/6)")[0],
        shares(a="cspa(beta=1/6)~cspa_averaged(beta=1)")[0],
        f"the best possible rule is right in {100 * FIRST.stream.best:.1f} %",
        f"redraws {100 * redrawn(alone, 4000):.1f} % of its map per round",
        f"redraws {100 * redrawn(eager, 4000):.1f} % of its map per round",
        f"explores {100 * dice.explored.mean():.1f} % of its rounds",
        f"by round {np.median(proposed):g} (median; {min(proposed)} to {max(proposed)} over 10 seeds)",
        verdict("bites").verdict.reason,
        verdict("vacuous").verdict.reason,
    ]


@pytest.mark.parametrize("plan", PLANS)
def test_every_link_of_a_lesson_opens_without_a_note(plan):
    links = re.findall(LINK, text(plan))
    assert len(links) >= 5
    for link in links:
        where = urlsplit(link)
        query = dict(parse_qsl(where.query))
        _, address = opened(where.path, query)
        assert query.get("v") == "2"
        assert address == query, "it stays as it is"
    assert f"docs/{plan}.md" in README


@pytest.mark.parametrize("plan", PLANS)
def test_every_number_of_a_lesson_is_what_the_kernels_give(plan):
    rest = re.sub(LINK, "]", text(plan))
    rest = plain("\n".join(re.sub(NUMBERED, "", line) for line in rest.splitlines()))
    stated = [words for words in results() if words in rest]
    assert len(stated) >= 6
    for words in sorted(stated, key=len, reverse=True):
        rest = rest.replace(words, "")
    for setting in SETTINGS:
        rest = re.sub(setting, "", rest)
    assert not (left := re.findall(r".{0,30}\d+.{0,20}", rest)), left


def test_every_result_is_stated_in_a_lesson():
    both = plain(" ".join(text(plan) for plan in PLANS))
    assert [words for words in results() if words not in both] == []
