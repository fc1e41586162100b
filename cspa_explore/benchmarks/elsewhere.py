"""Learners of other packages on our shapes: Vowpal Wabbit's contextual bandits, and river's passive-aggressive PA-I.

Both take examples of their own format, which are made before the clock starts: parsing is not counted. The one Python
call per round is counted, because that is how these packages are used.
"""

import time
from collections.abc import Iterator

import numpy as np
from river.linear_model import PAClassifier
from river.multiclass import OneVsRestClassifier
from vowpalwabbit import Workspace

from cspa_explore.benchmarks.shapes import Played, Shape
from cspa_explore.core.rows import Dense

# Exploration options for --cbify.
VOWPAL = {
    "VW ε-greedy 0.05": "--epsilon 0.05",
    "VW first 1000": "--first 1000",
    "VW bag 5": "--bag 5",
    "VW cover 5": "--cover 5",
}
RIVER = "river PA-I, one vs rest"
RIVER_WORK = 16_000_000  # multiplications at most; river needs about 1 µs for each


def vowpal(s: Shape, options: str) -> Played:
    """Play the shape with Vowpal Wabbit. `--cbify` hides the label from its bandits, which are told right or wrong.

    -b 24 has room for the weights of every feature and class.
    """
    workspace = Workspace(f"--cbify {s.K} {options} -b 24 --random_seed 1 --quiet")
    labels = s.y[s.order]
    examples = [
        workspace.parse(f"{label + 1} | " + " ".join(f"{f}:{x:.9g}" for f, x in zip(columns, row, strict=True)))
        for label, (columns, row) in zip(labels, _rows(s), strict=True)
    ]
    learn, proposed = workspace.learn, []
    start = time.perf_counter()
    for example in examples:
        learn(example)
        proposed.append(example.get_multiclass_prediction())
    seconds = time.perf_counter() - start
    for example in examples:
        workspace.finish_example(example)
    workspace.finish()
    return _played(seconds, np.array(proposed) - 1, labels)


def river(s: Shape) -> Played:
    """Play the shape with river's PA-I, one classifier per class, told the label; with many classes, only in part."""
    model = OneVsRestClassifier(PAClassifier(C=1.0, mode=1))
    rows = [dict(zip(columns.tolist(), row.tolist(), strict=True)) for columns, row in _rows(s)]
    rows = rows[: max(1000, RIVER_WORK // (s.K * len(rows[0])))]
    labels = s.y[s.order][: len(rows)].tolist()
    proposed = []
    start = time.perf_counter()
    for x, y in zip(rows, labels, strict=True):
        proposed.append(model.predict_one(x))
        model.learn_one(x, y)
    seconds = time.perf_counter() - start
    return _played(seconds, np.array([-1 if p is None else p for p in proposed]), np.array(labels))


def _played(seconds: float, proposed: np.ndarray, labels: np.ndarray) -> Played:
    return Played(1e6 * seconds / len(labels), float((proposed == labels).mean()), len(labels))


def _rows(s: Shape) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield (columns, values) of the rows in the order of the rounds."""
    if isinstance(s.rows, Dense):
        columns = np.arange(s.rows.X.shape[1])
        yield from ((columns, s.rows.X[i]) for i in s.order)
    else:
        bounds = s.rows.indptr
        parts = (slice(bounds[i], bounds[i + 1]) for i in s.order)
        yield from ((s.rows.indices[part], s.rows.data[part]) for part in parts)
