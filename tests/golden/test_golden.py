"""Experiments, links and settings files give the same numbers as when the JSON files were written."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from tests.golden.adapter import digest, play, read_file, read_link
from tests.golden.experiments import EXPERIMENTS
from tests.golden.links import LINKS, shown
from tests.golden.settings_files import FILES

HERE = Path(__file__).parent
PLAYED = json.loads((HERE / "experiments.json").read_text())
LINKED = json.loads((HERE / "links.json").read_text())
READ = json.loads((HERE / "settings_files.json").read_text())


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_gives_the_frozen_numbers(name):
    """Every decision is compared exactly, mean losses to 9 digits: their last bits depend on the processor."""
    found, frozen = play(EXPERIMENTS[name]), deepcopy(PLAYED[name])
    losses, expected = ({text: one.pop("loss") for text, one in part["learners"].items()} for part in (found, frozen))
    assert found | {"stream": frozen["stream"]} == frozen
    for text in losses:
        assert losses[text] == pytest.approx(expected[text], rel=1e-9)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_stream_shows_the_same_rows_labels_and_uniforms(name):
    assert digest(EXPERIMENTS[name]) == PLAYED[name]["stream"]


@pytest.mark.parametrize("number", range(len(LINKS)))
def test_a_link_gives_the_same_settings_and_as_many_notes(number):
    frozen = LINKED["links"][number]
    assert shown(LINKS[number]) == frozen["link"], "links.json was written for other links"
    fields, notes = read_link(LINKS[number])
    _assert_same(fields, LINKED["defaults"] | frozen["differs"])
    assert notes == frozen["notes"]


@pytest.mark.parametrize("name", FILES)
def test_a_settings_file_is_read_as_before_or_refused_as_before(name):
    found = read_file(FILES[name])
    if found is None or READ[name] is None:
        assert found == READ[name]
    else:
        _assert_same(found, READ[name])


def test_the_corpus_has_its_size_and_no_duplicates():
    assert list(PLAYED) == list(EXPERIMENTS)
    assert len(EXPERIMENTS) == 60
    assert len(LINKS) == len(LINKED["links"]) >= 300
    assert len({str(sorted(query.items())) for query in LINKS}) == len(LINKS), "no link twice"
    assert list(READ) == list(FILES)


@pytest.mark.parametrize("sparse", [False, True])
def test_the_experiments_cover_both_storages(sparse):
    names = [name for name in EXPERIMENTS if PLAYED[name]["size"]["sparse"] is sparse]
    made = [EXPERIMENTS[name] for name in names]
    texts = [text for one in made for text in one.learners]
    assert len({text.split("(")[0].split("@")[0] for text in texts}) == 23, "algorithms"
    assert any("@" in text for text in texts), "branches"
    assert {one.order for one in made} >= {"", "class", "cyclic"}
    assert {one.normalise for one in made} == {one.bias for one in made} == {False, True}
    assert any(one.flip for one in made)
    assert any(one.imbalance > 1 for one in made)


def _assert_same(found, frozen):
    assert found == frozen
    assert {name: type(value) for name, value in found.items()} == {name: type(value) for name, value in frozen.items()}
