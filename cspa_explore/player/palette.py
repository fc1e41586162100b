"""Colours of classes: hues of Okabe and Ito, tints of one luminance on each theme, so that nothing flashes when
regions change hands; a saturated ink for edges and arrows; and a shape, because colour alone says nothing.
"""

import colorsys
from functools import lru_cache

HUES = (0.558, 0.095, 0.443, 0.895, 0.14, 0.063, 0.67, 0.30)  # of a circle, neighbours far apart
SHAPES = ("circle", "square", "triangle", "diamond", "plus", "star", "hexagon", "cross")
LIGHT, DARK, INK_LIGHT, INK_DARK = 0.62, 0.075, 0.16, 0.42  # relative luminance (WCAG)


def classes(K: int) -> list[dict[str, str]]:
    """Return tint and ink on either theme, and the shape, of each of K ≤ 8 classes."""
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
    """Return the relative luminance of a hex colour.

    >>> luminance("#ffffff"), luminance("#000000")
    (1.0, 0.0)
    """
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache
def with_luminance(hue: float, saturation: float, wanted: float) -> str:
    """Return the colour of the hue and saturation with the luminance that is wanted, found by halving."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if luminance(_hex(hue, middle, saturation)) < wanted else (low, middle)
    return _hex(hue, high, saturation)


def _hex(hue: float, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(255 * c):02x}" for c in colorsys.hls_to_rgb(hue, lightness, saturation))
