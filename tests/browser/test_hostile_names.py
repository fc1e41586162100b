"""Strings from outside (names of classes, learners and data sets, reasons, notes) are shown as text, never as HTML."""

import pytest

from cspa_explore.player.packing import pack, unpack
from cspa_explore.player.replay import replay
from cspa_explore.results.comparisons import references
from cspa_explore.running.run import run
from cspa_explore.ui.lab.picture import picture
from cspa_explore.ui.lab.plan import plan_of
from cspa_explore.ui.microscope.inspected_run import InspectedRun
from cspa_explore.ui.microscope.probe import Probe
from cspa_explore.ui.microscope.scene import scene
from tests.browser.mounting import mounted
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser
HOSTILE = """<img src=x onerror="window.hacked = 1">'&"</td><script>window.hacked = 2</script>"""
# Fields whose values the program takes from fixed lists, such as kinds and colours.
OURS = {"plane", "key", "text", "colour", "dash", "marker", "shape", "light", "dark", "ink_light", "ink_dark", "arrays"}
OURS |= {"scale", "unit"}
LOOK = """
    call();
    while (!view()) await wait(20);
    await wait(900);
    const {root} = view(), all = [...root.querySelectorAll("*")];
    return {
        hacked: window.hacked ?? null,
        alien: root.querySelectorAll("img, script").length + all.filter((el) => el.hasAttribute("onerror")).length,
        text: root.textContent,
    };
"""


def hostile(value):
    """Return the value with HOSTILE appended to every string that could come from outside."""
    if isinstance(value, str):
        return value + HOSTILE
    if isinstance(value, dict):
        return {name: part if name in OURS else hostile(part) for name, part in value.items()}
    return [hostile(part) for part in value] if isinstance(value, list | tuple) else value


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
    found = mounted(browser, entry, data(), LOOK)
    assert found["hacked"] is None
    assert found["alien"] == 0
    assert HOSTILE in found["text"], "it is shown, letter by letter"
