"""What the rule for ties does to CSPA: the lowest class against an order of the classes drawn per trial.

    python -m cspa_explore.benchmarks.ties

plays CSPA with every β of its grid on every data set that is bundled, and prints the ratio at the best β (in hindsight)
under either rule, and their difference, paired by trial. It takes about two minutes.
"""

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.results.comparisons import Difference, mean_difference
from cspa_explore.running.run import run

TRIALS = 20
MOST_ROUNDS = 10_000
CYCLES = 1000  # rounds of the counter-example, which has four instances
NOISE = (0.25, 1.0)  # on Gaussians


def main() -> None:
    """Print one line per data set and σ."""
    for key, spec in DATASETS.items():
        if spec.kind not in ("toy", "bundled") or not spec.listed:
            continue
        for sigma in NOISE if spec.sigmas.default else (0.0,):
            lowest, drawn, gain = measured(key, sigma)
            name = f"{key} σ={sigma:g}" if sigma else key
            print(f"{name:20s} lowest {_words(lowest)}   drawn {_words(drawn)}   {gain.words}", flush=True)


def measured(key: str, sigma: float) -> tuple[np.ndarray, np.ndarray, Difference]:
    """Return the ratios (trials,) at the best β with the lowest class and with a drawn order, and drawn − lowest."""
    usual = Experiment.of(dataset=key, sigma=sigma, trials=TRIALS)
    values = ALGORITHMS["cspa"].params[0].values(usual.stream.n_classes)
    learners = [LearnerText.of("cspa", beta=repr(value)) for value in values]
    rounds = CYCLES if key == "counter" else min(MOST_ROUNDS, usual.stream.n_rounds)
    lowest, drawn = (_best(usual.but(learners=learners, rounds=rounds, ties=ties)) for ties in ("lowest", "drawn"))
    return lowest, drawn, mean_difference(drawn - lowest)


def _best(experiment: Experiment) -> np.ndarray:
    return max((found.ratio for found in run(experiment).results), key=np.mean)


def _words(ratio: np.ndarray) -> str:
    return f"{100 * ratio.mean():5.1f} ± {100 * ratio.std(ddof=1):4.1f} %"


if __name__ == "__main__":
    main()
