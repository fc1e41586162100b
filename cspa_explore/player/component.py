"""The front end as Streamlit components, linked from plain ES modules without a build step.

Streamlit sends a component's script with every script run. So the script that it sends only loads the linked module
from the server, which the browser caches.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

import streamlit as st

from cspa_explore.player.linking import DEFAULT, FRONT, linked

__all__ = ["FRONT", "component", "entries", "file_name", "linked", "module"]
STYLES = {  # besides style.css
    "arena": ("handles.css", "pictures.css"),
    "microscope": ("microscope.css", "pictures.css"),
    "lab": ("lab.css",),
    "theory": ("theory.css",),
    "data_view": ("data.css",),
    "classroom": ("classroom.css",),
    "classroom_stage": ("pictures.css", "classroom.css"),
    "deck_editor": ("classroom.css",),
    "page_tools": ("page_tools.css",),
    "learner_list": ("sidebar.css",),
    "points_editor": ("sidebar.css",),
}
# The address bar comes first: the others read the address.
LOADER = """const load = (file) => import(new URL(`front/${file}`, new URL(".", location.href)).href);
await load("%s");
const {default: show} = await load("%s");
export default show;"""


@cache
def component(name: str) -> Callable[..., Any]:
    """Return the component whose entry is front/<name>.js."""
    sheets = ("style.css", *STYLES.get(name, ()))
    style = "".join((FRONT / sheet).read_text(encoding="utf-8") for sheet in sheets)
    return st.components.v2.component(
        f"cspa_{name}",
        html='<div class="cspa"></div>',
        css=style,
        js=LOADER % (file_name("address_bar"), file_name(name)),
    )


@cache
def entries() -> frozenset[str]:
    """Return the names of all modules that are components."""
    return frozenset(path.stem for path in FRONT.glob("*.js") if DEFAULT.search(path.read_text(encoding="utf-8")))


@cache
def module(name: str) -> str:
    """Return the linked module whose entry is front/<name>.js."""
    return linked(f"{name}.js")


def file_name(name: str) -> str:
    """Return the name under which the server has the module; another content has another name."""
    return f"{name}.{sha256(module(name).encode()).hexdigest()[:16]}.js"
