"""Plans: what is varied in an experiment. A sweep varies a parameter and σ, a grid search learners and kernels."""

from dataclasses import dataclass

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of
from cspa_explore.settings import SETTINGS
from cspa_explore.streams.stream import Stream


@dataclass(frozen=True)
class Plan:
    """A sweep: the only learner of the experiment plays every value of a parameter at every σ."""

    experiment: Experiment
    param: str
    values: tuple[float, ...]
    sigmas: tuple[float, ...]

    def __post_init__(self) -> None:
        """Make numbers plain and the stream's own σ 0; refuse anything but one learner that keeps its parameters."""
        object.__setattr__(self, "values", tuple(map(float, self.values)))
        object.__setattr__(self, "sigmas", tuple(map(float, self.sigmas)))
        object.__setattr__(self, "experiment", self.experiment.but(sigma=0.0))
        for sigma in self.sigmas:
            SETTINGS["sigma"].kind.check("sigma", sigma)
        if len(self.experiment.learners) != 1:
            raise UserError(f"A sweep takes one learner, got {len(self.experiment.learners)}.")
        if not isinstance(self.experiment.learners[0], LearnerText):
            raise UserError(f"A sweep takes a learner that keeps its parameters, got {self.experiment.learners[0]}.")
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
        """Return the stream; its σ is swept."""
        return self.experiment.stream

    @property
    def trials(self) -> int:
        """Return how many trials each point has."""
        return self.experiment.trials

    @property
    def learners(self) -> list[LearnerText]:
        """Return the learner with each value."""
        return [self.learner.replace(**{self.param: value}) for value in self.values]


@dataclass(frozen=True)
class GridPlan:
    """A grid search: the learners of the experiment are candidates, each with every kernel."""

    experiment: Experiment
    kernels: tuple[float, ...] = (0.0,)
    honest: bool = False  # chosen on other seeds than those reported
