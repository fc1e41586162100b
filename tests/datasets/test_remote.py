"""Fetched data sets, against a real server on this machine that cuts, lies, redirects and stalls."""

import bz2
import errno
import hashlib
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from cspa_explore.cli import fetching, main
from cspa_explore.datasets import DATASETS, catalogue, describe, load, remote
from cspa_explore.datasets.download import DownloadError, download, expect_safe
from cspa_explore.datasets.remote import Remote, fetch, loader
from cspa_explore.errors import CancelledError, UserError
from tests.test_imports import ROOT

ROWS = "".join(f"{i % 3 + 1} 1:{i / 100} 4:{i % 7}\n" for i in range(3000))
FILE = bz2.compress(ROWS.encode())
HALF = FILE[: len(FILE) // 2]
DIGEST = hashlib.sha256(FILE).hexdigest()


class Handler(BaseHTTPRequestHandler):
    """Answers as the server's `behaviour` says."""

    def do_GET(self):
        self.server.asked.append(self.path)
        getattr(self, self.server.behaviour)()

    def good(self, content=FILE):
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def generated(self):
        self.good(self.server.content)

    def other(self):
        self.good(FILE[:-1] + b"x")

    def cut(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(FILE)))
        self.end_headers()
        self.wfile.write(HALF)

    def cut_without_length(self, content=HALF):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(content)

    def generated_without_length(self):
        self.cut_without_length(self.server.content)

    def missing(self):
        self.send_error(404)

    def to_http(self):
        self.send_response(302)
        self.send_header("Location", "http://127.0.0.1:1/news20.bz2")
        self.end_headers()

    def to_file(self):
        self.send_response(302)
        self.send_header("Location", "file:///etc/passwd")
        self.end_headers()

    def empty(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def huge(self):
        self.send_response(200)
        self.send_header("Content-Length", str(10**9))
        self.end_headers()

    def endless(self):
        self.send_response(200)
        self.end_headers()
        for _ in range(1000):
            self.wfile.write(bytes(2**16))

    def stalled(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(FILE)))
        self.end_headers()
        self.wfile.write(FILE[:10])
        self.wfile.flush()
        self.server.release.wait(20)

    def slow(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(FILE)))
        self.end_headers()
        step = len(FILE) // 10 + 1
        for start in range(0, len(FILE), step):
            self.wfile.write(FILE[start : start + step])
            self.wfile.flush()
            time.sleep(0.02)

    def crawling(self):
        self.send_response(200)
        self.send_header("Content-Length", str(2**20))
        self.end_headers()
        while not self.server.release.wait(0.05):
            self.wfile.write(bytes(1000))
            self.wfile.flush()

    def log_message(self, *_):
        pass


@contextmanager
def serving():
    class Server(ThreadingHTTPServer):
        def handle_error(self, *_):
            pass  # a client that hangs up is expected

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.behaviour, server.asked, server.release = "good", [], threading.Event()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.release.set()
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def server(tmp_path, monkeypatch):
    with serving() as running:
        monkeypatch.setenv("CSPA_EXPLORE_DATA", str(tmp_path / "data"))
        monkeypatch.setenv("CSPA_EXPLORE_MIRROR", f"http://127.0.0.1:{running.server_port}/")
        yield running


TOY = Remote("toy.bz2", (3, 3000, 5), DIGEST, most=2**20)
UNKNOWN = TOY._replace(sha256="")
PLAIN = Remote("toy", (3, 3000, 5), most=2**20)  # not compressed, so a cut file can be parsed


def files(folder=None):
    place = folder or remote.folder()
    return sorted(path.name for path in place.iterdir()) if place.exists() else []


def test_a_file_is_fetched_once_parsed_once_and_loaded(server, monkeypatch):
    told = []
    words = fetch(TOY, "Toy", lambda done, total: told.append((done, total)))
    assert words == f"Toy was fetched and has the registered sha256 {DIGEST[:12]}…."
    assert told[-1] == (len(FILE), len(FILE))
    assert "already there" in fetch(TOY, "Toy")
    assert server.asked == ["/toy.bz2"]
    data = loader(TOY, "Toy", sparse=True)()
    assert data.X.shape == (3000, 5)
    assert data.X.toarray()[8].tolist() == [0.08, 0, 0, 1, 0]
    assert data.names == ("1", "2", "3")
    assert files() == ["toy.bz2", f"toy.bz2.{DIGEST[:16]}.npz"]
    monkeypatch.setattr(remote, "read_svmlight", None)  # not called again
    again = loader(TOY, "Toy", sparse=False)()
    assert np.array_equal(again.X, data.X.toarray())
    assert set(np.unique(loader(TOY, "Toy", sparse=True, binary=True)().X.toarray())) == {0, 1}


