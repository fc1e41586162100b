"""Why reproduced numbers deviate from the published ones, where a reason is known."""

UNEXPLAINED = "unexplained"
OTHER_IMAGES = "These are not the paper's 7,291 images: the source has lost the split into training and test images."
WRONG_GRID = (
    "Ours is tuned over the stated grid of η. The paper's Confidit was probably not: in its public baseline code the "
    "kernel version always uses η = 100 and starts at A₀ = 2 (the rows of the public baseline code show it)."
)
# Data sets on which the baseline code comes closer to the published number than the stated grid. On MNIST it does not.
CLOSER = ("satimage", "letter", "segment", "vowel")


def reason_for(table: int, dataset: str, learner: str, points: float) -> str:
    """Return the reason of a deviation by `points` (ours minus the paper's, a share), or "unexplained".

    >>> reason_for(1, "pendigits", "banditron", 0.11)
    'unexplained'
    """
    if dataset == "usps":
        return OTHER_IMAGES
    if table == 2 and learner == "confidit" and dataset in CLOSER and points > 0:
        return WRONG_GRID
    return UNEXPLAINED
