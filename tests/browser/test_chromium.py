"""Finding or installing a browser; if neither works, the message says what to type."""

import os
import subprocess
import sys

import pytest

from tests.browser.chromium import BY_HAND
from tests.browser.server import ROOT

root = pytest.mark.skipif(os.geteuid() != 0, reason="apt-get is tried by root only")


def get(tmp_path, **programs):
    """Run the module with only these programs on the PATH; Playwright's download fails."""
    for name, lines in programs.items():
        path = tmp_path / name.replace("_", "-")
        path.write_text("#!/bin/sh\n" + lines)
        path.chmod(0o755)
    nowhere = {
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "none"),
        "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9",
    }
    return subprocess.run(
        [sys.executable, "-m", "tests.browser.chromium"],
        cwd=ROOT,
        env=os.environ | {"PATH": str(tmp_path)} | nowhere,
        capture_output=True,
        text=True,
    )


def test_a_browser_that_is_there_is_used(tmp_path):
    done = get(tmp_path, google_chrome="")
    assert done.returncode == 0
    assert done.stdout == f"Browser for the tests: {tmp_path}/google-chrome\n"


@root
@pytest.mark.parametrize("there", [{}, {"google_chrome": ""}])
def test_root_installs_debians_headless_shell(tmp_path, there):
    shell = tmp_path / "chromium-headless-shell"
    made = f'case "$*" in *install*shell) : > {shell}; /bin/chmod +x {shell};; esac\n'
    done = get(tmp_path, apt_get=made, **there)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"Installing Debian's chromium-headless-shell.\nBrowser for the tests: {shell}\n"


@root
@pytest.mark.parametrize(("there", "used"), [({}, "chromium"), ({"google_chrome": ""}, "google-chrome")])
def test_without_a_headless_shell_another_browser_serves(tmp_path, there, used):
    made = f"""case "$*" in *install*shell) echo 'E: unknown package' >&2; exit 100;;
        *install*) : > {tmp_path}/chromium; /bin/chmod +x {tmp_path}/chromium;; esac\n"""
    done = get(tmp_path, apt_get=made, **there)
    assert done.returncode == 0, done.stderr
    assert "That did not work: E: unknown package" in done.stdout
    assert done.stdout.endswith(f"Browser for the tests: {tmp_path}/{used}\n")


@pytest.mark.slow
@root
def test_when_nothing_works_it_says_what_to_type(tmp_path):
    done = get(tmp_path, apt_get="echo 'E: no network' >&2; exit 100\n")
    assert done.returncode == 1
    assert "That did not work: E: no network" in done.stdout
    assert done.stderr.strip() == BY_HAND