BROKEN = {
    "other": "the file has another content than the registered one",
    "cut": "the connection ended too early",
    "cut_without_length": "the file has another content than the registered one",
    "missing": "the server answered 404",
    "to_http": "the server redirects to an address that does not begin with https://",
    "to_file": "the server redirects to an address that does not begin with https://: file:///etc/passwd",
    "empty": "the server sent an empty file",
    "huge": "the file has 1,000,000,000 bytes, at most 1,048,576 were expected",
    "endless": "the file has more than the 1,048,576 bytes that were expected",
}
WITHOUT_DIGEST = {
    "other": "what arrived cannot be used: toy.bz2 cannot be unpacked: its bzip2 data are damaged",
    "cut_without_length": "what arrived cannot be used: toy.bz2 cannot be unpacked: its bzip2 data are damaged",
}


@pytest.mark.parametrize("known", [TOY, UNKNOWN], ids=["digest", "no digest"])
@pytest.mark.parametrize("behaviour", BROKEN)
def test_a_failed_download_leaves_nothing_and_the_next_try_works(server, behaviour, known):
    server.behaviour = behaviour
    with pytest.raises(UserError) as refusal:
        fetch(known, "Toy")
    reason = BROKEN[behaviour] if known.sha256 else WITHOUT_DIGEST.get(behaviour, BROKEN[behaviour])
    expect_not_fetched(refusal, known, reason)
    server.behaviour = "good"
    fetch(known, "Toy")
    assert loader(known, "Toy", sparse=False)().X.shape == (3000, 5)


def expect_not_fetched(refusal, known, reason):
    """Assert that the sentence says why the download failed and what to do, and that nothing was kept."""
    sentence = str(refusal.value)
    assert sentence.startswith(f"Toy could not be fetched from {known.url}: {reason}"), sentence
    assert sentence.endswith(f"put it into {remote.folder()} as {known.file}."), sentence
    assert files() == []


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (ROWS.rindex("\n", 0, -1) + 1, "it must have K=3, n=3,000, d=5, got K=3, n=2,999, d=5"),
        (-1, "it ends in the middle of a line"),
        (-2, "it ends in the middle of a line"),
    ],
    ids=["a row is missing", "the last line's end is missing", "the last value is cut"],
)
def test_a_text_without_digest_and_length_that_was_cut_is_not_used(server, end, reason):
    server.behaviour, server.content = "generated_without_length", ROWS.encode()[:end]
    with pytest.raises(UserError) as refusal:
        fetch(PLAIN, "Toy")
    expect_not_fetched(refusal, PLAIN, f"what arrived cannot be used: {reason}")
    server.content = ROWS.encode()
    assert "is recorded now" in fetch(PLAIN, "Toy")


@pytest.mark.parametrize("content", [HALF, bz2.compress(b"1 1:1\n2 1:2\n")], ids=["cut", "other"])
def test_a_file_in_the_folder_that_cannot_be_used_is_renamed_and_can_be_fetched_again(server, content):
    remote.folder().mkdir()
    UNKNOWN.path.write_bytes(content)
    with pytest.raises(UserError, match=r"it is called toy.bz2.unusable now: fetch it again"):
        loader(UNKNOWN, "Toy", sparse=True)()
    assert files() == ["toy.bz2.unusable"]
    assert "is recorded now" in fetch(UNKNOWN, "Toy")
    UNKNOWN.path.write_bytes(content)
    with pytest.raises(UserError, match=r"its sha256 must be .* now: fetch it again"):
        fetch(UNKNOWN, "Toy")
    assert "is recorded now" in fetch(UNKNOWN, "Toy")
    assert loader(UNKNOWN, "Toy", sparse=False)().X.shape == (3000, 5)


