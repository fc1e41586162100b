"""Make the README's picture from the running app: `make pictures`."""

from tests.browser.arena import opened, settled
from tests.browser.server import ROOT, browsing, page_of, serving

if __name__ == "__main__":
    target = ROOT / "data" / "pictures" / "arena.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    with serving() as address, browsing() as browser, page_of(browser, width=1200, height=780) as page:
        opened(page, address, t="600")
        settled(page)
        page.wait_for_function("!document.body.innerText.includes('Preparing the fast path')", timeout=90_000)
        page.screenshot(path=target)
    print(f"written: {target.relative_to(ROOT)}")
