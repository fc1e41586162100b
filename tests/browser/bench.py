"""Measure and print the player's speed in a real browser: `make bench-player`.

Budgets: while the default view plays, a frame takes 20 ms (median) and 34 ms (95th percentile); a scrub is drawn within
two frames, a slider's new picture within 300 ms, a moved x in the Microscope within 150 ms, another page within 500 ms;
first motion comes within 1.5 s of opening a page with a warm cache. Rendering is in software and times depend on the
machine, so they are printed and no test asserts them.
"""

import numpy as np

from tests.browser.arena import PLAYER, do, opened, seek, wait
from tests.browser.server import browsing, page_of, serving
from tests.browser.test_beta_lab import FIND as LAB
from tests.browser.test_microscope import FIND as SCOPE

FIRST_MOTION = f"""
    const look = () => {{
        const p = {PLAYER};
        p && p.drawn.size > 1 ? (window.moved = performance.now()) : requestAnimationFrame(look);
    }};
    requestAnimationFrame(look)"""
SCRUB = """new Promise((done) => {
    const scrub = p.find('.scrub');
    let frames = 0;
    const start = performance.now();
    scrub.value = arg;
    scrub.dispatchEvent(new Event('input'));
    const look = () => { frames++; p.asked ? requestAnimationFrame(look) : done([frames, performance.now() - start]) };
    requestAnimationFrame(look);
})"""
RELEASE = """new Promise((done) => {
    const before = p.bytes, start = performance.now();
    const look = () => (p.bytes !== before && !p.asked ? done(performance.now() - start) : requestAnimationFrame(look));
    window.addEventListener('keydown', () => look(), {once: true, capture: true});
    window.ready = true;
})"""


def show(what, values, budget):
    """Print the median, 95th percentile and largest of the values beside their budget."""
    median, high = np.percentile(values, [50, 95])
    print(f"{what:<34} median {median:7.1f}   95 % {high:7.1f}   max {max(values):7.1f}   {budget}", flush=True)


def first_motion(browser, address, times=5):
    """Return the times (ms) from the start of loading to the first motion."""
    found = []
    with page_of(browser) as page:
        page.add_init_script(FIRST_MOTION)
        for _ in range(times + 1):
            page.goto(address)
            page.wait_for_function("window.moved", timeout=60_000)
            found.append(page.evaluate("window.moved"))
    return found[1:]  # the first load fills the browser's cache


def playing(page, seconds=20):
    """Play from the first round; return frame intervals (ms), drawing times (ms) and distinct rounds per second."""
    seek(page, 0)
    do(page, "(p.frames.length = 0, p.drawn.clear(), p.play())")
    page.wait_for_timeout(1000 * seconds)
    frames = np.array(do(page, "p.frames")).reshape(-1, 2)
    rounds = do(page, "p.drawn.size")
    do(page, "p.pause()")
    return frames[frames[:, 0] > 0, 0], frames[:, 1], rounds / seconds


def flying(page, seconds=5):
    """Return the same as `playing`, at 500 rounds per second."""
    seek(page, 0)
    do(page, "(p.clock.speed = 7, p.frames.length = 0, p.drawn.clear(), p.play())")
    page.wait_for_timeout(1000 * seconds)
    frames, rounds = np.array(do(page, "p.frames")).reshape(-1, 2), do(page, "p.drawn.size")
    do(page, "(p.pause(), p.clock.speed = 1)")
    return frames[frames[:, 0] > 0, 0], frames[:, 1], rounds / seconds


def scrubs(page, times=40):
    """Return (frames, ms) from the scrubber's event to the picture, for random rounds."""
    rng = np.random.default_rng(0)
    return np.array([do(page, SCRUB, int(value)) for value in rng.integers(0, 1000, times)])


def releases(page, times=8):
    """Return the ms from a key press on σ's slider to the new picture; no run is cached."""
    found = []
    for _ in range(times):
        page.locator(".st-key-w_sigma [role=slider], .st-key-w_sigma input[type=range]").first.focus()
        page.evaluate(f"() => {{ const p = {PLAYER}; window.took = {RELEASE} }}")
        page.keyboard.press("ArrowRight")
        found.append(page.evaluate("window.took"))
        page.wait_for_timeout(300)
    return found


def moves(page, times=12):
    """Return the ms from a movement of x in the Microscope to the new numbers and picture."""
    found = []
    for step in range(times):
        angle = 0.5 * step + 0.1
        page.evaluate(f"() => {SCOPE}.moveTo([Math.cos({angle}), Math.sin({angle})])")
        page.wait_for_function(f"() => {{ const s = {SCOPE}; return !s.waiting && s.shownAt > s.sent; }}")
        state = page.evaluate(f"() => {SCOPE}.state()")
        found.append(state["shownAt"] - state["sent"])
        page.wait_for_timeout(150)
    return found


def switches(page, times=4):
    """Return the ms from a click in the navigation to the drawing of the other page, which was visited before."""
    found = []
    for name in ("Microscope", "β Lab", "Arena") * (times + 1):
        view = {"Microscope": SCOPE, "β Lab": LAB, "Arena": PLAYER}[name]
        ready = {"Microscope": "v.shownAt", "β Lab": "v.graph.box && v.frames", "Arena": "v.frames.length"}[name]
        page.evaluate(
            f"""() => {{ const start = performance.now(); window.took = null;
            const look = () => {{
                const v = {view}, there = v && v.root.isConnected && {ready};
                there ? (window.took = performance.now() - start) : requestAnimationFrame(look);
            }};
            window.addEventListener('pointerup', () => setTimeout(look), {{once: true, capture: true}}); }}"""
        )
        page.get_by_role("link", name=name, exact=True).first.click()
        page.wait_for_function("window.took", timeout=60_000)
        found.append(page.evaluate("window.took"))
        page.wait_for_timeout(1000)
    return found[3:]  # the first visits load scripts


def main():
    """Measure everything and print it."""
    with serving() as address, browsing() as browser:
        with page_of(browser) as page:  # warms kernels and caches
            opened(page, address, sig="0.3")
            page.wait_for_function("!document.body.innerText.includes('Preparing the learners')", timeout=90_000)
        show("first motion after loading, ms", first_motion(browser, address), "budget 1,500")
        with page_of(browser) as page:
            opened(page, address, t="0")
            wait(page, "p.state().settled")
            for name, measure in (("default view", playing), ("500 rounds/s", flying)):
                frames, costs, rounds = measure(page)
                show(f"{name}: frame, ms", frames, "budget 20 and 34")
                show(f"{name}: of it drawing, ms", costs, "")
                print(f"{name}: distinct rounds per second {rounds:13.1f}")
            found = scrubs(page)
            show("scrub to picture, frames", found[:, 0], "budget 2")
            show("scrub to picture, ms", found[:, 1], "")
            show("slider to new picture, ms", releases(page), "budget 300")
        with page_of(browser) as page:
            page.goto(f"{address}/microscope?t=40")
            page.wait_for_function(f"() => {SCOPE}?.shownAt", timeout=60_000)
            show("Microscope, x to new numbers, ms", moves(page), "budget 150")
        with page_of(browser) as page:
            opened(page, address, t="0")
            show("another page, ms", switches(page), "budget 500")


if __name__ == "__main__":
    main()
