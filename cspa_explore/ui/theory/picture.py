"""The Theory page's drawing as JSON values: badge, chart, disc, terms and ranges."""

from typing import Any

from cspa_explore.charts.colours import classes
from cspa_explore.charts.description import plain
from cspa_explore.charts.theory import bound_chart
from cspa_explore.charts.theory_bands import theory_bands
from cspa_explore.player.replay import plane_of
from cspa_explore.streams.stream import Stream
from cspa_explore.theory.bounds import STATEMENTS
from cspa_explore.theory.cover import Cover, cover
from cspa_explore.theory.row_blocks import RowBlocks
from cspa_explore.theory.statements import statements
from cspa_explore.ui.theory.controls import Choice
from cspa_explore.ui.theory.covered import Searched
from cspa_explore.ui.theory.words import compared, ranges_of, reason_lines, terms


def covered(run: Searched, choice: Choice) -> Cover:
    """Return what the theorem says of the run with the chosen comparator."""
    return cover(STATEMENTS[choice.statement], run.played, choice.comparator, choice.scale, run.best)


def picture(stream: Stream, found: Cover) -> dict[str, Any]:
    """Return what the canvas draws."""
    chart = bound_chart(found, str(stream))
    K = found.played.rounds.K
    ranges = ranges_of(found)
    said = {"bands": plain(theory_bands(K)), "statements": [statement._asdict() for statement in statements(K)]}
    return {
        "badge": found.verdict.badge, "reason": found.verdict.reason, "why": reason_lines(found),
        "comparator": found.words, "compared": compared(found), "statement": found.statement.key,
        "T": found.played.rounds.T,
        "learner": found.played.learner, "words": str(stream), "dataset": stream.info.title,
        "chart": plain(chart), "disc": _disc(stream, found), "terms": terms(found), "ranges": ranges | said,
    }  # fmt: skip


def _disc(stream: Stream, found: Cover) -> dict[str, Any] | None:
    """Return the comparator in the plane and the row that attains α; None where there is no plane of sectors."""
    chosen = found.chosen
    if chosen is None or plane_of(stream, [])[0] != "sectors" or isinstance(found.played.rounds.X, RowBlocks):
        return None
    K, alpha = found.played.rounds.K, chosen.alpha
    names = [found.played.rounds.name(k) for k in range(K)]
    worst = found.played.rounds.X[alpha.round - 1]
    return {
        "classes": classes(K), "names": names, "u": chosen.u.ravel().tolist(), "K": K,
        "worst": worst.tolist() if alpha.value > 0 else None, "round": alpha.round, "rival": names[alpha.rival],
        "label": names[int(found.played.rounds.y[alpha.round - 1])], "alpha": alpha.value,
    }  # fmt: skip
