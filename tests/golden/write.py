"""Freeze the program's current numbers: `python -m tests.golden.write` rewrites the JSON files of this folder.

Run it only when a number is meant to change, and state in the commit message which one and why. A refactoring never
runs it: if the program's API changes, adapt `adapter.py` and leave the files as they are. `git diff tests/golden` shows
what changed, because the files have one line per learner, link and settings file.
"""

import json
from pathlib import Path
from typing import Any

from tests.golden.adapter import digest, play, read_file, read_link
from tests.golden.experiments import EXPERIMENTS
from tests.golden.links import LINKS, shown
from tests.golden.settings_files import FILES

HERE = Path(__file__).parent


def main() -> None:
    """Write the three files."""
    played = {name: {"stream": digest(made), **play(made)} for name, made in EXPERIMENTS.items()}
    (HERE / "experiments.json").write_text(lines(played, 3) + "\n")
    defaults, _ = read_link({})
    links = []
    for query in LINKS:
        fields, notes = read_link(query)
        differs = {name: value for name, value in fields.items() if value != defaults[name]}
        links.append({"link": shown(query), "notes": notes, "differs": differs})
    (HERE / "links.json").write_text(lines({"defaults": defaults, "links": links}, 2) + "\n")
    (HERE / "settings_files.json").write_text(lines({name: read_file(text) for name, text in FILES.items()}, 1) + "\n")


def lines(value: Any, depth: int, indent: str = "") -> str:
    """Return the value as JSON with one entry per line down to a depth; deeper entries share their parent's line."""
    if depth == 0 or not isinstance(value, dict | list) or not any(isinstance(v, dict | list) for v in _entries(value)):
        return json.dumps(value, ensure_ascii=False)
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(k, ensure_ascii=False)}: {lines(v, depth - 1, inner)}" for k, v in value.items()]
    else:
        parts = [lines(v, depth - 1, inner) for v in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{right}"


def _entries(value: dict | list) -> list:
    return list(value.values()) if isinstance(value, dict) else value


if __name__ == "__main__":
    main()
