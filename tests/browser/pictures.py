"""Make the README's pictures from the running app: `make pictures`."""

from io import BytesIO

import numpy as np
from PIL import Image

from tests.browser.arena import opened, seek, settled, wait
from tests.browser.server import ROOT, browsing, page_of, serving
from tests.browser.test_beta_lab import FIND as LAB
from tests.browser.test_beta_lab import decided
from tests.browser.test_microscope import FIND as SCOPE
from tests.browser.test_paper import shown as dots
from tests.browser.test_theory import FIND as THEORY
from tests.browser.test_theory import shown

TARGET = ROOT / "data" / "pictures"
FRAME, LAST = 110, 2500  # ms per frame, ms of the last frame
COLOURS = 96


def rounds(T):
    """Return the rounds of the animation: every round at first, then in growing steps."""
    return [*range(16), *np.unique(np.geomspace(16, T, 44).astype(int)).tolist()]


def still(page, name):
    """Save a screenshot of the page, in few colours."""
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    picture.save(TARGET / f"{name}.png", optimize=True)


def animated(page, name):
    """Save an animation of the Arena's run."""
    T = settled(page)["T"]
    box, end = (page.locator(f".st-key-player {part}").first.bounding_box() for part in (".cspa", ".sentence"))
    clip = {"x": box["x"] - 8, "y": box["y"] - 4, "width": box["width"] + 16, "height": end["y"] - box["y"]}
    frames = []
    for t in rounds(T):
        seek(page, t)
        frames.append(Image.open(BytesIO(page.screenshot(clip=clip))).convert("RGB"))
    palette = frames[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    shown = [FRAME] * len(others) + [LAST]
    first.save(TARGET / f"{name}.gif", save_all=True, append_images=others, duration=shown, loop=0, optimize=True)


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    with serving() as address, browsing() as browser:
        with page_of(browser, width=1280, height=800) as page:
            opened(page, address, t="600")
            wait(page, "p.film.state().ready === 'ready'", timeout=180_000)
            page.wait_for_function("!document.body.innerText.includes('Preparing the learners')", timeout=180_000)
            still(page, "arena")
        with page_of(browser, width=1300, height=960) as page:
            opened(page, address, t="0")
            wait(page, "p.film.state().ready === 'ready'", timeout=180_000)
            animated(page, "arena")
        with page_of(browser, width=1200, height=900) as page:
            page.goto(f"{address}/microscope?t=8")
            page.wait_for_function(f"() => {SCOPE}?.shownAt", timeout=60_000)
            page.wait_for_timeout(1500)
            still(page, "microscope")
        with page_of(browser, width=1300, height=940) as page:
            page.goto(f"{address}/beta_lab")
            decided(page)
            page.wait_for_timeout(1000)
            page.wait_for_function(f"() => !{LAB}.state().playing", timeout=30_000)
            still(page, "beta_lab")
        with page_of(browser, width=1280, height=960) as page:
            page.goto(f"{address}/theory?d=gaussians3&sig=0.0001&seed=7&a=cspa(beta=0.485)")
            shown(page)
            page.wait_for_function(f"() => !{THEORY}.playing", timeout=30_000)
            still(page, "theory")
        with page_of(browser, width=1280, height=800) as page:
            page.goto(f"{address}/paper")
            dots(page)
            still(page, "paper")
    for path in sorted(TARGET.iterdir()):
        print(f"written: {path.relative_to(ROOT)}, {path.stat().st_size / 2**20:.2f} MB")
