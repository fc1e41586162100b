"""Sentences about a finished game, computed from it."""

from cspa_explore.game.outcome import Outcome
from cspa_explore.wording import counted


def verdict(outcome: Outcome) -> str:
    """Return in how many rounds everybody was right, and what guessing at random gets."""
    rounds, K = outcome.deal.rounds, len(outcome.deal.signs)
    scores = [int(hits.sum()) for hits in outcome.hits]
    mine, *others = zip(outcome.players, scores, strict=True)
    rest = "".join(f", {name} in {score}" for name, score in others)
    chance = f"guessing at random gets {plain(rounds / K)} on average"
    return f"You were right in {mine[1]} of {rounds} rounds{rest}; {chance}."


def remarks(outcome: Outcome) -> list[str]:
    """Return further sentences: the last third, the best rule, who was told more, and false answers."""
    deal, result = outcome.deal, outcome.rivals.result
    last = deal.rounds // 3
    late = ", ".join(
        f"{'you' if name == 'You' else name} {int(hits[-last:].sum())}"
        for name, hits in zip(outcome.players, outcome.hits, strict=True)
    )
    found = [f"Right in the last {last} rounds: {late}."]
    stream = deal.stream
    if stream.best is not None and stream.order == "shuffled" and not stream.drift_words:
        found.append(f"The best possible rule gets {plain(stream.best * deal.rounds)} of {deal.rounds} on average.")
    if full := [r.learner.spec.label for r in result.results if r.learner.spec.feedback == "full"]:
        were = "was" if len(full) == 1 else "were"
        found.append(f"{' and '.join(full)} {were} told every label; everybody else heard only ✓ or ✗.")
    if lied := int(deal.lies.sum()):
        found.append(f"{counted(lied, 'answer')} of {deal.rounds} {'was' if lied == 1 else 'were'} flipped.")
    return found


def renaming(outcome: Outcome) -> str:
    """Return which class of the data set each key stood for."""
    pairs = ", ".join(f"{sign} → {name}" for sign, name in zip(outcome.deal.signs, outcome.deal.names, strict=True))
    return f"Your keys meant these classes of the data set: {pairs}."


def plain(number: float) -> str:
    """Return the number with at most one decimal.

    >>> plain(7.5), plain(10.0)
    ('7.5', '10')
    """
    return f"{number:.1f}".removesuffix(".0")
