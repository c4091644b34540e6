"""Provides one server and one browser without a screen for all tests of the pages."""

import pytest

from tests.conftest import LiveServer


@pytest.fixture
def server(shared_server: LiveServer) -> LiveServer:
    return shared_server
