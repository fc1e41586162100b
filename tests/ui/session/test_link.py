"""Links: a written link is read back unchanged, and any link gives a valid experiment."""

import string

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import describe
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.settings import MOST_LEARNERS, ORDERS
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.session.changes import page_range, with_dataset
from cspa_explore.ui.session.link import KEYS, from_query, to_query
from tests.sample_experiments import experiment

FITTING = ("beta", "beta", "gamma")
DATA = [
    "gaussians4",
    "gaussians3",
    "circle(m=5)",
    "linear(K=4, d=3)",
    "counter",
    "iris",
    "points(0 1 0; 1 0 1; -1 0 2)",
]


def learner(key, K, draw):
    values = {p.name: draw(st.sampled_from(choices(p, K, p.default))) for p in ALGORITHMS[key].params}
    return f"{key}({', '.join(f'{name}={value}' for name, value in values.items())})" if values else key


@st.composite
def valid(draw):
    """Draw a valid experiment."""
    dataset = draw(st.sampled_from(DATA))
    K = describe(dataset).shape.K
    keys = draw(st.lists(st.sampled_from(sorted(ALGORITHMS)), max_size=MOST_LEARNERS))
    learners = [learner(key, K, draw) for key in keys]
    if draw(st.booleans()):
        learners.append(f"cspa(beta=1/7)@{draw(st.integers(0, 5000))}(beta={draw(st.sampled_from(['1', '0.3']))})")
    bias = draw(st.booleans())
    try:
        return experiment(
            dataset,
            sigma=draw(st.floats(0, 1e6)),
            learners=tuple(dict.fromkeys(learners))[:MOST_LEARNERS],
            seed=draw(st.integers(0, page_range("seed").high)),
            trials=draw(st.integers(1, page_range("trials").high)),
            rounds=draw(st.integers(0, page_range("rounds").high)),
            order=draw(st.sampled_from(["", *ORDERS])),
            normalise=draw(st.booleans()),
            bias=bias,
            kernel=0.0 if bias else draw(st.sampled_from([0.0, 0.1, 2.0, 1e9])),
            support=draw(st.integers(1, 20_000)),
            flip=draw(st.floats(0, 1)),
            imbalance=draw(st.floats(1, 1e6)),
        )
    except UserError:  # two ways of writing the same learner
        return experiment(dataset, learners=())


def test_the_first_experiment_has_only_its_version():
    assert to_query(FIRST) == {"v": "2"}
    assert from_query({}) == from_query({"v": "1"}) == from_query({"v": "2"}) == (FIRST, [])


@pytest.mark.parametrize("K", range(2, 27))
def test_a_link_of_version_2_leaves_out_the_learners_that_fit(K):
    text = f"linear(K={K}, d=5)"
    chosen, notes = from_query({"v": "2", "d": text})
    assert notes == []
    values = [getattr(learner.hyper(K), name) for learner, name in zip(chosen.learners, FITTING, strict=True)]
    assert values == pytest.approx([1 / (2 * (K - 1)), 0.3 if K > 4 else 1.0, 0.05])
    assert to_query(chosen) == {"v": "2", "d": text}
    assert from_query({"v": "1", "d": text})[0].texts == from_query({"d": text})[0].texts == FIRST.texts


@pytest.mark.parametrize("version", [{}, {"v": "1"}])
def test_a_link_of_version_1_keeps_its_meaning_when_it_is_written_again(version):
    for dataset in ("letter", "counter", "gaussians3", "points(0 1 0; 1 0 1)", "points(0 1 1; 1 0 2)"):
        old, notes = from_query({**version, "d": dataset})
        assert notes == []
        assert old.texts == FIRST.texts
        assert from_query(to_query(old)) == (old, []), dataset
    assert from_query({**version, "d": "counter"})[0].stream.sigma == 0.001
    assert from_query({"v": "2", "d": "counter"})[0].stream.sigma == 0


def test_labels_of_points_that_start_at_1_are_read_as_classes_from_1():
    chosen, notes = from_query({"v": "2", "d": "points(0 1 1; 1 0 2; -1 0 3)"})
    assert chosen.stream.dataset == "points(0 1 0; 1 0 1; -1 0 2)"
    assert notes == ["The labels of your points start at 1: labels 1 to 3 were read as classes 1 to 3."]
    assert from_query(to_query(chosen)) == (chosen, [])
    gap, notes = from_query({"v": "2", "d": "points(0 1 1; 1 0 3)"})
    assert (gap.stream.dataset, gap.stream.n_classes, notes) == ("points(0 1 1; 1 0 3)", 4, [])


