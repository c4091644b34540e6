"""Writes games in a separate thread: implements ``webapp.play.ports.Store``.

A commit costs one wait for the disk, for one event or for eight. So the thread takes several of the writes that came
while it was busy, and writes them in one transaction. Writes of visitors for whom the loop has recently worked least
come first, so that a move does not wait behind a flood.
"""

import heapq
import itertools
import time
from collections.abc import Callable, Sequence
from functools import partial

from webapp.play.game.events import Recorded
from webapp.play.ports import StoreError
from webapp.play.steps import Pending
from webapp.process.service_threads import ServiceThreads
from webapp.storage.games import GameStore, Observe, Write, new_game

_LONGEST_WRITE = 30.0
"""Seconds for which the end waits for the last writes."""
_AT_ONCE = 16
"""The most writes in one transaction. A move that comes during it waits a tenth of a millisecond for each."""
_STALLED = 0.05
"""Seconds without a finished transaction after which the database counts as stalled, and the loop no longer waits for
it."""


class Writer:
    """Writes what the loop gives, in order, and reads for page threads. ``call`` calls a function in the loop,
    ``threads`` start the writing thread, and ``use`` returns the time recently spent by the loop for the visitor of the
    present write."""

    def __init__(
        self,
        store: GameStore,
        call: Callable[[Callable[[], None]], object],
        threads: ServiceThreads,
        observe: Observe = lambda _operation, _seconds, _failed: None,
        use: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._use, self._numbers = use, itertools.count()
        self.load, self.timed, self._tenure = store.load, store.timed, store.tenure
        self._write, self._call, self._observe = store.write, call, observe
        self._changed, self._closed = threads.condition(), False
        self._waiting: list[tuple[float, int, Write, float, Pending[None]]] = []
        self._finished_at = 0.0
        self._thread = threads.start("store", self._turn)

    def create(self, game_id: str, first: Recorded) -> Pending[None]:
        return self._put(new_game(game_id, first))

    def append(self, game_id: str, more: Sequence[Recorded], line: int) -> Pending[None]:
        return self._put(Write(game_id, more, line, tenure=self._tenure and self._tenure(game_id)))

    def is_full(self) -> bool:
        """Returns whether the loop should let the thread finish some writes before it handles more events. The two
        share the interpreter's lock. Without this pause a flood of moves would fill this queue, and each thread would
        slow the other down."""
        return len(self._waiting) >= _AT_ONCE and time.perf_counter() - self._finished_at < _STALLED

    def close(self) -> None:
        """Ends the thread after all waiting writes. Later ones are refused, and a write that hangs is abandoned."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(_LONGEST_WRITE)

    def _put(self, write: Write) -> Pending[None]:
        result = Pending[None]()
        with self._changed:
            if self._closed:
                result.fail(StoreError("the server is closing"))
            else:
                entry = (self._use(), next(self._numbers), write, time.perf_counter(), result)
                heapq.heappush(self._waiting, entry)
                self._changed.notify()
        return result

    def _turn(self) -> bool:
        """Waits for writes and writes them. Returns False after ``close`` when there are none."""
        with self._changed:
            while not self._waiting:
                if self._closed:
                    return False
                self._changed.wait()
            batch = [heapq.heappop(self._waiting)[2:] for _ in range(min(_AT_ONCE, len(self._waiting)))]
        try:
            errors = self._write([write for write, _, _ in batch])
        except BaseException as fault:  # even without memory no one may wait without end
            for _, _, result in batch:
                self._call(partial(result.fail, StoreError(f"the write failed: {fault!r}")))
            raise
        now = self._finished_at = time.perf_counter()
        for (write, began, result), error in zip(batch, errors, strict=True):
            self._call(partial(result.fail, error) if error else partial(result.resolve, None))
            self._observe("append" if write.rules is None else "create", now - began, isinstance(error, StoreError))
        return True
