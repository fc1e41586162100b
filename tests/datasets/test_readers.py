"""The readers of own files: what they understand, and the sentence for each kind of bad file."""

import bz2
import gzip
import io
import lzma
import tracemalloc

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

from cspa_explore.core.gate import LARGEST
from cspa_explore.datasets.readers import limits
from cspa_explore.datasets.readers.names import clean, file_name
from cspa_explore.datasets.readers.whole_file import preview, read_file
from cspa_explore.errors import UserError
from tests.sample_datasets import values

FLOWERS = b"length,colour,kind\n1.5,red,rose\n2,white,lily\n2.5,red,rose\n"
SVM = b"3 1:0.5 4:2\n-1 2:1 # a comment\n3 4:-1e-3\n"


def all_values(data):
    return values(data, np.arange(len(data.y)))


def test_a_table_by_hand():
    reading = read_file(FLOWERS, "flowers.csv")
    data = reading.data
    assert data.names == ("lily", "rose")
    assert data.y.tolist() == [1, 0, 1]
    assert data.features == ("length", "colour = red", "colour = white")
    assert all_values(data).tolist() == [[-1, 1, 0], [0, 0, 1], [1, 1, 0]]
    assert [column.use for column in reading.columns] == ["number", "one-hot", "label"]
    assert reading.label == 3
    assert reading.words == (
        "Table with commas and a header: 3 rows; 2 classes, label 'kind'; 1 numeric column scaled to [−1, 1], "
        "1 column one-hot encoded."
    )


def test_numbers_stay_as_they_are_without_scaling():
    assert all_values(read_file(FLOWERS, "flowers.csv", scale=False).data)[:, 0].tolist() == [1.5, 2, 2.5]


def test_a_column_whose_range_is_almost_0_counts_as_constant():
    data = read_file(b"a,b,kind\n0,1,x\n1e-310,3,y\n", "t.csv").data
    assert all_values(data).tolist() == [[0, -1], [0, 1]]


def test_a_file_of_one_feature_and_one_row_is_counted_in_the_singular():
    assert read_file(b"1 1:5\n2 1:6\n", "a.svm").words == "svmlight: 2 rows; 2 classes; 1 feature."
    with pytest.raises(UserError, match="column 'kind': the only row has the label 'x', but 2 classes are needed"):
        read_file(b"a,b,kind\n1,2,x\n", "t.csv")


def test_svmlight_by_hand():
    data = read_file(SVM, "a.svm").data
    assert data.names == ("-1", "3")
    assert data.y.tolist() == [1, 0, 1]
    X = data.X.toarray() if data.is_sparse else data.X
    assert X.tolist() == [[0.5, 0, 0, 2], [0, 1, 0, 0], [0, 0, 0, -1e-3]]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("content", [SVM, FLOWERS])
def test_a_compressed_file_is_the_same_data_set(pack, content):
    plain, packed = read_file(content, "a").data, read_file(pack(content), "a").data
    assert np.array_equal(all_values(plain), all_values(packed))
    assert plain.names == packed.names
    halves = pack(content[:20]) + pack(content[20:])
    assert np.array_equal(all_values(plain), all_values(read_file(halves, "a").data)), "several streams in one file"


def test_sparse_rows_stay_sparse_and_equal_dense_ones():
    rng = np.random.default_rng(0)
    X = scipy.sparse.random_array((60, 500), density=0.02, rng=rng, format="csr")
    text = "".join(
        f"{i % 3} " + " ".join(f"{j + 1}:{v!r}" for j, v in zip(row.indices, map(float, row.data), strict=True)) + "\n"
        for i, row in ((i, X[[i]]) for i in range(60))
    )
    data = read_file(text.encode(), "a.svm").data
    assert data.is_sparse
    assert data.X.indices.dtype == np.int32
    assert np.array_equal(data.X.toarray(), X.toarray()[:, : data.d])


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("header", [True, False])
def test_the_layout_is_found(delimiter, encoding, header):
    rows = [["länge", "breite", "art"]] * header + [["1.25", "-3", "ä"], ["4", "5e1", "b"], ["0", "1", "ä"]]
    content = "\r\n".join(delimiter.join(row) for row in rows).encode(encoding)
    reading = read_file(content, "t.csv", scale=False)
    assert all_values(reading.data).tolist() == [[1.25, -3], [4, 50], [0, 1]]
    assert reading.data.names == ("b", "ä")
    assert (reading.columns[0].name == "länge") == header


