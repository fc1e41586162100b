"""The end of a game: the learners on the same rounds, sentences, and files that hold what happened."""

import json

import numpy as np
import pytest

from cspa_explore.charts.description import plain
from cspa_explore.charts.turn import turn_chart
from cspa_explore.game.deal import deal, game_experiment
from cspa_explore.game.outcome import Outcome, rivals
from cspa_explore.game.words import remarks, renaming, verdict
from cspa_explore.provenance import current
from cspa_explore.running.run import run
from tests.sample_experiments import experiment


def ended(settings, rounds=30, keys=None):
    game = game_experiment(settings, rounds)
    dealt = deal(game)
    keys = dealt.signs[0] * rounds if keys is None else keys
    return game, Outcome(dealt, keys, rivals(game, dealt))


@pytest.mark.parametrize("dataset", ["gaussians4", "digits"])
def test_the_learners_play_the_persons_rounds_and_the_run_of_the_same_settings_has_the_same_numbers(dataset):
    game, outcome = ended(experiment(dataset, sigma=0.0 if dataset == "digits" else 0.25))
    again = run(game)
    for hits, r in zip(outcome.hits[1:], again.results, strict=True):
        assert hits.mean() == pytest.approx(r.ratio[0])
    assert outcome.hits[0].tolist() == (outcome.deal.y == 0).tolist()


def test_the_verdict_counts_by_hand():
    game, outcome = ended(
        experiment("points(1 0 0; 0 1 1; -1 -1 2)", sigma=0.0, order="cyclic", learners=["uniform"]), 12
    )
    signs, dealt = outcome.deal.signs, outcome.deal
    order = [dealt.names.index(name) for name in plain_names(dealt)]  # the classes come in turn
    assert dealt.y.tolist() == order * 4
    first = signs[order[0]] * 12  # right in every third round
    mine = Outcome(dealt, first, outcome.rivals)
    others = int((outcome.rivals.proposals[0] == dealt.y).sum())
    chance = "guessing at random gets 4 on average"
    assert verdict(mine) == f"You were right in 4 of 12 rounds, Uniform guess in {others}; {chance}."
    late = int((outcome.rivals.proposals[0] == dealt.y)[-4:].sum())
    assert remarks(mine)[0] == f"Right in the last 4 rounds: you 1, Uniform guess {late}."
    assert renaming(mine).endswith(", ".join(f"{s} → {n}" for s, n in zip(signs, dealt.names, strict=True)) + ".")
    assert game.trials == 1


def plain_names(dealt):
    return sorted(dealt.names)


def test_remarks_say_what_the_best_rule_expects_who_was_told_more_and_what_was_flipped():
    _, outcome = ended(experiment(noisy=0.3, learners=["spa", "cspa"]), 100)
    lied = int(outcome.deal.lies.sum())
    assert lied > 10
    assert remarks(outcome)[1:] == [
        "The best possible rule gets 95.5 of 100 on average.",
        "SPA (full feedback) was told every label; everybody else heard only ✓ or ✗.",
        f"{lied} answers of 100 were flipped.",
    ]
    assert outcome.right.tolist() != outcome.deal.told(outcome.keys).tolist(), "the score counts what was right"


def test_the_files_hold_every_round():
    _, outcome = ended(experiment(learners=["cspa(beta=1/6)", "cspa(beta=1/(2(K-1)))", "banditron"]), 10, "1234123412")
    assert outcome.players == ("You", "CSPA β=1/6", "CSPA β=1/6 (again)", "Banditron γ=0.05")
    frame = outcome.rounds_frame()
    assert list(frame.columns[:5]) == ["round", "class", "name", "You", "You: right"]
    assert len(frame.columns) == 3 + 2 * 4
    assert "".join(frame["You"]) == "1234123412"
    assert frame["You: right"].tolist() == outcome.right.astype(int).tolist()
    assert (frame["You"] == frame["class"]).astype(int).tolist() == frame["You: right"].tolist()
    record = json.loads(outcome.to_json())
    assert (record["kind"], record["you"], record["labels"]) == ("game", "1234123412", outcome.deal.y.tolist())
    assert record["right"]["Banditron γ=0.05"] == outcome.hits[3].astype(int).tolist()
    assert record["provenance"] == current().to_fields()


def test_the_persons_curve_is_one_of_the_chart():
    _, outcome = ended(experiment())
    chart = turn_chart(outcome.rivals.result, outcome.rivals.lines, outcome.right, outcome.rounds_frame)
    assert [series.name for series in chart.series] == list(outcome.players)
    for series, hits in zip(chart.series, outcome.hits, strict=True):
        assert series.y == pytest.approx(np.cumsum(hits) / np.arange(1, 31))
    assert len({(series.colour, series.dash) for series in chart.series}) == 4
    assert f"You {100 * outcome.right.mean():.1f}\u00a0%" in chart.alt
    assert json.dumps(plain(chart), allow_nan=False)
    assert len(chart.table()) == 30
