"""Branches: the same past to the last bit, another future, one text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.charts.curves import ratio_curves
from cspa_explore.cli import main
from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText, make
from cspa_explore.learners.branch import Branch, expect_a_future, learner_in_round, learner_of, with_param
from cspa_explore.results.run import RunResult
from cspa_explore.running import play as playing
from cspa_explore.running.play import play
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played
from tests.sample_streams import STREAMS

TEXT = "cspa(beta=1/6)@600(beta=1)"
STREAM = Stream("gaussians4", seed=1, sigma=0.25, rounds=1500)


def same(a, b):
    return all(np.array_equal(p, q, equal_nan=True) for p, q in zip(a, b, strict=True))


@pytest.mark.parametrize(
    ("given", "text", "words"),
    [
        (TEXT, TEXT, "CSPA β=1/6 → β=1 at round 600"),
        (" cspa( β = 1/6 ) @ 600 ( β=1 ) ", TEXT, "CSPA β=1/6 → β=1 at round 600"),
        ("cspa@0(beta=1)", "cspa(beta=1/(2(K-1)))@0(beta=1)", "CSPA β=1/(2(K-1)) → β=1 at round 0"),
        ("confidit@50(eta=0)", "confidit(eta=1, prior=4)@50(eta=0)", "Confidit η=1, A₀=4 → η=0 at round 50"),
        ("bpa", "bpa(gamma=0.01)", "BPA γ=0.01"),
    ],
)
def test_a_text_is_read_and_printed_and_read_again(given, text, words):
    learner = learner_of(given)
    assert (str(learner), learner.words) == (text, words)
    assert learner_of(str(learner)) == learner
    assert hash(learner_of(text)) == hash(learner)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cspa@600", "A branch looks like cspa(beta=1/6)@600(beta=1), got 'cspa@600'."),
        ("cspa@-1(beta=1)", "A branch looks like cspa(beta=1/6)@600(beta=1), got 'cspa@-1(beta=1)'."),
        ("cspa(beta=1)@5(beta=1)", "A branch must change a parameter, got cspa(beta=1) before and after round 5."),
        ("cspa@5()", "A branch must change a parameter, got cspa(beta=1/(2(K-1))) before and after round 5."),
        ("cspa@5(beta=2)", "cspa: beta must be in (0, 1], got 2."),
        ("cspa@5(bet=1)", "cspa has no parameter 'bet': did you mean 'beta'?"),
        ("cspa@5(1)", "cspa: parameters are named, like cspa(beta=1/6)@600(beta=1), got '1'."),
        ("cspa@5(beta=1, β=1)", "cspa: beta is given twice."),
        ("cspa@99999999(beta=1)", "The round of a branch must be a whole number 0 to 10000000, got 99999999."),
        ("spa@5(beta=1)", "spa takes no parameters, got 'beta'."),
        (
            "confidit@5(prior=1)",
            "confidit: prior shapes the starting state and cannot change in a branch, got prior=1.",
        ),
        ("cspa@5(beta=1)@9(beta=0.5)", None),
    ],
)
def test_impossible_branches_are_refused_in_a_sentence(text, sentence):
    with pytest.raises(UserError) as refused:
        learner_of(text)
    assert sentence is None or str(refused.value) == sentence


@given(st.text("@cspabet(=)1/0K ,β", max_size=20).map(lambda tail: "cspa(beta=1/6)" + tail))
def test_any_text_is_a_learner_or_refused(text):
    try:
        learner = learner_of(text)
    except UserError:
        return
    assert learner_of(str(learner)) == learner


def test_a_branch_stays_with_its_algorithm():
    with pytest.raises(UserError, match=r"A branch must stay with its algorithm cspa, got bpa\."):
        Branch(LearnerText.of("cspa"), 5, LearnerText.of("bpa"))
    with pytest.raises(UserError, match="whole number"):
        Branch(LearnerText.of("cspa"), 1.5, LearnerText.of("cspa", beta=1))


def test_a_branch_has_no_future_in_one_round():
    with pytest.raises(UserError, match=r"must begin before the last of 1 round, got cspa\("):
        expect_a_future(learner_of("cspa@1(beta=1)"), 1)


def test_the_parameters_of_a_round():
    branch = learner_of(TEXT)
    assert [str(learner_in_round(branch, t)) for t in (1, 600, 601)] == ["cspa(beta=1/6)"] * 2 + ["cspa(beta=1)"]
    assert learner_in_round(branch.learner, 601) == branch.learner


@pytest.mark.parametrize(
    "text", [TEXT, "banditron(gamma=0.05)@600(gamma=0.5)", "confidit@600(eta=1e4)", "bpa@600(gamma=0)"]
)
def test_the_past_is_the_parents_and_the_future_is_not(text):
    branch = learner_of(text)
    parent, both = play([branch.learner, branch], STREAM)
    assert same((a[:600] for a in parent), (a[:600] for a in both))
    assert (parent.y_tilde[600:] != both.y_tilde[600:]).any()


def test_the_future_is_that_of_a_learner_whose_parameters_were_changed_by_hand():
    stream = STREAMS["gaussians"]
    parent = make("cspa(beta=1/6)", n_classes=4, n_features=2)
    parent.run(stream.X[:700], stream.y[:700])
    by_hand = parent.with_params(beta=1).run(stream.X[700:], stream.y[700:])
    again = make("cspa(beta=1/6)", n_classes=4, n_features=2)
    again.run(stream.X[:700], stream.y[:700])
    assert same(by_hand, again.with_params(beta=1).run(stream.X[700:], stream.y[700:]))
    (trace,) = play([learner_of(TEXT)], STREAM)
    first, second = (learner_of(f"cspa(beta={b})") for b in ("1/6", "1"))
    assert not same(trace, play([first], STREAM)[0])
    assert not same(trace, play([second], STREAM)[0])


def test_a_branch_at_round_0_is_the_later_learner_and_one_after_the_end_the_earlier():
    first, second, zero, end, beyond = play(
        [learner_of(t) for t in ("cspa(beta=1/6)", "cspa(beta=1)", "cspa(beta=1/6)@0(beta=1)")]
        + [learner_of(f"cspa(beta=1/6)@{at}(beta=1)") for at in (1500, 9999)],
        STREAM,
    )
    assert same(zero, second)
    assert same(end, first)
    assert same(beyond, first)


def test_chunks_and_memory_groups_change_nothing(monkeypatch):
    learners = [learner_of(t) for t in ("cspa(beta=1/6)", TEXT, "confidit@77(eta=0)", "uniform")]
    whole = play(learners, STREAM)
    for chunk in ((1, 1), (77, 77), (599, 600), (600, 600)):
        monkeypatch.setattr(playing, "CHUNK", chunk)
        assert all(same(a, b) for a, b in zip(whole, play(learners, STREAM), strict=True))
    monkeypatch.setattr(playing, "MEMORY", 100)
    assert all(same(a, b) for a, b in zip(whole, play(learners, STREAM), strict=True))


def test_results_and_figures_take_branches():
    learners = [learner_of("cspa(beta=1/6)"), learner_of(TEXT)]
    result = played(learners, STREAM, 2)
    again = RunResult.from_json(result.to_json())
    assert [r.learner for r in again.results] == learners
    np.testing.assert_array_equal(result.results[1].curve, again.results[1].curve)
    assert again.words == result.words
    names = [curve.name for curve in ratio_curves(again).series]
    assert names == ["CSPA β=1/6", "CSPA β=1/6 → β=1 at round 600"]
    assert str(learners[1]) in set(result.to_frame()["learner"])


def test_a_value_that_is_wrong_for_this_K_is_refused_before_the_first_round():
    with pytest.raises(UserError, match="beta must be in"):
        play([learner_of("cspa@5(beta=1/(5-K))")], Stream("circle(m=6)"))


def test_the_command_line_takes_the_text(capsys):
    assert main(["run", "--learner", TEXT, "--rounds", "800", "--trials", "2", "--json"]) == 0
    assert TEXT in capsys.readouterr().out
    assert main(["sweep", "--learner", TEXT]) == 2
    assert "without a branch" in capsys.readouterr().err


def test_a_branch_in_words_for_a_number_of_classes():
    assert learner_of("cspa@600(beta=1/(K-1))").words_for(26) == "CSPA β=1/50 → β=1/25 at round 600"


@pytest.mark.parametrize(
    ("later", "value", "wanted"),
    [
        (True, "0.3", "cspa(beta=1/6)@600(beta=0.3)"),
        (False, "0.3", "cspa(beta=0.3)@600(beta=1)"),
        (True, "1/6", "cspa(beta=1/6)"),
        (False, "1", "cspa(beta=1)"),
    ],
)
def test_a_parameter_changes_before_or_after_the_round_of_a_branch(later, value, wanted):
    assert str(with_param(learner_of("cspa(beta=1/6)@600(beta=1)"), "beta", value, later)) == wanted
    assert str(with_param(learner_of("cspa(beta=1/6)"), "beta", value, later)) == f"cspa(beta={value})"
