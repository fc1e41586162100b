"""How an instance of a data set is drawn: as an image, as a pen stroke, or as one bar per feature."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Picture:
    """The drawing of an instance. `low` and `high` are the values of paper and ink, for images and pen strokes."""

    kind: Literal["image", "pen", "bars"] = "bars"
    rows: int = 0  # of an image, from the top; its pixels are stored row by row
    columns: int = 0
    low: float = 0.0
    high: float = 1.0
    features: tuple[str, ...] = ()  # names for the bars; without them: feature 1, feature 2, …

    def names(self, d: int) -> list[str]:
        """Return the names of d features.

        >>> Picture().names(2), Picture(features=("height", "width")).names(2)
        (['feature 1', 'feature 2'], ['height', 'width'])
        """
        return list(self.features) or [f"feature {j + 1}" for j in range(d)]


PLAIN = Picture()
IRIS = Picture(features=("sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)"))
WINE = Picture(
    features=(
        "alcohol", "malic acid", "ash", "alcalinity of ash", "magnesium", "total phenols", "flavanoids",
        "nonflavanoid phenols", "proanthocyanins", "colour intensity", "hue", "OD280/OD315", "proline",
    )
)  # fmt: skip
VEHICLE = Picture(
    features=(
        "compactness", "circularity", "distance circularity", "radius ratio", "axis aspect ratio",
        "length aspect ratio", "scatter ratio", "elongatedness", "axis rectangularity", "length rectangularity",
        "variance, major axis", "variance, minor axis", "radius of gyration", "skewness, major axis",
        "skewness, minor axis", "kurtosis, minor axis", "kurtosis, major axis", "hollows ratio",
    )
)  # fmt: skip
SEGMENT = Picture(
    features=(
        "centroid column", "centroid row", "pixel count", "line density 5", "line density 2", "vertical edge, mean",
        "vertical edge, sd", "horizontal edge, mean", "horizontal edge, sd", "intensity", "red", "blue", "green",
        "excess red", "excess blue", "excess green", "value", "saturation", "hue",
    )
)  # fmt: skip
LETTER = Picture(
    features=(
        "box x", "box y", "box width", "box height", "pixels on", "mean x", "mean y", "mean x²", "mean y²", "mean xy",
        "mean x²y", "mean xy²", "edges, left to right", "edges × y", "edges, bottom to top", "edges × x",
    )
)  # fmt: skip
PIXELS = "↖↑↗←·→↙↓↘"  # of the 3 × 3 neighbourhood; each has four spectral bands
SATIMAGE = Picture(features=tuple(f"{pixel} band {band}" for pixel in PIXELS for band in (1, 2, 3, 4)))
