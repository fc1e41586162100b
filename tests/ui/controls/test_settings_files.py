"""A settings file that is opened in the app: the same experiment as was saved, or one sentence."""

import json

import pytest

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.experiments.settings_file import write_settings
from cspa_explore.ui.controls.settings_files import opened_settings
from cspa_explore.ui.lab.plan import plan_of
from cspa_explore.ui.session.changes import with_dataset


@pytest.mark.parametrize("dataset", ["gaussians4", "letter", "counter", "points(0 1 0; 1 0 1)", "points(0 1 1; 1 0 2)"])
def test_a_saved_file_opens_as_it_was_saved(dataset):
    experiment = with_dataset(FIRST, dataset).but(seed=11, flip=0.1)
    content = write_settings(experiment).encode()
    assert opened_settings(content, "mine.json") == (experiment, "Opened the settings of mine.json.")
    assert opened_settings(b"\xef\xbb\xbf" + content, "mine.json")[0] == experiment, "with a byte order mark"


def test_the_file_of_a_sweep_opens_its_experiment_and_says_so():
    content = write_settings(FIRST, plan_of(FIRST, "cspa", "quick")).encode()
    experiment, note = opened_settings(content, "sweep.json")
    assert experiment == FIRST
    assert note == "Opened the experiment of sweep.json. It also holds a sweep, which only the command line repeats."


BARE = {"version": 1, "kind": "settings"}
SAVED = json.loads(write_settings(FIRST))


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (BARE, "The file has no settings: all took their defaults."),
        (BARE | {"sigma": 0.5}, "The file has only sigma; all other settings took their defaults."),
        (
            BARE | {"seed": 3, "dataset": "iris"},
            "The file has only dataset, seed; all other settings took their defaults.",
        ),
        (
            {name: value for name, value in SAVED.items() if name not in ("learners", "seed")},
            "Not in the file, so they took their defaults: seed, learners.",
        ),
        (
            {name: value for name, value in SAVED.items() if name != "ties"},
            "Not in the file, so it took its default: ties.",
        ),
    ],
)
def test_settings_that_a_file_leaves_out_are_named(record, sentence):
    assert opened_settings(json.dumps(record).encode(), "x.json")[1] == f"Opened the settings of x.json. {sentence}"


def changed(**values):
    return json.dumps(json.loads(write_settings(FIRST)) | values).encode()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "This is not JSON, line 1, column 1: a value is missing."),
        (b"\xff\xfe", "'x.json' is not a settings file of CSPA Explorer: it must be JSON in UTF-8."),
        (b"[1, 2]", "This is not a settings file of CSPA Explorer"),
        (changed(sigma=-1), "sigma must be a number from 0 to 1,000,000, got -1."),
        (changed(seed="abc"), 'seed must be a whole number from 0 to 1,000,000, got "abc".'),
        (changed(seed=5_000_000), "seed must be a whole number from 0 to 1,000,000, got 5,000,000."),
        (changed(trials=51), "trials must be a whole number from 1 to 50, got 51."),
        (changed(sead=1), "There is no setting 'sead': did you mean 'seed'?"),
        (changed(dataset="irys"), "There is no data set 'irys': did you mean 'iris'?"),
        (changed(learners=["cspa(beta=2)"]), "cspa: beta must be in (0, 1], got 2."),
        (changed(learners=["cspa"] * 7), "At most 6 learners play together, got 7."),
        (changed(order="x"), 'order must be one of shuffled, file, class, cyclic, got "x".'),
    ],
)
def test_a_file_that_cannot_be_opened_says_why_in_one_sentence(content, why):
    with pytest.raises(UserError) as caught:
        opened_settings(content, "x.json")
    assert str(caught.value).startswith(why)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_too_long_is_refused_before_it_is_read():
    with pytest.raises(UserError, match=r"A settings file has at most 1,048,576 bytes, got 1,048,577 in 'x.json'"):
        opened_settings(bytes(2**20 + 1), "x.json")
