"""`--file PATH [--label COL]` on the command line."""

import bz2
import json
import shlex
from argparse import Namespace

import numpy as np
import pytest

from cspa_explore.cli import dashboard, main
from cspa_explore.cli.dashboard import streamlit_flags
from cspa_explore.datasets import load, own, shared_folder
from cspa_explore.datasets.remote import Remote, loader
from cspa_explore.experiments.command import run_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.settings_file import write_settings
from tests.cli.test_main import said

QUICK = ["--rounds", "100", "--trials", "2", "--seed", "3", "--json"]


@pytest.fixture
def iris_csv(tmp_path, monkeypatch):
    """Return the path of Iris as a CSV file in the current folder."""
    monkeypatch.chdir(tmp_path)
    data = load("iris")
    rows = [",".join([*map(repr, map(float, x)), data.names[y]]) for x, y in zip(data.X, data.y, strict=True)]
    path = tmp_path / "my iris.csv"
    path.write_text("\n".join(["a,b,c,d,species", *rows]))
    return path


def test_an_own_file_gives_the_numbers_of_the_same_bundled_set(capsys, iris_csv):
    out, err = said(capsys, "run", "--file", str(iris_csv), "--raw", *QUICK)
    bundled, _ = said(capsys, "run", "--data", "iris", *QUICK)
    assert json.loads(out)["results"] == json.loads(bundled)["results"]
    assert "my iris.csv: Table with commas and a header: 150 rows; 3 classes, label 'species'" in err
    scaled, _ = said(capsys, "run", "--file", str(iris_csv), *QUICK)
    assert json.loads(scaled)["results"] != json.loads(out)["results"]


@pytest.mark.parametrize("binary", [False, True])
def test_a_file_plays_as_the_same_file_in_the_folder_of_fetched_sets(capsys, tmp_path, monkeypatch, binary):
    rng = np.random.default_rng(0)
    rows = [" ".join(f"{j + 1}:{rng.integers(1, 9)}" for j in np.flatnonzero(rng.random(40) < 0.1)) for _ in range(300)]
    path = tmp_path / "words.bz2"
    path.write_bytes(bz2.compress("".join(f"{i % 4} {row} 60:2\n" for i, row in enumerate(rows)).encode()))
    monkeypatch.setenv("CSPA_EXPLORE_DATA", str(tmp_path))
    by_hand = loader(Remote("words.bz2", (4, 300, 60)), "Words", sparse=True, binary=binary)()
    flags = ["--file", str(path), *["--binary"] * binary]
    out, _ = said(capsys, "run", *flags, *QUICK)
    text = json.loads(out)["settings"]["stream"]["dataset"]
    assert ("binary=1" in text) == binary
    mine = load(text)
    assert (mine.X != by_hand.X).nnz == 0
    assert np.array_equal(mine.y, by_hand.y)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(run_command(Experiment.of(dataset=text, rounds=100, trials=2, seed=3, learners=["cspa"])))
    assert said(capsys, *words[3:], "--json")[0] == out
    same = own.add(b"by hand %d" % binary, "words.bz2", by_hand)
    again, _ = said(capsys, "run", "--data", same, *QUICK)
    assert json.loads(again)["results"] == json.loads(out)["results"]


@pytest.mark.parametrize("command", [["grid"], ["sweep", "--values", "0.1,0.5", "--sigmas", "0,1"]])
def test_grid_and_sweep_take_a_file(capsys, iris_csv, command):
    out, _ = said(capsys, *command, "--file", str(iris_csv), "--label", "species", *QUICK)
    assert json.loads(out)["settings"]["stream"]["dataset"].startswith("file(sha256=")