def test_quoting_and_decimal_commas():
    quoted = b'"a, b",c,kind\n"1",2,"x, ""y"""\n3,4,"two\nlines"\n5,6,z\n'
    reading = read_file(quoted, "q.csv", scale=False)
    assert reading.columns[0].name == "a, b"
    assert set(reading.data.names) == {'x, "y"', "two lines", "z"}
    german = read_file(b"a;b;kind\n1,5;2;x\n2,25;3;y\n", "g.csv", scale=False)
    assert all_values(german.data).tolist() == [[1.5, 2], [2.25, 3]]


def test_tables_as_spreadsheets_of_other_countries_write_them():
    rows = "".join(f"{i},{i % 7};2,{i};{'xy'[i % 2]}\n" for i in range(50))
    for text in ("a;b;kind\n" + rows, rows, rows.replace(";", "\t")):
        reading = read_file(text.encode(), "g.csv", scale=False)
        assert all_values(reading.data)[8].tolist() == [8.1, 2.8]
        assert "decimal commas" in reading.words
    grouped = read_file(b'a,b,kind\n"12,345.5",45%,x\n-900,$3,y\n"1,000,000",0 %,x\n', "t.csv", scale=False)
    assert all_values(grouped.data).tolist() == [[12345.5, 45], [-900, 3], [1e6, 0]]
    german = read_file(b"a;kind\n1.234,5;x\n2,5;y\n", "g.csv", scale=False)
    assert all_values(german.data).tolist() == [[1234.5], [2.5]]


def test_comments_before_a_table_are_skipped_but_not_a_header_with_a_number_sign():
    plain = b"a,b,kind\n1,2,x\n3,4,y\n"
    commented = read_file(b"# measured by hand, in May\n\n# twice\n" + plain, "t.csv", scale=False)
    assert all_values(commented.data).tolist() == [[1, 2], [3, 4]]
    assert read_file(b"#a,b,kind\n1,2,x\n3,4,y\n", "t.csv").columns[0].name == "#a"
    with pytest.raises(UserError, match=r"t.csv, row 4, column 'b': 'oops' is not a number"):
        read_file(b"# by hand\na,b,kind\n1,2,x\n1,oops,x\n3,4,y\n5,6,y\n", "t.csv")


@pytest.mark.parametrize(
    ("content", "label"),
    [
        (b"class,a,b\nx,1,2\ny,2,3\n", 1),
        (b"a,Species,b\n1,x,2\n2,y,3\n", 2),
        (b"a,b,c\n0.5,1.5,x\n2.5,3.5,y\n", 3),
        (b"5,0.5,0.25\n4,0.1,0.9\n5,0.3,0.2\n4,0.7,0.6\n", 1),
        (b"5,0.5,0\n4,0.1,0\n5,0.3,0\n4,0.7,0\n", 1),
        (b"0.5,0.25,5\n0.1,0.9,4\n0.3,0.2,5\n0.7,0.6,4\n", 3),
    ],
)
def test_the_label_column_is_guessed(content, label):
    assert preview(content, "t.csv").label == label
    assert read_file(content, "t.csv").label == label


def test_the_label_column_is_chosen_by_name_or_number():
    assert read_file(FLOWERS, "f.csv", "colour").data.names == ("red", "white")
    assert read_file(FLOWERS, "f.csv", "2").data.names == ("red", "white")
    numbered = b"3,1,2\n0,1,5\n1,0,6\n"
    assert read_file(numbered, "f.csv", "2").label == 2
    with pytest.raises(UserError, match=r"f.csv has no column 'price': give a name or a number from 1 to 3"):
        read_file(FLOWERS, "f.csv", "price")


def table(column):
    return b"a,kind\n" + b"".join(b"%d,%b\n" % (i, cell) for i, cell in enumerate(column))


