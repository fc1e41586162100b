"""The Arena in a real Chromium on a real server: it draws what the kernels computed."""

import re
from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.inspection.territory import churn, sectors
from cspa_explore.player.replay import recorded
from cspa_explore.running.run import run, trial_seed
from cspa_explore.ui.session.link import from_query
from tests.browser.arena import (
    button,
    do,
    from_menu,
    labels_apart,
    opened,
    pixels,
    played,
    seek,
    settled,
    shot,
    wait,
)
from tests.browser.server import page_of, serving
from tests.browser.waiting import frames, rests, says

pytestmark = pytest.mark.browser
NARROW = 1e-4  # radians: 32-bit weights cannot resolve narrower sectors
TURN = 2 * np.pi


class Kernels:
    """A run as the kernels compute it, to compare with the drawing."""

    def __init__(self, experiment):
        self.experiment = experiment
        self.stream = replace(experiment.stream, seed=trial_seed(experiment.stream.seed, 0))
        self.traces, self.W, _ = zip(*(recorded(item, self.stream) for item in experiment.learners), strict=True)
        self.result = run(experiment)

    def check(self, drawn):
        """Check that everything drawn agrees with the run."""
        t = drawn["t"]
        assert [learner["text"] for learner in drawn["learners"]] == list(self.experiment.texts)
        for place, learner in enumerate(drawn["learners"]):
            if t:
                trace = self.traces[place]
                assert learner["proposal"] == trace.y_tilde[t - 1]
                assert learner["prediction"] == trace.y_hat[t - 1]
                assert learner["right"] == bool(trace.hit[t - 1])
            self.check_regions(learner["regions"], self.W[place][max(0, t - 1)])
            if t:
                assert learner["churn"] == pytest.approx(churn(self.W[place][t - 1], self.W[place][t]), abs=NARROW)
            self.check_curve(drawn, place)

    def check_regions(self, regions, W, narrow=NARROW):
        wide = {s.owner: s for s in sectors(W) if s.end - s.start > narrow}
        found = {r["k"]: r for r in regions if r["width"] > narrow}
        assert found.keys() == wide.keys()
        for k, sector in wide.items():
            assert found[k]["width"] == pytest.approx(sector.end - sector.start, abs=NARROW)
            if len(wide) > 1:
                assert abs((found[k]["from"] - sector.start + np.pi) % TURN - np.pi) < NARROW

    def check_curve(self, drawn, place):
        t, r, points = drawn["t"], self.result.results[place], self.result.checkpoints
        value = drawn["curves"]["values"][place]
        if t == 0:
            assert np.isnan(value["mean"])
            return
        last = np.searchsorted(points, t, side="right") - 1
        curve = (r.recent if drawn["recent"] else r.curve)[:, last]
        assert value["mean"] == pytest.approx(curve.mean(), abs=1e-6)
        assert value["sd"] == pytest.approx(curve.std(ddof=1), abs=1e-6)
        first = max(0, t - 100) if drawn["recent"] else 0
        assert value["own"] == pytest.approx(self.traces[place].hit[first:t].mean(), abs=1e-9)


@pytest.fixture(scope="module")
def default():
    return Kernels(FIRST)


def rounds(T, many, seed=0):
    """Return the first rounds, in which classes are tied, some random ones, and the last."""
    return [*range(21), *np.random.default_rng(seed).integers(21, T, many).tolist(), T]


def test_the_picture_of_a_round_is_that_of_the_kernels(browser, server, default):
    with page_of(browser) as page:
        opened(page, server, t="0")
        for t in rounds(4000, 60):
            default.check(seek(page, t))
        do(page, "p.show({recent: true})")
        for t in (1, 99, 100, 101, 2345):
            default.check(seek(page, t))


