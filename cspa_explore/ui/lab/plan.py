"""The β Lab's sweeps: the parameters that can be swept, their values and σ, and the sweep in words."""

from cspa_explore.algorithms import ALGORITHMS, Param
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import Branch
from cspa_explore.learners.text import param_of
from cspa_explore.results.sentences import short
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.theory.ranges import landmarks
from cspa_explore.ui.session.link import to_query

QUICK, FULL = 3, 10  # trials


def plan_words(plan: Plan) -> str:
    """Return what is swept, in words."""
    spec, stream = plan.learner.spec, plan.stream
    pairs = zip(spec.params, plan.learner.values, strict=True)
    others = ", ".join(f"{param.symbol}={value}" for param, value in pairs if param.name != plan.param)
    whose = f"{param_of(spec, plan.param).symbol} of {spec.label}" + f" ({others})" * bool(others)
    values = f"{len(plan.values)} values from {short(plan.values[0])} to {short(plan.values[-1])}"
    sigmas = f"σ={', '.join(f'{sigma:g}' for sigma in plan.sigmas)} ({stream.spec.noise})"
    return " · ".join([whose, values, sigmas, f"{plan.trials} seeds per point", stream.words(sigma=False)])


def subjects() -> dict[str, tuple[str, Param]]:
    """Return the parameters that can be swept, by their name in a link: an algorithm's key stands for its first one.

    >>> [name for name in subjects() if name.startswith(("cspa", "cwb"))]
    ['cspa', 'cwb', 'cwb.eta', 'cspa_as_printed']
    """
    found = {}
    for key, spec in ALGORITHMS.items():
        free = [param for param in spec.params if not param.initial and len(param.grid) > 1]
        for place, param in enumerate(free):
            found[f"{key}.{param.name}" if place else key] = (f"{param.symbol} of {spec.label}", param)
    return found


def plan_of(experiment: Experiment, subject: str, fill: str) -> Plan:
    """Return the plan of the sweep, with the parameter's values and the data set's σ."""
    param, key = subjects()[subject][1], subject.split(".")[0]
    stream = experiment.stream
    mine = [item for item in experiment.learners if item.key == key and not isinstance(item, Branch)]
    learner = (mine[0] if mine else LearnerText.of(key)).replace(**{param.name: param.default})  # any valid value
    values = param.values(stream.n_classes) if fill == "paper" else values_of(param, stream.n_classes)
    sigmas = set(stream.spec.sigmas.figure) | {stream.sigma}
    swept = experiment.but(learners=[learner], trials=QUICK if fill == "quick" else FULL, sigma=0.0)
    return Plan(swept, param.name, values, tuple(sorted(sigmas)))


def values_of(param: Param, K: int) -> tuple[float, ...]:
    """Return values for a smooth curve: β in steps of 0.05 plus the theory's fractions, others 1, 2, 5 per decade."""
    if param.name == "beta" and param.high == 1:
        found = {0.02, *(i / 20 for i in range(1, 21)), *(min(1.0, float(value)) for value in landmarks(K))}
    else:
        grid = [value for value in param.values(K) if value > 0]
        decades = [m * 10.0**e for e in range(-9, 10) for m in (1, 2, 5)]
        found = {v for v in decades if 0.999 * min(grid) <= v <= 1.001 * max(grid)} | set(grid)
    inside = [v for v in found if param.low < v < param.high or (v == param.high and param.high_allowed)]
    return tuple(sorted({round(v, 12) for v in inside}))


def run_of(plan: Plan, experiment: Experiment, sigma: float, value: float) -> dict[str, str]:
    """Return the Arena's query for the run of a point: the same seed and trials, after the last round."""
    learner = str(plan.learner.replace(**{plan.param: value}))
    others = [text for text in experiment.texts if text not in (learner, str(plan.learner))]
    learners = (learner, *others[: MOST_LEARNERS - 1])
    wanted = experiment.but(sigma=sigma, learners=learners, trials=plan.trials)
    return {"v": "1", **to_query(wanted), "t": str(wanted.stream.n_rounds)}
