"""Strings from outside (names of classes, learners and data sets, reasons, notes) are shown as text, never as HTML."""

import pytest

from cspa_explore.classroom.built_in import TEXT
from cspa_explore.classroom.reading import read_deck
from cspa_explore.game.deal import deal, game_experiment
from cspa_explore.game.outcome import Outcome, rivals
from cspa_explore.game.seat import Seat
from cspa_explore.guide.glossary import GLOSSARY
from cspa_explore.guide.steps import STEPS, query_of
from cspa_explore.paper import shipped
from cspa_explore.player.packing import pack, unpack
from cspa_explore.player.replay import replay
from cspa_explore.results.comparisons import references
from cspa_explore.running.run import run
from cspa_explore.running.theorem import first_trial
from cspa_explore.theory.bounds import STATEMENTS
from cspa_explore.theory.cover import cover
from cspa_explore.ui.classroom.decks import experiment_of
from cspa_explore.ui.controls.learners import learner_rows
from cspa_explore.ui.lab.picture import picture
from cspa_explore.ui.lab.plan import plan_of
from cspa_explore.ui.microscope.inspected_run import InspectedRun
from cspa_explore.ui.microscope.probe import Probe
from cspa_explore.ui.microscope.scene import scene
from cspa_explore.ui.paper.controls import Choice
from cspa_explore.ui.paper.picture import picture_of
from cspa_explore.ui.paper.shown import shown_table
from cspa_explore.ui.theory.picture import picture as theory_picture
from cspa_explore.ui.your_turn.scene import scene as turn_scene
from tests.browser.mounting import empty_page, mounted
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser
HOSTILE = """<img src=x onerror="window.hacked = 1">'&"</td><script>window.hacked = 2</script>"""
# Fields whose values the program takes from fixed lists, such as kinds and colours.
OURS = {"plane", "key", "text", "colour", "dash", "marker", "shape", "light", "dark", "ink_light", "ink_dark", "arrays"}
OURS |= {"scale", "unit"}
DRAWN = 12  # frames in which everything is drawn
# After an image of our own that cannot be loaded has failed, any image that was inserted before it has failed too.
LOOK = """
    call();
    while (!root.firstChild) await frame();
    for (let i = 0; i < DRAWN; i++) await frame();
    ACTS
    for (let i = 0; i < DRAWN; i++) await frame();
    await new Promise((done) => Object.assign(new Image(), {onerror: done, src: "y"}));
    const all = [...root.querySelectorAll("*")];
    const said = all.flatMap((el) => ["aria-label", "title"].map((name) => el.getAttribute(name) ?? ""));
    return {
        hacked: window.hacked ?? null,
        alien: root.querySelectorAll("img, script").length + all.filter((el) => el.hasAttribute("onerror")).length,
        text: root.textContent,
        said: said.join(" "),
    };
""".replace("DRAWN", str(DRAWN))
CLICK = "root.querySelector('%s').click();"
ACTS = {
    "tools": CLICK % "[data-tool=guide]" + CLICK % "[data-tool=help]",
    "classroom": CLICK % "[data-act=lock]" + CLICK % "[data-act=reveal]",
}


def hostile(value, ours=frozenset(OURS)):
    """Return the value with HOSTILE appended to every string that could come from outside."""
    if isinstance(value, str):
        return value + HOSTILE
    if isinstance(value, dict):
        return {name: part if name in ours else hostile(part, ours) for name, part in value.items()}
    return [hostile(part, ours) for part in value] if isinstance(value, list | tuple) else value


def arena(**settings):
    """Return a replay whose header is hostile."""
    result = run(experiment(rounds=40, trials=2, **settings))
    header, arrays = unpack(replay(result, references(result)))
    header.pop("version")
    return pack(hostile(header), arrays)


def microscope(**settings):
    """Return a scene in which every text is hostile."""
    shown = scene(InspectedRun(experiment(rounds=40, **settings)), Probe(0, 8))
    return hostile(shown) | {"weights": shown["weights"]}  # numbers in base 64


def lab():
    """Return an empty sweep in which every text is hostile."""
    empty = picture(plan_of(experiment(rounds=40), "cspa", "quick"), None)
    return hostile(empty | {"waits": {"card": "Nothing yet.", "contest": "Nothing yet."}})


def theory(**settings):
    """Return a verdict in which every text is hostile."""
    played = experiment(rounds=40, trials=1, learners=("cspa",), **settings)
    found = cover(STATEMENTS["corrected"], first_trial(played), "means", None, None)
    return hostile(theory_picture(played.stream, found), OURS | {"statement"})


def paper(view):
    """Return Table 1 with hostile texts, as dots or as a table."""
    choice = Choice("table1", view, None, False, True, (), 1, False)
    found = picture_of(shown_table(choice, shipped.cells(1)))
    return hostile(found, OURS | {"view"})


