"""What the page Your turn sends to the browser: before the end, no label, only ✓ or ✗ per proposal."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import numpy as np

from cspa_explore.charts.colours import PERSON, classes, looks
from cspa_explore.charts.description import plain
from cspa_explore.charts.turn import turn_chart
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.game.deal import FEWEST, MOST, Deal, identity
from cspa_explore.game.outcome import Outcome
from cspa_explore.game.seat import Seat
from cspa_explore.game.words import remarks, renaming, verdict
from cspa_explore.player.instances import picture_of
from cspa_explore.player.replay import class_colours
from cspa_explore.ui.session.link import to_query

CHOICES = (10, 20, 30, 50, 75, 100)  # rounds that the page offers
INSIDE, MARGIN = 0.96, 1.1  # the share of the points that lie inside the disc, and its radius beyond them


def instance(deal: Deal, t: int) -> list[float] | str:
    """Return the instance of round t: two coordinates, or the pixels of a picture as base 64 (0 paper, 255 ink)."""
    row = deal.X[t - 1]
    if deal.X.shape[1] == 2:
        return [round(float(value), 4) for value in row]
    picture = picture_of(deal.stream)
    assert picture is not None
    share = (row - picture["low"]) / (picture["high"] - picture["low"])
    return b64encode(np.rint(255 * np.clip(share, 0, 1)).astype(np.uint8).tobytes()).decode()


def scene(game: Experiment, seat: Seat, outcome: Outcome | None) -> dict[str, Any]:
    """Return what is drawn: the rounds that were played with their answers, and the instance of the next one."""
    deal, keys = seat.deal, seat.keys
    stream, K = deal.stream, len(deal.signs)
    flat = deal.X.shape[1] == 2
    return {
        "id": identity(game), "starts": seat.starts, "rounds": deal.rounds,
        "choices": sorted({*CHOICES, deal.rounds}), "fewest": FEWEST, "most": MOST,
        "signs": deal.signs, "classes": classes(K), "dataset": stream.info.title, "words": str(game.stream),
        "seed": game.stream.seed, "noisy": stream.noisy, "normalised": stream.normalise,
        "picture": None if flat else picture_of(stream),
        "view": MARGIN * float(np.quantile(np.hypot(*deal.X.T), INSIDE)) if flat else 1.0,
        "keys": keys, "told": deal.told(keys).astype(int).tolist(),
        "seen": [instance(deal, t) for t in range(1, min(len(keys) + 1, deal.rounds) + 1)],
        "end": None if outcome is None else _end(game, outcome),
    }  # fmt: skip


def _end(game: Experiment, outcome: Outcome) -> dict[str, Any]:
    """Return what is revealed after the last round."""
    deal, rivals = outcome.deal, outcome.rivals
    learners = [r.learner for r in rivals.result.results]
    styles = [(PERSON, "solid"), *looks([learner.key for learner in learners])]
    proposals = (deal.proposals(outcome.keys), *rivals.proposals)
    full = [False, *(learner.spec.feedback == "full" for learner in learners)]
    players = zip(outcome.players, styles, proposals, full, strict=True)
    chart = turn_chart(rivals.result, rivals.lines, outcome.right, outcome.rounds_frame)
    return {
        "y": deal.y.tolist(), "lies": deal.lies.astype(int).tolist(), "names": list(deal.names),
        "classes": class_colours(deal.stream),
        "players": [
            {"words": name, "colour": colour, "dash": dash, "proposals": proposed.tolist(), "full": told}
            for name, (colour, dash), proposed, told in players
        ],
        "chart": plain(chart), "verdict": verdict(outcome), "remarks": remarks(outcome), "renaming": renaming(outcome),
        "arena": to_query(game),
    }  # fmt: skip


def answer(game: Experiment, seat: Seat, query: Mapping[str, str]) -> bytes:
    """Return the answer to a proposal as JSON: the bit, and the instance of the next round; empty if it is stale."""
    t, starts = query.get("t", ""), query.get("starts", "")
    known = query.get("game") == identity(game) and all(re.fullmatch("[0-9]{1,6}", text) for text in (t, starts))
    found = seat.propose(int(starts), int(t), query.get("key", "")) if known else None
    if found is None:
        return b"{}"
    coming = instance(seat.deal, found.round + 1) if found.round < seat.deal.rounds else None
    return json.dumps({"t": found.round, "key": found.key, "told": int(found.told), "next": coming}).encode()
