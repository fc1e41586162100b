"""`replay` writes one HTML file, with the flags of `run`."""

import re
from errno import ENOSPC
from pathlib import Path

import pytest

from cspa_explore.cli import main
from cspa_explore.cli.main import parser
from tests.player.test_replay_file import contents
from tests.test_imports import ROOT


def test_it_writes_the_run_of_the_flags(tmp_path, capsys):
    target = tmp_path / "my run.html"
    flags = ["--learner", "cspa(beta=1/3)", "--learner", "banditron", "--rounds", "80", "--trials", "2", "--seed", "5"]
    assert main(["replay", "--out", str(target), "--sigma", "0.5", *flags]) == 0
    size = target.stat().st_size
    assert capsys.readouterr().out == (
        f"Wrote {target}, {size / 1e6:.2f} MB: it plays in any modern browser, without Python.\n"
    )
    header, _ = contents(target.read_text())
    assert header["films"] == [{"place": 0, "param": "beta"}, {"place": 1, "param": "gamma"}]
    asked = "--data gaussians4 --sigma 0.5 --seed 5 --trials 2 --rounds 80 --order shuffled"
    assert header["command"] == (
        f"python -m cspa_explore replay --out replay.html {asked} --learner 'cspa(beta=1/3)' "
        "--learner 'banditron(gamma=0.05)'"
    )


def flags_of(command):
    """Return the flags of a command, with how each is read."""
    (commands,) = [action for action in parser()._actions if action.choices]
    actions = commands.choices[command]._actions
    return {flag: (type(a), a.nargs, a.metavar) for a in actions for flag in a.option_strings}


def test_it_takes_the_flags_of_run_but_those_about_other_output():
    run, replay = flags_of("run"), flags_of("replay")
    assert set(run) - set(replay) == {"--json", "--log"}
    assert {flag for flag in replay if replay[flag] != run.get(flag)} == {"--out"}
    exceptions = (ROOT / "README.md").read_text().split("`replay --out FILE` writes")[1].split("With `--cluster`")[0]
    assert re.findall("`(--[a-z]+)`", exceptions) == ["--json", "--log", "--out"]


@pytest.mark.slow
def test_a_cluster_plays_the_same_run(tmp_path, capsys):
    flags = ["--data", "iris", "--trials", "2", "--no-store"]
    here, there = tmp_path / "here.html", tmp_path / "there.html"
    assert main(["replay", "--out", str(here), *flags, "--jobs", "1"]) == 0
    assert main(["replay", "--out", str(there), *flags, "--jobs", "1", "--cluster", "local"]) == 0
    assert there.read_text() == here.read_text()


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ([], "the following arguments are required: --out."),
        (
            ["--out", "no/folder/x.html"],
            "--out must be a file in a writable folder that exists, got 'no/folder/x.html'",
        ),
        (["--out", "."], "--out must be a file in a writable folder that exists, got '.' (it is a folder)."),
        (["--out", "x.html", "--rounds", "200000"], "A replay has at most 100,000 rounds, got 200,000: give --rounds."),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(flags, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["replay", *flags]) == 2
    assert capsys.readouterr().err.startswith(sentence)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_named_as_the_cause(capsys, tmp_path, monkeypatch):
    def full(path, content):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    flags = ["--learner", "k_perceptrons", "--rounds", "20", "--trials", "1", "--no-store"]
    assert main(["replay", "--out", str(tmp_path / "x.html"), *flags]) == 2
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert sentence.startswith("--out must be a file in a writable folder that exists, got")
    assert sentence.endswith("(No space left on device).")
