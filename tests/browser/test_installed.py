"""The installed package contains the dashboard, which starts from any folder and shows the first run."""

import os
import socket
import subprocess
import sys
import zipfile

import pytest

from tests.browser.server import ROOT, page_of, wait_for_server

pytestmark = pytest.mark.browser


def test_the_installed_dashboard_starts_from_any_folder(browser, tmp_path):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    source = tmp_path / "source"
    subprocess.run(["git", "checkout-index", "-a", f"--prefix={source}/"], cwd=ROOT, check=True)
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(source)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"cspa_explore/dashboard/app.py", "cspa_explore/dashboard/pages/arena.py"} <= set(names)
    assert "cspa_explore/dashboard/.streamlit/config.toml" in names
    place, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    subprocess.run([*pip, "install", "--no-deps", "--target", str(place), str(wheel)], check=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "cspa_explore", "dashboard", "--port", str(port), "--headless"]
    process = subprocess.Popen(
        [*command, "--address", "127.0.0.1"], cwd=elsewhere, env=os.environ | {"PYTHONPATH": str(place)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        wait_for_server(process, f"http://127.0.0.1:{port}")
        with page_of(browser) as page:
            page.goto(f"http://127.0.0.1:{port}/")
            page.get_by_text("Right proposals after 4,000 rounds").wait_for(timeout=60_000)
            page.get_by_role("link", name="β Lab").click()
            page.get_by_role("heading", name="Which β should I use?").wait_for(timeout=60_000)
    finally:
        process.terminate()
        process.wait(10)
