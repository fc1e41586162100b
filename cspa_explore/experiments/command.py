"""The command line that plays an experiment or a sweep."""

from shlex import quote

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.setting_kinds import YesNo
from cspa_explore.settings import TABLE

ALWAYS = ("dataset", "sigma", "seed", "trials", "rounds", "order")  # written even if they equal the defaults


def run_command(experiment: Experiment) -> str:
    """Return the command that plays the experiment.

    >>> print(run_command(Experiment.of(sigma=0.25, learners=["cspa(beta=1/6)"], seed=7)))
    python -m cspa_explore run --data gaussians4 --sigma 0.25 --seed 7 --trials 10 --rounds 4000 --order shuffled \
--learner 'cspa(beta=1/6)'
    """
    return " ".join(["python -m cspa_explore run", *_flags(experiment)])


def sweep_command(plan: Plan) -> str:
    """Return the command that plays the sweep; --sigmas takes the place of --sigma."""
    listed = {"values": plan.values, "sigmas": plan.sigmas}
    many = [f"--{name} {','.join(map(repr, numbers))}" for name, numbers in listed.items()]
    flags = _flags(plan.experiment, leave_out=("sigma",))
    return " ".join(["python -m cspa_explore sweep", *flags, f"--param {plan.param}", *many])


def _flags(experiment: Experiment, leave_out: tuple[str, ...] = ()) -> list[str]:
    played = experiment.but(rounds=experiment.stream.n_rounds)
    parts = []
    for setting in TABLE:
        value = played.value(setting.name)
        if setting.name in leave_out:
            continue
        if setting.name == "learners":
            parts += [f"{setting.flag} {quote(text)}" for text in dict.fromkeys(value)]  # without duplicates
        elif setting.name in ALWAYS or value != setting.default:
            if not setting.fits(played.stream):
                continue
            parts.append(setting.flag if isinstance(setting.kind, YesNo) else f"{setting.flag} {quote(_text(value))}")
    return parts


def _text(value: object) -> str:
    return value if isinstance(value, str) else repr(value)
