"""The sentence of numbers below the player."""

import re
from dataclasses import replace

import numpy as np
import pytest

from cspa_explore import make
from cspa_explore.core.loop import Trace
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.running.run import run
from cspa_explore.streams.blocks import chunks
from cspa_explore.ui.arena.numbers import result_line
from tests.sample_experiments import experiment


@pytest.mark.parametrize(
    ("learners", "first"),
    [
        (("banditron(gamma=0.05)", "cspa(beta=1)", "cspa(beta=1/6)"), 1),  # the first CSPA, wherever it stands
        (("banditron(gamma=0.05)", "confidit(eta=0.1)"), 0),  # no CSPA: the first learner
    ],
)
def test_differences_are_paired_with_cspa(learners, first):
    result = run(FIRST.but(learners=learners, rounds=500, trials=4))
    line = result_line(result)
    compared = result.results[first]
    others = [r for place, r in enumerate(result.results) if place != first]
    for other in others:
        found = re.search(rf"{compared.learner.words} minus {other.learner.words}: ([+−]?[\d.]+)", line)
        difference = 100 * np.mean(compared.ratio - other.ratio)
        assert float(found[1].replace("−", "-")) == pytest.approx(difference, abs=0.051), line
    assert line.count(" minus ") == len(others)


def test_a_star_in_a_parameter_is_a_star():
    line = result_line(run(FIRST.but(learners=("cspa(beta=0.5*1/3)", "cspa(beta=1*1/3)"), rounds=50, trials=2)))
    assert r"β=0.5\*1/3 minus CSPA β=1\*1/3" in line, "unescaped, Markdown would show emphasis"


def test_zero_rows_are_counted_and_said():
    points = experiment("points(0 0 0; 1 0 1; 0 1 2)", 0.0, rounds=60, trials=2)
    result = run(points)
    assert "20 rounds of the watched run show zero rows: they count, but teach nothing." in result_line(result)
    learner = make("cspa", n_classes=3, n_features=2)
    block = next(chunks(replace(points.stream, seed=result.seeds[0])))
    learner.advance(block.rows, block.y, block.order, block.u, Trace.new(60))
    assert learner.skipped == 20, "the engine skipped as many"
    assert "zero row" not in result_line(run(experiment(rounds=50, trials=2)))
