"""The β Lab: its plans, its picture, and the run behind a point."""

import json
import shlex
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from cspa_explore.cli import main
from cspa_explore.datasets import DATASETS, FIGURE_2
from cspa_explore.experiments.command import run_command, sweep_command
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.experiments.plan import Plan
from cspa_explore.running.run import run
from cspa_explore.running.sweep import sweep
from cspa_explore.ui.lab import answers, sweeps
from cspa_explore.ui.lab import picture as views
from cspa_explore.ui.lab.controls import FILLS
from cspa_explore.ui.lab.picture import beside_the_paper, charts_of, picture, told
from cspa_explore.ui.lab.plan import arena_query, first_version, plan_of, plan_words, run_of, subjects
from cspa_explore.ui.session.changes import with_dataset
from cspa_explore.ui.session.link import from_query
from cspa_explore.ui.work.status import State, Status
from tests.sample_experiments import experiment

SMALL = experiment(rounds=200)


@pytest.mark.parametrize("key", subjects())
@pytest.mark.parametrize("fill", FILLS)
def test_every_subject_has_a_plan_that_can_be_played(key, fill):
    plan = plan_of(SMALL, key, fill)
    assert list(plan.values) == sorted(set(plan.values))
    assert len(plan.values) > 1
    for value in plan.values:
        plan.learner.replace(**{plan.param: value}).hyper(4)


def test_the_values_of_beta_hold_the_theorys_fractions():
    values = plan_of(experiment("gaussians3"), "cspa", "full").values
    for wanted in (1 / 4, 1 / 2, 1.0):
        assert wanted in values


def test_the_lab_takes_the_sidebars_learner_and_sigma():
    plan = plan_of(SMALL.but(sigma=0.3, learners=("soba(prior=2)",)), "soba", "quick")
    assert str(plan.learner) == "soba(gamma=0.1, prior=2)"
    assert plan.sigmas == (0.05, 0.25, 0.3, 0.5, 1.0)
    assert plan.trials == 3


def test_a_plan_says_what_is_swept():
    plan = plan_of(SMALL.but(learners=("soba(prior=2)",)), "soba", "quick")
    rows = "Four Gaussians · seed 7 · 200 rounds · shuffled · inputs scaled to length 1"
    assert plan_words(plan) == (
        "γ of SOBA (a=2) · 29 values from 0.0000153 to 0.5 · σ=0.05, 0.25, 0.5, 1 (variance) · 3 seeds per point · "
        + rows
    )
    assert plan_words(plan_of(SMALL, "cspa", "full")).startswith("β of CSPA · 21 values from 0.02 to 1 · σ=0.05, ")


HERE = [key for key, spec in DATASETS.items() if spec.name in FIGURE_2]


@pytest.mark.parametrize("key", HERE)
@pytest.mark.parametrize("fill", FILLS)
def test_the_sets_of_figure_2_get_its_sigmas_and_the_band_of_their_classes(key, fill):
    plan = plan_of(with_dataset(FIRST, key), "cspa", fill)
    spec = DATASETS[key]
    drawn = picture(plan, None)
    assert plan.sigmas == spec.sigmas.figure
    shape = spec.default_shape
    assert (drawn["K"], drawn["noise"], drawn["T"]) == (shape.K, "sd", shape.n)
    half, edge, proof = (c / (shape.K - 1) for c in (0.5, 1, 2))
    assert (drawn["theory"]["theorem"], drawn["theory"]["proof"]) == (edge, proof)
    assert [statement["value"] for statement in drawn["theory"]["statements"]] == [edge, edge, proof]
    wanted = {*(i / 10 for i in range(1, 10)), half} if fill == "paper" else {half, edge, proof, 1.0}
    assert {round(value, 12) for value in wanted} <= {round(value, 12) for value in plan.values}
    assert fill != "paper" or len(plan.values) == 10
    assert plan.stream.kernel == 0


