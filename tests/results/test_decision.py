"""The decision from a sweep, by hand: what to take, what is tied, what another value costs."""

import json

import numpy as np
import pytest

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.results.decision import decide
from cspa_explore.results.points import interval_words
from cspa_explore.results.sentences import runs, value_words
from cspa_explore.results.sweep import SweepResult

VALUES = (0.1, 0.2, 0.5, 1.0)
SHIFT = np.array([0.01, -0.01, 0.02, -0.02, 0.0, 0.01, -0.01, 0.0, 0.02, -0.02])  # of the trials, alike for all values


def swept(means, wiggle=0.001, values=VALUES, learner="cspa", param="beta", trials=10):
    """Return a sweep with these means; values differ by a little noise that is not alike in all trials."""
    patterns = ([1, -1] * 5, [-1, 1] * 5, [1, -1] * 5, [1, 1, -1, -1, 0, 0, 1, -1, 1, -1])
    noise = wiggle * np.array(patterns, float)
    ratio = (np.array(means)[:, None] + SHIFT + noise)[:, :trials]
    plan = Plan(Experiment.of(learners=[learner], trials=trials), param, values, (0.25,))
    return SweepResult(plan, tuple(range(trials)), ratio[None])


def test_a_clear_decision_by_hand():
    found = decide(swept([0.70, 0.90, 0.80, 0.60]), 0.25, yours=0)
    assert found.title == "Take β ≈ 0.2"
    assert found.tied_words == "No other value is statistically tied"
    assert found.cost_words[:2] == ("Your β = 0.1 costs", "20.0 points")
    assert found.cost_words[2].startswith("95 % interval 19.8 to 20.2, paired over 10 seeds")
    assert found.how_words == "Each half of the 10 seeds picks its β, the other half scores it; both pick 0.2."
    assert found.theory_words == "Inside the theory range (β ≤ 1/3)"
    assert found.score_words[0] == "Picked and scored on different seeds: 90.0\u00a0±\u00a01.4\u00a0%"
    assert found.score_words[1].startswith("In hindsight, as in the paper: 90.0\u00a0±\u00a01.4\u00a0% at β = 0.2")
    assert found.sentence == (
        "On Four Gaussians at σ=0.25 take β ≈ 0.2; no other value is statistically tied (paired over 10 seeds); your "
        f"β = 0.1 costs 20.0 points ({found.cost_words[2]})."
    )


def test_ties_are_named_as_ranges():
    found = decide(swept([0.90, 0.9002, 0.7, 0.9001], wiggle=0.004), 0.25, yours=1)
    assert found.choice.tied == (0, 1, 3)
    assert found.tied_words == "0.1 to 0.2 and 1 are statistically tied"
    assert runs((0, 2, 3, 5)) == [(0, 0), (2, 3), (5, 5)]


def test_a_best_value_beyond_the_theory_says_what_caution_costs():
    found = decide(swept([0.60, 0.70, 0.90, 0.80]), 0.25)
    assert found.title == "Take β ≈ 0.5"
    assert found.theory_words == "Beyond the theory range (β ≤ 1/3), whose best β, 0.2, costs 20.0 points"
    assert found.cost_words == ("", "", "")
    assert "costs" not in found.sentence


def test_your_value_may_be_the_best():
    found = decide(swept([0.60, 0.90, 0.70, 0.80]), 0.25, yours=1)
    assert found.cost_words == ("Your β = 0.2", "is the best choice", "on 10 seeds")
    result = swept([0.60, 0.90, 0.70, 0.80])
    ratio = result.ratio.copy()
    ratio[0, 2] = ratio[0, 1] - [0.01, 0.011, 0.012, 0.011, 0.01, -0.001, 0.0001, 0.0001, 0.0001, 0.0001]
    found = decide(SweepResult(result.plan, result.seeds, ratio), 0.25, yours=1)
    assert (found.choice.picks, found.choice.picked) == ((1, 2), 1)
    assert found.choice.tied == (1,)
    assert found.cost.mean < -0.001, "a half picks another value, and loses"
    assert found.cost_words == ("Your β = 0.2", "is the best choice", "on 10 seeds")
    assert found.how_words.endswith(
        "; they pick 0.2 and 0.5, and the one with the higher mean over all seeds is recommended."
    )


