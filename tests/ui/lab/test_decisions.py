"""The β Lab's decision: the same numbers wherever they are shown, and a value that the sidebar can use."""

import io
import json
import re

import numpy as np
import pandas as pd
import pytest

from cspa_explore.charts.contests import contest_bars
from cspa_explore.errors import UserError
from cspa_explore.results.contest import ContestResult
from cspa_explore.results.sweep import SweepResult
from cspa_explore.running.contest import PAPERS, contest
from cspa_explore.running.sweep import sweep
from cspa_explore.ui.lab.contests import GRIDS, bars_of, contest_plan
from cspa_explore.ui.lab.controls import LINK_KEYS
from cspa_explore.ui.lab.follow import Followed
from cspa_explore.ui.lab.picture import charts_of, decision_of, film_of, names_of, picture
from cspa_explore.ui.lab.plan import (
    arena_query,
    best_run,
    first_version,
    left_out,
    own_place,
    own_text,
    plan_of,
    run_of,
    used,
)
from cspa_explore.ui.lab.sigma_list import MOST_SIGMAS, read_sigmas
from cspa_explore.ui.session.arrival import Event, arrive
from cspa_explore.ui.session.link import from_query
from cspa_explore.ui.work.status import State, Status
from tests.sample_experiments import experiment

SMALL = experiment(rounds=200, sigma=0.5)


def test_card_chart_map_table_csv_and_json_have_the_same_numbers():
    plan = plan_of(SMALL, "cspa", "full")
    result = sweep(plan)
    decision = decision_of(plan, SMALL, result)
    sent = json.loads(json.dumps(picture(plan, result, SMALL), allow_nan=False))
    i, j = sent["card"]["i"], sent["card"]["j"]
    assert (plan.sigmas[i], plan.values[j]) == (0.5, decision.value)
    best = result.ratio[i, decision.choice.hindsight].mean()
    assert decision.choice.hindsight_score == pytest.approx(best, abs=1e-15)
    assert f"{100 * best:.1f}" in sent["card"]["scores"][1]
    np.testing.assert_array_equal(sent["map"]["cells"], result.mean)
    np.testing.assert_array_equal([series["y"] for series in sent["curves"]["series"]], result.mean)
    curves, _ = charts_of(plan, result, SMALL)
    csv = pd.read_csv(io.StringIO(result.to_frame().to_csv(index=False)))
    for table in (curves.table(), csv):
        np.testing.assert_allclose(table["mean"].to_numpy().reshape(result.mean.shape), result.mean, atol=1e-15)
    again = SweepResult.from_json(result.to_json())
    assert decision_of(plan, SMALL, again).fields() == decision.fields()
    assert sent["curves"]["ring"] == [i, j]
    tied = {plan.values[place] for place in decision.choice.tied}
    assert tied == {v for v in plan.values for s in sent["curves"]["spans"] if s["low"] <= v <= s["high"]}


def test_the_best_values_of_the_film_are_those_of_its_rounds():
    film = film_of(sweep(plan_of(SMALL, "cspa", "quick")))
    for mean, best in zip(film["mean"], film["best"], strict=True):
        assert all(j is None or row[j] == max(row) for row, j in zip(mean, best, strict=True))
    assert any(film["best"][0][i] != j for i, j in enumerate(film["best"][-1])), "small values win late"


@pytest.mark.parametrize(("job", "clicks", "words"), [
    ("a job", False, ("Playing the first seeds…", "Starts when the curves are complete.")),
    (None, True, ("Nothing has been played yet. Click Start.", "Click Compare.")),
])  # fmt: skip
def test_an_empty_card_says_for_what_it_waits(job, clicks, words):
    plan = plan_of(SMALL, "cspa", "full")
    contest_status = Status(State.WAITING if clicks else State.DONE)
    found = Followed(plan, plan, None, Status(), None, contest_status, None, None, job)
    assert tuple(found.waits.values()) == words


def test_bars_table_and_json_of_the_learners_have_the_same_numbers():
    rivals = contest_plan(SMALL, PAPERS, "full")
    result = contest(rivals)
    bars = bars_of(result, rivals)["chart"]["bars"]
    frame = result.to_frame()
    assert [bar["value"] for bar in bars] == list(frame["honest mean"])
    assert [bar["opens"] for bar in bars] == list(frame["best value"])
    assert contest_bars(ContestResult.from_json(result.to_json())).bars == contest_bars(result).bars
    opened, notes = from_query(arena_query(best_run(plan_of(SMALL, "cspa", "full"), SMALL, bars[0]["opens"])))
    assert not notes
    assert opened.texts[0] == bars[0]["opens"]
    assert (opened.trials, opened.stream.sigma) == (10, 0.5)


