"""The shipped files read by pandas and json alone, and their numbers computed without the project's classes."""

import json
import lzma
import math
from functools import cache

import numpy as np
import pandas as pd
from scipy import stats

from cspa_explore.paper.shipped import RESULTS

LABELS = {"cspa": "CSPA", "banditron": "Banditron", "confidit": "Confidit", "bpa": "BPA"}


@cache
def stored(table):
    """Return the lines of a table's files by data set, learner and variant."""
    frames = [pd.read_json(path, lines=True) for path in sorted(RESULTS.glob(f"table{table}_*.jsonl.xz"))]
    return {(line["dataset"], line["learner"], line["variant"]): line for f in frames for line in f.to_dict("records")}


def best_trials(line):
    """Return the ratio per trial of the best candidate of a stored line."""
    ratio = np.array(line["hits"]) / line["rounds"]
    return ratio[ratio.mean(axis=1).argmax()]


def in_hindsight(line):
    """Return mean and sd of the best candidate of a stored line."""
    best = best_trials(line)
    return best.mean(), best.std(ddof=1)


def curve(line, window=False):
    """Return rounds, mean and sd (both in percent) of a stored line's curve: the ratio so far, or of every window."""
    ends = np.array([*range(100, line["rounds"], 100), line["rounds"]])
    right = np.array(line["windows"])
    ratio = right / np.diff(ends, prepend=0) if window else right.cumsum(axis=1) / ends
    return ends, 100 * ratio.mean(axis=0), 100 * ratio.std(axis=0, ddof=1)


@cache
def swept(figure, dataset):
    """Return the stored sweep of a figure: σ, β, and the ratios (σ, β, trials)."""
    record = json.loads(lzma.decompress((RESULTS / f"figure{figure}_{dataset}.json.xz").read_bytes()))
    return np.array(record["sigmas"]), np.array(record["values"]), np.array(record["ratio"])


def significantly_above(a, b):
    """Say whether Welch's t-test, written out, finds the mean of a to be above that of b at 5 %."""
    va, vb = a.var(ddof=1) / len(a), b.var(ddof=1) / len(b)
    freedom = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
    t = (a.mean() - b.mean()) / math.sqrt(va + vb)
    return t > 0 and 2 * stats.t.sf(t, freedom) < 0.05


def points(share):
    """Return a difference of shares in points with its sign, as the page writes it."""
    return f"{100 * share:+.1f}".replace("-", "−")
