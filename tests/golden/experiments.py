"""Sixty seeded experiments as plain data; experiments.json holds their frozen numbers."""

from typing import NamedTuple

from tests.sample_streams import documents, sparse_linear


class Experiment(NamedTuple):
    """The settings of an experiment. Its defaults are its own, so the program's cannot change a frozen number."""

    dataset: str
    learners: tuple[str, ...]
    seed: int = 0
    trials: int = 2
    rounds: int = 0  # 0: each instance once
    sigma: float = 0.0
    order: str = ""  # empty: the data set's own
    normalise: bool = True
    bias: bool = False
    kernel: float = 0.0
    support: int = 700
    flip: float = 0.0
    imbalance: float = 1.0


# Sparse data sets, which the registry does not have; the adapter adds them as own files.
SPARSE = {
    "golden-words": lambda: documents(T=700, noise=0.05, seed=5),  # K = 9, d = 400, 40 numbers per row
    "golden-thin": lambda: sparse_linear(T=600, seed=6),  # K = 7, d = 30, zero rows, two classes never occur
}
WORDS, THIN = SPARSE
TRIANGLE = "points(1 0 0; 0 1 1; -1 -1 2)"
CLOUD = "points(0 0 0; 1.5 -2 0; 3e-1 .25 1; -1 1 1; 2 2 3; -2 -2 3; 0.5 -1 0)"  # no class 2, one zero row

