"""Learners as files: a loaded learner continues where the saved one stopped; a bad file is refused in a sentence."""

import json
import os
import stat

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from cspa_explore import Learner, make
from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.errors import UserError
from cspa_explore.learners import saved
from tests.sample_streams import STREAMS


def played(text="banditron(gamma=0.3)", rounds=100, sparse=False):
    stream = STREAMS["sparse"]
    learner = make(text, n_classes=stream.K, n_features=stream.X.shape[1], seed=4, sparse=sparse)
    learner.run(stream.X[:rounds], stream.y[:rounds])
    return learner


def same_state(a, b):
    pairs = zip((*a._geometry, *a._round), (*b._geometry, *b._round), strict=True)
    return (a.text, a.rounds, a.skipped, a.storage) == (b.text, b.rounds, b.skipped, b.storage) and all(
        np.array_equal(p, q, equal_nan=True) and p.dtype == q.dtype for p, q in pairs
    )


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("key", ALGORITHMS)
def test_a_loaded_learner_decides_as_the_saved_one(key, sparse, tmp_path):
    stream = STREAMS["sparse"]
    learner = played(key, sparse=sparse)
    learner.save(tmp_path / "a.npz")
    other = Learner.load(tmp_path / "a.npz")
    assert same_state(learner, other)
    X = scipy.sparse.csr_array(stream.X[100:]) if sparse else stream.X[100:]
    a, b = (one.run(X, stream.y[100:]) for one in (learner, other))  # each draws its own uniforms
    for p, q in zip(a, b, strict=True):
        np.testing.assert_array_equal(p, q)
    assert same_state(learner, other)
    for array in (*other._geometry, *other._round):
        assert array.ctypes.data % 64 == 0


