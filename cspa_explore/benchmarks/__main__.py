"""Measure µs a round for every algorithm on five shapes, beside two measuring sticks; print and write JSON.

    python -m cspa_explore.benchmarks [bench.json]

All times of a shape are taken on the same arrays in one process, interleaved, the minimum of several.
"""

import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.benchmarks.rivals import run_fused, run_numpy
from cspa_explore.benchmarks.shapes import Shape, shapes
from cspa_explore.core.geometry import Additive, Round
from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import CSR, shape
from cspa_explore.learners import make

BETA = 0.3
REPEATS = 9
WARM = "from cspa_explore.learners.warmup import warm_up; print(*warm_up())"
# What CSPA must hold against the measuring sticks: (stick, shapes, at most or at least, ratio).
TARGETS = [
    ("fused", ("d=256 K=10", "CSR d=62061 K=20", "CSR d=55197 K=105"), "<=", 1.15),
    ("numpy", ("d=16 K=10",), ">=", 40.0),
    ("numpy", ("d=256 K=10",), ">=", 15.0),
]


def main() -> None:
    """Run everything, print tables, write the JSON file."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "bench.json")
    times = {s.name: measure(s) for s in shapes()}
    table(times)
    ratios = [check(times, *target) for target in TARGETS]
    load = loading()
    machine = f"{platform.machine()}, Python {platform.python_version()}, Numba {numba.__version__}"
    record = {"machine": machine, "us_per_round": times, "ratios": ratios, "cache": load}
    target.write_text(json.dumps(record, indent=1))
    print(f"\n{machine}; written to {target}")


def measure(s: Shape) -> dict[str, float]:
    """Return µs a round for every algorithm, the fused kernel and the NumPy loop."""
    T = len(s.order)
    runs: dict[str, Callable[[], Callable[[], object]]] = {
        key: _engine(s, f"cspa(beta={BETA})" if key == "cspa" else key) for key in ALGORITHMS
    }
    runs["fused"] = _fused(s)
    best = dict.fromkeys(runs, np.inf)
    for _ in range(REPEATS):
        for name, prepare in runs.items():
            best[name] = min(best[name], _seconds(prepare()))
    best["numpy"] = min(_seconds(lambda: run_numpy(BETA, s.rows, s.y, s.order, s.K)) for _ in range(2))
    _same_proposals(s)
    return {name: 1e6 * seconds / T for name, seconds in best.items()}


def _engine(s: Shape, text: str) -> Callable[[], Callable[[], object]]:
    T, (_, d) = len(s.order), shape(s.rows)

    def prepare() -> Callable[[], object]:
        learner = make(text, n_classes=s.K, n_features=d, sparse=isinstance(s.rows, CSR))
        trace = Trace.new(T)
        return lambda: learner.advance(s.rows, s.y, s.order, s.u, trace, 0, T)

    return prepare


def _fused(s: Shape) -> Callable[[], Callable[[], object]]:
    T, (_, d) = len(s.order), shape(s.rows)

    def prepare() -> Callable[[], object]:
        W, r = Additive.new(s.K, d, type(s.rows), 1.0).W, Round.new(s.K)
        trace = Trace.new(T)
        return lambda: run_fused(BETA, W, s.rows, s.y, s.order, trace, r)

    return prepare


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _same_proposals(s: Shape) -> None:
    """Refuse to compare the speed of things that do not do the same."""
    T, (_, d) = len(s.order), shape(s.rows)
    engine = make(f"cspa(beta={BETA})", n_classes=s.K, n_features=d, sparse=isinstance(s.rows, CSR))
    trace, fused = Trace.new(T), Trace.new(T)
    engine.advance(s.rows, s.y, s.order, s.u, trace, 0, T)
    W = Additive.new(s.K, d, type(s.rows), 1.0).W
    run_fused(BETA, W, s.rows, s.y, s.order, fused, Round.new(s.K))
    assert np.array_equal(trace.y_tilde, fused.y_tilde), f"{s.name}: the fused kernel proposes differently"
    numpy = run_numpy(BETA, s.rows, s.y, s.order, s.K)
    assert np.array_equal(trace.y_tilde, numpy), f"{s.name}: the NumPy loop proposes differently"


def table(times: dict[str, dict[str, float]]) -> None:
    """Print µs a round, and each algorithm's ratio to CSPA fused by hand."""
    names = list(times)
    print("µs a round (ratio to the hand-fused CSPA kernel)\n")
    print(f"{'':16s}" + "".join(f"{name:>22s}" for name in names))
    for row in next(iter(times.values())):
        cells = (f"{times[n][row]:.3f} ({times[n][row] / times[n]['fused']:.2f})" for n in names)
        print(f"{row:16s}" + "".join(f"{cell:>22s}" for cell in cells))


def check(times: dict, stick: str, names: tuple[str, ...], relation: str, bound: float) -> dict:
    """Print and return whether CSPA holds its ratio against a measuring stick."""
    cspa = {n: times[n]["cspa"] for n in names}
    if relation == "<=":
        worst = max(cspa[n] / times[n][stick] for n in names)
        text = f"\nCSPA takes at most {worst:.2f}× the {stick} kernel on {', '.join(names)}"
    else:
        worst = min(times[n][stick] / cspa[n] for n in names)
        text = f"\nCSPA is at least {worst:.1f}× as fast as the {stick} loop on {', '.join(names)}"
    holds = worst <= bound if relation == "<=" else worst >= bound
    print(f"{text}: wanted {relation} {bound:g}, {'holds' if holds else 'DOES NOT HOLD'}.", end="")
    return {"stick": stick, "shapes": names, "ratio": worst, "wanted": f"{relation} {bound}", "holds": holds}


def loading() -> dict[str, float]:
    """Print and return how long a new process takes to load all kernels from the cache."""
    out = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True).stdout
    kernels, compiled, seconds = (float(word) for word in out.split())
    print(f"\n\nA new process has all {kernels:.0f} kernels in {seconds:.2f} s ({compiled:.0f} compiled).")
    return {"kernels": kernels, "compiled": compiled, "seconds": seconds}


if __name__ == "__main__":
    main()
