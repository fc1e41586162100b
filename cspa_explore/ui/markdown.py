"""Escaping of text for Markdown on pages."""

from cspa_explore.wording import escaped

__all__ = ["escaped"]
