"""A user's own points as rows (x, y, class), classes counted from 1 as on the screen, and as the text of a data set."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from cspa_explore.calls import parse_call
from cspa_explore.datasets.toys import MOST_LABELS, MOST_POINTS
from cspa_explore.errors import UserError

KEY = "points"


class Point(NamedTuple):
    """A point of the plane and its class, counted from 1."""

    x: float
    y: float
    label: int


def rows_of(text: str) -> list[Point]:
    """Return the points of a data set's text.

    >>> rows_of("points(0 1 0; 1 -0.5 1)")
    [Point(x=0.0, y=1.0, label=1), Point(x=1.0, y=-0.5, label=2)]
    """
    words = (part.split() for part in parse_call(text, "A data set", KEY).inside.split(";") if part.strip())
    return [Point(float(x), float(y), int(label) + 1) for x, y, label in words]


def text_of(rows: Iterable[tuple[float, float, int]]) -> str:
    """Return the text of the data set; UserError unless the points belong to at least two classes.

    Labels are renumbered without gaps, so that the classes are 1…K.

    >>> text_of([(0, 1, 1), (1, -0.5, 4)])
    'points(0 1 0; 1 -0.5 1)'
    """
    points = [Point(float(x), float(y), int(label)) for x, y, label in rows]
    used = sorted({point.label for point in points})
    if len(used) < 2:
        raise UserError(f"Your own points need at least two classes, got {len(used)}.")
    if len(points) > MOST_POINTS:
        raise UserError(f"Your own points are at most {MOST_POINTS}, got {len(points)}.")
    return f"{KEY}({'; '.join(f'{p.x:g} {p.y:g} {used.index(p.label)}' for p in points)})"


def pasted_rows(text: str) -> list[tuple[float, float, int]]:
    r"""Return the points of a pasted table: x, y, class, between spaces, tabs, commas or semicolons; skip a header.

    >>> pasted_rows("x\ty\tclass\n0.5\t1\t1\n-1, 0.3, 2\n")
    [(0.5, 1.0, 1), (-1.0, 0.3, 2)]
    """
    found: list[tuple[float, float, int]] = []
    first = True
    for number, line in enumerate(text[: 100 * MOST_POINTS].splitlines()):
        words = re.split(r"[\s,;|]+", line.strip())
        if words == [""]:
            continue
        header, first = first and any(word.isalpha() for word in words), False
        try:
            x, y, label = float(words[0]), float(words[1]), int(words[2])
            good = len(words) == 3 and abs(x) <= 1e6 and abs(y) <= 1e6 and 1 <= label <= MOST_LABELS
        except (ValueError, IndexError):
            if header:
                continue
            good = False
        if not good:
            raise UserError(f"Line {number + 1} must be x y class (1 to {MOST_LABELS}), got '{line.strip()[:60]}'.")
        found.append((x, y, label))
    if not found:
        raise UserError("There is no point in the pasted text: each line is x y class.")
    return found


def labels_from_one(text: str) -> tuple[str, str] | None:
    """Return the text with labels from 0, and a note, if its labels are 1…K without a gap; otherwise None.

    >>> labels_from_one("points(0 1 1; 1 0 2)")
    ('points(0 1 0; 1 0 1)', 'The labels of your points start at 1: labels 1 to 2 were read as classes 1 to 2.')
    >>> labels_from_one("points(0 1 0; 1 0 1)"), labels_from_one("points(0 1 1; 1 0 3)")
    (None, None)
    """
    if not text.lstrip().startswith(KEY):
        return None
    try:
        call = parse_call(text, "A data set", KEY)
        lines = [part.split() for part in call.inside.split(";") if part.strip()] if call.key == KEY else []
        labels = {int(label) for _, _, label in lines}
    except ValueError:  # it is no list of points: reading it says why
        return None
    K = max(labels, default=0)
    if not 2 <= K <= MOST_LABELS or labels != set(range(1, K + 1)):
        return None
    shifted = "; ".join(f"{x} {y} {int(label) - 1}" for x, y, label in lines)
    return f"{KEY}({shifted})", f"The labels of your points start at 1: labels 1 to {K} were read as classes 1 to {K}."