def test_a_link_by_hand():
    chosen, notes = from_query(
        {"d": "circle(m=5)", "sig": "0.5", "a": "cspa~banditron(gamma=0.1)", "n": "3", "order": "cyclic", "bias": "1"}
    )
    assert notes == []
    assert chosen.stream.dataset == "circle(m=5)"
    assert chosen.texts == ("cspa(beta=1/(2(K-1)))", "banditron(gamma=0.1)")
    assert [chosen.value(name) for name in ("sigma", "trials", "order", "bias")] == [0.5, 3, "cyclic", True]


@given(valid())
def test_a_written_link_is_read_back_without_notes(chosen):
    query = to_query(chosen)
    assert from_query(query) == (chosen, [])
    assert set(query) <= {*KEYS, "v"}
    assert all(isinstance(value, str) for value in query.values())


def test_a_link_can_have_no_learner():
    nobody = FIRST.but(learners=())
    assert to_query(nobody) == {"v": "2", "a": ""}
    assert from_query({"a": ""}) == (nobody, [])


def test_many_clicked_points_fit_into_a_link():
    text = "; ".join(f"{i / 1000:.3f} {1 - i / 1000:.3f} {i % 3}" for i in range(400))
    chosen = with_dataset(FIRST, f"points({text})")
    assert len(chosen.stream.dataset) > 5000
    assert from_query(to_query(chosen)) == (chosen, [])


def test_unknown_keys_are_ignored():
    assert from_query({"utm_source": "mail", "t": "17", "D": "iris", "": "x"}) == (FIRST, [])


@pytest.mark.parametrize(
    ("query", "field", "value", "note"),
    [
        ({"sig": "-1"}, "sigma", 0.0, "sig=-1 in the link is now 0: it must be a number from 0 to 1,000,000."),
        ({"sig": "nan"}, "sigma", 0.25, "sig=nan in the link is now 0.25: a number from 0 to 1,000,000 was expected."),
        ({"sig": "inf"}, "sigma", 1e6, "sig=inf in the link is now 1000000: it must be a number from 0 to 1,000,000."),
        ({"sig": "lot"}, "sigma", 0.25, "sig=lot in the link is now 0.25: a number from 0 to 1,000,000 was expected."),
        ({"seed": "2.6"}, "seed", 3, "seed=2.6 in the link is now 3: it must be a whole number from 0 to 1,000,000."),
        (
            {"seed": "9e99"},
            "seed",
            page_range("seed").high,
            "seed=9e99 in the link is now 1000000: it must be a whole number from 0 to 1,000,000.",
        ),
        ({"n": "0"}, "trials", 1, "n=0 in the link is now 1: it must be a whole number from 1 to 50."),
        (
            {"T": "many"},
            "rounds",
            0,
            "T=many in the link is now 0: a whole number from 1 to 100,000 or 0 (each instance once) was expected.",
        ),
        ({"norm": "yes"}, "normalise", True, "norm=yes in the link is now 1: 0 or 1 was expected."),
        ({"order": "cycle"}, "order", "cyclic", "order=cycle in the link is now cyclic: it must be one of"),
        ({"d": "iriss"}, "dataset", "iris", "d=iriss in the link is now iris: There is no data set 'iriss'"),
        ({"d": "circle(m=99)"}, "dataset", "circle(m=6)", "d=circle(m=99) in the link is now circle(m=6)"),
        ({"d": "?"}, "dataset", "gaussians4", "d=? in the link is now gaussians4"),
        ({"a": "cspa(beta=3)"}, "learners", ("cspa(beta=1)",), "a=cspa(beta=3) in the link is now cspa(beta=1)"),
        ({"a": "CSPA(beta=0.3)"}, "learners", ("cspa(beta=0.3)",), "There is no learner 'CSPA'"),
        ({"a": "cspa@x(beta=1)"}, "learners", ("cspa(beta=1/(2(K-1)))",), "A branch looks like"),
        ({"v": "0"}, "seed", 7, "The link says version 0; it was read as version 2."),
    ],
)
def test_a_bad_value_becomes_the_nearest_valid_one_with_a_note(query, field, value, note):
    chosen, notes = from_query(query)
    assert chosen.value(field) == value
    assert len(notes) == 1
    assert note in notes[0]


