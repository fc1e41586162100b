"""The player as a Streamlit component, put together from plain ES modules without a build step."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

FRONT = Path(__file__).with_name("front")
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)


def linked(entry: str) -> str:
    """Return one module: the entry and everything it imports, each file once, imports before their users."""
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in parts:
            return
        source = (FRONT / name).read_text(encoding="utf-8")
        parts[name] = ""  # its place is taken
        for other in IMPORT.findall(source):
            add(other)
        source = re.sub(r"^export \{[^}]*\};\n", "", IMPORT.sub("", source), flags=re.MULTILINE)
        parts.pop(name)
        parts[name] = re.sub(r"^export (?!default)", "", source, flags=re.MULTILINE)

    add(entry)
    return "\n".join(parts.values())


@cache
def component(name: str) -> Callable[..., Any]:
    """Return the component whose entry is front/<name>.js."""
    style = "".join((FRONT / sheet).read_text(encoding="utf-8") for sheet in ("style.css", "scope.css"))
    return st.components.v2.component(
        f"cspa_{name}", html='<div class="cspa"></div>', css=style, js=linked(f"{name}.js")
    )
