"""No pickle anywhere: loading one runs whatever program it holds, so no file, link or upload may be one."""

import ast

import pytest

from tests.test_imports import ROOT

# The package's modules that may unpickle, and why.
EXCEPTIONS = {
    "core/kernel_cache.py": "compiled kernels, which are programs anyway, from a cache that only this user can write",
    "running/cluster.py": "pieces of work that a process sends to the processes that it has started itself",
}
MODULES = {"pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "jsonpickle"}
FUNCTIONS = {"read_pickle", "to_pickle"}
PROGRAMS = sorted([*(ROOT / "cspa_explore").rglob("*.py"), *(ROOT / "pages").glob("*.py"), ROOT / "app.py"])


def pickling(tree):
    """Yield the lines of a program that can read or write a pickle."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = any(name.name.partition(".")[0] in MODULES for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            found = (node.module or "").partition(".")[0] in MODULES or any(n.name in FUNCTIONS for n in node.names)
        elif isinstance(node, ast.Attribute):
            found = node.attr in FUNCTIONS
        elif isinstance(node, ast.keyword):
            found = node.arg == "allow_pickle" and not (isinstance(node.value, ast.Constant) and not node.value.value)
        elif isinstance(node, ast.Constant):
            found = node.value in MODULES  # the name of a module that is imported by its name
        else:
            found = False
        if found:
            yield node.lineno


def test_only_the_named_modules_unpickle():
    found = {
        str(path.relative_to(ROOT / "cspa_explore") if path.is_relative_to(ROOT / "cspa_explore") else path): lines
        for path in PROGRAMS
        if (lines := list(pickling(ast.parse(path.read_text()))))
    }
    assert set(found) == set(EXCEPTIONS), found
    assert len(PROGRAMS) > 300, "all programs are read"


@pytest.mark.parametrize(
    "program",
    [
        "import pickle",
        "from joblib import load",
        "import os, _pickle as p",
        "pandas.read_pickle(file)",
        "from pandas import read_pickle",
        "np.load(file, allow_pickle=True)",
        "np.load(file, allow_pickle=wanted)",
        "importlib.import_module('pickle')",
    ],
)
def test_every_way_is_found(program):
    assert list(pickling(ast.parse(program))) == [1]
    assert not list(pickling(ast.parse("np.load(file, allow_pickle=False); np.load(file)")))
