"""A sweep of the β Lab: a parameter of a learner, its values and several σ; in words, as a command and as a link."""

from dataclasses import dataclass, replace
from typing import Any

from cspa_explore.algorithms import ALGORITHMS, Param
from cspa_explore.datasets import spec_of
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import Branch
from cspa_explore.learners.text import param_of
from cspa_explore.results.sentences import short
from cspa_explore.theory.ranges import landmarks
from cspa_explore.ui.session.command import command_of
from cspa_explore.ui.session.link import to_query
from cspa_explore.ui.session.settings import MOST_LEARNERS, Settings


@dataclass(frozen=True)
class Plan:
    """What is swept."""

    settings: Settings  # everything but σ and the parameter; its learners do not matter
    learner: LearnerText
    param: str
    values: tuple[float, ...]
    sigmas: tuple[float, ...]
    trials: int

    def __str__(self) -> str:
        spec, stream = self.learner.spec, self.settings.stream
        pairs = zip(spec.params, self.learner.values, strict=True)
        others = ", ".join(f"{param.symbol}={value}" for param, value in pairs if param.name != self.param)
        whose = f"{param_of(spec, self.param).symbol} of {spec.label}" + f" ({others})" * bool(others)
        values = f"{len(self.values)} values from {short(self.values[0])} to {short(self.values[-1])}"
        sigmas = f"σ={', '.join(f'{sigma:g}' for sigma in self.sigmas)} ({stream.spec.noise})"
        return " · ".join([whose, values, sigmas, f"{self.trials} seeds a point", stream.words(sigma=False)])


def subjects() -> dict[str, tuple[str, Param]]:
    """Return the parameters that can be swept, by their name in a link: an algorithm's first goes by the algorithm.

    >>> [name for name in subjects() if name.startswith(("cspa", "cwb"))]
    ['cspa', 'cwb', 'cwb.eta', 'cspa_as_printed']
    """
    found = {}
    for key, spec in ALGORITHMS.items():
        free = [param for param in spec.params if not param.initial and len(param.grid) > 1]
        for place, param in enumerate(free):
            found[f"{key}.{param.name}" if place else key] = (f"{param.symbol} of {spec.label}", param)
    return found


def plan_of(settings: Settings, subject: str, fill: str) -> Plan:
    """Return the plan: values and σ that make sense for the data set."""
    param, key = subjects()[subject][1], subject.split(".")[0]
    K = settings.stream.n_classes
    mine = [item for item in settings.items if item.key == key and not isinstance(item, Branch)]
    learner = (mine[0] if mine else LearnerText.of(key)).replace(**{param.name: param.default})  # it is swept
    values = param.values(K) if fill == "paper" else values_of(param, K)
    sigmas = set(spec_of(settings.dataset)[0].sigmas.figure) | {settings.sigma}
    plain = replace(settings, learners=(), trials=1, sigma=0.0)
    return Plan(plain, learner, param.name, values, tuple(sorted(sigmas)), 3 if fill == "quick" else 10)


def values_of(param: Param, K: int) -> tuple[float, ...]:
    """Return values for a smooth curve: β in steps of 0.05 with the theory's fractions, others 1, 2, 5 a decade."""
    if param.name == "beta" and param.high == 1:
        found = {0.02, *(i / 20 for i in range(1, 21)), *(min(1.0, float(value)) for value in landmarks(K))}
    else:
        grid = [value for value in param.values(K) if value > 0]
        decades = [m * 10.0**e for e in range(-9, 10) for m in (1, 2, 5)]
        found = {v for v in decades if 0.999 * min(grid) <= v <= 1.001 * max(grid)} | set(grid)
    inside = [v for v in found if param.low < v < param.high or (v == param.high and param.high_allowed)]
    return tuple(sorted({round(v, 12) for v in inside}))


def command(plan: Plan) -> str:
    """Return the command line that gives the same numbers."""
    listed = {"values": plan.values, "sigmas": plan.sigmas}
    many = [f"--{name} {','.join(repr(float(number)) for number in numbers)}" for name, numbers in listed.items()]
    settings = replace(plan.settings, learners=(str(plan.learner),), trials=plan.trials)
    return " ".join([command_of("sweep", settings), f"--param {plan.param}", *many])


def plan_fields(plan: Plan) -> dict[str, Any]:
    """Return what is swept, as it is written beside the settings."""
    names = ("param", "values", "sigmas", "trials")
    return {"learner": str(plan.learner)} | {name: getattr(plan, name) for name in names}


def run_of(plan: Plan, settings: Settings, sigma: float, value: float) -> dict[str, str]:
    """Return the query of the Arena with exactly the run of a point, same seed, same trials, after its last round."""
    learner = str(plan.learner.replace(**{plan.param: value}))
    others = [text for text in settings.learners if text not in (learner, str(plan.learner))]
    learners = (learner, *others[: MOST_LEARNERS - 1])
    wanted = replace(settings, sigma=sigma, learners=learners, trials=plan.trials)
    return {"v": "1", **to_query(wanted), "t": str(wanted.stream.n_rounds)}