@pytest.mark.parametrize(
    "query",
    [
        {"d": "circle(m=7)", "a": "confidit~cspa(beta=0.05)~spa~bpa(gamma=0.5)", "seed": "2", "T": "30000", "n": "2"},
        {"d": "gaussians3", "norm": "0", "a": "cspa_as_printed~uniform~banditron(gamma=0.9)", "T": "800", "n": "2"},
        {"order": "class", "imb": "20", "flip": "0.1", "a": "cspa(beta=0.01)@700(beta=1)~cspa(beta=0.01)", "n": "2"},
    ],
    ids=["long", "raw rows", "class by class"],
)
def test_the_picture_is_that_of_the_kernels_for_other_learners_and_data(browser, server, query):
    experiment, notes = from_query(query)
    assert not notes
    kernels = Kernels(experiment)
    with page_of(browser) as page:
        opened(page, server, t="0", **query)
        assert do(page, "Boolean(p.run.details)") == (experiment.stream.n_rounds > 10_000), "weights travel in blocks"
        for t in rounds(experiment.stream.n_rounds, 25, seed=1):
            do(page, "p.seek(arg)", t)
            wait(page, "p.run.pictures.isComplete(p.t)")
            kernels.check(settled(page))
        shot(page, f"arena-{query.get('d', 'gaussians4').split('(')[0]}")


def test_small_weights_beside_large_ones_keep_their_sectors(browser, server, default):
    rng = np.random.default_rng(5)
    W = rng.normal(size=(300, 4, 2)) * np.array([1, 3e-4, 3e-4, 3e-4])[:, None]
    W = W.astype(np.float32).astype(np.float64)
    with page_of(browser) as page:
        opened(page, server, t="0")
        found = do(page, "arg.map((W) => p.discs[0].regions.of(Float32Array.from(W), 0))", W.reshape(300, 8).tolist())
        for regions, weights in zip(found, W, strict=True):
            default.check_regions(regions, weights, narrow=5e-3)


def test_the_picture_is_the_same_however_one_got_there(browser, server, default):
    with page_of(browser) as page:
        opened(page, server, t="137")
        settled(page)
        wanted = pixels(page)
        seek(page, 4000)
        seek(page, 137)
        assert pixels(page) == wanted, "sought"
        seek(page, 138)
        page.keyboard.press("ArrowLeft")
        settled(page)
        assert pixels(page) == wanted, "one back"
        seek(page, 136)
        page.keyboard.press("ArrowRight")
        settled(page)
        assert pixels(page) == wanted, "one on"
        seek(page, 20)
        do(page, "(p.clock.speed = 7, p.play(137))")
        wait(page, "p.t === 137")
        default.check(settled(page))
        assert pixels(page) == wanted, "played at 500 rounds/s"
        says(page, t="137")
        page.reload()
        wait(page, "p.t === 137")
        settled(page)
        assert pixels(page) == wanted, "loaded again"


def test_it_plays_pauses_scrubs_and_goes_back(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="0")
        button(page, "Play").click()
        wait(page, "p.t >= 3")
        page.keyboard.press("Space")
        t = settled(page)["t"]
        frames(page, 15)
        assert settled(page)["t"] == t
        for key, wanted in (
            ("ArrowRight", t + 1), ("ArrowLeft", t), ("Shift+ArrowRight", t + 100), ("Shift+ArrowLeft", t),
            ("End", 4000), ("Home", 0), ("ArrowLeft", 0),
        ):  # fmt: skip
            page.keyboard.press(key)
            assert settled(page)["t"] == wanted
        scrub = page.locator(".st-key-player .scrub")
        scrub.fill("500")
        assert settled(page)["t"] == round(np.expm1(0.5 * np.log1p(4000)))
        from_menu(page, "logarithmic time axis").click()
        scrub.fill("500")
        assert settled(page)["t"] == 2000
        button(page, "1 ▶").click()
        assert settled(page)["t"] == 2001
        page.keyboard.press("Space")
        wait(page, "p.clock.playing")
        page.keyboard.press("Space")
        assert not settled(page)["playing"], "a click does not take Space away from Play"


def test_nothing_runs_on_the_server_while_it_plays(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="0", d="letter", seed="5", n="1", a="cspa~cspa(beta=1)")
        settled(page)
        page.wait_for_function("!document.body.innerText.includes('Preparing the learners')", timeout=240_000)
        # Badges that take a second appear in a fragment that polls; once they are there, it no longer does.
        badges = re.compile(r"cover this run\? CSPA .*: (vacuous|undecided) · .*: does not apply")
        page.get_by_text(badges).first.wait_for(timeout=60_000)
        rests(page)
        page.evaluate("""() => { window.seen = []; new MutationObserver(() => seen.push(1)).observe(
            document.querySelector('[data-testid=stApp]'), {attributeFilter: ['data-test-script-state']}) }""")
        do(page, "p.play()")
        wait(page, "p.t > 20")
        assert page.evaluate("window.seen") == []
        assert page.locator("[data-testid=stStatusWidget]").count() == 0


