"""The deck that comes with the program."""

from pathlib import Path

TEXT = Path(__file__).with_name("built_in.json").read_text(encoding="utf-8")
