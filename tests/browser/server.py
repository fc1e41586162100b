"""A real server on a free port, and a real browser that opens its pages."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def serving(**environment):
    """Start `streamlit run app.py`; yield its address; stop it afterwards."""
    with started(**environment) as (address, _):
        yield address


@contextmanager
def started(**environment):
    """Start `streamlit run app.py`; yield its address and its process id; stop it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    options = ["--server.headless", "true", "--server.address", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, *options],
        cwd=ROOT,
        env={"CSPA_EXPLORE_RESULTS": "off"} | os.environ | environment,  # benchmarks and pictures compute everything
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        wait_for_server(process, address)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait(10)


def wait_for_server(process, address, seconds=60):
    """Wait until the server answers; fail with its output if it ends."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise AssertionError(f"the server ended: {process.stdout.read()}")
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not answer")


@contextmanager
def browsing():
    """Yield a browser; close it afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@cache
def _context(browser, touch):
    return browser.new_context(has_touch=touch)


@contextmanager
def page_of(browser, width=1280, height=800, scheme="light", motion="no-preference", new_here=False, touch=False):
    """Yield a page; afterwards fail on any console error, exception box or request to another host.

    Pages share a context, so that the browser loads Streamlit's own files once; nothing else outlasts a page.
    `new_here`: the browser has not yet declined the guide, so it is offered. `touch`: the screen can be tapped.
    """
    context = _context(browser, touch)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion=motion)
    if not new_here:
        page.add_init_script("try { localStorage.setItem('cspa-guide', '1'); } catch {}")
    errors, hosts = [], set()
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.on("request", lambda r: hosts.add(r.url.split("/")[2].split(":")[0]) if "://" in r.url else None)
    try:
        yield page
        assert page.locator("[data-testid=stException]").count() == 0
        assert not errors, errors
        assert hosts == {"127.0.0.1"}, hosts
    finally:
        page.evaluate("() => { try { localStorage.clear(); } catch {} }")
        context.clear_permissions()
        page.close()
