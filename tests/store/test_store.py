import os
import time

import numpy as np
import pandas as pd
import pytest

from cspa_explore.errors import UserError
from cspa_explore.store import Store, default_store
from cspa_explore.store import header as headers
from cspa_explore.store.book import Book, NoBook
from cspa_explore.store.rows import Row
from cspa_explore.streams.stream import Stream
from tests.sample_datasets import sparse_iris

STREAM = Stream("iris", seed=3, rounds=150)
COLUMNS = ["right_20", "right_150", "loss"]


@pytest.fixture
def told():
    return []


@pytest.fixture
def store(tmp_path, told):
    return Store(tmp_path / "results", tell=told.append)


def book_of(store, stream=STREAM, columns=COLUMNS):
    book = store.book("moments", stream, columns)
    assert isinstance(book, Book)
    return book


def filled(store, stream=STREAM, rows=6):
    """Store some rows and return the file."""
    book = book_of(store, stream)
    for trial in reversed(range(rows)):
        book.add(
            [Row(f"cspa(beta={beta}, x=1)", trial, trial + 7, [3 * trial, 100, 1 / (3 + trial)]) for beta in (1, 2)]
        )
    store.close(book)
    return book.path


def test_numbers_come_back_bit_for_bit(store):
    book = book_of(store)
    values = [12, 2**40, np.nextafter(0.1, 1)]
    book.add([Row("cspa(beta=1/6)", 0, 5, values), Row("bpa(gamma=0.1)", 1, 6, [0, 1, float("nan")])])
    store.close(book)
    again = book_of(store)
    assert again.get("cspa(beta=1/6)", 0, 5).tolist() == values
    assert np.isnan(again.get("bpa(gamma=0.1)", 1, 6)[2])
    assert again.get("cspa(beta=1/6)", 0, 6) is None, "another seed"
    assert again.get("cspa(beta=1/6)", 1, 5) is None
    assert again.reused == 2


def test_pandas_reads_a_file_in_one_line(store):
    frame = pd.read_csv(filled(store), comment="#")
    assert list(frame.columns) == ["learner", "trial", "seed", *COLUMNS, "check"]
    assert frame["learner"].tolist() == ["cspa(beta=1, x=1)"] * 6 + ["cspa(beta=2, x=1)"] * 6, "sorted"
    assert frame["right_20"].tolist() == [0, 3, 6, 9, 12, 15] * 2


def test_the_same_rows_give_the_same_bytes_in_whatever_order_they_come(store, tmp_path):
    first = filled(store).read_bytes()
    other = Store(tmp_path / "other")
    rows = [Row(f"cspa(beta={b}, x=1)", k, k + 7, [3 * k, 100, 1 / (3 + k)]) for k in range(6) for b in (1, 2)]
    for row in rows:
        book = book_of(other)
        book.add([row])
        if row.trial != 3:  # sometimes a process is killed before it closes its book
            other.close(book)
    book = book_of(other)
    book.add(rows[:1])
    other.close(book)
    assert book.path.read_bytes() == first
    assert book.path.name == "iris-" + book.path.name.split("-")[1]


def test_a_process_killed_after_its_last_row_leaves_a_file_that_the_next_one_sorts(store):
    path = filled(store)
    whole = path.read_bytes()
    head, *lines = whole.split(b"\n", 2)[0:2], *whole.splitlines(keepends=True)[2:]
    path.write_bytes(b"\n".join([*head, b""]) + b"".join(reversed(lines)))
    assert path.read_bytes() != whole
    store.close(book_of(store))
    assert path.read_bytes() == whole


def test_a_file_cut_off_anywhere_is_never_trusted_wrongly(store, told):
    path = filled(store)
    whole = path.read_bytes()
    expected = {key: book_of(store).get(*key) for key in book_of(store)._lines}
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        told.clear()
        book = book_of(store)
        for key in expected:
            found = book.get(*key)
            assert found is None or np.array_equal(found, expected[key])
        whole_lines = b"\n" in whole[length - 1 : length + 1] and whole[:length].count(b"\n") >= 2
        assert len(told) == (not whole_lines), length


def test_a_changed_byte_is_reported_and_its_row_is_not_used(store, told):
    path = filled(store)
    whole = path.read_bytes()
    rng = np.random.default_rng(0)
    reference = book_of(store)
    for place in rng.integers(0, len(whole), 200).tolist():
        changed = bytearray(whole)
        changed[place] ^= 1 << int(rng.integers(0, 7))
        path.write_bytes(bytes(changed))
        told.clear()
        book = book_of(store)
        for key in book._lines:
            assert np.array_equal(book.get(*key), reference.get(*key))
        assert len(book) < 12
        assert len(told) == 1, place
        assert "damaged" in told[0]


