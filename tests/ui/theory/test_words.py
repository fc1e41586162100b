"""What the Theory page says, and what its drawing is given."""

import json
import shlex

import pytest

from cspa_explore.cli import main
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.theory.bounds import CORRECTED, PRINTED
from cspa_explore.theory.comparison import compare
from cspa_explore.theory.cover import cover
from cspa_explore.ui.theory import covered as searching
from cspa_explore.ui.theory.covered import compute
from cspa_explore.ui.theory.numbers import theory_command
from cspa_explore.ui.theory.picture import picture
from cspa_explore.ui.theory.presets import PRESETS, chosen
from cspa_explore.ui.theory.words import (
    amount,
    banditron_words,
    bound_words,
    compared,
    reason_lines,
    separability_words,
    terms,
)
from tests.sample_datasets import sparse_iris


def searched(statement="corrected", **settings):
    values = {"dataset": "gaussians3", "sigma": 1e-4, "learners": ["cspa(beta=0.485)"]} | settings
    return compute(Experiment.of(**values), statement, lambda p: None, lambda p: None, lambda: False)


def test_the_terms_multiply_to_the_bound():
    run = searched()
    found = cover(CORRECTED, run.played, "means", 0.5, run.best)
    values = {term["symbol"]: float(term["value"].replace(",", "")) for term in terms(found)}
    root = values["ψ/χ"] * values["L*"] + values["1/√χ"] * values["‖u‖"]
    assert root == pytest.approx(values[""], rel=2e-3)
    assert " ".join(f"{term['before']} {term['symbol']}".strip() for term in terms(found)[:5]) == (
        "√Σℓ² ≤ ψ/χ · L* + 1/√χ · ‖u‖ ="
    )
    assert "class means × 0.5" in compared(found)


def test_with_two_classes_no_round_attains_alpha():
    points = "points(" + "; ".join(f"{x} 0.3 {int(x > 0)}" for x in (-1, 1, -0.8, 0.9)) + ")"
    run = searched(dataset=points, learners=["cspa(beta=0.9)"], rounds=20)
    (term,) = [term for term in terms(cover(CORRECTED, run.played, "means", 0.5, run.best)) if term["symbol"] == "α(u)"]
    assert term["value"] == "0"
    assert "with two classes there is one, so α(u) = 0" in term["text"]
    assert "Attained" not in term["text"]


def test_a_badge_of_the_best_comparator_says_so_beside_another_one():
    run = searched()
    found = cover(CORRECTED, run.played, "zero", None, run.best)
    assert found.verdict.badge == "bites"
    assert compared(found) == (
        f"The badge rests on the best u found, whose bound on Σℓ² is {run.best.comparison.bound:.4g}. "
        f"The chart shows u = zero: α(u) = 0, bound {found.chosen.bound:,.0f}."
    )
    assert "The badge rests" not in compared(covered(run))


def test_the_reason_belongs_to_the_four_points_alone():
    assert reason_lines(covered(searched(dataset="gaussians4", sigma=0.0, learners=["cspa(beta=1/3)"])))
    assert not reason_lines(covered(searched(dataset="gaussians4", sigma=0.25, learners=["cspa(beta=1/3)"])))
    assert not reason_lines(covered(searched()))


def covered(run, name="best"):
    return cover(CORRECTED, run.played, name, None, run.best)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "so the bound stays finite however long the run is."),
        ({"dataset": "gaussians4", "sigma": 0.0}, "L* = 0 needs α(u) ≥ 1, but the theorem needs α below 1."),
        ({"dataset": "gaussians4", "sigma": 0.25}, "No comparator has L* = 0"),
    ],
)
def test_separability_in_words(settings, words):
    assert words in separability_words(searched(**settings))


def test_banditrons_bound_is_an_expectation():
    run = searched(learners=["banditron(gamma=0.05)"])
    assert "in expectation over its draws, not for this run" in banditron_words(run.experiment.learners[0], run)
    assert banditron_words(searched().experiment.learners[0], run) == ""
    assert "needs γ below 1/2" in banditron_words(
        searched(learners=["banditron(gamma=0.6)"]).experiment.learners[0], run
    )


def test_the_drawing_gets_json_and_the_plane_only_where_there_is_one():
    run = searched()
    data = picture(run.experiment.stream, covered(run))
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["disc"]["round"] == covered(run).chosen.alpha.round
    assert len(data["disc"]["u"]) == 6
    other = searched("printed", **PRESETS["violated"].settings)
    assert picture(other.experiment.stream, cover(PRINTED, other.played, "counter"))["disc"] is None


def test_a_preset_is_recognised():
    for name, preset in PRESETS.items():
        assert chosen(preset.experiment, preset.view) == name
    assert chosen(PRESETS["bites"].experiment, {"u": "zero"}) == ""


def test_the_command_line_prints_the_same_numbers(capsys):
    run = searched()
    found = cover(CORRECTED, run.played, "means", None, run.best)
    command = shlex.split(theory_command(run.experiment, found))
    assert main([*command[3:], "--json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)["results"]
    assert record["bound"] == pytest.approx(found.chosen.bound, rel=1e-12)
    assert record["badge"] == found.verdict.badge


def test_both_statements_say_what_they_claim_of_the_run_with_the_chosen_comparator():
    run = searched()
    found = cover(CORRECTED, run.played, "means", 0.5, run.best)
    for statement in (PRINTED, CORRECTED):
        here = compare(statement, run.played.rounds, found.chosen.u, run.played.beta)
        said = bound_words(statement, found)
        assert f"α(u) = {here.alpha.value:.4g}, χ = {here.factors.chi:.4g}, ψ = {here.factors.psi:.4g}" in said
        assert f"The statement claims Σℓ² ≤ {amount(here.bound)}; the run has {amount(run.played.squares[-1])}." in said
    assert bound_words(PRINTED, found) != bound_words(CORRECTED, found)


def test_the_counter_example_shows_the_printed_statement_false_and_no_corrected_bound():
    preset = PRESETS["violated"]
    run = compute(preset.experiment, "printed", lambda p: None, lambda p: None, lambda: False)
    found = cover(PRINTED, run.played, "counter", None, run.best)
    printed, corrected = bound_words(PRINTED, found), bound_words(CORRECTED, found)
    assert printed.endswith("The statement claims Σℓ² ≤ 270.1; the run has 287.9, so it is false.")
    assert corrected == "α(u) = 1.15 for u = the counter-example's u, but the theorem needs α below 1."


def test_a_statement_that_does_not_apply_says_why_beside_one_that_does():
    run = searched(dataset="points(1 0 0; 0 1 1)", sigma=0.0, rounds=20, learners=["cspa(beta=0.5)"])
    found = covered(run)
    assert "needs at least 3 classes" in bound_words(PRINTED, found)
    assert "The statement claims Σℓ² ≤ " in bound_words(CORRECTED, found)


def test_a_search_that_was_cancelled_has_no_result(monkeypatch):
    run = searched()
    monkeypatch.setattr(searching, "first_trial", lambda experiment, stop: run.played)
    assert compute(run.experiment, "corrected", lambda p: None, lambda p: None, lambda: True) is None


def test_the_cache_counts_all_arrays_of_a_run_with_sparse_rows():
    run = searched(dataset=sparse_iris(), sigma=0.0, learners=["cspa"])
    played, best, rows = run.played, run.best.comparison, run.played.rounds.X
    arrays = (rows.data, rows.indices, rows.indptr, played.rounds.y, played.loss, played.wrong, played.weights)
    assert run.nbytes == sum(array.nbytes for array in (*arrays, best.u, best.squares))
