"""Courtesy: searches rest while somebody is answered, stop soon, and never starve."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from engine.games import find
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.schedule import priority
from engine.mind.schedule.priority import LEAST, PATIENCE, Courtesy
from engine.mind.schedule.scheduler import Scheduler


class Slice:
    """Notes how soon it shall end."""

    def __init__(self) -> None:
        self.untils: list[float] = []

    def hurry(self, until: float) -> None:
        self.untils.append(until)


def test_a_search_that_is_at_it_is_told_to_end_soon_and_others_are_not() -> None:
    polite, mind, other = Courtesy(), Slice(), Slice()
    with polite.searching(other):
        pass
    before = time.perf_counter()
    with polite.searching(mind):
        after = time.perf_counter()
        with polite.first():
            pass
    with polite.first():
        pass
    assert len(mind.untils) == 1
    assert before + LEAST <= mind.untils[0] <= after + LEAST
    assert other.untils == []


def test_a_search_waits_until_the_last_answer_is_given(monkeypatch: Any) -> None:
    monkeypatch.setattr(priority, "PATIENCE", 30.0)
    polite, waited = Courtesy(), threading.Event()
    polite.wait()  # nobody is answered: at once

    def search() -> None:
        polite.wait()
        waited.set()

    with polite.first():
        with polite.first():
            thread = threading.Thread(target=search)
            thread.start()
        assert not waited.wait(0.05)
    assert waited.wait(20)
    thread.join()


def test_where_answers_never_end_a_search_goes_on_all_the_same() -> None:
    polite = Courtesy()
    with polite.first():
        began = time.perf_counter()
        polite.wait()
        assert time.perf_counter() - began >= 0.9 * PATIENCE


def test_an_error_in_an_answer_ends_the_courtesy(monkeypatch: Any) -> None:
    monkeypatch.setattr(priority, "PATIENCE", 30.0)
    polite = Courtesy()
    try:
        with polite.first():
            raise ValueError
    except ValueError:
        pass
    polite.wait()


@pytest.mark.usefixtures("warm")
def test_a_hurried_mind_ends_its_slice_and_loses_nothing() -> None:
    """Tic-Tac-Toe is all tree: cut into the shortest slices, it comes to what it comes to at leisure."""
    hurried, at_leisure = (Mind(find("tictactoe"), 10, 1) for _ in range(2))
    slices = 1

    def hurry() -> None:
        while not done.wait(0.002):
            hurried.hurry(0.0)

    done = threading.Event()
    thread = threading.Thread(target=hurry)
    thread.start()
    try:
        while hurried.work(Purpose.CHOOSE, 60.0):
            slices += 1
    finally:
        done.set()
        thread.join()
    while at_leisure.work(Purpose.CHOOSE, 60.0):
        pass
    assert slices > 1
    assert hurried.nodes == at_leisure.nodes
    assert hurried.answer().score == at_leisure.answer().score


def test_the_schedulers_searches_are_hurried_by_an_answer() -> None:
    scheduler, begun, go_on = Scheduler(1), threading.Event(), threading.Event()

    class Slow(Mind):
        def work(self, purpose: Purpose, seconds: float = 0.0) -> bool:
            begun.set()
            assert go_on.wait(20)
            return False

        def hurry(self, until: float) -> None:
            go_on.set()

    scheduler.start()
    try:
        scheduler.ponder(Slow(find("tictactoe"), 1, 1))
        assert begun.wait(20)
        with scheduler.courtesy.first():
            assert go_on.wait(20)
    finally:
        go_on.set()
        scheduler.close()