def test_what_is_not_as_in_figure_2_is_said():
    assert len(HERE) == 6
    plain = with_dataset(FIRST, "vehicle")
    words = beside_the_paper(plan_of(plain, "cspa", "quick"))
    assert words.startswith(
        "Vehicle is in the paper's Figure 2. The paper states neither the σ nor the β of this figure"
    )
    assert " halves CSPA's margin over chance at β = 1/(2(K−1))" in words
    assert "Of the figure's 6 data sets, 20News and Sector are not on this machine" in words
    assert "unlike this sweep" not in words
    assert words.endswith(" Vehicle: equals LIBSVM's vehicle.scale.")
    for changed in (plain.but(kernel=1.0), plain.but(normalise=False), plain.but(rounds=100)):
        assert "unlike this sweep" in beside_the_paper(plan_of(changed, "cspa", "quick"))
    assert "not the paper's 7,291" in beside_the_paper(plan_of(experiment("usps", 0.0), "cspa", "quick"))
    assert not beside_the_paper(plan_of(plain, "banditron", "quick"))
    assert not beside_the_paper(plan_of(FIRST, "cspa", "quick"))


def test_one_set_of_figure_2_that_is_absent_is_named_in_the_singular(monkeypatch):
    monkeypatch.setattr(views, "describe", lambda key: SimpleNamespace(present=key != "sector"))
    words = beside_the_paper(plan_of(with_dataset(FIRST, "vehicle"), "cspa", "quick"))
    assert "Of the figure's 6 data sets, Sector is not on this machine" in words


def test_one_slow_timing_does_not_decide_how_long_a_sweep_takes(monkeypatch):
    tries = iter([5000.0, 40.0, 50.0])
    monkeypatch.setattr(sweeps, "estimate", lambda *what: next(tries))
    assert sweeps.seconds_of(plan_of(SMALL.but(seed=41), "cspa", "quick")) == 40.0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "a while"),
        (0.2, "about 1 second"),
        (1.4, "about 1 second"),
        (2.4, "about 2 seconds"),
        (89.0, "about 89 seconds"),
        (180.0, "about 3 minutes"),
    ],
)
def test_a_duration_is_never_zero_and_one_second_is_one(monkeypatch, seconds, words):
    monkeypatch.setattr(sweeps, "cpu_count", lambda: 1)
    assert sweeps.duration(seconds) == words


def test_a_question_that_comes_after_its_page_was_left_opens_nothing(monkeypatch):
    opened = []
    monkeypatch.setattr(answers, "question_of", lambda component: {})
    monkeypatch.setattr(answers.state, "experiment", lambda: SMALL)
    monkeypatch.setattr(answers, "_open", lambda *link: opened.append(link))
    answers.answer(plan_of(SMALL, "cspa", "quick"))
    assert not opened


@pytest.mark.parametrize(("after", "t"), [("150", "150"), ("", "200"), ("201", "200"), ("x", "200")])
def test_a_point_opens_after_the_round_that_the_lab_shows(monkeypatch, after, t):
    opened = []
    question = {"kind": "open", "i": 0, "j": 3, "query": {"after": after, "run": "0_0.1"}}
    monkeypatch.setattr(answers, "question_of", lambda component: question)
    monkeypatch.setattr(answers.state, "experiment", lambda: SMALL)
    monkeypatch.setattr(answers.state, "open_link", lambda *link: opened.append(link))
    answers.answer(plan_of(SMALL, "cspa", "quick"))
    [(page, query, here)] = opened
    assert (page, query["t"], here) == ("arena", t, question["query"])


FULL = SMALL.but(learners=("cspa(beta=0.3)", "banditron", "bpa", "confidit", "spa", "uniform"))


