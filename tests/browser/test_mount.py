"""Streamlit's calls and clean-ups may come in another order than their data: the newest picture must live on."""

import pytest

from cspa_explore.player.component import linked
from cspa_explore.ui.lab.picture import picture
from cspa_explore.ui.lab.plan import plan_of
from tests.sample_experiments import experiment

pytestmark = pytest.mark.browser

SET_UP = """async ([source, data]) => {
    const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const {default: entry} = await import(url);
    const parentElement = document.createElement("div");
    parentElement.innerHTML = '<div class="cspa"></div>';
    document.body.append(parentElement);
    const call = (label) => entry({data: {...data, label}, parentElement, setTriggerValue: () => {}});
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const view = () => parentElement.firstChild.cspa;
    %s
}"""
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
    page = browser.new_page()
    try:
        data = picture(plan_of(experiment(rounds=50), "cspa", "quick"), None)
        return page.evaluate(SET_UP % steps, [linked("lab.js"), data])
    finally:
        page.close()


def test_only_the_latest_calls_clean_up_ends_a_picture(browser):
    assert run(browser, LATE_CLEAN_UP) == ["new", False, True]


def test_an_older_call_that_comes_late_changes_nothing(browser):
    assert run(browser, LATE_CALL) == ["new", False]