def test_jumps_land_on_what_they_name(browser, server, default):
    with page_of(browser) as page:
        opened(page, server, t="200")
        settled(page)
        hits = default.traces[0].hit
        button(page, "next ✗").click()
        wanted = 200 + int(np.argmin(hits[200:])) + 1
        drawn = settled(page)
        assert drawn["t"] == wanted
        assert drawn["learners"][0]["right"] is False
        assert "wrong ✗" in drawn["sentence"]
        button(page, "next ●").click()  # CSPA is marked and never explores, so it jumps to Banditron's
        drawn = settled(page)
        explored = np.flatnonzero(default.traces[2].y_hat != default.traces[2].y_tilde) + 1
        assert drawn["t"] == explored[explored > wanted][0]
        assert drawn["learners"][2]["explored"]
        button(page, "next border").click()
        after = settled(page)
        steps = [churn(default.W[0][s - 1], default.W[0][s]) for s in range(drawn["t"], after["t"])]
        assert steps[-1] >= 0.01
        assert all(share < 0.01 for share in steps[:-1])
        page.locator(".st-key-player").get_by_role("button", name="CSPA β=1", exact=True).click()
        page.keyboard.press("m")
        later = settled(page)
        assert later["focus"] == 1
        assert later["t"] == after["t"] + int(np.argmin(default.traces[1].hit[after["t"] :])) + 1
        page.keyboard.press("End")
        settled(page)
        button(page, "next ✗").click()
        page.get_by_text("No further mistake of CSPA β=1 after round 4,000.").wait_for()


def test_the_learners_eye_does_not_see_classes(browser, server, default):
    with page_of(browser) as page:
        opened(page, server, t="300")
        assert "class " in settled(page)["sentence"]
        god = pixels(page)
        button(page, "Learner's eye").click()
        drawn = settled(page)
        assert drawn["eye"] == "learner"
        assert "class" not in drawn["sentence"]
        assert all(new != old for new, old in zip(pixels(page)[:3], god[:3], strict=True))
        # Replace every true label by one that leaves right proposals right and wrong ones wrong: nothing changes.
        hidden = pixels(page)
        do(page, """(() => {
            const {y} = p.run.arrays, tilde = p.run.learners.map((_, l) => p.run.arrays['tilde' + l]);
            for (let i = 0; i < y.length; i++) {
                const fits = (k) => tilde.every((proposed) => (proposed[i] === k) === (proposed[i] === y[i]));
                const others = [0, 1, 2, 3].filter(fits);
                y[i] = others[(others.indexOf(y[i]) + 1) % others.length];
            }
            p.run.backgrounds.clear();
            for (const disc of p.discs) disc.style = '';
            p.invalidate();
        })()""")  # fmt: skip
        assert settled(page)["sentence"] == drawn["sentence"]
        assert pixels(page) == hidden
        shot(page, "arena-learners-eye")
        page.keyboard.press("g")
        assert settled(page)["eye"] == "god"
        assert pixels(page)[:3] != god[:3], "God's eye shows the changed labels"


def test_a_branch_shows_both_futures(browser, server):
    experiment = FIRST.but(learners=(*FIRST.learners, "cspa(beta=1/6)@600(beta=1)"))
    kernels = Kernels(experiment)
    with page_of(browser) as page:
        opened(page, server, t="600")
        settled(page)
        from_menu(page, "Branch here").click()
        wait(page, "p.run.L === 4")
        for t in (5, 599, 600):
            drawn = seek(page, t)
            kernels.check(drawn)
            old, *_, new = drawn["learners"]
            assert old["regions"] == new["regions"]
            assert drawn["curves"]["values"][0]["own"] == drawn["curves"]["values"][3]["own"]
        for t in (700, 2000, 4000):
            drawn = seek(page, t)
            kernels.check(drawn)
            assert drawn["learners"][0]["regions"] != drawn["learners"][3]["regions"]
        assert drawn["curves"]["values"][0]["own"] > drawn["curves"]["values"][3]["own"] + 0.1
        shot(page, "arena-branch")


