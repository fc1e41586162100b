"""A data set at a glance, as data for its drawing: classes with counts, a projection, and a few instances."""

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from cspa_explore.charts.colours import HUES, classes
from cspa_explore.datasets import Info
from cspa_explore.inspection.projection import PLANE, Example, examples, projected
from cspa_explore.player.instances import MOST_FEATURES, picture_of
from cspa_explore.sized_cache import SizedCache
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.data.own_cache import kept_apart
from cspa_explore.ui.work.job import LongWork

HEAVIEST = 10  # features of an instance that has too many
MOST_NAMED = 48  # features of an instance that are drawn as bars with names
MOST_LISTED = 300  # classes


class Glance(dict[str, Any]):
    """The data of the drawing."""

    nbytes = 100_000


@st.cache_resource(show_spinner=False)
def glances() -> SizedCache:
    """Return the cache of drawings; those of own files are forgotten with the files."""
    return SizedCache(32, 2**24)


def glance_work(info: Info, where: str) -> LongWork:
    """Return the drawing of the data set, which the session must be allowed to use, as long work.

    `where` names the place on the page: each place has work of its own.
    """
    return LongWork(
        kind=f"glance_{where}",
        key=info.text,
        work=lambda tell, show, stop: Glance(_glance(info)),
        cache=kept_apart(glances()),
        stays=True,
    )


def _glance(info: Info) -> dict[str, Any]:
    stream = Stream(info.text)
    stream = replace(stream, sigma=stream.spec.sigmas.default)
    data = stream.load()
    K = data.n_classes
    counts = np.bincount(data.y, minlength=K)
    found = projected(stream)
    span = float(np.abs(found.points).max()) or 1.0
    first, second = (f"{100 * share:.0f} %" for share in found.shares)
    rows = f"all {len(found.labels):,} rows" if found.whole else f"{len(found.labels):,} of {len(data.y):,} rows"
    words = f"Projection (PCA) of {rows}, scaled to length 1: {first} of the variance across, {second} upwards."
    noise = f" with noise σ={stream.sigma:g}" if stream.sigma else ""
    plane = f"{rows[0].upper()}{rows[1:]}{noise}, before they are scaled to length 1."
    return {
        "title": info.title,
        "names": list(data.names[:MOST_LISTED]),
        "counts": counts[:MOST_LISTED].tolist(),
        "more": max(0, K - MOST_LISTED),
        "classes": classes(K) if len(HUES) >= K else [],
        "x": np.round(found.points[:, 0] / span, 4).tolist(),
        "y": np.round(found.points[:, 1] / span, 4).tolist(),
        "labels": found.labels.tolist(),
        "words": words if info.shape.d != PLANE else plane,
        "instances": _instances(stream) if info.shape.d != PLANE else [],  # the plane shows them
    }


def _instances(stream: Stream) -> list[dict[str, Any]]:
    """Return a few instances, each with how it is drawn; of wide rows, the heaviest features by index."""
    data, kind = stream.load(), stream.spec.picture.kind
    narrow = stream.info.shape.d <= (MOST_FEATURES if kind != "bars" else MOST_NAMED)
    picture = picture_of(stream) if narrow else None
    if picture is None:
        return [_heaviest(example, data.names, data.features) for example in examples(stream, heaviest=HEAVIEST)]
    shown = []
    for example in examples(stream):
        numbers = example.values
        if picture["kind"] != "bars":
            share = (numbers - picture["low"]) / (picture["high"] - picture["low"])
            numbers = np.rint(255 * np.clip(share, 0, 1))
        shown.append({"name": data.names[example.label], "picture": picture, "numbers": numbers.tolist()})
    return shown


def _heaviest(example: Example, names: tuple[str, ...], features: tuple[str, ...]) -> dict[str, Any]:
    largest = float(np.abs(example.values).max(initial=0.0)) or 1.0
    low = -largest if (example.values < 0).any() else 0.0
    named = [features[j] if features else f"feature {j + 1}" for j in example.places]
    n = len(named)
    picture = {"kind": "bars", "rows": 0, "columns": 0, "features": named, "low": [low] * n, "high": [largest] * n}
    return {"name": names[example.label], "picture": picture, "numbers": example.values.tolist()}
