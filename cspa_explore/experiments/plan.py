"""Plans: an experiment and what varies in it. A sweep varies a parameter and σ, a grid search learners and kernels."""

from dataclasses import dataclass

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of
from cspa_explore.settings import SETTINGS
from cspa_explore.streams.stream import Stream


@dataclass(frozen=True)
class Plan:
    """A sweep: the experiment's one learner plays with every value of a parameter at every σ."""

    experiment: Experiment
    param: str
    values: tuple[float, ...]
    sigmas: tuple[float, ...]

    def __post_init__(self) -> None:
        """Convert the numbers to floats, set the stream's σ to 0, and refuse all but one learner without a branch."""
        object.__setattr__(self, "values", tuple(map(float, self.values)))
        object.__setattr__(self, "sigmas", tuple(map(float, self.sigmas)))
        object.__setattr__(self, "experiment", self.experiment.but(sigma=0.0))
        for sigma in self.sigmas:
            SETTINGS["sigma"].kind.check("sigma", sigma)
        if len(self.experiment.learners) != 1:
            raise UserError(f"A sweep takes one learner, got {len(self.experiment.learners)}.")
        if not isinstance(self.experiment.learners[0], LearnerText):
            raise UserError(f"A sweep takes a learner without a branch, got {self.experiment.learners[0]}.")
        param_of(self.learner.spec, self.param)
        for learner in self.learners:
            learner.hyper(self.stream.n_classes)

    @property
    def learner(self) -> LearnerText:
        """Return the learner whose parameter is swept."""
        (learner,) = self.experiment.learners
        assert isinstance(learner, LearnerText)
        return learner

    @property
    def stream(self) -> Stream:
        """Return the stream. Its own σ is 0: the sweep sets it."""
        return self.experiment.stream

    @property
    def trials(self) -> int:
        """Return the number of trials per point."""
        return self.experiment.trials

    @property
    def learners(self) -> list[LearnerText]:
        """Return one learner per value of the parameter."""
        return [self.learner.replace(**{self.param: value}) for value in self.values]


@dataclass(frozen=True)
class GridPlan:
    """A grid search: the candidates are the experiment's learners, each with every kernel."""

    experiment: Experiment
    kernels: tuple[float, ...] = (0.0,)
    honest: bool = False  # the best candidate is chosen on other seeds than those reported
