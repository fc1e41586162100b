"""The claims: verdicts that follow from given numbers, and those of the shipped files, recomputed by other code."""

import json

import numpy as np
import pytest
from scipy import stats

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.paper.claims import FAILS, HOLDS, PARTLY, UNKNOWN, ahead, claims, clean, cost, robust, stable
from cspa_explore.paper.cost import Cost
from cspa_explore.paper.figures import SETS
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.paper.shipped import RESULTS
from cspa_explore.results.sweep import SweepResult
from tests.paper import stored_files
from tests.paper.stored_files import LABELS, best_trials, curve, points, significantly_above, stored
from tests.paper.test_table import BAD, GOOD, cell

CLASSES = {"gaussians4": 4} | {row.key: row.K for rows in TABLES.values() for row in rows}


def swept(ratio, dataset="vehicle", sigmas=(0.0, 0.5), values=(0.1, 0.3, 0.6, 1.0), trials=6):
    experiment = Experiment.of(dataset=dataset, sigma=0.0, learners=["cspa"], trials=trials)
    plan = Plan(experiment, "beta", values, sigmas)
    shares = [[[ratio(s, v) + 0.001 * k for k in range(trials)] for v in values] for s in sigmas]
    return SweepResult(plan, tuple(range(trials)), np.array(shares))


def test_ahead_counts_sets_and_asks_for_significance():
    good = [cell("cspa", [GOOD]), *(cell(key, [BAD]) for key in LEARNERS[1:])]
    assert ahead(1, good).verdict == HOLDS
    found = ahead(1, [cell("cspa", [BAD]), *(cell(key, [GOOD]) for key in LEARNERS[1:])])
    assert found.verdict == FAILS
    assert "on 0 of 1 data sets" in found.numbers
    kernel = [cell(key, [BAD if key == "cspa" else GOOD], table=2) for key in LEARNERS]
    assert ahead(2, kernel).verdict == FAILS
    assert ahead(2, []).verdict == UNKNOWN
    assert ahead(1, good[:3]).verdict == UNKNOWN


def test_stable_compares_the_spread_of_the_trials():
    calm = [415, 416, 415, 416, 415, 416]
    assert stable([cell("cspa", [calm]), *(cell(key, [GOOD]) for key in LEARNERS[1:])]).verdict == HOLDS
    assert stable([cell("cspa", [GOOD]), *(cell(key, [calm]) for key in LEARNERS[1:])]).verdict == FAILS


def test_robust_and_clean_compare_inside_and_outside_the_range():
    brave = swept(lambda sigma, beta: 0.5 + 0.1 * beta - 0.5 * sigma * beta)  # a larger β is better, but not robust
    assert robust([brave]).verdict == HOLDS
    assert clean([brave]).verdict == HOLDS
    timid = swept(lambda sigma, beta: 0.5 - 0.1 * beta + 0.1 * sigma * beta)
    assert robust([timid]).verdict == FAILS
    assert clean([timid]).verdict == FAILS
    assert robust([brave, brave, timid]).verdict == PARTLY
    assert clean([swept(lambda sigma, beta: 0.5, sigmas=(0.1, 0.5))]).verdict == UNKNOWN


def test_cost_holds_if_no_exponent_is_above_that_of_kd():
    times = {"cspa": {letter: [[10, 1.0], [20, 2.0]] for letter in "TKd"}}
    assert cost(Cost(times, {"cspa": {"T": 0.01, "K": 0.9, "d": 1.02}}, "here")).verdict == HOLDS
    assert cost(Cost(times, {"cspa": {"T": 0.01, "K": 1.9, "d": 1.02}}, "here")).verdict == FAILS
    assert cost(None).verdict == UNKNOWN


@pytest.fixture(scope="module")
def judged():
    return {claim.key: claim for claim in claims()}


def test_the_verdicts_of_the_shipped_results(judged):
    assert {key: claim.verdict for key, claim in judged.items()} == {
        "linear": HOLDS, "kernel": HOLDS, "stable": PARTLY, "robust": HOLDS, "clean": HOLDS, "cost": HOLDS,
    }  # fmt: skip
    for claim in judged.values():
        assert claim.statement.endswith(".")


def trials_of(table):
    """Return, per data set of a table that is shipped, the name and each learner's ratios per trial."""
    lines, rows = stored(table), [row for row in TABLES[table] if (row.key, "cspa", "paper") in stored(table)]
    return {row.name: {key: best_trials(lines[row.key, key, "paper"]) for key in LEARNERS} for row in rows}


