"""The glossary has every word that the pages need, once, and its link key reads them."""

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.guide.glossary import GLOSSARY
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


@pytest.mark.parametrize("key", [*NEEDED, "all"])
def test_a_word_is_linkable(key):
    assert read_word(key, FIRST) == (key, "")


def test_an_unknown_word_is_left_out():
    assert read_word("widget", FIRST) == (None, "it must be a word of the glossary, such as margin, or all.")
