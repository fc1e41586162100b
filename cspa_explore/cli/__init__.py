"""The command line: `python -m cspa_explore COMMAND`, e.g. `run`; `--help` lists the commands."""

from cspa_explore.cli.main import main

__all__ = ["main"]
