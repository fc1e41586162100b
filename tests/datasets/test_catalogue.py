"""Data sets are described without opening a file, and cached when loaded."""

import subprocess
import sys
from threading import Event, Thread

import numpy as np
import pytest

from cspa_explore.datasets import DATASETS, Dataset, catalogue, describe, load, own
from cspa_explore.errors import UserError
from tests.sample_datasets import own_file
from tests.test_imports import ROOT

A = 64 * "a"
SPY = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
%s
print(done, [path for path in opened if not path.endswith((".py", ".pyc", "__pycache__"))])
"""
PARSE = """
from cspa_explore.ui.session.arrival import Event, arrive
from cspa_explore.ui.session.link import from_query
from tests.golden.links import LINKS
from tests.page_links import BAD, GOOD, LINKS as PAGE_LINKS, PAGES
opened.clear()
bad = {name: value for name, (value, _) in BAD.items()}
for number, query in enumerate(LINKS):
    from_query(query)
    event, keys = Event(PAGES[number % len(PAGES)]), (GOOD, bad, {"set": query.get("d", "mnist")})[number % 3]
    here = arrive(query, None, event, PAGE_LINKS)
    arrive(query | keys, here.session, event, PAGE_LINKS)
done = len(LINKS)
"""
LOAD = """
from cspa_explore.datasets import load
load("vowel")
done = 1
"""


def small(value=1.0, K=2):
    return Dataset(np.full((4, 3), value), np.arange(4) % K, K, tuple("ab"[:K]))


def spied(program):
    """Run the program; return how many links it parsed and the files that it opened."""
    done = subprocess.run([sys.executable, "-c", SPY % program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout, done.stderr
    count, _, opened = done.stdout.strip().partition(" ")
    return int(count), opened


def test_parsing_a_link_and_its_page_keys_opens_no_file():
    count, opened = spied(PARSE)
    assert count >= 300
    assert opened == "[]"


def test_the_spy_sees_what_is_opened():
    assert "vowel.npz.xz" in spied(LOAD)[1]


def test_the_description_of_an_own_file():
    text = f"file(sha256={'0f' * 32}, name=a%2Cb.csv, K=3, n=150, d=4)"
    info = describe(text)
    assert (info.text, info.title, info.kind) == (text, "a,b.csv", "own")
    assert (info.shape.K, info.shape.n, info.shape.d, info.shape.sparse) == (3, 150, 4, False)
    assert not info.present
    with pytest.raises(UserError, match=r"The file 'a,b.csv' \(sha256 0f0f0f0f0f0f…\) is not on this machine"):
        load(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("file(name=a, K=2, n=1, d=1)", "file lacks its argument 'sha256': it takes sha256, name, K, n, d, and"),
        ("file(sha256=zz, name=a, K=2, n=1, d=1)", "file: sha256 must have 64 hexadecimal digits, got zz."),
        (
            f"file(sha256={'a' * 64}, name=a, K=1, n=1, d=1)",
            "file: K must be a whole number from 2 to 1,000,000,000, got 1.",
        ),
        (
            f"file(sha256={'a' * 64}, name=, K=2, n=1, d=1)",
            "file: name must have 1 to 200 printable characters, got ''.",
        ),
        (f"file(sha256={A}, name=a, K=2, n=1, d=1, k=1)", "file has no argument 'k'"),
        ("file", "file lacks its argument 'sha256'"),
    ],
)
def test_a_bad_text_of_an_own_file_is_refused(text, why):
    with pytest.raises(UserError) as refusal:
        describe(text)
    assert str(refusal.value).startswith(why)


def test_two_files_of_one_name_are_two_data_sets():
    one, other = own_file(small(1.0), "data.csv"), own_file(small(2.0), "data.csv")
    assert one != other
    assert (load(one).X[0, 0], load(other).X[0, 0]) == (1.0, 2.0)
    assert own_file(small(1.0), "data.csv") == one, "the same content is the same data set"


def test_a_shape_that_differs_from_the_content_is_refused():
    text = own_file(small(3.0)).replace("n=4", "n=5")
    with pytest.raises(UserError, match=r"must have the shape that its text states, .*n=5.*, got K=2, n=4, d=3"):
        load(text)


def test_loading_one_set_does_not_block_another(monkeypatch):
    slow, fast = own_file(small(4.0), "slow"), own_file(small(5.0), "fast")
    waiting, release, loaded = Event(), Event(), []
    read = own.load

    def held(**arguments):
        if arguments["name"] == "slow":
            waiting.set()
            assert release.wait(10)
        return read(**arguments)

    monkeypatch.setitem(DATASETS, "file", _with_load(DATASETS["file"], held))
    thread = Thread(target=lambda: loaded.append(load(slow)))
    thread.start()
    assert waiting.wait(10)
    assert load(fast).X[0, 0] == 5.0, "while the other one is being loaded"
    release.set()
    thread.join()
    assert loaded[0].X[0, 0] == 4.0


def _with_load(spec, load):
    from dataclasses import replace

    return replace(spec, load=load)


def test_the_cache_of_data_sets_is_bounded():
    for i in range(catalogue.MOST_LOADED + 3):
        load(f"linear(K={i + 2}, d=2)")
    assert len(catalogue.loaded_sets) <= catalogue.MOST_LOADED
    assert catalogue.loaded_sets.nbytes <= catalogue.MOST_BYTES


def test_only_listed_data_sets_are_suggested():
    with pytest.raises(UserError, match=r"There is no data set 'fil'.*known: .*iris"):
        describe("fil")
