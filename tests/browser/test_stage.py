"""The stage: sizes, what is visible without scrolling, no overlap, presenting, and experiments that are offered."""

import re
from urllib.parse import urlencode

import pytest

from cspa_explore.ui.session.link import from_query
from tests.browser.arena import PLAYER, do, labels_apart, opened, played, seek, settled, shot, tool, wait
from tests.browser.server import page_of
from tests.browser.test_every_page import DRAWINGS
from tests.browser.waiting import frames
from tests.test_offers import offers

pytestmark = pytest.mark.browser
LEARNERS = ["cspa(beta=1/6)", "cspa(beta=1)", "banditron(gamma=0.05)", "confidit", "cspa(beta=1/3)", "spa"]
SIZES = {"wide": (1280, 800), "projector": (1024, 768), "large": (1920, 1080), "phone": (400, 800)}
PARTS = ".headline, .handles, figure, .legend, .graph, .transport, .choices, .tape, .sentence"
BOXES = f"""[...p.root.querySelectorAll('{PARTS}')]
    .filter((el) => el.offsetHeight).map((el) => {{
        const {{left, top, right, bottom}} = el.getBoundingClientRect();
        return {{name: el.className || el.tagName, left, top, right, bottom}};
    }})"""


CUT = """[...p.root.querySelectorAll('.discs .name, .discs .facts, .handle label, .handle output')]
    .filter((el) => el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1)
    .map((el) => `${el.className} ${el.textContent}`)"""


def overlapping(boxes):
    """Return the pairs of boxes that overlap by more than a pixel."""
    return [
        (one["name"], other["name"])
        for i, one in enumerate(boxes)
        for other in boxes[:i]
        if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
    ]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("counts", [(1, 3, 6), pytest.param((2, 4, 5), marks=pytest.mark.long)])
def test_one_to_six_learners_fill_the_stage_and_leave_the_controls_in_sight(browser, server, size, scheme, counts):
    width, height = SIZES[size]
    with page_of(browser, width, height, scheme, motion="reduce") as page:
        for count in counts:
            query = {"t": "600", "n": "2"} if count != 3 else {"t": "600"}
            opened(page, server, a="~".join(LEARNERS[:count]), **query)
            wait(page, "p.run.L === arg", count)
            drawn = settled(page)
            boxes = do(page, BOXES)
            flow = [
                box for box in boxes if size != "phone" or box["name"] != "bar transport"
            ]  # it sticks to the bottom
            assert overlapping(flow) == []
            labels_apart(drawn["labels"])
            assert do(page, "p.root.scrollWidth <= p.root.clientWidth + 1")
            assert do(page, CUT) == [], "no name, fact or value is cut off or runs over its place"
            do(page, "p.film.handles.say(p.film.desk.later, '')")
            assert do(page, CUT) == [], "nor is what a handle says of values without a film"
            tops = do(page, "[...p.root.querySelectorAll('figure canvas')].map((el) => el.getBoundingClientRect().top)")
            assert size == "phone" or len({round(top) for top in tops}) <= -(-count // 3), "discs stand in rows"
            box = do(page, "p.curves.box")
            assert box["right"] - box["left"] >= (280 if size == "phone" else 220), "the curves have room"
            figures = [box for box in boxes if box["name"] == "FIGURE"]
            across = [learner["across"] for learner in drawn["learners"]]
            bar = next(box for box in boxes if box["name"] == "bar transport")
            assert bar["bottom"] <= height, "the play bar is visible without scrolling"
            assert len(figures) == count
            assert max(across) - min(across) < 1, "all discs have the same size"
            assert min(across) >= (130 if count <= 3 else 85)
            if size == "wide" and count <= 3:
                assert min(across) >= 240
            if size == "large":
                assert min(across) >= (300 if count <= 3 else 200)
            if size != "phone":
                graph, root = next(box for box in boxes if box["name"] == "graph"), do(page, "p.root.clientWidth")
                beside = graph["left"] >= max(box["right"] for box in figures)
                assert not beside or count <= 2, "only one or two learners stand beside the chart"
                wide = graph["right"] - (figures[0]["left"] if beside else graph["left"])
                assert wide == pytest.approx(root, abs=1), "the stage has the full width"
                assert beside or graph["top"] > max(box["bottom"] for box in figures) - 1, (
                    "the chart is below the discs"
                )
            shot(page, f"stage-{size}-{count}-{scheme}")


def test_the_product_and_what_cspa_stands_for_are_on_screen(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="0")
        assert page.get_by_text("CSPA Explorer", exact=True).first.is_visible()
        entry = page.locator(".st-key-w_dataset input")
        widths = entry.evaluate(
            "el => { el.value = 'Three Gaussians at 120° · 3 classes'; return [el.scrollWidth, el.clientWidth]; }"
        )
        assert widths[0] <= widths[1], "the longest entry is not cut"
        page.set_viewport_size({"width": 400, "height": 800})
        page.locator(".st-key-page_tools .product").wait_for(state="visible")
        assert page.get_by_text(re.compile("complementary support-class passive-aggressive", re.I)).first.is_visible()


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720), (1920, 1080)])
def test_presenting_fills_the_screen_and_keeps_what_matters(browser, server, width, height):
    with page_of(browser, width, height, motion="reduce") as page:
        opened(page, server, t="600")
        settled(page)
        tool(page, "Present").click()
        frames(page)
        settled(page)
        boxes = do(page, BOXES)
        assert overlapping(boxes) == []
        names = {box["name"] for box in boxes}
        assert {"headline", "sentence", "bar transport", "graph", "FIGURE"} <= names
        bottom = max(box["bottom"] for box in boxes)
        assert 0.9 * height <= bottom <= height, "nothing is below the fold, and hardly anything is empty"
        assert max(box["right"] for box in boxes) >= 0.95 * width
        assert do(page, "p.find('figure canvas').clientWidth") >= (200 if width < 1280 else 240)
        assert not page.locator("[data-testid=stSidebar]").is_visible()
        assert not page.locator(".st-key-player .try").is_visible()
        for name in ("param", "sigma"):
            handle = page.locator(f".st-key-player #cspa-{name}")
            assert handle.is_visible(), "the live handles stay"
            box = handle.bounding_box()
            assert box["width"] >= 120
            assert 0 <= box["y"] <= height - box["height"]
            on_top = f"([x, y]) => Boolean({PLAYER}.root.getRootNode().elementFromPoint(x, y)?.closest('.handle'))"
            assert page.evaluate(on_top, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]), (
                "nothing covers it"
            )
        shot(page, f"present-{width}")
        page.keyboard.press("Escape")
        page.locator("[data-testid=stSidebar]").wait_for(state="visible")


