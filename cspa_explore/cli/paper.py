"""`table` and `figure`: the paper's tables and figures, played here or taken from the shipped results."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace

from cspa_explore.charts.svg_renderer import sheet
from cspa_explore.cli import flags
from cspa_explore.cli.parser import Once, Parser, reader
from cspa_explore.cli.show import plain_number, write_files
from cspa_explore.cli.work import CANCELLED, working
from cspa_explore.datasets import describe
from cspa_explore.errors import UserError, suggestion
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners.text import spec_of
from cspa_explore.paper import shipped
from cspa_explore.paper.figures import (
    SETS,
    TITLES,
    Panel,
    curve_panel,
    frame_of,
    plan_of,
    shipped_panels,
    sweep_panel,
    table_behind,
)
from cspa_explore.paper.playing import jobs_of, reproduce
from cspa_explore.paper.protocol import BEYOND, VARIANTS, table_of, variant_of
from cspa_explore.paper.published import LEARNERS, TRIALS
from cspa_explore.paper.rendering import ENDINGS, FORMATS
from cspa_explore.paper.table import PaperTable, paper_table
from cspa_explore.provenance import by_provenance
from cspa_explore.results.sweep import SweepResult
from cspa_explore.running.run import estimate
from cspa_explore.running.sweep import sweep
from cspa_explore.setting_kinds import Choice
from cspa_explore.settings import SETTINGS

DRAWN = ("text", "csv", "svg", "html")


def add_table(parser: Parser) -> None:
    """Add the flags of `table`."""
    _add_number(parser, ("1", "2"), "1 (linear) or 2 (Gaussian kernel)")
    group = _add_what(parser)
    text = "algorithm; may be repeated (the paper's four)"
    group.add_argument("--algo", action="append", default=[], metavar="KEY", help=text)
    group.add_argument("--beyond", action="store_true", help=f"also {', '.join(BEYOND)}")
    text = f"{'; '.join(f'{one.key}: {one.label}' for one in VARIANTS.values())}; may be repeated (paper)"
    group.add_argument("--variant", action="append", default=[], metavar="KEY", help=text)
    _add_form(parser, tuple(FORMATS))


def add_figure(parser: Parser) -> None:
    """Add the flags of `figure`."""
    text = "1 (β and noise, four Gaussians), 2 (the same on real data), 3 (curves, linear) or 4 (curves, kernel)"
    _add_number(parser, ("1", "2", "3", "4"), text)
    _add_what(parser).add_argument(
        "--window", action="store_true", help="Figures 3 and 4: the ratio of every 100 rounds alone, not so far"
    )
    _add_form(parser, DRAWN)


def _add_number(parser: Parser, numbers: Sequence[str], text: str) -> None:
    read = Choice(dict.fromkeys(numbers, "")).read
    parser.add_argument("number", type=reader(lambda value: int(read(value))), metavar="NUMBER", help=text)


def _add_what(parser: Parser) -> argparse._ArgumentGroup:
    group = parser.add_argument_group("what is played")
    text = "data set; may be repeated (all of the paper's that are on this machine)"
    group.add_argument("--data", action="append", default=[], metavar="KEY", help=text)
    for name, usual in (("seed", SETTINGS["seed"].default), ("trials", None)):
        setting = SETTINGS[name]
        shown = TRIALS if usual is None else usual
        group.add_argument(
            setting.flag, dest=name, action=Once, type=reader(setting.kind.read), default=usual,
            metavar=setting.metavar, help=f"{setting.help} ({shown})",
        )  # fmt: skip
    text = "take the shipped results instead of playing"
    group.add_argument("--shipped", action="store_true", help=text)
    return group


def _add_form(parser: Parser, forms: Sequence[str]) -> None:
    flags.add_output(parser)
    read = reader(Choice(dict.fromkeys(forms, "")).read)
    text = f"what is printed: {', '.join(forms)} ({forms[0]}); --out writes all of them"
    parser.add_argument("--format", action=Once, type=read, default=forms[0], metavar="FORM", help=text)


def do_table(args: argparse.Namespace) -> int:
    """Play a table of the paper, or take the shipped one, and print it beside the published numbers."""
    datasets = table_of(args.number, tuple(args.data))
    learners = tuple(dict.fromkeys([*(args.algo or LEARNERS), *(BEYOND if args.beyond else ())]))
    variants = tuple(dict.fromkeys(args.variant or ["paper"]))
    for key in learners:
        if spec_of(key).key not in (*LEARNERS, *BEYOND):
            raise UserError(f"--algo must be a learner of the tables{suggestion(key, (*LEARNERS, *BEYOND))}")
    for key in variants:
        variant_of(key)
    if not any(key in VARIANTS[variant].learners for key in learners for variant in variants):
        raise UserError(f"The variant {variants[0]} is not defined for {', '.join(learners)}.")
    if args.shipped:
        cells, partial, speed = shipped.cells(args.number), False, ""
    else:
        jobs = jobs_of(args.number, datasets, learners, variants, args.trials or TRIALS, args.seed)
        with working(args, lambda: sum(job.seconds for job in jobs)) as work:
            found = reproduce(jobs, **work)
        cells, partial = found.cells, found.partial
        runs = sum(cell.hits[:, cell.played].size for cell in cells)
        played = (
            f"{found.rounds:,} rounds were played in {found.seconds:.1f} s: "
            f"{found.rounds_per_second / 1e6:.2f} million rounds per second."
        )
        speed = (
            f"{runs:,} runs; {played if found.rounds or partial else 'all rounds were stored, and none was played.'}"
        )
    table = paper_table(args.number, cells, datasets, learners, variants)
    _write_table(args, table)
    if args.json:
        print(json.dumps(_records(table, partial), ensure_ascii=False))
    else:
        print(FORMATS[args.format](table), end="\n" if args.format == "text" else "")
    if speed:
        print(speed, file=sys.stdout if args.format == "text" and not args.json else sys.stderr)
    return CANCELLED if partial else 0


def _records(table: PaperTable, partial: bool) -> dict:
    rows = [{name: plain_number(value) for name, value in row.items()} for row in table.to_frame().to_dict("records")]
    cells = {"|".join(map(str, one.cell.name)): one.cell for one in table.entries if one.cell}
    hits = {name: cell.hits.tolist() for name, cell in cells.items()}
    origin = by_provenance((name, cell.provenance) for name, cell in cells.items())
    notes = [*table.variant_notes, *table.notes]
    record = {"table": table.number, "partial": partial, "rows": rows, "hits": hits, "notes": notes}
    return record | {"provenance": origin}


def _write_table(args: argparse.Namespace, table: PaperTable) -> None:
    if args.out:
        files = {f"table{table.number}.{ENDINGS[form]}": write(table) for form, write in FORMATS.items()}
        lines = [json.dumps(one.cell.to_record(), separators=(",", ":")) for one in table.entries if one.cell]
        write_files(args.out, files | {f"table{table.number}.jsonl": "\n".join([*lines, ""])})


def do_figure(args: argparse.Namespace) -> int:
    """Play a figure of the paper, or take the shipped one, and print its numbers, or draw it."""
    known = SETS[args.number]
    for key in args.data:
        if key not in known:
            raise UserError(f"Figure {args.number} has no data set '{key}'{suggestion(key, known)}")
    datasets = [key for key in known if not args.data or key in args.data]
    if args.shipped:
        panels, partial = shipped_panels(args.number, datasets, args.window), False
    else:
        panels, partial = (_sweeps if args.number <= 2 else _curves)(args, datasets)
    title = f"Figure {args.number}. {TITLES[args.number]}"
    drawn = [(panel.title, panel.chart, panel.note) for panel in panels if panel.chart is not None]
    forms = {
        "text": lambda: _text(title, panels),
        "csv": lambda: frame_of(panels).to_csv(index=False),
        "svg": lambda: sheet([panel[:2] for panel in drawn], title),
        "html": lambda: _page(title, drawn),
    }
    if args.out:
        ends = {"text": "txt", "csv": "csv", "svg": "svg", "html": "html"}
        write_files(args.out, {f"figure{args.number}.{ends[form]}": make() for form, make in forms.items()})
    if args.json:
        frame = frame_of(panels)
        rows = [{k: plain_number(v) for k, v in row.items()} for row in frame.to_dict("records")]
        origin = by_provenance((panel.dataset, one) for panel in panels for one in panel.provenances)
        record = {"figure": args.number, "partial": partial, "rows": rows, "provenance": origin}
        print(json.dumps(record, ensure_ascii=False))
    else:
        print(forms[args.format](), end="\n" if args.format == "text" else "")
    return CANCELLED if partial else 0


def _sweeps(args: argparse.Namespace, datasets: Sequence[str]) -> tuple[tuple[Panel, ...], bool]:
    """Play the sweeps of Figure 1 or 2; return the panels, and whether something is missing."""
    here = [key for key in datasets if describe(key).present]
    plans = {key: plan_of(args.number, key, args.trials, args.seed) for key in here}
    for plan in plans.values():
        if plan.stream.info.shape.sparse:
            words = (
                f"{plan.stream.info.title}: about {_seconds(plan):.0f} s on one thread, because noise makes its rows"
            )
            print(f"{words} dense; --shipped shows the shipped result.", file=sys.stderr)
    found: dict[str, SweepResult] = {}
    with working(args, lambda: sum(map(_seconds, plans.values()))) as work:
        for key, plan in plans.items():
            if not work["should_stop"]():
                found[key] = sweep(plan, **work)
    partial = len(found) < len(plans) or any(one.partial for one in found.values())
    return tuple(sweep_panel(args.number, key, found.get(key)) for key in datasets), partial


def _seconds(plan: Plan) -> float:
    return sum(estimate(plan.learners, replace(plan.stream, sigma=sigma), plan.trials) for sigma in plan.sigmas)


def _curves(args: argparse.Namespace, datasets: Sequence[str]) -> tuple[tuple[Panel, ...], bool]:
    """Play the cells behind Figure 3 or 4; return the panels, and whether something is missing."""
    jobs = jobs_of(table_behind(args.number), datasets, trials=args.trials or TRIALS, seed=args.seed)
    with working(args, lambda: sum(job.seconds for job in jobs)) as work:
        found = reproduce(jobs, **work)
    mine = {key: [cell for cell in found.cells if cell.dataset == key] for key in datasets}
    panels = tuple(curve_panel(args.number, key, mine[key], args.window) for key in datasets)
    return panels, found.partial


def _page(title: str, drawn: Sequence[tuple]) -> str:
    from cspa_explore.charts.html_page import html_page  # imported here because Plotly is slow

    return html_page(title, drawn, "Bands are ± 1 sd over the trials.")


def _text(title: str, panels: Sequence[Panel]) -> str:
    """Return the alt text and the note of each panel."""
    lines = [title]
    for panel in panels:
        words = panel.chart.alt if panel.chart else ""
        lines += ["", panel.title, *(f"  {part}" for part in (words, panel.note) if part)]
    return "\n".join(lines)