@pytest.mark.parametrize(("sparse", "shape"), [(False, (7, 30)), (True, (30, 7))])
def test_a_file_holds_weights_without_padding(sparse, shape, tmp_path):
    learner = played("cspa", sparse=sparse)
    learner.save(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as stored:
        W = stored["geometry.W"]
    assert W.shape == shape
    W = W.T if sparse else W
    np.testing.assert_allclose(W - W.mean(axis=0), learner.weights(), atol=1e-12)


@pytest.mark.parametrize("text", ["cspa(beta=1/(2(K-1)))", "spa", "confidit(prior=2.5)", "exp_grad"])
def test_the_last_round_can_still_be_inspected(text, tmp_path):
    learner = played(text)
    learner.save(tmp_path / "a.npz")
    other = Learner.load(str(tmp_path / "a.npz"))
    for p, q in zip(learner.last_update(), other.last_update(), strict=True):
        np.testing.assert_array_equal(p, q)
        assert type(p) is type(q)
    assert repr(learner) == repr(other)


def test_a_new_learner_can_be_saved(tmp_path):
    make("soba", n_classes=3, n_features=2).save(tmp_path / "a.npz")
    other = Learner.load(tmp_path / "a.npz")
    assert other.rounds == 0
    with pytest.raises(RuntimeError, match="no update yet"):
        other.last_update()


def test_an_open_proposal_must_be_answered_first(tmp_path):
    learner = played()
    learner.propose(np.ones(30))
    with pytest.raises(RuntimeError, match=r"feedback\(correct\) was expected"):
        learner.save(tmp_path / "a.npz")
    assert not list(tmp_path.iterdir())


def test_centring_continues_at_the_same_rounds(tmp_path):
    rng = np.random.default_rng(0)
    X, y = np.abs(rng.normal(size=(40_000, 3))), rng.integers(4, size=40_000)
    learner = make("cspa(beta=1)", n_classes=4, n_features=3)
    learner.run(X[:20_000], y[:20_000])
    learner.save(tmp_path / "a.npz")
    other = Learner.load(tmp_path / "a.npz")
    for one in (learner, other):
        one.run(X[20_000:], y[20_000:])
    np.testing.assert_array_equal(learner._geometry.W, other._geometry.W)


# Writing


def test_a_file_is_replaced_in_one_step_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "a.npz"
    played(rounds=50).save(path)
    before = path.read_bytes()

    def fail(file, **arrays):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saved.np, "savez", fail)
    with pytest.raises(UserError, match=r"file that can be written, got '.*a.npz' \(No space left on device\)"):
        played().save(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["a.npz"], "nothing is left lying around"


def test_interrupting_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupt(file, **arrays):
        raise KeyboardInterrupt

    monkeypatch.setattr(saved.np, "savez", interrupt)
    with pytest.raises(KeyboardInterrupt):
        played().save(tmp_path / "a.npz")
    assert not list(tmp_path.iterdir())


def test_the_name_is_taken_as_it_is_and_the_mode_is_the_usual_one(tmp_path):
    played().save(tmp_path / "my learner")
    assert Learner.load(tmp_path / "my learner").rounds == 100
    usual = tmp_path / "usual"
    usual.touch()
    assert stat.S_IMODE((tmp_path / "my learner").stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/proc/nowhere/a.npz", r"A learner is saved to a file that can be written, got '/proc/nowhere/a.npz' \("),
        ("", "The path of a learner is a text like 'learner.npz', got ''"),
        (5, "The path of a learner is a text like 'learner.npz', got 5"),
        (None, "The path of a learner is a text like 'learner.npz', got None"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused(path, sentence):
    with pytest.raises(UserError, match=sentence):
        played().save(path)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(UserError, match=r"can be written, got '.*' \(Is a directory\)"):
        played().save(tmp_path)
    with pytest.raises(UserError, match=r"can be read, got '.*' \(Is a directory\)"):
        Learner.load(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=r"can be read, got '.*' \(Not a directory\)"):
        Learner.load(tmp_path / "file" / "a.npz")


# Reading


def refusal(path):
    with pytest.raises(UserError) as error:
        Learner.load(path)
    sentence = str(error.value)
    assert str(path) in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_a_missing_file_is_refused(tmp_path):
    assert "from a file that exists, got" in refusal(tmp_path / "nothing.npz")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "a.npz"
    played(rounds=30).save(path)
    return path.read_bytes()


@given(share=st.floats(0, 1, exclude_max=True))
@settings(max_examples=40)
def test_a_truncated_file_is_refused(file, tmp_path_factory, share):
    path = tmp_path_factory.getbasetemp() / "cut.npz"
    path.write_bytes(file[: int(share * len(file))])
    assert "must be a file written by Learner.save, got" in refusal(path)


@given(st.data())
@settings(max_examples=200)
def test_a_changed_byte_is_noticed_or_changes_nothing(file, tmp_path_factory, data):
    at = data.draw(st.integers(0, len(file) - 1))
    path = tmp_path_factory.getbasetemp() / "flipped.npz"
    path.write_bytes(file[:at] + bytes([file[at] ^ data.draw(st.integers(1, 255))]) + file[at + 1 :])
    try:
        learner = Learner.load(path)
    except UserError:
        refusal(path)
    else:
        assert same_state(learner, played(rounds=30)), "only what zip files hold about themselves may differ"


def test_files_of_other_kinds_are_refused(tmp_path):
    text, array, archive = tmp_path / "a.txt", tmp_path / "a.npy", tmp_path / "b.npz"
    text.write_text("cspa(beta=1/6)")
    np.save(array, np.ones(3))
    np.savez(archive, X=np.ones(3), y=np.ones(2))
    assert "got a file that is truncated or of another kind." in refusal(text)
    assert "got a file that is truncated or of another kind." in refusal(array)
    assert "got an archive of X, y." in refusal(archive)
    empty = tmp_path / "empty"
    empty.touch()
    assert "truncated" in refusal(empty)


class Trap:
    def __init__(self, folder):
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (self.folder,)


def test_nothing_in_a_file_is_executed(tmp_path):
    folder = tmp_path / "made by the file"
    np.savez(tmp_path / "a.npz", header=np.array([Trap(str(folder))], dtype=object))
    assert "must be a file written by Learner.save" in refusal(tmp_path / "a.npz")
    assert not folder.exists()


def changed(path, header=None, **arrays):
    """Write a learner's file with some of its contents replaced; None leaves a member out."""
    contents = saved._contents(played(rounds=30))
    fields = json.loads(str(contents["header"])) | (header or {})
    fields = {name: value for name, value in fields.items() if value is not ...}
    contents |= {"header": np.array(json.dumps(fields))} | {name.replace("__", "."): a for name, a in arrays.items()}
    np.savez(path, **{name: array for name, array in contents.items() if array is not None})


@pytest.mark.parametrize(
    ("header", "arrays", "sentence"),
    [
        ({"format": "something else"}, {}, "got a file with another header"),
        ({"version": 2}, {}, "got version 2 where this program reads version 1"),
        ({"learner": "neural_net"}, {}, "got a file whose learner is refused: There is no learner 'neural_net'"),
        ({"learner": "banditron(gamma=7)"}, {}, r"gamma must be in \(0, 1\], got 7"),
        ({"learner": "confidit"}, {}, "got a file without 'geometry.b'"),
        ({"learner": 5}, {}, "A learner is a text like"),
        ({"n_classes": 8}, {}, r"got weights of shape \(7, 30\) for 8 classes and 30 features"),
        ({"n_features": 10**13}, {}, r"got weights of shape \(7, 30\) for 7 classes and 10000000000000 features"),
        ({"n_classes": "7"}, {}, "got weights of shape"),
        ({"storage": "sparse"}, {}, r"got weights of shape \(7, 30\)"),
        ({"storage": "tape"}, {}, "got "),
        ({"rounds": -1}, {}, "got rounds = -1 where a whole number"),
        ({"rounds": 1.5}, {}, "got rounds = 1.5 where a whole number"),
        ({"random": {"bit_generator": "MT19937"}}, {}, "got a damaged file"),
        ({"random": "seed"}, {}, "got a damaged file"),
        ({"random": ...}, {}, "got a file without 'random'"),
        ({"last": {"y_hat": 9, "y_tilde": 0, "told": True, "loss": 0.0}}, {}, "got y_hat = 9 where a whole number"),
        ({"last": {"y_hat": 0}}, {}, "got a file without 'y_tilde'"),
        ({}, {"geometry__W": np.zeros((7, 30), np.float32)}, r"got geometry.W as float32 of shape \(7, 30\)"),
        ({}, {"round__s": np.zeros(6)}, r"got round.s as float64 of shape \(6,\)"),
        ({}, {"round__aux": None}, "got a file without 'round.aux'"),
        ({}, {"last__x": np.zeros(3)}, "got "),
        ({}, {"geometry__W": np.full((7, 30), np.nan)}, "got geometry.W with impossible numbers"),
        ({}, {"geometry__W": np.full((7, 30), np.inf)}, "got geometry.W with impossible numbers"),
        ({}, {"round__active": np.full(7, -5)}, "got round.active with impossible numbers"),
        ({}, {"more": np.zeros(3)}, "got a file with the unknown array 'more'"),
    ],
)
def test_contents_that_do_not_fit_are_refused(header, arrays, sentence, tmp_path):
    changed(tmp_path / "a.npz", header, **arrays)
    with pytest.raises(UserError, match=sentence):
        Learner.load(tmp_path / "a.npz")
    refusal(tmp_path / "a.npz")
    changed(tmp_path / "a.npz")
    assert same_state(Learner.load(tmp_path / "a.npz"), played(rounds=30)), "unchanged contents are taken"


def test_a_header_that_is_no_json_is_refused(tmp_path):
    np.savez(tmp_path / "a.npz", header=np.array("{"))
    assert "damaged" in refusal(tmp_path / "a.npz")
    np.savez(tmp_path / "a.npz", header=np.array("[1]"))
    assert "another header" in refusal(tmp_path / "a.npz")
