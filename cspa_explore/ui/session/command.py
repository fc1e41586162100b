"""The command line that gives the numbers of a page."""

from shlex import quote

from cspa_explore.ui.session.settings import Settings


def command_of(verb: str, settings: Settings) -> str:
    """Return the command: `run` plays the settings as they are, `sweep` leaves σ to its own flag.

    >>> print(command_of("run", Settings(learners=("cspa(beta=1/6)",))))
    python -m cspa_explore run --data gaussians4 --learner 'cspa(beta=1/6)' --sigma 0.25 --seed 7 --trials 10 \
--rounds 4000 --order shuffled
    """
    stream, plain = settings.stream, Settings()
    parts = ["python -m cspa_explore", verb, "--data", quote(settings.dataset)]
    for text in dict.fromkeys(settings.learners):  # the same one twice plays the same
        parts += ["--learner", quote(text)]
    if verb == "run":
        parts += ["--sigma", f"{settings.sigma!r}"]
    parts += ["--seed", str(settings.seed), "--trials", str(settings.trials), "--rounds", str(stream.n_rounds)]
    parts += ["--order", settings.order]
    if settings.kernel:
        parts += ["--kernel", f"{settings.kernel!r}", "--support", str(settings.support)]
    parts += ["--no-normalise"] * (not settings.normalise) + ["--bias"] * settings.bias
    for name in ("flip", "imbalance"):
        if getattr(settings, name) != getattr(plain, name):
            parts += [f"--{name}", f"{getattr(settings, name)!r}"]
    return " ".join(parts)
