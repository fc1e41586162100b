"""The guide's steps: short, one control each, links that open without a note, and numbers that the kernels give."""

import re

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.guide.steps import LONGEST, PLACES, QUESTIONS, STEPS, query_of
from cspa_explore.theory.verdict import VACUOUS
from cspa_explore.ui.session.arrival import Event, arrive
from cspa_explore.ui.theory.presets import PRESETS
from tests.guide.facts import (
    PAGES,
    after_action,
    arena_facts,
    experiment_of,
    opened,
    redrawn,
    scope_facts,
    traces,
    verdict,
)

NUMBERED = PLACES[:-1]


def text(place):
    return STEPS[int(place) - 1].text


def test_there_are_seven_short_steps_with_one_control_each_and_three_questions():
    assert len(NUMBERED) == 7
    assert len(QUESTIONS) == 3
    for step in STEPS:
        assert len(step.text.split()) <= LONGEST, step.title
        assert len(step.then.split()) <= LONGEST, step.title
        assert step.named in step.text
        assert len(re.findall(r"\b(Press|Drag|choose)\b", step.text)) == 1, "one action"
        assert re.search(r"\{\w+\}", step.then), "the consequence has something of the run"


@pytest.mark.parametrize("place", NUMBERED)
def test_the_link_of_a_step_opens_without_a_note_and_stays_as_it_is(place):
    arrival = opened(place)
    assert arrival.notes == []
    assert arrival.address == query_of(place), "else Back needs two clicks"


@pytest.mark.parametrize("given", ["0", "8", "three", "", "1 "])
def test_a_bad_step_gives_a_note(given):
    arrival = arrive({"v": "2", "guide": given}, None, Event("arena"), PAGES)
    assert arrival.notes == [f"guide={given} in the link is left out: the guide has steps 1 to 7, and end."]
    assert arrival.address == {"v": "2"}
    assert arrive({"v": "2", "guide": "end"}, None, Event("theory"), PAGES).notes == []


def test_the_first_four_steps_play_the_first_experiment():
    assert all(experiment_of(place) == FIRST for place in "1234")


def test_a_wrong_and_a_right_round_are_as_the_steps_say():
    t = int(STEPS[1].query["t"])
    wrong, hit = scope_facts(FIRST, t), traces(FIRST)[0].hit
    assert hit[: t - 1].all(), "the first ✗"
    assert not hit[t - 1]
    assert wrong["spread"] < 1e-9, "every other class moves by the same step"
    assert f"Round {t}: CSPA proposes class {wrong['proposal']} and hears ✗" in text("2")
    t = int(STEPS[2].query["t"])
    right = scope_facts(FIRST, t)
    assert hit[t - 1]
    assert right["look"].branch == "support-class step"
    assert f"Round {t}: CSPA proposes class {right['proposal']} and hears ✓" in text("3")
    assert f"Told ✓, it moved by {right['change']}." in STEPS[2].then
    assert abs(float(after_action("3").split("moves by ")[1].split()[0].replace("−", "-"))) < float(right["change"])


def test_exploring_noise_and_step_size_are_as_the_steps_say():
    cspa, _, banditron = traces(FIRST)
    assert (cspa.y_hat == cspa.y_tilde).all(), "CSPA never explores"
    assert (banditron.y_hat != banditron.y_tilde).any()
    quiet = arena_facts(experiment_of("5"), 4000)
    assert f"CSPA β=1/6 is right in {quiet['ratio0']} % of the rounds" in text("5")
    careful = experiment_of("6")
    assert f"At β=1/6 it redraws {100 * redrawn(careful, 4000):.1f} % of its map per round" in text("6")


def test_the_last_step_starts_at_the_vacuous_preset_at_the_end_of_the_theory_range():
    assert experiment_of("7") == PRESETS["vacuous"].experiment
    assert experiment_of("7").texts == ("cspa(beta=1/3)",)
    assert verdict("vacuous").verdict.badge == VACUOUS
    assert PRESETS["bites"].label.startswith(STEPS[6].named)
