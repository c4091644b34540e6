"""Tests that a flood of refusals is one line a minute, with the number of those left out."""

import logging

import pytest

from tests.webapp.fakes import FakeTimers
from webapp.common.seldom import EVERY, Seldom


def test_each_kind_of_line_comes_at_most_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeTimers()
    seldom = Seldom(logging.getLogger("test"), clock.now)
    for number in range(5):
        seldom.warning("refused: %d", number)
        seldom.warning("another")
    clock.advance(EVERY)
    seldom.warning("refused: %d", 5)
    assert [record.getMessage() for record in caplog.records] == [
        "refused: 0",
        "another",
        "refused: 5 (and 4 more since the last line)",
    ]
