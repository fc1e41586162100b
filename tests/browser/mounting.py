"""Mount a component in an empty page without a server, by calling its linked module as Streamlit does."""

from cspa_explore.player.component import linked

# `entry` is the module's default export, `call` mounts it with data and returns its clean-up, `view` is the drawing.
SET_UP = """async ([source, data]) => {
    const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const {default: entry} = await import(url);
    const parentElement = document.createElement("div");
    parentElement.innerHTML = '<div class="cspa"></div>';
    document.body.append(parentElement);
    const ask = {setTriggerValue: () => {}, setStateValue: () => {}};
    const given = data.bytes ? Uint8Array.from(data.bytes) : data;
    const call = (label) => entry({data: label ? {...given, label} : given, parentElement, ...ask});
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const view = () => parentElement.firstChild.cspa;
    %s
}"""


def mounted(browser, entry, data, steps):
    """Mount the component with the data in a new page, run the JavaScript steps, and return their result."""
    page = browser.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        given = {"bytes": list(data)} if isinstance(data, bytes) else data
        found = page.evaluate(SET_UP % steps, [linked(f"{entry}.js"), given])
        assert not errors, errors
        return found
    finally:
        page.close()
