"""Drawings saved as SVG and PNG: each file is self-contained and shows what is on the screen."""

import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from cspa_explore.ui.lab.plan import plan_of, plan_words
from tests.browser.arena import PLAYER, SHOTS, do, opened, seek, settled, shot
from tests.browser.server import page_of
from tests.browser.test_beta_lab import FIND as LAB
from tests.browser.test_beta_lab import full
from tests.browser.test_microscope import FIND as SCOPE
from tests.browser.test_microscope import wait
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser
SVG = "{http://www.w3.org/2000/svg}"
TAGS = ("svg", "title", "desc", "defs", "rect", "g", "clipPath", "path", "text", "use")
LINK = "{http://www.w3.org/1999/xlink}href"
MET = re.compile(r"[✓≠]\S+")  # what the learner has heard about an instance
BOXES = """() => [...document.querySelectorAll("text")].map((text) => {
    const {left, right, top, bottom} = text.getBoundingClientRect();
    return {text: text.textContent, left, right, top, bottom};
})"""
# The mean difference between the pixels of a canvas drawing on white and those of the same part of the saved file.
DIFFERENCE = """(async () => {
    const [which, svg, x, y, width, height, t, view] = arg, one = eval(which);
    const canvas = document.createElement("canvas");
    canvas.style = `position: fixed; top: 0; width: ${width}px; height: ${height}px`;
    document.body.append(canvas);
    const run = Object.assign(Object.create(p.run), {backgrounds: new Map()});
    Object.assign(new one.constructor(canvas, run, 0), one.cell ? {cell: one.cell} : {}).draw(t, view);
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
    await image.decode();
    const [shown, saved] = [[canvas, 0, 0], [image, -x, -y]].map(([source, dx, dy]) => {
        const copy = Object.assign(document.createElement("canvas"), {width, height}).getContext("2d");
        copy.fillStyle = "#ffffff";
        copy.fillRect(0, 0, width, height);
        copy.drawImage(source, dx, dy);
        return copy.getImageData(0, 0, width, height).data;
    });
    canvas.remove();
    return shown.reduce((sum, value, i) => sum + Math.abs(value - saved[i]), 0) / shown.length;
})()"""


def saved(page, kind):
    """Click the button, in the Arena that of the menu; return the name and the bytes of the saved file."""
    page.evaluate("(find) => { const menu = eval(find)?.find('.menu'); if (menu) menu.open = true; }", PLAYER)
    with page.expect_download() as caught:
        page.get_by_role("group", name="Picture").get_by_role("button", name=kind, exact=True).click()
    return caught.value.suggested_filename, caught.value.path().read_bytes()


class File:
    """A saved SVG file, parsed as XML."""

    def __init__(self, content):
        self.content = content.decode()
        self.root = ElementTree.fromstring(content)
        self.texts = ["".join(text.itertext()) for text in self.root.iter(f"{SVG}text")]
        self.words = " ".join(self.texts)
        self.size = int(self.root.get("width")), int(self.root.get("height"))

    def stands_alone(self):
        """Check that the file has only known elements and refers only to its own."""
        ids = {element.get("id") for element in self.root.iter()}
        for element in self.root.iter():
            assert element.tag.removeprefix(SVG) in TAGS
            used = [value for name, value in element.items() if name in (LINK, "href")]
            used += re.findall(r"url\((.*?)\)", " ".join(element.attrib.values()))
            assert all(value[0] == "#" and value[1:] in ids for value in used), used
        assert "NaN" not in self.content
        assert "undefined" not in self.words

    def is_legible(self, browser, name):
        """Open the file on its own; check that every text is inside the picture and covers no other text."""
        page = browser.new_page(viewport={"width": self.size[0], "height": self.size[1]})
        try:
            SHOTS.mkdir(exist_ok=True)
            (SHOTS / f"{name}.svg").write_text(self.content)
            page.goto((SHOTS / f"{name}.svg").as_uri())
            boxes = page.evaluate(BOXES)
            shot(page, f"picture-{name}")
        finally:
            page.close()
        assert len(boxes) == len(self.texts) > 20
        boxes = [box for i, box in enumerate(boxes) if box not in boxes[:i]]  # a name is drawn over its own halo
        for box in boxes:
            inside = box["left"] > 8 and box["right"] < self.size[0] - 8 and box["bottom"] < self.size[1] - 8
            assert inside, box
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                across = min(a["right"], b["right"]) - max(a["left"], b["left"])
                down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
                met = MET.fullmatch(a["text"]) and MET.fullmatch(b["text"])  # instances, as near as they are
                assert met or across < 1.5 or down < 2, (a, b)

    def panels(self):
        """Return the position of each drawing."""
        places = [g.get("transform") for g in self.root.findall(f"{SVG}g")]
        return [tuple(map(float, re.findall(r"[\d.]+", place))) for place in places if place]


def pixels(content):
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB"), float)