@pytest.mark.parametrize(
    ("means", "learner", "param", "words"),
    [
        ([0.9, 0.7, 0.6, 0.5], "cspa", "beta", "0.1 is the smallest value tried: smaller ones may be better"),
        ([0.5, 0.6, 0.7, 0.9], "bpa_averaged", "gamma", ""),
        ([0.5, 0.6, 0.7, 0.9], "pa1", "C", "1 is the largest value tried: larger ones may be better"),
        ([0.6, 0.9, 0.7, 0.5], "cspa", "beta", ""),
        ([0.90, 0.89, 0.895, 0.9], "cspa", "beta", ""),
    ],
)
def test_a_best_value_at_an_end_of_the_values_tried_is_said_to_be_there(means, learner, param, words):
    """γ ends at 1, C does not. Where the parameter hardly matters, nothing is said."""
    assert decide(swept(means, learner=learner, param=param), 0.25).end_words == words


def test_kappa_0_is_the_end_of_its_range():
    values = (0.0, 1.0, 5.0, 20.0)
    found = decide(swept([0.9, 0.7, 0.6, 0.5], values=values, learner="cspa_kappa", param="kappa"), 0.25)
    assert (found.value, found.end_words) == (0, "")


@pytest.mark.parametrize(("means", "wiggle"), [([0.90, 0.91, 0.9, 0.895], 0.001), ([0.80, 0.81, 0.8, 0.83], 0.1)])
def test_no_best_is_promised_where_the_parameter_hardly_matters_or_all_values_are_tied(means, wiggle):
    found = decide(swept(means, wiggle=wiggle), 0.25)
    assert found.flat or len(found.choice.tied) == 4
    name = found.named(found.choice.picked)
    assert found.title == f"β ≈ {name} will do"
    assert found.sentence.startswith(f"On Four Gaussians at σ=0.25, β ≈ {name} will do; ")


def test_a_value_that_is_not_tied_probably_costs_what_its_interval_does_not_show():
    result = swept([0.70, 0.90, 0.60, 0.89], wiggle=0.0004)
    ratio, luck, other = result.ratio.copy(), [0.01] * 5, [0.05, -0.06, 0.05, -0.06, 0.005]
    ratio[0, 0], ratio[0, 2] = ratio[0, 1] + [*luck, *other], ratio[0, 1] + [*other, *luck]
    found = decide(SweepResult(result.plan, result.seeds, ratio), 0.25, yours=3)
    assert (found.choice.picks, found.choice.tied) == ((0, 2), (0, 1, 2))
    assert found.cost.low < 0 < found.cost.mean, "the halves pick badly"
    detail = f"probably costs 0.7 points against the picks of the halves: {interval_words(found.cost)}"
    assert found.cost_words == ("Your β = 1", "is not tied with the best", detail)
    assert f"; your β = 1 is not tied with the best ({detail})." in found.sentence
    ratio[0, 0, 5:] = ratio[0, 2, :5] = 0.8
    found = decide(SweepResult(result.plan, result.seeds, ratio), 0.25, yours=3)
    assert 3 not in found.choice.tied
    assert found.cost.high < 0
    assert found.cost_words[1] == "is not tied with the best"
    assert found.cost_words[2].startswith("costs nothing measurable against the picks of the halves: 95 % interval −")


def test_a_tied_value_never_costs_a_negative_number_of_points():
    for means, costs in (([0.90, 0.9003, 0.7, 0.6], 0), ([0.902, 0.9, 0.7, 0.6], 1)):
        found = decide(swept(means, wiggle=0.004), 0.25, yours=costs)
        said = " ".join(found.cost_words)
        assert found.cost_words[1] == "is statistically tied"
        assert "costs −" not in said
        assert "−0.0" not in said
        assert "costs 0.0" not in said
        assert ("costs nothing measurable: 95 % interval" in said) == (found.cost.mean < 0.0005)