@pytest.mark.parametrize("key", ["d", "a", "sig", "order", "v"])
def test_a_note_does_not_repeat_all_of_a_long_value(key):
    _, (note,) = from_query({key: "x1" * 5000})
    assert len(note) < 500
    assert "x1…" in note or "x…" in note


def test_a_conflicting_setting_is_left_out():
    chosen, notes = from_query({"bias": "1", "kern": "2"})
    assert (chosen.stream.bias, chosen.stream.kernel) == (True, 0.0)
    assert notes == ["kern=2 in the link is left out: bias and kernel exclude each other: kernel features have no "
                     "constant feature."]  # fmt: skip


def test_a_branch_after_the_last_round_becomes_its_parent():
    chosen, (note,) = from_query({"a": "bpa~cspa(beta=1/6)@600(beta=1)", "T": "500"})
    assert chosen.texts == ("bpa(gamma=0.01)", "cspa(beta=1/6)")
    assert "A branch must begin before the last of 500 rounds" in note


def test_a_kernel_that_is_too_narrow_is_left_out():
    chosen, (note,) = from_query({"kern": "1e-12"})
    assert chosen.stream.kernel == 0
    rule = "kernel must be 0 (none) or a number from 1e-09 to 1,000,000,000, got 1e-12."
    assert note == f"kern=1e-12 in the link is left out: {rule}"


def test_a_seventh_learner_is_left_out():
    texts = [f"cspa(beta=0.{i})" for i in range(1, 8)]
    chosen, notes = from_query({"a": "~".join(texts)})
    assert chosen.texts == tuple(texts[:6])
    assert "at most 6 learners play together" in notes[0]


PIECES = st.sampled_from(
    [
        "cspa",
        "beta",
        "(",
        ")",
        "=",
        "1/0",
        "K-1",
        "@",
        "600",
        "~",
        ",",
        "banditron",
        "β",
        "NaN",
        "1e999",
        "-0",
        "٣",
        "\0",
    ]
)
ODD = st.one_of(
    st.text(max_size=30),
    st.lists(PIECES, max_size=12).map("".join),
    st.sampled_from(
        ["linear(K=2, d=2)", "points()", "points(1 1 0)", "circle(m=-1)", "1" * 400, "true", "1,5", "0x10"]
    ),
    st.text(string.printable, max_size=12),
    st.floats().map(str),
    st.integers().map(str),
)


@examples(max_examples=300)
@given(st.dictionaries(st.sampled_from([*KEYS, "v", "pin", "zz"]), ODD, max_size=6))
def test_any_query_gives_a_valid_experiment(query):
    chosen, notes = from_query(query)
    assert chosen == chosen.but(), "it passes its own checks"
    assert from_query(to_query(chosen)) == (chosen, [])
    assert all(note.endswith((".", "?")) and len(note) < 500 for note in notes), notes


def test_of_several_bad_learners_each_is_named_in_a_sentence_without_the_list_of_all_learners():
    _, (note,) = from_query({"a": "~0"})
    assert note.endswith("A learner looks like cspa(beta=1/6), got ''. There is no learner '0'.")
    _, (note,) = from_query({"a": "~" + 200 * "x"})
    assert note.endswith("….")
    _, (note,) = from_query({"a": "~cpsa"})
    assert note.endswith("did you mean 'cspa'?")


def test_every_bad_learner_of_a_link_is_named():
    experiment, notes = from_query({"a": "cspa(beta=7)~banditron(gamma=4)~nonsense~cspa(beta=7)~cspa(beta=1/6)"})
    assert experiment.texts == ("cspa(beta=1)", "banditron(gamma=1)", "cspa(beta=1)", "cspa(beta=1/6)")
    (note,) = notes
    assert "cspa: beta must be in (0, 1], got 7. banditron: gamma must be in (0, 1], got 4. There is no learner" in note
    assert note.count("got 7") == 1
    _, (note,) = from_query({"a": "~".join(f"cspa(beta={k})" for k in range(2, 7))})
    assert note.endswith("got 4. 2 more learners are not valid.")
    _, (note,) = from_query({"a": "~".join(f"cspa(beta={k})" for k in range(2, 6))})
    assert note.endswith("got 4. 1 more learner is not valid.")
