"""The command line that plays an experiment or a sweep."""

from collections.abc import Sequence
from shlex import quote

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
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


def replay_command(experiment: Experiment, file: str = "replay.html") -> str:
    """Return the command that writes the run as an HTML file."""
    return " ".join([f"python -m cspa_explore replay --out {file}", *_flags(experiment)])


def sweep_command(plan: Plan) -> str:
    """Return the command that plays the sweep; --sigmas takes the place of --sigma."""
    listed = {"values": plan.values, "sigmas": plan.sigmas}
    many = [f"--{name} {','.join(map(repr, numbers))}" for name, numbers in listed.items()]
    flags = _flags(plan.experiment, leave_out=("sigma",))
    return " ".join(["python -m cspa_explore sweep", *flags, f"--param {plan.param}", *many])


def recommend_command(experiment: Experiment, plan: Plan, keys: Sequence[str]) -> str:
    """Return the command that prints the decision about the plan's parameter at the experiment's σ."""
    mine = [item for item in experiment.learners if item.key == plan.learner.key and isinstance(item, LearnerText)]
    yours = mine[0] if mine else plan.learner
    flags = _flags(experiment.but(trials=plan.trials, learners=[yours]))
    algorithms = [f"--algo {key}" for key in keys]
    return " ".join(["python -m cspa_explore recommend", *flags, f"--param {plan.param}", *algorithms])


def _flags(experiment: Experiment, leave_out: tuple[str, ...] = ()) -> list[str]:
    played = experiment.but(rounds=experiment.stream.n_rounds)
    parts = []
    for setting in TABLE:
        value = played.value(setting.name)
        if setting.name in leave_out:
            continue
        if setting.name == "learners":
            parts += [f"{setting.flag} {quote(text)}" for text in dict.fromkeys(value)]  # without duplicates
        elif setting.name == "dataset" and played.stream.info.kind == "own":
            parts += _own_file(**played.stream.info.arguments)
        elif setting.name in ALWAYS or value != setting.default:
            if not setting.fits(played.stream):
                continue
            parts.append(setting.flag if isinstance(setting.kind, YesNo) else f"{setting.flag} {quote(_text(value))}")
    return parts


def _own_file(name: str, label: int, raw: int, binary: int = 0, **others: object) -> list[str]:
    """Return the flags of an own file, which must be in the current folder.

    >>> _own_file("my flowers.csv", 5, 0)
    ["--file './my flowers.csv'", '--label 5']
    """
    flags = {f"--label {label}": label, "--raw": raw, "--binary": binary}
    return [f"--file {quote(f'./{name}')}", *(flag for flag, given in flags.items() if given)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else repr(value)
