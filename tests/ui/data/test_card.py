"""The cards of the Data page: each says what the data set is, its size, its classes, source and licence."""

import re
from html import escape

import pytest

from cspa_explore.datasets import DATASETS, describe
from cspa_explore.datasets.spec import Shape
from cspa_explore.ui.data.card import card, size_words, tables_of

LISTED = [key for key, spec in DATASETS.items() if spec.listed]


@pytest.mark.parametrize("key", LISTED)
def test_a_card_says_everything_about_its_data_set(key):
    info = describe(key)
    spec, shape = info.spec, info.shape
    shown = card(info)
    for part in (spec.name, spec.what or spec.note, *size_words(shape), spec.source, spec.licence):
        assert escape(part) in shown
    assert ("not on this machine" in shown) == (not info.present)
    for table in tables_of(spec):
        assert table.split(" (")[0] in shown
    heights = [int(height) for height in re.findall(r"height:(\d+)%", shown)]
    if shape.counts is None:
        assert heights == []
    else:
        assert len(heights) == shape.K, "one bar per class"
        assert max(heights) == 100
        assert f"{shape.names[0]} {shape.counts[0]:,}" in shown


def test_the_bars_are_as_high_as_the_classes_are_large():
    heights = [int(height) for height in re.findall(r"height:(\d+)%", card(describe("satimage")))]
    assert heights == [100, 45, 90, 39, 44, 97]  # 1072, 479, 961, 415, 470 and 1038 rows


def test_one_feature_is_one():
    assert size_words(Shape(2, 20, 1)) == ("20 rows · 1 feature", "2 classes")


def test_every_real_data_set_says_what_its_instances_are():
    for key in LISTED:
        spec = DATASETS[key]
        assert spec.what.endswith(".") or (spec.kind != "bundled" and spec.note), key
        assert len(spec.what) <= 80, key
