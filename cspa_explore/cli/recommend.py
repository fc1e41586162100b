"""`recommend`: which value of a parameter to take on a data set, and which learner, each at its own best."""

import argparse
import json
from typing import Any

import numpy as np

from cspa_explore.cli import flags
from cspa_explore.cli.parser import Once, Parser
from cspa_explore.cli.show import mean_sd, origin, percent, print_notes, settings_of, write_files
from cspa_explore.cli.work import CANCELLED, working
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment, parsed
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.learners.text import param_of, spec_of
from cspa_explore.results.contest import ContestResult, Standing
from cspa_explore.results.csv_form import csv_of
from cspa_explore.results.decision import Decision, decide
from cspa_explore.running.contest import PAPERS, ContestPlan, contest
from cspa_explore.running.run import estimate
from cspa_explore.running.sweep import sweep
from cspa_explore.running.sweep_values import free_params, place_of, sweep_values, value_of, value_text, with_value


def add_recommend(parser: Parser) -> None:
    """Add the flags that name the user's learner and the learners to compare."""
    group = parser.add_argument_group("learners")
    text = "the learner whose parameter is chosen, with the value that you use now, as in 'cspa(beta=1/6)' (cspa)"
    group.add_argument("--learner", action=Once, metavar="TEXT", help=text)
    group.add_argument("--param", action=Once, help="its parameter to choose (the first)")
    text = f"algorithm to compare at its own best, see 'list'; may be repeated ({', '.join(PAPERS)})"
    group.add_argument("--algo", action="append", default=[], metavar="KEY", help=text)


def do_recommend(args: argparse.Namespace) -> int:
    """Print the decision, and the learners each at its own best."""
    experiment, param = _asked(args)
    (yours,) = experiment.learners
    assert isinstance(yours, LearnerText)
    plan, place = plan_for(experiment, yours, param)
    rivals = ContestPlan.of(experiment, args.algo or PAPERS)
    stream, trials = experiment.stream, experiment.trials

    def guess() -> float:
        return sum(estimate(list(texts), stream, trials) for texts in (plan.learners, rivals.candidates))

    with working(args, guess) as work:
        swept = sweep(plan, **work)
        found = contest(rivals, **work)
    decision = decide(swept, stream.sigma, place, value_text(yours, param, stream.n_classes))
    record = recommend_object(experiment, decision, found)
    if args.out:
        files = {
            "recommend.json": json.dumps(record, ensure_ascii=False),
            "sweep.csv": csv_of(swept.to_frame()),
        }
        write_files(args.out, files | {"learners.csv": csv_of(found.to_frame())})
    if args.json:
        print(json.dumps(record, ensure_ascii=False))
    else:
        print_recommendation(decision, found)
    return CANCELLED if swept.partial or found.partial else 0


def _asked(args: argparse.Namespace) -> tuple[Experiment, str]:
    """Return the experiment with the user's learner, and the parameter to choose."""
    file, _ = flags.file_of(args)
    filed = file.learners if file else ()
    mine = [item for item in filed if isinstance(item, LearnerText) and free_params(item.spec)]
    given: list[AnyLearner] = [*parsed([args.learner] if args.learner else []), *mine, LearnerText.of("cspa")]
    experiment = flags.experiment_of(args, file, given[:1])
    (yours,) = experiment.learners
    if not isinstance(yours, LearnerText):
        raise UserError(f"--learner must be a learner without a branch, got {yours}.")
    free = free_params(yours.spec)
    if not free:
        raise UserError(f"--learner must have a parameter to choose, got {yours}, which has none.")
    for key in args.algo:
        spec_of(key)
    if len(set(args.algo)) < len(args.algo):
        raise UserError(f"Each --algo may be named once, got {', '.join(args.algo)}.")
    param = param_of(yours.spec, args.param) if args.param else free[0]
    if param not in free:
        raise UserError(f"--param must be one of {', '.join(p.name for p in free)}, got {param.name}.")
    return experiment, param.name


def plan_for(experiment: Experiment, yours: LearnerText, name: str) -> tuple[Plan, int | None]:
    """Return the sweep at the stream's σ that the decision needs, and the index of the user's value in it."""
    param, K = param_of(yours.spec, name), experiment.stream.n_classes
    value = value_of(yours, name, K)
    values = with_value(sweep_values(param, K), value)
    swept = experiment.but(learners=[yours.replace(**{name: param.default})])
    return Plan(swept, name, values, (experiment.stream.sigma,)), place_of(values, value)


def recommend_object(experiment: Experiment, decision: Decision | None, found: ContestResult) -> dict[str, Any]:
    """Return the JSON object of a recommendation; ratios in percent, None where nothing was played."""
    settings = settings_of(experiment.trials, str(experiment.stream), experiment.stream)
    settings |= {"seeds": found.seeds, "partial": found.partial}
    chosen = decision and {name: _plain(value) for name, value in decision.fields().items()}
    standings = [_standing(standing) for standing in found.standings]
    return {"settings": settings, "decision": chosen, "learners": standings} | origin(found.provenance)


def _standing(standing: Standing) -> dict[str, Any]:
    choice = standing.choice
    return {
        "learner": str(standing.learner),
        "honest": {"mean": percent(choice.score), "sd": percent(choice.score_sd)},
        "hindsight": {
            "learner": str(standing.hindsight),
            "mean": percent(choice.hindsight_score),
            "sd": percent(choice.hindsight_sd),
        },
        "flattery": percent(choice.flattery),
        "candidates": standing.candidates,
        "trials": choice.ratio.shape[1],
        "microseconds": _plain(standing.micros),
    }


def _plain(value: Any) -> Any:
    """Return a value of the decision for JSON: NaN becomes None."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return None if isinstance(value, float) and np.isnan(value) else value


def print_recommendation(decision: Decision | None, found: ContestResult) -> None:
    """Print the decision in sentences and the table of learners."""
    if decision is None:
        print("Nothing was played.")
    else:
        more = (decision.end_words, decision.matters_words, decision.theory_words, *decision.score_words)
        print(f"Which {decision.symbol} for {decision.result.learner.spec.label}? (--learner names another learner.)")
        print("\n".join([decision.sentence, decision.how_words, *(f"{text}." for text in more if text)]))
    print(f"\n{found.words}")
    print("Each learner chooses from its own grid, which is coarser than the values above.\n")
    print(f"  {'':40s}{'honest':>18s}{'in hindsight':>20s}{'µs per round':>16s}")
    for standing in found.standings:
        choice = standing.choice
        honest = "provisional" if choice.provisional else mean_sd(choice.score, choice.score_sd)
        hindsight = mean_sd(choice.hindsight_score, choice.hindsight_sd)
        speed = "–" if np.isnan(standing.micros) else f"{standing.micros:.3f}"
        print(f"  {standing.learner!s:40s}{honest:>18s}{hindsight:>20s}{speed:>16s}")
        if standing.hindsight != standing.learner:
            print(f"    in hindsight: {standing.hindsight}")
    print(f"\nseeds of the trials: {', '.join(map(str, found.seeds))}")
    print_notes([standing.learner for standing in found.standings])
