"""The microscope: rounds by hand, the engine's own numbers, formulas that give them, and independent twins."""

import re
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.geometry import Additive
from cspa_explore.errors import UserError
from cspa_explore.explain import EXPLANATIONS
from cspa_explore.explain.checks import number
from cspa_explore.inspection.one_round import look, others
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.streams.stream import Stream
from tests.twins import twin_of

STREAM = Stream("gaussians4", seed=7, sigma=0.25)
TEXTS = [*ALGORITHMS, "cspa(beta=1/6)@100(beta=1)", "banditron(gamma=0.5)", "bpa(gamma=0.4)", "confidit(eta=100)"]
REWIND = Rewind(STREAM, [learner_of(text) for text in TEXTS])
ROUNDS = [*range(1, 31), *np.random.default_rng(0).integers(31, 1200, 15).tolist()]
NORMS = Rewind(Stream("vowel", seed=1, normalise=False), [learner_of(text) for text in TEXTS])
FIRST = {"x": np.array([0.6, 0.8])}


def evaluated(numbers):
    """The value of the substituted formula as it is printed."""
    text = numbers.replace("−", "-").replace("·", "*").replace("√", "sqrt")
    assert re.fullmatch(r"(max|sqrt|[-+*/(),. 0-9e])+", text), numbers
    return eval(text, {"max": max, "sqrt": sqrt, "__builtins__": {}})


def comparable(spec):
    """Say whether the weights are all that the algorithm keeps."""
    return spec.geometry is Additive and not spec.remembers


def all_hold(seen):
    return all(i.holds for i in seen.invariants) and all(e.holds for e in seen.equations)


def always(rewind, learner):
    """The same rounds, but the learner comes into each of them in the same state."""
    rewind.at = lambda which, t: learner.copy()
    return rewind


# By hand


def test_the_first_wrong_round_by_hand():
    """W = 0, K = 4, β = 1/6: ℓ = 1, the proposal falls by 3/4·1/6, the others rise by 1/4·1/6, ℓ becomes 5/6."""
    seen = look(Rewind(STREAM, [learner_of("cspa(beta=1/6)")]), 0, 1, told=False, **FIRST)
    assert (seen.y_hat, seen.y_tilde, seen.correct, seen.explored, seen.told) == (0, 0, False, False, False)
    assert seen.branch == "complementary step"
    assert seen.loss == 1
    np.testing.assert_allclose(seen.tau, [-1 / 8, 1 / 24, 1 / 24, 1 / 24])
    np.testing.assert_allclose(seen.scores_before, 0)
    np.testing.assert_allclose(seen.scores_after, [-1 / 8, 1 / 24, 1 / 24, 1 / 24])
    np.testing.assert_allclose(seen.W_after, np.outer(seen.tau, FIRST["x"]))
    assert seen.gap_before == 0
    assert seen.gap_after == pytest.approx(-1 / 6)
    assert seen.y_hat_after == 1
    assert [e.numbers for e in seen.equations] == [
        "1 + 0 − 0",
        "−((4 − 1)/4) · 0.1667 · 1 / 1",
        "0.1667 · 1 / (4 · 1)",
        "(1 − 0.1667) · 1",
    ]
    np.testing.assert_allclose([e.result for e in seen.equations], [1, -1 / 8, 1 / 24, 5 / 6])
    assert seen.steps == (
        "Saw x at 53°, length ‖x‖ = 1.",
        "Predicted class 1 (ŷ): all classes tie, and it takes the first.",
        "Proposed class 1 (ỹ), its prediction.",
        "Was told ✗ wrong, and nothing else.",
        "Pushed class 1 down by 0.125 and all others up by 0.04167: the loss ℓ fell to 0.8333.",
    )
    assert seen.support is None
    assert len(seen.invariants) == 4
    assert all_hold(seen)


