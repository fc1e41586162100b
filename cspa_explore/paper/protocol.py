"""The protocol of the tables: each learner's candidates, the variants, and the kernel features.

The paper leaves some of it open; the README says what we chose. Every learner is reported at its best candidate in
hindsight, as in the paper; beside it stands an honest choice, which is made on other trials.
"""

from dataclasses import dataclass

from cspa_explore.datasets import describe
from cspa_explore.datasets.remote import folder
from cspa_explore.errors import UserError, suggestion
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import spec_of
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.running.contest import MOST_MATRICES
from cspa_explore.running.grid import candidates
from cspa_explore.streams.stream import Stream

WIDTHS = (0.01, 0.1, 1.0, 10.0, 100.0)  # g of exp(−‖x−b‖²/g)
SUPPORT = 700  # kernel features: around the first instances of the stream, growing as they arrive
# Columns that the paper does not have.
BEYOND = (
    "cspa_averaged", "cspa_kappa", "bpa_averaged", "linucb", "k_perceptrons", "rdue", "squarecb", "bit_likelihood",
)  # fmt: skip
_GAMMA = ("0.001", "0.01", "0.025", "0.05", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6")
_KERNEL_GAMMA = ("0.001", "0.025", "0.1", "0.3", "0.4", "0.6")
# By table and algorithm: the parameter and its values.
_GRIDS = {
    1: {
        "cspa": ("beta", (*(f"0.{i}" for i in range(1, 10)), "1/(2(K-1))")),
        "banditron": ("gamma", _GAMMA),
        "confidit": ("eta", tuple(f"10^{e}" for e in range(-4, 6))),
        "bpa": ("gamma", _GAMMA),
    },
    2: {
        "cspa": ("beta", ("0.1", "0.3", "0.5", "0.7", "1/(2(K-1))")),
        "banditron": ("gamma", _KERNEL_GAMMA),
        "confidit": ("eta", ("10^-4", "10^-2", "1", "10^2", "10^4")),
        "bpa": ("gamma", _KERNEL_GAMMA),
    },
}


@dataclass(frozen=True)
class Variant:
    """A way to run the protocol."""

    key: str
    label: str
    note: str
    learners: tuple[str, ...]  # that it is defined for
    normalise: bool = True
    support: int = SUPPORT


VARIANTS = {
    one.key: one
    for one in (
        Variant("paper", "as in the paper", "Inputs scaled to length 1; Confidit starts at A₀ = 4.",
                (*LEARNERS, *BEYOND)),
        Variant("unscaled", "inputs not scaled",
                "Inputs as loaded. The paper says they were scaled to length 1; its public baseline code does so for "
                "Confidit only.", LEARNERS, normalise=False),
        Variant("baseline", "as in the public baseline code",
                "May not be the code behind the tables. Linear: η over the grid of γ. Kernel: η = 100, A₀ = 2, "
                "500 kernel features.", ("confidit",), support=500),
    )
}  # fmt: skip


def variant_of(key: str) -> Variant:
    """Return a variant by its key; a near miss is suggested."""
    if key not in VARIANTS:
        raise UserError(f"There is no variant '{key}'{suggestion(key, VARIANTS)}")
    return VARIANTS[key]


def widths(table: int) -> tuple[float, ...]:
    """Return the kernel widths g of a table; (0,) stands for the features themselves."""
    return (0.0,) if table == 1 else WIDTHS


def grid_of(table: int, variant: str, learner: str, K: int) -> tuple[LearnerText, ...]:
    """Return a learner's candidates for K classes, ascending, without repeats; each is combined with every width.

    >>> [str(text) for text in grid_of(2, "paper", "cspa", 6)][:2], len(grid_of(1, "paper", "cspa", 4))
    (['cspa(beta=1/(2(K-1)))', 'cspa(beta=0.3)'], 10)
    """
    if variant == "baseline":
        etas, prior = (("100",), 2) if table == 2 else (_GAMMA, 4)
        return tuple(LearnerText.of(learner, eta=eta, prior=prior) for eta in etas)
    if learner not in _GRIDS[table]:
        return tuple(candidates(learner, K))
    name, texts = _GRIDS[table][learner]
    found = {getattr(text.hyper(K), name): text for text in (LearnerText.of(learner, **{name: t}) for t in texts)}
    return tuple(found[value] for value in sorted(found))


def stream_of(table: int, dataset: str, variant: str, seed: int = 0, width: float | None = None) -> Stream:
    """Return the stream of a data set: one pass; with a kernel, of the first width unless one is given."""
    how = variant_of(variant)
    kernel = widths(table)[0] if width is None else width
    return Stream(dataset, seed=seed, normalise=how.normalise, kernel=kernel, support=how.support)


def experiment_of(table: int, dataset: str, variant: str, learner: str, trials: int, seed: int = 0) -> Experiment:
    """Return the experiment of a cell, for its first kernel width; its learners are the candidates."""
    stream = stream_of(table, dataset, variant, seed)
    return Experiment(stream, grid_of(table, variant, learner, stream.n_classes), trials)


def left_out(table: int, dataset: str, learner: str) -> str:
    """Return why a learner does not take part, as a sentence; empty if it does."""
    stream = stream_of(table, dataset, "paper")
    size = spec_of(learner).matrices(stream.n_classes, stream.n_features)
    if size <= MOST_MATRICES:
        return ""
    return (
        f"{spec_of(learner).label} does not take part on {stream.info.title}: its matrices would take "
        f"{size / 1e6:,.0f} MB, and a table allows {MOST_MATRICES / 1e6:g} MB."
    )


def how_to_get(dataset: str) -> str:
    """Return how to get a data set that is not on this machine, as a sentence; empty if it is here."""
    info = describe(dataset)
    if info.present:
        return ""
    if info.spec.remote is None:
        return f"{info.title} is not on this machine: 'make data' rebuilds it."
    remote = info.spec.remote
    return (
        f"{info.title} is not on this machine: fetch it on the Data page or with 'python -m cspa_explore fetch "
        f"{dataset}', or put {remote.url} into {folder()} as {remote.file}."
    )


def table_of(number: int, datasets: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the keys of a table's data sets in its order, or those named; UserError for another."""
    known = tuple(row.key for row in TABLES[number])
    for key in datasets:
        if key not in known:
            raise UserError(f"Table {number} has no data set '{key}'{suggestion(key, known)}")
    return tuple(key for key in known if not datasets or key in datasets)