@pytest.mark.parametrize(
    "question",
    [
        {"kind": "open", "i": 0, "j": 3},
        {"kind": "learner", "text": "cspa(beta=0.7)"},
        {"kind": "use", "i": 0, "j": 3},
    ],
)
def test_a_learner_that_makes_room_is_named(monkeypatch, question):
    told = []
    full = FULL.but(learners=(*FULL.learners[1:], "soba")) if question["kind"] == "use" else FULL
    monkeypatch.setattr(answers, "question_of", lambda component: question)
    monkeypatch.setattr(answers.state, "experiment", lambda: full)
    monkeypatch.setattr(answers.state, "open_link", lambda *link: None)
    monkeypatch.setattr(answers.state, "change", lambda change: None)
    monkeypatch.setattr(answers.state, "tell", told.append)
    answers.answer(plan_of(full, "cspa", "quick"))
    assert told == [f"{full.names[-1]} made room: at most 6 learners play."]
    monkeypatch.setattr(answers.state, "experiment", lambda: SMALL)
    answers.answer(plan_of(SMALL, "cspa", "quick"))
    assert len(told) == 1, "there is room"


def test_an_offer_says_what_is_shown_until_the_whole_sweep_is_played():
    whole = plan_of(SMALL, "cspa", "full")
    part, status = first_version(whole, 0.5), Status(State.WAITING, None, 60.0)
    take = sweeps.duration(60.0)
    sentence = f"4 σ (0.05, 0.25, 0.5, 1) × {len(whole.values)} values × 10 seeds take {take}."
    assert sweeps.offer_of(None, whole, status, whole).sentence == sentence
    assert sweeps.offer_of(None, whole, status, part).sentence == f"Shown: σ=0.5 with 3 seeds. {sentence}"
    cancelled = Status(State.CANCELLED, None, 60.0)
    assert sweeps.offer_of(None, whole, cancelled, part).sentence.startswith("Cancelled. Shown: σ=0.5 with ")


def test_a_point_opens_exactly_its_run():
    plan = plan_of(SMALL, "cspa", "quick")
    result = sweep(plan)
    for j, value in enumerate(plan.values):
        query = arena_query(run_of(plan, SMALL, plan.sigmas[2], value))
        opened, notes = from_query(query)
        assert not notes
        assert query["t"] == "200", "after its last round, as in the Lab"
        assert len(opened.texts[0]) < len("cspa(beta=0.0833333333333)"), "named as in the Lab"
        again = run(opened.but(learners=opened.learners[:1]))
        np.testing.assert_array_equal(again.results[0].ratio, result.ratio[2, j])


def test_what_is_not_complete_says_so_wherever_it_is_shown():
    plan = plan_of(SMALL, "cspa", "quick")
    whole = sweep(plan)
    ratio = whole.ratio.copy()
    ratio[:, 1::2], ratio[:, :, 1:] = np.nan, np.nan
    part = replace(whole, ratio=ratio)
    far = f"{4 * len(plan.values[::2])} of {part.mean.size} points, 1 of 3 seeds each"
    assert told(plan, part).startswith(f"So far ({far}):\n- σ=")
    assert picture(plan, part)["words"].endswith(f"not complete: {far}")
    assert picture(plan, part)["spread"] == "1 of 3 seeds so far"
    assert charts_of(plan, part)[0].x.label == "β of CSPA · 1 of 3 seeds so far"
    assert charts_of(plan, part)[0].caption == charts_of(plan, part)[1].caption == picture(plan, part)["words"]
    assert told(plan, whole).startswith("- σ=")
    assert picture(plan, whole)["words"] == plan_words(plan)


def test_only_beta_of_cspa_has_the_theorys_ranges():
    assert picture(plan_of(SMALL, "banditron", "quick"), None)["theory"] is None


def test_the_usual_sigmas_keep_their_looks():
    usual = picture(plan_of(SMALL, "cspa", "quick"), None)
    more = picture(plan_of(SMALL.but(sigma=0.3), "cspa", "quick"), None)
    assert len(more["sigmas"]) == len(usual["sigmas"]) + 1
    looks = {series["name"]: (series["colour"], series["dash"]) for series in more["curves"]["series"]}
    before = {series["name"]: (series["colour"], series["dash"]) for series in usual["curves"]["series"]}
    assert {name: looks[name] for name in before} == before
    assert looks["σ=0.3"] not in before.values()