@pytest.mark.parametrize(("key", "table"), [("linear", 1), ("kernel", 2)])
def test_who_is_ahead_is_recomputed_from_the_files(judged, key, table):
    found = trials_of(table)
    gaps, clear = [], 0
    for (name, mine), (_, row) in zip(found.items(), judged[key].frame.iterrows(), strict=True):
        other = max(LEARNERS[1:], key=lambda one, mine=mine: mine[one].mean())
        gaps.append(mine["cspa"].mean() - mine[other].mean())
        sure = significantly_above(mine["cspa"], mine[other])
        clear += sure
        assert [row["data set"], row["best other"]] == [name, LABELS[other]]
        numbers = [mine["cspa"].mean(), mine[other].mean(), gaps[-1]]
        assert [row["CSPA"], row["its mean"], row["difference"]] == pytest.approx(numbers, abs=1e-12)
        assert [row["CSPA ahead"], row["significantly"]] == [gaps[-1] > 0, sure]
    first = sum(gap > 0 for gap in gaps)
    words = (
        f"CSPA has the highest mean on {first} of {len(found)} data sets, on {clear} of them significantly. The gap to "
        f"the best other learner is {points(min(gaps))} to {points(max(gaps))} points."
    )
    assert judged[key].numbers == words + ("" if table == 1 else " Without a result: Sensorless.")
    assert clear >= (5 if table == 1 else len(found) - 1), "else the claim does not hold"


def test_stability_is_recomputed_from_the_files(judged):
    lines, rows = stored(1), []
    for row in TABLES[1]:
        rows.append([curve(lines[row.key, key, "paper"])[2].mean() for key in LEARNERS])
    frame, spreads = judged["stable"].frame, np.array(rows)
    np.testing.assert_allclose(100 * frame[[LABELS[key] for key in LEARNERS]].to_numpy(), spreads, rtol=1e-9)
    first, means = int((spreads.argmin(axis=1) == 0).sum()), spreads.mean(axis=0)
    assert first < 6, "else the claim holds, and not only in part"
    assert means.argmin() == 0, "else it does not hold"
    shown = ", ".join(f"{LABELS[key]} {mean:.1f}" for key, mean in zip(LEARNERS, means, strict=True))
    assert judged["stable"].numbers == (
        f"The sd over the trials, averaged along the curve, is smallest for CSPA on {first} of 6 data sets. "
        f"Means over the data sets: {shown} points."
    )


def sweeps():
    """Return, per data set of Figures 1 and 2, the means per β inside and outside the range with the ratios behind."""
    for figure in (1, 2):
        for dataset in SETS[figure]:
            sigmas, betas, ratio = stored_files.swept(figure, dataset)
            yield dataset, sigmas, betas * (CLASSES[dataset] - 1) <= 1 + 1e-9, ratio


def test_robustness_is_recomputed_from_the_files(judged):
    losses = []
    for _, sigmas, inside, ratio in sweeps():
        assert 0 < inside.sum() < len(inside)
        lost = (ratio[sigmas.argmin()] - ratio[sigmas.argmax()]).mean(axis=1)
        losses.append([lost[inside].mean(), lost[~inside].mean()])
    frame, losses = judged["robust"].frame, np.array(losses)
    np.testing.assert_allclose(frame[["loss inside", "loss outside"]].to_numpy(), losses, rtol=0, atol=1e-12)
    fewer, (within, beyond) = int((losses[:, 0] < losses[:, 1]).sum()), 100 * losses.mean(axis=0)
    assert judged["robust"].numbers == (
        "“Robust” is judged as “loses less than with β outside the range”. "
        f"From the smallest to the largest σ, CSPA loses less with β inside the range on {fewer} of the {len(losses)} "
        f"data sets of Figures 1 and 2. On average it loses {within:.1f} points inside and {beyond:.1f} outside."
    )


def test_clean_data_are_recomputed_from_the_files(judged):
    gaps, better = [], 0
    for _, sigmas, inside, ratio in sweeps():
        if sigmas[0] > 0:
            continue
        means = ratio[0].mean(axis=1)
        best = [np.where(part, means, -1).argmax() for part in (inside, ~inside)]
        paired = ratio[0, best[1]] - ratio[0, best[0]]
        gaps.append(paired.mean())
        better += bool(paired.mean() > 0 and stats.ttest_1samp(paired, 0).pvalue < 0.05)
    frame = judged["clean"].frame
    assert frame["difference"].tolist() == pytest.approx(gaps, abs=1e-12)
    assert frame["significant"].sum() == better
    assert judged["clean"].numbers == (
        f"Without noise, the best β outside the range is significantly better on {better} of {len(gaps)} data sets. "
        f"The difference is {points(min(gaps))} to {points(max(gaps))} points."
    )


def test_the_exponents_of_the_cost_are_recomputed_from_the_file(judged):
    times = json.loads((RESULTS / "cost.json").read_text())["times"]
    assert list(times) == list(LEARNERS)
    slopes = {
        letter: [stats.linregress(*np.log(np.array(mine[letter])).T).slope for mine in times.values()]
        for letter in "TKd"
    }  # fmt: skip
    assert max(slopes["T"]) < 0.15
    assert max(slopes["K"] + slopes["d"]) < 1.15
    shown = [f"{letter}^{round(max(found), 2) + 0.0:.2f}".replace("-", "−") for letter, found in slopes.items()]
    assert judged["cost"].numbers.startswith(f"µs per round grow at most as {shown[0]}, {shown[1]} and {shown[2]} ")
