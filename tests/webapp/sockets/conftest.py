"""Provides a separate server for each test that changes more than some games."""

import pytest

from tests.conftest import LiveServer, StartServer
from tests.webapp.fakes import FakeEngine


@pytest.fixture
def server(start_server: StartServer) -> LiveServer:
    return start_server(engine=FakeEngine)
