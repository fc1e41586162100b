"""Measure and print the player's speed in a real browser: `make bench-player`.

Budgets: while the default view plays, a frame takes 20 ms (median) and 34 ms (95th percentile); a scrub is drawn within
two frames, a slider's new picture within 300 ms, a moved x in the Microscope within 150 ms, another page within 500 ms;
first motion comes within 1 s of opening a page with a warm cache. While a handle is dragged, the picture of an event
is drawn within 17 ms (median) and 34 ms (95th percentile); the film of the parameter is ready 1 s after a page was
opened, that of parameter × σ after 4 s; replay and film have at most 1 MB. The β Lab shows its default decision within
0.7 s of a click on its link, the paper's four learners on Pendigits within 2 s, MNIST's first version within 5 s. The
Theory page shows its verdict within 1.5 s of being opened. The image of a round that did not travel with the replay is
drawn within 150 ms of pausing there; Your turn answers a key within 100 ms.
Rendering is in software and times depend on the machine, so they are printed and no test asserts them.
"""

import time

import numpy as np

from cspa_explore.ui.work.job import FORGOTTEN
from tests.browser.arena import PLAYER, do, opened, seek, wait
from tests.browser.server import browsing, page_of, serving
from tests.browser.test_beta_lab import FIND as LAB
from tests.browser.test_microscope import FIND as SCOPE
from tests.browser.test_theory import FIND as THEORY
from tests.browser.test_your_turn import VIEW as TURN

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
DRAG = """new Promise((done) => {
    const input = p.film.handles[arg[0]].input, start = performance.now();
    input.value = arg[1];
    input.dispatchEvent(new Event('input'));
    const look = () => (p.asked ? requestAnimationFrame(look) : done(performance.now() - start));
    requestAnimationFrame(look);
})"""
LET_GO = """new Promise((done) => {
    const before = p.bytes, start = performance.now(), {input} = p.film.handles.param;
    input.value = arg;
    input.dispatchEvent(new Event('input'));
    input.dispatchEvent(new Event('change'));
    const there = () => p.bytes !== before && !p.film.on && !p.asked;
    const look = () => (there() ? done(performance.now() - start) : requestAnimationFrame(look));
    look();
})"""
PAUSE_AT = """new Promise((done) => {
    const start = performance.now(), there = () => p.instance.state().exact;
    p.seek(arg);
    const look = () => (there() ? done(performance.now() - start) : requestAnimationFrame(look));
    requestAnimationFrame(look);
})"""
FILM_TIMES = f"""
    window.film = {{}};
    const watch = () => {{
        const p = {PLAYER}, state = p?.film?.film?.state, now = performance.now();
        if (p?.film && p.run && p.film.usable) window.film[state] ??= now;
        if (!window.film.ready) requestAnimationFrame(watch);
    }};
    requestAnimationFrame(watch)"""
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


def first_verdict(browser, address, times=5):
    """Return the times (ms) from the start of loading the Theory page to its first picture."""
    told = "window.told = performance.now()"
    look = f"const look = () => {THEORY}?.frames ? ({told}) : requestAnimationFrame(look); look()"
    with page_of(browser, motion="reduce") as page:
        page.add_init_script(look)
        found = []
        for _ in range(times + 1):
            page.goto(f"{address}/theory")
            page.wait_for_function("window.told", timeout=60_000)
            found.append(page.evaluate("window.told"))
    return found[1:]  # the first load fills the caches


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
    """Return the ms from a key press on σ's input to the new picture; no run is cached."""
    found = []
    for _ in range(times):
        page.locator(".st-key-w_sigma input").first.focus()
        page.evaluate(f"() => {{ const p = {PLAYER}; window.took = {RELEASE} }}")
        page.keyboard.press("ArrowUp")
        found.append(page.evaluate("window.took"))
        page.wait_for_timeout(300)
    return found


def drags(page, handle, times=60):
    """Return the ms from an input event of a handle to its picture, for random places."""
    rng = np.random.default_rng(0)
    page.wait_for_timeout(300)
    return [do(page, DRAG, [handle, int(value)]) for value in rng.integers(0, 10_000, times)]


def lettings_go(page, times=8):
    """Return the ms from the release of β's handle to the exact picture; no run is cached."""
    found = []
    for step in range(times):
        found.append(do(page, LET_GO, 500 + 1000 * step))
        page.wait_for_timeout(300)
    return found


def film_times(browser, address, seeds=range(101, 106)):
    """Return the ms from opening a page until the film of the parameter, and of parameter and σ, is there."""
    found = []
    with page_of(browser) as page:
        page.goto(address)
        wait(page, "p.film.usable")  # the browser's cache is filled
        page.add_init_script(FILM_TIMES)
        for seed in seeds:
            page.goto(f"{address}/?seed={seed}")
            page.wait_for_function("window.film.ready", timeout=60_000)
            both = page.evaluate("[window.film.row ?? window.film.ready, window.film.ready]")
            found.append([*both, page.evaluate(f"() => {PLAYER}.bytes.length + {PLAYER}.film.size")])
    return np.array(found)


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


