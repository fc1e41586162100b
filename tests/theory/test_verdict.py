"""The verdict on a run, by hand."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running import theorem
from cspa_explore.running.run import run as play
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.best import BestFound, best_found
from cspa_explore.theory.bounds import CORRECTED, PRINTED
from cspa_explore.theory.comparators import class_means, zero
from cspa_explore.theory.comparison import Rounds, compare
from cspa_explore.theory.cover import COMPARATORS, cover, search
from cspa_explore.theory.quick_lower import quick_lower
from cspa_explore.theory.row_blocks import RowBlocks
from cspa_explore.theory.verdict import judge
from tests.theory.sample_rounds import anywhere


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
        (
            {"dataset": "points(0 0 0; 0 0 1)", "sigma": 0.0},
            "needs inputs of one positive length; here all inputs are 0",
        ),
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


def test_one_round_is_one_round_in_every_verdict():
    played = run(rounds=1)
    assert judge(CORRECTED, played, None, None).reason.startswith("Not decided: no bound was found")
    nothing = compare(CORRECTED, played.rounds, zero(played.rounds), played.beta)
    vacuous = judge(CORRECTED, played, nothing, BestFound(nothing, 9.0, 1, 0.1, True))
    assert vacuous.reason.endswith("more than the 1 round.")
    unsure = judge(CORRECTED, played, nothing, BestFound(nothing, 0.0, 1, 0.1, False))
    assert "for 1 round;" in unsure.reason


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


def test_the_best_found_is_never_worse_than_a_named_comparator_not_even_without_time():
    played = run(sigma=0.03, learners=["cspa(beta=0.3)"])
    played = replace(played, weights=search(CORRECTED, played).comparison.u)  # far better than the other named ones
    bounds = {name: cover(CORRECTED, played, name).chosen.bound for name in ("zero", "means", "final")}
    assert bounds["final"] < 0.9 * min(bounds["zero"], bounds["means"])
    found = search(CORRECTED, played, seconds=0.0)
    assert not found.complete
    assert found.comparison.bound <= min(bounds.values())


def not_held(monkeypatch, **settings):
    """Return the run as it is, and with rows that are made again for every pass."""
    held = run(**settings)
    with monkeypatch.context() as patch:
        patch.setattr(theorem, "MOST", 0)
        patch.setattr(theorem, "IN_BLOCK", 100)
        return held, run(**settings)


def test_rows_that_are_not_held_are_the_same_rows(monkeypatch):
    held, made = not_held(monkeypatch, dataset="gaussians4", sigma=0.25, rounds=500, learners=["cspa(beta=1/6)"])
    assert isinstance(made.rounds.X, RowBlocks)
    u = np.random.default_rng(0).normal(size=(4, 2))
    np.testing.assert_allclose(made.rounds.scores(u), held.rounds.scores(u), rtol=1e-12)
    np.testing.assert_allclose(made.rounds.scores(3 * u), held.rounds.scores(3 * u), rtol=1e-12)
    np.testing.assert_array_equal(made.rounds.X[:70], held.rounds.X[:70])
    np.testing.assert_array_equal(made.rounds.X[123], held.rounds.X[123])
    np.testing.assert_allclose(made.rounds.norms, held.rounds.norms)
    np.testing.assert_allclose(class_means(made.rounds), class_means(held.rounds))
    np.testing.assert_array_equal(made.weights, held.weights)
    for name in ("zero", "means", "final"):
        one, other = (cover(CORRECTED, played, name).chosen for played in (held, made))
        assert other.bound == pytest.approx(one.bound)


def test_a_search_that_is_stopped_ends_within_a_pass_over_rows_that_are_not_held(monkeypatch):
    _, made = not_held(monkeypatch, dataset="gaussians4", sigma=0.25, rounds=500, learners=["cspa(beta=1/6)"])
    asked = []

    def stop():
        asked.append(True)
        return len(asked) >= 2

    assert search(CORRECTED, made, stop=stop) is None
    assert len(asked) == 3, "at the first two of five blocks, and once after them"
    assert made.rounds.scores(np.ones((4, 2))).shape == (500, 4), "a later pass is not stopped"


@pytest.mark.parametrize("settings", [{}, {"dataset": "gaussians4", "sigma": 0.25, "learners": ["cspa(beta=1/6)"]}])
def test_a_run_whose_rows_are_not_held_gets_a_true_verdict(monkeypatch, settings):
    held, made = not_held(monkeypatch, **settings)
    full, quick = search(CORRECTED, held), search(CORRECTED, made, decide=True)
    assert quick.lower <= full.comparison.bound
    assert quick.comparison.bound >= full.lower
    one, other = badge(cover(CORRECTED, held, best=full)), badge(cover(CORRECTED, made, best=quick))
    assert other in (one, "undecided")


def test_without_time_a_run_whose_rows_are_not_held_is_undecided_with_a_reason(monkeypatch):
    _, made = not_held(monkeypatch, dataset="gaussians4", sigma=0.25, learners=["cspa(beta=1/6)"])
    best = search(CORRECTED, made, seconds=0.0)
    for name in ("best", "means"):
        found = cover(CORRECTED, made, name, best=best)
        assert badge(found) == "undecided"
        assert found.verdict.reason.endswith("no full search, because 4,000 rounds × 2 features are too many.")
        assert found.name == "zero" or name == "best"


SETTINGS = [
    ({"learners": ["banditron"]}, "does not apply"),
    ({"learners": ["cspa(beta=1)"]}, "does not apply"),
    ({"noisy": 0.1}, "does not apply"),
    ({}, None),
    ({"dataset": "mnist", "sigma": 0.0, "learners": ["cspa"]}, None),
    ({"dataset": "mnist", "sigma": 0.0, "rounds": 10_000_000, "learners": ["cspa"]}, "undecided"),
]


@pytest.mark.parametrize(("settings", "wanted"), SETTINGS)
def test_some_verdicts_need_no_run(settings, wanted):
    values = {"dataset": "gaussians3", "sigma": 1e-4, "learners": ["cspa(beta=0.4)"]} | settings
    found = theorem.unplayed_verdict(CORRECTED, Experiment.of(**values))
    assert (found and found.badge) == wanted


@pytest.mark.parametrize("seed", range(6))
def test_the_quick_lower_bound_is_one(seed):
    K, d = [(2, 3), (3, 2), (4, 3), (3, 5), (5, 2), (4, 6)][seed]
    rounds = anywhere(K, d, 120, seed)
    beta = 0.5 / (rounds.K - 1)
    full = best_found(CORRECTED, rounds, beta)
    quick = quick_lower(CORRECTED, rounds, beta, np.inf)
    assert 0 < quick <= full.comparison.bound


def test_the_quick_lower_bound_decides_a_real_data_set():
    played = run(dataset="pendigits", sigma=0.0, learners=["cspa"])
    T = played.rounds.T
    assert quick_lower(CORRECTED, played.rounds, played.beta, T) >= T


def test_a_search_that_is_stopped_ends_within_a_step_of_the_quick_lower_bound():
    played, steps = run(dataset="pendigits", sigma=0.0, learners=["cspa"]), []

    def late():
        steps.append(quick_lower)
        return len(steps) > 3

    assert quick_lower(CORRECTED, played.rounds, played.beta, np.inf, late) == 0
    assert len(steps) == 4
    asked = []

    def stop():
        asked.append(search)
        return len(asked) > 5

    search(CORRECTED, played, 600.0, decide=True, stop=stop)
    assert len(asked) < 20
