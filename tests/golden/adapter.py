"""The only module of these tests that imports the program: if its API changes, this file does, the numbers do not."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse

from cspa_explore import datasets
from cspa_explore.core.rows import CSR, dense_row
from cspa_explore.datasets.spec import Dataset, DatasetSpec, Sigmas
from cspa_explore.errors import UserError
from cspa_explore.experiments import blocks
from cspa_explore.experiments.branch import learner_of
from cspa_explore.experiments.play import play as play_trial
from cspa_explore.experiments.run import run, trial_seed
from cspa_explore.experiments.settings_file import read_settings
from cspa_explore.experiments.stream import Stream
from cspa_explore.ui.link import from_query
from tests.golden.experiments import SPARSE, Experiment

SAMPLE = 100  # rounds of a trial whose rows go into the digest
DIGITS = 9  # of these rows: the last bits of exp and of matrix products depend on the processor
FIELDS = ("dataset", "sigma", "learners", "seed", "trials", "rounds", "order", "normalise", "bias", "kernel", "support",
          "flip", "imbalance")  # fmt: skip


def play(experiment: Experiment) -> dict[str, Any]:
    """Return what the experiment comes to: its size, the seeds of its trials, and the numbers of each learner.

    Counts and losses have one number per trial. `trace` is a digest of all predictions, proposals and hits, `curves`
    one of the ratios over time and per class. An algorithm without a loss has an empty list.
    """
    with _registered(experiment.dataset):
        stream, learners = _stream(experiment), [learner_of(text) for text in experiment.learners]
        result = run(learners, stream, experiment.trials)
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
    """Return a digest of the streams: all labels and uniforms, and a sample of the rows, rounded if digits says so."""
    with _registered(experiment.dataset):
        parts = []
        for trial in range(experiment.trials):
            stream = _stream(experiment)
            X, y, u = _table(replace(stream, seed=trial_seed(stream.seed, trial)))
            parts += [X if digits is None else np.round(X, digits) + 0.0, y, u]
        return _digest(*parts)


def bits(experiment: Experiment) -> str:
    """Return digests of rows and of every round's loss to the last bit: they hold on one machine only."""
    with _registered(experiment.dataset):
        stream, learners = _stream(experiment), [learner_of(text) for text in experiment.learners]
        seeds = [trial_seed(stream.seed, trial) for trial in range(experiment.trials)]
        losses = [trace.loss for seed in seeds for trace in play_trial(learners, replace(stream, seed=seed))]
    return f"{digest(experiment, digits=None)} {_digest(*losses)}"


def read_link(query: Mapping[str, str]) -> tuple[dict[str, Any], int]:
    """Return the settings of a link as plain fields, and the number of notes on what had to be replaced."""
    settings, notes = from_query(query)
    return _plain({name: getattr(settings, name) for name in FIELDS}), len(notes)


def read_file(text: str) -> dict[str, Any] | None:
    """Return the fields of a settings file, and the plan of a sweep if there is one; None if the file is refused."""
    try:
        found = read_settings(text)
    except UserError:
        return None
    return _plain({name: found[name] for name in (*FIELDS, "plan") if name in found})


def _stream(experiment: Experiment) -> Stream:
    fields = experiment._asdict()
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


@contextmanager
def _registered(dataset: str) -> Iterator[None]:
    """Have the sparse data set in the registry for as long as it is needed."""
    if dataset not in SPARSE:
        yield
        return
    rows = SPARSE[dataset]()
    X = scipy.sparse.csr_array(rows.X)
    data = Dataset(X, rows.y.astype(np.int64), rows.K, tuple(map(str, range(rows.K))))
    sigmas = Sigmas(1.0, (0.0, 0.1, 0.2, 0.3))
    spec = DatasetSpec(dataset, dataset, "own", rows.K, *X.shape, sigmas, lambda: data, "tests", "MIT", "tests")
    datasets.DATASETS[dataset] = spec
    try:
        yield
    finally:
        del datasets.DATASETS[dataset]
        datasets._loaded.cache_clear()
        blocks._TABLES.clear()


def _counts(shares: np.ndarray, rounds: np.ndarray) -> list[int]:
    return np.rint(shares * rounds).astype(int).tolist()


def _digest(*arrays: np.ndarray) -> str:
    h = hashlib.blake2b(digest_size=8)
    for array in arrays:
        h.update(np.ascontiguousarray(array, "<f8" if array.dtype.kind == "f" else "<i8").tobytes())
    return h.hexdigest()


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields as JSON gives them back: lists, not tuples."""
    return json.loads(json.dumps(fields))