BAD = {
    "no rows": (b"a,b,kind\n", "t.csv holds a header and no rows."),
    "longer row": (b"one two\nthree four five\nsix\n", "t.csv, row 2 has more cells than the table has columns"),
    "missing": (b"a,b,kind\n1,,x\n3,2,y\n4,5,x\n", "t.csv, row 2, column 'b': the value is missing (an empty cell)"),
    "question mark": (b"a,b,kind\n1,2,x\n3,?,y\n4,5,x\n", "t.csv, row 3, column 'b': the value is missing ('?')"),
    "no number": (b"a,b,kind\n1,2,x\n3,cat,y\n4,5,x\n", "t.csv, row 3, column 'b': 'cat' is not a number"),
    "late text": (table([b"%d" % (i % 2) for i in range(3000)]) + b"oops,1\n", "t.csv, row 3,002, column 'a': 'oops'"),
    "infinite": (b"a,b,kind\n1,inf,x\n3,2,y\n", "t.csv, row 2, column 'b': numbers must be finite"),
    "too large": (b"a,b,kind\n1,1e200,x\n3,2,y\n", "t.csv, row 2, column 'b': numbers must be finite and at"),
    "no label": (b"a,b,kind\n1,2,x\n3,2,\n4,5,x\n", "t.csv, row 3, column 'kind': the value is missing"),
    "short row": (b"a,b,kind\n1,2,x\n3,2\n4,5,x\n", "t.csv, row 3, column 'kind': the value is missing"),
    "long row": (b"a,b,kind\n1,2,x\n3,2,y,7\n4,5,x\n", "t.csv, row 3 has 4 cells, but the table has 3 columns."),
    "blank row": (b"a,b,kind\n1,2,x\n\n3,2,y\n4,5,x\n", "t.csv, row 3"),
    "one class": (b"a,b,class\n1,2,x\n3,2,x\n", "t.csv, column 'class': all 2 rows have the label 'x'"),
    "regression": (table([b"%.3f" % (i / 7) for i in range(300)]), "t.csv, column 'kind' looks like a regression"),
    "names": (table([b"n%d" % i for i in range(300)]), "t.csv, column 'kind' holds 300 different labels in 300 rows"),
    "same headers": (b"a,a,kind\n1,2,x\n3,2,y\n", "t.csv: columns 1 and 2 are both called 'a'; rename one."),
    "empty": (b"", "t.csv is empty."),
    "blank": (b"\n \n", "t.csv holds no rows, only blank lines."),
    "zero byte": (b"a,b\n1,\0\n", "t.csv, row 2 is not text: it holds a zero byte."),
    "encoding": (b"a,b,kind\n1,2,\x81\n3,4,y\n", "t.csv, row 2 is not text in UTF-8, UTF-16 or Windows-1252: save"),
    "late encoding": (b"a,b,kind\n" + b"1,2,x\r\n" * 2**18 + b"3,4,\x81", "t.csv, row 262,146 is not text in UTF-8"),
    "cut UTF-16": ("a,b\n1,2\n3,4\n".encode("utf-16")[:-1], "t.csv, row 3 is not text in utf-16: save the file as"),
    "open quote": (b'a,b,kind\n1,"2,x\n3,2,y\n', "t.csv, row 2 has a quotation mark that is never closed."),
    "late quote": (b"a,b,kind\n" + b"1,2,x\n3,4,y\n" * 2**18 + b'1,"2,x\n', "t.csv, row 524,290 has a quotation mark"),
    "one column": (b"a\n1\n2\n", "t.csv must be a table with at least 2 columns"),
    "archive": (b"PK\x03\x04rest", "t.csv is a zip archive or a spreadsheet; CSV, TSV"),
    "cut gzip": (gzip.compress(FLOWERS)[:-12], "t.csv cannot be unpacked: its gzip data are damaged"),
    "bad bzip2": (b"BZh9" + bytes(30), "t.csv cannot be unpacked: its bzip2 data are damaged"),
    "svm label": (b"cat 3:1\n2 2:1\n", "t.csv, row 1: the label must be a finite number, got 'cat'."),
    "svm order": (b"1 3:1 2:1\n2 2:1\n", "t.csv, row 1: index 2 follows index 3, but indices must ascend."),
    "svm twice": (b"1 3:1 3:1\n2 2:1\n", "t.csv, row 1: index 3 follows index 3, but indices must ascend."),
    "svm negative": (b"1 1:1\n2 -2:1\n", "t.csv, row 2: index:value was expected, with an index from 0, got '-2:1'."),
    "svm huge": (b"1 1:1\n2 99999999999:1\n", "t.csv, row 2: the index may be at most 1,000,000, got '99999999999'."),
    "svm nan": (b"1 1:1\n2 2:nan\n", "t.csv, row 2: the value of index 2 must be a finite number, got 'nan'."),
    "svm word": (b"1 1:1 2:1 3:x\n2 2:1\n", "t.csv, row 1: the value of index 3 must be a finite number, got 'x'."),
    "svm one class": (b"1 1:1\n1 2:1\n", "t.csv, the label: all 2 rows have the label '1'"),
    "parquet": (b"PAR1 nothing", "t.csv cannot be read as Parquet"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_gets_one_sentence(kind):
    content, sentence = BAD[kind]
    with pytest.raises(UserError) as refusal:
        read_file(content, "t.csv")
    assert str(refusal.value).startswith(sentence)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("content", "more"),
    [
        (b"a,b,kind\n1,,x\n3,2,y\n4,5,x\n", ""),
        (b"a,b,kind\n1,2,x\n3,?,y\n4,?,x\n", " Up to row 4, 1 more value is missing."),
        (b"a,b,kind\n1,,x\n3,n/a,y\n,5,\n", " Up to row 4, 3 more values are missing."),
    ],
)
def test_the_first_missing_value_is_named_and_the_others_are_counted(content, more):
    with pytest.raises(UserError, match="the value is missing") as refusal:
        read_file(content, "t.csv")
    assert str(refusal.value).endswith(f"fill it in or delete the row.{more}")


def test_a_column_of_many_texts_is_left_out_and_reported():
    rows = b"".join(b"%d,name%d,%b\n" % (i, i, b"xy"[i % 2 : i % 2 + 1]) for i in range(200))
    reading = read_file(b"a,who,kind\n" + rows, "t.csv")
    assert [column.use for column in reading.columns] == ["number", "left out", "label"]
    assert reading.data.d == 1
    assert "1 column left out" in reading.words


def test_texts_that_differ_in_trailing_spaces_are_one_value():
    cells = [f"{letter}{' ' * spaces}" for letter in "ab" for spaces in range(150)]
    rows = "".join(f"{i},{cell},{'xy'[i % 2]}\n" for i, cell in enumerate(cells))
    data = read_file(f"n,who,kind\n{rows}".encode(), "t.csv", "kind").data
    assert data.features == ("n", "who = a", "who = b")
    assert all_values(data)[:, 1].tolist() == [1] * 150 + [0] * 150
    assert all_values(data)[:, 2].tolist() == [0] * 150 + [1] * 150


def test_parquet():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0], "colour": ["red", "blue", "red"], "kind": ["x", "y", "x"]})
    file = io.BytesIO()
    frame.to_parquet(file)
    reading = read_file(file.getvalue(), "t.parquet")
    assert reading.data.names == ("x", "y")
    assert all_values(reading.data).tolist() == [[-1, 1, 0], [0, 0, 1], [1, 1, 0]]
    holes = io.BytesIO()
    frame.assign(a=[1.0, None, 3.0]).to_parquet(holes)
    with pytest.raises(UserError, match=r"t.parquet, row 2, column 'a': the value is missing"):
        read_file(holes.getvalue(), "t.parquet")


