"""Tests the driver of coroutines: order, errors, and turns however many wait."""

import gc
import logging
import weakref
from contextvars import ContextVar
from typing import Any

import pytest

from tests.webapp.finished import finish
from webapp.play.steps import Pending, Turn, start


def test_a_coroutine_runs_to_its_first_wait_and_on_from_there() -> None:
    seen, wait = list[Any](), Pending[int]()

    async def act() -> str:
        seen.append("begun")
        seen.append(await wait)
        return "done"

    start(act(), seen.append)
    assert seen == ["begun"]
    wait.resolve(7)
    wait.resolve(8)  # too late
    assert seen == ["begun", 7, "done"]


def test_a_value_that_is_there_already_suspends_nothing() -> None:
    there = Pending[int]()
    there.settle(3)

    async def act() -> int:
        return await there

    assert finish(act()) == 3


def test_an_error_is_raised_where_it_is_awaited_and_leaves_no_garbage() -> None:
    class Memo:
        pass

    kept = list[weakref.ref[Memo]]()
    wait = Pending[int]()

    async def act(wait: Pending[int]) -> str:
        memo = Memo()
        kept.append(weakref.ref(memo))
        try:
            await wait
        except OSError as error:
            return str(error)
        return "no error"

    results = list[str]()
    gc.disable()
    try:
        start(act(wait), results.append)
        wait.settle(OSError("full"))
        del wait
        assert results == ["full"]
        assert kept[0]() is None
    finally:
        gc.enable()


def test_an_error_that_nobody_handles_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def act() -> None:
        raise RuntimeError("so it goes")

    with caplog.at_level(logging.ERROR):
        start(act(), lambda _: pytest.fail("there is no result"))
    assert "so it goes" in caplog.text


def test_each_coroutine_has_facts_for_the_log_of_its_own() -> None:
    fact: ContextVar[str] = ContextVar("fact", default="none")
    waits, seen = [Pending[None](), Pending[None]()], list[str]()

    async def act(name: str, wait: Pending[None]) -> None:
        fact.set(name)
        await wait
        seen.append(fact.get())

    for name, wait in zip("ab", waits, strict=True):
        start(act(name, wait))
    waits[0].resolve(None)
    waits[1].resolve(None)
    assert (seen, fact.get()) == (["a", "b"], "none")


def test_a_thousand_that_wait_for_a_turn_need_no_deep_stack() -> None:
    turn, seen = Turn(), list[int]()
    turn.taken = True

    async def act(number: int) -> None:
        await turn.wait()
        seen.append(number)
        turn.release()

    for number in range(5000):
        start(act(number))
    turn.release()
    assert seen == list(range(5000))
    assert not turn.taken


def test_who_comes_while_a_turn_is_handed_on_waits_behind_the_others() -> None:
    turn, seen = Turn(), list[str]()
    turn.taken = True

    async def act(name: str) -> None:
        await turn.wait()
        seen.append(name)
        if name == "first":
            start(act("late"))
        turn.release()

    start(act("first"))
    start(act("second"))
    turn.release()
    assert seen == ["first", "second", "late"]
