"""Hundreds of mangled links on the real pages: each one opens, and the page corrects the link."""

import random
import re

import pytest
from streamlit.testing.v1 import AppTest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS
from cspa_explore.ui.session.link import KEYS
from tests.page_links import GOOD as PAGE_GOOD
from tests.page_links import LINKS, NAMES, PAGES
from tests.test_imports import ROOT

pytestmark = pytest.mark.slow
EACH = 40
GOOD = {
    "d": ["gaussians4", "gaussians3", "circle(m=5)", "iris", "wine", "counter", "points(1 0 0; 0 1 1; -1 -1 2)"],
    "sig": ["0", "0.25", "0.5", "1"], "seed": ["0", "7", "123"], "order": ["shuffled", "class", "cyclic"],
    "norm": ["0", "1"], "bias": ["0", "1"], "kern": ["0", "0.5"], "sup": ["20", "100"], "flip": ["0", "0.1"],
    "imb": ["1", "5"], "v": ["1"], "pin": ["sig=0.5&T=40&n=1", "a=spa&T=40&n=1"],
    "a": ["cspa(beta=1/6)", "cspa(beta=1/(K-1))~banditron", "cspa(beta=1/6)@20(beta=1)", "spa~uniform", *ALGORITHMS],
}  # fmt: skip
GOOD |= {name: [value] for name, value in PAGE_GOOD.items()}
GOOD |= {"t": ["0", "1", "17", "50"], "eye": ["god", "learner"], "who": ["0", "1"], "x": ["0.6_-0.8", "1_0"]}
GOOD |= {"told": ["0", "1"], "lab": list(ALGORITHMS), "fill": ["quick", "full", "paper"]}
ODD = [
    "", " ", "-1", "0", "1e400", "-0.0", "nan", "inf", "1e-320", "999999999999999999999", "0x10", "1,5", "½", "١٢",
    "π", "None", "true", "[]", "{}", "()", "~~", "@", "cspa(", "cspa(beta=)", "cspa(beta=1/0)", "cspa(beta=K)",
    "cspa@5", ")(", "cspa(beta=1/6)@0(beta=1)", "banditron(gamma=2)", "nobody", "points(1 0 0)", "circle(m=0)",
    "circle(m=1e9)", "d=d", "../../etc/passwd", "<script>alert(1)</script>", "![x](http://example.org/x.png)",
    "**bold** `code` $x$", "%00", "\x00", "'; DROP TABLE runs; --", "🙂" * 30, "a" * 5000, "1" * 400, "sig=1&sig=2",
    "\u202etxet", "__class__", "{0.__class__}",
]  # fmt: skip


def mangled(rng, page):
    """Return a query with some valid values, some odd ones, and some valid ones with inserted characters."""
    query = {"T": "50", "n": "1"}
    own = rng.sample([key.name for key in (*LINKS[page], *LINKS["guide"], *LINKS[""])], 2)  # this page's keys for sure
    for key in dict.fromkeys([*own, *rng.sample([*GOOD, "T", "n", "zz"], rng.randint(1, 5))]):
        kind = rng.random()
        if key in ("T", "n"):  # keeps runs short
            query[key] = rng.choice(["", "-5", "x", "0x9", "1e1", "3.7", "60"])
        elif kind < 0.45 and key in GOOD:
            query[key] = rng.choice(GOOD[key])
        elif kind < 0.75 or key not in GOOD:
            query[key] = rng.choice(ODD)
        else:
            text = list(rng.choice(GOOD[key]))
            for _ in range(rng.randint(1, 3)):
                text.insert(rng.randrange(len(text) + 1), rng.choice("()=,~@_;&%-+./ 09eKβσ\\\"'"))
            query[key] = "".join(text)
    if "d" in query and query["T"] not in ("60", "50"):
        query["T"] = "50"
    return query


def opened(page, query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for name, value in query.items():
        app.query_params[name] = value
    if page != "arena":
        app.session_state["go"] = (page, query)
    return app.run()


def address_of(app):
    return {key: value if isinstance(value, str) else value[-1] for key, value in app.query_params.items()}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in (1, 2, 3))])
def test_mangled_links_open_and_are_put_right(page, part):
    rng = random.Random(f"{page} {part}")
    for _ in range(EACH // 4):
        query = mangled(rng, page)
        app = opened(page, query)
        assert not app.exception, (query, [e.value for e in app.exception])
        assert not app.error, (query, [e.value for e in app.error])
        assert app.session_state["session"].page == page
        if rng.random() < 0.5:  # to save time
            continue
        experiment = app.session_state["session"].experiment
        again = opened(page, address_of(app))
        assert again.session_state["session"].experiment == experiment, query
        spoken = " ".join(toast.value for toast in again.toast)
        keys = "|".join([*KEYS, *NAMES])
        assert not re.search(rf"\b({keys})=", spoken), (query, spoken, "the corrected link needs no note")


def test_there_are_hundreds_of_them_and_they_differ():
    links = [str(mangled(random.Random(f"{page} {part}"), page)) for page in PAGES for part in range(4)]
    assert len(PAGES) * EACH >= 300
    assert len(set(links)) == len(links)
    assert {key for key in DATASETS if any(text.startswith(key) for text in GOOD["d"])} >= {"circle", "points", "iris"}
