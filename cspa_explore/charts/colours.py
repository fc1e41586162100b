"""Every colour, dash and shape that charts and drawings use: for algorithms, for σ, and for classes.

Line colours are Okabe and Ito's colour-blind safe set without its yellow, shifted to a contrast of at least 3:1 with
white and with Streamlit's dark background, so that the same chart serves both themes.
"""

import colorsys
from collections.abc import Sequence
from functools import lru_cache

from cspa_explore.algorithms import ALGORITHMS

COLOURS = ("#1f7fc0", "#d55e00", "#00936b", "#c06a9a", "#808080", "#2e9bd6", "#b07400")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "5px,2px")
GREY = "#808080"  # reference lines and pinned runs
THEORY = "#d55e00"  # the theory range, and the best cells of a map
MAP_INK = {"light": "#1f4e79", "dark": "#ffffff"}  # cells of a map, by theme

# Colour, dash and marker of curves that differ in σ, not in the algorithm.
SIGMA_LOOKS = (
    ("#1f7fc0", "solid", "circle"),
    ("#b07400", "dash", "square"),
    ("#00936b", "dot", "diamond"),
    ("#c06a9a", "dashdot", "triangle-up"),
    ("#d55e00", "longdash", "x"),
    ("#808080", "longdashdot", "cross"),
)

# Classes: hues of Okabe and Ito, in an order in which neighbours differ most. All tints of a theme have the same
# luminance, so that nothing flashes when a region changes its class. Edges and arrows have a saturated ink. Each class
# also has a shape, so that no information is in the colour alone.
HUES = (0.558, 0.095, 0.443, 0.895, 0.14, 0.063, 0.67, 0.30)
SHAPES = ("circle", "square", "triangle", "diamond", "plus", "star", "hexagon", "cross")
LIGHT, DARK, INK_LIGHT, INK_DARK = 0.62, 0.075, 0.16, 0.42  # relative luminance (WCAG)


def look(key: str, again: int = 0) -> tuple[str, str]:
    """Return (colour, dash) of an algorithm; no two algorithms share both.

    `again` counts earlier curves of the same algorithm in the chart: a further curve keeps the colour and gets a dash
    that no other algorithm of that colour has.
    """
    turn, place = divmod(ALGORITHMS[key].look, len(COLOURS))
    dash = DASHES[(turn + place) % len(DASHES)]
    if again:
        starts = ("{}px,4px", "{}px,5px,2px,5px", "{}px,9px", "{}px,3px,2px,3px,2px,3px")
        kinds = [start.format(length + turn) for start, length in zip(starts, (2, 16, 24, 7), strict=True)]
        dash = kinds[(again - 1) % len(kinds)] + ",1px,1px" * ((again - 1) // len(kinds))
    return COLOURS[place], dash


def looks(keys: Sequence[str]) -> list[tuple[str, str]]:
    """Return (colour, dash) of each curve of a chart, in which an algorithm may appear several times."""
    return [look(key, keys[:place].count(key)) for place, key in enumerate(keys)]


def sigma_looks(sigmas: Sequence[float], usual: Sequence[float]) -> list[tuple[str, str, str]]:
    """Return (colour, dash, marker) of each σ. The data set's usual σ always have the same ones, in every chart.

    >>> sigma_looks([0.05, 0.25, 0.3], [0.05, 0.25, 0.5, 1]) == [SIGMA_LOOKS[0], SIGMA_LOOKS[1], SIGMA_LOOKS[4]]
    True
    """
    others = [sigma for sigma in sigmas if sigma not in usual]
    places = [usual.index(sigma) if sigma in usual else len(usual) + others.index(sigma) for sigma in sigmas]
    return [SIGMA_LOOKS[place % len(SIGMA_LOOKS)] for place in places]


def faded(colour: str, opacity: float) -> str:
    """Return a hex colour as CSS rgba with this opacity.

    >>> faded("#0072b2", 0.2)
    'rgba(0, 114, 178, 0.2)'
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity:g})"


def classes(K: int) -> list[dict[str, str]]:
    """Return the tints and inks (by theme) and the shape of each of K ≤ 8 classes."""
    return [
        {
            "light": with_luminance(hue, 0.55, LIGHT),
            "dark": with_luminance(hue, 0.4, DARK),
            "ink_light": with_luminance(hue, 0.9, INK_LIGHT),
            "ink_dark": with_luminance(hue, 0.75, INK_DARK),
            "shape": shape,
        }
        for hue, shape in zip(HUES[:K], SHAPES, strict=False)
    ]


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG) of a hex colour.

    >>> luminance("#ffffff"), luminance("#000000")
    (1.0, 0.0)
    """
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache
def with_luminance(hue: float, saturation: float, wanted: float) -> str:
    """Return the colour of this hue and saturation that has the wanted luminance, found by bisection."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if luminance(_hex(hue, middle, saturation)) < wanted else (low, middle)
    return _hex(hue, high, saturation)


def _hex(hue: float, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(255 * c):02x}" for c in colorsys.hls_to_rgb(hue, lightness, saturation))
