"""Captions and titles count in the singular where there is one."""

import numpy as np
import pandas as pd

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.candidates import Candidates, candidate_curves
from cspa_explore.charts.contests import contest_bars
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.contest import ContestPlan, contest


def test_a_learner_without_a_parameter_has_one_candidate():
    plan = ContestPlan.of(Experiment.of(dataset="iris", learners=[], trials=2, rounds=20), ["cspa", "uniform"])
    titles = {bar.opens: bar.title for bar in contest_bars(contest(plan)).bars}
    assert " · 1 candidate · " in f"{titles['uniform']} · "


def test_one_candidate_in_one_trial():
    spec = ALGORITHMS["banditron"]
    found = Candidates(spec, 4, ["γ = 0.1"], [0.0], np.array([[0.5]]), 0, "γ = 0.1: 50 %", pd.DataFrame)
    chart = candidate_curves(found, spec.params[0], np.array([0.1]))
    assert chart.caption == "1 candidate × 1 trial"
    assert chart.alt == "Banditron: 1 candidate, best γ = 0.1: 50 %"
