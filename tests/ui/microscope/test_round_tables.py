"""The Microscope's tables and JSON hold the numbers of the engine and of the drawing."""

import io
import json

import numpy as np
import pandas as pd
import pytest

from cspa_explore.inspection.one_round import look, row_of
from cspa_explore.ui.microscope.inspected_run import InspectedRun
from cspa_explore.ui.microscope.probe import Probe
from cspa_explore.ui.microscope.round_tables import class_table, round_json, rule_table
from cspa_explore.ui.microscope.scene import scene
from tests.sample_experiments import experiment

EXPERIMENT = experiment(rounds=300)
RUN = InspectedRun(EXPERIMENT)


@pytest.mark.parametrize("probe", [Probe(0, 8), Probe(1, 40, (0.6, -0.8), True), Probe(2, 300)])
def test_one_row_per_class_with_the_numbers_of_the_engine(probe):
    table = class_table(scene(RUN, probe)["look"])
    x = row_of(RUN.stream, probe.point) if probe.point else None
    seen = look(RUN.rewind, probe.which, probe.t, x=x, told=probe.told)
    assert table["class"].tolist() == ["1", "2", "3", "4"]
    np.testing.assert_array_equal(table["before"], seen.scores_before)
    np.testing.assert_array_equal(table["tau"], seen.tau)
    np.testing.assert_array_equal(table["after"], seen.scores_after)
    for name, k in (("predicted", seen.y_hat), ("proposed", seen.y_tilde), ("true", seen.y)):
        assert table.index[table[name]].tolist() == [k]
    assert ("support" in table) == (seen.support is not None)
    if seen.support is not None:
        assert table["support"].tolist() == list(map(bool, seen.support.inside))
    again = pd.read_csv(io.StringIO(table.to_csv(index=False)), dtype={"class": str})
    pd.testing.assert_frame_equal(again, table, check_exact=True)


def test_the_rule_and_what_must_hold_are_all_listed():
    seen = scene(RUN, Probe(0, 8))["look"]
    table = rule_table(seen)
    assert len(table) == len(seen["equations"]) + len(seen["invariants"])
    assert table["holds"].all()
    assert table["what"].tolist()[0] == seen["equations"][0][0]
    assert set(table["kind"]) == {"rule", "must hold"}


def test_the_json_holds_everything():
    shown = scene(RUN, Probe(1, 40, (0.6, -0.8), True))
    record = json.loads(round_json(EXPERIMENT, shown))
    assert (record["version"], record["kind"], record["t"], record["moved"], record["told"]) == (
        1,
        "round",
        40,
        True,
        True,
    )
    assert "seed 7" in record["settings"]
    assert [row["after"] for row in record["classes"]] == shown["look"]["scores_after"]
    assert len(record["rules"]) == len(rule_table(shown["look"]))
    wide = experiment("iris", 0.0)
    assert json.loads(round_json(wide, scene(InspectedRun(wide), Probe(0, 9))))["W_before"] is None
