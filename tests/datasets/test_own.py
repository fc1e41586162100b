"""Own files: whose they are, and that nothing of them stays behind."""

import gc
import threading
from pathlib import Path

import numpy as np

from cspa_explore.datasets import Dataset, describe, own, shared_folder
from cspa_explore.datasets.own import Shelf, place_of
from cspa_explore.datasets.readers.whole_file import read_file
from cspa_explore.datasets.remote import digest_of
from cspa_explore.datasets.shared_folder import VARIABLE, shared_file, shared_files
from cspa_explore.datasets.spec import Sigmas
from cspa_explore.sized_cache import SizedCache
from cspa_explore.streams.stream import Stream
from cspa_explore.streams.tables import _tables, whole_table

CSV = b"a,b,kind\n1,2,x\n3,5,y\n4,4,x\n"


def small(value, rows=4):
    return Dataset(np.full((rows, 3), float(value)), np.arange(rows) % 2, 2, ("a", "b"))


def collected():
    """Let the garbage collector find shelves without an owner, and wait for the threads that forget their files."""
    gc.collect()
    for thread in threading.enumerate():
        if thread.name == "forget own files":
            thread.join()


def test_the_same_file_read_in_another_way_is_another_data_set():
    shelf, texts = Shelf(), []
    for label, scale in (("kind", True), ("kind", False), ("b", True)):
        reading = read_file(CSV, "t.csv", label, scale)
        texts.append(shelf.add(CSV, "t.csv", reading.data, reading))
    assert [text.split("d=")[1] for text in texts] == ["2, label=3)", "2, label=3, raw=1)", "3, label=2)"]
    assert len({describe(text).arguments["sha256"] for text in texts}) == 1
    values = [Stream(text, order="file", normalise=False).load() for text in texts]
    assert values[0].factor is not None
    assert values[1].factor is None
    assert values[2].names == ("2", "4", "5")


def test_everything_computed_from_a_file_goes_with_its_last_shelf():
    one, other = Shelf(), Shelf()
    text = one.add(b"1", "a.csv", small(1))
    assert other.add(b"1", "a.csv", small(1)) == text
    digest = describe(text).arguments["sha256"]
    whole_table(Stream(text))
    runs = SizedCache(4, 1000)
    runs[(Stream(text), None)] = runs["something else"] = memoryview(b"result")
    own.keep_sigmas(Sigmas(1.0, (0.0, 0.1, 0.2, 0.3)), **describe(text).arguments)
    del one
    collected()
    assert runs.get((Stream(text), None)) is not None, "another session has the file"
    del other
    collected()
    assert runs.get((Stream(text), None)) is None
    assert runs.get("something else") is not None
    assert not any(digest in repr(key) for key in _tables._values)
    assert not describe(text).present
    assert own.sigmas(**describe(text).arguments) is None


def test_the_oldest_file_makes_room_and_is_named():
    shelf = Shelf(most_bytes=300)
    texts = [shelf.add(bytes([k]), f"{k}.csv", small(k)) for k in range(3)]  # 128 bytes each
    assert shelf.texts == tuple(texts[1:])
    assert shelf.dropped == ["0.csv"]
    assert not describe(texts[0]).present
    shelf.add(b"large", "large.csv", small(9, rows=100))
    assert len(shelf.texts) == 1, "the newest stays, even if it alone is too large"
    shelf.remove(place_of(**describe(shelf.texts[0]).arguments))
    assert shelf.texts == ()


def test_the_folder_of_the_server(tmp_path, monkeypatch):
    assert shared_files() == []
    outside = tmp_path / "outside.csv"
    outside.write_bytes(CSV)
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "b.csv").write_bytes(CSV)
    (folder / "a.svm").write_bytes(b"1 1:1\n2 1:2\n")
    (folder / ".hidden.csv").write_bytes(CSV)
    (folder / "program.py").write_bytes(CSV)
    (folder / "empty.csv").write_bytes(b"")
    (folder / "link.csv").symlink_to(outside)
    (folder / "sub").mkdir()
    (folder / "sub" / "c.csv").write_bytes(CSV)
    monkeypatch.setenv(VARIABLE, str(folder))
    assert [file.name for file in shared_files()] == ["a.svm", "b.csv"]
    digest = own.digest_of(CSV)
    assert shared_file(digest).name == "b.csv"
    (folder / "b.csv").write_bytes(CSV + b"5,5,y\n")
    assert shared_file(digest) is None, "the file has changed"


def test_a_file_that_is_deleted_or_unreadable_for_a_moment_hides_no_other(tmp_path, monkeypatch):
    for name in ("a.csv", "b.csv", "c.csv"):
        (tmp_path / name).write_bytes(CSV + name.encode())
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(Path, "lstat", without(Path.lstat, FileNotFoundError))
    assert [file.name for file in shared_files()] == ["a.csv", "c.csv"]
    monkeypatch.undo()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    digest = own.digest_of(CSV + b"b.csv")
    monkeypatch.setattr(shared_folder, "digest_of", without(shared_folder.digest_of, PermissionError))
    assert shared_file(digest) is None
    assert shared_file(own.digest_of(CSV + b"c.csv")).name == "c.csv"
    monkeypatch.setattr(shared_folder, "digest_of", digest_of)
    assert shared_file(digest).name == "b.csv", "a failure is not remembered"


def without(read, error):
    """Return a function that reads every file but b.csv."""

    def limited(path, *args, **options):
        if path.name == "b.csv":
            raise error
        return read(path, *args, **options)

    return limited


def test_a_file_that_leaves_while_its_sigma_are_kept_leaves_none_behind(monkeypatch):
    shelf = Shelf()
    arguments = describe(shelf.add(b"1", "a.csv", small(1))).arguments
    leaving = threading.Thread(target=lambda: shelf.remove(place_of(**arguments)))
    find = own.find

    def slow(place):
        data = find(place)
        leaving.start()
        leaving.join(0.2)  # it waits for the lock
        return data

    monkeypatch.setattr(own, "find", slow)
    own.keep_sigmas(Sigmas(1.0, (0.0, 0.1, 0.2, 0.3)), **arguments)
    leaving.join()
    assert own.sigmas(**arguments) is None