def test_the_first_right_round_by_hand():
    """W = 0: ℓ_i = 1 for all three others, a = 3/4, so the proposal gains 3/4 and each other loses 1/4."""
    seen = look(Rewind(STREAM, [learner_of("cspa(beta=1/6)")]), 0, 1, told=True, **FIRST)
    assert (seen.branch, seen.loss, seen.correct) == ("support-class step", 1, True)
    np.testing.assert_allclose(seen.tau, [0.75, -0.25, -0.25, -0.25])
    np.testing.assert_allclose(seen.support.losses, [np.nan, 1, 1, 1])
    assert seen.support.inside.tolist() == [False, True, True, True]
    assert (seen.support.y, seen.support.line) == (0, pytest.approx(0.75))
    assert seen.gap_after == pytest.approx(1)
    assert seen.steps[4] == "Moved class 1 up by 0.75 and 2, 3, 4 down: the lead of 1 went from 0 to 1."
    assert all_hold(seen)


def test_a_support_class_that_leaves_some_out_by_hand():
    """s = (0, .5, −.2, −3) for label 0: ℓ = 1.5, .8, 0; a = 2.3/3 = .7667 < .8: S = {1, 2}, class 3 stays."""
    rewind = Rewind(Stream("gaussians4"), [learner_of("spa")])
    W = np.array([[0.0, 0], [0.5, 0], [-0.2, 0], [-3, 0]])
    t = next(t for t in range(1, 100) if rewind.instance(t).y == 0)
    seen = look(always(rewind, rewind.at(0, 0).with_weights(W)), 0, t, x=np.array([1.0, 0]))
    assert seen.support.inside.tolist() == [False, True, True, False]
    assert seen.support.line == pytest.approx(2.3 / 3)
    np.testing.assert_allclose(seen.tau, [2.3 / 3, -(1.5 - 2.3 / 3), -(0.8 - 2.3 / 3), 0])
    leads = seen.scores_after[0] - seen.scores_after[1:]
    np.testing.assert_allclose(leads[:2], 1)
    assert leads[2] > 1
    assert all_hold(seen)


@pytest.mark.parametrize(
    ("key", "told", "tau", "branch"),
    [
        ("banditron(gamma=0.4)", True, [1 / 0.7 - 1, 0, 0, 0], "right: small step towards x"),
        ("banditron(gamma=0.4)", False, [-1, 0, 0, 0], "wrong: the prediction steps back"),
        ("bpa(gamma=0)", True, [1, 0, 0, 0], "one-class step, told right"),
        ("bpa(gamma=0)", False, [-1, 0, 0, 0], "one-class step, told wrong"),
        ("confidit", True, [1, 0, 0, 0], "right: regress towards +1"),
        ("confidit", False, [-1, 0, 0, 0], "wrong: regress towards −1"),
        ("cspa_as_printed", True, [-0.75, 0.25, 0.25, 0.25], "support-class step with the printed, reversed signs"),
        (
            "spa",
            False,
            [-0.25, 0.75, -0.25, -0.25],
            "support-class step",
        ),  # what if: the label is the second best class
    ],
)
def test_first_rounds_of_the_others_by_hand(key, told, tau, branch):
    rewind = Rewind(STREAM, [learner_of(key)])
    t = next(t for t in range(1, 50) if rewind.instance(t).y == 0 and rewind.instance(t).u > 0.5)
    seen = look(always(rewind, rewind.at(0, 0)), 0, t, told=told, **FIRST)
    assert seen.branch == branch
    np.testing.assert_allclose(seen.tau, tau, atol=1e-15)
    assert all(e.holds for e in seen.equations)


def test_the_printed_signs_are_caught():
    seen = look(Rewind(STREAM, [learner_of("cspa_as_printed")]), 0, 1, told=True, **FIRST)
    assert [i.name for i in seen.invariants if not i.holds] == ["ỹ leads each class of S by exactly 1"]
    assert "largest 1 → 2" in [i.value for i in seen.invariants]
    assert all(e.holds for e in seen.equations)


# The engine's own numbers


