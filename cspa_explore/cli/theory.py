"""`theory`: whether the theorem covers a run. Flags → Experiment → first trial → verdict, as sentences or JSON."""

import argparse
import json
from typing import Any

import numpy as np

from cspa_explore.cli import flags
from cspa_explore.cli.parser import Once, Parser, reader
from cspa_explore.cli.show import origin
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.provenance import current
from cspa_explore.running.theorem import first_trial
from cspa_explore.setting_kinds import Choice, Real
from cspa_explore.theory.bounds import CORRECTED, STATEMENTS
from cspa_explore.theory.cover import COMPARATORS, SCALED, Cover, cover, search
from cspa_explore.theory.errata import ERRATA
from cspa_explore.theory.ranges import figure_limit, proof_limit, theorem_beta
from cspa_explore.theory.separability import Separability, one_vs_rest, smallest_alpha
from cspa_explore.wording import counted

SECONDS = 10.0


def add_theory(parser: Parser) -> None:
    """Add the flags of the statement, the comparator and the time limit."""
    group = parser.add_argument_group("theory")
    names = ", ".join(f"{key}: {words}" for key, words in COMPARATORS.items())
    statement, comparator = reader(Choice(dict.fromkeys(STATEMENTS, "")).read), reader(Choice(COMPARATORS).read)
    group.add_argument("--statement", action=Once, type=statement, default="corrected", metavar="NAME",
                       help="printed or corrected (corrected)")  # fmt: skip
    group.add_argument("--comparator", action=Once, type=comparator, default="best", metavar="NAME",
                       help=f"what the learner is compared with ({names})")  # fmt: skip
    group.add_argument("--scale", action=Once, type=reader(Real(0.0, 1e6).read), metavar="S",
                       help="factor of class means or final weights (the one with the smallest bound)")  # fmt: skip
    group.add_argument("--limit", action=Once, type=reader(Real(0.0, 3600.0).read), default=SECONDS, metavar="S",
                       help=f"seconds for each search ({SECONDS:g})")  # fmt: skip
    group.add_argument("--errata", action="store_true", help="run the demonstrations of the paper's errata instead")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def do_theory(args: argparse.Namespace) -> int:
    """Print the verdict on each learner's first trial, or the errata."""
    if args.errata:
        return _errata(args.json)
    if args.scale is not None and args.comparator not in SCALED:
        raise UserError(f"--scale needs --comparator {' or '.join(SCALED)}, got '{args.comparator}'.")
    file, _ = flags.file_of(args)
    experiment = flags.experiment_of(args, file, flags.learners_of(args))
    found = [_covered(experiment, which, args) for which in range(len(experiment.learners))]
    rounds = found[0].played.rounds
    apart, alpha = one_vs_rest(rounds, args.limit), smallest_alpha(CORRECTED, rounds, args.limit)
    if args.json:
        record = {"settings": str(experiment), "ranges": _ranges(rounds.K), "separability": _apart(apart, alpha)}
        record |= {"results": [_object(one) for one in found]} | origin(current())
        print(json.dumps(record, ensure_ascii=False))
        return 0
    print(f"{experiment.stream}\n{apart.words} {_words_of(alpha)}\n")
    for one in found:
        _print(one)
    return 0


def _covered(experiment: Experiment, which: int, args: argparse.Namespace) -> Cover:
    statement, played = STATEMENTS[args.statement], first_trial(experiment, which)
    return cover(statement, played, args.comparator, args.scale, search(statement, played, args.limit))


