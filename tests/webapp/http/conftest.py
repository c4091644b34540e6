"""Provides one server and one browser without a screen for all tests of the pages."""

import pytest
from flask.testing import FlaskClient

from tests.conftest import LiveServer


@pytest.fixture
def server(shared_server: LiveServer) -> LiveServer:
    return shared_server


@pytest.fixture
def browser(shared_server: LiveServer) -> FlaskClient:
    return shared_server.app.test_client()
