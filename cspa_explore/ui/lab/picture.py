"""The β Lab's view of a sweep: its two charts, the JSON values for the canvas, and computed sentences."""

from dataclasses import replace
from typing import Any

import numpy as np

from cspa_explore.charts.description import CurveChart, MapChart, plain
from cspa_explore.charts.sweeps import sweep_curves, sweep_map
from cspa_explore.datasets import DATASETS, FIGURE_2
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners.text import param_of
from cspa_explore.results.sentences import range_reading, reading
from cspa_explore.results.sweep import SweepResult
from cspa_explore.streams.stream import Stream
from cspa_explore.theory.ranges import proof_limit, theorem_beta
from cspa_explore.ui.lab.plan import plan_words


def charts_of(plan: Plan, result: SweepResult | None) -> tuple[CurveChart, MapChart]:
    """Return the curves and the map; their numbers are NaN if nothing has been played yet."""
    empty = np.empty((len(plan.sigmas), len(plan.values), 0))
    nothing = SweepResult(plan, (), empty)
    words = words_of(plan, result)
    return sweep_curves(result or nothing, words=words), sweep_map(result or nothing, words=words)


def picture(plan: Plan, result: SweepResult | None) -> dict[str, Any]:
    """Return the canvas's data as JSON values; `ranges` are the theory ranges at α = 0, only for β of CSPA."""
    stream, spec = plan.stream, plan.learner.spec
    K = stream.n_classes
    curves, cells = charts_of(plan, result)
    theory = bool(curves.bands)
    return {
        "K": K, "T": stream.n_rounds, "symbol": param_of(spec, plan.param).symbol, "label": spec.label,
        "key": plan.learner.key, "param": plan.param, "words": curves.caption, "noise": stream.spec.noise,
        "values": list(plan.values), "sigmas": list(plan.sigmas), "spread": result.spread if result else "",
        "theory": theory,
        "ranges": {"theorem": float(theorem_beta(K)), "proof": float(proof_limit(K))} if theory else None,
        "curves": plain(curves), "map": plain(cells),
    }  # fmt: skip


def words_of(plan: Plan, result: SweepResult | None) -> str:
    """Return the sweep in words; while it is incomplete, with how much has been played."""
    state = f" · not complete: {result.so_far}" if result is not None and result.partial else ""
    return plan_words(plan) + state


def told(plan: Plan, result: SweepResult | None) -> str:
    """Return the sentences as a Markdown list; for an incomplete sweep, after how much has been played."""
    listed = "\n".join(f"- {sentence}" for sentence in sentences(plan, result))
    return f"So far ({result.so_far}):\n{listed}" if listed and result is not None and result.partial else listed


def sentences(plan: Plan, result: SweepResult | None) -> list[str]:
    """Return one sentence per σ and, for β of CSPA, one about the theory range."""
    if result is None:
        return []
    found = reading(result)
    if plan.learner.key == "cspa" and plan.param == "beta":
        text = range_reading(result)
        found += [text] if text else []
    return found


def beside_the_paper(plan: Plan) -> str:
    """Return how the sweep relates to the paper's Figure 2; empty if it is not about its data sets and β of CSPA."""
    stream = plan.stream
    if stream.spec.name not in FIGURE_2 or (plan.learner.key, plan.param) != ("cspa", "beta"):
        return ""
    here = {spec.name for spec in DATASETS.values()}
    absent = [name for name in FIGURE_2 if name not in here]
    missing = f"; of its {len(FIGURE_2)} data sets, {' and '.join(absent)} are not bundled" if absent else ""
    usual = Stream(stream.dataset, stream.seed, support=stream.support)  # without a kernel, support has no effect
    same = replace(stream, rounds=stream.n_rounds) == replace(usual, rounds=usual.n_rounds)
    other = "" if same else "; the figure uses linear scores, rows of norm 1 and one shuffled pass, unlike this sweep"
    halving = f"σ={max(stream.spec.sigmas.figure):g} halves CSPA's margin over chance"
    own = f"the paper states neither its σ nor its β, so the σ are ours ({halving})"
    return f"{stream.spec.name} is in the paper's Figure 2; {own}{other}{missing}. Rows: {stream.spec.note}"
