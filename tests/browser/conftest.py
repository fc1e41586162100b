"""One server and one browser for all browser tests."""

import pytest

from tests.browser.server import browsing, serving


@pytest.fixture(scope="session")
def browser():
    with browsing() as running:
        yield running


@pytest.fixture(scope="session")
def server():
    with serving() as address:
        yield address
