"""A server with an empty kernel cache: it says that kernels are being compiled, and compiles none of them itself."""

import os
import subprocess
import sys

import pytest

from tests.test_imports import ROOT

COLD = """
from streamlit.testing.v1 import AppTest
from cspa_explore.learners.kernels import compiled
from cspa_explore.ui.work.kernels import compilers

app = AppTest.from_file("app.py", default_timeout=120)
for name, value in {"d": "iris", "a": "uniform", "T": "100", "n": "2"}.items():
    app.query_params[name] = value
app.run()
print(app.get("progress")[0].proto.text)
print(app.sidebar.caption[-1].value)
while "job" in app.session_state:
    app.session_state["job"].join(5)  # a job that no page looks at stops
    app.run()
compilers().close()
print(compiled(), not app.exception, app.session_state["last_run"].result.results[0].learner)
"""


@pytest.mark.slow
def test_a_run_on_a_cold_server_waits_for_a_helper(tmp_path):
    cold = os.environ | {"CSPA_EXPLORE_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", COLD], cwd=ROOT, env=cold, capture_output=True, text=True)
    bar, notice, end = done.stdout.splitlines()
    assert bar == "Preparing the learners (compiling, once per machine)…"
    assert notice.startswith("Preparing the learners… ")
    assert end == "0 True uniform", done.stderr
