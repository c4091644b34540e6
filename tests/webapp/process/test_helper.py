"""Tests the process beside the server: it starts when asked, ends when idle, and its death is an error in words."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from webapp.process.helper import Helper, HelperError

ECHO = """
import sys
for line in sys.stdin.buffer:
    word = line.strip()
    if word == b"die":
        sys.exit(3)
    if word == b"half":
        sys.stdout.buffer.write(b'{"size": 100}\\nhalf'); sys.stdout.buffer.flush(); sys.exit(0)
    if word == b"much":
        sys.stdout.buffer.write(b'{"size": 1e12}\\n'); sys.stdout.buffer.flush()
    if word == b"sleep":
        import time; time.sleep(600)
    sys.stdout.buffer.write(b'{"size": %d, "status": 200}\\n' % len(word) + word); sys.stdout.buffer.flush()
"""


class Timers:
    """Keeps the calls that are due later, for the test to make."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.calls.append((seconds, call))

    def pass_(self, seconds: float) -> None:
        """Makes the calls that were to come after so many seconds."""
        for one in [one for one in self.calls if one[0] == seconds]:
            self.calls.remove(one)
            one[1]()


@pytest.fixture
def timers() -> Timers:
    return Timers()


@pytest.fixture
def helper(timers: Timers, monkeypatch: pytest.MonkeyPatch) -> Iterator[Helper]:
    helper = Helper("unused", timers.later, idle=300.0, longest=20.0)
    monkeypatch.setattr(helper, "_command", [sys.executable, "-S", "-E", "-c", ECHO])
    yield helper
    helper.close()
    assert helper.pid() is None


def test_it_starts_with_the_first_question_and_answers_one_after_another(helper: Helper) -> None:
    assert helper.pid() is None
    assert helper.ask("one") == ({"size": 3, "status": 200}, b"one")
    pid = helper.pid()
    assert helper.ask("two\nlines").body == b"two lines"
    assert helper.pid() == pid


@pytest.mark.parametrize("word", ["die", "half", "much"])
def test_a_process_that_fails_is_replaced_at_the_next_question(helper: Helper, word: str) -> None:
    with pytest.raises(HelperError, match="no answer"):
        helper.ask(word)
    assert helper.ask("one").body == b"one"


def test_a_killed_process_is_replaced(helper: Helper) -> None:
    helper.ask("one")
    pid = helper.pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 60
    while helper.pid() is not None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    assert helper.ask("two").body == b"two"


def test_without_an_answer_in_time_it_is_killed(
    helper: Helper, timers: Timers, caplog: pytest.LogCaptureFixture
) -> None:
    failed: list[str] = []

    def ask() -> None:
        try:
            helper.ask("sleep")
        except HelperError as error:
            failed.append(str(error))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    while helper.pid() is None or not timers.calls:
        time.sleep(0.001)
    timers.pass_(20.0)
    thread.join(60)
    assert len(failed) == 1
    assert "without an answer" in caplog.text
    helper.ask("one")
    pid = helper.pid()
    timers.pass_(20.0)
    assert helper.pid() == pid, "answered in time"


def test_it_ends_when_idle_and_not_before(helper: Helper, timers: Timers) -> None:
    helper.ask("one")
    first = timers.calls.copy()
    helper.ask("two")
    for seconds, call in first:
        if seconds == 300.0:
            call()
    assert helper.pid() is not None, "asked again meanwhile"
    timers.pass_(300.0)
    assert helper.pid() is None
    assert helper.ask("three").body == b"three"


def test_after_the_end_nothing_starts(helper: Helper) -> None:
    helper.ask("one")
    helper.close()
    with pytest.raises(HelperError, match="closing"):
        helper.ask("two")


def test_a_process_that_cannot_be_started_is_an_error(helper: Helper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "_command", ["/nowhere/python"])
    with pytest.raises(HelperError, match="can be started"):
        helper.ask("one")