def parquet_of(**columns):
    file = io.BytesIO()
    pd.DataFrame(columns).to_parquet(file)
    return file.getvalue()


def test_a_parquet_file_with_columns_of_many_kinds():
    content = parquet_of(
        text=["red", "blue", "red"] * 100, choice=pd.Categorical(["s", "m", "s"] * 100), whole=[1, 2, 3] * 100,
        flag=[True, False, True] * 100, day=pd.to_datetime(["2026-01-01", "2026-01-02", "2026-01-01"] * 100),
        names=[f"n{i}" for i in range(300)], species=["x", "y", "z"] * 100,
    )  # fmt: skip
    reading = read_file(content, "t.parquet")
    assert [c.use for c in reading.columns] == ["one-hot"] * 2 + ["number"] * 2 + ["one-hot", "left out", "label"]
    assert reading.data.d == 8
    shown = preview(content, "t.parquet")
    assert (shown.names, shown.label) == (tuple(c.name for c in reading.columns), 7)
    assert shown.rows[1][:4] == ("blue", "m", "2", "False")


def test_a_preview_decodes_the_beginning_alone():
    rows = b"1,2,x\n3,4,y\n" * 2**18
    assert preview(b"a,b,kind\n" + rows + b"\x81", "t.csv").names == ("a", "b", "kind")
    damaged = bytearray(parquet_of(a=np.random.default_rng(0).random(3_000_000), kind=["x", "y"] * 1_500_000))
    damaged[len(damaged) // 2 : len(damaged) // 2 + 2**21] = bytes(2**21)
    assert preview(bytes(damaged), "t.parquet").names == ("a", "kind")


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_bomb_is_refused_before_it_is_unpacked(pack):
    bomb = pack(b"1,2,x\n" * 2**23)
    tracemalloc.start()
    try:
        with pytest.raises(UserError, match=r"bomb.csv unpacks to more than 200 times its size"):
            read_file(bomb, "bomb.csv")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * 2**23, "the bomb holds 50 MB"


def test_an_xz_file_that_asks_for_a_huge_dictionary_is_refused():
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 2**30}]
    with pytest.raises(UserError, match="its xz data are damaged"):
        read_file(lzma.compress(FLOWERS, filters=filters), "t.csv")


