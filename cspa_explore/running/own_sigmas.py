"""Sensible σ values for a data set whose values nobody has measured: an own file or a fetched set.

They are measured by the rule of `datasets.spec.Sigmas` on at most 2,000 rounds and for at most 5 seconds; if that is
too short, they are estimated from the standard deviation of the features.
"""

import time

import numpy as np

from cspa_explore.datasets import Dataset, Info, load_described, own
from cspa_explore.datasets.spec import Sigmas
from cspa_explore.running.play import play
from cspa_explore.running.sigmas import LEARNER
from cspa_explore.settings import MOST_SIGMA
from cspa_explore.streams.stream import Stream

ROUNDS = 2000  # of one measurement, in all trials together
SECONDS = 5.0
SAMPLE = 2000  # rows from which the sd is computed
STEPS = 12  # halvings and doublings of σ, at most in each direction
CHUNK = (1, 512)  # rounds between two looks at the clock: one, if a round takes milliseconds
LEAST = 0.02  # margin over chance below which its half cannot be measured


def sigmas_of(info: Info, seconds: float = SECONDS) -> Sigmas:
    """Return the σ values of the data set, measured if there is time; an own file remembers them."""
    if info.sigmas.how != "guessed":
        return info.sigmas
    guess = estimated(load_described(info))
    half = _halving(info.text, guess, seconds)
    found = sigmas_around(half, "measured") if half else sigmas_around(guess, "estimated")
    if info.kind == "own":
        own.keep_sigmas(found, **info.arguments)
    return found


def sigmas_around(half: float, how: str) -> Sigmas:
    """Return the σ values if `half` is the σ that halves the margin; none is larger than a stream allows.

    >>> sigmas_around(0.3, "measured")
    Sigmas(high=0.6, figure=(0.0, 0.1, 0.2, 0.3), default=0.0, start=None, how='measured')
    """
    half = min(half, MOST_SIGMA)
    one, two, three = (float(f"{part * half:.2g}") for part in (1 / 3, 2 / 3, 1))
    return Sigmas(float(f"{min(2 * half, MOST_SIGMA):.2g}"), (0.0, one, two, three), how=how)


def estimated(data: Dataset) -> float:
    """Return twice the root mean square of the features' standard deviations: noise twice as long as the signal.

    >>> estimated(Dataset(np.array([[1.0, 5.0], [-1.0, 5.0]]), np.array([0, 1]), 2, ("a", "b"))) == 2**0.5
    True
    """
    X = data.X[:: max(1, len(data.y) // SAMPLE)]
    if data.is_sparse:
        mean = np.asarray(X.mean(axis=0)).ravel()
        square = np.asarray(X.multiply(X).mean(axis=0)).ravel() - mean**2
    else:
        square = np.var(X.astype(np.float64), axis=0) * (1.0 if data.factor is None else np.asarray(data.factor) ** 2)
    found = 2 * float(np.sqrt(square.mean()))
    return found if np.isfinite(found) and found > 0 else 0.5


def _halving(dataset: str, guess: float, seconds: float) -> float | None:
    """Return the σ that halves CSPA's margin over chance; None if it cannot be measured in time."""
    end = time.monotonic() + seconds

    def late() -> bool:
        return time.monotonic() > end

    def margin(sigma: float) -> float:
        rounds = min(ROUNDS, Stream(dataset).info.shape.n)
        trials = max(1, ROUNDS // rounds)
        streams = [Stream(dataset, seed=seed, sigma=sigma, rounds=rounds) for seed in range(trials)]
        ratios = []
        for stream in streams:
            (trace,) = play([LEARNER], stream, should_stop=late, chunk=CHUNK)
            if len(trace.hit) < rounds:
                raise TimeoutError
            ratios.append(trace.hit.mean())
        return float(np.mean(ratios)) - 1 / streams[0].n_classes

    try:
        half = margin(0.0) / 2
        if half < LEAST / 2:
            return None
        low = high = min(guess, MOST_SIGMA)
        for _ in range(STEPS):
            if margin(high) <= half:
                break
            if high == MOST_SIGMA:
                return None
            low, high = high, min(2 * high, MOST_SIGMA)
        for _ in range(STEPS):
            if margin(low) > half:
                break
            low, high = low / 2, low
        for _ in range(4):
            middle = (low * high) ** 0.5
            low, high = (middle, high) if margin(middle) > half else (low, middle)
    except TimeoutError:
        return None
    return (low * high) ** 0.5
