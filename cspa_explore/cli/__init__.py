"""The command line: `python -m cspa_explore list | run | grid | sweep | warmup | bench | dashboard`."""

from cspa_explore.cli.main import main

__all__ = ["main"]
