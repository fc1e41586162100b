"""Hostile names of a file, its columns and its classes are harmless in everything that is exported or shown as text."""

import csv
import io
import json
import re
import shlex

import pytest

from cspa_explore.charts.curves import ratio_curves
from cspa_explore.charts.theory import bound_chart
from cspa_explore.classroom.made import made_question
from cspa_explore.datasets import describe, own
from cspa_explore.datasets.readers.names import LONGEST, file_name
from cspa_explore.datasets.readers.whole_file import read_file
from cspa_explore.experiments.command import run_command, sweep_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.experiments.settings_file import read_settings, write_settings
from cspa_explore.game.deal import deal, game_experiment
from cspa_explore.game.outcome import Outcome, rivals
from cspa_explore.results.comparisons import references
from cspa_explore.results.csv_form import FORMULA, csv_of
from cspa_explore.results.decision import decide
from cspa_explore.running.contest import ContestPlan, contest
from cspa_explore.running.run import run
from cspa_explore.running.sweep import sweep
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.bounds import CORRECTED
from cspa_explore.theory.cover import cover
from cspa_explore.ui.data.glance import _glance
from cspa_explore.ui.microscope.inspected_run import InspectedRun
from cspa_explore.ui.microscope.probe import Probe
from cspa_explore.ui.microscope.round_tables import class_table, round_json
from cspa_explore.ui.microscope.scene import scene
from cspa_explore.ui.session.link import to_query
from cspa_explore.ui.theory.numbers import theory_command
from cspa_explore.ui.theory.picture import picture
from tests.test_imports import ROOT

NAMES = ["<img src=x onerror=alert(1)>", "../../x", "=cmd|calc", "\u202egnp", "a\x07b", "x" * 2**20]
FILES = ["../../<img src=x onerror=alert(1)>.csv", "; rm -rf ~ $(id) `id`.csv", "\u202egnp\x00.csv", "-rf", "x" * 2**20]


def content():
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow([*NAMES[:3], "kind"])
    for i in range(90):
        rows.writerow([i % 7, i % 5, i % 11, NAMES[i % (6 if i < 12 else 5)]])  # the long name twice
    return out.getvalue().encode()


@pytest.fixture(scope="module", params=FILES, ids=["markup", "shell", "direction", "flag", "long"])
def experiment(request):
    reading = read_file(content(), request.param, "kind")
    text = own.add(content(), file_name(request.param), reading.data, reading)
    yield Experiment.of(dataset=text, rounds=30, trials=2, learners=("cspa", "banditron"))
    own.HERE.remove(own.place_of(**describe(text).arguments))


@pytest.fixture(scope="module")
def exports(experiment):
    """Return every file that the pages offer, by its name."""
    result = run(experiment)
    plan = Plan(experiment.but(learners=("cspa",)), "beta", (0.1, 0.5), (0.0, 1.0))
    swept = sweep(plan)
    best = contest(ContestPlan.of(experiment.but(learners=("cspa",)), ("cspa",)))
    shown = scene(InspectedRun(experiment), Probe(0, 8))
    covered = cover(CORRECTED, first_trial(experiment), "means")
    game = game_experiment(experiment, 10)
    played = Outcome(dealt := deal(game), 10 * dealt.signs[0], rivals(game, dealt))
    asked = made_question("arena", to_query(experiment), experiment)
    return {
        "run.json": result.to_json(), "trials.csv": csv_of(result.to_frame()),
        "curves.csv": csv_of(result.curves_frame()),
        "sweep.json": swept.to_json(), "sweep.csv": csv_of(swept.to_frame()),
        "decision.json": json.dumps(decide(swept, 0.0, 0, "0.1").fields(), ensure_ascii=False),
        "learners.json": best.to_json(), "learners.csv": csv_of(best.to_frame()),
        "round.json": round_json(experiment, shown), "round.csv": csv_of(class_table(shown["look"])),
        "settings.json": write_settings(experiment), "sweep-settings.json": write_settings(plan.experiment, plan),
        "chart.csv": csv_of(ratio_curves(result, references(result), False, []).table()),
        "glance.json": json.dumps(_glance(experiment.stream.info)),
        "bound.csv": csv_of(bound_chart(covered, str(experiment.stream)).table()),
        "theory.json": json.dumps(picture(experiment.stream, covered)),
        "theory.sh": theory_command(experiment, covered),
        "your_turn.csv": csv_of(played.rounds_frame()), "your_turn.json": played.to_json(),
        "deck.json": json.dumps({"title": "Own", "questions": [asked]}),
        "run.sh": run_command(experiment), "sweep.sh": sweep_command(plan),
    }  # fmt: skip


def test_the_list_holds_every_file_that_a_page_offers(exports):
    """The names of files stand in the pages' code; "{file}.csv" and "{file}.json" are a round's.

    The Paper page's files are of the paper's data sets alone.
    """
    code = "".join(path.read_text() for path in (ROOT / "cspa_explore/ui").rglob("*.py") if path.parent.name != "paper")
    offered = set(re.findall(r'"(?!get_)([\w{}-]+\.(?:csv|json|txt|md|parquet))"', code))
    assert {name.replace("{file}", "round") for name in offered} <= set(exports), "add the new one"


def texts(value):
    """Yield every text of a JSON value."""
    if isinstance(value, str):
        yield value
    for part in value.items() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from texts(part)


def test_every_export_is_harmless(experiment, exports):
    for name, content in exports.items():
        if name.endswith(".json"):
            found = list(texts(json.loads(content)))
        elif name.endswith(".csv"):
            found = [cell for row in csv.reader(io.StringIO(content)) for cell in row]
            assert not [cell for cell in found if cell.startswith(FORMULA) and not number(cell)], name
        else:
            found = shlex.split(content)
            (path,) = [found[i + 1] for i, word in enumerate(found) if word == "--file"]
            assert path.startswith("./"), name
            assert "/" not in path[2:], name
        assert all(printable(text.replace("\n", "")) for text in found), name
        assert max(map(len, found)) < 2000 + LONGEST, name
    assert read_settings(write_settings(experiment))[0] == experiment


def printable(text):
    """Say whether the text has no control or direction characters; our own sentences have spaces that do not break."""
    return text.replace("\u00a0", " ").isprintable()


def number(cell):
    try:
        return bool(float(cell)) or True
    except ValueError:
        return False