def test_limits(monkeypatch):
    assert limits.LARGEST == LARGEST
    with pytest.raises(UserError, match=r"t.csv may have at most 200 MB, got 200 MB"):
        limits.expect_file_size("t.csv", 200 * 2**20 + 1)
    with pytest.raises(UserError, match=r"classes × features may be at most 20,000,000, got 40 × 900,001"):
        read_file(b"".join(b"%d 900001:1\n%d 1:1\n" % (k, k) for k in range(40)), "t.svm")
    monkeypatch.setattr("cspa_explore.datasets.readers.svmlight.MOST_VALUES", 3)
    with pytest.raises(UserError, match="may hold at most 3 values"):
        read_file(b"1 1:1 2:1\n2 1:1 2:1\n", "t.svm")


def test_progress_is_told_and_can_cancel():
    told = []
    read_file(FLOWERS * 1, "t.csv", tell=told.append)
    assert told[-1] == 1.0

    def stop(share):
        raise UserError("Cancelled.")

    with pytest.raises(UserError, match="Cancelled"):
        read_file(FLOWERS, "t.csv", tell=stop)


HOSTILE = ["<img src=x onerror=alert(1)>", "../../x", "a" * 100_000, "\u202egnp.exe\x07\x1b[31m", "a\nb", ""]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_becomes_short_and_printable(name):
    for shown in (clean(name), file_name(name)):
        assert shown.isprintable()
        assert 1 <= len(shown) <= 100
    assert not set(file_name(name)) & set("/\\")
    rows = f'"{name}",b,kind\n1,2,"{name}x"\n3,4,y\n'
    reading = read_file(rows.encode(), name)
    for shown in (*reading.data.names, *reading.data.features, *(c.name for c in reading.columns)):
        assert shown.isprintable()
        assert 1 <= len(shown) <= 130


def test_a_column_of_too_many_labels_is_refused_while_it_is_read():
    rows = b"".join(b"%d,name%d\n" % (i % 7, i) for i in range(45_000))
    with pytest.raises(
        UserError, match=r"column 'who' holds more than 20,000 different values, so it cannot be the label"
    ):
        read_file(b"a,who\n" + rows, "t.csv", "who")
