"""A table as text, CSV, LaTeX and HTML. Means are in percent, with their sd in brackets; bold as `table.py` says."""

from collections.abc import Sequence
from html import escape
from math import isnan

from cspa_explore.learners.text import spec_of
from cspa_explore.paper.cells import trials_words
from cspa_explore.paper.published import TITLES
from cspa_explore.paper.table import Entry, PaperTable, TableRow

HINDSIGHT = "Every learner at its best parameters in hindsight: chosen on the ratio that is reported, as in the paper."
HONEST = "Chosen on other trials: each half of the trials is scored with the value that the other half chose."
BOLD = "best of the paper's learners on the data set, or not significantly worse (Welch t-test, 5 %)"
_STYLE = (
    "<style>body{font:14px sans-serif}table{border-collapse:collapse}td,th{padding:3px 10px;text-align:right}"
    "td:first-child,th:first-child{text-align:left}tr.set td{border-top:1px solid #bbb;font-weight:bold}</style>"
)
HEAD = ("learner", "paper", "ours", "difference", "best value", "chosen on other trials", "its value")


def mean_sd(mean: float, sd: float) -> str:
    """Return "49.3 (1.7)" for shares; "–" if there is no mean.

    >>> mean_sd(0.4931, 0.0171), mean_sd(float("nan"), 0.0)
    ('49.3 (1.7)', '–')
    """
    if isnan(mean):
        return "–"
    return f"{100 * mean:.1f}" if isnan(sd) else f"{100 * mean:.1f} ({100 * sd:.1f})"


def difference(entry: Entry) -> str:
    """Return the difference in pooled sd, with its sign: "+1.2 sd"."""
    return "–" if isnan(entry.difference) else f"{entry.difference:+.1f} sd".replace("-", "−")


def winner_words(row: TableRow) -> str:
    """Return whether the winner is the paper's: "same winner: CSPA"."""
    if row.same_winner is None:
        return ""
    ours, papers = spec_of(row.winner).label, spec_of(row.row.winner).label
    return f"same winner: {ours}" if row.same_winner else f"other winner: {ours}, in the paper {papers}"


def row_words(row: TableRow) -> str:
    """Return the line above a data set: its name, its size, and whether the winner is the paper's."""
    return " · ".join(part for part in (row.row.name, row.row.sizes, winner_words(row)) if part)


def _numbers(one: Entry) -> tuple[str, ...]:
    """Return the texts of the columns after the learner, see HEAD, without boldface."""
    paper, cell = one.paper.words if one.paper else "–", one.cell
    if cell is None:
        return (paper, *["–"] * (len(HEAD) - 2))
    honest, value = mean_sd(cell.honest_mean, cell.honest_sd), cell.words_of(cell.honest_candidate)
    return paper, mean_sd(cell.mean, cell.sd), difference(one), cell.best_value, honest, value


def caption(table: PaperTable) -> str:
    """Return the title of a table, with the number of trials."""
    over = trials_words(one.cell for one in table.entries if one.cell)
    return f"Table {table.number}, {TITLES[table.number]}: right proposals in %, mean (sd) over {over}"


def deviation_lines(table: PaperTable) -> list[str]:
    """Return one line per deviation above two pooled sd, with its reason."""
    return [
        f"{one.row.name}, {one.label}: ours is {100 * abs(one.points):.1f} points "
        f"{'above' if one.points > 0 else 'below'} the paper ({difference(one)}): {one.reason}"
        for one in table.deviations
    ]  # fmt: skip


def as_text(table: PaperTable) -> str:
    """Return the table for a terminal; * marks boldface."""
    lines = [f"{caption(table)}; * {BOLD}", HINDSIGHT, HONEST]
    wide = max([22, *(len(one.label) for one in table.entries)])
    most = max([26, *(len(one.cell.best_value) for one in table.entries if one.cell)])
    for row in table.rows:
        lines += ["", row_words(row), _text_line(HEAD, wide, most)]
        for one in row.entries:
            paper, ours, *rest = _numbers(one)
            marked = "*" * one.paper_bold + paper, "*" * one.bold + ours
            lines.append(_text_line((one.label, *marked, *rest), wide, most))
    same, known = table.same_winners
    if known:
        lines += ["", f"The winner is the same on {same} of {known} data sets."]
    if far := deviation_lines(table):
        lines += ["", "More than two pooled sd from the paper:", *(f"  {line}" for line in far)]
    if notes := (*table.variant_notes, *table.notes):
        lines += ["", *notes]
    return "\n".join(lines)


