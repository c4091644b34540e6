"""Lets few threads work for clients at once, the most urgent first, and no visitor before another all the time.

All threads share the interpreter's lock. With two hundred threads at work a move waits for a hundred of them, whatever
its own cost; so work for a client waits for a turn. Moves go first, then other work that was begun (and may hold a
table's lock), then other events, then the coming and going of clients, then pages. Within a rank the order is
start-time fair queueing (Goyal, Vin and Cheng 1996): each visitor has an account of processor time, and the visitor
with the smallest goes first, with the work that was begun before new work.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from heapq import heapify, heappop, heappush
from typing import NamedTuple

_AT_ONCE = 2
"""Threads at work: the second wakes while the first one works; a third would only wait for the interpreter's lock. A
thread that waits for the disk or for a search gives up the turn meanwhile."""
_MORE_BEGUN = 1
"""Threads more at work if the disk or the search has answered them: they go on at once, a wait would cost a switch."""
_GUESS = 0.001
"""Seconds of processor time charged at the beginning of a turn, and corrected at the end."""
_SHARE = 0.002
"""Seconds of processor time of one turn, after which a thread with many messages waits for a new turn."""
_EVERY = 8
"""One of so many turns goes to the least urgent rank, so that even a flood of moves leaves pages readable."""
_ACCOUNTS = 512
"""Accounts in one queue from which those that do not count any more are looked for."""
_ACCOUNTS_ABOVE = 5_000
"""The most accounts kept of visitors who have used more than a newcomer."""


class Rank(IntEnum):
    """Ranks work by urgency, the most urgent first."""

    MOVE = 0
    BEGUN = 1
    EVENT = 2
    ARRIVAL = 3
    PAGE = 4


_PATIENCE = 0.004
"""Seconds without a beginning or end of a turn after which one more begins: the thread at work may wait for another.
Each further one begins after twice the time: on a busy machine all turns last, and more threads at work make all wait
still longer for the interpreter's lock."""

_DOUBLINGS = 5


class Request(NamedTuple):
    """Holds the visitor to be charged for a turn, the urgency, and a lock that is released when the turn has come.

    ``again`` is True for a thread that waits already: a more urgent message has come behind the first one.
    """

    visitor: str
    rank: Rank
    called: threading.Lock
    again: bool = False


class _Queue:
    """Holds the waiting threads of one rank, in one line for each visitor, and the visitors' accounts.

    Each rank has its own accounts: a visitor of much use who gets a turn in one rank would else push all newcomers of
    the other ranks behind those who wait there.
    """

    def __init__(self) -> None:
        self._accounts: dict[str, float] = {}
        self._tidy_at = _ACCOUNTS
        self._now = 0.0  # the account of the visitor whose turn began last
        self._lines: dict[str, deque[threading.Lock]] = {}
        self._order: list[tuple[float, int, str]] = []  # a heap: the account, a number, the visitor
        self._numbers = itertools.count()
        self.length = 0

    def put(self, visitor: str, called: threading.Lock, *, begun: bool = False) -> None:
        """Adds a thread of a visitor, before the visitor's other threads if its work was begun."""
        self.length += 1
        self._accounts[visitor] = max(self._now, self._accounts.get(visitor, 0.0))
        if visitor not in self._lines:
            self._lines[visitor] = deque()
            self._push(visitor)
        if begun:
            self._lines[visitor].appendleft(called)
        else:
            self._lines[visitor].append(called)

    def take(self) -> tuple[str, threading.Lock]:
        """Takes out the first thread of the visitor with the smallest account; the queue is not empty."""
        while True:
            account, _, visitor = heappop(self._order)
            if account == self._accounts[visitor]:
                break
            self._push(visitor)  # charged meanwhile
        self._now = max(self._now, account)
        self.length -= 1
        line = self._lines[visitor]
        called = line.popleft()
        if line:
            self._push(visitor)
        else:
            del self._lines[visitor]
        return visitor, called

    def charge(self, visitor: str, seconds: float) -> None:
        """Adds processor time to a visitor's account."""
        self._accounts[visitor] = self._accounts.get(visitor, self._now) + seconds
        if len(self._accounts) > self._tidy_at:
            self._tidy()

    def _tidy(self) -> None:
        """Forgets the accounts of visitors who do not wait and have used no more than a newcomer.

        Where too many have used more, those begin anew, too.
        """
        kept = {name: account for name, account in self._accounts.items() if name in self._lines or account > self._now}
        if len(kept) > _ACCOUNTS_ABOVE:
            kept = {waiting: self._accounts[waiting] for waiting in self._lines}
        self._accounts, self._tidy_at = kept, max(_ACCOUNTS, 2 * len(kept))

    def drop(self, visitor: str, called: threading.Lock) -> bool:
        """Takes out one thread of a visitor; returns False if the thread does not wait here."""
        line = self._lines.get(visitor, ())
        if called not in line:
            return False
        self._lines[visitor].remove(called)
        self.length -= 1
        if not self._lines[visitor]:
            del self._lines[visitor]
            self._order = [entry for entry in self._order if entry[2] != visitor]
            heapify(self._order)
        return True

    def _push(self, visitor: str) -> None:
        heappush(self._order, (self._accounts[visitor], next(self._numbers), visitor))


