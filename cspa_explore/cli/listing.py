"""`list`: algorithms with their parameters, and data sets with their shapes."""

import argparse
import json
from typing import Any

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS, DatasetSpec, describe
from cspa_explore.learners import LearnerText


def do_list(args: argparse.Namespace) -> int:
    """Print algorithms and data sets."""
    algorithms = [_algorithm(key) for key in ALGORITHMS]
    sets = [_dataset(spec) for spec in DATASETS.values()]
    if args.json:
        print(json.dumps({"algorithms": algorithms, "datasets": sets}))
        return 0
    print("Algorithms")
    for a in algorithms:
        ranges = (f"{p['name']} ({p['symbol']}) in {p['range']}, default {p['default']}" for p in a["parameters"])
        print(f"  {a['key']:16s} {a['label']:27s} {a['feedback']:8s} {'; '.join(ranges) or 'no parameters'}")
        if a["note"]:
            print(f"{'':19s}{a['note']}")
    print("\nData sets")
    for s in sets:
        shape = f"K={s['K']:<4} n={s['n']:<8,} d={s['d']:<6}" if s["K"] else f"{'shape given by its text':27s}"
        print(f"  {s['key']:12s} {s['name']:26s} {shape} {s['kind']:8s} {s['state']}")
    return 0


def _algorithm(key: str) -> dict[str, Any]:
    spec = ALGORITHMS[key]
    return {
        "key": key,
        "label": spec.label,
        "feedback": spec.feedback,
        "default": str(LearnerText.of(key)),
        "summary": spec.summary,
        "note": spec.note,
        "parameters": [
            {"name": p.name, "symbol": p.symbol, "range": p.interval, "default": p.default} for p in spec.params
        ],
    }


def _dataset(spec: DatasetSpec) -> dict[str, Any]:
    shape = spec.default_shape
    present = describe(spec.key).present if spec.listed else True
    return {
        "key": spec.key,
        "name": spec.name,
        "K": shape and shape.K,
        "n": shape and shape.n,
        "d": shape and shape.d,
        "kind": spec.kind,
        "state": "ready" if present else "missing",
        "sizes": {size.name: [size.low, size.high] for size in spec.sizes},
        "sigmas": list(spec.sigmas.figure),
        "note": spec.note,
    }
