"""Provides the server as it comes, and checks that the shared server holds nothing for the clients of a past test."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.conftest import LiveServer
from tests.server import serving


@pytest.fixture(autouse=True)
def _nothing_is_held(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "shared_server" in request.fixturenames:
        request.getfixturevalue("shared_server").check_that_nothing_is_held()


@pytest.fixture
def server(shared_server: LiveServer) -> LiveServer:
    """Returns the one server of a worker, for tests that change nothing but their own games."""
    return shared_server


@pytest.fixture
def browser(shared_server: LiveServer) -> FlaskClient:
    """Returns a browser without a screen at the shared server."""
    return shared_server.app.test_client()


@pytest.fixture(scope="session")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Starts the server by its command, as it comes, and returns the address."""
    with serving(tmp_path_factory.mktemp("usual")) as (_, url):
        yield url