def test_the_arena_is_saved_with_everything_that_explains_it(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="137")
        drawn = settled(page)
        name, content = saved(page, "SVG")
        file = File(content)
        assert name == "arena-round-137.svg"
        file.stands_alone()
        file.is_legible(browser, "arena")
        assert file.root.find(f"{SVG}title").text == "Four Gaussians: round 137 of 4,000, God's eye"
        assert file.texts[0] == "Four Gaussians: round 137 of 4,000, God's eye"
        for learner in drawn["learners"]:
            assert learner["words"] in file.texts
            for line in learner["facts"].split("\n"):
                assert line in file.words
                assert any(text.startswith(line[:12]) for text in file.texts), "it begins a line"
        for label in drawn["curves"]["labels"]:
            assert label["text"] in file.texts, "the value beside its curve"
        for text in ("100", "1,000", "4,000", "Classes:"):
            assert text in file.texts
        assert "% right so far · round (log) · band ±1 sd over 10 seeds, thin line: the run above" in file.texts
        assert drawn["words"] in file.words
        assert "seed 7" in drawn["words"]
        assert do(page, "p.find('.words').textContent") in file.words
        legend = page.locator(".st-key-player .legend").inner_text()
        assert "outer ring: true classes" in legend
        assert legend in file.words, "the same words as on the screen"
        page.get_by_text("arena-round-137.svg is saved.").wait_for()


def test_the_picture_says_what_is_shown_now(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="600", a="cspa(beta=1/6)", n="1")
        do(page, "p.show({eye: 'learner', log: false, recent: true})")
        seek(page, 601)
        name, content = saved(page, "SVG")
        file = File(content)
        assert name == "arena-round-601.svg"
        assert file.texts[0].endswith("round 601 of 4,000, learner's eye")
        assert "% right in the last 100 rounds · round · one seed: no band" in file.texts
        assert "class 3" not in file.words
        legend = page.locator(".st-key-player .legend").inner_text()
        assert "◉ this round, class unknown" in legend
        assert legend in file.words, "the same words as on the screen"
        assert "last 50 rounds" not in file.words, "no outcomes of earlier rounds are drawn"
        file.is_legible(browser, "arena-one")


def test_what_is_saved_is_what_is_drawn(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="137")
        settled(page)
        svg = saved(page, "SVG")[1].decode()
        theme = {"background": "#ffffff", "text": "#1c1f26", "dark": False, "scale": 1}
        theme["font"] = re.search(r'font-family="(.*?)"', svg)[1]
        view = {"theme": theme, "eye": "god", "log": True, "recent": False, "aside": True, "names": 104}
        places = File(svg.encode()).panels()
        sizes = {0: ("p.discs[0]", 270, 270), 3: ("p.curves", 1144, 290), 4: ("p.strip", 1144, 68)}
        for place, (which, width, height) in sizes.items():
            here = [which, svg, *places[place], width, height]
            if which == "p.strip":
                view["names"] = do(page, "(() => { const c = document.createElement('canvas').getContext('2d');"
                                   " c.font = `12px ${arg}`; return 12 + Math.max(...p.run.learners.map((l) =>"
                                   " c.measureText(l.words).width)) })()", theme["font"])  # fmt: skip
            same, other = (do(page, DIFFERENCE, [*here, t, view]) for t in (137, 3000))
            assert same < 1.5, which
            assert other > 3 * same, f"{which}: another round is told apart"


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("confidit", {"d": "circle(m=8)", "a": "confidit~cspa(beta=1/6)@600(beta=1)~spa~bpa", "t": "900"}),
        ("squares", {"bias": "1", "t": "2500"}),
        ("kernel", {"kern": "0.5", "t": "300", "T": "300", "n": "1"}),
        ("start", {"t": "0"}),
        ("iris", {"d": "iris", "t": "100", "pin": "d=iris&sig=0.5"}),
        ("letter", {"d": "letter", "T": "800", "t": "700", "n": "2"}),
    ],
)
def test_every_kind_of_run_makes_a_picture(browser, server, name, query):
    with page_of(browser) as page:
        opened(page, server, **query)
        drawn = settled(page)
        file = File(saved(page, "SVG")[1])
        file.stands_alone()
        file.is_legible(browser, f"arena-{name}")
        assert {learner["words"] for learner in drawn["learners"]} <= set(file.texts)
        assert drawn["words"] in file.words
        names = do(page, "p.run.names")
        assert set(names) <= set(file.texts)
        assert ("Pinned, in grey:" in file.words) == ("pin" in query)


def test_the_file_is_the_same_on_a_phone_and_on_the_dark_theme(browser, server):
    found = []
    for width, height, scheme in ((1280, 800, "light"), (400, 800, "dark")):
        with page_of(browser, width, height, scheme) as page:
            opened(page, server, t="300")
            settled(page)
            found.append(saved(page, "SVG")[1])
    assert found[0] == found[1]


