"""Provides a loop, whose turns the test runs, or which runs in its thread."""

from collections.abc import Iterator

import pytest

from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop


@pytest.fixture
def loop() -> Iterator[Loop]:
    """Returns a loop whose turns the test runs."""
    loop = Loop(ServiceThreads())
    yield loop
    loop.stop()


@pytest.fixture
def running(loop: Loop) -> Loop:
    """Returns the loop, which runs in its thread."""
    loop.start()
    return loop
