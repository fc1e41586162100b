"""Measure and print a first start with an empty kernel cache: `make bench-start`.

Budgets: with one helper process per core, all kernels are ready in at most 0.65 of the time that one helper needs; the
server takes at most 550 MB while three data sets are opened; while kernels are compiled, a slider whose own kernels are
ready answers within 1.5 times the usual time. The measurement takes about five minutes on two cores; other work on the
machine distorts it. `python -m tests.browser.first_start compilation` or `server` measures one part.
"""

import os
import subprocess
import sys
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import numpy as np

from tests.browser.arena import wait
from tests.browser.bench import releases
from tests.browser.server import ROOT, browsing, page_of, started
from tests.peak_memory import peak_megabytes

WARM = "import sys; from cspa_explore.learners.warmup import warm_up; print(*warm_up(helpers=int(sys.argv[1])))"
SETS = {"vehicle": "Vehicle", "pendigits": "Pendigits", "usps": "USPS"}
COMPILING = "document.body.innerText.includes('Preparing the learners')"
TIMES = 12


@contextmanager
def empty_cache():
    """Yield environment variables that give a process an empty kernel cache of its own."""
    with TemporaryDirectory() as folder:
        yield {"CSPA_EXPLORE_CACHE": folder, "PYTHONPATH": str(ROOT)}


def seconds(helpers):
    """Return the seconds until all kernels are ready."""
    with empty_cache() as cold:
        command = [sys.executable, "-c", WARM, str(helpers)]
        out = subprocess.run(command, env=os.environ | cold, capture_output=True, text=True, check=True).stdout
    kernels, compiled, took = out.split()
    assert kernels == compiled, "the cache was not empty"
    return float(took)


def visit(page, address, words, **query):
    """Open the Arena and wait for the run with these words; its kernels may have to be compiled first."""
    page.goto(f"{address}/?{urlencode(query)}")
    wait(page, "p.frames.length > 0 && p.run.words.includes(arg)", words, timeout=1_800_000)


def try_sets(page, address):
    """Open the data sets one after the other, without waiting for all kernels."""
    for key, name in SETS.items():
        visit(page, address, name, d=key, a="cspa~banditron~confidit", n="3", t="0")


def answers(page, address, seed):
    """Return the ms from a key press on a slider to the new picture; no run is cached."""
    visit(page, address, f"seed {seed} ", t="0", seed=str(seed))
    return releases(page, TIMES + 1)[1:]  # the first one loads kernels


def show(what, value, budget):
    """Print a figure beside its budget, and whether it holds."""
    holds = "holds" if value <= budget else "DOES NOT HOLD"
    print(f"{what}: {value:.2f}, wanted at most {budget:g}: {holds}.", flush=True)


def compilation():
    """Measure the time until all kernels are ready, with one helper and with one per core."""
    cores = os.cpu_count() or 1
    alone, together = seconds(1), seconds(cores)
    print(f"All kernels are ready in {alone:.0f} s with one helper, in {together:.0f} s with {cores}.", flush=True)
    show("Ratio", together / alone, 0.65)


def first_server():
    """Measure a server that starts without kernels: its memory, and how fast a slider answers."""
    with empty_cache() as cold, started(**cold) as (address, server), browsing() as browser, page_of(browser) as page:
        during = answers(page, address, 11)
        assert page.evaluate(COMPILING), "the kernels were ready too soon"
        try_sets(page, address)
        still = "still" if page.evaluate(COMPILING) else "no longer"
        print(f"Three data sets ({', '.join(SETS.values())}) were tried; kernels were {still} being compiled.")
        page.wait_for_function(f"!{COMPILING}", timeout=3_600_000)
        show("Server's peak, MB", peak_megabytes(server), 550)
        usual = answers(page, address, 12)
    compiling, ready = (float(np.median(found)) for found in (during, usual))
    print(f"A slider answers in {compiling:.0f} ms while kernels are compiled, in {ready:.0f} ms afterwards.")
    show("Ratio", compiling / ready, 1.5)


PARTS = {"compilation": compilation, "server": first_server}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
