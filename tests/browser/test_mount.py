"""Streamlit may call a component or its clean-up out of order: the newest picture must survive."""

import pytest

from cspa_explore.ui.lab.picture import picture
from cspa_explore.ui.lab.plan import plan_of
from tests.browser.mounting import mounted
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser

LATE_CLEAN_UP = """
    const first = call("old");
    await wait(50);
    const second = call("new");
    await wait(50);
    first();
    await wait(900);
    const during = [view().data.label, view().off.signal.aborted];
    second();
    await wait(900);
    return [...during, view().off.signal.aborted];
"""
LATE_CALL = """
    call("new");
    await Promise.resolve(call("old")).then((cleanUp) => cleanUp());
    await wait(900);
    return [view().data.label, view().off.signal.aborted];
"""


def run(browser, steps):
    data = picture(plan_of(experiment(rounds=50), "cspa", "quick"), None)
    data["waits"] = {"card": "Nothing yet.", "contest": "Nothing yet."}
    return mounted(browser, "lab", data, steps)


def test_only_the_latest_calls_clean_up_ends_a_picture(browser):
    assert run(browser, LATE_CLEAN_UP) == ["new", False, True]


def test_an_older_call_that_comes_late_changes_nothing(browser):
    assert run(browser, LATE_CALL) == ["new", False]
