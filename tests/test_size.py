"""Modules have at most 250 lines, functions at most 60."""

import ast
from pathlib import Path

import pytest

from tests.test_imports import ROOT

MOST_LINES = 250
MOST_IN_FUNCTION = 60
REASON = "Long because"  # in the docstring of a longer function
FRONT = sorted((ROOT / "cspa_explore").rglob("*.js"))
PYTHON = sorted([ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "cspa_explore").rglob("*.py")])


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*PYTHON, *FRONT], ids=name)
def test_a_module_has_at_most_250_lines(path):
    assert len(path.read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", PYTHON, ids=name)
def test_a_function_has_at_most_60_lines_or_a_reason(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            assert lines <= MOST_IN_FUNCTION or REASON in (ast.get_docstring(node) or ""), f"{node.name}: {lines} lines"
