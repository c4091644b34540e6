"""Runs all sockets, timers and events of a server in one thread.

A turn has three steps: read the sockets that have bytes, run the calls from other threads, and handle what is due. What
is due is kept in one heap, ordered by urgency, then by the time recently spent for the visitor, then by age. So moves
come first, and a visitor who floods the server waits behind the others. After ``BATCH`` seconds of handling the loop
checks the sockets again, for a new move may have arrived.
"""

import heapq
import itertools
import logging
import selectors
import socket
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from functools import partial
from typing import Any, Protocol, TypeVar

from webapp.process.service_threads import ServiceThreads

_log = logging.getLogger(__name__)

BATCH = 0.001
"""Seconds of handling between two checks of the sockets."""
READS_A_TURN = 16
"""Sockets read in one turn, those of the quietest visitors first. The others stay ready."""
_HALF_LIFE = 1.0
"""Seconds after which half of the time spent for a visitor is forgotten."""
_NEGLIGIBLE = 1e-4
_SWITCH_INTERVAL = 0.0005
"""Seconds after which a page thread gives the interpreter's lock to the loop, which releases it at each read and write.
With Python's 5 ms a move waited 0.15 s during a flood of page requests."""
_LONGEST_WAIT = 10.0
_LONGEST_DELAY = 1e8
_TIDY_AT = 1000
UNSENT_OF_VISITOR = 8_000_000
"""Bytes that may wait for all slow clients of a visitor. With more no further page is made for the visitor."""
SLOW = 0.25
"""Seconds from which on an act counts as slow, and its name is noted."""

Act = Callable[[], object]
Result = TypeVar("Result")


class Rank(IntEnum):
    """Orders what is due. Lower ranks come first."""

    MOVE = 0
    EVENT = 1
    ARRIVAL = 2


class Watched(Protocol):
    """Describes the owner of a socket in the loop."""

    visitor: str
    """Whose socket it is. Empty for the server's own sockets, which come first."""

    def ready(self, events: int) -> None:
        """Reads or writes. ``events`` are those of ``selectors``."""


