"""The only module of the golden tests that imports the program. If the API changes, change this file, not the JSON."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse

from cspa_explore.core.rows import CSR, dense_row
from cspa_explore.datasets import Dataset
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment as Value
from cspa_explore.experiments.settings_file import read_settings
from cspa_explore.learners.branch import learner_of
from cspa_explore.running.play import play as play_trial
from cspa_explore.running.run import run, trial_seed
from cspa_explore.streams import blocks
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.session.link import from_query
from tests.golden.experiments import SPARSE, Experiment
from tests.sample_datasets import own_file

SAMPLE = 100  # rounds of a trial whose rows go into the digest
DIGITS = 9  # to which these rows are rounded: the last bits of exp and of matrix products depend on the processor
FIELDS = ("dataset", "sigma", "learners", "seed", "trials", "rounds", "order", "normalise", "bias", "kernel", "support",
          "flip", "imbalance")  # fmt: skip


def play(experiment: Experiment) -> dict[str, Any]:
    """Play the experiment; return its size, the seeds of its trials, and the numbers of each learner.

    Counts and losses have one number per trial. `trace` is a digest of all predictions, proposals and hits, `curves`
    one of the ratios over time and per class. An algorithm without a loss has an empty list.
    """
    stream, learners = _stream(experiment), [learner_of(text) for text in experiment.learners]
    result = run(Value(stream, tuple(learners), experiment.trials))
    trials = [play_trial(learners, replace(stream, seed=seed)) for seed in result.seeds]
    found = {}
    for text, r, *traces in zip(experiment.learners, result.results, *trials, strict=True):
        found[text] = {
            "right": _counts(r.ratio, r.rounds),
            "predicted": _counts(r.predicted, r.rounds),
            "explored": _counts(r.explored, r.rounds),
            "loss": [float(f"{mean:.12g}") for mean in r.loss if not np.isnan(mean)],
            "trace": _digest(*(part for trace in traces for part in (trace.y_hat, trace.y_tilde, trace.hit))),
            "curves": _digest(r.curve, r.recent, r.recall),
        }
    size = {"K": stream.n_classes, "d": stream.n_features, "T": stream.n_rounds, "sparse": stream.storage is CSR}
    return {"size": size, "seeds": list(result.seeds), "learners": found}


def digest(experiment: Experiment, digits: int | None = DIGITS) -> str:
    """Return a digest of the streams: all labels and uniforms, and sampled rows, rounded unless digits is None."""
    parts = []
    for trial in range(experiment.trials):
        stream = _stream(experiment)
        X, y, u = _table(replace(stream, seed=trial_seed(stream.seed, trial)))
        parts += [X if digits is None else np.round(X, digits) + 0.0, y, u]
    return _digest(*parts)


def bits(experiment: Experiment) -> str:
    """Return digests of rows and of every round's loss to the last bit; they are the same only on the same machine."""
    stream, learners = _stream(experiment), [learner_of(text) for text in experiment.learners]
    seeds = [trial_seed(stream.seed, trial) for trial in range(experiment.trials)]
    losses = [trace.loss for seed in seeds for trace in play_trial(learners, replace(stream, seed=seed))]
    return f"{digest(experiment, digits=None)} {_digest(*losses)}"


def read_link(query: Mapping[str, str]) -> tuple[dict[str, Any], int]:
    """Return the settings of a link as plain fields, and the number of notes about replaced values."""
    settings, notes = from_query(query)
    return _plain({name: settings.value(name) for name in FIELDS}), len(notes)


def read_file(text: str) -> dict[str, Any] | None:
    """Return the fields of a settings file, and the plan of a sweep if there is one; None if the file is refused."""
    try:
        experiment, plan = read_settings(text)
    except UserError:
        return None
    fields = {name: experiment.value(name) for name in FIELDS}
    if plan is not None:
        names = ("param", "values", "sigmas", "trials")
        fields["plan"] = {"learner": str(plan.learner)} | {name: getattr(plan, name) for name in names}
    return _plain(fields)


def _stream(experiment: Experiment) -> Stream:
    fields = experiment._asdict() | {"dataset": _text(experiment.dataset)}
    return Stream(**{name: value for name, value in fields.items() if name not in ("learners", "trials")})


def _table(stream: Stream) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return sampled rows (≤ SAMPLE, d), and all labels (T,) and uniforms (T,) of a trial."""
    sample = set(np.linspace(0, stream.n_rounds - 1, SAMPLE).astype(int).tolist())
    X, y, u = [], [], []
    for block in blocks.chunks(stream):
        X += [dense_row(block.rows, i) for t, i in enumerate(block.order, block.start) if t in sample]
        y.append(block.y[block.order])
        u.append(block.u)
    return np.array(X), np.concatenate(y), np.concatenate(u)


@cache
def _text(dataset: str) -> str:
    """Return the text of the data set; the tests' sparse data sets become own files."""
    if dataset not in SPARSE:
        return dataset
    rows = SPARSE[dataset]()
    names = tuple(map(str, range(rows.K)))
    return own_file(Dataset(scipy.sparse.csr_array(rows.X), rows.y.astype(np.int64), rows.K, names), dataset)


def _counts(shares: np.ndarray, rounds: np.ndarray) -> list[int]:
    return np.rint(shares * rounds).astype(int).tolist()


def _digest(*arrays: np.ndarray) -> str:
    h = hashlib.blake2b(digest_size=8)
    for array in arrays:
        h.update(np.ascontiguousarray(array, "<f8" if array.dtype.kind == "f" else "<i8").tobytes())
    return h.hexdigest()


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields after a round trip through JSON, which turns tuples into lists."""
    return json.loads(json.dumps(fields))