def test_a_png_is_the_same_picture_twice_as_fine(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="137")
        settled(page)
        file, (name, content) = File(saved(page, "SVG")[1]), saved(page, "PNG")
        assert name == "arena-round-137.png"
        picture = pixels(content)
        width, height = file.size
        assert picture.shape == (2 * height, 2 * width, 3)
        assert (picture[:20] == 255).all(), "white at the edge"
        page.set_viewport_size({"width": width, "height": height})
        file.is_legible(browser, "arena")
        alone = pixels((SHOTS / "picture-arena.png").read_bytes())
        halved = picture.reshape(height, 2, width, 2, 3).mean(axis=(1, 3))
        assert np.abs(halved - alone).mean() < 2
        assert alone.std() > 20


def test_signs_of_xml_in_words_are_only_words(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="5")
        settled(page)
        odd = "<script>&amp; \"it's\" ]]> 'x' · seed 7"
        do(page, "(p.run.words = arg, p.run.learners[0].words = '<b>β & γ</b>', p.run.names[0] = '\\u0007<1>')", odd)
        file = File(saved(page, "SVG")[1])
        file.stands_alone()
        assert odd in file.words
        assert "<b>β & γ</b>" in file.texts
        assert "<1>" in file.texts, "a character that XML forbids is left out"


@pytest.mark.parametrize(
    ("query", "name", "texts"),
    [
        ("t=8", "microscope-cspa-round-8", ("before", "after", "What happened", "The true class was class")),
        (
            "t=12&x=0.6_-0.8&told=1&who=2",
            "microscope-banditron-round-12",
            ("x was moved to (0.60, -0.80)", "What-if: not part of the run"),
        ),
        pytest.param("t=40&a=spa~cspa&bias=1", "microscope-spa-round-40", ("the knob is x",), marks=pytest.mark.long),
        ("t=300&d=letter&T=2000", "microscope-cspa-round-300", ("16 features", "The rule with this round's numbers")),
    ],
)
def test_the_microscope_is_saved_with_its_numbers(browser, server, query, name, texts):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?{query}")
        t = int(re.search(r"t=(\d+)", query)[1])
        scene = wait(page, f"s.t === {t}")["scene"]
        found, content = saved(page, "SVG")
        file, look = File(content), scene["look"]
        assert found == f"{name}.svg"
        file.stands_alone()
        file.is_legible(browser, name)
        assert scene["words"] in file.words
        assert "seed 7" in scene["words"]
        assert file.texts[0] == f"Round {t} · {look['words']} · {look['branch']}"
        assert set(look["names"]) <= set(file.texts)
        for k in range(look["K"]):
            assert page.evaluate(f"(v) => {FIXED}", look["scores_after"][k]) in file.texts
        for step in look["steps"]:
            assert step in file.words
        for text in texts:
            assert text in file.words
        png = pixels(saved(page, "PNG")[1])
        assert png.shape == (2 * file.size[1], 2 * file.size[0], 3)
        assert png.std() > 20


FIXED = "(Math.abs(v) < 5e-7 ? 0 : v).toFixed(Math.abs(v) >= 100 ? 1 : 3).replace('-', '−')"


@pytest.mark.parametrize(("subject", "param"), [("cspa", "beta"), ("banditron", "gamma")])
def test_the_lab_is_saved_with_its_range_and_its_plan(browser, server, subject, param):
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{server}/beta_lab?T=300&fill=quick&lab={subject}")
        drawn = full(page)
        if subject == "cspa":
            page.locator(".lab .scrub").fill("40")
            page.wait_for_function(f"() => {LAB}.state().alpha === 0.4")
        name, content = saved(page, "SVG")
        file = File(content)
        assert name == f"beta-lab-{subject}-{param}.svg"
        file.stands_alone()
        file.is_legible(browser, f"lab-{subject}")
        plan = plan_of(experiment(rounds=300), subject, "quick")
        assert plan_words(plan) in file.words
        assert "seed 7" in plan_words(plan)
        assert {f"σ={sigma:g}" for sigma in plan.sigmas} | {"chance"} <= set(file.texts)
        assert "% right after the last round" in file.texts
        symbol = drawn["data"]["symbol"]
        subject_words = f"{symbol} of {drawn['data']['label']}"
        assert f"Four Gaussians: right proposals after 300 rounds, by {subject_words}" in file.words
        axis = f"{subject_words}{'' if subject == 'cspa' else ' (log)'}"
        assert f"{axis} · band ±1 sd over 3 seeds" in file.texts
        assert ("theory range: β ≤ 0.2" in file.texts) == (subject == "cspa")
        assert ("Theory range for 4 classes and α = 0.40" in file.words) == (subject == "cspa")
        assert page.evaluate(f"() => {LAB}.state()")["points"] is not None, "the page still works"
        png = pixels(saved(page, "PNG")[1])
        assert png.shape == (2 * file.size[1], 2 * file.size[0], 3)


def test_saving_changes_nothing_on_the_screen(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/microscope?t=8")
        before = wait(page, "s.t === 8")
        saved(page, "SVG")
        after = page.evaluate(f"() => {SCOPE}.state()")
        assert (after["labels"], after["handle"]) == (before["labels"], before["handle"])