@pytest.mark.parametrize(
    "name", [name if i % 3 == 0 else pytest.param(name, marks=pytest.mark.long) for i, name in enumerate(DRAWINGS)]
)
def test_link_present_and_help_are_on_every_page_with_their_keys(browser, server, name):
    with page_of(browser, motion="reduce") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(f"{server}/{name}?t=60&n=2&T=300&fill=quick&seed=3")
        page.locator("[data-testid=stMainBlockContainer] canvas").first.wait_for(timeout=60_000)
        page.keyboard.press("l")
        page.get_by_text("Link copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.evaluate("location.href")
        assert "seed=3" in copied
        page.keyboard.press("p")
        page.locator("[data-testid=stSidebar]").wait_for(state="hidden")
        page.keyboard.press("p")
        page.locator("[data-testid=stSidebar]").wait_for(state="visible")
        page.keyboard.press("h")
        page.locator(".st-key-page_tools aside.help").wait_for(state="visible")
        help_, sidebar = (
            page.locator(place).bounding_box() for place in (".st-key-page_tools aside.help", "[data-testid=stSidebar]")
        )
        assert help_["x"] + help_["width"] <= sidebar["x"] + sidebar["width"] + 1, "it covers nothing but the sidebar"


def test_the_learners_eye_shows_only_what_it_has_met_and_was_told(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="1", eye="learner")
        first = settled(page)
        assert do(page, "p.discs[0].met.painted") == 0
        assert "✓2 it is 2" in page.locator(".st-key-player .legend").inner_text()
        seek(page, 300)
        assert do(page, "p.discs[0].met.painted") == 300 - 1 - 30, (
            "older rounds are small signs, the others are written"
        )
        for t in (5, 40, 299):
            known = do(page, "p.discs[2].met.known(arg)", t)
            assert known == {"k": do(page, "p.run.proposal(2, arg)", t), "is": do(page, "p.run.hit(2, arg)", t)}
        shot(page, "stage-learners-eye-300")
        seek(page, 1)
        assert do(page, "p.discs[0].met.painted") == 0, "after a step back, later rounds are forgotten"
        assert settled(page)["learners"][0]["regions"] == first["learners"][0]["regions"]


COUNT = """Array.from({length: arg}, (_, i) => i + 1).map((t) =>
    [p.run.hit(2, t), p.run.proposal(2, t) !== p.run.prediction(2, t), p.run.prediction(2, t) === p.run.truth(t)])"""
EXPLORED_STEPS = """Array.from({length: p.run.T}, (_, i) => i + 1).filter((t) => t > 20 && p.run.explored(2, t))
    .map((t) => p.discs[2].regions.churn(t))"""


def test_what_exploration_costs_is_below_each_disc_and_the_biggest_step_is_one_click_away(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="600", who="2")
        drawn = settled(page)
        rounds = do(page, COUNT, 600)
        _, explored, foreseen = (100 * sum(found) / 600 for found in zip(*rounds, strict=True))
        facts = drawn["learners"][2]["facts"].replace("\u00a0", " ")
        wanted = f"explored {explored:.1f} % · would have predicted {foreseen:.0f} %"
        assert facts.split("\n")[0] == wanted
        assert drawn["learners"][0]["facts"].split("\n")[0] == "never explores"
        do(page, "p.act('jump', 'biggest')")
        found = settled(page)
        assert found["learners"][2]["explored"]
        most = max(do(page, EXPLORED_STEPS))
        assert do(page, "p.discs[2].regions.churn(p.t)") == most
        assert f"{100 * most:.0f} % of its map" in page.locator(".st-key-player .notice").inner_text()


def test_an_offered_experiment_opens_without_a_note_and_in_place(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="200")
        settled(page)
        queries = [offer["query"] for offer in offers() if "page" not in offer]
        for query in queries:
            experiment, notes = from_query({"v": "2", **query})
            assert notes == []
            do(page, "p.open('', arg)", urlencode({"v": "2", **query}))
            wait(page, "p.run.learners.map(({text}) => text).join('~') === arg", "~".join(experiment.texts))
            drawn = played(page, str(experiment.stream).split(" · seed")[0])
            assert drawn["t"] == int(query["t"])
            assert page.locator("[data-testid=stToast]").count() == 0
        page.go_back()
        wait(page, "p.run.learners.map(({text}) => text).join('~') === arg", queries[-2]["a"])


def test_sentence_counter_and_ratios_never_lag_behind_the_picture(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="0")
        settled(page)
        lag = """new Promise((done) => {
            const seen = [], draw = p.draw.bind(p);
            p.draw = (mix, between) => {
                draw(mix, between);
                const words = p.find('.words').textContent, count = p.find('.count').textContent;
                const [, round] = count.match(/round ([\\d,]+)/), told = words.match(/^Round ([\\d,]+)/)?.[1] ?? words;
                seen.push([p.t, round, told]);
                if (p.t >= arg) { delete p.draw; p.pause(); done(seen); }
            };
            p.play();
        })"""
        slow = do(page, lag, 6)
        assert {t for t, _, _ in slow} >= {1, 2, 3, 4, 5, 6}
        for t, count, sentence in slow:
            assert str(t) == count
            assert sentence == str(t) or t == 0, "at a pace that can be read, the sentence is that of the round"
        do(page, "(p.clock.speed = 6, 0)")
        fast = do(page, lag, 60)
        assert {sentence for t, _, sentence in fast[1:-1]} == {"Pause to read what happens in a round."}


def test_pointing_at_the_chart_shows_the_values_of_that_round_and_covers_nothing(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="600")
        before = settled(page)
        box = page.locator(".st-key-player .graph canvas").bounding_box()
        chart = do(page, "p.curves.box")
        page.mouse.move(box["x"] + 0.6 * chart["right"], box["y"] + 60)
        wait(page, "p.hovered !== null && !p.asked")
        t = do(page, "p.hovered")
        assert t != 600
        mean = do(page, "p.run.average(0, arg, false).mean", t)
        label = next(
            text for text in (one["text"] for one in settled(page)["curves"]["labels"]) if "CSPA β=1/6" in text
        )
        assert f" {100 * mean:.1f} " in label
        assert page.locator(".st-key-player .graph > *:visible").count() == 1, "the canvas alone: nothing lies on it"
        page.mouse.move(5, 5)
        wait(page, "p.hovered === null && !p.asked")
        assert settled(page)["curves"]["labels"] == before["curves"]["labels"]


def test_back_from_an_offered_experiment_leads_to_the_round_before(browser, server):
    drifted = "p.run.drift === 2001 && p.t === 4000"
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="150", v="2")
        settled(page)
        page.locator(".st-key-player .try").get_by_text("What does averaging cost?").click()
        wait(page, drifted)
        page.wait_for_function("location.search.includes('drift=labels') && location.search.includes('t=4000')")
        headline = page.locator(".st-key-player .headline").inner_text()
        assert headline.startswith("Since the drift at round 2,001, CSPA β=1/6 is right in ")
        page.go_back()
        wait(page, "p.run.L === 3 && p.run.drift === Infinity && p.t === 150")
        settled(page)
        page.go_forward()
        wait(page, drifted)
        page.go_back()
        wait(page, "p.run.drift === Infinity && p.t === 150")
        settled(page)
        page.locator(".st-key-player .try").get_by_text("Does averaging make β irrelevant?").click()
        page.wait_for_function("location.pathname === '/beta_lab' && location.search.includes('lab=cspa_averaged')")
        answer = page.locator(".st-key-lab .averaging")
        answer.wait_for(timeout=60_000)
        assert answer.inner_text().startswith("Does averaging make β irrelevant? ")
        page.go_back()
        wait(page, "p.run.drift === Infinity && p.t === 150")
