"""Functions that operate the Arena's player in a browser, and read its state."""

import json
from urllib.parse import urlencode

from playwright.sync_api import Error

from tests.browser.server import ROOT

SHOTS = ROOT / ".screenshots"
HOST = "document.querySelector('.st-key-player [data-testid=stBidiComponentIsolated]')"
PLAYER = f"({HOST}?.shadowRoot ?? document).querySelector('.cspa.arena')?.cspa"  # in a replay file, without a host


def opened(page, address, **query):
    """Open the Arena and wait until the player has drawn."""
    page.goto(f"{address}/?{urlencode(query)}" if query else address)
    wait(page, "p.frames.length > 0")
    return page


def wait(page, condition, arg=None, timeout=30_000):
    """Wait until the JavaScript condition holds for the player p."""
    page.wait_for_function(f"arg => {{ const p = {PLAYER}; return p && ({condition}) }}", arg=arg, timeout=timeout)


def do(page, code, arg=None):
    """Return the value of the JavaScript expression, in which p is the player."""
    return page.evaluate(f"arg => {{ const p = {PLAYER}; return {code} }}", arg)


def settled(page):
    """Return the drawn state, once the player has settled."""
    wait(page, "p.state().settled && !p.step")
    return do(page, "p.state()")


def seek(page, t):
    """Move the playhead to the round; return the drawn state."""
    do(page, "p.seek(arg)", t)
    return settled(page)


def played(page, words):
    """Wait for the run whose description contains the words; return the drawn state."""
    wait(page, "p.run.words.includes(arg)", words)
    return settled(page)


def button(page, name):
    """Return the player's button of this name."""
    return page.locator(".st-key-player").get_by_role("button", name=name, exact=True)


def tool(page, name):
    """Return the button of this name at the top right of the page."""
    return page.locator(".st-key-page_tools").get_by_role("button", name=name, exact=True)


def from_menu(page, name):
    """Open the player's menu and return its item of this name."""
    do(page, "(p.find('.menu').open = true)")
    return page.locator(".cspa.arena .menu .items").get_by_text(name, exact=True)


def wait_for_rows(page, *names):
    """Wait until the sidebar lists these learners."""
    page.wait_for_function(
        """names => {
            const host = document.querySelector('.st-key-learner_list [data-testid=stBidiComponentIsolated]');
            const found = [...host?.shadowRoot?.querySelectorAll('li:not([hidden]) span') ?? []];
            return JSON.stringify(found.map((el) => el.textContent)) === names;
        }""",
        arg=json.dumps(names, ensure_ascii=False, separators=(",", ":")),
    )


def pixels(page):
    """Return the pixels of all canvases, as data URLs."""
    return do(page, "[...p.root.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())")


def shot(page, name, full=False):
    """Save a screenshot for inspection; ask again if Chromium refuses one, as it does once in hundreds."""
    SHOTS.mkdir(exist_ok=True)
    path = SHOTS / f"{name}.png"
    try:
        page.screenshot(path=path, full_page=full)
    except Error as error:
        if "Unable to capture screenshot" not in str(error):
            raise
        page.screenshot(path=path, full_page=full)


def labels_apart(labels):
    """Check that no label covers another."""
    for i, one in enumerate(labels):
        for other in labels[:i]:
            across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
            down = one["y"] < other["y"] + other["height"] - 0.01 and other["y"] < one["y"] + one["height"] - 0.01
            assert not (across and down), (one, other)
