"""What the β Lab shows of a sweep: plain values for its drawing, and sentences that are computed from them."""

from dataclasses import replace
from typing import Any

import numpy as np

from cspa_explore.datasets import DATASETS, FIGURE_2
from cspa_explore.experiments.reading import range_reading, reading
from cspa_explore.experiments.stream import Stream
from cspa_explore.experiments.sweep import SweepResult
from cspa_explore.figures.theme import sigma_looks
from cspa_explore.learners.text import param_of
from cspa_explore.ui.plan import Plan


def picture(plan: Plan, result: SweepResult | None) -> dict[str, Any]:
    """Return what is drawn, as plain values."""
    stream = plan.settings.stream
    param = param_of(plan.learner.spec, plan.param)
    K = stream.n_classes
    empty = np.full((len(plan.sigmas), len(plan.values)), np.nan)
    mean, sd = (empty, empty) if result is None else (result.mean, result.sd)
    usual = stream.spec.sigmas.figure
    theory = plan.learner.key == "cspa" and param.name == "beta"
    return {
        "K": K, "T": stream.n_rounds, "symbol": param.symbol, "label": plan.learner.spec.label,
        "key": plan.learner.key, "param": plan.param, "words": words_of(plan, result),
        "values": list(plan.values), "sigmas": list(plan.sigmas), "mean": _plain(mean), "sd": _plain(sd),
        "spread": "" if result is None else result.spread, "chance": 1 / K, "log": not theory, "theory": theory,
        "ranges": {"theorem": 1 / (K - 1), "proof": 2 / (K - 1)} if theory else None,  # at α = 0
        "noise": stream.spec.noise, "looks": [list(look) for look in sigma_looks(plan.sigmas, usual)],
    }  # fmt: skip


def words_of(plan: Plan, result: SweepResult | None) -> str:
    """Return what is swept, and how far it is if it is not complete."""
    return f"{plan} · not complete: {result.so_far}" if result is not None and result.partial else str(plan)


def told(plan: Plan, result: SweepResult | None) -> str:
    """Return the sentences as a list; what is not complete begins by saying so."""
    listed = "\n".join(f"- {sentence}" for sentence in sentences(plan, result))
    return f"So far ({result.so_far}):\n{listed}" if listed and result is not None and result.partial else listed


def sentences(plan: Plan, result: SweepResult | None) -> list[str]:
    """Return what the picture shows."""
    if result is None:
        return []
    found = reading(result)
    if plan.learner.key == "cspa" and plan.param == "beta":
        text = range_reading(result, 1 / (plan.settings.stream.n_classes - 1))
        found += [text] if text else []
    return found


def beside_the_paper(plan: Plan) -> str:
    """Return how the sweep relates to the paper's Figure 2, if its data set is in it and β of CSPA is swept."""
    stream = plan.settings.stream
    if stream.spec.name not in FIGURE_2 or (plan.learner.key, plan.param) != ("cspa", "beta"):
        return ""
    here = {spec.name for spec in DATASETS.values()}
    absent = [name for name in FIGURE_2 if name not in here]
    missing = f"; of its {len(FIGURE_2)} sets, {' and '.join(absent)} are not bundled" if absent else ""
    usual = Stream(stream.dataset, stream.seed, support=stream.support)  # which means nothing without a kernel
    same = replace(stream, rounds=stream.n_rounds) == replace(usual, rounds=usual.n_rounds)
    other = "" if same else "; it is about linear scores, rows of norm 1 and one shuffled pass, which is changed here"
    halving = f"σ={max(stream.spec.sigmas.figure):g} halves CSPA's margin over chance"
    own = f"the text names neither σ nor β of it, so the σ are ours ({halving})"
    return f"{stream.spec.name} is in the paper's Figure 2; {own}{other}{missing}. Rows: {stream.spec.note}"


def _plain(table: np.ndarray) -> list[list[float | None]]:
    return [[None if np.isnan(v) else float(v) for v in row] for row in table]
