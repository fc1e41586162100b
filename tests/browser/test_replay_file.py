"""The run as one HTML file: opened from disk without a network, it shows and does what the live player does."""

import json
from contextlib import contextmanager

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.player.packing import pack, unpack
from cspa_explore.player.replay import replay
from cspa_explore.player.replay_file import MOST_BYTES, replay_file
from cspa_explore.results.comparisons import references
from cspa_explore.running.run import run
from tests.browser.arena import do, from_menu, opened, seek, settled, shot, wait
from tests.browser.server import page_of
from tests.browser.test_arena import Kernels
from tests.browser.test_axe import report, violations
from tests.browser.test_hostile_names import HOSTILE, hostile
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser
SAME = ("t", "T", "eye", "focus", "words", "sentence", "learners", "curves", "ghosts")
PLACES = ("labels", "across", "box")  # they depend on the width of the page
VIDEO = """async (bytes) => {
    const video = document.createElement("video");
    video.src = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], {type: "video/webm"}));
    await new Promise((done, fail) => { video.onloadeddata = done; video.onerror = () => fail(video.error); });
    return [video.videoWidth, video.videoHeight, Math.round(video.duration)];
}"""


def meant(state):
    """Return what a state says, without the places on the page, as text: NaN equals NaN there."""

    def plain(value):
        if isinstance(value, dict):
            return {name: plain(part) for name, part in value.items() if name not in PLACES}
        return [plain(part) for part in value] if isinstance(value, list) else value

    return json.dumps(plain({name: state[name] for name in SAME}), ensure_ascii=False)


