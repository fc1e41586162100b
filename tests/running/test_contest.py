"""A contest equals single runs, keeps partial results, and its standings follow from its numbers."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText
from cspa_explore.results.choice import choose
from cspa_explore.results.contest import ContestResult, named_values
from cspa_explore.running.contest import PAPERS, ContestPlan, contest
from cspa_explore.running.grid import candidates
from tests.sample_experiments import experiment, played

SMALL = experiment(rounds=300, trials=6)


def test_a_contest_equals_single_runs():
    plan = ContestPlan.of(SMALL, PAPERS)
    assert plan.keys == PAPERS
    assert len(plan.candidates) == 40
    result = contest(plan)
    single = played(plan.candidates[::7], SMALL.stream, 6)
    for place, r in zip(range(0, 40, 7), single.results, strict=True):
        np.testing.assert_array_equal(result.ratio[place], r.ratio)
    assert result.seeds == single.seeds


def test_the_standings_follow_from_the_ratios():
    result = contest(ContestPlan.of(SMALL, ("cspa", "spa")))
    by_key = {standing.key: standing for standing in result.standings}
    mine = choose(result.ratio[:10])
    assert by_key["cspa"].learner == result.candidates[mine.picked]
    assert by_key["cspa"].mean == mine.score
    assert by_key["spa"].candidates == 1
    assert [s.mean for s in result.standings] == sorted((s.mean for s in result.standings), reverse=True)
    frame = result.to_frame()
    assert list(frame["honest mean"]) == [s.choice.score for s in result.standings]
    assert (frame["µs per round"] > 0).all()


def test_grids_of_two_parameters_are_played_whole():
    plan = ContestPlan.of(SMALL.but(rounds=60), ("pnewtron",))
    assert len(plan.candidates) == 48
    (standing,) = contest(plan).standings
    assert standing.candidates == 48
    words = named_values(standing.learner, 4, plan.candidates)
    assert words.startswith("γ = ")
    assert len(words.split(", ")) == 2, "the two parameters that vary"


def test_a_large_value_has_commas_and_no_exponent():
    learners = [LearnerText.of("confidit", eta=value) for value in ("10^3", "10^5")]
    assert [named_values(text, 4, learners) for text in learners] == ["η = 1,000", "η = 100,000"]


def test_a_cancelled_contest_keeps_what_was_played():
    parts = []
    part = contest(ContestPlan.of(SMALL, ("cspa", "bpa")), on_part=parts.append, should_stop=lambda: len(parts) >= 3)
    assert part.partial
    assert "not complete: 30 of 120 runs" in part.words
    whole = contest(ContestPlan.of(SMALL, ("cspa", "bpa")))
    there = ~np.isnan(part.ratio)
    np.testing.assert_array_equal(part.ratio[there], whole.ratio[there])
    assert {s.key for s in part.standings} == {"cspa", "bpa"}
    assert all(s.choice.provisional for s in part.standings)


def test_a_contest_of_one_run_says_so_in_the_singular():
    part = contest(ContestPlan.of(SMALL.but(trials=1), ("uniform",)), should_stop=lambda: True)
    assert part.words.startswith("1 candidate × 1 seed, each learner at its own best")
    assert part.words.endswith("not complete: 0 of 1 run")


def test_the_result_survives_json():
    result = contest(ContestPlan.of(SMALL, ("cspa",)))
    again = ContestResult.from_json(result.to_json())
    np.testing.assert_array_equal(again.ratio, result.ratio)
    assert again.to_frame().equals(result.to_frame())
    with pytest.raises(UserError, match="the result of a contest was expected"):
        ContestResult.from_json(result.to_json().replace('"contest"', '"sweep"'))


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(UserError, match="There is no learner 'nobody'"):
        ContestPlan.of(SMALL, ("nobody",))
    with pytest.raises(
        UserError, match=r"No learner is left to compare\. Without LinUCB: its matrices would take 20 MB"
    ):
        ContestPlan.of(SMALL.but(dataset="linear(K=10, d=500)"), ("linucb",))
    with pytest.raises(UserError, match="without a branch, got"):
        ContestPlan(SMALL.but(learners=("cspa(beta=1/6)@9(beta=1)",)))
    with pytest.raises(UserError, match="1 to 2000 candidates, got 0"):
        ContestPlan(SMALL.but(learners=()))
    many = replace(SMALL, learners=tuple(candidates("pnewtron", 4)) * 50)
    with pytest.raises(UserError, match="got 2400"):
        ContestPlan(many)
