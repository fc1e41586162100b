"""Short forms for making and playing experiments in tests."""

from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.experiments.plan import GridPlan, Plan
from cspa_explore.running.grid import grid
from cspa_explore.running.run import run
from cspa_explore.running.sweep import sweep


def experiment(dataset="gaussians4", sigma=0.25, learners=FIRST.texts, seed=7, trials=10, rounds=0, order="", **others):
    """Return the pages' first experiment with some settings changed."""
    return FIRST.but(
        dataset=dataset, sigma=sigma, learners=learners, seed=seed, trials=trials, rounds=rounds, order=order, **others
    )


def played(learners, stream, trials=10, **control):
    """Run the learners on the stream."""
    return run(Experiment(stream, tuple(learners), trials), **control)


def swept(learner, param, values, sigmas, stream, trials=10, **control):
    """Sweep a parameter of the learner."""
    return sweep(Plan(Experiment(stream, (learner,), trials), param, tuple(values), tuple(sigmas)), **control)


def searched(learners, streams, trials=10, honest=False, **control):
    """Run a grid search over learners × streams, which may differ only in their kernel."""
    kernels = tuple(stream.kernel for stream in streams)
    return grid(GridPlan(Experiment(streams[0], tuple(learners), trials), kernels, honest), **control)