def test_if_every_learner_is_too_large_to_compare_the_papers_are_compared_and_it_is_said():
    rivals = contest_plan(experiment("segment", 0.0, kernel=1.0, rounds=50), ("linucb",), "quick")
    assert (rivals.keys, rivals.left_out) == (PAPERS, ("linucb",))
    assert "Without LinUCB: its matrices would take 27 MB" in bars_of(contest(rivals), rivals)["note"]


def test_one_candidate_is_one():
    rivals = contest_plan(SMALL, ("uniform",), "quick")
    drawn = bars_of(contest(rivals), rivals)
    assert f"{GRIDS} 1 candidate × 3 seeds" in drawn["note"]
    assert not drawn["answer"]


def test_the_comparison_answers_whether_cspa_is_the_best_and_notes_how_its_values_were_chosen():
    rivals = contest_plan(SMALL, PAPERS, "full")
    drawn = bars_of(contest(rivals), rivals)
    assert drawn["answer"].startswith("Is CSPA the best learner here? ")
    assert drawn["note"].startswith(f"Picked on other seeds than scored. {GRIDS} 4 × 10 candidates × 10 seeds")


def test_grids_of_different_sizes_are_counted_learner_by_learner():
    rivals = contest_plan(SMALL, ("cspa", "uniform"), "full")
    drawn = bars_of(contest(rivals), rivals)
    counts = {bar["name"]: re.search(r"\d+ candidates?", bar["title"])[0] for bar in drawn["chart"]["bars"]}
    assert counts == {"CSPA": "10 candidates", "Uniform guess": "1 candidate"}
    assert " 11 candidates × 10 seeds" in drawn["note"]


def test_a_used_value_keeps_its_name():
    plan = plan_of(SMALL, "cspa", "full")
    for place, name in enumerate(names_of(plan, None)):
        after = used(plan, SMALL, 0.5, plan.values[place])
        assert after.texts[0] == f"cspa(beta={name})"
        again = plan_of(after, "cspa", "full")
        assert names_of(again, after)[own_place(again, after)] == name
    assert "1/24" in names_of(plan, None)
    assert "1/12" in names_of(plan_of(SMALL, "cspa_averaged", "full"), None)


def test_the_sidebars_value_is_in_the_sweep_as_it_is_written():
    odd = SMALL.but(learners=("cspa(beta=0.37)", "cspa(beta=1)"))
    plan = plan_of(odd, "cspa", "full")
    assert plan.values[own_place(plan, odd)] == 0.37
    assert len(plan.values) == len(plan_of(SMALL, "cspa", "full").values) + 1
    assert own_place(plan_of(odd, "cspa", "paper"), odd) is None, "the paper's grid is the paper's alone"
    rule = SMALL.but(learners=("cspa(beta=1/(K-1))",))
    assert own_text(plan_of(rule, "cspa", "full"), rule) == "1/3"
    assert own_place(plan_of(SMALL, "bpa", "full"), SMALL) is None


@pytest.mark.parametrize(
    ("learners", "wanted"),
    [
        (("banditron", "cspa(beta=1/6)", "cspa(beta=1)"), ("banditron(gamma=0.05)", "cspa(beta=1/3)", "cspa(beta=1)")),
        (("banditron",), ("banditron(gamma=0.05)", "cspa(beta=1/3)")),
        (("cspa(beta=1/6)@9(beta=1)",), ("cspa(beta=1/6)@9(beta=1)", "cspa(beta=1/3)")),
    ],
)
def test_using_a_value_changes_the_learner_that_is_swept_or_adds_it(learners, wanted):
    before = SMALL.but(learners=learners)
    plan = plan_of(before, "cspa", "full")
    (value,) = (v for v in plan.values if abs(v - 1 / 3) < 1e-9)
    after = used(plan, before, 1.0, value)
    assert (after.texts, after.stream.sigma) == (wanted, 1.0)