@pytest.mark.parametrize("text", TEXTS)
def test_a_round_is_the_runs_own_bit_for_bit(text):
    place = TEXTS.index(text)
    for t in ROUNDS:
        seen = look(REWIND, place, t)
        before, after = REWIND.at(place, t - 1), REWIND.at(place, t)
        update = after.last_update()
        np.testing.assert_array_equal(seen.W_before, before.weights())
        np.testing.assert_array_equal(seen.W_after, after.weights())
        np.testing.assert_array_equal(seen.tau, update.tau)
        np.testing.assert_array_equal(seen.x, REWIND.instance(t).x)
        assert (seen.y_hat, seen.y_tilde, seen.told) == (update.y_hat, update.y_tilde, update.told)
        assert seen.loss == update.loss or np.isnan(seen.loss)
        assert seen.y == REWIND.instance(t).y
        assert seen.correct == (seen.y_tilde == seen.y)
        assert not seen.supposed
        scale = 2 * seen.d if text == "exp_grad" else 1  # its scores are 2d w·x
        for scores, W in ((seen.scores_before, seen.W_before), (seen.scores_after, seen.W_after)):
            np.testing.assert_allclose(scores, scale * W @ seen.x, atol=1e-12 * (1 + np.abs(W).max()))
        if seen.learning is not None:
            np.testing.assert_array_equal(seen.learning.W_after, after.learning_weights())
            np.testing.assert_allclose(seen.learning.s, seen.learning.W @ seen.x, atol=1e-12)
        if ALGORITHMS[seen.playing.key].geometry is Additive:
            step = seen.W_after - seen.W_before
            np.testing.assert_allclose(step, np.outer(seen.tau, seen.x), atol=1e-12 * (1 + np.abs(seen.W_after).max()))
        elif text.startswith("confidit"):
            assert (seen.A_after - seen.A_before).sum() == pytest.approx(seen.x @ seen.x)


@pytest.mark.parametrize("text", TEXTS)
def test_sparse_rows_are_inspected_in_the_same_way(text, sparse_set):
    rewind = Rewind(sparse_set, [learner_of(text)])
    for t in (1, 2, 3, 40, 101, 150):
        seen = look(rewind, 0, t)
        np.testing.assert_array_equal(seen.W_after, rewind.at(0, t).weights())
        np.testing.assert_array_equal(look(rewind, 0, t, x=seen.x).W_after, seen.W_after)
        assert seen.W_before.shape == seen.W_after.shape == (3, 4)
        assert all_hold(seen) or text == "cspa_as_printed"
    assert (others(rewind, 0, 9, [learner_of("bpa")])[0].look.W_before == rewind.at(0, 8).weights()).all()


@pytest.mark.parametrize("rewind", [REWIND, NORMS], ids=["plane", "other norms"])
@pytest.mark.parametrize("text", TEXTS)
def test_every_formula_gives_the_engines_result(text, rewind):
    for t in ROUNDS[:30:3] + ROUNDS[30:]:
        for told in (None, True, False):
            seen = look(rewind, TEXTS.index(text), min(t, rewind.rounds), told=told)
            assert len(seen.steps) == 5
            assert all(step.endswith(".") for step in seen.steps)
            for formula, numbers, result, holds in seen.equations:
                assert holds, (formula, numbers, result)
                digits = max(map(float, re.findall(r"\d+\.?\d*(?:e[-+]?\d+)?", numbers.replace("−", "-"))), default=1)
                near = pytest.approx(result, rel=0.01, abs=1e-6 * max(1, digits))
                assert evaluated(numbers) == near, (formula, "a pocket calculator does not come to it", numbers, result)
            if text != "cspa_as_printed":
                assert [i for i in seen.invariants if not i.holds] == []


