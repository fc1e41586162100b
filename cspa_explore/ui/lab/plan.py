"""The β Lab's sweeps: the parameters that can be swept, their values and σ, and the sweep in words."""

from dataclasses import replace

from cspa_explore.algorithms import ALGORITHMS, Param
from cspa_explore.algorithms.expression import Expression
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of
from cspa_explore.results.sentences import value_name, value_names
from cspa_explore.running.sweep_values import free_params, place_of, sweep_values, value_of, value_text, with_value
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.session.link import to_query
from cspa_explore.wording import counted

QUICK, FULL = 3, 10  # trials


def plan_words(plan: Plan) -> str:
    """Return what is swept, in words."""
    spec, stream = plan.learner.spec, plan.stream
    pairs = zip(spec.params, plan.learner.values, strict=True)
    others = ", ".join(f"{param.symbol}={value}" for param, value in pairs if param.name != plan.param)
    whose = f"{param_of(spec, plan.param).symbol} of {spec.label}" + f" ({others})" * bool(others)
    names = value_names(plan)
    values = f"{len(names)} values from {names[0]} to {names[-1]}"
    sigmas = f"σ={', '.join(f'{sigma:g}' for sigma in plan.sigmas)} ({stream.spec.noise})"
    return " · ".join([whose, values, sigmas, f"{counted(plan.trials, 'seed')} per point", stream.words(sigma=False)])


def subjects() -> dict[str, tuple[str, Param]]:
    """Return the parameters that can be swept, by their name in a link: an algorithm's key stands for its first one.

    >>> [name for name in subjects() if name.startswith(("cspa_k", "cwb", "bpa"))][:6]
    ['bpa', 'cwb', 'cwb.eta', 'cspa_kappa', 'cspa_kappa.beta', 'bpa_averaged']
    """
    found = {}
    for key, spec in ALGORITHMS.items():
        for place, param in enumerate(free_params(spec)):
            found[f"{key}.{param.name}" if place else key] = (f"{param.symbol} of {spec.label}", param)
    return found


def plan_of(experiment: Experiment, subject: str, fill: str, sigmas: tuple[float, ...] = ()) -> Plan:
    """Return the plan of the sweep: the parameter's values and the sidebar's, the given σ or the data set's.

    The σ of the sidebar is always among them. The values of the paper's grid are the paper's alone.
    """
    param, key = subjects()[subject][1], subject.split(".")[0]
    stream = experiment.stream
    mine = own_learner(experiment, key)
    learner = (mine or LearnerText.of(key)).replace(**{param.name: param.default})  # any valid value
    values = param.values(stream.n_classes)
    if fill != "paper":
        values = sweep_values(param, stream.n_classes)
        own = None if mine is None else value_of(mine, param.name, stream.n_classes)
        values = values if own is None else with_value(values, own)
    levels = set(sigmas or stream.info.sigmas.figure) | {stream.sigma}
    swept = experiment.but(learners=[learner], trials=QUICK if fill == "quick" else FULL, sigma=0.0)
    return Plan(swept, param.name, values, tuple(sorted(levels)))


def plan_or_reason(
    experiment: Experiment, subject: str, fill: str, sigmas: tuple[float, ...] = ()
) -> tuple[Plan | None, str]:
    """Return the plan and "", or None and why not: the matrices of LinUCB can be too large for the data."""
    try:
        return plan_of(experiment, subject, fill, sigmas), ""
    except UserError as error:
        return None, str(error)


def first_version(plan: Plan, sigma: float) -> Plan:
    """Return the part of a long sweep that is played without a click: one σ and few seeds."""
    return replace(plan, experiment=plan.experiment.but(trials=min(QUICK, plan.trials)), sigmas=(sigma,))


def own_learner(experiment: Experiment, key: str) -> LearnerText | None:
    """Return the sidebar's first learner of this algorithm, without a branch."""
    return next((item for item in experiment.learners if item.key == key and isinstance(item, LearnerText)), None)


def own_place(plan: Plan, experiment: Experiment) -> int | None:
    """Return the index of the sidebar's value in the plan; None if the learner does not play, or with another value."""
    mine = own_learner(experiment, plan.learner.key)
    return None if mine is None else place_of(plan.values, value_of(mine, plan.param, plan.stream.n_classes))


def own_text(plan: Plan, experiment: Experiment) -> str:
    """Return the sidebar's value as written; empty if the learner does not play."""
    mine = own_learner(experiment, plan.learner.key)
    return "" if mine is None else value_text(mine, plan.param, plan.stream.n_classes)


def used(plan: Plan, experiment: Experiment, sigma: float, value: float) -> Experiment:
    """Return the sidebar's experiment with this σ and this value of the swept parameter.

    The learner is added if none of its algorithm plays; if the sidebar is full, it takes the last place.
    """
    mine = own_learner(experiment, plan.learner.key)
    new = (mine or plan.learner).replace(**{plan.param: value_as_text(plan, value)})
    if mine is None:
        return experiment.but(sigma=sigma, learners=(*experiment.learners[: MOST_LEARNERS - 1], new))
    place = experiment.learners.index(mine)
    return experiment.but(sigma=sigma, learners=[new if i == place else it for i, it in enumerate(experiment.learners)])


def value_as_text(plan: Plan, value: float) -> str | float:
    """Return a swept value as the page names it, or as a number if that name is rounded."""
    text = value_name(plan, value).replace(",", "")
    return text if abs(Expression.parse(text)(plan.stream.n_classes) - value) < 1e-9 * abs(value) else value


def run_of(plan: Plan, experiment: Experiment, sigma: float, value: float) -> Experiment:
    """Return the run of a point: the same seed and trials."""
    learner = str(plan.learner.replace(**{plan.param: value_as_text(plan, value)}))
    return with_first(experiment, learner, str(plan.learner)).but(sigma=sigma, trials=plan.trials)


def best_run(plan: Plan, experiment: Experiment, text: str) -> Experiment:
    """Return the run of a learner of the comparison: the same seeds."""
    return with_first(experiment, str(LearnerText.parse(text))).but(trials=plan.trials)


def with_first(experiment: Experiment, learner: str, instead_of: str = "") -> Experiment:
    """Return the experiment with this learner in front, and of the others as many as may play."""
    others = [text for text in experiment.texts if text not in (learner, instead_of)]
    return experiment.but(learners=(learner, *others[: MOST_LEARNERS - 1]))


def left_out(before: Experiment, after: Experiment) -> str:
    """Return a sentence if the sidebar was full and its last learner made room; else ""."""
    full = len(before.texts) == len(after.texts) == MOST_LEARNERS
    if not full or before.texts[-1] in after.texts:
        return ""
    return f"{before.names[-1]} made room: at most {MOST_LEARNERS} learners play."


def arena_query(wanted: Experiment) -> dict[str, str]:
    """Return the Arena's query for a run, after its last round."""
    return {**to_query(wanted), "t": str(wanted.stream.n_rounds)}
