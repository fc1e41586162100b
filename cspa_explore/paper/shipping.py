"""Computes the shipped results: `make results`, or `python -m cspa_explore.paper.shipping` with flags.

    python -m cspa_explore.paper.shipping --table 1 --data vehicle --data shuttle
    python -m cspa_explore.paper.shipping --table 2 --learners beyond --jobs 1
    python -m cspa_explore.paper.shipping --figure 2 --data news20

Every data set that is on this machine takes part unless flags name some, the smallest first. Each file is written as
soon as its job is complete. What was played is stored, so an interrupted run resumes.
"""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from cspa_explore.datasets import describe
from cspa_explore.paper import shipped
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.figures import SETS, plan_of
from cspa_explore.paper.playing import Job, jobs_of, reproduce
from cspa_explore.paper.protocol import BEYOND, VARIANTS
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.running.sweep import sweep
from cspa_explore.store import default_store

GROUPS = {"paper": LEARNERS, "beyond": BEYOND}


def main(arguments: Sequence[str] | None = None) -> None:
    """Compute and write the results that the flags name, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=int, action="append", choices=list(TABLES))
    parser.add_argument("--figure", type=int, action="append", choices=(1, 2))
    parser.add_argument("--data", action="append", default=[])
    parser.add_argument("--learners", action="append", choices=list(GROUPS))
    parser.add_argument("--variant", action="append", choices=list(VARIANTS))
    parser.add_argument("--jobs", type=int, default=2, help="threads")
    args = parser.parse_args(arguments)
    everything = not args.table and not args.figure
    with ThreadPoolExecutor(args.jobs) as pool:
        for group in args.learners or GROUPS:
            for table in args.table or (TABLES if everything else ()):
                ship_table(table, args.data, GROUPS[group], args.variant or list(VARIANTS), pool)
        for figure in args.figure or ((1, 2) if everything else ()):
            ship_figure(figure, args.data, pool)


def ship_table(table: int, data: Sequence[str], learners: Sequence[str], variants: Sequence[str], pool: Any) -> None:
    """Compute the cells of a table, job by job, and write each into its file."""
    known = [key for key in data if key in {row.key for row in TABLES[table]}]
    jobs = jobs_of(table, known, learners, variants) if known or not data else []
    for job in sorted(jobs, key=_work):
        found = reproduce([job], executor=pool, store=default_store())
        _report(job, shipped.write(found.cells), found.cells, found.seconds)


def ship_figure(figure: int, data: Sequence[str], pool: Any) -> None:
    """Compute the sweeps of Figure 1 or 2 and write them; the way to the final ratio is left out."""
    for key in SETS[figure]:
        if (not data or key in data) and describe(key).present:
            start = time.perf_counter()
            path = shipped.write_sweep(
                figure, replace(sweep(plan_of(figure, key), executor=pool, store=default_store()), right=None)
            )
            print(f"{path.name}: {path.stat().st_size:,} bytes in {time.perf_counter() - start:.0f} s", flush=True)


def _work(job: Job) -> float:
    return job.rounds * job.stream.n_classes * (80 if job.stream.info.shape.sparse else job.stream.n_features)


def _report(job: Job, paths: Sequence[Any], cells: Sequence[Cell], seconds: float) -> None:
    means = ", ".join(f"{cell.learner} {100 * cell.mean:.1f} ({100 * cell.sd:.1f})" for cell in cells)
    sizes = ", ".join(f"{path.name} {path.stat().st_size:,} bytes" for path in paths)
    print(f"{sizes}: {job.variant}, {job.runs:,} runs in {seconds:.0f} s: {means}", flush=True)


if __name__ == "__main__":
    main()
