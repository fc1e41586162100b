"""The lesson plans: links open without a note, and every number is what the kernels give for the link beside it."""

import re
from functools import cache
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from cspa_explore.classroom.built_in import TEXT
from cspa_explore.classroom.reading import read_deck
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.running.run import run
from cspa_explore.ui.classroom.decks import experiment_of
from cspa_explore.ui.session.link import from_query
from cspa_explore.ui.theory.presets import PRESETS
from tests.guide.facts import arena_facts, redrawn, scope_facts, traces, verdict
from tests.test_docs import README, opened
from tests.test_imports import ROOT

PLANS = ("lesson-10-minutes", "lesson-45-minutes")
LINK = r"\]\(http://localhost:8501/(\S*)\)"
NUMBERED = r"^(# .*|\d\. )"  # the title, and the items of a list
# Numbers that are no results: settings, which the links set, times of the lesson, rounds and classes.
SETTINGS = (
    r"[σβγ]=[\d./]+", r"\d+–\d+", r"[Rr]ounds? \d[\d,]*", r"class \d", r"seed 7", r"10 seeds", r"4,000 rounds", r"120°",
    r"ADDRESS=0.0.0.0", r"question \d",
)  # fmt: skip


def text(plan):
    return (ROOT / "docs" / f"{plan}.md").read_text()


def blocks(plan):
    """Return the rows of tables, the items of lists and the paragraphs of a plan."""
    found = [""]
    for line in text(plan).splitlines():
        if not line.strip() or re.match(r"\||\d\. |#", line):
            found.append(line)
        else:
            found[-1] += f"\n{line}"
    return found


def plain(words):
    """Return the text in one line, without marks of emphasis."""
    return " ".join(re.sub(r"[*`]", "", words).replace("\u00a0", " ").split())


def experiment_at(link):
    """Return the experiment of a link, which has 10 trials and seed 7."""
    experiment, notes = from_query(dict(parse_qsl(urlsplit(link).query)))
    assert notes == []
    assert (experiment.trials, experiment.stream.seed) == (10, 7)
    return experiment


@cache
def played(link):
    return run(experiment_at(link))


def shares(link):
    """Return each learner of a link with its share of right proposals, mean ± sd over 10 seeds."""
    pairs = zip(experiment_at(link).names, played(link).results, strict=True)
    return ", ".join(f"{name} {plain(found.words)}" for name, found in pairs)


def heard(link, t):
    """Return what the first learner of a link has heard by round t."""
    facts = arena_facts(experiment_at(link), t)
    return f"By round {t}, {facts['who']} has heard {facts['right']} ✓ and {facts['wrong']} ✗"


def changes(link, t):
    """Return how the scores of a link change in round t."""
    found = scope_facts(experiment_at(link), t)
    words = f"the score of class {found['proposal']} changes by {found['change']}, that of every other class by"
    return f"{words} {found['others']}"


def proposed(link):
    """Return when the learner of a Classroom question has proposed all four classes, in words."""
    question = read_deck(TEXT, experiment_of).questions[int(dict(parse_qsl(urlsplit(link).query))["q"]) - 1]
    assert question.record["measure"] == {"name": "all_proposed", "learner": 1}
    trials = [traces(question.experiment, trial)[0].y_tilde for trial in range(10)]
    rounds = [max(int(np.flatnonzero(said == k)[0]) + 1 for k in range(4)) for said in trials]
    return f"by round {np.median(rounds):g} (median; {min(rounds)} to {max(rounds)} over 10 seeds)"


def promise(link, preset):
    """Return what the theorem promises on a link, which opens the run of a preset."""
    experiment, other = experiment_at(link), PRESETS[preset].experiment
    assert (experiment.stream, experiment.texts) == (other.stream, other.texts)
    return verdict(preset).verdict.reason


