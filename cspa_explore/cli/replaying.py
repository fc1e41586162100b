"""`replay`: flags → Experiment → run → one HTML file that plays it without Python."""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryFile

from cspa_explore.cli import flags
from cspa_explore.cli.parser import Once, Parser, some_text
from cspa_explore.cli.work import CANCELLED, working
from cspa_explore.errors import CancelledError, UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.player.replay import replay
from cspa_explore.player.replay_file import Making, run_file
from cspa_explore.results.comparisons import references
from cspa_explore.running.run import estimate, run
from cspa_explore.settings import MOST_LEARNERS, MOST_ROUNDS_ON_PAGE


def add_replay(parser: Parser) -> None:
    """Add the flags for execution and for the file."""
    flags.add_execution(parser).add_argument(
        "--out", dest="page", action=Once, type=some_text, required=True, metavar="FILE", help="the HTML file to write"
    )


def do_replay(args: argparse.Namespace) -> int:
    """Play the experiment and write the file; after Ctrl-C, with the complete trials and without live handles."""
    target = _writable(args.page)
    file, _ = flags.file_of(args)
    experiment = _playable(flags.experiment_of(args, file, flags.learners_of(args)))
    with working(args, lambda: estimate(experiment.learners, experiment.stream, experiment.trials)) as work:
        result = run(experiment, **work).complete
        if not result.seeds:
            raise CancelledError("Stopped before a trial was complete: no file was written.")
        # A cluster plays the run; the films behind the handles are made on this thread.
        executor, jobs = (None, 1) if args.cluster else (work["executor"], args.jobs or os.cpu_count() or 1)
        making = Making(executor, jobs, should_stop=work["should_stop"])
        page = run_file(result, replay(result, references(result)), making).encode()
    try:
        target.write_bytes(page)
    except OSError as error:
        raise _unwritable(args.page, error) from None
    print(f"Wrote {target}, {len(page) / 1e6:.2f} MB: it plays in any modern browser, without Python.")
    return CANCELLED if result.partial else 0


def _writable(name: str) -> Path:
    """Return the path of the file; UserError if it cannot be written."""
    path = Path(name)
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        with TemporaryFile(dir=path.resolve().parent):
            return path
    except OSError as error:
        raise _unwritable(name, error) from None


def _unwritable(name: str, error: OSError) -> UserError:
    rule = "--out must be a file in a writable folder that exists"
    return UserError(f"{rule}, got '{name}' ({error.strerror}).")


def _playable(experiment: Experiment) -> Experiment:
    """Return the experiment; UserError if a browser could not hold its replay."""
    rounds = experiment.stream.n_rounds
    if rounds > MOST_ROUNDS_ON_PAGE:
        raise UserError(f"A replay has at most {MOST_ROUNDS_ON_PAGE:,} rounds, got {rounds:,}: give --rounds.")
    if len(experiment.learners) > MOST_LEARNERS:
        raise UserError(f"A replay has at most {MOST_LEARNERS} learners, got {len(experiment.learners)}.")
    return experiment