def test_a_large_value_is_used_as_the_sidebar_writes_it():
    before = SMALL.but(learners=("confidit",))
    plan = plan_of(before, "confidit", "full")
    assert names_of(plan, before)[-1] == "100,000"
    assert used(plan, before, 0.5, plan.values[-1]).texts == ("confidit(eta=100000, prior=4)",)


def test_a_full_sidebar_gives_the_new_learner_the_last_place():
    full = SMALL.but(learners=("banditron", "bpa", "confidit", "spa", "uniform", "soba"))
    after = used(plan_of(full, "cspa", "full"), full, 0.5, 0.25)
    assert after.texts[-1] == "cspa(beta=0.25)"
    assert left_out(full, after) == "SOBA γ=0.1, a=1 made room: at most 6 learners play."
    opened = run_of(plan_of(full, "cspa", "full"), full, 0.5, 0.25)
    assert opened.texts == ("cspa(beta=0.25)", *full.texts[:5])
    assert left_out(full, opened) == "SOBA γ=0.1, a=1 made room: at most 6 learners play."
    assert left_out(full, best_run(plan_of(full, "cspa", "full"), full, "bpa")) == "", "it plays already"
    five = full.but(learners=full.learners[:5])
    assert left_out(five, best_run(plan_of(five, "cspa", "full"), five, "pa")) == "", "there is room"


def test_the_first_version_of_a_long_sweep_is_a_part_of_it():
    plan = plan_of(SMALL, "cspa", "full")
    first = first_version(plan, 0.5)
    assert (first.sigmas, first.trials, first.values) == ((0.5,), 3, plan.values)
    np.testing.assert_array_equal(sweep(first).ratio[0], sweep(plan).ratio[plan.sigmas.index(0.5), :, :3])


def test_sigma_values_are_read_or_refused_in_a_sentence():
    assert read_sigmas(" 1, 0 ;0.5", 0.25) == (0.0, 0.5, 1.0)
    assert len(read_sigmas("0,1,2,3,4,5,6", 0.25)) == MOST_SIGMAS - 1
    for text, sentence in {
        "0,1,2,3,4,5,6,7": "At most 8 σ values with the sidebar's σ=0.25, got 9.",
        "0, high": "Each σ must be a number from 0 to ",
        " , ": "σ values must be numbers separated by commas, got ' , '.",
        "-1": "Each σ must be a number from 0 to ",
    }.items():
        with pytest.raises(UserError) as error:
            read_sigmas(text, 0.25)
        assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("query", "kept", "note"),
    [
        ({"sigmas": "0_0.5"}, {"sigmas": "0_0.5"}, ""),
        ({"sigmas": "x"}, {}, "sigmas=x in the link is left out: Each σ must be "),
        ({"best": "cspa~bpa"}, {"best": "cspa~bpa"}, ""),
        ({"best": "cspa~nobody"}, {"best": "cspa"}, "best=cspa~nobody in the link is now cspa: each must be "),
        ({"best": "~".join(PAPERS)}, {}, ""),
        ({"zoom": "0.2_0.1"}, {}, "zoom=0.2_0.1 in the link is left out: it must be two ascending numbers"),
        ({"zoom": "0.01_0.2", "ink": "whole", "beta_axis": "log", "after": "50"},
         {"zoom": "0.01_0.2", "ink": "whole", "beta_axis": "log", "after": "50"}, ""),
        ({"run": "0.5_0.1"}, {"run": "0.5_0.1"}, ""),
        ({"run": "0.5_high"}, {}, "run=0.5_high in the link is left out: it must be a σ and a value, such as 0.5_0.1."),
        ({"run": "nan_1"}, {}, "run=nan_1 in the link is left out: it must be a σ and a value"),
        ({"after": "-1"}, {}, "after=-1 in the link is left out: it must be a round from 1 to "),
        ({"after": "999999"}, {}, "after=999999 in the link is left out: it must be a round from 1 to "),
        ({"beta_axis": "cubic"}, {}, "beta_axis=cubic in the link is left out: it must be linear or log."),
    ],
)  # fmt: skip
def test_the_labs_keys_of_a_link(query, kept, note):
    found = arrive({"v": "2", **query}, None, Event("beta_lab"), {"beta_lab": LINK_KEYS})
    assert {name: value for name, value in found.address.items() if name != "v"} == kept
    assert [text[: len(note)] for text in found.notes] == ([note] if note else [])
