"""The desk: what a browser may ask without a script run, by the ticket of its session."""

import gc

import pytest
from starlette.requests import Request
from streamlit import config

from cspa_explore.ui import server
from cspa_explore.ui.session.desk import Desk, desks


@pytest.fixture
def desk():
    found = Desk()
    desks()[found.ticket] = found
    return found


def ask(ticket, name, query=b""):
    """Return the server's response."""
    path = {"ticket": ticket, "name": name}
    return server.ask(
        Request({"type": "http", "method": "GET", "path_params": path, "query_string": query, "headers": []})
    )


def test_the_query_is_passed_on_and_the_answer_is_never_cached(desk):
    desk.serve("film", lambda query: f"{query['place']} {query.get('param')}".encode())
    found = ask(desk.ticket, "film", b"place=1")
    assert (found.status_code, found.body) == (200, b"1 None")
    assert found.headers["cache-control"] == "no-store"


def test_the_latest_page_answers(desk):
    for number in (b"1", b"2"):
        desk.serve("film", lambda query, number=number: number)
    assert ask(desk.ticket, "film").body == b"2"


@pytest.mark.parametrize("name", ["other", "", "film/"])
def test_what_is_not_served_has_no_content(desk, name):
    desk.serve("film", lambda query: b"secret")
    for ticket in (desk.ticket, "wrong", ""):
        assert ask(ticket, name).status_code == 204
    assert ask("wrong", "film").body == b""


def test_a_desk_goes_with_its_session():
    desk = Desk()
    desks()[desk.ticket] = desk
    ticket = desk.ticket
    del desk
    gc.collect()
    assert ticket not in desks()
    assert ask(ticket, "film").status_code == 204


def test_tickets_differ_and_are_long():
    tickets = {Desk().ticket for _ in range(100)}
    assert len(tickets) == 100
    assert min(map(len, tickets)) >= 20


def test_addresses_lie_under_the_servers_base_path():
    before = config.get_option("server.baseUrlPath")
    try:
        for base, wanted in (("", "/ask/t/n"), ("/class/", "/class/ask/t/n")):
            config.set_option("server.baseUrlPath", base)
            assert server.routes(["microscope"])[-1].url_path_for("ask", ticket="t", name="n") == wanted
    finally:
        config.set_option("server.baseUrlPath", before)
