"""Tests turns: the order of waiting threads by rank and visitor, and the ways in which a turn is given up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from webapp.process.turns import Rank, Request, Turns


class Hall:
    """Holds turns with clocks that stand still, and notes the names of called threads in order."""

    def __init__(self, at_once: int = 1) -> None:
        self.used = self.now = 0.0
        self.turns = Turns(at_once, processor_time=lambda: self.used, clock=lambda: self.now)
        self._locks: dict[str, threading.Lock] = {}

    def ask(self, name: str, visitor: str, rank: Rank = Rank.EVENT) -> None:
        lock = self._locks[name] = threading.Lock()
        lock.acquire()
        self.turns.ask([Request(visitor, rank, lock)])

    def called(self) -> list[str]:
        """Returns, once each, the names of the threads called since the last question."""
        names = [name for name, lock in self._locks.items() if not lock.locked()]
        for name in names:
            del self._locks[name]
        return names

    def work(self, visitor: str, seconds: float, rank: Rank = Rank.EVENT) -> None:
        """Takes the turn that has come, works, and ends the turn."""
        self.turns.take_asked(visitor, rank)
        self.used += seconds
        self.turns.end()


def test_one_works_at_a_time_and_the_most_urgent_goes_next() -> None:
    hall = Hall()
    hall.ask("at work", "a")
    for rank in reversed(Rank):
        hall.ask(rank.name, "b", rank)
    assert hall.called() == ["at work"]
    order = []
    visitor = "a"
    for _ in Rank:
        hall.work(visitor, 0.001)
        order += hall.called()
        visitor = "b"
    assert order == [rank.name for rank in Rank]
    assert (hall.turns.taken(), hall.turns.waiting()) == (1, 0)


def test_a_visitor_with_two_hundred_threads_delays_another_by_one_turn() -> None:
    hall = Hall()
    for number in range(200):
        hall.ask(f"crowd {number}", "crowd")
    assert hall.called() == ["crowd 0"]
    for _ in range(20):
        hall.work("crowd", 0.002)
        assert len(hall.called()) == 1
    hall.ask("stranger", "stranger")
    hall.work("crowd", 0.002)
    assert hall.called() == ["stranger"]


def test_of_two_visitors_the_costly_one_gets_fewer_turns() -> None:
    hall = Hall()
    hall.ask("first", "other")
    for number in range(100):
        hall.ask(f"cheap {number}", "cheap")
        hall.ask(f"dear {number}", "dear")
    turns = {"cheap": 0, "dear": 0, "first": 0}
    visitor = "other"
    for _ in range(80):
        hall.called()
        hall.work(visitor, {"cheap": 0.001, "dear": 0.004, "other": 0.0}[visitor])
        (name,) = hall.called()
        visitor = name.split()[0]
        turns[visitor] += 1
    assert 2 * turns["dear"] < turns["cheap"]


def test_each_further_turn_begins_after_twice_the_time() -> None:
    """Counts the turns after equal times: on a busy machine all turns last, and each more makes all last longer."""
    hall = Hall()
    for number in range(50):
        hall.ask(f"thread {number}", f"visitor {number}")
    taken = []
    for _ in range(64):
        hall.now += 0.004
        hall.turns.call_more()
        taken.append(hall.turns.taken())
    assert [taken.count(number) for number in range(2, 6)] == [2, 4, 8, 16]


def test_even_a_flood_of_moves_leaves_pages_readable() -> None:
    hall = Hall()
    hall.ask("first", "x")
    hall.ask("page", "reader", Rank.PAGE)
    for number in range(30):
        hall.ask(f"move {number}", f"player {number}", Rank.MOVE)
    order = hall.called()
    while "page" not in order:
        hall.work("x", 0.001)
        order += hall.called()
    assert 2 <= len(order) <= 10


def test_a_turn_that_lasts_lets_one_more_begin() -> None:
    hall = Hall()
    hall.ask("stuck", "a")
    hall.ask("second", "b")
    hall.ask("third", "c")
    assert hall.called() == ["stuck"]
    assert hall.turns.call_more() is not None
    assert hall.called() == []
    hall.now += 0.1
    hall.turns.call_more()
    assert hall.called() == ["second"]
    hall.turns.call_more()
    assert hall.called() == [], "one at a time"
    hall.now += 0.1
    hall.turns.call_more()
    assert (hall.called(), hall.turns.taken()) == (["third"], 3)
    assert hall.turns.call_more() is None


def in_thread(act: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    return thread


def store(turns: Turns, order: list[str], disk: threading.Event, rank: Rank = Rank.MOVE) -> threading.Thread:
    """Lets a thread of a player work in a turn, and wait for the disk meanwhile."""

    def work() -> None:
        with turns.turn("player", rank):
            order.append("begun")
            with turns.aside():
                disk.wait(60)
            order.append("stored")

    thread = in_thread(work)
    while order != ["begun"] or turns.taken():
        time.sleep(0.001)
    return thread


def test_a_thread_that_waits_for_the_disk_gives_up_its_turn_and_goes_on_at_once() -> None:
    turns, order, disk = Turns(1), list[str](), threading.Event()
    thread = store(turns, order, disk)
    with turns.turn("reader", Rank.PAGE):
        disk.set()
        thread.join(60)
        assert order == ["begun", "stored"]
    assert turns.taken() == 0


@pytest.mark.parametrize(
    ("rank", "visitor", "last"),
    [
        (Rank.MOVE, "player", ["stored", "move"]),  # of one visitor, work that was begun goes first
        (Rank.EVENT, "player", ["move", "stored"]),
        (Rank.EVENT, "stranger", ["move", "stored"]),  # a crowd of events that were begun delays no move
    ],
)
def test_where_many_work_already_the_disk_s_answer_waits_behind_moves_of_others(
    monkeypatch: pytest.MonkeyPatch, rank: Rank, visitor: str, last: list[str]
) -> None:
    monkeypatch.setattr("webapp.process.turns._MORE_BEGUN", 0)
    turns, order, disk = Turns(1), list[str](), threading.Event()
    thread = store(turns, order, disk, rank)
    turns.begin("reader", Rank.PAGE)
    waiting = threading.Lock()
    waiting.acquire()
    turns.ask([Request("another", Rank.MOVE, waiting)])

    def move_too() -> None:
        with turns.turn(visitor, Rank.MOVE):
            order.append("move")

    disk.set()
    while turns.waiting() < 2:
        time.sleep(0.001)
    another = in_thread(move_too)
    while turns.waiting() < 3:
        time.sleep(0.001)
    assert order == ["begun"]
    turns.end()
    waiting.acquire()
    turns.take_asked("another", Rank.MOVE)
    turns.end()
    for one in (thread, another):
        one.join(60)
    assert order == ["begun", *last]


def test_a_thread_that_waits_gets_a_more_urgent_rank_once() -> None:
    hall = Hall()
    hall.ask("at work", "a")
    hall.ask("first", "b")
    hall.ask("second", "c")
    lock = hall._locks["second"]
    hall.turns.ask([Request("c", Rank.MOVE, lock, again=True)])
    hall.turns.ask([Request("c", Rank.MOVE, lock, again=True)])
    assert hall.turns.waiting() == 2
    assert hall.called() == ["at work"]
    hall.work("a", 0.001)
    assert hall.called() == ["second"]
    hall.turns.ask([Request("c", Rank.MOVE, lock, again=True)])  # it has been called
    hall.work("c", 0.001)
    assert hall.called() == ["first"]
    hall.work("b", 0.001)
    assert (hall.turns.taken(), hall.turns.waiting()) == (0, 0)


def test_a_burst_of_messages_is_handled_in_several_turns() -> None:
    used, order = [0.0], list[str]()
    turns = Turns(1, processor_time=lambda: used[0])

    def handle_burst() -> None:
        with turns.turn("flooder", Rank.EVENT):
            order.append("first message")
            turns.renew(Rank.EVENT)
            while turns.waiting() < 1:
                time.sleep(0.001)
            turns.renew(Rank.EVENT)  # little of the turn is used
            order.append("second message")
            used[0] += 1.0
            turns.renew(Rank.EVENT)
            order.append("third message")

    thread = in_thread(handle_burst)
    while not order:
        time.sleep(0.001)
    with turns.turn("stranger", Rank.EVENT):
        order.append("stranger")
    thread.join(60)
    assert order == ["first message", "second message", "stranger", "third message"]


def test_a_turn_ends_after_an_error_and_only_once() -> None:
    turns = Turns(1)
    try:
        with turns.turn("a", Rank.PAGE):
            raise ValueError
    except ValueError:
        pass
    assert turns.taken() == 0
    turns.end()
    assert turns.taken() == 0
    with turns.turn("a", Rank.PAGE):
        turns.begin("a", Rank.MOVE)
        turns.end()
        assert turns.taken() == 0
    assert turns.taken() == 0


def test_accounts_of_visitors_who_have_gone_are_dropped() -> None:
    hall = Hall()
    for number in range(10_500):
        hall.ask(f"{number}", f"visitor {number}")
        hall.called()
        hall.work(f"visitor {number}", 0.001)
    assert len(hall.turns._queues[Rank.EVENT]._accounts) <= 10_001


def test_accounts_that_are_no_more_than_a_newcomers_are_dropped_and_the_others_stay() -> None:
    hall = Hall()
    accounts = hall.turns._queues[Rank.EVENT]
    hall.ask("costly", "costly")
    hall.called()
    hall.work("costly", 1_000.0)
    for number in range(2_000):
        for turn in range(2):  # the second one begins at the account that the first one has left
            hall.ask(f"{number}, {turn}", f"visitor {number}")
            hall.called()
            hall.work(f"visitor {number}", 0.001)
    assert len(accounts._accounts) <= 600
    assert accounts._accounts["costly"] >= 1_000.0, "a costly visitor does not begin anew"


def test_a_costly_page_puts_no_move_behind_the_moves_of_a_crowd() -> None:
    hall = Hall()
    hall.ask("costly page", "reader", Rank.PAGE)
    hall.called()
    hall.work("reader", 10.0, Rank.PAGE)
    for number in range(200):
        hall.ask(f"crowd {number}", "crowd", Rank.MOVE)
    hall.ask("next page", "reader", Rank.PAGE)
    while (called := hall.called()) != ["next page"]:
        assert called[0].startswith("crowd")
        hall.work("crowd", 0.001, Rank.MOVE)
    hall.ask("move", "player", Rank.MOVE)
    hall.work("reader", 0.001, Rank.PAGE)
    assert hall.called() == ["move"]