@contextmanager
def from_disk(browser, path, scheme="light"):
    """Open the file without a network; afterwards fail on any console error or request for something else."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, offline=True, reduced_motion="reduce", color_scheme=scheme
    )
    page = context.new_page()
    errors, asked = [], []
    page.on("console", lambda m: errors.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.on("request", lambda r: asked.append(r.url))
    try:
        page.goto(path.as_uri())
        wait(page, "p.frames.length > 0")
        yield page
        assert not errors, errors
        assert [url for url in asked if not url.startswith(("blob:", "data:", path.as_uri()))] == []
    finally:
        context.close()


@pytest.fixture(scope="module")
def saved(browser, server, tmp_path_factory):
    """Return the file that the Arena saves, and what the live player shows in some rounds."""
    with page_of(browser, motion="reduce") as page:
        opened(page, server, t="600")
        with page.expect_download(timeout=120_000) as found:
            from_menu(page, "Replay file").click()
        path = tmp_path_factory.mktemp("replay") / "replay.html"
        found.value.save_as(path)
        wait(page, "p.find('.notice').textContent.startsWith('replay.html is saved')")
        return path, {t: seek(page, t) for t in (0, 1, 137, 4000)}


def test_the_file_plays_from_disk_without_a_network_as_the_live_player_does(browser, saved):
    path, live = saved
    assert path.stat().st_size <= MOST_BYTES
    kernels = Kernels(FIRST)
    with from_disk(browser, path) as page:
        assert settled(page)["t"] == 600, "it opens at the round at which it was saved"
        for t, state in live.items():
            drawn = seek(page, t)
            kernels.check(drawn)
            assert meant(drawn) == meant(state)
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        assert settled(page)["t"] == 1
        page.keyboard.press("m")
        assert settled(page)["learners"][0]["right"] is False
        page.keyboard.press("g")
        assert settled(page)["eye"] == "learner"
        page.keyboard.press(" ")
        wait(page, "p.clock.playing && p.t > 20")
        page.keyboard.press(" ")
        page.keyboard.press("h")
        assert "copy the link" not in page.locator(".help").inner_text()
        page.keyboard.press("Escape")
        page.keyboard.press("p")
        wait(page, "p.root.classList.contains('present')")
        page.keyboard.press("p")
        texts = page.locator("body").inner_text()
        for absent in ("Look inside this round", "Try:", "Copy link", "Lesson link", "computing", "preparing"):
            assert absent not in texts
        assert "mean ± sd over 10 seeds" in texts
        shot(page, "replay-file")


def test_the_handles_of_the_file_are_live_and_axe_finds_nothing(browser, saved):
    path, _ = saved
    for scheme in ("light", "dark"):
        with from_disk(browser, path, scheme) as page:
            seek(page, 600)
            wait(page, "p.film.state().ready === 'ready'")
            assert not (found := violations(page)), report(found)
            before = settled(page)
            page.locator("#cspa-param").press("End")
            wait(page, "p.film.state().on && p.film.state().value === '1'")
            wait(page, "p.find('.notice').textContent.includes('go back to the values of this run')")
            moved = do(page, "p.film.shown.ratio(0, p.t, false)")
            assert moved < 0.85 < do(page, "p.run.ratio(0, 600, false)")
            assert "β = 1" in do(page, "p.find('.words').textContent")
            page.locator("#stage").get_by_role("button", name="Learner's eye").click()
            state = settled(page)
            assert (state["t"], state["eye"]) == (600, "learner"), "every button returns to the user's round, then acts"
            assert page.locator("#stage .count").inner_text() == "round 600 / 4,000"
            page.locator("#stage").get_by_role("button", name="God's eye").click()
            page.locator("#cspa-param").press("End")
            wait(page, "p.film.state().on")
            page.keyboard.press("Escape")
            do(page, "p.play()")
            do(page, "p.pause()")
            after = seek(page, 600)
            assert after["learners"] == before["learners"], "Play goes back to the run's own values"
            button_of(page, "Banditron γ=0.05").click()
            wait(page, "p.film.state().usable && p.film.name === 'gamma'")


def button_of(page, name):
    """Return the button of a learner."""
    return page.locator("#stage figure").get_by_role("button", name=name)


# Remember what is written on the film's canvas, and its picture when the recording starts.
WATCH_FILM = """() => {
    const write = CanvasRenderingContext2D.prototype.fillText, start = MediaRecorder.prototype.start;
    const capture = HTMLCanvasElement.prototype.captureStream;
    window.film = {texts: new Set()};
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        if (this.canvas.width === 1280 && this.canvas.height === 720) window.film.texts.add(text);
        return write.call(this, text, ...place);
    };
    HTMLCanvasElement.prototype.captureStream = function (rate) {
        window.film.canvas = this;
        return capture.call(this, rate);
    };
    MediaRecorder.prototype.start = function () {
        window.film.first = window.film.canvas.toDataURL();
        return start.call(this);
    };
}"""
FILMED = "() => [[...window.film.texts], window.film.first, window.film.canvas.toDataURL()]"


def test_a_film_for_slides_is_a_video_and_can_be_cancelled(browser, saved):
    path, _ = saved
    with from_disk(browser, path) as page:
        page.evaluate(WATCH_FILM)
        from_menu(page, "Film for slides…").click()
        dialog = page.locator("dialog.slides")
        dialog.get_by_label("From round").fill("0")
        dialog.get_by_label("to round").fill("60")
        dialog.get_by_label("Title").fill("Told only right or wrong")
        dialog.get_by_label("Caption").fill("A wrong guess still teaches")
        dialog.locator("[name=seconds]").fill("100")
        dialog.get_by_role("button", name="Record").click()
        assert dialog.locator(".done").inner_text() == "The film must last 2 to 60 seconds, got '100'."
        dialog.locator("[name=seconds]").fill("30")
        assert not (found := violations(page)), report(found)
        dialog.get_by_role("button", name="Record").click()
        page.wait_for_function("() => document.querySelector('dialog.slides progress').value > 0.01")
        dialog.get_by_role("button", name="Cancel").click()
        dialog.get_by_text("Cancelled: nothing was saved.").wait_for()
        dialog.locator("[name=seconds]").fill("2")
        with page.expect_download(timeout=60_000) as found:
            dialog.get_by_role("button", name="Record").click()
        assert found.value.suggested_filename == "arena-rounds-0-60.webm"
        content = found.value.path().read_bytes()
        texts, first, last = page.evaluate(FILMED)
        written = {"Told only right or wrong", "A wrong guess still teaches", "round 0 / 4,000", "round 60 / 4,000"}
        assert written <= set(texts)
        assert first != last, "the last picture shows the last round"
        page.keyboard.press("Escape")
        assert not dialog.is_visible()
    assert content[:4] == bytes.fromhex("1a45dfa3"), "WebM"
    other = browser.new_page()
    assert other.evaluate(VIDEO, list(content)) == [1280, 720, 3], "two seconds, and one of the last picture"
    other.close()


def test_hostile_names_stay_text_in_a_file(browser, tmp_path):
    result = run(experiment(rounds=40, trials=2))
    header, arrays = unpack(replay(result, references(result)))
    header.pop("version")
    ends = "</script><script>window.hacked = 3</script>"
    page_text = replay_file(pack(hostile(hostile_end(header, ends)), arrays), command=ends)
    path = tmp_path / "hostile.html"
    path.write_text(page_text, encoding="utf-8")
    with from_disk(browser, path) as page:
        settled(page)
        assert page.evaluate("window.hacked ?? null") is None
        assert page.locator("main img, main script, #tools script").count() == 0
        assert HOSTILE in page.locator("#stage").inner_text() + page.locator("#about").inner_text()
        assert ends in page.title()
        assert ends in page.locator("#about code").inner_text()


def hostile_end(header, text):
    """Return the header with the text at the end of the settings and of every class name."""
    return header | {"words": header["words"] + text, "names": [name + text for name in header["names"]]}


def test_a_run_shows_itself_in_a_sandboxed_frame_of_a_notebook(browser):
    frame = run(experiment(rounds=60, trials=2))._repr_html_()
    page, errors = browser.new_page(reduced_motion="reduce"), []
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.set_content(f"<h1>A notebook</h1>{frame}")
    inside = page.frames[1]
    inside.wait_for_function("document.querySelector('.cspa.arena')?.cspa?.frames.length > 0")
    assert inside.evaluate("document.querySelector('.cspa.arena').cspa.state().T") == 60
    assert inside.locator(".handles").is_visible() is False, "no films: no handles"
    assert errors == []
    page.close()


def test_a_damaged_file_says_so(browser, saved, tmp_path):
    path, _ = saved
    text = path.read_text(encoding="utf-8")
    start = text.index('id="contents">') + 14
    broken = tmp_path / "broken.html"
    broken.write_text(text[:start] + text[start + 4000 :], encoding="utf-8")
    page = browser.new_page()
    page.goto(broken.as_uri())
    page.get_by_text("This replay cannot be opened: the file is damaged or not complete.").wait_for()
    page.close()
