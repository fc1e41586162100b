"""`recommend`: the card and the table on the command line, with the page's numbers."""

import json
import shlex

import numpy as np
import pytest

from cspa_explore.cli import main
from cspa_explore.experiments.command import recommend_command
from cspa_explore.results.decision import decide
from cspa_explore.running.contest import PAPERS, ContestPlan, contest
from cspa_explore.running.sweep import sweep
from cspa_explore.ui.lab.plan import own_place, own_text, plan_of
from tests.sample_experiments import experiment

SMALL = "recommend --data gaussians4 --sigma 0.5 --seed 3 --trials 6 --rounds 300"


def answer(capsys, command):
    assert main(shlex.split(command)) == 0
    return capsys.readouterr().out


def test_it_prints_the_card_and_the_table(capsys):
    text = answer(capsys, f"{SMALL} --learner 'cspa(beta=1)' --algo cspa --algo bpa")
    first, second, *_ = text.splitlines()
    assert first == "Which β for CSPA? (--learner names another learner.)"
    assert second.startswith("On Four Gaussians at σ=0.5 take β ≈ ")
    assert "your β = 1 costs" in text
    assert "Each half of the 6 seeds picks its β" in text
    assert "cspa(beta=" in text
    assert "bpa(gamma=" in text
    assert "banditron" not in text


def test_it_prints_the_pages_numbers(capsys):
    chosen = experiment(sigma=0.5, seed=3, trials=10, rounds=300, learners=("cspa(beta=1)", "banditron"))
    plan = plan_of(chosen, "cspa", "full")
    decision = decide(sweep(plan), 0.5, own_place(plan, chosen), own_text(plan, chosen))
    printed = json.loads(
        answer(capsys, f"{recommend_command(chosen, plan, PAPERS).partition('cspa_explore ')[2]} --json")
    )
    wanted = decision.fields()
    assert printed["decision"]["sentence"] == wanted["sentence"]
    assert printed["decision"]["value"] == wanted["value"]
    assert printed["decision"]["tied"] == wanted["tied"]
    assert printed["decision"]["cost"] == pytest.approx(wanted["cost"])
    assert printed["decision"]["honest"] == pytest.approx(wanted["honest"])
    rows = contest(ContestPlan.of(chosen, PAPERS)).standings
    assert [row["learner"] for row in printed["learners"]] == [str(row.learner) for row in rows]
    np.testing.assert_allclose([row["honest"]["mean"] for row in printed["learners"]], [100 * row.mean for row in rows])


def test_it_writes_files(tmp_path, capsys):
    answer(capsys, f"{SMALL} --algo cspa --out {tmp_path}")
    assert json.loads((tmp_path / "recommend.json").read_text())["decision"]["sigma"] == 0.5
    assert (tmp_path / "learners.csv").read_text().startswith("learner,best value,honest mean")
    assert (tmp_path / "sweep.csv").exists()


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ("--learner uniform", "--learner must have a parameter to choose, got uniform, which has none."),
        ("--learner 'cspa(beta=1/6)@9(beta=1)'", "--learner must be a learner without a branch, got "),
        ("--learner 'cspa(beta=3)'", "cspa: beta must be in (0, 1], got 3."),
        ("--algo nobody", "There is no learner 'nobody'"),
        ("--algo cspa --algo cspa", "Each --algo may be named once, got cspa, cspa."),
        ("--learner soba --param prior", "--param must be one of gamma, got prior."),
        ("--param rho", "cspa has no parameter 'rho'"),
    ],
)
def test_bad_flags_are_refused_in_a_sentence(flags, sentence, capsys):
    assert main(shlex.split(f"{SMALL} {flags}")) == 2
    assert capsys.readouterr().err.startswith(sentence)
