"""`theory` on the command line."""

import json

import pytest

from cspa_explore.cli import main
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.provenance import current
from cspa_explore.running import theorem
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.bounds import CORRECTED
from cspa_explore.theory.cover import cover

BITES = ["theory", "--data", "gaussians3", "--sigma", "0.0001", "--learner", "cspa(beta=0.485)"]


def said(capsys, *arguments, code=0):
    assert main(list(arguments)) == code
    return capsys.readouterr()


def test_it_prints_verdict_alpha_bound_and_separability(capsys):
    out, _ = said(capsys, *BITES)
    assert "CSPA β=0.485: BITES" in out
    assert "The theorem promises at most 8 mistakes in 3,000 rounds" in out
    assert "One-vs-rest separable" in out
    assert "corrected bound on Σℓ²" in out
    assert "(certified)" in out


def test_json_holds_the_numbers_of_the_library(capsys):
    record = json.loads(said(capsys, *BITES, "--comparator", "means", "--scale", "0.7", "--json")[0])
    experiment = Experiment.of(dataset="gaussians3", sigma=1e-4, learners=["cspa(beta=0.485)"])
    expected = cover(CORRECTED, first_trial(experiment), "means", 0.7)
    (found,) = record["results"]
    assert found["badge"] == "bites"
    assert found["alpha"] == expected.chosen.alpha.value
    assert found["bound"] == expected.chosen.bound
    assert found["squares"] == expected.played.squares[-1]
    assert record["separability"]["one_vs_rest"] is True
    assert record["ranges"] == {"theorem": "1/2", "figure": "1/2", "proof": "1"}


def test_the_counter_example_violates_the_printed_statement(capsys):
    flags = ["--data", "counter", "--rounds", "300", "--learner", "cspa(beta=17/120)", "--statement", "printed"]
    out, _ = said(capsys, "theory", *flags, "--comparator", "counter")
    assert "VIOLATED" in out
    assert "it claims Σℓ² ≤ 270.1, but Σℓ² = 287.9 after 300 rounds" in out


def test_of_two_classes_no_round_attains_alpha(capsys):
    out, _ = said(capsys, "theory", "--data", "points(1 0 0; 0 1 1)", "--rounds", "20", "--learner", "cspa(beta=0.5)")
    assert "α(u) = 0, for two classes the sum is empty" in out
    assert "attained" not in out


def test_it_does_not_apply_to_another_learner(capsys):
    record = json.loads(said(capsys, "theory", "--data", "iris", "--algo", "banditron", "--json")[0])
    assert record["results"][0]["badge"] == "does not apply"
    assert "alpha" not in record["results"][0]
    assert record["results"][0]["squares"] is None, "Banditron has no loss"
    assert record["separability"]["one_vs_rest"] is False


@pytest.mark.long
def test_mnist_gets_an_answer_within_the_limit(capsys):
    record = json.loads(said(capsys, "theory", "--data", "mnist", "--learner", "cspa", "--limit", "5", "--json")[0])
    assert record["separability"]["one_vs_rest"] is None
    assert record["separability"]["words"].startswith("Not decided within the time limit")
    assert record["results"][0]["badge"] in ("vacuous", "undecided")
    assert record["results"][0]["rounds"] == 60_000


def test_rows_that_are_not_held_give_the_same_verdict_and_no_refusal(capsys, monkeypatch):
    held = json.loads(said(capsys, *BITES, "--comparator", "means", "--json")[0])
    monkeypatch.setattr(theorem, "MOST", 1000)
    found = json.loads(said(capsys, *BITES, "--comparator", "means", "--json")[0])
    mine, theirs = held["results"][0], found["results"][0]
    assert theirs["badge"] == mine["badge"] == "bites"
    for name in ("alpha", "loss", "norm", "bound", "squares"):
        assert theirs[name] == pytest.approx(mine[name], rel=1e-9), name
    out = said(capsys, "theory", "--data", "gaussians4", "--learner", "cspa(beta=1/6)")[0]
    assert "no full search: 4,000 rounds × 2 features are too many" in out or "VACUOUS" in out


def test_the_errata_run(capsys):
    record = json.loads(said(capsys, "theory", "--errata", "--json")[0])
    assert record["provenance"] == current().to_fields()
    listed = record["errata"]
    assert len(listed) == 22
    assert sum(e["shown"] is not None for e in listed) == 18
    assert "Σℓ² = 287.9" in said(capsys, "theory", "--errata")[0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--statement", "prnted"], "--statement must be one of printed, corrected, got 'prnted'."),
        (["--comparator", "x"], "--comparator must be one of best, zero, means, final, counter, got 'x'."),
        (["--scale", "-1"], "--scale"),
        (["--scale", "2"], "--scale needs --comparator means or final, got 'best'."),
        (["--comparator", "counter"], "The counter-example's u needs 4 classes and 3 features, got 4 and 2."),
    ],
)
def test_bad_values_get_one_sentence(capsys, arguments, sentence):
    err = said(capsys, "theory", *arguments, code=2).err
    assert err.startswith(sentence)
    assert err.count("\n") == 1
