"""Measure µs per round for every algorithm on five shapes, and for the baselines; print tables and write JSON.

    python -m cspa_explore.benchmarks [bench.json]

All times of a shape are measured on the same arrays in one process, interleaved.
"""

import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numba
import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.benchmarks.comparators import comparators
from cspa_explore.benchmarks.links import parsing
from cspa_explore.benchmarks.linucb_loop import run_linucb
from cspa_explore.benchmarks.rivals import run_fused, run_numpy
from cspa_explore.benchmarks.scaling import scaling
from cspa_explore.benchmarks.shapes import Shape, shapes
from cspa_explore.benchmarks.share import shares
from cspa_explore.benchmarks.tables import reading
from cspa_explore.core.geometry import Additive, Round
from cspa_explore.core.loop import Trace
from cspa_explore.core.memory import canonical
from cspa_explore.core.rows import CSR, Dense, shape
from cspa_explore.errors import UserError
from cspa_explore.learners import make

BETA = 0.3
REPEATS = 9
WARM = "from cspa_explore.learners.warmup import warm_up; print(*warm_up())"
ALPHA, PRIOR = 0.3, 1.0  # of LinUCB
FIVE = ("toy d=2 K=4", "d=16 K=10", "d=256 K=10", "CSR d=62061 K=20", "CSR d=55197 K=105")
# Targets: (learner, baseline, shapes, relation, ratio).
TARGETS = [
    ("cspa", "fused", FIVE[2:], "<=", 1.15),
    ("cspa", "numpy", FIVE[1:2], ">=", 40.0),
    ("cspa", "numpy", FIVE[2:3], ">=", 15.0),
    ("cspa_averaged", "cspa", FIVE, "<=", 2.2),
    ("linucb", "fused LinUCB", FIVE[:3], "<=", 1.3),  # its matrices do not fit on the others
]


Times = dict[str, list[float]]  # µs per round, one number per repeat


def main(target: Path) -> None:
    """Run all benchmarks, print the tables and write the JSON file."""
    times = {s.name: measure(s) for s in shapes()}
    table(times)
    ratios = [check(times, *wanted) for wanted in TARGETS]
    shared = shares()
    links = parsing()
    tables = reading()
    searched = comparators()
    growth = scaling()
    load = loading()
    machine = f"{platform.machine()}, Python {platform.python_version()}, Numba {numba.__version__}"
    best = {name: {run: min(repeats) for run, repeats in shape.items()} for name, shape in times.items()}
    record = {
        "machine": machine,
        "us_per_round": best,
        "ratios": ratios,
        "shares": shared,
        "links": links,
        "tables": tables,
        "comparators": searched,
        "scaling": growth,
        "cache": load,
    }
    target.write_text(json.dumps(record, indent=1))
    print(f"\n{machine}; written to {target}")


def measure(s: Shape) -> Times:
    """Return the times of every algorithm, the fused kernel and the NumPy loop.

    Each repeat shows the rows in a new order, the same for all, because branch predictors would learn a repeated one.
    The sequence of the algorithms changes with each repeat. CSPA and its baselines are measured in direct succession,
    so that other load on the machine affects all of them or none.
    """
    _same_proposals(s)
    runs: dict[str, Callable[[Shape], Callable[[], object]]] = {
        key: partial(_engine, f"cspa(beta={BETA})" if key == "cspa" else key) for key in ALGORITHMS if _fits(key, s)
    }
    runs |= {"fused": _fused, "numpy": lambda s: partial(run_numpy, BETA, s.rows, s.y, s.order, s.K)}
    T, together = len(s.order), ["cspa", "fused", "numpy", "cspa_averaged"]
    if "linucb" in runs:
        runs["fused LinUCB"] = _fused_linucb
        together += ["linucb", "fused LinUCB"]
    others = [name for name in runs if name not in together]
    times: Times = {name: [] for name in runs}
    for repeat in range(REPEATS):
        warm, now = (s._replace(order=_permutation(T, 2 * repeat + i)) for i in (0, 1))
        rng = np.random.default_rng(repeat)
        for name in [*rng.permutation(together).tolist(), *rng.permutation(others).tolist()]:
            if name != "numpy":
                runs[name](warm)()
            times[name].append(1e6 * _seconds(runs[name](now)) / T)
    return times


def _permutation(T: int, seed: int) -> np.ndarray:
    return canonical(np.random.default_rng(seed).permutation(T), np.int64)


def _engine(text: str, s: Shape) -> Callable[[], object]:
    learner = make(text, n_classes=s.K, n_features=shape(s.rows)[1], sparse=isinstance(s.rows, CSR))
    return partial(learner.advance, s.rows, s.y, s.order, s.u, Trace.new(len(s.order)))


