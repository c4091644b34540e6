"""Tests the lab's process: it starts when asked, ends when idle, and its death is an error in words."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.waiting import wait_until
from tests.webapp.fakes import FakeTimers
from webapp.http.lab.helper import Answer, Helper, NoAnswerError, Question

ECHO = """
import os, sys, time
import msgspec
from engine.child import Parent
parent = Parent()
for question in parent.messages():
    word, _ = msgspec.msgpack.decode(question)
    if word == "die":
        sys.exit(3)
    if word == "half":
        os.write(parent._output, b"abc"); sys.exit(0)
    if word == "much":
        os.write(parent._output, b"\\xff\\xff\\xff\\xff")
    if word == "sleep":
        time.sleep(600)
    parent.send(msgspec.msgpack.encode([200, "text/plain", word.encode()]))
"""


def ask(helper: Helper, word: str) -> Answer:
    return helper.ask(Question(word, ()))


@contextmanager
def fails(because: str) -> Iterator[None]:
    """Expects that there is no answer, and why."""
    with pytest.raises(NoAnswerError) as error:
        yield
    assert because in str(error.value.__cause__)


@pytest.fixture
def timers() -> FakeTimers:
    return FakeTimers()


@pytest.fixture
def helper(timers: FakeTimers) -> Iterator[Helper]:
    helper = Helper([sys.executable, "-c", ECHO], timers.later, idle=300.0, longest=60.0)
    yield helper
    helper.close()
    assert helper.pid() is None


def test_it_starts_with_the_first_question_and_answers_one_after_another(helper: Helper) -> None:
    assert helper.pid() is None
    assert ask(helper, "one").packed == b"one"
    pid = helper.pid()
    assert ask(helper, "two\nlines").packed == b"two\nlines"
    assert helper.pid() == pid


@pytest.mark.parametrize("word", ["die", "half", "much"])
def test_a_process_that_fails_is_replaced_at_the_next_question(helper: Helper, word: str) -> None:
    with pytest.raises(NoAnswerError):
        ask(helper, word)
    assert ask(helper, "one").packed == b"one"


def test_a_killed_process_is_replaced(helper: Helper) -> None:
    ask(helper, "one")
    pid = helper.pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: helper.pid() is None)
    assert ask(helper, "two").packed == b"two"


def test_without_an_answer_in_time_it_is_ended(helper: Helper, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(helper, "one")
    pid = helper.pid()
    monkeypatch.setattr(helper, "_longest", 0.05)
    with fails("has sent nothing for"):
        ask(helper, "sleep")
    assert helper.pid() is None
    monkeypatch.undo()
    assert ask(helper, "two").packed == b"two"
    assert helper.pid() != pid


def test_it_ends_when_idle_and_not_before(helper: Helper, timers: FakeTimers) -> None:
    ask(helper, "one")
    timers.advance(200.0)
    ask(helper, "two")
    timers.advance(200.0)
    assert helper.pid() is not None, "asked again before the end"
    timers.advance(200.0)
    assert helper.pid() is None
    assert ask(helper, "three").packed == b"three"


def test_after_the_end_nothing_starts(helper: Helper) -> None:
    ask(helper, "one")
    helper.close()
    with fails("closing"):
        ask(helper, "two")


def test_a_process_that_cannot_be_started_is_an_error(helper: Helper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "_command", ["/nowhere/python"])
    with fails("can be started"):
        ask(helper, "one")
