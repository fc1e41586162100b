"""What figures share: one colour and one dash an algorithm, and the look of a band."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go

from cspa_explore.algorithms import ALGORITHMS

# Okabe and Ito's colour-blind safe set without its yellow, shifted to a contrast of at least 3:1 with
# white paper and with Streamlit's dark background: a theme can change without a new figure.
COLOURS = ("#1f7fc0", "#d55e00", "#00936b", "#c06a9a", "#808080", "#2e9bd6", "#b07400")
GREY = "#808080"  # reference lines
# Curves that differ in σ, not in the algorithm: colour, dash and marker.
SIGMA_LOOKS = (
    ("#1f7fc0", "solid", "circle"),
    ("#b07400", "dash", "square"),
    ("#00936b", "dot", "diamond"),
    ("#c06a9a", "dashdot", "triangle-up"),
    ("#d55e00", "longdash", "x"),
    ("#808080", "longdashdot", "cross"),
)
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "5px,2px")


def sigma_looks(sigmas: Sequence[float], usual: Sequence[float]) -> list[tuple[str, str, str]]:
    """Return the look of each σ: the data set's usual ones keep theirs, whatever others are drawn beside them.

    >>> sigma_looks([0.05, 0.25, 0.3], [0.05, 0.25, 0.5, 1]) == [SIGMA_LOOKS[0], SIGMA_LOOKS[1], SIGMA_LOOKS[4]]
    True
    """
    others = [sigma for sigma in sigmas if sigma not in usual]
    places = [usual.index(sigma) if sigma in usual else len(usual) + others.index(sigma) for sigma in sigmas]
    return [SIGMA_LOOKS[place % len(SIGMA_LOOKS)] for place in places]


def look(key: str, again: int = 0) -> tuple[str, str]:
    """Return (colour, dash) of an algorithm, by the number in its Spec: no two algorithms share both.

    The same algorithm once more in a figure, with other parameters, keeps its colour and has a dash that nobody
    else of that colour has.
    """
    turn, place = divmod(ALGORITHMS[key].look, len(COLOURS))
    dash = DASHES[(turn + place) % len(DASHES)]
    if again:
        starts = ("{}px,4px", "{}px,5px,2px,5px", "{}px,9px", "{}px,3px,2px,3px,2px,3px")
        kinds = [start.format(length + turn) for start, length in zip(starts, (2, 16, 24, 7), strict=True)]
        dash = kinds[(again - 1) % len(kinds)] + ",1px,1px" * ((again - 1) // len(kinds))
    return COLOURS[place], dash


def with_settings(title: str, words: str) -> str:
    """Return an axis title with the settings below it, so that a picture that is saved says what it shows.

    >>> with_settings("round", "Four Gaussians · seed 7")
    'round<br><span style="font-size:11px">Four Gaussians · seed 7</span>'
    """
    lines = "<br>".join(wrap(escape(words), 100))
    return f'{title}<br><span style="font-size:11px">{lines}</span>'


def faded(colour: str, opacity: float) -> str:
    """Return a hex colour as rgba with the opacity.

    >>> faded("#0072b2", 0.2)
    'rgba(0, 114, 178, 0.2)'
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity:g})"


def add_band(figure: go.Figure, x: np.ndarray, mean: np.ndarray, sd: np.ndarray, colour: str) -> None:
    """Draw mean ± sd, in percent, as a faded band without a legend entry of its own."""
    figure.add_scatter(
        x=np.concatenate([x, x[::-1]]),
        y=np.clip(np.concatenate([mean + sd, (mean - sd)[::-1]]), 0, 100),
        fill="toself",
        fillcolor=faded(colour, 0.2),
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )
