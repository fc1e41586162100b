"""`compare`: the table of learners against CSPA, its numbers by hand, and what it leaves out."""

import json
import re
import shlex

import numpy as np
import pandas as pd
import pytest

from cspa_explore.cli import main
from cspa_explore.datasets import DATASETS
from cspa_explore.results.comparison import Comparison, long_table, short_table
from cspa_explore.running.comparison import BUNDLED, MOST_ROUNDS, PARTIAL, compare, comparison_plans
from cspa_explore.running.contest import contest
from cspa_explore.running.grid import candidates
from cspa_explore.store import VARIABLE

SMALL = "compare --data iris --data wine --algo bpa --algo linucb --trials 6 --rounds 120 --jobs 1"


def answer(capsys, command, code=0):
    assert main(shlex.split(command)) == code
    return capsys.readouterr()


def test_it_prints_a_table_per_data_set_a_summary_and_the_total_time(capsys, tmp_path):
    text = answer(capsys, f"{SMALL} --out {tmp_path}").out
    first, second = text.index("· Iris ·"), text.index("· Wine ·")
    assert first < second < text.index("Against CSPA, each at its own best") < text.index(" s in all.")
    for label in ("CSPA", "BPA", "LinUCB"):
        assert text.count(f"\n  {label} ") >= 2
    frame = pd.read_csv(tmp_path / "compare.csv")
    assert len(frame) == 6
    assert (tmp_path / "compare.md").read_text().startswith("| learner | Iris | Wine |")


def test_stored_rounds_and_earlier_times_are_told_apart_from_new_ones(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    rounds = {key: len(candidates(key, 3)) * 6 * 120 * 2 for key in ("cspa", "bpa", "linucb", "banditron")}
    three = sum(rounds.values()) - rounds["banditron"]
    assert re.search(rf"\n{three:,} rounds in [\d.]+ s in all\.\n", answer(capsys, SMALL).out)
    more = answer(capsys, f"{SMALL} --algo banditron").out
    played = f"{rounds['banditron']:,} rounds played in"
    assert re.search(rf"\n{played} [\d.]+ s in all; {three:,} more were stored\.\n", more)
    lines = [line for line in more.splitlines() if re.match(r"  (CSPA|BPA|LinUCB|Banditron) .* ± ", line)]
    assert {line.split()[0]: bool(re.search(r"\d\*  ", line)) for line in lines} == {
        "CSPA": True, "BPA": True, "LinUCB": True, "Banditron": False,
    }  # fmt: skip
    assert more.count("* measured earlier") == 2
    again = json.loads(answer(capsys, f"{SMALL} --algo banditron --json").out)
    assert (again["rounds played"], again["rounds stored"]) == (0, sum(rounds.values()))
    assert {row["timed"] for row in again["results"]} == {"earlier"}
    assert "No round was played" in answer(capsys, SMALL).out


def test_its_numbers_are_those_of_the_contest_paired_by_trial(capsys):
    printed = json.loads(answer(capsys, f"{SMALL} --json").out)
    plans = comparison_plans(["iris", "wine"], ["cspa", "bpa", "linucb"], trials=6, rounds=120)
    rows = {(row["data set"], row["learner"]): row for row in printed["results"]}
    for plan in plans:
        result = contest(plan)
        standings = {standing.key: standing.choice for standing in result.standings}
        for key, choice in standings.items():
            row = rows[result.stream.info.title, key]
            assert row["honest mean"] == pytest.approx(choice.honest.mean())
            assert row["hindsight mean"] == pytest.approx(choice.ratio.mean(axis=1).max())
            gap = choice.honest - standings["cspa"].honest
            assert row["minus CSPA"] == pytest.approx(gap.mean())
            half = 2.5705818 * gap.std(ddof=1) / np.sqrt(6)  # Student's t, 5 degrees of freedom
            assert row["95 % to"] - row["95 % from"] == pytest.approx(2 * half)
    assert printed["seconds"] > 0
    assert not printed["partial"]


def test_by_default_all_learners_with_partial_feedback_on_all_bundled_sets_with_few_rounds():
    plans = comparison_plans(BUNDLED, PARTIAL, trials=10)
    assert [plan.stream.dataset for plan in plans] == [k for k, spec in DATASETS.items() if spec.kind == "bundled"]
    assert max(plan.stream.n_rounds for plan in plans) == MOST_ROUNDS == 10_000
    for plan in plans:
        assert set(plan.keys) | set(plan.left_out) == set(PARTIAL)
        assert plan.left_out == (("linucb",) if plan.stream.dataset == "mnist" else ())
    mnist = next(plan for plan in plans if plan.stream.dataset == "mnist")
    assert mnist.absence == "Without LinUCB: its matrices would take 49 MB, and a comparison allows 8 MB."


def test_a_learner_that_was_left_out_is_a_dash():
    plans = comparison_plans(["iris"], ["cspa", "bpa"], trials=6, rounds=60)
    found = compare(plans)
    frame = Comparison(found.contests, (("linucb",),), 0.0).to_frame()
    assert "| LinUCB | – |" in short_table(frame)
    assert "| LinUCB | – | – | – | – | – |" in long_table(frame)
    wins = Comparison(found.contests, (("linucb",),), 0.0).wins()
    assert wins["learner"].tolist() == ["bpa", "linucb"]
    assert wins[["above", "undecided", "below"]].sum(axis=1).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ("--algo spa", "--algo must be an algorithm with partial feedback, got spa, which is told the label."),
        ("--algo bpa --algo bpa", "Each --algo may be named once, got bpa, bpa."),
        ("--data circle --data circle(m=6)", "Each data set may be named once, got circle(m=6) twice."),
        ("--data irsi", "There is no data set 'irsi': did you mean 'iris'?"),
        ("--rounds 20000", "--rounds must be a whole number from 1 to 10,000, got '20000'."),
    ],
)
def test_impossible_requests_are_refused_in_one_sentence(capsys, flags, sentence):
    assert answer(capsys, f"compare {flags}", code=2).err.strip() == sentence
