"""Every result carries its provenance, results without one can be read, and stale results are recognised."""

import argparse
import json
from dataclasses import replace

import numpy as np
import pytest

from cspa_explore import Learner, make
from cspa_explore.cli import main
from cspa_explore.cli.main import parser
from cspa_explore.core.kernel_cache import KERNEL_HASH
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.provenance import UNKNOWN, Provenance, current, is_stale
from cspa_explore.running.contest import ContestPlan, contest
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played, searched, swept

STREAM = Stream("gaussians4", rounds=20)
CSPA = LearnerText.of("cspa")
RESULTS = {
    "run": lambda: played([CSPA], STREAM, 1),
    "sweep": lambda: swept(CSPA, "beta", [0.5], [0.25], STREAM, 1),
    "grid": lambda: searched([CSPA], [STREAM], 1),
    "contest": lambda: contest(ContestPlan.of(Experiment(STREAM, (CSPA,), 2), ["uniform"])),
}


def test_provenance_names_the_kernels_the_packages_and_the_processor():
    here = current()
    assert here.kernels == KERNEL_HASH
    assert here.numpy == np.__version__
    assert UNKNOWN not in here.to_fields().values()
    assert here.processor.split()[-1]
    assert json.loads(json.dumps(here.to_fields())) == here.to_fields()


@pytest.mark.parametrize("kind", RESULTS)
def test_every_result_carries_provenance_and_one_without_can_be_read(kind):
    result = RESULTS[kind]()
    assert result.provenance == current()
    elsewhere = replace(result, provenance=replace(current(), numpy="0.1"))
    again = type(result).from_json(elsewhere.to_json())
    assert again.provenance == elsewhere.provenance, "that of the program that computed it, not of the one that reads"
    old = json.loads(result.to_json())
    del old["provenance"]
    again = type(result).from_json(json.dumps(old))
    assert again.provenance is None
    assert type(result).from_json(again.to_json()).provenance is None
    assert is_stale(again.provenance)


SMALL = "--data gaussians4 --rounds 30 --trials 2"
PRINTED = {
    "run": f"run {SMALL} --algo cspa",
    "grid": f"grid {SMALL} --algo uniform",
    "sweep": f"sweep {SMALL} --algo cspa --values 0.3 --sigmas 0.1",
    "recommend": f"recommend {SMALL} --algo uniform",
    "compare": "compare --data iris --rounds 30 --trials 2 --algo bpa",
    "theory": "theory --data gaussians3 --sigma 0.0001 --rounds 30 --learner cspa",
    "table": "table 1 --data vehicle --algo bpa --shipped",
    "figure": "figure 3 --data vehicle --shipped",
}
FILES = {"run": "result", "grid": "grid", "sweep": "sweep", "recommend": "recommend", "compare": "compare"}
NO_RESULTS = {"list", "results", "replay", "fetch", "warmup", "bench", "dashboard"}


@pytest.mark.parametrize("command", PRINTED)
def test_the_json_of_every_command_that_computes_carries_provenance(command, capsys, tmp_path):
    out = ["--out", str(tmp_path)] if command in FILES else []
    assert main([*PRINTED[command].split(), "--json", *out]) == 0
    records = [json.loads(capsys.readouterr().out)]
    records += [json.loads((tmp_path / f"{FILES[command]}.json").read_text())] if out else []
    for record in records:
        found = record["provenance"]
        if command not in ("table", "figure"):
            assert Provenance.from_fields(found) == current()
        else:  # shipped: from another machine, perhaps from several
            assert sum(len(part["of"]) for part in found) >= 1
            assert all(Provenance.from_fields(part).kernels != UNKNOWN for part in found)


def test_every_command_with_json_is_listed_above():
    (commands,) = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    known = {name for name, one in commands.choices.items() if "--json" in one._option_string_actions}
    assert known - NO_RESULTS == set(PRINTED)
    assert set(commands.choices) == set(PRINTED) | NO_RESULTS


def test_a_saved_learner_carries_its_provenance(tmp_path):
    make("cspa", n_classes=3, n_features=2).save(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as stored:
        arrays = dict(stored)
    header = json.loads(str(arrays["header"]))
    assert Provenance.from_fields(header.pop("provenance")) == current()
    np.savez(tmp_path / "old.npz", **arrays | {"header": np.array(json.dumps(header))})
    assert Learner.load(tmp_path / "old.npz").text == LearnerText.of("cspa")


@pytest.mark.parametrize("name", ["kernels", "numpy", "scipy", "processor", "features"])
def test_numbers_are_stale_if_a_decisive_field_differs(name):
    assert is_stale(replace(current(), **{name: "another"}))


@pytest.mark.parametrize("name", ["program", "python", "scikit_learn"])
def test_numbers_are_not_stale_if_another_field_differs(name):
    assert not is_stale(replace(current(), **{name: "another"}))


def test_unknown_and_missing_fields_are_accepted():
    assert Provenance.from_fields({"kernels": "abc", "colour": "green"}).kernels == "abc"
    assert Provenance.from_fields({"kernels": "abc"}).numpy == UNKNOWN
