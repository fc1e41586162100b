"""`table` and `figure`: what they print, write and refuse."""

import json
import shlex
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from cspa_explore.cli import main, paper
from cspa_explore.datasets import describe
from cspa_explore.paper import shipped
from cspa_explore.store import VARIABLE


def answer(capsys, command, code=0):
    assert main(shlex.split(command)) == code
    return capsys.readouterr()


def test_table_1_prints_the_paper_beside_ours_and_the_speed(capsys, tmp_path):
    out = answer(capsys, f"table 1 --data vehicle --trials 2 --jobs 1 --out {tmp_path}").out
    for words in ("Vehicle · K 4 · 846 × 18", "49.3 (1.7)", "difference", "million rounds per second", "80 runs"):
        assert words in out
    assert {path.name for path in tmp_path.iterdir()} == {
        f"table1.{end}" for end in ("txt", "csv", "tex", "html", "jsonl")
    }
    frame = pd.read_csv(tmp_path / "table1.csv")
    assert frame["learner"].tolist() == ["CSPA", "Banditron", "Confidit", "BPA"]
    lines = [json.loads(line) for line in (tmp_path / "table1.jsonl").read_text().splitlines()]
    assert [len(line["hits"]) for line in lines] == [10] * 4


def test_a_table_that_is_stored_is_complete_and_plays_nothing(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    command = "table 1 --data vehicle --algo cspa --trials 2 --jobs 1"
    first, second = answer(capsys, command), answer(capsys, command)
    assert "; 16,920 rounds were played" in first.out
    assert "20 runs; all rounds were stored, and none was played.\n" in second.out
    assert "20 trials came from stored results" in second.err
    assert first.out.split("20 runs")[0] == second.out.split("20 runs")[0]


def test_the_command_of_a_shipped_cell_recomputes_it(capsys):
    cell = shipped.cell(2, "vowel", "confidit", "baseline")
    command = cell.command.removeprefix("python -m cspa_explore ")
    found = json.loads(answer(capsys, f"{command} --jobs 1 --json").out)
    (hits,) = found["hits"].values()
    (row,) = found["rows"]
    assert row["command"] == cell.command
    assert abs(np.mean(hits) - cell.hits.mean()) < 0.02 * cell.rounds
    assert row["mean"] == pytest.approx(cell.mean, abs=0.02)


def test_the_shipped_table_needs_no_playing_and_has_every_variant(capsys):
    out = answer(capsys, "table 2 --shipped --data segment --beyond --variant paper --variant baseline").out
    assert "Confidit, as in the public baseline code" in out
    assert "SquareCB" in out
    assert "LinUCB does not take part on Segment" in out
    assert "rounds per second" not in out
    text = answer(capsys, "table 2 --shipped --data segment --format latex").out
    assert text.startswith("\\begin{table}")


def test_absent_sets_get_a_sentence_and_the_table_goes_on(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("CSPA_EXPLORE_DATA", str(tmp_path))
    out = answer(capsys, "table 2 --data vowel --data sensorless --algo cspa --trials 1 --jobs 1").out
    assert "Sensorless is not on this machine: fetch it" in out
    assert "41.8 (4.6)" in out


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("table 3", "NUMBER must be one of 1, 2, got '3'."),
        ("table 1 --data vowel", "Table 1 has no data set 'vowel'"),
        ("table 1 --algo spa", "--algo must be a learner of the tables"),
        ("table 1 --algo cspa --variant baseline", "The variant baseline is not defined for cspa."),
        ("figure 2 --data vowel", "Figure 2 has no data set 'vowel'"),
        ("figure 1 --format pdf", "got 'pdf'"),
    ],
)
def test_what_is_refused(capsys, command, sentence):
    error = answer(capsys, command, code=2).err
    assert sentence in error
    assert error.count("\n") == 1


def test_figures_are_played_and_written(capsys, tmp_path):
    out = answer(capsys, f"figure 1 --trials 1 --jobs 1 --out {tmp_path}").out
    assert "Four Gaussians" in out
    assert {path.suffix for path in tmp_path.iterdir()} == {".txt", ".csv", ".svg", ".html"}
    frame = pd.read_csv(tmp_path / "figure1.csv")
    assert set(frame["sigma"]) == {0.05, 0.25, 0.5, 1.0}
    text = answer(capsys, "figure 4 --data vowel --trials 2 --jobs 1 --format csv").out
    assert text.startswith("data set,learner,value,round,mean,sd,window mean,window sd")
    assert answer(capsys, "figure 3 --shipped --window --format svg").out.startswith("<svg")


@pytest.mark.parametrize("dataset", ["news20", "sector"])
def test_a_live_figure_of_a_sparse_set_says_its_time_first_and_what_it_leaves_out(capsys, monkeypatch, dataset):
    """The data need not be here: the shipped sweep stands in for the one that would take minutes."""
    before = []

    def played(plan, **how):
        before.append(capsys.readouterr().err)
        assert (len(plan.values), plan.sigmas[0], len(plan.sigmas), plan.trials) == (5, 0.0, 3, 3)
        return shipped.sweep_of(2, dataset)

    monkeypatch.setattr(paper, "describe", lambda key: SimpleNamespace(present=True))
    monkeypatch.setattr(paper, "estimate", lambda learners, stream, trials: 100.0 if stream.sigma else 1.0)
    monkeypatch.setattr(paper, "sweep", played)
    out = answer(capsys, f"figure 2 --data {dataset} --jobs 1").out
    title = describe(dataset).title
    words = "because noise makes its rows dense; --shipped shows the shipped result."
    assert before == [f"{title}: about 201 s on one thread, {words}\n"], "once, before it is played"
    label = "5 β, 2 σ above 0 and 3 trials only: noise makes these rows dense, and a round takes milliseconds."
    assert label in out
    assert label in answer(capsys, f"figure 2 --data {dataset} --shipped").out