def test_a_disk_that_is_full_when_the_digest_is_recorded(server, monkeypatch):
    def full(source, target):
        if str(target).endswith(".sha256"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return renamed(source, target)

    renamed = os.replace
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(UserError) as refusal:
            fetch(UNKNOWN, "Toy")
    expect_not_fetched(refusal, UNKNOWN, f"{remote.folder()} cannot be written: the disk is full")
    assert "is recorded now" in fetch(UNKNOWN, "Toy")


def test_a_server_that_stalls(server, tmp_path):
    server.behaviour = "stalled"
    with pytest.raises(DownloadError, match="the server does not answer"):
        download(TOY.url, tmp_path / "toy.bz2", DIGEST, 2**20, lambda done, total: None, silence=0.3)
    assert files(tmp_path) == []


def test_no_server_at_all(server, monkeypatch):
    monkeypatch.setenv("CSPA_EXPLORE_MIRROR", "http://127.0.0.1:1/")
    with pytest.raises(UserError, match=r"127.0.0.1:1/toy.bz2: there is no connection to the server"):
        fetch(TOY, "Toy")


def test_a_download_can_be_cancelled(server):
    def stop(done, total):
        raise CancelledError("Cancelled.")

    server.behaviour = "slow"
    with pytest.raises(CancelledError):
        fetch(TOY, "Toy", stop)
    assert files() == []


def test_two_fetches_at_once(server):
    server.behaviour = "slow"
    said = []
    threads = [threading.Thread(target=lambda: said.append(fetch(TOY, "Toy"))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted("already" in words for words in said) == [False, True]
    assert files() == ["toy.bz2"]
    assert len(server.asked) == 1


FETCH = (
    "from tests.datasets.test_remote import TOY; from cspa_explore.datasets.remote import fetch; print(fetch(TOY, 'T'))"
)


def test_two_processes_at_once_and_one_killed(server):
    server.behaviour = "slow"
    run = [sys.executable, "-c", FETCH]
    both = [subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert all(process.wait(60) == 0 for process in both)
    assert files() == ["toy.bz2"]
    TOY.path.unlink()
    server.behaviour = "stalled"
    before = len(server.asked)  # 1 or 2: a process that comes late finds the file
    victim = subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    while len(server.asked) == before:
        assert victim.poll() is None, "it ended without asking the server"
        time.sleep(0.02)
    victim.kill()
    victim.wait()
    assert not TOY.path.exists(), "what was written so far has another name"
    server.behaviour = "good"
    fetch(TOY, "Toy")
    assert loader(TOY, "Toy", sparse=True)().X.shape == (3000, 5)


FULL = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
{FETCH}
"""


def generated(spec, full):
    """Return a file of the data set's shape, as LIBSVM writes it: in full, or with two values per row."""
    shape = spec.shape()
    places = range(1, shape.d + 1) if full else [1, shape.d]
    row = " ".join(f"{j}:{j % 7 - 3.25}" for j in places)
    lines = [f"{k + 1} {row}\n" for k in range(shape.K)]
    text = "".join(lines[i % shape.K] for i in range(shape.n)).encode()
    return bz2.compress(text, 1) if spec.remote.file.endswith(".bz2") else text


UNREACHED = [spec.key for spec in DATASETS.values() if spec.kind == "fetched" and not spec.remote.sha256]


@pytest.mark.parametrize(
    ("key", "full"), [*((key, False) for key in UNREACHED), pytest.param("sensorless", True, marks=pytest.mark.long)]
)
def test_a_file_of_the_shape_of_libsvm_is_fetched_recorded_and_loaded(server, key, full):
    spec = DATASETS[key]
    server.behaviour, server.content = "generated", generated(spec, full)
    assert not describe(key).present
    assert "no sha256 was known, so" in fetch(spec.remote, spec.name)
    assert server.asked == [f"/{spec.remote.address}"]
    assert describe(key).present
    data, shape = load(key), spec.shape()
    assert (data.n_classes, len(data.y), data.d, data.is_sparse) == (shape.K, shape.n, shape.d, shape.sparse)
    assert np.array_equal(data.y, np.arange(shape.n) % shape.K)
    row = data.X[[0]].toarray().ravel() if data.is_sparse else data.X[0]
    assert row[[0, -1]].tolist() == [1 - 3.25, shape.d % 7 - 3.25]
    server.behaviour = "missing"
    assert "is already there" in fetch(spec.remote, spec.name), "it is downloaded once"
    catalogue.loaded_sets.clear()


def test_a_full_disk(server):
    done = subprocess.run([sys.executable, "-c", FULL], cwd=ROOT, capture_output=True, text=True)
    sentence = done.stderr.strip().splitlines()[-1].partition("UserError: ")[2]
    place = remote.folder()
    assert sentence == (
        f"T could not be fetched from {TOY.url}: {place} cannot be written: the disk is full; you can download it by "
        f"other means and put it into {place} as toy.bz2."
    )
    assert files() == []
    fetch(TOY, "Toy")


def test_a_folder_that_cannot_be_written(server, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CSPA_EXPLORE_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(UserError, match="cannot be written"):
        fetch(TOY, "Toy")


def test_without_a_known_digest_it_is_recorded_and_compared(server):
    assert "no sha256 was known" in fetch(UNKNOWN, "Toy")
    loader(UNKNOWN, "Toy", sparse=True)()
    UNKNOWN.path.write_bytes(FILE[:-3])
    with pytest.raises(UserError, match=r"toy.bz2 is not the file of Toy: its sha256 must be .*; it is called"):
        loader(UNKNOWN, "Toy", sparse=True)()
    with pytest.raises(UserError, match=r"Toy is not on this machine: fetch it .* into .* as toy.bz2"):
        loader(UNKNOWN, "Toy", sparse=True)()


def test_a_damaged_cache_is_parsed_again(server):
    fetch(TOY, "Toy")
    X = loader(TOY, "Toy", sparse=True)().X.toarray()
    cache = remote.folder() / f"toy.bz2.{DIGEST[:16]}.npz"
    good = cache.read_bytes()
    mask = bytes([255]) * 8
    flipped = [good[:at] + bytes(a ^ b for a, b in zip(good[at:], mask, strict=False)) + good[at + 8 :]
               for at in range(40, len(good) - 8, len(good) // 30)]  # fmt: skip
    for damaged in (b"PK damaged", good[: len(good) // 2], *flipped):
        cache.write_bytes(damaged)
        assert np.array_equal(loader(TOY, "Toy", sparse=True)().X.toarray(), X)


@pytest.mark.parametrize(
    "url", ["http://example.org/a", "ftp://127.0.0.1/a", "file:///etc/passwd", "http://127.0.0.1.evil.org/"]
)
def test_only_https_or_this_machine(url):
    with pytest.raises(DownloadError, match="must begin with https"):
        expect_safe(url, first=True)
    with pytest.raises(DownloadError, match="does not begin with https"):
        expect_safe("http://127.0.0.1/", first=False)


def test_the_command_line(server, capsys):
    assert main(["fetch"]) == 0
    assert "news20" in capsys.readouterr().out
    assert main(["fetch", "news21"]) == 2
    assert capsys.readouterr().err == "There is no data set 'news21' to fetch: did you mean 'news20'?\n"
    assert main(["fetch", "vehicle_libsvm"]) == 2
    assert "it must have K=4, n=846, d=18, got K=3, n=3,000, d=18;" in capsys.readouterr().err
    assert not describe("vehicle_libsvm").present
    server.behaviour, server.content = "generated", generated(DATASETS["vehicle_libsvm"], full=False)
    assert main(["fetch", "vehicle_libsvm"]) == 0
    assert "no sha256 was known" in capsys.readouterr().out
    assert describe("vehicle_libsvm").present


def test_progress_states_a_share_only_if_the_length_is_known(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    fetching._show(2**20, 2**21)
    assert capsys.readouterr().err.endswith(" 50 %  1.0 MB of 2.0 MB")
    fetching._show(2**20, 0)
    assert capsys.readouterr().err == "\r1.0 MB "


def test_a_set_that_is_not_here_is_described_but_not_loaded(server):
    info = describe("sensorless")
    assert (info.shape.K, info.shape.n, info.shape.d, info.present) == (11, 58_509, 48, False)
    assert main(["run", "--data", "sensorless"]) == 2