def test_a_click_on_branch_says_what_it_does_and_its_value_is_in_plain_sight(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="600")
        settled(page)
        from_menu(page, "Branch here").click()
        page.get_by_text("Branch added: CSPA β=1/6 until round 600, then β=1. Change it in the sidebar.").wait_for()
        box = page.get_by_label("Step size β (CSPA 3) after round 600")
        assert box.input_value() == "1"
        box.fill("1/2")
        box.press("Enter")
        wait(page, "p.run.learners.at(-1).text === 'cspa(beta=1/6)@600(beta=1/2)'")
        page.evaluate("document.activeElement.blur()")
        from_menu(page, "Branch here").click()
        page.get_by_text("Nothing changed: the branch already begins at round 600.").wait_for()
        seek(page, 900)
        from_menu(page, "Branch here").click()
        page.get_by_text("Branch moved from round 600 to round 900").wait_for()
        wait(page, "p.run.learners.at(-1).text === 'cspa(beta=1/6)@900(beta=1/2)'")


def test_a_pinned_run_stays_while_settings_change(browser, server, default):
    with page_of(browser) as page:
        opened(page, server, t="4000")
        settled(page)
        from_menu(page, "Pin this run").click()
        wait(page, "p.run.ghosts.length === 1")
        page.locator(".st-key-w_sigma input").first.focus()
        page.keyboard.press("ArrowUp")
        drawn = played(page, "σ=0.26")
        assert drawn["ghosts"] == [str(FIRST)]
        ghost = do(page, "Array.from(p.run.arrays.ghost0_mean0)")
        np.testing.assert_allclose(ghost, default.result.results[0].curve.mean(axis=0), atol=1e-6)
        assert any("pinned CSPA β=1/6 94.1" in label["text"] for label in drawn["labels"])
        shot(page, "arena-pinned")
        page.wait_for_function("location.search.includes('pin=') && location.search.includes('sig=0.26')")
        link = page.evaluate("location.href")
        with page_of(browser) as other:
            other.goto(link)
            wait(other, "p.run.ghosts.length === 1")
            again = settled(other)
            assert (again["ghosts"], again["t"], again["words"]) == (drawn["ghosts"], 4000, drawn["words"])
        from_menu(page, "Unpin").click()
        wait(page, "p.run.ghosts.length === 0")
        page.wait_for_function("!location.search.includes('pin=')")


def test_with_reduced_motion_nothing_moves_by_itself(browser, server):
    with page_of(browser, motion="reduce") as page:
        opened(page, server)
        assert settled(page)["t"] == 200
        frames(page, 30)
        assert do(page, "[p.t, p.clock.playing]") == [200, False]
        before = do(page, "p.frames.length")
        page.keyboard.press("ArrowRight")
        settled(page)
        assert do(page, "p.frames.length") <= before + 4, "a step draws one picture, without an animation"
        shot(page, "arena-reduced-motion")


def test_the_first_showing_stops_at_round_200(browser, server):
    with page_of(browser) as page:
        opened(page, server)
        wait(page, "p.clock.playing")
        wait(page, "p.t === 200 && !p.clock.playing")
        page.wait_for_function("location.search.includes('t=200')")
        most, least = (100 * do(page, f"p.redrawn({place})") for place in (1, 0))
        wanted = f"Around round 200, CSPA β=1 redraws {most:.1f} % of its map per round, CSPA β=1/6 {least:.1f} %."
        assert page.locator(".st-key-player .headline").inner_text() == wanted


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_is_followed_even_while_open(browser, server, scheme):
    other = {"light": "dark", "dark": "light"}[scheme]
    with page_of(browser, scheme=scheme) as page:
        opened(page, server, t="600")
        settled(page)
        dark = do(page, "p.dark")
        assert dark == (scheme == "dark")
        first = pixels(page)
        shot(page, f"arena-{scheme}")
        page.emulate_media(color_scheme=other)
        wait(page, "p.dark !== arg", dark)
        settled(page)
        assert all(new != old for new, old in zip(pixels(page), first, strict=True))
        page.emulate_media(color_scheme=scheme)
        wait(page, "p.dark === arg", dark)
        settled(page)
        assert pixels(page) == first