# fmt: off
EXPERIMENTS = {
    # All algorithms on noisy toys
    "default run": Experiment(
        "gaussians4", ("cspa(beta=1/6)", "cspa(beta=1)", "banditron(gamma=0.05)"), seed=7, trials=10, sigma=0.25),
    "toy: confidence": Experiment(
        "gaussians4", ("confidit", "bpa", "cwb", "uniform"), seed=1, rounds=1500, sigma=0.25),
    "toy: second order": Experiment(
        "gaussians4", ("exp_grad", "soba", "soba_adaptive"), seed=2, rounds=1500, sigma=0.25),
    "toy: Newton": Experiment("gaussians4", ("pnewtron", "pnewtron_greedy"), seed=3, rounds=1200, sigma=0.25),
    "toy: passive-aggressive": Experiment(
        "gaussians4", ("perceptron", "pa", "pa1", "pa2"), seed=4, rounds=1500, sigma=0.5),
    "toy: support classes": Experiment("gaussians4", ("spa", "spa1", "spa2"), seed=5, rounds=1500, sigma=0.5),
    "toy: confidence-weighted": Experiment(
        "gaussians4", ("arow", "cw", "scw1", "scw2"), seed=6, rounds=1500, sigma=1.0),
    "toy: as printed": Experiment(  # few rounds: reversed steps magnify rounding errors, which depend on the processor
        "gaussians3", ("cspa_as_printed", "cspa"), seed=7, rounds=300, sigma=0.05),
    # All algorithms on real sets
    "vehicle": Experiment("vehicle", ("cspa", "banditron", "confidit(eta=0.1, prior=1)"), seed=8, trials=3),
    "vowel": Experiment("vowel", ("bpa(gamma=0)", "cwb(gamma=0.05, eta=0.9)", "uniform"), seed=9, rounds=1200),
    "segment": Experiment("segment", ("exp_grad(gamma=0.1, eta=0.3)", "soba(gamma=0.2, prior=2)"), seed=10),
    "digits": Experiment("digits", ("soba_adaptive(prior=0.5)", "pnewtron_greedy"), seed=11, rounds=900),
    "iris": Experiment("iris", ("pnewtron(gamma=0.01, alpha=5, beta=0.1, radius=2)", "cspa"), seed=12, rounds=450),
    "letter": Experiment("letter", ("spa", "spa1(C=0.1)", "spa2(C=10)", "cspa(beta=0.3)"), seed=13, rounds=2500),
    "satimage": Experiment("satimage", ("perceptron", "pa", "pa1(C=0.01)", "pa2(C=0.5)"), seed=14, rounds=2000),
    "pendigits": Experiment(
        "pendigits", ("arow(r0=0.1)", "cw(eta=0.9)", "scw1(C=0.5, eta=0.8)", "scw2(C=2)"), seed=15, rounds=1000),
    "wine": Experiment("wine", ("cspa_as_printed(beta=0.9)", "cspa(beta=0.9)", "spa"), seed=16, rounds=500),
    "usps": Experiment("usps", ("cspa(beta=0.3)", "banditron(gamma=0.3)", "confidit"), seed=17, rounds=800),
    "shuttle": Experiment("shuttle", ("cspa(beta=0.5)", "perceptron"), seed=18, rounds=3000, trials=1),
    "mnist with noise": Experiment(  # two blocks: rows are wide
        "mnist", ("cspa(beta=0.2)", "spa"), seed=19, rounds=2800, sigma=30.0, trials=1),
    # All algorithms on sparse rows
    "words: CSPA": Experiment(WORDS, ("cspa(beta=0.3)", "cspa_as_printed", "uniform"), seed=20),
    "words: partial feedback": Experiment(WORDS, ("banditron", "bpa", "confidit", "cwb"), seed=21),
    "words: second order": Experiment(WORDS, ("exp_grad", "soba", "soba_adaptive"), seed=22),
    "words: Newton": Experiment(WORDS, ("pnewtron", "pnewtron_greedy"), seed=23, rounds=400),
    "words: passive-aggressive": Experiment(WORDS, ("perceptron", "pa", "pa1", "pa2"), seed=24),
    "words: support classes": Experiment(WORDS, ("spa", "spa1(C=0.5)", "spa2(C=0.5)"), seed=25),
    "words: confidence-weighted": Experiment(WORDS, ("arow", "cw", "scw1", "scw2"), seed=26),
    "thin, raw, with a constant": Experiment(
        THIN, ("cspa", "confidit", "spa", "pa1"), seed=27, normalise=False, bias=True),
    "thin, raw, zero rows": Experiment(THIN, ("cspa(beta=0.2)", "soba", "arow"), seed=28, normalise=False),
    "thin, class by class, flipped": Experiment(
        THIN, ("cspa(beta=0.2)", "banditron(gamma=0.2)"), seed=29, order="class", flip=0.2),
    "thin, cyclic, imbalanced": Experiment(THIN, ("cspa", "cw"), seed=30, order="cyclic", imbalance=3.0, rounds=900),
    "thin with noise": Experiment(THIN, ("cspa(beta=0.2)", "exp_grad"), seed=31, sigma=0.2, order="file"),
    "thin with a kernel": Experiment(THIN, ("cspa(beta=0.2)", "spa"), seed=32, kernel=2.0, support=120),
    "words, branch": Experiment(WORDS, ("cspa(beta=0.3)@250(beta=1)", "scw1@100(C=0.01, eta=0.6)"), seed=33),
    # Orders
    "iris, shuffled": Experiment("iris", ("cspa", "banditron"), seed=34, rounds=400, order="shuffled", trials=3),
    "iris as in the file": Experiment("iris", ("cspa", "soba"), seed=35, rounds=400, order="file"),
    "digits, class by class": Experiment("digits", ("cspa", "pa", "confidit"), seed=36, order="class", rounds=1000),
    "vowel, cyclic": Experiment("vowel", ("cspa(beta=1/(K-1))", "bpa"), seed=37, order="cyclic", rounds=1100),
    "counter-example": Experiment("counter", ("cspa", "cspa(beta=1)", "spa"), rounds=400),
    "counter-example, shuffled, noisy": Experiment(
        "counter", ("cspa", "banditron"), seed=38, rounds=600, order="shuffled", sigma=0.01),
    # Toys with sizes, and own points
    "circle of three": Experiment("circle(m=3)", ("cspa", "cw"), seed=39, rounds=1200, sigma=0.25),
    "circle of twenty": Experiment(
        "circle(m=20)", ("cspa", "cspa(beta=0.5)", "arow"), seed=40, rounds=2000, sigma=0.05),
    "two linear classes": Experiment(
        "linear(K=2, d=2)", ("cspa(beta=0.5)", "perceptron", "soba"), seed=41, rounds=1000, trials=3),
    "many linear classes": Experiment("linear(K=60, d=12)", ("cspa(beta=0.2)", "spa", "uniform"), seed=42, rounds=1500),
    "wide linear scores with noise": Experiment(
        "linear(K=5, d=200)", ("cspa", "confidit", "pa2"), seed=43, rounds=700, sigma=0.3),
    "three points": Experiment(TRIANGLE, ("cspa", "banditron"), seed=44, rounds=300),
    "own points with noise": Experiment(
        CLOUD, ("cspa", "exp_grad", "spa1"), seed=45, rounds=800, sigma=0.1, order="cyclic"),
    "own points, raw, a zero row": Experiment(CLOUD, ("cspa", "arow"), seed=46, rounds=300, normalise=False),
    # What is done to the rows
    "noise on a real set": Experiment("vehicle", ("cspa", "confidit", "spa2"), seed=47, sigma=0.28, trials=3),
    "no norm, with a constant": Experiment(
        "iris", ("cspa", "perceptron", "scw2"), seed=48, rounds=600, normalise=False, bias=True),
    "a constant, noise": Experiment("wine", ("cspa", "pa1"), seed=49, rounds=500, bias=True, sigma=10.0),
    "toy without norm": Experiment(
        "gaussians4", ("cspa", "bpa", "pa"), seed=50, rounds=1500, normalise=False, sigma=1.0),
    "flips": Experiment("gaussians4", ("cspa", "banditron", "arow"), seed=51, rounds=1500, sigma=0.05, flip=0.2),
    "flips and imbalance": Experiment(
        "digits", ("cspa", "spa1(C=0.1)"), seed=52, flip=0.1, imbalance=4.0, order="cyclic", trials=3),
    "imbalance with noise": Experiment("gaussians3", ("cspa", "soba", "cwb"), seed=53, imbalance=10.0, sigma=0.25),
    "kernel": Experiment(
        "segment", ("cspa(beta=0.3)", "confidit", "spa"), seed=54, rounds=500, kernel=0.01, support=200),
    "kernel with noise and flips": Experiment(
        "circle(m=5)", ("cspa", "banditron"), seed=55, rounds=600, kernel=0.5, support=60, sigma=0.25, flip=0.05),
    "kernel over two blocks": Experiment(
        "pendigits", ("cspa(beta=0.3)",), seed=56, rounds=3200, kernel=0.1, trials=1),
    # Branches, and more rounds than a block has
    "branches": Experiment(
        "gaussians4", ("cspa(beta=1/6)@600(beta=1)", "confidit@50(eta=0)", "spa1@1(C=0.001)", "banditron@0(gamma=1)"),
        seed=57, rounds=1200, sigma=0.25, trials=3),
    "forty thousand rounds": Experiment(
        "gaussians4", ("cspa(beta=1/6)", "cspa(beta=1/6)@32768(beta=1)", "pa", "confidit"),
        seed=58, rounds=40_000, sigma=0.25, trials=1),
}
# fmt: on