class Loop:
    """Owns all sockets of a server. Once it runs, other threads use ``now``, ``call``, ``ask`` and ``later`` only."""

    visitor = ""

    def __init__(self, threads: ServiceThreads | None = None) -> None:
        self._threads = threads or ServiceThreads()
        self._ident_here = self._threads.ident
        self._selector = self._threads.selector()
        self._awake, self._waker = self._threads.pair()
        for end in (self._awake, self._waker):
            end.setblocking(False)
        self._selector.register(self._awake, selectors.EVENT_READ, self)
        self._calls: deque[Act] = deque()
        self._due: list[tuple[int, float, int, str, list[Act]]] = []
        self._timers: list[tuple[float, int, str, list[Act]]] = []
        self._tidy_at = _TIDY_AT
        self._numbers = itertools.count()
        self._used: dict[str, float] = {}
        self._forget_at = 0.0
        self._thread: threading.Thread | None = None
        self._ident: int | None = None
        self._woken = self._stopping = False
        self._visitor = ""
        self.is_held: Callable[[], bool] = lambda: False
        """Tells whether what is due has to wait for another thread, which calls the loop soon."""
        self.slow = Counter[str]()
        """How many acts have held the loop for long, by name."""
        self.longest = 0.0
        """The longest act or reading of a socket since the last call of ``take_longest``, in seconds."""
        self.unsent = Counter[str]()
        """Bytes that wait for slow clients, by visitor."""
        self.on_room: Callable[[], object] = lambda: None
        """Is called when less waits for a visitor than :data:`UNSENT_OF_VISITOR` again."""

    # --- from any thread ---

    @staticmethod
    def now() -> float:
        """Returns the seconds of a clock that never goes back."""
        return time.monotonic()

    def call(self, act: Act) -> None:
        """Calls ``act`` in the loop soon. Calls keep their order."""
        self._calls.append(act)
        if self._ident_here() != self._ident and not self._woken:
            self._woken = True
            with suppress(OSError):  # full: the loop will wake anyway, or closed
                self._waker.send(b"\0")

    def ask(self, question: Callable[[], Result], seconds: float = 30.0) -> Result:
        """Calls ``question`` in the loop and waits. Raises ``TimeoutError`` without an answer within ``seconds``."""
        if self.is_here():
            return question()
        results: list[Result | BaseException] = []
        answered = threading.Event()

        def answer() -> None:
            try:
                results.append(question())
            except BaseException as error:
                results.append(error)
            answered.set()

        self.call(answer)
        if not answered.wait(seconds):
            raise TimeoutError("the loop does not answer")
        result = results[0]
        if isinstance(result, BaseException):
            raise result
        return result

    def is_here(self) -> bool:
        """Returns whether this thread may use the loop directly: it is the loop's thread, or there is none."""
        return self._ident in (None, self._ident_here())

    def start(self) -> None:
        """Starts the thread."""
        sys.setswitchinterval(_SWITCH_INTERVAL)
        self._thread = self._threads.start("loop", self.turn)

    def stop(self) -> None:
        """Ends the thread after the calls made before, and closes all sockets of the loop."""
        if self._thread is not None:
            self.call(self._stop)
            self._thread.join(timeout=10.0)
        self._ident = self._thread = None
        self._due.clear()
        self._timers.clear()
        for key in tuple(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()
        self._waker.close()

    # --- in the loop ---

    def later(self, seconds: float, call: Act, visitor: str = "") -> Callable[[], None]:
        """Calls ``call`` after ``seconds``, for ``visitor``. Returns a function that cancels it. May be used in any
        thread. After 0 seconds or less it is called when the more urgent acts have been handled."""
        cell = [call]
        if not seconds < _LONGEST_DELAY:  # infinite, or not a number
            seconds = _LONGEST_DELAY
        if self.is_here():
            self._schedule(seconds, visitor, cell)
        else:
            self.call(lambda: self._schedule(seconds, visitor, cell))
        return cell.clear

    def due(self, rank: Rank, visitor: str, act: Act) -> None:
        """Runs ``act`` when nothing more urgent is due."""
        self._put(rank, visitor, [act])

    def watch(self, sock: socket.socket, events: int, owner: Watched) -> None:
        """Calls ``owner.ready`` when the socket is ready for ``events``. With 0 it stops."""
        key = self._selector.get_map().get(sock.fileno())
        if key is None:
            if events:
                self._selector.register(sock, events, owner)
        elif not events:
            self._selector.unregister(sock)
        else:
            self._selector.modify(sock, events, owner)

    def has_room(self, visitor: str) -> bool:
        """Returns whether the visitor's clients read what they asked for. May be used in any thread."""
        return self.unsent[visitor] <= UNSENT_OF_VISITOR

    def note_unsent(self, visitor: str, count: int) -> None:
        """Adds to the bytes that wait for a visitor, or takes away what was sent."""
        before = self.unsent[visitor]
        after = self.unsent[visitor] = before + count
        if not after:
            del self.unsent[visitor]
        if after <= UNSENT_OF_VISITOR < before:
            self.on_room()

    def use(self) -> float:
        """Returns the seconds recently spent for the visitor whose act is running, 0 for the server's own acts."""
        return self._used.get(self._visitor, 0.0)

    def take_longest(self) -> float:
        """Returns the seconds of the longest act since the last call of this method."""
        longest, self.longest = self.longest, 0.0
        return longest

    def ready(self, _events: int) -> None:
        """Empties the socket by which other threads wake the loop."""
        with suppress(BlockingIOError):
            self._awake.recv(4096)

    def turn(self) -> bool:
        """Runs one turn. Returns False after ``stop``."""
        self._ident = self._ident_here()
        self._read()
        self._run_calls()
        now = self.now()
        while self._timers and self._timers[0][0] <= now:
            _, _, visitor, cell = heapq.heappop(self._timers)
            self._put(Rank.EVENT, visitor, cell)
        self._handle(now + BATCH)
        return not self._stopping

    def _schedule(self, seconds: float, visitor: str, cell: list[Act]) -> None:
        if seconds <= 0:
            self._put(Rank.EVENT, visitor, cell)
            return
        heapq.heappush(self._timers, (self.now() + seconds, next(self._numbers), visitor, cell))
        if len(self._timers) >= self._tidy_at:
            self._drop_cancelled()

    def _put(self, rank: Rank, visitor: str, cell: list[Act]) -> None:
        heapq.heappush(self._due, (rank, self._used.get(visitor, 0.0), next(self._numbers), visitor, cell))

    def _read(self) -> None:
        """Waits for sockets, and has the owners of the most urgent ones read and write."""
        ready = self._selector.select(self._patience())
        self._woken = False
        used = self._used
        if len(ready) > 1:
            ready.sort(key=lambda one: used.get(one[0].data.visitor, 0.0))
            del ready[READS_A_TURN:]
        began = now = time.perf_counter()
        for key, events in ready:
            owner: Any = key.data
            try:
                owner.ready(events)
            except Exception:
                self._count("a socket met an error")
            before, now = now, time.perf_counter()
            if owner.visitor:
                used[owner.visitor] = used.get(owner.visitor, 0.0) + now - before
            if now - before > self.longest:
                self.longest = now - before
            if now - began > BATCH:
                return

    def _patience(self) -> float:
        if self._calls or (self._due and not self.is_held()):
            return 0.0
        return min(_LONGEST_WAIT, max(0.0, self._timers[0][0] - self.now())) if self._timers else _LONGEST_WAIT

    def _handle(self, until: float) -> None:
        now = self.now()
        if now >= self._forget_at:
            self._forget_at = now + _HALF_LIFE
            self._halve_use()
        while self._due and not self.is_held():
            _, _, _, visitor, cell = heapq.heappop(self._due)
            for act in tuple(cell):
                self._run(visitor, act)
            self._run_calls()
            if self.now() >= until:
                return

    def _halve_use(self) -> None:
        """Halves what each visitor has used, in the order of what is due too, so that next acts do not overtake."""
        self._used = used = {visitor: used / 2 for visitor, used in self._used.items() if used > _NEGLIGIBLE}
        self._due = [(rank, used.get(visitor, 0.0), age, visitor, cell) for rank, _, age, visitor, cell in self._due]
        heapq.heapify(self._due)

    def _run_calls(self) -> None:
        """Runs the calls made so far, so that a committed write is acknowledged before new work begins."""
        for _ in range(len(self._calls)):
            self._run("", self._calls.popleft())

    def _run(self, visitor: str, act: Act) -> None:
        self._visitor, began = visitor, time.perf_counter()
        try:
            act()
        except Exception:
            self._count("an act of the loop failed")
        spent = time.perf_counter() - began
        if visitor:
            self._used[visitor] = self._used.get(visitor, 0.0) + spent
        if spent > self.longest:
            self.longest = spent
        if spent > SLOW:
            name = name_of(act)
            self.slow[name] += 1
            _log.info("one act held the loop for %.2f seconds: %s", spent, name)

    def _drop_cancelled(self) -> None:
        """Drops the cancelled timers. Each move of a game with clocks cancels one that is due in an hour."""
        self._timers = [entry for entry in self._timers if entry[-1]]
        heapq.heapify(self._timers)
        self._tidy_at = max(_TIDY_AT, 2 * len(self._timers))

    def _count(self, words: str) -> None:
        self._threads.count("loop")
        _log.exception(words)

    def _stop(self) -> None:
        self._stopping = True


def name_of(act: Act) -> str:
    """Returns the name of a function of ours, such as "Table.move", for a person who looks for it in the sources."""
    while isinstance(act, partial):
        act = act.func
    name = str(getattr(act, "__qualname__", type(act).__name__)).replace(".<locals>", "")
    return getattr(getattr(act, "__self__", None), "work", "") or name  # what waited tells more than that it waited
