"""Streamlit's clean-up of an older call may come after a newer call: the picture must live on."""

import pytest

from cspa_explore.player.component import linked
from cspa_explore.ui import lab
from cspa_explore.ui.settings import Settings

pytestmark = pytest.mark.browser

LATE = """async ([source, data]) => {
    const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const {default: entry} = await import(url);
    const parentElement = document.createElement("div");
    parentElement.innerHTML = '<div class="cspa"></div>';
    document.body.append(parentElement);
    const call = (values) => entry({data: {...data, values}, parentElement, setTriggerValue: () => {}});
    const first = call(data.values), second = call(data.values);
    first(); // late
    await new Promise((done) => setTimeout(done, 900));
    const alive = !parentElement.firstChild.cspa.off.signal.aborted;
    second();
    await new Promise((done) => setTimeout(done, 900));
    return [alive, parentElement.firstChild.cspa.off.signal.aborted];
}"""


def test_only_the_latest_calls_clean_up_ends_a_picture(browser):
    page = browser.new_page()
    data = lab.picture(lab.plan_of(Settings(rounds=50), "cspa", "quick"), None)
    assert page.evaluate(LATE, [linked("lab.js"), data]) == [True, True]
    page.close()