def images(browser, address, times=12):
    """Return the ms from pausing at a round of MNIST whose image is not here until it is drawn."""
    found = []
    with page_of(browser) as page:
        opened(page, address, d="mnist", n="1", T="3000", t="5")
        wait(page, "!p.clock.playing && p.instance.state().exact")
        for t in np.random.default_rng(0).integers(1000, 3000, 2 * times).tolist():
            if not do(page, "p.run.pictures.isComplete(arg)", t) and len(found) < times:
                found.append(do(page, PAUSE_AT, t))
    return found


def answers(browser, address, times=19):
    """Return the ms from a proposal in Your turn to the server's answer."""
    found = []
    with page_of(browser, motion="reduce") as page:
        page.goto(f"{address}/your_turn?turns=20")
        for t in range(times):
            page.wait_for_function(f"t => {{ const v = {TURN}; return v?.listens && v.run.t === t + 1 }}", arg=t)
            page.keyboard.press("1")
            page.wait_for_function(f"t => {TURN}.run.keys.length === t + 1", arg=t)
            found.append(page.evaluate(f"() => {TURN}.took"))
    return found


def labs(browser, address, query, ready, seeds=range(201, 206), rest=0.0):
    """Return the ms from a click on "β Lab" until the condition holds for the Lab v; no result is cached.

    `rest` is the number of seconds between two pages: the work of a closed one goes on for a while.
    """
    found = []
    for seed in seeds:
        with page_of(browser) as page:
            opened(page, address, t="0", seed=str(seed), **query)
            page.wait_for_timeout(1500)
            page.evaluate(LAB_TIME % (LAB, ready))
            page.get_by_role("link", name="β Lab", exact=True).first.click()
            page.wait_for_function("window.took", timeout=90_000)
            found.append(page.evaluate("window.took"))
        time.sleep(rest)
    return found[1:]  # the first one loads kernels and data


LAB_TIME = """() => {
    window.took = null;
    const there = () => { const v = %s; return v && v.frames && %s };
    const done = (start) => { window.took = performance.now() - start };
    const look = (start) => (there() ? done(start) : requestAnimationFrame(() => look(start)));
    window.addEventListener('pointerup', () => look(performance.now()), {once: true, capture: true});
}"""
CARD = "v.data.card && !v.data.card.provisional"
LEARNERS = "v.data.contest.note.includes(' × ')"


def decisions(browser, address):
    """Print how long the β Lab takes to its decisions."""
    show("β Lab, default card, ms", labs(browser, address, {}, CARD), "budget 700")
    pendigits = {"d": "pendigits"}
    show("β Lab, Pendigits, card, ms", labs(browser, address, pendigits, CARD, range(301, 305)), "")
    times = labs(browser, address, pendigits, LEARNERS, range(311, 315))
    show("β Lab, Pendigits, 4 learners, ms", times, "budget 2,000")
    mnist = {"d": "mnist", "T": "60000"}
    times = labs(browser, address, mnist, "v.data.film", range(401, 407), rest=FORGOTTEN + 1)
    show("β Lab, MNIST, first card, ms", times, "budget 5,000")


def main():
    """Measure everything and print it."""
    with serving() as address, browsing() as browser:
        with page_of(browser) as page:  # warms kernels and caches
            opened(page, address, sig="0.3")
            page.wait_for_function("!document.body.innerText.includes('Preparing the learners')", timeout=90_000)
        show("first motion after loading, ms", first_motion(browser, address), "budget 1,000")
        show("Theory, first verdict, ms", first_verdict(browser, address), "budget 1,500")
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
            opened(page, address, t="600", seed="77")
            wait(page, "p.film.state().ready === 'ready'")
            show("drag β to picture, ms", drags(page, "param"), "budget 17 and 34")
            show("drag σ to picture, ms", drags(page, "sigma"), "budget 17 and 34")
            do(page, "p.film.leave()")
            show("handle's release to exact, ms", lettings_go(page), "goal 150")
        times = film_times(browser, address)
        show("film of the parameter, ms", times[:, 0], "budget 1,000")
        show("film of parameter × σ, ms", times[:, 1], "budget 4,000")
        show("replay and film, kB", times[:, 2] / 1000, "budget 1,000")
        with page_of(browser) as page:
            page.goto(f"{address}/microscope?t=40")
            page.wait_for_function(f"() => {SCOPE}?.shownAt", timeout=60_000)
            show("Microscope, x to new numbers, ms", moves(page), "budget 150")
        with page_of(browser) as page:
            opened(page, address, t="0")
            show("another page, ms", switches(page), "budget 500")
        show("image after pausing, ms", images(browser, address), "budget 150")
        show("Your turn, key to answer, ms", answers(browser, address), "budget 100")
        decisions(browser, address)


if __name__ == "__main__":
    main()
