"""The β Lab's view of a sweep: its charts, the JSON values for the canvas, and computed sentences."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from cspa_explore.charts.axes import moment_axis
from cspa_explore.charts.description import BarChart, CurveChart, MapChart, plain
from cspa_explore.charts.sweeps import best_cells, has_theory, sweep_curves, sweep_map
from cspa_explore.datasets import DATASETS, FIGURE_2, describe
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners.text import param_of
from cspa_explore.results.decision import Decision, decide
from cspa_explore.results.guided import averaging_reading
from cspa_explore.results.sentences import range_reading, reading, truly_told, value_names
from cspa_explore.results.sweep import SweepResult
from cspa_explore.streams.stream import Stream
from cspa_explore.theory.ranges import proof_limit, theorem_beta
from cspa_explore.theory.statements import ALPHA, statements
from cspa_explore.ui.lab.plan import own_place, own_text, plan_words

NO_CONTEST: dict[str, Any] = {
    "chart": plain(BarChart((), "", "", "not yet played", pd.DataFrame)),
    "note": "",
    "answer": "",
}
DECIMALS = 5  # of the ratios on the way to the end: 0.001 %


def decision_of(plan: Plan, experiment: Experiment, result: SweepResult | None) -> Decision | None:
    """Return the decision at the sidebar's σ, with what the sidebar's value costs; None if too little was played."""
    return decide(result, experiment.stream.sigma, own_place(plan, experiment), own_text(plan, experiment))


def charts_of(
    plan: Plan, result: SweepResult | None, experiment: Experiment | None = None
) -> tuple[CurveChart, MapChart]:
    """Return the curves and the map; their numbers are NaN if nothing has been played yet.

    With the sidebar's experiment, its value and what is tied with the best are marked.
    """
    empty = np.empty((len(plan.sigmas), len(plan.values), 0))
    known = result or SweepResult(plan, (), empty)
    words, place = words_of(plan, result), own_place(plan, experiment) if experiment else None
    yours = (place, own_text(plan, experiment)) if experiment and place is not None else None
    decision = decision_of(plan, experiment, result) if experiment else None
    return sweep_curves(known, words=words, decision=decision, yours=yours), sweep_map(known, words, yours)


def picture(plan: Plan, result: SweepResult | None, experiment: Experiment | None = None) -> dict[str, Any]:
    """Return the canvas's data as JSON values; `theory` is None unless β of CSPA is swept."""
    stream, spec = plan.stream, plan.learner.spec
    curves, cells = charts_of(plan, result, experiment)
    theory = bool(curves.bands)
    K = stream.n_classes
    own = experiment.stream.sigma if experiment else None
    return {
        "K": K, "T": stream.n_rounds, "dataset": stream.info.title,
        "symbol": param_of(spec, plan.param).symbol, "label": spec.label,
        "key": plan.learner.key, "param": plan.param, "words": curves.caption, "noise": stream.spec.noise,
        "values": list(plan.values), "sigmas": list(plan.sigmas), "spread": result.spread if result else "",
        "names": names_of(plan, experiment),
        "theory": theory_of(K) if theory else None,
        "curves": plain(curves), "map": plain(cells), "film": film_of(result),
        "own": plan.sigmas.index(own) if own in plan.sigmas else None,
        "contest": NO_CONTEST, "beside": None,
        "card": card_of(decision_of(plan, experiment, result)) if experiment else None,
    }  # fmt: skip


def names_of(plan: Plan, experiment: Experiment | None) -> list[str]:
    """Return the values as texts; the sidebar's own as written there."""
    names = value_names(plan)
    if experiment and (place := own_place(plan, experiment)) is not None:
        names[place] = own_text(plan, experiment)
    return names


def theory_of(K: int) -> dict[str, Any]:
    """Return what the theory says about β of CSPA, as JSON values: the ranges at α = 0, the statements, what α is."""
    said = [statement._asdict() for statement in statements(K)]
    return {"theorem": float(theorem_beta(K)), "proof": float(proof_limit(K)), "statements": said, "alpha": ALPHA}