def test_the_command_of_a_page_and_the_settings_file_play_the_same(capsys, iris_csv, tmp_path):
    out, _ = said(capsys, "run", "--file", str(iris_csv), "--label", "5", "--raw", *QUICK)
    text = json.loads(out)["settings"]["stream"]["dataset"]
    played = Experiment.of(dataset=text, rounds=100, trials=2, seed=3, learners=["cspa"])
    words = shlex.split(run_command(played))
    assert words[:7] == ["python", "-m", "cspa_explore", "run", "--file", "./my iris.csv", "--label"]
    again, _ = said(capsys, *words[3:], "--json")
    assert again == out
    (tmp_path / "s.json").write_text(write_settings(played))
    third, _ = said(capsys, "run", "--settings", "s.json", "--file", "my iris.csv", "--json")
    assert third == out, "the label and the scaling are those of the settings"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--file", "none.csv"], "'none.csv' is not a file."),
        (["--file", "."], "'.' is not a file."),
        (["--label", "3"], "--label says how a file is read: add --file PATH."),
        (["--raw"], "--raw says how a file is read: add --file PATH."),
        (["--binary"], "--binary says how a file is read: add --file PATH."),
        (["--file", "my iris.csv", "--binary"], "my iris.csv is a table: only the values of svmlight can be replaced"),
        (["--file", "my iris.csv", "--data", "iris"], "Give --data or --file, not both."),
        (["--file", "my iris.csv", "--label", "price"], "my iris.csv has no column 'price'"),
        (["--data", f"file(sha256={'a' * 64}, name=x.csv, K=2, n=1, d=1)"], "The file 'x.csv' (sha256 aaaaaaaaaaaa…)"),
        (
            ["--data", f"file(sha256={'a' * 64}, name=..%2Fx.csv, K=2, n=1, d=1)"],
            "file: name must be the name",
        ),
    ],
)
def test_a_bad_file_gets_one_sentence(capsys, iris_csv, arguments, sentence):
    assert main(["run", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith(sentence)
    assert err.count("\n") == 1


@pytest.fixture
def words_svm(tmp_path, monkeypatch):
    """Write a sparse svmlight file, compressed; return its name."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{i % 3} {1 + i % 7}:1 {10 + i % 3}:2 {40 + i % 11}:0.5\n" for i in range(200)]
    (tmp_path / "words.bz2").write_bytes(bz2.compress("".join(rows).encode()))
    return "words.bz2"


MORE = [[], ["--sigma", "0.1"], ["--kernel", "1"], ["--bias"], ["--imbalance", "2"], ["--flip", "0.1"]]


@pytest.mark.parametrize("more", MORE)
def test_a_sparse_file_plays_with_every_kind_of_row(capsys, words_svm, more):
    learners = ["--learner", "cspa(beta=0.3)", "--learner", "confidit", "--learner", "exp_grad"]
    out, err = said(capsys, "run", "--file", words_svm, *learners, *more, *QUICK)
    assert "svmlight, bzip2: 200 rows; 3 classes; 50 features." in err
    best = max(row["mean"] for row in json.loads(out)["results"])
    assert best > 40, "above chance"


def test_a_sweep_measures_its_sigmas(capsys, words_svm):
    out, err = said(capsys, "sweep", "--file", words_svm, "--values", "0.3,0.5", "--trials", "2", "--json")
    assert "The values of σ are measured: the largest halves CSPA's margin." in err
    assert len({row["sigma"] for row in json.loads(out)["results"]}) == 4


def test_the_dashboard_takes_a_folder(capsys, tmp_path):
    assert main(["dashboard", "--data-dir", str(tmp_path / "none"), "--port", "18431"]) == 2
    assert "--data-dir must be a folder, got" in capsys.readouterr().err


@pytest.mark.parametrize("given", [True, False])
def test_the_server_is_told_the_folder_of_shared_files(tmp_path, monkeypatch, given):
    class Started(BaseException):
        pass

    def start(program, command):
        raise Started(shared_folder.shared_files(), command[1:4])

    monkeypatch.setenv(shared_folder.VARIABLE, "")  # restores it afterwards
    monkeypatch.setattr(dashboard, "_expect_free", lambda address, port: None)
    monkeypatch.setattr(dashboard.os, "execv", start)
    (tmp_path / "a.csv").write_text("a,kind\n1,x\n2,y\n")
    with pytest.raises(Started) as started:
        main(["dashboard", *(["--data-dir", str(tmp_path)] if given else [])])
    files, command = started.value.args
    assert [file.name for file in files] == ["a.csv"] * given
    assert command == ["-m", "streamlit", "run"]


@pytest.mark.parametrize(("address", "hidden"), [("localhost", True), ("0.0.0.0", False)])
def test_no_box_of_streamlit_covers_the_pages_on_this_machine(address, hidden):
    flags = streamlit_flags(Namespace(port=8501, address=address, headless=False))
    assert ("--logger.hideWelcomeMessage" in flags) == hidden, "on a network, the message names the URL"
