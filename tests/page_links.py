"""The link keys of every page, as app.py declares them, with values that are good and values that are not."""

import ast
from importlib import import_module

from cspa_explore.ui.session import lesson
from tests.test_imports import ROOT


def declared():
    """Return the pages' link keys from app.py, which only Streamlit can run."""
    nodes = list(ast.walk(ast.parse((ROOT / "app.py").read_text())))
    modules = {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names
    }  # fmt: skip
    assigned = {ast.unparse(node.targets[0]): node.value for node in nodes if isinstance(node, ast.Assign)}
    links = assigned["links"]
    return {
        key.value: import_module(modules[value.value.id]).LINK_KEYS
        for key, value in zip(links.keys, links.values, strict=True)
    }


LINKS = {**declared(), "": lesson.LINK_KEYS}  # as `open_page` in ui/shell.py has them
PAGES = [name for name in LINKS if name not in ("guide", "")]
NAMES = list(dict.fromkeys(key.name for keys in LINKS.values() for key in keys))

# For the first experiment; none is the default, which the address leaves out.
GOOD = {
    "t": "17", "who": "1", "eye": "learner", "lin": "1", "last": "100", "x": "0.6_-0.8", "told": "1",
    "lab": "banditron", "fill": "quick", "sigmas": "0_0.5", "best": "cspa~bpa", "alpha": "0.3", "beta_axis": "log",
    "ink": "whole", "zoom": "0.01_0.2", "after": "100", "run": "0.5_0.1",
    "u": "means", "stated": "printed", "scale": "1.5", "of": "1",
    "tab": "figures", "view": "table", "cell": "vehicle.cspa", "honest": "1", "rows": "raw", "also": "baseline",
    "fig": "2", "window": "100", "set": "iris", "turns": "10", "you": "1423", "q": "2", "guide": "3", "word": "margin",
    "hide": "data~jumps", "present": "1",
}  # fmt: skip
# A value that is corrected, and how the note goes on after "… in the link is ".
BAD = {
    "t": ("9999", "now 4000: rounds go from "),
    "who": ("9", "now 0: the learners are 0 to 2."),
    "eye": ("third", "left out: it must be god or learner."),
    "lin": ("2", "left out: it must be 0 or 1."),
    "last": ("50", "left out: it must be 100."),
    "x": ("here", "left out: it must be two numbers up to 1,000,000, such as"),
    "told": ("2", "left out: it must be 0 or 1."),
    "lab": ("x", "now cspa: it must be one of "),
    "fill": ("x", "now full: it must be one of quick, "),
    "sigmas": ("x", "left out: "),
    "best": ("x", "left out: each must be an algorithm's name."),
    "alpha": ("2", "left out: it must be a number from 0 to 0.99."),
    "beta_axis": ("x", "left out: it must be linear or log."),
    "ink": ("x", "left out: it must be whole."),
    "zoom": ("2_1", "left out: it must be two ascending numbers, such as"),
    "after": ("x", "left out: it must be a round from 1 to "),
    "run": ("0.5", "left out: it must be a σ and a value, such as 0.5_0.1."),
    "u": ("counter", "now best: the counter-example's u needs 4 classes and 3 features."),
    "stated": ("x", "now corrected: it must be one of "),
    "scale": ("5", "left out: it must be a number from 0 to 4 with"),
    "of": ("3", "now 0: the learners are 0 to 2."),
    "tab": ("x", "now table1: it must be one of "),
    "view": ("x", "now dots: it must be one of "),
    "cell": ("iris.cspa", "left out: it must be a data set and a learner"),
    "honest": ("0", "left out: it must be 1."),
    "rows": ("x", "left out: it must be raw."),
    "also": ("x", "left out: it must be baseline or beyond"),
    "fig": ("5", "now 1: it must be one of 1, "),
    "window": ("5", "left out: it must be 100."),
    "set": ("nowhere", "left out: There is no data set 'nowhere'"),
    "turns": ("3", "now 10: "),
    "you": ("15", "left out: it must be one of the keys 1234 per round, such as 1423."),
    "q": ("0", "left out: it must be the number of a question, 1 to "),
    "guide": ("99", "left out: the guide has steps 1 to "),
    "word": ("x", "left out: it must be a word of the glossary"),
    "hide": ("x", "left out: there is no control 'x'; known: "),
    "present": ("2", "left out: it must be 1."),
}
