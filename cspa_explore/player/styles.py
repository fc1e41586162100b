"""The style sheets of the front end, by component."""

from cspa_explore.player.linking import FRONT

STYLES = {  # besides style.css
    "arena": ("handles.css", "pictures.css", "lesson.css", "slide_film.css"),
    "microscope": ("microscope.css", "pictures.css", "lesson.css"),
    "lab": ("lab.css", "lesson.css"),
    "theory": ("theory.css", "lesson.css"),
    "paper": ("paper.css", "lesson.css"),
    "data_view": ("data.css",),
    "your_turn": ("your_turn.css", "lesson.css"),
    "classroom": ("classroom.css", "lesson.css"),
    "classroom_stage": ("pictures.css", "lesson.css", "classroom.css"),
    "deck_editor": ("classroom.css",),
    "tools": ("page_tools.css", "guide.css"),
    "learner_list": ("sidebar.css",),
    "points_editor": ("sidebar.css",),
}


def style_of(*names: str) -> str:
    """Return the style of these components in one text."""
    sheets = dict.fromkeys(("style.css", *(sheet for name in names for sheet in STYLES.get(name, ()))))
    return sheets_of(*sheets)


def sheets_of(*sheets: str) -> str:
    """Return the text of these files."""
    return "".join((FRONT / sheet).read_text(encoding="utf-8") for sheet in sheets)