@pytest.mark.parametrize("text", ["cspa(beta=0.1)", "cspa(beta=1/6)", "cspa(beta=0.5)", "cspa(beta=1)", "spa"])
@pytest.mark.parametrize("sigma", [0.0, 0.25, 1.0])
def test_invariants_hold_in_runs_of_4000_rounds(text, sigma):
    rewind = Rewind(Stream("gaussians4", seed=3, sigma=sigma), [learner_of(text)])
    found = set()
    for t in [*range(1, 31), *np.random.default_rng(1).integers(31, 4001, 25).tolist()]:
        seen = look(rewind, 0, t)
        found.add(seen.branch)
        assert [i for i in seen.invariants if not i.holds] == [], t
        assert [e for e in seen.equations if not e.holds] == [], t
    assert "support-class step" in found


@pytest.mark.parametrize("key", ALGORITHMS)
def test_without_an_explanation_of_its_own_an_algorithm_is_still_explained(key, monkeypatch):
    monkeypatch.delitem(EXPLANATIONS, key, raising=False)
    for t in range(1, 40):
        seen = look(REWIND, TEXTS.index(key), t)
        assert seen.branch
        assert all_hold(seen)
        assert seen.invariants


@pytest.mark.parametrize("key", [k for k, s in ALGORITHMS.items() if comparable(s) and k != "uniform"])
def test_a_what_if_is_what_the_twin_does(key):
    """Another x and another answer, from the weights before the round, by code that shares nothing."""
    rng = np.random.default_rng(4)
    place, spec = TEXTS.index(key), ALGORITHMS[key]
    for t in ROUNDS:
        x = rng.normal(size=2)
        for told in (True, False):
            seen = look(REWIND, place, t, x=x, told=told)
            twin = twin_of(key)(tuple(seen.playing.hyper(4)), 4, 2)
            twin.W = seen.W_before.copy()
            assert twin.propose(x, REWIND.instance(t).u) == (seen.y_hat, seen.y_tilde)
            twin.learn(x, seen.y_hat, seen.y_tilde, seen.told if spec.feedback == "full" else told)
            W = twin.weights() - twin.weights().mean(axis=0) * spec.centred
            np.testing.assert_allclose(seen.W_after, W, atol=1e-11 * (1 + np.abs(W).max()))
            assert (seen.correct, seen.supposed) == (told, True)


def test_being_told_what_was_true_supposes_nothing():
    for t in ROUNDS:
        truth = look(REWIND, 0, t)
        same = look(REWIND, 0, t, told=truth.correct)
        np.testing.assert_array_equal(same.W_after, truth.W_after)
        assert not same.supposed
        assert look(REWIND, 0, t, told=not truth.correct).supposed


def test_the_label_of_a_what_if_is_the_class_that_the_answer_was_given_for():
    for place, key in enumerate(TEXTS):
        full = ALGORITHMS[learner_of(key).key].feedback == "full"
        for t in ROUNDS:
            truth = look(REWIND, place, t)
            assert truth.label == truth.y
            right, wrong = look(REWIND, place, t, told=True), look(REWIND, place, t, told=False)
            assert right.label == right.y_tilde
            if truth.correct:
                assert wrong.label == (wrong.told if full else None)
                assert wrong.label != wrong.y_tilde
            else:
                assert wrong.label == truth.y


def test_a_zero_row_is_skipped():
    for place in range(len(TEXTS)):
        seen = look(REWIND, place, 9, x=np.zeros(2))
        assert seen.skipped
        assert np.isnan(seen.loss)
        assert seen.branch == "zero row: skipped"
        np.testing.assert_array_equal(seen.W_after, seen.W_before)
        assert all_hold(seen)


def test_a_branch_shows_the_parameters_of_the_round():
    place = TEXTS.index("cspa(beta=1/6)@100(beta=1)")
    assert [str(look(REWIND, place, t).playing) for t in (100, 101)] == ["cspa(beta=1/6)", "cspa(beta=1)"]
    assert look(REWIND, place, 1).text == "cspa(beta=1/6)@100(beta=1)"


