"""The front end as Streamlit components, linked from plain ES modules without a build step."""

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from cspa_explore.player.linking import FRONT, linked

__all__ = ["FRONT", "component", "linked"]
STYLES = ("style.css", "microscope.css", "lab.css")


@cache
def component(name: str) -> Callable[..., Any]:
    """Return the component whose entry is front/<name>.js."""
    style = "".join((FRONT / sheet).read_text(encoding="utf-8") for sheet in STYLES)
    return st.components.v2.component(
        f"cspa_{name}", html='<div class="cspa"></div>', css=style, js=linked(f"{name}.js")
    )