def _fused(s: Shape) -> Callable[[], object]:
    W = Additive.new(s.K, shape(s.rows)[1], type(s.rows), 1.0).W
    return partial(run_fused, BETA, W, s.rows, s.y, s.order, Trace.new(len(s.order)), Round.new(s.K))


def _fused_linucb(s: Shape) -> Callable[[], object]:
    assert isinstance(s.rows, Dense)
    return partial(run_linucb, ALPHA, PRIOR, s.rows, s.y, s.order, s.K, Trace.new(len(s.order)))


def _fits(key: str, s: Shape) -> bool:
    """Say whether the learner's matrices, if it has any, fit into its memory."""
    try:
        ALGORITHMS[key].expect_room(s.K, shape(s.rows)[1])
    except UserError:
        return False
    return True


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _same_proposals(s: Shape) -> None:
    """Assert that the engine and the baselines make the same proposals."""
    T, (_, d) = len(s.order), shape(s.rows)
    engine = make(f"cspa(beta={BETA})", n_classes=s.K, n_features=d, sparse=isinstance(s.rows, CSR))
    trace, fused = Trace.new(T), Trace.new(T)
    engine.advance(s.rows, s.y, s.order, s.u, trace)
    W = Additive.new(s.K, d, type(s.rows), 1.0).W
    run_fused(BETA, W, s.rows, s.y, s.order, fused, Round.new(s.K))
    assert np.array_equal(trace.y_tilde, fused.y_tilde), f"{s.name}: the fused kernel proposes differently"
    numpy = run_numpy(BETA, s.rows, s.y, s.order, s.K)
    assert np.array_equal(trace.y_tilde, numpy), f"{s.name}: the NumPy loop proposes differently"
    if isinstance(s.rows, Dense) and _fits("linucb", s):
        linucb = make(f"linucb(alpha={ALPHA}, prior={PRIOR})", n_classes=s.K, n_features=d)
        linucb.advance(s.rows, s.y, s.order, s.u, trace)
        run_linucb(ALPHA, PRIOR, s.rows, s.y, s.order, s.K, fused)
        assert np.array_equal(trace.y_tilde, fused.y_tilde), f"{s.name}: the fused LinUCB proposes differently"


def table(times: dict[str, Times]) -> None:
    """Print µs per round, and the ratio to the hand-fused CSPA kernel."""
    names = list(times)
    print("µs per round, best of the repeats (median ratio to the hand-fused CSPA kernel)\n")
    print(f"{'':16s}" + "".join(f"{name:>22s}" for name in names))
    for row in next(iter(times.values())):
        here = [n for n in names if row in times[n]]
        found = {n: f"{min(times[n][row]):.3f} ({_ratio(times[n], row, 'fused'):.2f})" for n in here}
        cells = (found.get(n, "–") for n in names)
        print(f"{row:16s}" + "".join(f"{cell:>22s}" for cell in cells))


def _ratio(times: Times, a: str, b: str) -> float:
    """Return the median over the repeats of (time of a) / (time of b)."""
    return float(np.median(np.divide(times[a], times[b])))


def check(times: dict[str, Times], run: str, stick: str, names: tuple[str, ...], relation: str, bound: float) -> dict:
    """Print and return whether a learner meets a target against a baseline, with the ratio on each shape."""
    if relation == "<=":
        ratios = {n: _ratio(times[n], run, stick) for n in names}
        worst = max(ratios.values())
        text = f"\n{run} takes at most {worst:.2f}× as long as {stick}"
    else:
        ratios = {n: _ratio(times[n], stick, run) for n in names}
        worst = min(ratios.values())
        text = f"\n{run} is at least {worst:.1f}× as fast as {stick}"
    holds = worst <= bound if relation == "<=" else worst >= bound
    each = ", ".join(f"{name}: {ratio:.2f}" for name, ratio in ratios.items())
    print(f"{text} ({each}): wanted {relation} {bound:g}, {'holds' if holds else 'DOES NOT HOLD'}.", end="")
    wanted = f"{relation} {bound}"
    return {"learner": run, "stick": stick, "ratios": ratios, "ratio": worst, "wanted": wanted, "holds": holds}


def loading() -> dict[str, float]:
    """Print and return the seconds that a new process needs to load all kernels from the cache."""
    out = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True).stdout
    kernels, compiled, seconds = (float(word) for word in out.split())
    print(f"\n\nA new process loads all {kernels:.0f} kernels in {seconds:.2f} s ({compiled:.0f} of them compiled).")
    return {"kernels": kernels, "compiled": compiled, "seconds": seconds}


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "bench.json"))
