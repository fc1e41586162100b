"""The Specs of the fetched data sets: those of the paper that are not bundled, and LIBSVM's originals of the others."""

from functools import partial

from cspa_explore.datasets.remote import MB, NEWS, SECTOR, Remote, here, loader
from cspa_explore.datasets.spec import UCI, UNSTATED, DatasetSpec, Shape, Sigmas

LANG = "Lang: NewsWeeder: learning to filter netnews, 1995"
MCCALLUM = "McCallum, Nigam: A comparison of event models for naive Bayes text classification, 1998"
BATOR = "Bator: Dataset for Sensorless Drive Diagnosis, UCI"
# Measured on 2,000 rounds, because noise makes these rows dense. CSPA's margin on Sector is too small to be halved: its
# values are estimated from the features' standard deviations, as by `running/own_sigmas.py`.
WORDS = Sigmas(0.5, (0.0, 0.083, 0.17, 0.25))
COUNTS = Sigmas(0.16, (0.0, 0.027, 0.053, 0.08))
PAGES = Sigmas(0.017, (0.0, 0.0028, 0.0056, 0.0084), how="estimated")
ORIGINAL = ", LIBSVM's file"  # what the name of a bundled set's original ends in
GUESS = Sigmas(1.0, (0.0, 0.17, 0.33, 0.5), how="guessed")


def _spec(
    key: str, name: str, remote: Remote, sigmas: Sigmas, cite: str, licence: str, note: str,
    sparse: bool = False, binary: bool = False,
) -> DatasetSpec:  # fmt: skip
    return DatasetSpec(
        key, name, "fetched", partial(Shape, *remote.shape, sparse=sparse), sigmas,
        loader(remote, name, sparse, binary), f"LIBSVM, {remote.file}", licence, cite, note,
        present=here(remote), remote=remote,
    )  # fmt: skip


# fmt: off
SPECS = (
    _spec("news20", "20News", NEWS, WORDS, LANG, UNSTATED,
          "Words of newsgroup articles as 0 or 1, as the paper used them.", sparse=True, binary=True),
    _spec("news20_counts", "20News, counts", NEWS, COUNTS, LANG, UNSTATED,
          "Counts of words in newsgroup articles.", sparse=True),
    _spec("sector", "Sector", SECTOR, PAGES, MCCALLUM, UNSTATED,
          "Weighted words (tf-idf) of companies' web pages, scaled to length 1.", sparse=True),
    _spec("sensorless", "Sensorless", Remote("Sensorless.scale", (11, 58509, 48), most=128 * MB), GUESS, BATOR, UCI,
          "Features of electric drives, scaled by LIBSVM."),
)
ORIGINALS = {  # by the key of the bundled set: file and shape
    "vehicle": ("vehicle.scale", (4, 846, 18)), "shuttle": ("shuttle.scale", (7, 43500, 9)),
    "usps": ("usps.bz2", (10, 7291, 256)), "pendigits": ("pendigits", (10, 7494, 16)),
    "satimage": ("satimage.scale", (6, 4435, 36)), "mnist": ("mnist.bz2", (10, 60000, 780)),
    "letter": ("letter.scale", (26, 15000, 16)), "segment": ("segment.scale", (7, 2310, 19)),
    "vowel": ("vowel.scale", (11, 528, 10)),
}
# fmt: on


def originals(bundled: dict[str, DatasetSpec]) -> tuple[DatasetSpec, ...]:
    """Return the Specs of LIBSVM's files of the bundled data sets, whose σ values they share."""
    found = []
    for key, (file, shape) in ORIGINALS.items():
        spec, remote = bundled[key], Remote(file, shape)
        about = (spec.sigmas, spec.cite, spec.licence, f"LIBSVM's own file of {spec.name}.")
        found.append(_spec(f"{key}_libsvm", f"{spec.name}{ORIGINAL}", remote, *about, sparse=key == "mnist"))
    return tuple(found)