def your_turn(keys):
    """Return a game of ten rounds with hostile texts."""
    game = game_experiment(experiment(), 10)
    dealt = deal(game)
    outcome = Outcome(dealt, keys, rivals(game, dealt)) if len(keys) == 10 else None
    found = turn_scene(game, Seat(dealt, keys), outcome)
    return hostile(found, OURS | {"signs", "keys", "arena"})


def classroom(kind):
    """Return a revealed question of this type with hostile texts."""
    question = next(one for one in read_deck(TEXT, experiment_of).questions if one.type == kind)
    axis = {"low": 0, "high": 100, "unit": " %", "log": False} if kind == "guess" else None
    answer = {"value": 50, "low": 40, "high": 60, "words": "50 %", "sentence": "So.", "t": 9, "right": 0, "why": "Why."}
    found = {
        "deck": {"title": "Deck", "ids": ["a", "b"], "own": False, "text": "", "chosen": True, "waits": False},
        "place": 1, "run": None, "T": 100, "chance": 25, "answer": answer | {"curve": [[1, 20], [10, 50], [100, 60]]},
        "question": {
            "id": "a", "text": question.text, "type": kind, "choices": [one.text for one in question.choices],
            "axis": axis, "rounds": [1, 10, 100], "link": "arena?v=2", "page": "the Arena",
        },
    }  # fmt: skip
    return hostile(found, (OURS | {"type", "id", "ids"}) - {"text", "unit"})


def tools():
    """Return the tools of a page whose guide and glossary are hostile."""
    steps = [step._asdict() | {"query": query_of(str(place))} for place, step in enumerate(STEPS, 1)]
    guide = {"steps": steps, "end": {"title": "End", "questions": ["Why?"], "onward": []}, "offer": "A guide?"}
    found = {
        "desk": "",
        "words": [word._asdict() for word in GLOSSARY],
        "guide": guide,
        "groups": [["data", "data set"]],
    }
    return hostile(found, {"query", "page", "when", "inside", "control", "sight"}) | {"page": "arena", "hidden": []}


def learner_list():
    return hostile(learner_rows(experiment())) | {"answered": 0}


def points_editor():
    classes = [{"light": "#fff", "dark": "#000", "ink_light": "#000", "ink_dark": "#fff", "shape": "circle"}]
    return {"points": [[0, 1, 1]], "most": 9, "answer": 0, "classes": hostile(classes, {"shape"})}


def data_view():
    picture = {"kind": "bars", "rows": 0, "columns": 0, "features": ["a", "b"], "low": [0, 0], "high": [1, 1]}
    found = {
        "title": "Set", "names": ["rose", "lily"], "counts": [2, 1], "more": 0, "classes": [], "x": [0, 0.5, 1],
        "y": [0, 0.5, 1], "labels": [0, 1, 0], "words": "All rows.",
        "instances": [{"name": "rose", "picture": picture, "numbers": [0.5, 1]}],
    }  # fmt: skip
    return hostile(found, OURS | {"kind"})


TOGETHER = {
    "theory": ("theory", theory),
    "theory without a plane": ("theory", lambda: theory(dataset="iris")),
    "paper as dots": ("paper", lambda: paper("dots")),
    "paper as a table": ("paper", lambda: paper("table")),
    "your turn": ("your_turn", lambda: your_turn("12")),
    "your turn at its end": ("your_turn", lambda: your_turn("1234123412")),
    "class: choose": ("classroom", lambda: classroom("choose")),
    "class: guess": ("classroom", lambda: classroom("guess")),
    "class: draw": ("classroom", lambda: classroom("draw")),
    "class stage": ("classroom_stage", arena),
    "guide, glossary and help": ("tools", tools),
    "learner list": ("learner_list", learner_list),
    "points editor": ("points_editor", points_editor),
    "data view": ("data_view", data_view),
}
UNSAID = ("your turn", "points editor")  # they show no text from outside


@pytest.mark.parametrize(
    ("entry", "data"),
    [
        ("arena", arena),
        ("arena", lambda: arena(dataset="iris")),
        ("microscope", microscope),
        ("microscope", lambda: microscope(learners=("spa", "cspa"))),
        ("microscope", lambda: microscope(dataset="iris")),
        ("lab", lab),
    ],
    ids=["arena", "arena without a plane", "microscope", "support class", "microscope without a plane", "lab"],
)
def test_a_hostile_name_is_only_a_name(browser, entry, data):
    with empty_page(browser) as page:
        expect_only_text(mounted(page, entry, data(), LOOK.replace("ACTS", "")), entry)


def test_a_hostile_name_is_only_a_name_in_every_other_drawing(browser):
    with empty_page(browser) as page:
        for name, (entry, data) in TOGETHER.items():
            found = mounted(page, entry, data(), LOOK.replace("ACTS", ACTS.get(entry, "")))
            expect_only_text(found, name, name not in UNSAID)


def expect_only_text(found, name, said=True):
    assert found["hacked"] is None, name
    assert found["alien"] == 0, name
    assert not said or HOSTILE in found["text"] or HOSTILE in found["said"], f"{name}: it is shown, letter by letter"
