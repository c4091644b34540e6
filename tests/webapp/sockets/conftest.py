"""Provides a separate server for each test that changes more than some games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.conftest import LiveServer
from tests.webapp.fakes import FakeEngine


@pytest.fixture
def server(start_server: Callable[..., LiveServer]) -> LiveServer:
    return start_server(engine=FakeEngine)
