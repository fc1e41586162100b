"""The replay of a run: every learner's predictions, proposals and weights in every round, and the curves of all trials.

A long run's replay holds the weights and losses of some rounds only: see player/details.py.

The player animates the first trial of the result. Its position t is round t, counted from 1; position 0 is before the
first round. The weights at index t are those after t rounds, so the learner answered round t with the weights at t − 1.
"""

from dataclasses import replace
from string import digits
from typing import Any, NamedTuple

import numpy as np

from cspa_explore.charts.colours import classes, looks
from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import Dense
from cspa_explore.core.vectors import TIE
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner, Branch
from cspa_explore.player import grids
from cspa_explore.player.curves import curve_charts
from cspa_explore.player.details import REPLAY, SPARE, Details
from cspa_explore.player.handles import handles, sigma_handle
from cspa_explore.player.instances import instances_with_replay, picture_of, run_id
from cspa_explore.player.packing import pack
from cspa_explore.results.comparisons import References
from cspa_explore.results.run import RECENT, RunResult
from cspa_explore.running.film_plan import identity
from cspa_explore.running.play import play
from cspa_explore.running.playing import recordings
from cspa_explore.streams.blocks import labels
from cspa_explore.streams.order import class_names, class_order, lies
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted

MOST_CLASSES = 8  # that have regions; the tints of more classes could not be told apart
MOST_BYTES = 32 * 2**20  # of the weights of all rounds
CLASSES = ("y", "hat", "tilde")  # arrays that hold a class per round
WIDTHS = {"confidit": "A", "linucb": "P"}  # of w·x + √(η Σ x²/A), and of w·x + √(η xᵀPx)


class Ghost(NamedTuple):
    """A pinned run, whose curves stay visible while the settings change."""

    words: str
    result: RunResult


class Replay(NamedTuple):
    """A replay as bytes and, if they do not hold every round, the details of all rounds."""

    data: bytes
    details: Details | None = None


def replay(result: RunResult, lines: References, ghosts: tuple[Ghost, ...] = ()) -> bytes:
    """Return the replay as bytes: the first trial of the result, round by round, and all curves."""
    return detailed_replay(result, lines, ghosts).data


def detailed_replay(result: RunResult, lines: References, ghosts: tuple[Ghost, ...] = ()) -> Replay:
    """Return the replay, and the details that it leaves out because it would be too long."""
    learners = [r.learner for r in result.results]
    stream = replace(result.stream, seed=result.seeds[0])
    plane, why = plane_of(stream, learners)
    y = labels(stream)
    K = stream.n_classes
    small = np.uint8 if K <= 256 else np.uint16
    traces, arrays = _played(stream, learners, plane)
    picture = None if plane else picture_of(stream)
    if picture:
        arrays |= instances_with_replay(stream, picture)
    arrays["y"] = y.astype(small)
    if stream.noisy:
        arrays["lies"] = lies(stream, stream.n_rounds).astype(np.uint8)
    for place, trace in enumerate(traces):
        arrays[f"hat{place}"] = trace.y_hat.astype(small)
        arrays[f"tilde{place}"] = trace.y_tilde.astype(small)
        arrays[f"loss{place}"] = trace.loss.astype(np.float32)
    curves, numbers = curve_charts(result, lines, [ghost.result for ghost in ghosts])
    header = {
        "id": run_id(stream, learners),
        "words": result.words,
        "K": K,
        "d": stream.n_features,
        "T": stream.n_rounds,
        "trials": len(result.seeds),
        "names": class_names(stream),
        "plane": plane,
        "why": why,
        "lesson": stream.lesson,
        "noisy": stream.noisy,
        "drift": stream.before_drift + 1 if stream.drift_words else None,
        "identity": identity(result.experiment),
        "sigma": sigma_handle(result.stream),
        "normalised": stream.normalise,
        "side": grids.SIDE,
        "half": grids.half_width(arrays["raw"]) if plane == "grid" else None,
        "picture": picture,
        "learners": _learners(result, plane),
        "ghosts": [{"words": ghost.words} for ghost in ghosts],
        "recent": RECENT,
        "curves": curves,
        "classes": class_colours(stream),
        "provenance": result.provenance and result.provenance.to_fields(),
    }
    if stream.info.kind == "bundled":
        header["bundled"] = {"text": stream.info.text, "title": stream.info.title}
    return _fitted(header, arrays | numbers)


def _fitted(header: dict[str, Any], arrays: dict[str, np.ndarray]) -> Replay:
    """Return the replay with all details, or with as many as fit: then classes take few bits, too."""
    data = pack(header, arrays)
    if len(data) <= REPLAY:
        return Replay(data)
    details, always = Details.among(arrays)
    W = [array for name, array in details.arrays.items() if name.startswith("W")]
    header["longest"] = [float(np.hypot(w[..., 0], w[..., 1]).max()) for w in W]
    bits = {name: max(1, (header["K"] - 1).bit_length()) for name in always if name.rstrip(digits) in CLASSES}
    bits |= {"lies": 1} if "lies" in always else {}
    some, more = details.thinned(REPLAY - SPARE - len(pack(header, always, bits)))
    whole = len(some["kept"]) > details.last
    return Replay(pack(header, always | some, bits | more), None if whole else details)