def _print(found: Cover) -> None:
    """Print one learner's verdict, the comparator's numbers, and the bound against the run."""
    played, chosen = found.played, found.chosen
    print(f"{played.learner}: {found.verdict.badge.upper()}\n  {found.verdict.reason}")
    losses = f"Σℓ² = {played.squares[-1]:,.4g}, " if played.has_loss else ""
    print(f"  {losses}{counted(int(played.mistakes[-1]), 'mistake')} in {counted(played.rounds.T, 'round')}")
    if chosen is not None:
        attained = f"attained in round {chosen.alpha.round:,} by class {played.rounds.name(chosen.alpha.rival)}"
        where = attained if played.rounds.K > 2 else "for two classes the sum is empty"
        print(f"  u: {found.words}; L* = {chosen.loss:.4g}; ‖u‖ = {chosen.norm:.4g}")
        print(f"  α(u) = {chosen.alpha.value:.4g}, {where}")
        f = chosen.factors
        print(f"  β = {f.beta:.4g}, γ = {f.gamma:.4g}, χ = {f.chi:.4g}, ψ = {f.psi:.4g}")
        print(f"  {found.statement.key} bound on Σℓ²: {chosen.bound:,.4g}")
    if found.best is not None:
        best = found.best
        late = f", no full search: {best.skipped}" if best.skipped else ", search not complete"
        state = "" if best.complete else late
        print(f"  best bound found: {best.comparison.bound:,.4g}; none is below {best.lower:,.4g} (certified{state})")
    print()


def _object(found: Cover) -> dict[str, Any]:
    """Return one learner's verdict as JSON values; infinite numbers are None."""
    played, chosen, best = found.played, found.chosen, found.best
    record: dict[str, Any] = {
        "learner": played.learner, "badge": found.verdict.badge, "reason": found.verdict.reason,
        "statement": found.statement.key, "comparator": found.words, "rounds": played.rounds.T, "beta": played.beta,
        "squares": float(played.squares[-1]) if played.has_loss else None, "mistakes": int(played.mistakes[-1]),
    }  # fmt: skip
    if chosen is not None:
        record |= {
            "alpha": chosen.alpha.value,
            "alpha_round": chosen.alpha.round,
            "alpha_class": played.rounds.name(chosen.alpha.rival),
        }
        record |= {"loss": chosen.loss, "norm": chosen.norm, "bound": chosen.bound, "scale": found.scale}
        record |= {"gamma": chosen.factors.gamma, "chi": chosen.factors.chi, "psi": chosen.factors.psi}
    if best is not None:
        record |= {"best": best.comparison.bound, "lower": best.lower, "complete": best.complete}
    return {
        name: None if isinstance(value, float) and not np.isfinite(value) else value for name, value in record.items()
    }


def _ranges(K: int) -> dict[str, str]:
    return {"theorem": str(theorem_beta(K)), "figure": str(figure_limit(K)), "proof": str(proof_limit(K))}


def _apart(found: Separability, alpha: float | None) -> dict[str, Any]:
    known = alpha is not None and np.isfinite(alpha)
    return {"one_vs_rest": found.separable, "margin": found.margin, "margin_is": found.margin_is, "words": found.words,
            "smallest_alpha": alpha if known else None, "decided": alpha is not None}  # fmt: skip


def _words_of(alpha: float | None) -> str:
    """Return what the smallest α with L* = 0 means."""
    if alpha is None:
        return "The smallest α with L* = 0 was not found within the limit."
    if not np.isfinite(alpha):
        return "No comparator has L* = 0."
    verdict = "below 1, so a comparator with L* = 0 exists" if alpha < 1 else "not below 1, so L* = 0 is out of reach"
    return f"The smallest α with L* = 0 is {alpha:.4g}: {verdict}."


def _errata(as_json: bool) -> int:
    """Print every erratum with its demonstration."""
    if as_json:
        listed = [
            {"key": e.key, "title": e.title, "place": e.place, "verdict": e.verdict, "text": e.text,
             "shown": shown and {"sentence": shown.sentence, "rows": [row._asdict() for row in shown.rows]}}
            for e in ERRATA for shown in [e.run() if e.run else None]
        ]  # fmt: skip
        print(json.dumps({"errata": listed} | origin(current()), ensure_ascii=False))
        return 0
    for e in ERRATA:
        print(f"{e.key} {e.title} ({e.place}): {e.verdict}\n  {e.text}")
        if e.run:
            shown = e.run()
            print(f"  {shown.sentence}")
            for row in shown.rows:
                print(f"    {row.quantity}: printed {row.printed}, corrected {row.corrected}")
    return 0
