"""A film as bytes for the browser: 32-bit weights as in a replay, counts of right proposals, one bit per round.

The weights are exactly those of the exact run's replay, so its picture is the same; the bytes are compressed (zlib).
The browser computes the points of another σ itself, from the replay's points and the normal draws of the noise.
"""

from dataclasses import replace
from typing import Any
from zlib import compress, decompress

import numpy as np

from cspa_explore.charts.curves import reference_lines
from cspa_explore.charts.description import plain
from cspa_explore.player.handles import sigma_slider, slider
from cspa_explore.player.packing import pack, unpack
from cspa_explore.player.replay import snapped
from cspa_explore.results.comparisons import References
from cspa_explore.running.film import Film
from cspa_explore.running.film_plan import FilmPlan, identity
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.blocks import labels
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream


def packed_film(film: Film, room: int = 2**30) -> bytes:
    """Return the film as compressed bytes; with fewer rounds, if it would need more room.

    The σ that are not done yet are left out of the arrays.
    """
    while len(data := compress(_packed(film), 1)) > room and len(film.plan.rounds) > 8:
        film = film.with_rounds(min(len(film.plan.rounds) - 1, int(len(film.plan.rounds) * room / len(data))))
    return data


def unpacked_film(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return header and arrays of a film."""
    return unpack(decompress(data))


def _packed(film: Film) -> bytes:
    plan = film.plan
    done = list(film.done)
    most = plan.experiment.trials * plan.experiment.stream.n_rounds
    small = np.uint16 if most < 2**16 else np.int32
    arrays: dict[str, np.ndarray] = {
        "rounds": np.array(plan.rounds, np.int32),
        "hits": np.packbits(film.hits[done], axis=-1, bitorder="little"),
        "total": film.total[done].astype(small),
        "sd": film.sd[done].astype(np.float32),
        "recent": film.recent[done].astype(small),
        "recent_sd": film.recent_sd[done].astype(np.float32),
    }
    if film.weights is not None:
        K, d = film.weights.shape[-2:]
        arrays["W"] = snapped(film.weights[done].reshape(-1, K, d)).astype(np.float32)
        arrays["longest"] = film.longest[done].astype(np.float32)
        arrays["normals"] = normals(plan.experiment.stream)
    return pack(film_header(plan) | {"state": "ready" if film.whole else "row", "share": 1.0, "done": done}, arrays)


def film_header(plan: FilmPlan) -> dict[str, Any]:
    """Return the header: to which runs the film belongs, and its values."""
    stream, marked = plan.experiment.stream, plan.experiment.learners[plan.place]
    return {
        "identity": identity(plan.experiment),
        "place": plan.place,
        "param": plan.param,
        "texts": [str(learner) for learner in plan.marked],
        "words": [learner.words_for(stream.n_classes) for learner in plan.marked],
        "others": [str(learner) for learner in plan.others],
        "sigma": sigma_slider(stream.info.sigmas, plan.sigmas),
        "noise": stream.spec.noise,
        "lines": [_lines(replace(stream, sigma=sigma)) for sigma in plan.sigmas],
        **(
            slider(marked, plan.param, stream.n_classes, plan.values, not stream.noisy)
            if plan.param
            else {"values": [""]}
        ),
    }


def waiting_film(state: str, share: float = 0.0) -> bytes:
    """Return the bytes that stand for a film without any part: "computing", or "none" if there will be none."""
    return compress(pack({"state": state, "share": round(share, 2)}, {}))


def normals(stream: Stream) -> np.ndarray:
    """Return the normal draws of the first trial's noise, (T, 2): at σ, an instance is clean + sd(σ)·normals."""
    first, rounds = replace(stream, seed=trial_seed(stream.seed, 0)), range(1, stream.n_rounds + 1)
    drawn = raw_rows(replace(first, sigma=1.0), rounds) - raw_rows(replace(first, sigma=0.0), rounds)
    return drawn.astype(np.float32)


def _lines(stream: Stream) -> list[dict[str, Any]]:
    """Return the reference lines of the curves that are known without a run."""
    y = labels(replace(stream, seed=trial_seed(stream.seed, 0)))
    majority = float(np.bincount(y).max() / len(y))
    known = References(1 / stream.n_classes, majority, stream.best, stream.spec.best_name, None)
    return plain(reference_lines(known, False, stream.order == "shuffled", bool(stream.drift_words)))
