"""The drawing of a table: published numbers and ours as a dot chart, from which the table is written, too."""

from math import isnan
from typing import Any

from cspa_explore.charts.description import Dot, DotChart, DotRow, plain
from cspa_explore.charts.dots import dot_chart, dot_looks
from cspa_explore.paper.published import TITLES, TRIALS
from cspa_explore.paper.reasons import OTHER_IMAGES, UNEXPLAINED
from cspa_explore.results.points import points
from cspa_explore.ui.paper.controls import BASELINE, Choice, Opened
from cspa_explore.ui.paper.shown import Ours, ShownRow, ShownTable

MAYBE = "may not be the code behind the tables"
DATA = "data:"  # opens the Data page at a data set
LEGEND = f"line ± 1 sd, {TRIALS} trials"


def picture_of(table: ShownTable) -> dict[str, Any]:
    """Return what the component draws, as JSON values."""
    return {
        "chart": plain(table_chart(table)),
        "view": table.choice.view,
        "file": f"table{table.number}",
        "sentence": table.sentence,
        "reasons": [f"{one.row.name}, {one.label}: {one.deviation}" for one in table.deviations],
    }


def table_chart(table: ShownTable) -> DotChart:
    """Return the published numbers and ours as a dot chart."""
    winners = ", ".join(f"{row.row.name} {row.verdict}" for row in table.rows)
    return dot_chart(
        rows=[_row(row) for row in table.rows],
        title=f"Table {table.number} ({TITLES[table.number]}), published and ours",
        legend=LEGEND,
        caption=how_words(table.choice),
        alt=f"Published ratios and ours of Table {table.number}: {winners}.",
        table=table.source.to_frame,
    )


def how_words(choice: Choice) -> str:
    """Return how the parameters were chosen, and whether inputs were scaled."""
    chosen = (
        "each half of the trials scored with the value that the other half chose"
        if choice.honest
        else "parameters chosen on the ratio that is reported, as in the paper"
    )
    return f"{chosen} · {'inputs scaled to length 1' if choice.scaled else 'inputs not scaled'} · {TRIALS} trials"


def _row(row: ShownRow) -> DotRow:
    styles = dot_looks([one.learner for one in row.ours])
    best, played = row.best, any(one.cell is not None for one in row.ours)
    dots = [
        _dot(one, colour, marker, one.learner in best and one.variant != BASELINE)
        for one, (colour, marker) in zip(row.ours, styles, strict=True)
    ]
    usual = Opened(row.row.table, row.row.key, row.row.winner, "paper").text
    other_data = any(one.reason == OTHER_IMAGES for one in row.ours)
    return DotRow(
        name=row.row.name,
        more=row.row.sizes,
        dots=tuple(dots),
        verdict=f"{row.verdict}; other images" if other_data else row.verdict,
        agrees=row.same_winner,
        opens=f"{DATA}{row.row.key}" if row.absence else usual,
        action="get the data" if row.absence else "curves · grid · command" if played else "run it here",
    )


def _dot(one: Ours, colour: str, marker: str, best: bool) -> Dot:
    paper = one.paper if one.variant != BASELINE else None
    note = _note(one)
    published = f"paper {one.paper.words}" if one.paper else "not in the paper"
    ours = f"ours {one.text}" + (" % right" if one.cell is not None else "")
    tried = 0 if one.cell is None else len(one.cell.candidates)
    value = f" at {one.value}" if tried > 1 else ""
    apart = f"; {one.apart}" if one.apart and paper else ""
    more = f". {note[0].upper()}{note[1:]}" if note else ""
    return Dot(
        name=one.label,
        paper=paper.mean if paper else float("nan"),
        paper_sd=paper.sd if paper else float("nan"),
        ours=one.mean,
        ours_sd=one.sd,
        paper_best=one.paper_bold,
        ours_best=best,
        colour=colour,
        marker=marker,
        paper_text=paper.words if paper else "–",
        ours_text=one.text,
        apart=_signed(one) if paper else "",
        value=one.value,
        note=note,
        far=one.far and one.variant != BASELINE,
        title=f"{one.row.name}, {one.label}: {published}, {ours}{value}{apart}{more}. Opens its curve and its grid.",
        opens=Opened(one.row.table, one.row.key, one.learner, one.variant).text,
    )


def _signed(one: Ours) -> str:
    """Return the difference in pooled sd with its sign, without a negative zero."""
    return "" if isnan(one.difference) else f"{round(one.difference, 1) + 0.0:+.1f} sd".replace("-", "−")


def _note(one: Ours) -> str:
    """Return what stands beside the dots."""
    if one.variant == BASELINE:
        return MAYBE
    if not one.far or isnan(one.points):
        return ""
    side = "above" if one.points > 0 else "below"
    reason = UNEXPLAINED if one.reason == UNEXPLAINED else "see the reason below"
    return f"{points(abs(one.points))} points {side} the paper: {reason}"