def test_looking_changes_nothing():
    before = REWIND.at(0, 50).weights()
    look(REWIND, 0, 50, told=False)
    look(REWIND, 0, 51, x=np.array([1.0, 2.0]))
    np.testing.assert_array_equal(REWIND.at(0, 50).weights(), before)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"t": 0}, "The round must be a whole number 1 to 4000, got 0."),
        ({"t": 1, "told": 1}, "told must be True for right, False for wrong, or None for the truth, got 1."),
        ({"t": 1, "x": [1.0]}, "x must be one row of 2 numbers, got shape (1,)."),
        ({"t": 1, "x": [1.0, np.nan]}, "x: column 1 holds nan, values must be finite and at most 1e+100."),
    ],
)
def test_impossible_arguments_are_refused_in_a_sentence(arguments, sentence):
    with pytest.raises(UserError) as refused:
        look(REWIND, 0, **arguments)
    assert str(refused.value) == sentence


def test_classes_are_called_what_the_data_set_calls_them():
    rewind = Rewind(Stream("iris"), [learner_of("cspa")])
    seen = look(rewind, 0, 1)
    assert seen.names == ("setosa", "versicolor", "virginica")
    assert seen.steps[1].startswith("Predicted class setosa (ŷ): all classes tie")
    assert seen.steps[0].startswith("Saw x: 4 features")


@pytest.mark.parametrize("key", ["cspa", "spa", "bpa", "banditron", "confidit"])
@pytest.mark.parametrize("field", ["s_after", "W_after", "tau"])
def test_the_checks_can_fail(key, field, monkeypatch):
    """A step that is off by a millionth is noticed."""
    original = EXPLANATIONS[key]

    def explain(facts):
        value = getattr(facts, field)
        off = value + 1e-6 * np.cos(np.arange(value.size)).reshape(value.shape)
        return original(replace(facts, **{field: off}))

    assert all_hold(look(REWIND, TEXTS.index(key), 4))
    monkeypatch.setitem(EXPLANATIONS, key, explain)
    if (key, field) in (("banditron", "s_after"), ("confidit", "s_after")):
        return  # nothing they claim depends on it
    assert not all(all_hold(look(REWIND, TEXTS.index(key), t)) for t in range(1, 20))


# The same round, other learners


def test_others_start_from_the_same_weights():
    learners = [learner_of(text) for text in TEXTS]
    for t in (1, 8, 500):
        mine = look(REWIND, 0, t)
        for text, other in zip(TEXTS, others(REWIND, 0, t, learners), strict=True):
            key = learner_of(text).key
            if not comparable(ALGORITHMS[key]):
                assert other.look is None
                alone = ("exp_grad", "cspa_averaged", "bpa_averaged", "rdue")
                kept = "keep more than weights" if key in alone else "also keep variances"
                assert other.reason == f"they {kept}"
                continue
            assert other.reason == ""
            np.testing.assert_allclose(other.look.W_before, mine.W_before, atol=1e-14)
            np.testing.assert_array_equal(other.look.x, mine.x)
            assert other.note == ("told the true label" if ALGORITHMS[key].feedback == "full" else "")
            assert other.text == str(learner_of(text))
            if text == "cspa":
                np.testing.assert_allclose(other.look.W_after, mine.W_after, atol=1e-14)
            if text == "spa":
                assert other.look.told == mine.y


def test_others_are_told_the_same():
    for other in others(REWIND, 0, 8, [learner_of("bpa"), learner_of("banditron")], told=True, x=[1.0, 0.0]):
        assert other.look.correct
        np.testing.assert_array_equal(other.look.x, [1.0, 0.0])


def test_a_confidit_shows_its_weights_to_others():
    (other,) = others(REWIND, TEXTS.index("confidit"), 300, [learner_of("spa")])
    np.testing.assert_array_equal(other.look.W_before, REWIND.at(TEXTS.index("confidit"), 299).weights())


def test_numbers_are_short_and_have_a_real_minus():
    assert [number(v) for v in (0, -1e-13, 1.23456, -2, 1e-5, 123456)] == [
        "0",
        "0",
        "1.235",
        "−2",
        "1e−05",
        "1.235e+05",
    ]
