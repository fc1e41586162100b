"""Waiting for an event of the page (drawn frames, the script, the address), never for a length of time."""


def frames(page, count=3):
    """Wait until the browser has drawn `count` frames."""
    page.evaluate(
        """count => new Promise((done) => {
            const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
            next();
        })""",
        count,
    )


def rests(page):
    """Wait until the page's script has ended and what it sent is drawn."""
    page.wait_for_selector("[data-test-script-state=notRunning]")
    frames(page)


def says(page, **wanted):
    """Wait until the address has these parameters; None: the parameter is absent."""
    for name, value in wanted.items():
        page.wait_for_function(
            "([name, value]) => new URLSearchParams(location.search).get(name) === value", arg=[name, value]
        )


def still(locator):
    """Wait until the element's transitions have ended."""
    locator.evaluate("element => Promise.all(element.getAnimations().map((animation) => animation.finished))")


def resting_box(locator):
    """Wait until the element has stayed in place for some frames; return its bounding box."""
    locator.evaluate(
        """(element) => new Promise((done) => {
            let before = "", same = 0;
            const look = () => {
                const now = JSON.stringify(element.getBoundingClientRect());
                same = now === before ? same + 1 : 0;
                before = now;
                same < 12 ? requestAnimationFrame(look) : done();
            };
            look();
        })"""
    )
    return locator.bounding_box()
