"""The β Lab with many classes or rows: at every width nothing is cut or covered, and α is on the first screen."""

import pytest

from tests.browser.arena import labels_apart
from tests.browser.server import page_of
from tests.browser.test_axe import report, violations
from tests.browser.test_beta_lab import FIND, full
from tests.browser.waiting import frames

pytestmark = pytest.mark.browser
SIZES = [(1280, 800), (1024, 768), (400, 800)]
LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("dataset", "scheme"),
    [
        ("letter", "light"),
        ("mnist", "dark"),
        pytest.param("letter", "dark", marks=LONG),
        pytest.param("mnist", "light", marks=LONG),
    ],
)
def test_curves_and_map_are_readable_at_every_width(browser, server, dataset, scheme):
    with page_of(browser, scheme=scheme, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick&d={dataset}")
        full(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            sized = "Math.abs(v.graph.surface.canvas.clientWidth - v.graph.surface.width) < 1"
            page.wait_for_function(f"() => {{ const v = {FIND}; return v?.frames > 0 && v.graph.box && {sized}; }}")
            frames(page)
            drawn = page.evaluate(f"() => {FIND}.state()")
            labels_apart(drawn["labels"])
            wide = page.evaluate(f"() => {FIND}.root.clientWidth")
            assert all(label["x"] >= 0 and label["x"] + label["width"] <= wide + 1 for label in drawn["labels"])
            texts = [label["text"] for label in drawn["labels"]]
            assert any(text.startswith("theory range: β ≤ 1/") for text in texts)
            assert any(text.startswith("you: β = ") for text in texts)
            columns = [b - a for a, b in zip(drawn["edges"], drawn["edges"][1:], strict=False)]
            assert min(columns) >= (2 if width > 400 else 1), "every cell of the map can be seen"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.locator(".lab .primary:enabled, [data-testid=stBaseButton-primary]:enabled").count() <= 1
            if width > 400:
                box = page.locator(".lab .play").bounding_box()
                assert box["y"] + box["height"] < height, "Play α is on the first screen"
        assert drawn["x"]["scale"] == ("log" if dataset == "letter" else "linear")
        assert not (found := violations(page)), report(found)
