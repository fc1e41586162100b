"""Bytes: what is packed comes back, and damaged bytes are refused with a sentence."""

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from cspa_explore.errors import UserError
from cspa_explore.player.packing import DTYPES, pack, unpack

ARRAYS = st.dictionaries(
    st.text(min_size=1, max_size=8),
    st.sampled_from(sorted(DTYPES)).flatmap(
        lambda kind: npst.arrays(DTYPES[kind], npst.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4))
    ),
    max_size=4,
)
GOOD = pack({"K": 4, "words": "β"}, {"y": np.arange(5, dtype=np.uint8), "W": np.ones((2, 3), np.float32)})


def with_header(**changes):
    """The good bytes with another header; a value None takes the key out."""
    length = int.from_bytes(GOOD[4:8], "little")
    header = json.loads(GOOD[8 : 8 + length]) | changes
    text = json.dumps({key: value for key, value in header.items() if value is not None}).encode()
    text += b" " * (-len(text) % 8)
    return GOOD[:4] + len(text).to_bytes(4, "little") + text + GOOD[8 + length :]


def test_the_bytes_are_laid_out_as_the_browser_reads_them():
    data = pack({"K": 2}, {"a": np.array([1, 2], np.uint8), "b": np.array([3.0], np.float32)})
    length = int.from_bytes(data[4:8], "little")
    header = json.loads(data[8 : 8 + length])
    assert data[:4] == b"CSPA"
    assert length % 8 == 0
    assert header["version"] == 1
    assert header["arrays"]["b"] == {"dtype": "f4", "shape": [1], "start": 8}
    assert data[8 + length :] == bytes([1, 2, 0, 0, 0, 0, 0, 0]) + np.float32(3).tobytes() + bytes(4)


@given(ARRAYS)
def test_arrays_come_back_bit_by_bit(arrays):
    header, found = unpack(pack({"words": "σ = 0.25"}, arrays))
    assert header["words"] == "σ = 0.25"
    assert list(found) == list(arrays)
    for name, array in arrays.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert found[name].tobytes() == array.tobytes()


def test_a_slice_or_a_transposed_array_is_packed_by_its_values():
    array = np.arange(12, dtype=np.int32).reshape(3, 4)
    _, found = unpack(pack({}, {"a": array.T[::2]}))
    np.testing.assert_array_equal(found["a"], array.T[::2])


@given(st.integers(1, 16), st.lists(st.integers(0, 2**16 - 1), max_size=40))
def test_small_numbers_take_few_bits(bits, values):
    array = np.array(values, np.uint16) & (2**bits - 1)
    after = np.array([1.5, 2.5])
    data = pack({}, {"a": array, "b": after}, {"a": bits})
    _, found = unpack(data)
    np.testing.assert_array_equal(found["a"], array)
    assert found["a"].dtype == np.uint16
    np.testing.assert_array_equal(found["b"], after)


def test_the_lowest_bit_is_first():
    data = pack({}, {"a": np.array([[1, 2, 5], [7, 0, 3]], np.uint8)}, {"a": 3})
    assert data[-8:-4] == bytes([0b01_010_001, 0b1_000_111_1, 0b01, 0])
    assert unpack(data)[1]["a"].tolist() == [[1, 2, 5], [7, 0, 3]]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "starts with"),
        (b"PNG\x00" + GOOD[4:], "starts with"),
        (GOOD[:6], "header cannot be read"),
        (GOOD[:60], "header cannot be read"),
        (GOOD[:8] + b"\xff" + GOOD[9:], "header cannot be read"),
        (b"CSPA\x04\x00\x00\x00[1] ", "header cannot be read"),
        (b"CSPA\x02\x00\x00\x0012", "header cannot be read"),
        (GOOD[:-9], "ends within its array W"),
        (with_header(version=2), "has version 2; this program reads version 1"),
        (with_header(version=None), "header cannot be read"),
        (with_header(arrays=None), "header cannot be read"),
        (with_header(arrays=[1]), "header cannot be read"),
        (with_header(arrays={"y": 3}), "header cannot be read"),
        (with_header(arrays={"y": {"dtype": "q9", "shape": [1], "start": 0}}), "header cannot be read"),
        (with_header(arrays={"y": {"dtype": "u1", "shape": [-1], "start": 0}}), "header cannot be read"),
        (with_header(arrays={"y": {"dtype": "u1", "shape": [1], "start": -8}}), "header cannot be read"),
        (with_header(arrays={"y": {"dtype": "u1", "shape": ["a"], "start": 0}}), "header cannot be read"),
        (with_header(arrays={"y": {"dtype": "u1", "shape": [1], "start": 0, "bits": 17}}), "header cannot be read"),
        (with_header(arrays={"y": {"dtype": "u1", "shape": [1], "start": 0, "bits": "1"}}), "header cannot be read"),
        (with_header(arrays={"y": {"dtype": "u1", "shape": [9999], "start": 0, "bits": 1}}), "ends within its array y"),
    ],
)
def test_damaged_bytes_are_refused_with_a_sentence(data, what):
    with pytest.raises(UserError, match=what):
        unpack(data)


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255), st.booleans())
def test_no_damage_raises_anything_else(place, value, cut):
    damaged = GOOD[:place] if cut else GOOD[:place] + bytes([value]) + GOOD[place + 1 :]
    with suppress(UserError):
        unpack(damaged)


def test_a_header_holds_no_nan_and_an_array_no_other_dtype():
    with pytest.raises(ValueError, match="JSON"):
        pack({"best": float("nan")}, {})
    with pytest.raises(KeyError):
        pack({}, {"a": np.zeros(1, np.int64)})