@cache
def results():
    """Return the links of the plans with the results that may stand beside them, in the words of the plans."""
    both, eager, dots = "?v=2&t=4000", "?v=2&a=cspa(beta=1)&t=4000", "?v=2&t=600&who=2"
    vacuous, bites = "theory?v=2&sig=0&a=cspa(beta=1/3)", "theory?v=2&d=gaussians3&sig=0.0001&a=cspa(beta=0.485)"
    charts = (
        "?v=2&sig=0.05&t=4000",
        "?v=2&sig=1&a=cspa(beta=0.01)~cspa(beta=1/6)~cspa(beta=1)&t=4000",
        "?v=2&a=banditron(gamma=0.001)~banditron(gamma=0.05)~banditron(gamma=0.4)&t=4000&who=2",
        "?v=2&a=cspa(beta=1/6)~cspa_as_printed(beta=1/6)&t=4000",
        "?v=2&a=cspa(beta=1/6)~cspa_averaged(beta=1,+kappa=0,+late=0,+forget=0)&t=4000",
    )
    redraws = [
        f"{how} it redraws {100 * redrawn(experiment, 4000):.1f} % of its map per round"
        for how, experiment in {
            "with β=1/6": FIRST.but(learners=["cspa(beta=1/6)"]), "[with β=1]": experiment_at(eager)
        }.items()
    ]  # fmt: skip
    return {
        "?v=2&t=0&eye=learner": [heard("?v=2&t=0&eye=learner", 20)],
        "microscope?v=2&t=2": [changes("microscope?v=2&t=2", 2)],
        both: [shares(both), f"the best possible rule is right in {100 * FIRST.stream.best:.1f} %"],
        eager: redraws,
        dots: [f"explores {100 * played(dots).results[2].explored.mean():.1f} % of its rounds"],
        "classroom?v=2&q=3": [proposed("classroom?v=2&q=3")],
        vacuous: [promise(vacuous, "vacuous"), promise(bites, "bites")],  # the button opens the other preset
        bites: [promise(bites, "bites")],
        **{link: [shares(link)] for link in charts},
    }


def beside(block):
    """Return the results that a block states and that belong to its links, and its numbers that do not."""
    rest = plain(re.sub(LINK, "]", re.sub(NUMBERED, "", block, flags=re.M)))
    known = [words for link in re.findall(LINK, block) for words in results().get(link, ()) if words in rest]
    for words in sorted(known, key=len, reverse=True):
        rest = rest.replace(words, "")
    for setting in SETTINGS:
        rest = re.sub(setting, "", rest)
    return known, re.findall(r".{0,30}\d+.{0,20}", rest)


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
def test_every_number_of_a_lesson_is_what_the_kernels_give_for_the_link_beside_it(plan):
    found = [beside(block) for block in blocks(plan)]
    assert [left for _, left in found if left] == []
    assert sum(len(known) for known, _ in found) >= 6


def test_numbers_that_stand_beside_another_link_are_found():
    rows = [block for block in blocks("lesson-10-minutes") if re.match(r"\| \d", block)]
    cells = [row.rpartition(" | ") for row in rows]
    seen = [cell[2] for cell in cells]
    swapped = [f"{start} | {cell}" for (start, _, _), cell in zip(cells, [*seen[1:], seen[0]], strict=True)]
    assert len(rows) == 5
    assert all(left for _, left in map(beside, swapped))


def test_every_result_is_stated_in_a_lesson():
    stated = {words for plan in PLANS for block in blocks(plan) for words in beside(block)[0]}
    assert {words for found in results().values() for words in found} - stated == set()


def test_the_seminar_begins_with_your_turn_and_votes_in_the_classroom():
    links = re.findall(LINK, text("lesson-45-minutes"))
    assert urlsplit(links[0]).path == "your_turn"
    asked = re.findall(
        r"\[question (\d)\]\(http://localhost:8501/classroom\?v=2(?:&q=(\d))?\)", text("lesson-45-minutes")
    )
    assert len(asked) == 3
    assert all(said == (given or "1") for said, given in asked)
