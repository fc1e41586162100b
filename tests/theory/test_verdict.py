"""The verdict on a run, by hand."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.run import run as play
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.best import BestFound
from cspa_explore.theory.bounds import CORRECTED, PRINTED
from cspa_explore.theory.comparators import zero
from cspa_explore.theory.comparison import Rounds, compare
from cspa_explore.theory.cover import COMPARATORS, cover, search
from cspa_explore.theory.verdict import judge


def badge(found):
    return found.verdict.badge


def run(**settings):
    return first_trial(
        Experiment.of(**{"dataset": "gaussians3", "sigma": 1e-4, "learners": ["cspa(beta=0.4)"]} | settings)
    )


def test_it_bites_where_the_bound_is_below_the_number_of_rounds():
    played = run()
    found = cover(CORRECTED, played, "best", best=search(CORRECTED, played))
    assert badge(found) == "bites"
    assert found.chosen.bound < 12
    assert f"this run made {int(played.mistakes[-1])}." in found.verdict.reason
    assert "in 3,000 rounds" in found.verdict.reason
    assert badge(cover(CORRECTED, played, "zero", best=found.best)) == "bites"  # the best one still promises


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"learners": ["banditron"]}, "this learner is Banditron"),
        ({"learners": ["cspa(beta=0.4)@100(beta=1)"]}, "β changes during this run"),
        ({"normalise": False}, "inputs of one length"),
        ({"learners": ["cspa(beta=1)"]}, "β = 1 is too large for every comparator"),
    ],
)
def test_it_does_not_apply_and_says_why(settings, words):
    played = run(**settings)
    found = cover(CORRECTED, played)
    assert badge(found) == "does not apply"
    assert words in found.verdict.reason
    assert search(CORRECTED, played) is None


def test_beta_may_be_too_large_for_one_comparator_only():
    played = run(learners=["cspa(beta=0.9)"])  # α must be below 0.1
    best = search(CORRECTED, played)
    assert badge(cover(CORRECTED, played, "best", best=best)) == "bites"
    found = cover(CORRECTED, played, "means", 10.0, best)
    assert badge(found) == "does not apply"
    assert "β = 0.9 is too large for u = class means × 10" in found.verdict.reason
    assert "needs α below 1" in cover(CORRECTED, played, "means", 100.0, best).verdict.reason


def test_the_printed_statement_needs_three_classes():
    played = run(dataset="points(1 0 0; 0 1 1)", sigma=0.0, rounds=20, learners=["cspa(beta=0.5)"])
    assert "needs at least 3 classes" in cover(PRINTED, played).verdict.reason
    assert badge(cover(CORRECTED, played, "best", best=search(CORRECTED, played))) == "bites"


def test_vacuous_needs_the_certificate():
    played = run(dataset="gaussians4", sigma=0.25, rounds=100, learners=["cspa(beta=1/6)"])
    nothing = compare(CORRECTED, played.rounds, zero(played.rounds), played.beta)
    sure, unsure = (BestFound(nothing, lower, 1, 0.1, True) for lower in (100.0, 99.0))
    assert judge(CORRECTED, played, nothing, sure).badge == "vacuous"
    assert judge(CORRECTED, played, nothing, unsure).badge == "undecided"
    assert "reached its limit" in judge(CORRECTED, played, nothing, replace(unsure, complete=False)).reason
    assert judge(CORRECTED, played, nothing, None).badge == "undecided"


def test_every_comparator_has_words_and_the_counter_examples_u_needs_its_shape():
    played = run(rounds=30)
    for name in COMPARATORS:
        if name == "counter":
            with pytest.raises(UserError, match="4 classes and 3 features, got 3 and 2"):
                cover(CORRECTED, played, name)
        else:
            assert COMPARATORS[name] in cover(CORRECTED, played, name).words


def test_rows_are_those_of_the_run():
    played = run(rounds=50)
    assert played.rounds.norms == pytest.approx(np.ones(50))
    assert isinstance(played.rounds, Rounds)
    with pytest.raises(UserError, match="at most"):
        first_trial(Experiment.of(dataset="mnist", learners=["cspa"]))


def test_the_run_is_the_trial_that_the_arena_shows():
    experiment = Experiment.of(dataset="gaussians4", sigma=0.25, imbalance=3.0, learners=["cspa(beta=1/6)"], trials=2)
    result = play(experiment).results[0]
    played = first_trial(experiment)
    assert played.squares[-1] == pytest.approx(result.squares[0])
    assert played.mistakes[-1] == result.mistakes[0]


def test_it_does_not_apply_to_noisy_answers():
    played = run(noisy=0.1)
    found = cover(CORRECTED, played, "zero")
    assert badge(found) == "does not apply"
    assert found.verdict.reason == "The theorem needs true answers, and here 10 % of them are flipped."


@pytest.mark.parametrize("options", [{"drift": "labels"}, {"drift": "turn"}, {"ties": "drawn"}])
def test_it_holds_for_any_sequence_and_any_order_of_the_classes(options):
    """The corrected bound is about any sequence of rows and labels; labels are the data set's own."""
    played, usual = run(rounds=300, **options), run(rounds=300)
    found = cover(CORRECTED, played, "best", best=search(CORRECTED, played))
    assert found.chosen.applies
    assert float(played.squares[-1]) <= found.chosen.bound
    same = np.array_equal(played.rounds.y, usual.rounds.y)
    assert same == (options != {"drift": "labels"})