def _text_line(texts: Sequence[str], wide: int, most: int) -> str:
    """Return a line of a table whose longest learner and value have so many characters."""
    learner, paper, ours, gap, value, honest, honest_value = texts
    return f"  {learner:{wide}s}{paper:>15s}{ours:>14s}{gap:>12s}   {value:{most}s}  {honest:24s}{honest_value}"


def as_csv(table: PaperTable) -> str:
    """Return one line per data set, variant and learner; ratios are shares from 0 to 1."""
    return table.to_frame().to_csv(index=False)


def as_latex(table: PaperTable) -> str:
    """Return a LaTeX table with the columns of the other forms; needs no package."""
    lines = [
        r"\begin{table}", r"\centering", rf"\caption{{{_tex(caption(table))}. Bold: {_tex(BOLD)}. {_tex(HINDSIGHT)}}}",
        r"\begin{tabular}{lrrrlrl}", r"\hline", " & ".join(map(_tex, HEAD)) + r" \\",
    ]  # fmt: skip
    for row in table.rows:
        lines += [r"\hline", rf"\multicolumn{{{len(HEAD)}}}{{l}}{{{_tex(row_words(row))}}} \\"]
        for one in row.entries:
            paper, ours, *rest = _numbers(one)
            shown = [_tex(one.label), _tex_bold(paper, one.paper_bold), _tex_bold(ours, one.bold), *map(_tex, rest)]
            lines.append(" & ".join(shown) + r" \\")
    below = [HONEST, *table.variant_notes, *table.notes]
    return "\n".join([*lines, r"\hline", r"\end{tabular}", "", *map(_tex, below), r"\end{table}", ""])


def _tex_bold(text: str, bold: bool) -> str:
    return rf"\textbf{{{_tex(text)}}}" if bold else _tex(text)


def _tex(text: str) -> str:
    """Return a text with LaTeX's special characters escaped, and Greek letters as mathematics."""
    for plain, tex in _TEX.items():
        text = text.replace(plain, tex)
    return text


_TEX = {  # the backslash first, because the others add some
    "\\": r"\textbackslash ", "%": r"\%", "_": r"\_", "&": r"\&", "#": r"\#", "~": r"\textasciitilde ",
    "β": r"$\beta$", "γ": r"$\gamma$", "η": r"$\eta$", "κ": r"$\kappa$",
    "α": r"$\alpha$", "ϱ": r"$\varrho$", "₀": "$_0$", "–": "--", "−": "$-$", "·": r"$\cdot$", "×": r"$\times$",
}  # fmt: skip


def as_html(table: PaperTable) -> str:
    """Return a page of its own, with the table, the deviations and what is missing."""
    head = "".join(f"<th>{escape(name)}</th>" for name in HEAD)
    lines = [f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(caption(table))}</title>{_STYLE}"]
    lines += [f"<h1>{escape(caption(table))}</h1><p>{escape(f'{HINDSIGHT} {HONEST} Bold: {BOLD}.')}</p><table>"]
    lines.append(f"<thead><tr>{head}</tr></thead><tbody>")
    for row in table.rows:
        lines.append(f'<tr class=set><td colspan="{len(HEAD)}">{escape(row_words(row))}</td></tr>')
        for one in row.entries:
            paper, ours, *rest = _numbers(one)
            shown = [escape(one.label), _html_bold(paper, one.paper_bold), _html_bold(ours, one.bold)]
            cells = "".join(f"<td>{cell}</td>" for cell in [*shown, *map(escape, rest)])
            command = f' title="{escape(one.cell.command)}"' if one.cell else ""
            lines.append(f"<tr{command}>{cells}</tr>")
    lines.append("</tbody></table>")
    if far := deviation_lines(table):
        listed = "".join(f"<li>{escape(line)}</li>" for line in far)
        lines.append(f"<h2>More than two pooled sd from the paper</h2><ul>{listed}</ul>")
    lines += [f"<p>{escape(sentence)}</p>" for sentence in (*table.variant_notes, *table.notes)]
    return "\n".join([*lines, "</html>", ""])


def _html_bold(text: str, bold: bool) -> str:
    return f"<b>{escape(text)}</b>" if bold else escape(text)


FORMATS = {"text": as_text, "csv": as_csv, "latex": as_latex, "html": as_html}
ENDINGS = {"text": "txt", "csv": "csv", "latex": "tex", "html": "html"}