def test_damage_is_repaired_by_computing_again(store, told):
    path = filled(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    filled(store)
    assert path.read_bytes() == whole
    assert told == [f"The stored results {path.name} are damaged: 1 row will be computed again."]


def test_stale_results_are_replaced(store, told, monkeypatch):
    path = filled(store)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(headers, "ROWS_HASH", "other")
        assert [entry.state for entry in store.entries()] == ["stale"]
        book = book_of(store)
        assert len(book) == 0
        book.add([Row("cspa(beta=1, x=1)", 0, 7, [1, 2, 3])])
        store.close(book)
    assert len(path.read_bytes()) < len(before)
    assert len(book_of(store)) == 0, "now they are stale here"
    assert told == []


def test_a_program_of_another_version_does_not_write_into_a_newer_file(store, told, monkeypatch):
    old = book_of(store)
    old.add([Row("cspa(beta=1)", 0, 7, [1, 2, 3])])
    with monkeypatch.context() as patch:
        patch.setattr(headers, "ROWS_HASH", "newer")
        new = book_of(store)
        new.add([Row("cspa(beta=1)", 0, 7, [4, 5, 6])])
        old.add([Row("cspa(beta=2)", 0, 7, [1, 2, 3])])
        old.close()
        assert [key[0] for key in book_of(store)._lines] == ["cspa(beta=1)"]
        assert book_of(store).get("cspa(beta=1)", 0, 7).tolist() == [4, 5, 6]
    assert len(told) == 1
    assert "another version" in told[0]


def test_a_file_of_another_version_is_stale_and_names_no_stream(store, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(headers, "VERSION", 2)
        filled(store)
    (entry,) = store.entries()
    assert (entry.state, entry.words) == ("stale", "")


def test_a_file_that_cannot_be_removed_is_reported(store, told):
    path = filled(store)
    store.most_bytes = 0
    (store.folder / ".lock").unlink()
    (store.folder / ".lock").mkdir()
    store.trim()
    assert path.exists()
    assert told == [f"Old results in {store.folder} cannot be removed (Is a directory)."]


def test_two_books_of_one_file_keep_each_others_rows(store):
    one, two = book_of(store), book_of(store)
    one.add([Row("a(x=1)", 0, 7, [1, 2, 3])])
    two.add([Row("b(x=1)", 0, 7, [1, 2, 3])])
    store.close(one)
    store.close(two)
    assert len(book_of(store)) == 2


def test_own_files_and_own_points_are_never_stored(store):
    for text in (sparse_iris(), "points(0 1 0; 1 0 1)"):
        book = store.book("moments", Stream(text), COLUMNS)
        assert isinstance(book, NoBook)
        book.add([Row("cspa(beta=1)", 0, 7, [1, 2, 3])])
        store.close(book)
    assert store.files() == []


def test_the_size_is_bounded_and_the_files_not_used_for_the_longest_time_go_first(store):
    paths = [filled(store, Stream("iris", seed=seed, rounds=150)) for seed in range(4)]
    for age, path in enumerate(paths):
        os.utime(path, (time.time() - 1000 + age,) * 2)
    book_of(store, Stream("iris", seed=0, rounds=150))  # now the first one was used last
    store.most_bytes = sum(path.stat().st_size for path in paths[:3])
    (store.folder / "left.part").write_bytes(b"by a killed process")
    os.utime(store.folder / "left.part", (0, 0))
    store.trim()
    assert [path.exists() for path in paths] == [True, False, True, True]
    assert not (store.folder / "left.part").exists()


def test_entries_say_what_is_stored(store):
    path = filled(store)
    (entry,) = store.entries()
    assert (entry.name, entry.kind, entry.rows, entry.state) == (path.name, "moments", 12, "current")
    assert entry.words == str(STREAM)
    assert entry.nbytes == path.stat().st_size
    with pytest.raises(UserError, match=r"There is no stored file 'iris-x\.moments\.csv'"):
        store.delete(["iris-x.moments.csv"])
    assert store.delete([path.name]) == entry.nbytes
    assert store.entries() == []


def test_a_full_disk_ends_storing_and_not_the_work(store, told, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    book = book_of(store)
    monkeypatch.setattr(book, "_append", full)
    book.add([Row("cspa(beta=1)", 0, 7, [1, 2, 3])])
    book.add([Row("cspa(beta=1)", 1, 8, [1, 2, 3])])
    store.close(book)
    assert told == [f"Results are not stored in {book.path} (No space left on device)."]


def test_the_environment_chooses_folder_and_size(tmp_path, monkeypatch):
    monkeypatch.setenv("CSPA_EXPLORE_RESULTS", str(tmp_path / "here"))
    monkeypatch.setenv("CSPA_EXPLORE_RESULTS_MB", "3")
    found = default_store()
    assert (found.folder, found.most_bytes) == (tmp_path / "here", 3_000_000)
    monkeypatch.setenv("CSPA_EXPLORE_RESULTS_MB", "many")
    with pytest.raises(UserError, match="CSPA_EXPLORE_RESULTS_MB must be a whole number 1 to 1000000, got 'many'"):
        default_store()
    monkeypatch.delenv("CSPA_EXPLORE_RESULTS_MB")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CSPA_EXPLORE_RESULTS", str(tmp_path / "file"))
    with pytest.raises(UserError, match="The folder of stored results must be one that you can write into"):
        default_store()
    monkeypatch.setenv("CSPA_EXPLORE_RESULTS", "off")
    assert default_store() is None
    monkeypatch.delenv("CSPA_EXPLORE_RESULTS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_store().folder == tmp_path / "cspa-explore" / "results"
