"""Runs pages in a thread beside a test, and waits until something is true of all of them."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from tests import waiting
from tests.load.page import ENGINE, HUMAN, Page, target_of

LONG = 240.0
"""The longest wait for anything, in seconds."""
wait_until = partial(waiting.wait_until, seconds=LONG)


class Pages(list[Page]):
    """Holds pages, which play in a thread of their own until ``end``."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.new_event_loop()
        self._tasks: list[Future[None]] = []
        self._thread = threading.Thread(target=self._loop.run_forever, name="pages", daemon=True)
        self._thread.start()

    def begin(self, home: Callable[[], str], **options: Any) -> None:
        """Adds a page. ``home`` returns the present URL of the server, and ``options`` are those of ``Page``."""
        page = Page(lambda: target_of(home()), len(self), **options)
        self.append(page)
        self._tasks.append(asyncio.run_coroutine_threadsafe(page.live(), self._loop))

    def begin_many(self, count: int, home: Callable[[int], str], friends: int, **options: Any) -> None:
        """Adds pages at Connect Four: every ``friends``-th is at a friend's table, the others play an engine.

        Args:
            home: returns the present URL of a page, by its number among these.
        """
        for number in range(count):
            seats = (HUMAN, ENGINE) if number % friends else (HUMAN, HUMAN)
            self.begin(partial(home, number), **{"game": "connect4", "seats": seats, **options})

    def end(self) -> None:
        """Ends all pages.

        Raises:
            Exception: a page has met an error of its own.
        """
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop).result(LONG)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LONG)
        self._loop.close()
        for task in self._tasks:
            if not task.cancelled():
                task.result()

    def wait_for(self, is_done: Callable[[Page], object]) -> float:
        """Waits until something is true of every page, and returns the seconds. Or fails and names the others."""
        began, left = time.monotonic(), list(self)
        while left := [page for page in left if not is_done(page)]:
            assert time.monotonic() < began + LONG, "\n".join(["these pages do not go on:", *map(str, left)])
            time.sleep(0.01)
        return time.monotonic() - began

    def wait_until_in_step(self) -> float:
        """Returns the seconds until every page shows its game on a new connection."""
        return self.wait_for(lambda page: page.in_step)

    def wait_for_moves(self, moves: int) -> float:
        """Returns the seconds until so many more moves of each page are acknowledged."""
        wanted = {page.number: len(page.record.moves) + moves for page in self}
        return self.wait_for(lambda page: len(page.record.moves) >= wanted[page.number])

    def total(self, name: str) -> int:
        """Returns how many there are of something that the records hold, such as ``moves`` or ``cuts``."""
        found = (getattr(page.record, name) for page in self)
        return sum(one if isinstance(one, int) else one.total() if hasattr(one, "total") else len(one) for one in found)


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0)  # the sockets close in the next turn
