"""Imports run one way, and each big library is imported in one place only."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted([ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "cspa_explore").rglob("*.py")])

# Each part may import itself and the parts listed here.
ALLOWED = {
    "errors": set(),
    "wording": set(),
    "calls": {"errors"},
    "json_text": {"errors"},
    "sized_cache": set(),
    "guide": set(),
    "setting_kinds": {"errors"},
    "setting_entry": {"setting_kinds"},
    "settings": {"setting_entry", "setting_kinds"},
    "theory": {"errors", "wording"},
    "core": {"errors"},
    "provenance": {"core"},
    "algorithms": {"errors", "core"},
    "learners": {"errors", "wording", "calls", "settings", "core", "algorithms", "provenance"},
    "explain": {"errors", "wording", "core", "algorithms"},
    "datasets": {"errors", "wording", "calls", "sized_cache"},
    "streams": {"errors", "wording", "settings", "sized_cache", "core", "datasets"},
    "experiments": {"errors", "wording", "json_text", "settings", "setting_kinds", "learners", "datasets", "streams"},
    "results": {"errors", "wording", "core", "learners", "streams", "experiments", "provenance", "theory"},
    "store": {"errors", "wording", "datasets", "streams", "provenance"},
    "running": {"errors", "settings", "provenance", "core", "algorithms", "learners", "datasets", "streams",
                "experiments", "results", "store", "theory"},
    "inspection": {"errors", "core", "algorithms", "explain", "learners", "streams", "running"},
    "game": {"errors", "wording", "learners", "datasets", "streams", "experiments", "results", "running"},
    "classroom": {"errors", "wording", "json_text", "settings", "core", "learners", "streams", "experiments", "results",
                  "running", "inspection", "theory"},
    "charts": {"errors", "wording", "algorithms", "learners", "results", "theory"},
    "paper": {"errors", "wording", "core", "algorithms", "learners", "datasets", "streams", "experiments", "results",
              "running", "store", "charts", "theory", "provenance"},
    "player": {"errors", "wording", "core", "algorithms", "learners", "datasets", "streams", "experiments", "results",
               "running", "charts", "theory"},
    "benchmarks": {"errors", "core", "algorithms", "learners", "datasets", "streams", "experiments", "results",
                   "running", "theory", "ui"},
    "ui": {"errors", "wording", "calls", "settings", "setting_kinds", "sized_cache", "guide", "algorithms", "explain",
           "learners", "datasets", "streams", "experiments", "results", "running", "store", "inspection", "theory",
           "charts", "player", "paper", "game", "classroom"},
    "cli": {"errors", "wording", "settings", "setting_kinds", "algorithms", "learners", "datasets", "streams",
            "experiments", "results", "running", "store", "benchmarks", "theory", "charts", "paper", "player",
            "provenance"},
    "__init__": {"errors", "learners"},
    "__main__": {"cli", "errors"},
    "pages": {"player", "ui"},
}  # fmt: skip
# Packages of the wheel whose files lie outside cspa_explore in a checkout.
INSTALLED = {"cspa_explore.bundled", "cspa_explore.dashboard", "cspa_explore.dashboard.pages"}
HOMES = {
    "numba": {"core", "benchmarks"},
    "distributed": {"running"},
    "plotly": {"charts"},
    "streamlit": {"player", "ui", "pages"},
}


def part_of(path):
    inside = path.relative_to(ROOT).with_suffix("").parts
    return "pages" if inside[0] in ("app", "pages") else inside[1]


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_one_way(path):
    part = part_of(path)
    names = set(imported(path))
    parts = {name.split(".")[1] for name in names if name.startswith("cspa_explore.")}
    known = {p for p in parts if p in ALLOWED}
    assert known <= ALLOWED[part] | {part}
    for library, homes in HOMES.items():
        if part not in homes:
            assert not any(name.split(".")[0] == library for name in names), f"{library} in {part}"


def test_every_part_has_its_rule():
    assert {part_of(path) for path in FILES} <= set(ALLOWED)


def test_every_package_is_installed():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    inside = [path.parent.relative_to(ROOT) for path in FILES if path.is_relative_to(ROOT / "cspa_explore")]
    found = {".".join(folder.parts) for folder in inside}
    assert set(settings["packages"]) == found | INSTALLED