class _Mine(threading.local):
    """Holds the turn of the present thread: the visitor, or None, the rank, and the processor time at the beginning."""

    visitor: str | None = None
    rank = Rank.PAGE
    began = 0.0


class Turns:
    """Gives turns to threads.

    Args:
        at_once: the most turns at once.
        processor_time: returns the seconds of processor time of the present thread.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        at_once: int = _AT_ONCE,
        processor_time: Callable[[], float] = time.thread_time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once, self._processor_time, self._clock = at_once, processor_time, clock
        self._lock, self._mine = threading.Lock(), _Mine()
        self._taken = self._given = 0
        self._stirred = clock()  # the last time when a turn began or ended
        self._queues = {rank: _Queue() for rank in Rank}

    def taken(self) -> int:
        """Returns the number of turns under way."""
        return self._taken

    def waiting(self) -> int:
        """Returns the number of threads in the queues."""
        return sum(queue.length for queue in self._queues.values())

    @contextmanager
    def turn(self, visitor: str, rank: Rank) -> Iterator[None]:
        """Waits for a turn, and ends the turn after the block unless the block has done so."""
        self.begin(visitor, rank)
        try:
            yield
        finally:
            self.end()

    def begin(self, visitor: str, rank: Rank) -> None:
        """Waits for a turn of the present thread; a thread with a turn keeps it."""
        if self._mine.visitor is None:
            called = threading.Lock()
            called.acquire()
            self.ask([Request(visitor, rank, called)])
            called.acquire()
            self.take_asked(visitor, rank)

    def ask(self, requests: Iterable[Request]) -> None:
        """Asks for turns of other threads, without waiting; each calls ``take_asked`` when its turn has come.

        Many requests are made at once: the lock is not fair, and whoever takes it again and again keeps all others out.
        """
        with self._lock:
            for visitor, rank, called, again in requests:
                if again and not any(self._queues[later].drop(visitor, called) for later in Rank if later > rank):
                    continue  # called meanwhile, or as urgent before
                self._queues[rank].put(visitor, called)
            self._call_next()

    def take_asked(self, visitor: str, rank: Rank) -> None:
        """Begins a turn that has come, in the thread of the turn."""
        mine = self._mine
        mine.visitor, mine.rank, mine.began = visitor, rank, self._processor_time()

    def call_more(self) -> float | None:
        """Calls one more thread if all turns seem stuck; returns the seconds to the next look, if any thread waits.

        Called again and again by one thread of the process. Two hundred threads with a timeout each keep a core busy.
        """
        with self._lock:
            if not self.waiting():
                return None
            patience = self._patience()
            left = self._stirred + patience - self._clock()
            if left <= 0.0:
                self._call()
            return left if left > 0.0 else patience

    def end(self) -> None:
        """Ends the turn of the present thread, if there is one, and calls the next thread."""
        mine = self._mine
        visitor, mine.visitor = mine.visitor, None
        if visitor is None:
            return
        used = self._processor_time() - mine.began
        with self._lock:
            self._queues[mine.rank].charge(visitor, used - _GUESS)
            self._taken -= 1
            self._stirred = self._clock()
            self._call_next()

    def renew(self, rank: Rank) -> None:
        """Gives up a turn that has used more than its share, if others wait, and waits for a new one of ``rank``."""
        mine = self._mine
        if mine.visitor is not None and self.waiting() and self._processor_time() - mine.began > _SHARE:
            visitor = mine.visitor
            self.end()
            self.begin(visitor, rank)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Lets others go on while the present thread waits for something; then waits for a turn to go on."""
        visitor, rank = self._mine.visitor, self._mine.rank
        self.end()
        try:
            yield
        finally:
            if visitor is not None:
                self._go_on(visitor, min(rank, Rank.BEGUN))

    def _go_on(self, visitor: str, rank: Rank) -> None:
        """Begins a turn for work that was begun, without a wait unless too many threads are at work."""
        called = threading.Lock()
        with self._lock:
            if self._taken < self._at_once + _MORE_BEGUN:
                self._begin(visitor, rank)
            else:
                called.acquire()
                self._queues[rank].put(visitor, called, begun=True)
        called.acquire()
        self.take_asked(visitor, rank)

    def _patience(self) -> float:
        return float(_PATIENCE * 2 ** max(0, min(self._taken - self._at_once, _DOUBLINGS)))

    def _call_next(self) -> None:
        while self._taken < self._at_once and self.waiting():
            self._call()

    def _call(self) -> None:
        """Calls the next thread of the most urgent rank, or now and then of the least urgent."""
        self._given += 1
        ranks = reversed(Rank) if self._given % _EVERY == 0 else Rank
        rank = next(rank for rank in ranks if self._queues[rank].length)
        visitor, called = self._queues[rank].take()
        self._begin(visitor, rank)
        called.release()

    def _begin(self, visitor: str, rank: Rank) -> None:
        self._queues[rank].charge(visitor, _GUESS)
        self._taken += 1
        self._stirred = self._clock()
