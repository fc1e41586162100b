"""README and CONTRIBUTING agree with the code, and the recipes work."""

import json
import os
import re
import shutil
import subprocess
import sys
from urllib.parse import parse_qsl, urlsplit

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS
from cspa_explore.learners import LearnerText
from cspa_explore.paper.published import TABLES
from cspa_explore.settings import SETTINGS, TABLE
from cspa_explore.theory.errata import ERRATA
from cspa_explore.ui.arena import link_keys as arena
from cspa_explore.ui.classroom import page as classroom
from cspa_explore.ui.data import page as data
from cspa_explore.ui.guide import link_keys as guide
from cspa_explore.ui.lab import controls as lab
from cspa_explore.ui.microscope import probe as microscope
from cspa_explore.ui.paper import controls as paper
from cspa_explore.ui.session import lesson
from cspa_explore.ui.session.arrival import Event, arrive
from cspa_explore.ui.theory import controls as theory
from cspa_explore.ui.your_turn import link_keys as your_turn
from tests.test_imports import ROOT
from tests.test_offers import from_front, offers

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


def test_the_readme_lists_the_notes_of_the_algorithms():
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
    inside = [path.name for path in (ROOT / "cspa_explore").iterdir()]
    rooms = "|".join(["cspa_explore", "tests", "pages", "data", *inside])
    for path in re.findall(rf"`((?:{rooms})/[\w/.]+)`", README + CONTRIBUTING):
        if path not in invented:
            assert (ROOT / path).exists() or (ROOT / "cspa_explore" / path).exists(), path


def code_after(sentence):
    """Return the code block that follows the sentence."""
    match = re.search(re.escape(sentence) + r"[^\n]*\n\n```\w*\n(.*?)```", CONTRIBUTING, re.DOTALL)
    assert match, sentence
    return match[1]


@pytest.fixture
def project(tmp_path):
    """Return the path of a copy of the project, in which a test follows a recipe."""
    ignored = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", ".hypothesis", "node_modules")
    return shutil.copytree(ROOT, tmp_path / "project", ignore=ignored)


def insert(file, before, lines):
    """Insert the lines before a text that occurs once in the file."""
    text = file.read_text()
    assert text.count(before) == 1, before
    file.write_text(text.replace(before, lines + before))


def passed_in(project, word, *files):
    """Run the copy's tests whose names contain the word; return how many passed. The copy must also pass ruff."""
    run = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", *files, "-k", f"{word} or readme"]
    cache = {"CSPA_EXPLORE_CACHE": str(project.parent / "cache")} if word == "nudge" else {}
    done = subprocess.run(
        run, cwd=project, env=os.environ | {"PYTHONPATH": str(project)} | cache, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:]
    lint = subprocess.run([sys.executable, "-m", "ruff", "check", "--quiet", "."], cwd=project, capture_output=True)
    assert lint.returncode == 0, lint.stdout.decode()
    return int(re.search(r"(\d+) passed", done.stdout)[1])


@pytest.mark.slow
def test_the_recipe_for_an_algorithm_works_to_the_letter(project):
    for file in ("cspa_explore/algorithms/nudge.py", "tests/twins/nudge.py"):
        (project / file).write_text(code_after(f"Create `{file}`"))
    registry = project / "cspa_explore/algorithms/__init__.py"
    insert(
        registry,
        '    "cspa_as_printed",\n',
        code_after(f"Add one line to `NAMES` in `{registry.relative_to(project)}`"),
    )
    insert(project / "README.md", row("cspa_as_printed"), code_after("Add its row to the table in `README.md`"))
    assert passed_in(project, "nudge", "tests/test_conformance.py", "tests/test_docs.py") > 30, "found by itself"


