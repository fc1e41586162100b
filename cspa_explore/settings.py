"""The table of settings. Each setting is declared once, here. Streams use the table to check their values; links,
flags, settings files, widgets and the README's table are derived from it.
"""

from typing import Any

from cspa_explore.setting_entry import Setting
from cspa_explore.setting_kinds import Choice, Real, Structured, Whole, YesNo

MOST_LEARNERS = 6  # on a page
ORDERS = {
    "shuffled": "shuffled",
    "file": "as in the file",
    "class": "class by class",
    "cyclic": "cyclic by class",
}
DRIFTS = {
    "none": "none",
    "labels": "labels rotate by one class",
    "turn": "points turn about the origin",
}
TIES = {
    "lowest": "the lowest class",
    "drawn": "the first in an order drawn per trial",
}


TABLE = (
    Setting(
        "dataset",
        Structured("a data set"),
        "gaussians4",
        link="d",
        flag="--data",
        label="Data set",
        help="The data set, with its sizes if it takes any, as in circle(m=6).",
        metavar="KEY",
        group="top",
    ),
    Setting(
        "sigma",
        Real(0.0, 1e6),
        0.0,
        link="sig",
        flag="--sigma",
        label="σ, noise",
        help="Gaussian noise added to every feature before an input is scaled to length 1. As in the paper, σ is the "
        "variance on toy data and the standard deviation on real data.",
        metavar="SIGMA",
        group="top",
    ),
    Setting(
        "seed",
        Whole(0, 2**63 - 1, page_high=1_000_000),
        0,
        link="seed",
        flag="--seed",
        label="Seed",
        help="The same seed gives the same rows, order and noise.",
        metavar="SEED",
        group="seed",
    ),
    Setting(
        "trials",
        Whole(1, 10_000, page_high=50),
        10,
        link="n",
        flag="--trials",
        label="Seeds (trials) for mean ± sd",
        help="Each trial has its own noise and order, drawn from a seed of its own; the player shows the first trial.",
        metavar="N",
        group="rounds",
    ),
    Setting(
        "rounds",
        Whole(0, 10_000_000, page_high=100_000, step=1000, zero="each instance once"),
        0,
        link="T",
        flag="--rounds",
        label="Rounds (0: each instance once)",
        help="The number of rounds per trial; 0 plays each instance once.",
        metavar="T",
        group="rounds",
    ),
    Setting(
        "order",
        Choice(ORDERS),
        "",
        link="order",
        flag="--order",
        label="Order of the rows",
        help="The order of the rows; by default, the data set's own.",
        metavar="ORDER",
        group="rounds",
        words=lambda order: ORDERS[order],
    ),
    Setting(
        "normalise",
        YesNo(),
        True,
        link="norm",
        flag="--no-normalise",
        label="Scale inputs to length 1",
        help="Divide every input by its length.",
        words=lambda on: "inputs scaled to length 1" if on else "inputs not scaled",
    ),
    Setting(
        "bias",
        YesNo(),
        False,
        link="bias",
        flag="--bias",
        label="Add a constant feature",
        help="Add a constant feature 1 to every row before it is scaled.",
        fits=lambda stream: not stream.kernel,
        words=lambda on: "with a constant feature" if on else "",
    ),
    Setting(
        "kernel",
        Real(0.0, 1e9, least=1e-9, step=0.1),
        0.0,
        link="kern",
        flag="--kernel",
        label="Gaussian kernel: g of exp(−‖x−b‖²/g), 0 for none",
        help="Features exp(−‖x−b‖²/g) around the first instances b; 0 keeps the features themselves.",
        metavar="G",
        fits=lambda stream: not stream.bias,
    ),
    Setting(
        "support",
        Whole(1, 20_000, step=100),
        700,
        link="sup",
        flag="--support",
        label="Number of kernel features (first instances)",
        help="The number of first instances b around which there are kernel features.",
        metavar="B",
        fits=lambda stream: bool(stream.kernel),
    ),
    Setting(
        "flip",
        Real(0.0, 1.0, step=0.01, slider=True),
        0.0,
        link="flip",
        flag="--flip",
        label="Share of labels flipped",
        help="The share of instances whose label is replaced by another class.",
        metavar="P",
        words=lambda share: f"{100 * share:g} % of labels flipped" if share else "",
    ),
    Setting(
        "imbalance",
        Real(1.0, 1e6),
        1.0,
        link="imb",
        flag="--imbalance",
        label="Class imbalance (largest : smallest)",
        help="Keep fewer instances of each later class, down to 1/R of the last class.",
        metavar="R",
        words=lambda r: f"classes thinned out, the last to 1/{r:g} of its instances" if r != 1 else "",
    ),
    Setting(
        "drift",
        Choice(DRIFTS),
        "none",
        link="drift",
        flag="--drift",
        label="Drift",
        help="From some round on, every label is replaced by the next class, and the last class by the first (labels), "
        "or the points of a toy in the plane turn about the origin (turn).",
        metavar="DRIFT",
    ),
    Setting(
        "drift_at",
        Real(0.0, 1.0, step=0.01, slider=True),
        0.5,
        link="dat",
        flag="--drift-at",
        label="Share of the rounds before the drift",
        help="The share of the rounds that are played before the drift.",
        metavar="SHARE",
        fits=lambda stream: stream.drift != "none",
    ),
    Setting(
        "turn",
        Real(-360.0, 360.0, step=5.0),
        45.0,
        link="turn",
        flag="--turn",
        label="Turn in degrees",
        help="The angle in degrees, counter-clockwise, by which drift turns the points.",
        metavar="DEGREES",
        fits=lambda stream: stream.drift == "turn",
    ),
    Setting(
        "noisy",
        Real(0.0, 0.49, step=0.01, slider=True),
        0.0,
        link="rho",
        flag="--noisy",
        label="Share of noisy answers ρ",
        help="The probability ρ with which the answer, right or wrong, is flipped. Learners with full feedback are "
        "told the true label all the same.",
        metavar="RHO",
        words=lambda rho: f"{100 * rho:g} % of answers flipped" if rho else "",
    ),
    Setting(
        "ties",
        Choice(TIES),
        "lowest",
        link="ties",
        flag="--ties",
        label="Which class wins a tie",
        help="Of tied classes, a learner takes the lowest, or the first in an order of the classes that is drawn for "
        "each trial.",
        metavar="TIES",
        words=lambda ties: "ties won by an order of the classes drawn per trial" if ties == "drawn" else "",
    ),
    Setting(
        "learners",
        Structured("learners"),
        ("cspa",),
        link="a",
        flag="--learner",
        label="Learners",
        help="Each learner is an algorithm with its parameters, as in cspa(beta=1/6). Parameters may change after a "
        "round, as in cspa(beta=1/6)@600(beta=1). All see the same rows in the same order.",
        metavar="TEXT",
        group="learners",
    ),
)
SETTINGS = {setting.name: setting for setting in TABLE}
MOST_ROUNDS: int = SETTINGS["rounds"].kind.high  # type: ignore[attr-defined]
MOST_ROUNDS_ON_PAGE: int = SETTINGS["rounds"].kind.on_page.high  # type: ignore[attr-defined]
MOST_SIGMA: float = SETTINGS["sigma"].kind.high  # type: ignore[attr-defined]


def default(name: str) -> Any:
    """Return a setting's default.

    >>> default("support")
    700
    """
    return SETTINGS[name].default