def test_the_recommended_value_is_compared_with_what_the_halves_pick():
    found = decide(swept([0.9, 0.9, 0.7, 0.6], wiggle=0.004), 0.25, yours=0)
    assert (found.choice.picks, found.choice.picked) == ((0, 1), 0)
    assert found.cost_words[1] == "is the recommended value"
    assert found.cost_words[2].startswith(
        "costs nothing measurable against the picks of the halves: 95 % interval −0.5 "
    )


def test_without_a_value_inside_the_theory_range_nothing_is_said_of_its_cost():
    found = decide(swept([0.60, 0.70, 0.80, 0.75], values=(0.5, 0.6, 0.8, 1.0)), 0.25)
    assert found.theory_words == "Outside the theory range (β ≤ 1/3)"


def test_a_theory_range_that_costs_nothing_says_so():
    found = decide(swept([0.60, 0.8999, 0.90, 0.80], wiggle=0.0), 0.25)
    assert found.theory_words == "Beyond the theory range (β ≤ 1/3), whose best β, 0.2, costs nothing measurable"


def test_few_seeds_are_provisional():
    found = decide(swept([0.60, 0.90, 0.70, 0.80], trials=3), 0.25, yours=0)
    assert found.tied_words == "Provisional: 3 seeds, chosen in hindsight"
    assert found.score_words[0] == ""
    assert found.fields()["provisional"]
    sent = json.loads(json.dumps(found.fields(), allow_nan=False))
    assert (sent["honest"], sent["flattery"]) == ({"mean": None, "sd": None}, None), "JSON has no NaN"
    assert found.cost.mean == pytest.approx(0.3, abs=0.01)
    assert found.cost_words[0] == "Your β = 0.1 costs"
    unsure = decide(swept([0.893, 0.90, 0.70, 0.80], wiggle=0.01, trials=3), 0.25, yours=0)
    assert unsure.cost.low < 0 < unsure.cost.mean
    assert unsure.cost_words[:2] == ("Your β = 0.1", "cannot be judged yet"), "its interval contains 0"


def test_a_parameter_that_hardly_matters_is_said_to():
    assert decide(swept([0.90, 0.905, 0.9, 0.895]), 0.25).matters_words.startswith(
        "β hardly matters here: 89.5 to 90.5 %"
    )
    assert decide(swept([0.9] * 4), 0.25).matters_words == "β hardly matters here: 90.0 % at every value"
    assert decide(swept([0.90, 0.95, 0.9, 0.895]), 0.25).matters_words == ""


def test_only_trials_that_every_value_has_played_count():
    whole = swept([0.60, 0.90, 0.70, 0.80])
    ratio = whole.ratio.copy()
    ratio[0, 2, 4:] = np.nan
    part = SweepResult(whole.plan, whole.seeds, ratio)
    assert decide(part, 0.25).seeds == 4
    ratio[0, 2] = np.nan
    assert decide(part, 0.25) is None
    assert decide(None, 0.25) is None
    assert decide(whole, 0.5) is None, "this σ is not in the sweep"


def test_theory_is_said_of_cspas_beta_alone():
    found = decide(swept([0.6, 0.9, 0.7, 0.8], learner="banditron", param="gamma"), 0.25)
    assert (found.symbol, found.theory_words) == ("γ", "")


def test_values_as_words():
    assert [value_words(v, 4) for v in (1 / 6, 1 / 3, 0.25, 1.0)] == ["1/6", "1/3", "0.25", "1"]
    assert value_words(0.04, 26) == "0.04"
    assert [value_words(round(v, 12), 10) for v in (1 / 72, 1 / 6, 2 / 9, 0.05)] == ["1/72", "1/6", "2/9", "0.05"]
    assert value_words(0.0833, 4) == "0.0833", "the user's own, which is no part of the range"
