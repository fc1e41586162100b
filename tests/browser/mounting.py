"""Mount a component in an empty page without a server, by calling its linked module as Streamlit does."""

from contextlib import contextmanager

from cspa_explore.player.component import linked

# `entry` is the module's default export, `call` mounts it with the data, in `root`; `frame` waits for a drawn frame.
SET_UP = """async ([source, data]) => {
    const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const {default: entry} = await import(url);
    const parentElement = document.createElement("div");
    parentElement.innerHTML = '<div class="cspa"></div>';
    document.body.append(parentElement);
    const ask = {setTriggerValue: () => {}, setStateValue: () => {}};
    const given = data.bytes ? Uint8Array.from(data.bytes) : data;
    const call = () => entry({data: given, parentElement, ...ask});
    const root = parentElement.firstChild, frame = () => new Promise(requestAnimationFrame);
    %s
}"""


@contextmanager
def empty_page(browser):
    """Yield an empty page whose address leads to no server; afterwards fail on any error."""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(status=404))
    page.route("**/empty", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto("http://127.0.0.1/empty")
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        yield page
        assert not errors, errors
    finally:
        page.close()


def mounted(page, entry, data, steps):
    """Mount the component with the data in the page, run the JavaScript steps, and return their result."""
    given = {"bytes": list(data)} if isinstance(data, bytes) else data
    return page.evaluate(SET_UP % steps, [linked(f"{entry}.js"), given])
