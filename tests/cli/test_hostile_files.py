"""Hostile names of a file, its columns and its classes are harmless in every file and line that a command writes."""

import argparse
import csv
import json
import re

import pandas as pd
import pytest

from cspa_explore.cli.main import main, parser
from cspa_explore.datasets import describe, own
from cspa_explore.results.csv_form import FORMULA
from tests.ui.data.test_hostile_exports import content, number, printable, texts

NAMES = {
    "markup": "<img src=x onerror=alert(1)>|`[a](b)`.csv",
    "formula": "=cmd|calc'!A0.csv",
    "control": "\u202egnp\x07\x1b[31m\n.csv",
    "flag": "-rf",
    "long": f"{'x' * 240}.csv",
}
QUICK = ["--label", "kind", "--rounds", "30", "--trials", "2", "--jobs", "1"]
COMMANDS = {  # what each command with --out is given, and the files that it writes
    "run": (["--learner", "cspa", "--learner", "banditron"], {"result.json", "trials.csv", "curves.csv"}),
    "grid": (["--algo", "cspa"], {"grid.json", "grid.csv"}),
    "sweep": (["--values", "0.1,0.5", "--sigmas", "0,1"], {"sweep.json", "sweep.csv"}),
    "recommend": (["--algo", "cspa"], {"recommend.json", "sweep.csv", "learners.csv"}),
    "compare": (["--algo", "bpa"], {"compare.csv", "compare.md", "compare.json"}),
}
LOGS = {"rounds.csv": [], "rounds.parquet": [], "rounds.vw": ["--trials", "1"], "rounds.txt": ["--trials", "1"]}


@pytest.fixture(params=NAMES.values(), ids=NAMES)
def path(request, tmp_path):
    """Return the path of a file with hostile column and class names, whose own name is hostile, too."""
    place = tmp_path / "given" / request.param
    place.parent.mkdir()
    place.write_bytes(content())
    before = set(own.HERE.texts)
    yield place
    for text in set(own.HERE.texts) - before:
        own.HERE.remove(own.place_of(**describe(text).arguments))


def commands():
    """Return the parsers of all commands."""
    (group,) = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return group.choices


def flags_of(command):
    return {flag for action in command._actions for flag in action.option_strings}


def test_every_command_that_writes_files_or_reads_one_is_tested():
    """`table` and `figure` play the paper's data sets alone."""
    writing = {name for name, command in commands().items() if "--out" in flags_of(command)}
    assert writing == {*COMMANDS, "replay", "table", "figure"}
    reading = {name for name, command in commands().items() if "--file" in flags_of(command)}
    assert reading == {*COMMANDS, "replay", "theory"}


def played(capsys, command, path, *flags):
    """Run the command on the file; every line that it prints must be harmless."""
    assert main([command, f"--file={path}", *flags]) == 0
    said = capsys.readouterr()
    for line in f"{said.out}\n{said.err}".split("\n"):
        assert printable(line), repr(line)
    return said.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_file_of_out_is_harmless(command, path, tmp_path, capsys):
    flags, files = COMMANDS[command]
    played(capsys, command, path, *QUICK, *flags, "--out", str(tmp_path / "out"))
    written = sorted((tmp_path / "out").iterdir())
    assert {file.name for file in written} == files
    for file in written:
        expect_harmless(file)
    assert sorted(place.name for place in tmp_path.iterdir()) == ["given", "out"], "nothing was written elsewhere"


def test_a_replay_file_has_no_tag_from_a_name(path, tmp_path, capsys):
    played(capsys, "replay", path, *QUICK, "--learner", "cspa", "--out", str(tmp_path / "replay.html"))
    page = (tmp_path / "replay.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert page.count("</script>") == 2, "the data and the program"


@pytest.mark.parametrize("log", LOGS)
def test_every_round_log_is_harmless(log, path, tmp_path, capsys):
    flags = [*QUICK[:4], *(LOGS[log] or ["--trials", "2"])]
    played(capsys, "run", path, *flags, "--learner", "banditron", "--log", str(tmp_path / log))
    expect_harmless(tmp_path / log)


def test_what_theory_prints_is_harmless_and_names_the_classes(path, capsys):
    flags = ["--label", "kind", "--rounds", "30", "--trials", "1", "--limit", "0.5"]
    record = json.loads(played(capsys, "theory", path, *flags, "--json"))
    assert all(map(printable, texts(record)))
    assert "<img src=x onerror=alert(1)>" in record["separability"]["words"], "as it is: this is no HTML"
    assert max(map(len, texts(record))) < 1000
    played(capsys, "theory", path, *flags)


def expect_harmless(file):
    """Check one written file by its kind."""
    if file.suffix == ".parquet":
        table = pd.read_parquet(file)
        found = [*table.columns, *(cell for name in table for cell in table[name] if isinstance(cell, str))]
    else:
        text = file.read_text(encoding="utf-8")
        assert text
        if file.suffix == ".json":
            found = list(texts(json.loads(text)))
        elif file.suffix == ".csv":
            found = [cell for row in csv.reader(text.splitlines()) for cell in row]
        else:
            found = text.split("\n")
    if file.suffix in (".csv", ".parquet"):
        assert not [cell for cell in found if cell.startswith(FORMULA) and not number(cell)]
    if file.suffix == ".md":
        expect_plain_markdown(text)
    if file.suffix in (".vw", ".txt"):
        assert all(re.fullmatch(r"\d+:[01]:[\d.e-]+ \| (\d+:[\d.e-]+ ?)*", line) for line in found[:-1])
    assert all(map(printable, found))
    assert max(map(len, found)) < 2000


def expect_plain_markdown(text):
    """No tag, link or code comes from a name, and no name adds a column to its table."""
    bare = re.sub(r"\\.", "", text)
    assert not re.search(r"<|\]\(|https?:", bare)
    heads = [line for line in bare.split("\n") if line.startswith("| learner")]
    assert [line.count("|") for line in heads] == [3, 7], "one data set, and six columns of numbers"
