"""Checks after each test that the shared server holds nothing for the clients of the test."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _nothing_is_held(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "shared_server" in request.fixturenames:
        request.getfixturevalue("shared_server").check_that_nothing_is_held()
