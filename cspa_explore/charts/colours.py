"""Every colour, dash and shape that charts and drawings use: for algorithms, for σ, and for classes.

Every line has a contrast of at least 3:1 with white and with Streamlit's dark background, so that the same chart serves
both themes. The hues of runs keep clear of those of the first four classes: a hue means a run or a class, never both.
"""

import colorsys
from collections.abc import Sequence
from functools import lru_cache

from cspa_explore.algorithms import ALGORITHMS

GREY = "#808080"  # reference lines and pinned runs
THEORY = "#5c61d6"  # the theory range, in the hue of CSPA
BEST = "#008b6b"  # the best values and those that are tied with them
YOU = "#c2303f"  # the value in use
MAP_INK = {"light": "#1f4e79", "dark": "#ffffff"}  # cells of a map, by theme

# Colour, dash and marker of curves that differ in σ, not in the algorithm.
SIGMA_LOOKS = (
    ("#1f7fc0", "solid", "circle"),
    ("#b07400", "dash", "square"),
    ("#00936b", "dot", "diamond"),
    ("#c06a9a", "dashdot", "triangle-up"),
    ("#d55e00", "longdash", "x"),
    ("#808080", "longdashdot", "cross"),
    ("#7b6bd6", "3px,3px", "circle"),
    ("#8a7d00", "12px,3px,3px,3px", "square"),
    ("#c2528a", "16px,4px", "diamond"),
    ("#3d8f94", "6px,3px", "triangle-up"),
    ("#b5651d", "2px,6px", "x"),
    ("#6f8f2f", "10px,4px,2px,4px,2px,4px", "cross"),
)  # the data set's four usual σ and eight others

# Classes: hues of Okabe and Ito, in an order in which neighbours differ most. All tints of a theme have the same
# luminance, so that nothing flashes when a region changes its class. Edges and arrows have a saturated ink. Each class
# also has a shape, so that no information is in the colour alone.
HUES = (0.558, 0.095, 0.443, 0.895, 0.14, 0.063, 0.67, 0.30, 0.99, 0.79)
SHAPES = ("circle", "square", "triangle", "diamond", "plus", "star", "hexagon", "cross", "pentagon", "wedge")
LIGHT, DARK, INK_LIGHT, INK_DARK = 0.62, 0.075, 0.16, 0.42  # relative luminance (WCAG)
RUN = 0.155  # of the lines of runs: 5:1 with white, 3.6:1 with the dark background


def looks(keys: Sequence[str]) -> list[tuple[str, str]]:
    """Return (colour, dash) of each run of a chart, given the keys of their algorithms; no two runs share both.

    A run takes its algorithm's own look if it is free, else the next free one. A run that is added at the end changes
    nobody's look.

    >>> looks(["cspa", "cspa", "banditron"]) == [RUN_LOOKS[0], RUN_LOOKS[2], RUN_LOOKS[1]]
    True
    """
    places: list[int] = []  # the number of each look, and how often all looks were used up before
    for key in keys:
        turn = len(places) // len(RUN_LOOKS) * len(RUN_LOOKS)
        order = (ALGORITHMS[key].look % len(RUN_LOOKS), *OTHERS)
        places.append(next(turn + place for place in order if turn + place not in places))
    return [_run_look(place) for place in places]


def bar_colours(keys: Sequence[str]) -> dict[str, str]:
    """Return the colour of each algorithm's bar: its own if all of them differ, otherwise grey, except CSPA's.

    There are fewer colours than algorithms, and two bars of one colour would look related; names stand beside all bars.

    >>> len(set(bar_colours(["cspa", "banditron", "bpa"]).values())), bar_colours(["cspa", "pnewtron"])["pnewtron"]
    (3, '#808080')
    """
    own = {key: RUN_LOOKS[ALGORITHMS[key].look % len(RUN_LOOKS)][0] for key in keys}
    if len(set(own.values())) == len(own):
        return own
    return {key: colour if ALGORITHMS[key].look == 0 else GREY for key, colour in own.items()}


def _run_look(number: int) -> tuple[str, str]:
    """Return the look of this number; beyond the table, its colours come again with longer dashes."""
    turn, place = divmod(number, len(RUN_LOOKS))
    colour, dash = RUN_LOOKS[place]
    return (colour, dash) if not turn else (colour, f"{3 + 4 * place + turn}px,{3 + turn}px")


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
    """Return the tints and inks (by theme) and the shape of each of K ≤ 10 classes."""
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


# Colour and dash of runs. The first is CSPA's, the second Banditron's.
RUN_LOOKS = (
    (with_luminance(0.66, 0.6, RUN), "solid"),  # indigo
    (with_luminance(0.6, 0.16, RUN), "dash"),  # slate
    (with_luminance(0.975, 0.72, RUN), "2px,4px"),  # crimson
    (with_luminance(0.19, 0.75, RUN), "dashdot"),  # olive
    (with_luminance(0.765, 0.55, RUN), "longdash"),  # violet
    (with_luminance(0.035, 0.35, RUN), "longdashdot"),  # brown
)
OTHERS = (2, 3, 4, 5, 1, 0)  # the order in which a run takes another look than its algorithm's
BOUND = with_luminance(0.42, 0.8, RUN)  # the theorem's bound
MISTAKES = RUN_LOOKS[2][0]
PERSON = with_luminance(0.5, 0.9, RUN)  # the run of a person