def class_colours(stream: Stream) -> list[dict[str, Any]]:
    """Return the colours of the classes as the trial numbers them; a class keeps its colour in every trial."""
    K = stream.n_classes
    return [classes(K)[k] for k in class_order(stream)] if K <= MOST_CLASSES else classes(MOST_CLASSES)


def _played(stream: Stream, learners: list[AnyLearner], plane: str) -> tuple[list[Trace], dict[str, np.ndarray]]:
    """Return one trace per learner and what is drawn of them in the plane."""
    if not plane:
        return play(learners, stream), {}
    arrays = {"raw": raw_rows(stream, range(1, stream.n_rounds + 1)).astype(np.float32)}
    if plane == "grid":
        rounds = grids.grid_rounds(stream, len(learners))
        played = [grids.played_with_states(text, stream, rounds) for text in learners]
        half = grids.half_width(arrays["raw"])
        return [trace for trace, _ in played], arrays | grids.grid_arrays(stream, half, [kept for _, kept in played])
    traces = []
    for place, (trace, weights, A) in enumerate(recordings(learners, stream) or []):
        traces.append(trace)
        arrays[f"W{place}"] = snapped(weights).astype(np.float32)
        if A is not None and _adds_width(learners[place]):
            arrays[f"{WIDTHS[learners[place].key]}{place}"] = A.astype(np.float32)
    return traces, arrays


def plane_of(stream: Stream, learners: list[AnyLearner]) -> tuple[str, str]:
    """Return the form of the regions, "sectors", "polygons" or "grid", and ""; or "" and the reason for none.

    >>> plane_of(Stream("gaussians4", bias=True), [])[0], plane_of(Stream("iris"), [])
    ('polygons', ('', 'Iris has 4 features: there is no plane to draw regions in.'))
    """
    d, K = stream.info.shape.d, stream.n_classes
    numbers = 2 if stream.kernel else len(learners) * K * stream.n_features  # per round
    size = 4 * (stream.n_rounds + 1) * numbers
    if d != 2:
        return "", f"{stream.info.title} has {counted(d, 'feature')}: there is no plane to draw regions in."
    if K > MOST_CLASSES:
        return "", f"Regions are drawn for at most {MOST_CLASSES} classes; this data set has {K}."
    if stream.storage is not Dense:
        return "", f"Regions are drawn for dense rows only, and those of {stream.info.title} are stored as sparse rows."
    if size > MOST_BYTES:
        return "", f"Regions of {stream.n_rounds:,} rounds would take {size / 2**20:.0f} MB: play fewer rounds."
    if stream.kernel:
        used, most = stream.support_used, grids.MOST_FEATURES
        why = f"Regions are sampled for at most {most:,} kernel features, got {used:,}."
        return ("grid", "") if used <= most else ("", why)
    return ("polygons" if stream.bias else "sectors"), ""


def recorded(text: AnyLearner, stream: Stream) -> tuple[Trace, np.ndarray, np.ndarray | None]:
    """Return the trace, the weights (T+1, K, d) after 0…T rounds, and the precisions A if the learner has them."""
    (found,) = recordings([text], stream) or []
    return found


def snapped(W: np.ndarray) -> np.ndarray:
    """Return the weights (T, K, d) with rows that are tied up to rounding made equal to the first of them.

    The engine proposes the lowest of tied classes. Rows that are equal to the bit remain tied as 32-bit floats.
    """
    columns = W.transpose(1, 2, 0).copy()  # (K, d, T): operations on long vectors are fast
    near = TIE * (1 + np.abs(columns).max(axis=(0, 1)))
    for k in range(1, len(columns)):
        for lower in range(k):
            tied = np.abs(columns[k] - columns[lower]).max(axis=0) <= near
            columns[k][:, tied] = columns[lower][:, tied]
    return columns.transpose(2, 0, 1)


def _adds_width(text: AnyLearner) -> bool:
    """Say whether the learner adds a confidence width, for which the player needs η and A or P to draw regions."""
    return text.key in WIDTHS


def _eta(text: LearnerText, K: int) -> float:
    """Return the factor under the root of the width."""
    alg = text.hyper(K)
    return float(alg.eta if text.key == "confidit" else alg.alpha**2)


def _learners(result: RunResult, plane: str) -> list[dict[str, Any]]:
    found = []
    learners = [r.learner for r in result.results]
    styles = looks([item.key for item in learners])
    for place, (r, words, (colour, dash)) in enumerate(zip(result.results, result.names, styles, strict=True)):
        text = r.learner
        first = text.learner if isinstance(text, Branch) else text
        entry = {
            "text": str(text), "words": words, "key": text.key, "label": text.spec.label, "colour": colour,
            "dash": dash, "full": text.spec.feedback == "full", "note": text.spec.note, "final": r.words,
            "loss": text.spec.loss, "branch": text.at if isinstance(text, Branch) else None,
            "params": handles(learners, place, result.stream.n_classes, not result.stream.noisy),
        }  # fmt: skip
        if plane and _adds_width(text):
            parts = [first, text.then if isinstance(text, Branch) else first]
            entry["eta"] = [_eta(part, result.stream.n_classes) for part in parts]
        found.append(entry)
    return found
