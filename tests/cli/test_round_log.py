"""run --log FILE: CSV, Parquet and Vowpal Wabbit's text."""

import numpy as np
import pandas as pd
import pytest

from cspa_explore.cli.main import main
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.round_log import round_log

COLUMNS = ["learner", "trial", "t", "instance", "y_hat", "y_tilde", "right", "told_right", "probability", "loss"]
TWO = ["--data", "iris", "--learner", "banditron(gamma=0.3)", "--learner", "cspa(beta=0.5)", "--trials", "2"]
ONE = ["--data", "points(3 4 0; 0 2 1; -1 0 0)", "--order", "file", "--trials", "1", "--rounds", "3"]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_table_has_one_row_per_learner_trial_and_round(tmp_path, capsys, ending):
    file = tmp_path / f"rounds.{ending}"
    assert main(["run", *TWO, "--log", str(file)]) == 0
    table = pd.read_csv(file) if ending == "csv" else pd.read_parquet(file)
    assert list(table.columns) == COLUMNS
    assert table.groupby(["learner", "trial"]).size().tolist() == [150] * 4
    made = Experiment.of(dataset="iris", learners=["banditron(gamma=0.3)", "cspa(beta=0.5)"], trials=2)
    expected = pd.concat([part.table for part in round_log(made)], ignore_index=True)
    pd.testing.assert_frame_equal(table, expected, check_dtype=False)
    printed = capsys.readouterr()
    assert f"600 rounds written to {file}." in printed.err
    assert "cspa(beta=0.5) proposes with probability 1: its rounds have no support for off-policy" in printed.err
    assert "off-policy" not in printed.out


def test_vowpal_wabbits_text_by_hand(tmp_path):
    """K = 2: all classes tie, CSPA proposes 0 and is right; then (0, 1) ties again: no, its score follows from x."""
    file = tmp_path / "rounds.vw"
    assert main(["run", *ONE, "--learner", "cspa(beta=1)", "--log", str(file)]) == 0
    lines = file.read_text().splitlines()
    assert lines[0] == "1:0:1 | 1:0.6 2:0.8"
    assert lines[1] == "1:1:1 | 2:1"
    assert lines[2].endswith(" | 1:-1")


def test_the_cost_is_what_the_learner_was_told(tmp_path):
    file = tmp_path / "rounds.txt"
    flags = ["--data", "iris", "--learner", "banditron(gamma=0.3)", "--trials", "1", "--noisy", "0.4"]
    assert main(["run", *flags, "--log", str(file)]) == 0
    made = Experiment.of(dataset="iris", learners=["banditron(gamma=0.3)"], trials=1, noisy=0.4)
    (part,) = round_log(made)
    heads = [line.split(" | ")[0].split(":") for line in file.read_text().splitlines()]
    np.testing.assert_array_equal([int(head[1]) for head in heads], 1 - part.table["told_right"])
    np.testing.assert_array_equal([int(head[0]) for head in heads], part.table["y_tilde"] + 1)
    np.testing.assert_allclose([float(head[2]) for head in heads], part.table["probability"], rtol=1e-8)
    assert (part.table["told_right"] != part.table["right"]).any()


@pytest.mark.parametrize(
    ("name", "flags", "words"),
    [
        ("a.vw", TWO, "holds one learner and one trial, got 2 learners and 2 trials: give one --learner and"),
        ("a.json", ONE, "--log must be a file that ends in .csv, .parquet, .vw, .txt, got "),
        ("missing/a.csv", ONE, "--log must be a writable file, got "),
    ],
)
def test_a_bad_log_is_refused_before_the_work(tmp_path, capsys, name, flags, words):
    assert main(["run", *flags, "--log", str(tmp_path / name)]) == 2
    printed = capsys.readouterr()
    assert words in printed.err
    assert printed.out == ""


@pytest.mark.parametrize("name", ["full.csv", "full.vw"])
def test_a_log_on_a_full_disk_is_named_as_the_cause(tmp_path, capsys, name):
    file = tmp_path / name
    file.symlink_to("/dev/full")
    assert main(["run", *ONE, "--learner", "cspa", "--log", str(file)]) == 2
    said = f"--log could not be written to '{file}' (No space left on device)."
    assert capsys.readouterr().err.splitlines()[-1] == said


def test_every_learner_that_never_explores_is_named(tmp_path, capsys):
    learners = ["--learner", "cspa(beta=0.5)", "--learner", "cspa(beta=1)", "--learner", "banditron"]
    assert main(["run", "--data", "iris", "--trials", "1", *learners, "--log", str(tmp_path / "a.csv")]) == 0
    said = "cspa(beta=0.5), cspa(beta=1) propose with probability 1: their rounds have no support for off-policy"
    assert said in capsys.readouterr().err


def test_noisy_answers_and_full_feedback_in_one_sentence(capsys):
    assert main(["run", "--data", "iris", "--learner", "cspa", "--trials", "1", "--noisy", "0.1"]) == 0
    said = "Noisy answers concern partial feedback only: SPA (full feedback) is told the true label in every round."
    assert said in capsys.readouterr().out
    assert main(["run", "--sigma", "0.25", "--trials", "1", "--drift", "labels", "--rounds", "200"]) == 0
    printed = capsys.readouterr().out
    assert "(quadrant rule, knowing the drift)" in printed
    assert "labels rotate at round 101" in printed
    assert "Noisy answers" not in printed
