"""Lesson links on every page without a browser: only the widgets that a teacher chose are there."""

import pytest
from streamlit.testing.v1.element_tree import Widget

from cspa_explore.ui.controls.bound import RECEIPT
from tests.pages.conftest import opened_page

WORK = {"cancel_job", "class_again", "lab_start", "contest_start"}  # start or cancel long work: they always stay
SMALL = {"T": "200", "n": "2"}
PAGES = [
    ("arena", SMALL),
    ("arena", {"a": ""}),
    ("microscope", SMALL),
    ("beta_lab", SMALL | {"fill": "quick"}),
    ("theory", SMALL | {"u": "means"}),
    ("paper", {}),
    ("paper", {"cell": "vehicle.cspa"}),
    ("paper", {"tab": "figures", "fig": "3"}),
    ("paper", {"tab": "claims"}),
    ("paper", {"tab": "errata"}),
    ("data", {}),
    ("your_turn", {}),
    ("your_turn", {"d": "iris"}),
    ("classroom", {}),
]
OWN = {  # the widgets of the group `page`
    "beta_lab": {"w_subject", "w_fill", "w_sigmas", "w_contest"},
    "theory": {"preset_bites", "preset_vacuous", "preset_violated", "w_of", "w_stated", "w_u", "w_scale"},
    "paper": {"w_tab", "w_view"},
}


def visible(app, below=False):
    """Return the keys of the widgets in sight; styles hide the receipt, and `numbers` what stands below a drawing."""
    found = set()

    def walk(node):
        if str(getattr(node, "key", "")).startswith("below_") and not below:
            return
        if isinstance(node, Widget):
            found.add(node.key)
        for child in getattr(node, "children", {}).values():
            walk(child)

    walk(app.sidebar)
    walk(app.main)
    return found - WORK - {RECEIPT}


def components(block):
    """Return the keys of the components in a part of the page."""
    return {str(one.proto.id).rpartition("-")[2] for one in block.get("bidi_component")}


@pytest.mark.parametrize(("page", "query"), PAGES)
def test_no_widget_is_left_if_all_groups_are_hidden(page, query):
    assert visible(opened_page(page, **query)), "without a lesson there are some"
    app = opened_page(page, hide="all-but", **query)
    assert visible(app) == set()
    assert components(app.sidebar) <= {"address_bar"}


@pytest.mark.parametrize("page", OWN)
def test_the_controls_of_a_page_are_a_group(page):
    query = dict(reversed(PAGES))[page]
    assert visible(opened_page(page, hide="all-but~page", **query)) == OWN[page]
    assert visible(opened_page(page, hide="page", **query)).isdisjoint(OWN[page])


def test_downloads_and_what_starts_a_run_belong_to_their_groups():
    kept = visible(opened_page("paper", hide="all-but~numbers", cell="vehicle.cspa"), below=True)
    assert kept == {"get_candidates"}, "neither the run here nor the way into the Arena"
    assert visible(opened_page("theory", hide="page", **SMALL), below=True).isdisjoint({"run_E1", "run_E11", "run_E12"})
    assert "make_question" in visible(opened_page("arena", hide="page", **SMALL))
    assert "make_question" not in visible(opened_page("arena", hide="files", **SMALL))