SIZES = [(1280, 800), (1024, 768), (1920, 1080), (700, 900), (400, 800)]


@pytest.mark.parametrize(
    ("width", "height"), [size if size in SIZES[::3] else pytest.param(*size, marks=pytest.mark.long) for size in SIZES]
)
def test_no_label_covers_another_and_nothing_is_cut(browser, server, width, height):
    many = "cspa(beta=1/6)~cspa(beta=1)~banditron(gamma=0.05)~confidit~bpa~spa"
    with page_of(browser, width, height) as page:
        for query in ({}, {"a": many, "pin": f"a={many}&sig=0.3&n=2", "n": "2"}):
            opened(page, server, t="0", **query)
            for t in (0, 1, 3, 12, 40, 137, 600, 2500, 4000):
                labels_apart(seek(page, t)["labels"])
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
            assert do(page, "p.root.scrollWidth <= p.root.clientWidth + 1")
            inside = "label.x >= 0 && label.x + label.width <= p.root.clientWidth + 1 && label.y >= 0"
            outside = do(page, f"p.state().labels.filter((label) => !({inside}))")
            assert outside == []
            shot(page, f"arena-{width}{'-many' if query else ''}", full=True)


@pytest.mark.parametrize(("width", "height", "last"), [(1280, 800, ".choices"), (1024, 768, ".choices")])
def test_what_matters_fits_on_a_screen(browser, server, width, height, last):
    with page_of(browser, width, height) as page:
        opened(page, server, t="600")
        settled(page)
        assert page.locator("[data-testid=stSidebar]").bounding_box()["width"] > 200
        box = page.locator(f".st-key-player {last}").bounding_box()
        assert box["y"] + box["height"] <= height


def test_a_deep_link_opens_on_a_cold_and_on_a_warm_server(browser):
    with serving() as address:
        for _ in ("cold", "warm"):
            with page_of(browser) as page:
                page.goto(f"{address}/arena?sig=0.5&t=77&eye=learner")
                wait(page, "p.run.words.includes('σ=0.5')", timeout=90_000)
                assert settled(page)["t"] == 77
                assert page.title() == "CSPA Explorer"
                assert page.locator("[role=dialog]").count() == 0


def test_loading_again_restores_the_page_and_back_undoes_a_setting(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="250")
        settled(page)
        page.locator(".st-key-w_sigma input").first.focus()
        page.keyboard.press("ArrowUp")
        played(page, "σ=0.26")
        for name in ("logarithmic time axis", "% right in the last 100 rounds"):
            from_menu(page, name).click()
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("g")
        seek(page, 333)
        page.wait_for_function("location.search.includes('t=333')")
        before = settled(page)
        page.reload()
        wait(page, "p.run.words.includes('σ=0.26') && p.t === 333")
        after = settled(page)
        for name in ("t", "words", "eye", "log", "recent", "learners", "curves", "sentence"):
            assert after[name] == before[name], name
        assert (after["eye"], after["log"], after["recent"]) == ("learner", False, True)
        page.go_back()
        wait(page, "p.run.words.includes('σ=0.25')")


def test_two_sessions_do_not_touch_each_other(browser, server):
    with page_of(browser) as one, page_of(browser) as two:
        opened(one, server, t="10", sig="0.5", n="2")
        opened(two, server, t="20", sig="0.6", n="2")
        one.get_by_role("button", name="New seed").click()
        wait(one, "!p.run.words.includes('seed 7 ')")
        assert "seed 7 " in settled(two)["words"]
        assert "σ=0.6" in settled(two)["words"]
        assert (settled(one)["t"], settled(two)["t"]) == (10, 20)


def test_a_run_that_takes_long_shows_a_bar_and_can_be_cancelled(browser, server):
    with page_of(browser) as page:
        opened(page, server, t="100", n="50", a="cspa~pnewtron")  # on MNIST that takes about a minute
        page.wait_for_function("!document.body.innerText.includes('Preparing the learners')", timeout=60_000)
        page.locator(".st-key-w_dataset input").first.fill("MNIST")
        page.keyboard.press("Enter")
        page.locator(".st-key-cancel_job button").wait_for(timeout=20_000)
        page.get_by_text(" s left").first.wait_for(timeout=20_000)
        assert "Four Gaussians" in do(page, "p.run.words"), "the old run is still shown"
        shot(page, "arena-long-run")
        page.locator(".st-key-cancel_job button").click()
        page.get_by_text("This run was cancelled").wait_for(timeout=20_000)
        shot(page, "arena-cancelled")


