"""The race: our learners and those of other packages on the same rows in the same order, in one process.

    python -m cspa_explore.benchmarks.race [race.json]

Times are µs per round, the best of several repeats; ratios are shares of right proposals. Each learner plays with one
setting, ours with their defaults; CSPA also plays with a second one. The race compares speed, and shows the ratio
reached at that speed.

One-time costs are not counted for any learner: parsing, making a learner, and getting its memory from the system. The
system would hand out that memory during the first rounds, so freed memory is kept, and later repeats reuse it.
"""

import ctypes
import json
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from time import perf_counter

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.benchmarks.shapes import Played, Shape, shapes
from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import CSR, shape
from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText, make

NAMES = ("d=256 K=10", "CSR d=62061 K=20", "CSR d=55197 K=105")
REPEATS = 5
SECOND = "cspa(beta=0.3)"  # the default β is the theory's and learns slowly if there are many classes
WANTED = 10.0  # target: how many times as fast as Vowpal Wabbit
MISSING = "The race needs vowpalwabbit and river: install them with 'pip install -r {}', or run 'make race'."

Runner = Callable[[Shape], Played]


def main(target: Path) -> None:
    """Run the race, print one table per shape and write the JSON file."""
    theirs = rivals()
    keep_memory()
    found = {s.name: measure(s, theirs) for s in shapes() if s.name in NAMES}
    for name, results in found.items():
        table(name, results)
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    plain = {name: {who: p._asdict() for who, p in results.items()} for name, results in found.items()}
    target.write_text(json.dumps({"machine": machine, "shapes": plain}, indent=1, ensure_ascii=False))
    print(f"\n{machine}. Parsing, making learners and getting memory are not counted. Written to {target}.")


def keep_memory() -> None:
    """Make the C library keep freed memory for reuse; where that is not possible, every learner pays for new memory."""
    trim_threshold, mmap_threshold = -1, -3
    with suppress(OSError, AttributeError, TypeError):
        library = ctypes.CDLL(None)
        for option in (trim_threshold, mmap_threshold):
            library.mallopt(option, 2**30)


def rivals() -> dict[str, Runner]:
    """Return the learners of other packages; UserError says what to install if one is missing."""
    try:
        from cspa_explore.benchmarks import elsewhere
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("vowpalwabbit", "river"):
            raise
        raise UserError(MISSING.format(Path(__file__).with_name("requirements.txt"))) from None
    runners: dict[str, Runner] = {
        name: partial(elsewhere.vowpal, options=options) for name, options in elsewhere.VOWPAL.items()
    }
    return runners | {elsewhere.RIVER: elsewhere.river}


def measure(s: Shape, theirs: dict[str, Runner]) -> dict[str, Played]:
    """Return time and ratio of each learner. Their sequence changes with each repeat; river (slow) plays once."""
    texts = [str(LearnerText.parse(text)) for text in (SECOND, *ALGORITHMS)]
    runners = {text: partial(ours, text=text) for text in texts} | theirs
    for text in texts:
        ours(s, text)  # compile or load the kernels before timing
    found: dict[str, Played] = {}
    for repeat in range(REPEATS):
        for name in np.random.default_rng(repeat).permutation(list(runners)).tolist():
            if repeat == 0 or not name.startswith("river"):
                played = runners[name](s)
                found[name] = min(played, found.get(name, played))
    return {name: found[name] for name in runners}


def ours(s: Shape, text: str) -> Played:
    """Play the shape with one of our learners, from zero weights; the rows have been validated."""
    T = len(s.order)
    learner = make(text, n_classes=s.K, n_features=shape(s.rows)[1], sparse=isinstance(s.rows, CSR))
    trace = Trace.new(T)
    start = perf_counter()
    learner.advance(s.rows, s.y, s.order, s.u, trace)
    return Played(1e6 * (perf_counter() - start) / T, float(trace.hit.mean()), T)


def table(name: str, results: dict[str, Played]) -> None:
    """Print a shape's results; ours relative to Vowpal Wabbit's fastest and to its most accurate exploration."""
    vowpal = {who: played for who, played in results.items() if who.startswith("VW")}
    fastest, best = min(vowpal, key=lambda w: vowpal[w].us), max(vowpal, key=lambda w: vowpal[w].ratio)
    print(f"\n{name}\n{'':72s}{'µs per round':>12s}{'right':>9s}{'rounds':>8s}   speed against {fastest} | {best}")
    for who, (us, ratio, rounds) in results.items():
        mine = who not in vowpal and not who.startswith("river")
        told = f" [{LearnerText.parse(who).spec.feedback}]" if mine else ""
        speed = f"{vowpal[fastest].us / us:8.1f}× | {vowpal[best].us / us:.1f}×" if mine else ""
        print(f"  {who + told:70s}{us:12.2f}{100 * ratio:7.1f} %{rounds:8d}   {speed}")
    for who, rival in product([who for who in results if who.startswith("cspa(")], dict.fromkeys((fastest, best))):
        times = vowpal[rival].us / results[who].us
        verdict = "holds" if times >= WANTED else "DOES NOT HOLD"
        print(f"  {who} is {times:.1f}× as fast as {rival}: wanted >= {WANTED:g}, {verdict}.")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1] if len(sys.argv) > 1 else "race.json"))
    except UserError as error:
        sys.exit(f"{error}")