def test_the_picture_is_plain_and_holes_are_none():
    plan = plan_of(SMALL, "banditron", "quick")
    drawn = json.loads(json.dumps(picture(plan, None), allow_nan=False))
    assert drawn["map"]["cells"][0][0] is None
    assert drawn["curves"]["series"][0]["y"][0] is None
    assert drawn["curves"]["x"]["scale"] == "log"
    assert not drawn["theory"]
    result = sweep(plan)
    np.testing.assert_array_equal(picture(plan, result)["map"]["cells"], result.mean)
    np.testing.assert_array_equal([series["y"] for series in picture(plan, result)["curves"]["series"]], result.mean)


def test_the_command_of_a_sweep_gives_the_same_numbers(capsys):
    plan = replace(plan_of(SMALL.but(flip=0.1), "cspa", "quick"), values=(0.1, 1 / 3), sigmas=(0.25, 0.5))
    assert main([*shlex.split(sweep_command(plan))[3:], "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    wanted = 100 * sweep(plan).mean
    found = [cell["mean"] for cell in printed["results"]]
    np.testing.assert_allclose(sorted(found), sorted(wanted.ravel()))


@pytest.mark.parametrize(
    "chosen",
    [
        SMALL.but(trials=2),
        experiment("vehicle", 0.1, trials=2, rounds=150, order="class", normalise=False, bias=True, imbalance=2.0),
        experiment("circle(m=5)", 0.25, ("cspa(beta=1/(K-1))@50(beta=1)",), trials=2, rounds=100),
        experiment("iris", 0.0, ("confidit",), trials=2, kernel=1.0, support=40, seed=3),
    ],
)
def test_the_command_of_a_run_gives_the_same_numbers(chosen, capsys):
    assert main([*shlex.split(run_command(chosen))[3:], "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    wanted = run(chosen)
    assert [r["learner"] for r in printed["results"]] == list(chosen.texts)
    np.testing.assert_allclose([r["mean"] for r in printed["results"]], [100 * r.mean for r in wanted.results])


def test_eta_can_be_swept_where_it_is_the_second_parameter():
    plan = plan_of(experiment(rounds=50), "cwb.eta", "quick")
    assert (plan.learner.key, plan.param, plan.values[0], plan.values[-1]) == ("cwb", "eta", 0.55, 0.95)
    assert "η of CWB (reconstructed) (γ=0.01)" in plan_words(plan)
    wanted = {"banditron", "bpa", "soba", "exp_grad", "pnewtron", "confidit", "cwb.eta"}
    assert wanted <= set(subjects())


def test_the_swept_value_of_the_sidebar_makes_no_other_sweep():
    one, other = (experiment(learners=(f"cspa(beta={beta})", "uniform")) for beta in ("1/6", "1"))
    assert plan_of(one, "cspa", "full") == plan_of(other, "cspa", "full")
    one, other = (experiment(learners=(f"confidit(eta={eta}, prior=2)",)) for eta in ("0.1", "1"))
    assert plan_of(one, "confidit", "full") == plan_of(other, "confidit", "full")
    assert "prior=2" in str(plan_of(one, "confidit", "full").learner), "its other parameters stay"


def test_what_is_said_of_figure_2_is_true_of_what_is_drawn():
    usual = beside_the_paper(plan_of(experiment("vehicle", 0.0), "cspa", "quick"))
    assert f"σ={max(DATASETS['vehicle'].sigmas.figure):g} halves" in usual
    wider = beside_the_paper(plan_of(experiment("vehicle", 0.84), "cspa", "quick"))
    assert wider == usual, "a σ that only the sidebar adds is not mentioned"
    assert beside_the_paper(plan_of(experiment("vehicle", 0.0, support=100), "cspa", "quick")) == usual
    assert "unlike this sweep" in beside_the_paper(plan_of(experiment("vehicle", 0.0, bias=True), "cspa", "quick"))


def test_one_seed_is_no_plural():
    plan = plan_of(SMALL, "cspa", "quick")
    assert "3 seeds per point" in plan_words(plan)
    one = Plan(plan.experiment.but(trials=1), plan.param, plan.values, plan.sigmas)
    assert "1 seed per point" in plan_words(one)
    assert " × 1 seed · " in sweep(one).words
