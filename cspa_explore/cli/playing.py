"""`run`, `grid` and `sweep`: flags → Experiment → result → a table, JSON or files."""

import argparse
import json
import sys
from dataclasses import replace

from cspa_explore.cli import flags
from cspa_explore.cli.round_log import expect_log, write_log
from cspa_explore.cli.show import (
    grid_object,
    print_grid,
    print_run,
    print_sweep,
    run_object,
    sweep_object,
    write_files,
)
from cspa_explore.cli.work import CANCELLED, working
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import GridPlan, Plan
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of
from cspa_explore.results.csv_form import csv_of
from cspa_explore.running.grid import grid
from cspa_explore.running.own_sigmas import sigmas_of
from cspa_explore.running.run import estimate, run
from cspa_explore.running.sweep import sweep


def do_run(args: argparse.Namespace) -> int:
    """Play the experiment and print the table, or JSON; write the files of --out."""
    file, _ = flags.file_of(args)
    experiment = flags.experiment_of(args, file, flags.learners_of(args))
    learners = experiment.learners
    # For people, SPA plays too, as the reference line of full feedback; JSON output goes without it.
    extra = () if args.json or any(text.key == "spa" for text in learners) else (LearnerText.of("spa"),)
    extended = replace(experiment, learners=(*learners, *extra))
    if args.log:
        expect_log(args.log, experiment)
    with working(args, lambda: estimate(extended.learners, extended.stream, extended.trials)) as work:
        outcome = run(extended, **work)
        if args.log:
            write_log(args.log, experiment, work["should_stop"])
    if outcome.complete.seeds:
        outcome = outcome.complete  # after cancellation: the complete trials, if there are any
    result = replace(outcome, results=outcome.results[: len(learners)])
    if args.out:
        write_files(args.out, {"result.json": result.to_json(), "trials.csv": csv_of(result.to_frame())})
        write_files(args.out, {"curves.csv": csv_of(result.curves_frame())})
    if args.json:
        print(json.dumps(run_object(result, experiment.trials), ensure_ascii=False))
    else:
        print_run(result, outcome.results[-1] if extra else None)
    return CANCELLED if result.partial else 0


def do_grid(args: argparse.Namespace) -> int:
    """Print the candidates, best first, and how the best was chosen."""
    kernels = tuple(args.kernel or [0.0])
    start = flags.experiment_of(args, None, [])
    experiment = start.but(learners=flags.candidates_of(args, start.stream.n_classes))
    plan = GridPlan(experiment, kernels, args.honest)
    streams = [replace(experiment.stream, kernel=kernel) for kernel in kernels]
    with working(args, lambda: sum(estimate(experiment.learners, s, experiment.trials) for s in streams)) as work:
        result = grid(plan, **work)
    if args.out:
        write_files(args.out, {"grid.json": result.to_json(), "grid.csv": csv_of(result.to_frame())})
    if args.json:
        print(json.dumps(grid_object(result, experiment.trials), ensure_ascii=False))
    else:
        print_grid(result)
    return CANCELLED if result.partial else 0


def do_sweep(args: argparse.Namespace) -> int:
    """Print the table of means over parameter × σ."""
    plan = sweep_plan(args)
    loudest = replace(plan.stream, sigma=max(plan.sigmas))
    with working(args, lambda: estimate(plan.learners, loudest, plan.trials, len(plan.sigmas))) as work:
        result = sweep(plan, **work)
    if args.out:
        write_files(args.out, {"sweep.json": result.to_json(), "sweep.csv": csv_of(result.to_frame())})
    if args.json:
        print(json.dumps(sweep_object(result), ensure_ascii=False))
    else:
        print_sweep(result)
    return CANCELLED if result.partial else 0


def sweep_plan(args: argparse.Namespace) -> Plan:
    """Return the plan of the flags; what they leave open comes from the file's plan or from the Spec."""
    if args.sigma is not None and args.sigmas:
        raise UserError("Give --sigma or --sigmas, not both.")
    file, filed = flags.file_of(args)
    named = flags.learners_of(args)
    experiment = flags.experiment_of(args, file, named or ([filed.learner] if filed else []))
    if filed and args.trials is None:
        experiment = experiment.but(trials=filed.trials)
    learner = _swept_learner(experiment)
    same = filed if not named and not args.param else None  # the file's plan, if it decides the parameter
    param = param_of(learner.spec, args.param or (same.param if same else learner.spec.params[0].name))
    if getattr(args, param.name) is not None:
        raise UserError(f"--{param.name} is the swept parameter: give its values with --values.")
    K = experiment.stream.n_classes
    values = same.values if same else param.values(K)
    if args.values:
        values = flags.values_of("--values", args.values, K)
    elif len(values) == 1 and not same:
        raise UserError(f"{learner.key}: {param.name} has no grid to sweep: give --values.")
    if args.sigma is not None:
        return Plan(experiment, param.name, values, (args.sigma,))
    if args.sigmas:
        return Plan(experiment, param.name, values, flags.values_of("--sigmas", args.sigmas, K))
    if filed and args.dataset is None and args.file is None:
        return Plan(experiment, param.name, values, filed.sigmas)
    sigmas = sigmas_of(experiment.stream.info)
    if sigmas is not experiment.stream.spec.sigmas:
        words = "measured: the largest halves CSPA's margin" if sigmas.how == "measured" else "estimated"
        print(f"The values of σ are {words}.", file=sys.stderr)
    return Plan(experiment, param.name, values, sigmas.figure)


def _swept_learner(experiment: Experiment) -> LearnerText:
    """Return the one learner; UserError if there are several, or if it has no parameter to sweep."""
    if len(experiment.learners) > 1:
        raise UserError(f"sweep takes one learner, got {len(experiment.learners)}.")
    (learner,) = experiment.learners
    if not isinstance(learner, LearnerText):
        raise UserError(f"sweep takes a learner without a branch, got {learner}.")
    if not learner.spec.params:
        raise UserError(f"{learner.key} has no parameter to sweep.")
    return learner