def card_of(decision: Decision | None) -> dict[str, Any] | None:
    """Return the card as JSON values: its lines, and which σ and value it recommends."""
    if decision is None:
        return None
    result, choice = decision.result, decision.choice
    provisional = choice.provisional or decision.seeds < len(result.seeds)
    more = [decision.end_words, decision.matters_words, decision.theory_words]
    return {
        "title": decision.title, "tied": decision.tied_words, "more": [text for text in more if text],
        "cost": list(decision.cost_words), "scores": [text for text in decision.score_words if text],
        "how": decision.how_words, "where": f"On {result.stream.info.title} at σ={decision.sigma:g}",
        "i": result.sigmas.index(decision.sigma), "j": choice.picked, "name": decision.named(choice.picked),
        "provisional": provisional, "same": decision.yours == choice.picked,
        "fine": decision.yours in (choice.picked, *choice.tied) or decision.unsure,
    }  # fmt: skip


def beside_of(result: SweepResult | None, plain_result: SweepResult | None) -> dict[str, Any] | None:
    """Return the sweep without averaging as JSON values: its curves, its name, and what the two sweeps show."""
    if result is None or plain_result is None:
        return None
    answer = averaging_reading(result, plain_result)
    means = [[None if np.isnan(mean) else round(mean, DECIMALS) for mean in row] for row in plain_result.mean.tolist()]
    return {"label": plain_result.learner.spec.label, "means": means, "answer": answer}


def film_of(result: SweepResult | None) -> dict[str, Any] | None:
    """Return the way of a complete sweep to its end: the rounds and their axis; mean, sd and best values at each."""
    curves = result.curves if result else None
    if result is None or curves is None:
        return None
    mean, sd = (plain(part.round(DECIMALS)) for part in curves)
    best = [list(best_cells(part)) for part in curves[0]]
    rounds = result.moments.tolist()
    return {"rounds": rounds, "x": plain(moment_axis(rounds)), "mean": mean, "sd": sd, "best": best}


def question(plan: Plan) -> str:
    """Return the question that the sweep answers."""
    return f"Which {param_of(plan.learner.spec, plan.param).symbol} should I use?"


def words_of(plan: Plan, result: SweepResult | None) -> str:
    """Return the sweep in words; while it is incomplete, with how much has been played."""
    state = f" · not complete: {result.so_far}" if result is not None and result.partial else ""
    return plan_words(plan) + state


def told(plan: Plan, result: SweepResult | None) -> str:
    """Return the sentences as a Markdown list; for an incomplete sweep, after how much has been played."""
    listed = "\n".join(f"- {sentence}" for sentence in sentences(plan, result))
    return f"So far ({result.so_far}):\n{listed}" if listed and result is not None and result.partial else listed


def sentences(plan: Plan, result: SweepResult | None) -> list[str]:
    """Return one sentence per σ and, for β of CSPA, one about the theory range; one if noisy answers do not matter."""
    if result is None:
        return []
    text = range_reading(result) if has_theory(result) else truly_told(plan.stream, [plan.learner])
    return reading(result) + ([text] if text else [])


def beside_the_paper(plan: Plan) -> str:
    """Return how the sweep relates to the paper's Figure 2; empty if it is not about its data sets and β of CSPA."""
    stream = plan.stream
    if stream.spec.name not in FIGURE_2 or (plan.learner.key, plan.param) != ("cspa", "beta"):
        return ""
    here = {spec.name for spec in DATASETS.values() if spec.listed and describe(spec.key).present}
    absent = [name for name in FIGURE_2 if name not in here]
    names = f"{' and '.join(absent)} {'are' if absent[1:] else 'is'}"
    missing = f" Of the figure's {len(FIGURE_2)} data sets, {names} not on this machine." if absent else ""
    usual = Stream(stream.dataset, stream.seed, support=stream.support)  # without a kernel, support has no effect
    same = replace(stream, rounds=stream.n_rounds) == replace(usual, rounds=usual.n_rounds)
    usually = "linear scores, inputs scaled to length 1 and one shuffled pass"
    other = "" if same else f" The figure uses {usually}, unlike this sweep."
    high, how = max(stream.info.sigmas.figure), stream.info.sigmas.how
    halving = f"σ={high:g} halves CSPA's margin over chance at β = 1/(2(K−1))"
    rule = halving if how == "measured" else f"{how} up to σ={high:g}"
    own = f"The paper states neither the σ nor the β of this figure, so the σ are ours: {rule}."
    note = stream.spec.note
    small = note[:1].lower() + note[1:] if note[1:2].islower() else note
    return f"{stream.spec.name} is in the paper's Figure 2. {own}{other}{missing} {stream.spec.name}: {small}"
