"""Find a Chrome or Chromium for the browser tests, or install one: `python -m tests.browser.chromium`.

Chromium's headless shell is preferred: it is the same engine without the browser's own windows, and needs half the
processor time. Root installs Debian's package of it; another installed browser serves as well. If there is none and
Debian's package cannot be had, Playwright downloads its own Chromium into the user's cache.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/snap/bin/chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BY_HAND = "No Chromium was found and none could be installed: type 'sudo apt-get install chromium'."


def find() -> str | None:
    """Return the path of a browser, or None."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return next((place for place in (*PLACES, _playwrights_own()) if place and Path(place).exists()), None)


def get() -> str | None:
    """Return the path of a browser, or None; install the headless shell, or any Chromium if there is none."""
    path = find()
    if path and (shutil.which(SHELL) or not _may_apt()):
        return path
    ways = [("Playwright's Chromium", [[sys.executable, "-m", "playwright", "install", "chromium"]])]
    if _may_apt():
        packages = (SHELL, "chromium")
        apt = [(f"Debian's {p}", [["apt-get", "update", "-q"], ["apt-get", "install", "-qy", p]]) for p in packages]
        ways = apt[:1] if path else apt + ways
    for what, commands in ways:
        print(f"Installing {what}.", flush=True)
        for command in commands:
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode == 0 and (path := find()):
            return path
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        reason = next((line for line in lines if "error" in line.lower()), lines[-1])
        print(f"That did not work: {reason.strip()}", flush=True)
    return path


def _may_apt() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


if __name__ == "__main__":
    path = get()
    if path is None:
        sys.exit(BY_HAND)
    print(f"Browser for the tests: {path}")