@pytest.mark.slow
def test_the_recipe_for_a_setting_works_to_the_letter(project):
    table, stream, order = (project / "cspa_explore" / file for file in
                            ("settings.py", "streams/stream.py", "streams/order.py"))  # fmt: skip
    insert(
        table, '    Setting(\n        "learners",', code_after("Add one entry to `TABLE` in `cspa_explore/settings.py`")
    )
    insert(stream, "\n    def __post_init__", code_after("Add one field to `Stream`"))
    insert(order, "import numpy as np\n", "from dataclasses import replace\n\n")
    insert(order, "    kept = _kept(stream, y)\n", code_after("`from dataclasses import replace`"))
    learners = setting_row(SETTINGS["learners"])
    insert(project / "README.md", learners, code_after("Add its row to the table of settings in `README.md`"))
    assert passed_in(project, "reverse", "tests/test_settings.py", "tests/test_docs.py") > 10, "found by itself"
    program = (
        "from cspa_explore.streams.blocks import labels; from cspa_explore.streams.stream import Stream;"
        "print((labels(Stream('iris', reverse=True)) == labels(Stream('iris'))[::-1]).all())"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=project, capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


def test_the_readme_names_every_key_of_a_link():
    table = (ROOT / "README.md").read_text().split("**The link says everything**")[1].split("## What is in it")[0]
    every = (*PAGES.values(), lesson.LINK_KEYS)
    for key in ("v", "pin", *(setting.link for setting in TABLE), *(key.name for keys in every for key in keys)):
        assert f"`{key}`" in table, key


def test_the_readme_counts_the_errata():
    runnable = sum(erratum.run is not None for erratum in ERRATA)
    assert f"{runnable} of the paper's {len(ERRATA)} errata have a button that runs them" in README.replace("\n", " ")


def test_the_readme_names_every_group_of_controls():
    told = README.split("**Lesson links**")[1].split("**Show all controls**")[0]
    assert re.findall(r"`(\w+)`", told.split("The groups are")[1].split("The keys of hidden")[0]) == list(lesson.GROUPS)


PAGES = {
    "": arena.LINK_KEYS, "microscope": microscope.LINK_KEYS, "beta_lab": lab.LINK_KEYS, "theory": theory.LINK_KEYS,
    "paper": paper.LINK_KEYS, "data": data.LINK_KEYS, "your_turn": your_turn.LINK_KEYS,
    "classroom": classroom.LINK_KEYS, "guide": guide.LINK_KEYS,
}  # fmt: skip


def opened(page, query):
    """Return the session that a link opens, and the address that it becomes; it must open without a note."""
    found = arrive(query, None, Event(page), PAGES)
    assert found.notes == [], query
    return found.session, found.address


def test_the_guided_comparison_of_the_readme_is_that_of_the_chips_and_opens_without_a_note():
    links = [urlsplit(link) for link in re.findall(r"\]\(http://localhost:8501(/\S*\?\S+)\)", README)]
    shown = [opened(link.path.strip("/"), dict(parse_qsl(link.query)))[0] for link in links]
    chips = [opened(offer.get("page", ""), {"v": "2", **offer["query"]}) for offer in offers()]
    assert len(shown) == 3
    assert all(session in [chip for chip, _ in chips] for session in shown)
    for offer, (_, address) in zip(offers(), chips, strict=True):
        assert address == {"v": "2", **offer["query"]}, (
            "else Back needs two clicks, and it is offered while it is shown"
        )


def test_the_comparison_of_learners_opens_on_every_bundled_set():
    sets = [{"text": key, "title": spec.name} for key, spec in DATASETS.items() if spec.kind == "bundled"]
    for one, found in zip(sets, from_front(f"{json.dumps(sets)}.map((set) => m.experiments(set))"), strict=True):
        (offer,) = [offer for offer in found if offer["query"].get("best") == "partial"]
        assert offer["words"] == f"Is CSPA the best learner on {one['title']}?"
        session, address = opened(offer["page"], {"v": "2", **offer["query"]})
        assert session.experiment.stream.dataset == one["text"]
        assert address == {"v": "2", **offer["query"]}, "else Back needs two clicks"


def test_every_observation_is_there_and_its_tests_exist():
    lines = (ROOT / "tests" / "OBSERVATIONS.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if re.match(r"\| \d", line)]
    assert [int(row[0]) for row in rows] == list(range(1, 26))
    for number, _, _, shown in rows:
        named = re.findall(r"`(\S+)::(\w+)`", shown)
        assert named, number
        for path, name in named:
            assert f"\ndef {name}(" in (ROOT / "tests" / path).read_text(), (number, path, name)


def test_the_cluster_steps_for_table_2_fetch_its_sets_that_are_not_bundled():
    text = (ROOT / "docs" / "cluster.md").read_text()
    needed = [row.key for row in TABLES[2] if DATASETS[row.key].kind == "fetched"]
    for section in re.findall(r"\n## Table 2 on (.+?)(?=\n## )", text, re.DOTALL):
        assert [line.split() for line in re.findall(r"cspa-explore fetch (.+)", section)] == [needed], section[:10]
