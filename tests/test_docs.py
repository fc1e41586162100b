"""What README and CONTRIBUTING say is true."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS
from cspa_explore.learners import LearnerText
from cspa_explore.settings import TABLE
from cspa_explore.ui.arena import view as arena
from cspa_explore.ui.lab import sweeps as lab
from cspa_explore.ui.microscope import scene as microscope
from tests.test_imports import ROOT

README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


def rows_of(section):
    text = README.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return [line for line in text.splitlines() if line.startswith("| `")]


def row(key):
    spec = ALGORITHMS[key]
    params = ", ".join(f"{p.symbol} ∈ {p.interval}" for p in spec.params) or "none"
    return f"| `{LearnerText.of(key)}` | {spec.label} | {spec.feedback} | {params} | {spec.cite} |"


def test_the_readme_lists_every_algorithm_as_its_spec_says():
    table = rows_of("What is in it")
    assert table == [row(key) for key in ALGORITHMS]


def test_the_readme_says_what_is_to_be_known_of_an_algorithm():
    found = [line for line in README.splitlines() if line.startswith("- `")]
    assert found == [f"- `{key}`: {spec.note}" for key, spec in ALGORITHMS.items() if spec.note]


def data_row(key):
    spec = DATASETS[key]
    shape = spec.default_shape
    sizes = f"{shape.K} | {shape.n:,} | {shape.d}" if shape else "– | – | –"
    return f"| `{key}` | {spec.name} | {sizes} | {spec.kind} | {spec.note} |"


def setting_row(setting):
    default = ", ".join(setting.default) if isinstance(setting.default, tuple) else setting.kind.write(setting.default)
    special = {"sigma": "0.25 on Gaussians, 0 elsewhere", "order": "the data set's"}
    columns = [f"`{setting.name}`", f"`{setting.link}`", f"`{setting.flag}`", setting.kind.rule,
               special.get(setting.name, default), setting.help]  # fmt: skip
    return f"| {' | '.join(columns)} |"


def test_the_readme_lists_every_setting_as_the_table_says():
    assert rows_of("Settings") == [setting_row(setting) for setting in TABLE]


def source_row(key):
    spec = DATASETS[key]
    return f"| {spec.name} | {spec.source} | {spec.cite} | {spec.licence} | {spec.digest or '–'} | {spec.note} |"


def test_the_readme_lists_every_data_set_as_its_spec_says():
    table = rows_of("Data")
    assert table == [data_row(key) for key in DATASETS]


def test_the_sources_are_those_of_the_registry():
    text = (ROOT / "data" / "SOURCES.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| set |")]
    assert rows == [source_row(key) for key, spec in DATASETS.items() if spec.kind not in ("toy", "own")]


def test_the_first_screen_says_what_it_is_shows_a_picture_and_gives_the_two_commands():
    screen = README.split("\n## ")[0]
    assert "make run" in screen
    assert "make test" in screen
    (picture,) = re.findall(r"!\[.+\]\((.+)\)", screen)
    assert (ROOT / picture).stat().st_size > 10_000


def test_every_file_the_documents_name_is_there():
    invented = {"cspa_explore/algorithms/nudge.py", "tests/twins/nudge.py"}
    for path in re.findall(r"`((?:cspa_explore|tests|pages|core|figures|algorithms)/[\w/.]+)`", README + CONTRIBUTING):
        if path not in invented:
            assert (ROOT / path).exists() or (ROOT / "cspa_explore" / path).exists(), path


def code_after(sentence):
    """The code block that follows the sentence."""
    match = re.search(re.escape(sentence) + r"[^\n]*\n\n```\w*\n(.*?)```", CONTRIBUTING, re.DOTALL)
    assert match, sentence
    return match[1]


@pytest.mark.slow
def test_the_recipe_for_an_algorithm_works_to_the_letter(tmp_path):
    ignored = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", ".hypothesis")
    copy = tmp_path / "project"
    shutil.copytree(ROOT, copy, ignore=ignored)
    (copy / "cspa_explore/algorithms/nudge.py").write_text(code_after("Create `cspa_explore/algorithms/nudge.py`"))
    (copy / "tests/twins/nudge.py").write_text(code_after("Create `tests/twins/nudge.py`"))
    registry = copy / "cspa_explore/algorithms/__init__.py"
    line = code_after("Add one line to `NAMES` in `cspa_explore/algorithms/__init__.py`")
    registry.write_text(registry.read_text().replace('    "cspa_as_printed",\n', '    "cspa_as_printed",\n' + line))
    readme = copy / "README.md"
    last, added = row("cspa_as_printed") + "\n", code_after("Add its row to the table in `README.md`")
    readme.write_text(readme.read_text().replace(last, last + added))
    run = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "tests/test_conformance.py",
        "tests/test_docs.py",
    ]
    done = subprocess.run(
        [*run, "-k", "nudge or readme"],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "CSPA_EXPLORE_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    passed = int(re.search(r"(\d+) passed", done.stdout)[1])
    assert passed > 30, "the suite found the new algorithm by itself"
    lint = subprocess.run([sys.executable, "-m", "ruff", "check", "--quiet", "."], cwd=copy, capture_output=True)
    assert lint.returncode == 0, lint.stdout.decode()


def test_the_readme_names_every_key_of_a_link():
    table = (ROOT / "README.md").read_text().split("**The link says everything**")[1].split("## What is in it")[0]
    pages = (arena.LINK_KEYS, microscope.LINK_KEYS, lab.LINK_KEYS)
    for key in ("v", "pin", *(setting.link for setting in TABLE), *(key.name for keys in pages for key in keys)):
        assert f"`{key}`" in table, key


def test_every_observation_is_there_and_its_tests_exist():
    lines = (ROOT / "tests" / "OBSERVATIONS.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if re.match(r"\| \d", line)]
    assert [int(row[0]) for row in rows] == list(range(1, 26))
    for number, _, _, shown in rows:
        named = re.findall(r"`(\S+)::(\w+)`", shown)
        assert named or shown == "waits", number
        for path, name in named:
            assert f"\ndef {name}(" in (ROOT / "tests" / path).read_text(), (number, path, name)