def test_without_a_plane_there_are_streams_and_no_pretended_regions(browser, server):
    with page_of(browser) as page:
        opened(page, server, d="vehicle", n="2", t="400")
        drawn = settled(page)
        experiment, _ = from_query({"d": "vehicle", "n": "2"})
        assert sum(drawn["learners"][0]["confusion"]) == 400
        ratio = run(experiment.but(trials=2)).results[0]
        assert seek(page, drawn["T"])["curves"]["values"][0]["own"] == pytest.approx(ratio.ratio[0])
        page.get_by_text("there is no plane to draw regions in").wait_for()
        shot(page, "arena-streams")


def test_with_a_constant_feature_the_regions_are_polygons_that_fill_the_square(browser, server):
    with page_of(browser) as page:
        opened(page, server, bias="1", norm="0", n="2", t="900")
        experiment, _ = from_query({"bias": "1", "norm": "0", "n": "2"})
        W = recorded(experiment.learners[0], replace(experiment.stream, seed=trial_seed(7, 0)))[1]
        for t in (1, 2, 5, 40, 900, 4000):
            regions = seek(page, t)["learners"][0]["regions"]
            R = do(page, "p.discs[0].view")
            assert sum(area(region["points"]) for region in regions) == pytest.approx(4 * R * R, rel=1e-4)
            for region in regions:
                if area(region["points"]) > 1e-3 * R * R:
                    centre = np.mean(region["points"], axis=0)
                    scores = W[t - 1] @ [*centre, 1]
                    assert scores[region["k"]] == pytest.approx(scores.max(), abs=1e-5)
        shot(page, "arena-polygons")


def area(points):
    x, y = np.array(points).T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def test_a_bad_link_says_so_once_and_help_lists_the_keys(browser, server):
    with page_of(browser) as page:
        opened(page, server, sig="-4", t="xyz")
        page.get_by_text("sig=-4 in the link is now 0").wait_for()
        assert page.locator("[data-testid=stToast]").count() == 1
        note, sidebar = (page.locator(f"[data-testid={name}]").bounding_box() for name in ("stToast", "stSidebar"))
        assert note["x"] + note["width"] <= sidebar["x"] + sidebar["width"], "it covers nothing of the stage"
        shot(page, "arena-bad-link")
        wait(page, "p.run.words.includes('σ=0 ')")
        page.keyboard.press("h")
        page.locator(".st-key-page_tools").get_by_text("play or pause").wait_for()
        shot(page, "arena-help", full=True)
        page.keyboard.press("p")
        frames(page)
        shot(page, "arena-present")


def test_the_chart_below_is_drawn_when_it_is_opened(browser, server, default):
    with page_of(browser) as page:
        opened(page, server, t="600")
        settled(page)
        assert page.locator(".js-plotly-plot").count() == 0
        before = do(page, "(p.find('.discs').marked = 1)")
        page.get_by_text("Data, CSV and command line").click()
        page.wait_for_selector(".st-key-curves .js-plotly-plot .scatterlayer")
        drawn = page.evaluate("""() => Array.from(document.querySelector('.st-key-curves .js-plotly-plot')._fullData
            .find(({name}) => name === 'CSPA β=1/6').y)""")
        assert drawn[-1] == pytest.approx(100 * default.result.results[0].mean)
        assert do(page, "p.find('.discs').firstElementChild.isConnected && p.find('.discs').marked") == before
        assert settled(page)["t"] == 600, "the player has not been restarted"
        shot(page, "arena-chart", full=True)


def test_without_a_learner_the_page_offers_some(browser, server):
    with page_of(browser) as page:
        page.goto(f"{server}/?a=")
        page.get_by_text("Pick at least one learner:").wait_for()
        shot(page, "arena-nobody")
        page.get_by_role("button", name="CSPA β=1/6").click()
        wait(page, "p.run.L === 1")
