"""Runs one process full of pages, and prints what they have met, in JSON: ``python -m tests.load.player PLAN``.

Some play engines at a steady pace, the others watch. Or visitors come at a steady pace, play a few moves, and leave.
"""

import asyncio
import json
import random
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from tests.load.page import HUMAN, Page, address_of
from tests.wire import Target

GAMES = ("connect4", "tictactoe", "connect4-5x4")
_LONGEST_STAY = 120.0


class Crowd:
    """Holds the pages of this process.

    Args:
        plan: address, connections, games, rate (moves a second, or visitors), seconds, ramp (seconds before moves are
            measured: all pages are connected by then), measured (seconds of measuring), first (number of the first
            page), returns (unless 0: the run ends when every page has been in a game so many times or was refused),
            shares (whether all have one address), moves (of each visitor; 0: pages that stay).
    """

    def __init__(self, plan: dict[str, Any]) -> None:
        self._target, self._plan, self.over = Target(*plan["address"]), plan, False
        self._began = time.monotonic()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._pages: list[Page] = []

    def _page(self, **options: Any) -> Page:
        number = self._plan["first"] + len(self._pages)
        seats = HUMAN, {"kind": "engine", "level": 1 + number % 10}
        source = "" if self._plan["shares"] else address_of(number)
        game = GAMES[number % len(GAMES)]
        page = Page(
            lambda: self._target,
            number,
            game=game,
            seats=seats,
            source=source,
            comes_back=False,
            patience=60.0,
            **options,
        )
        self._pages.append(page)
        return page

    async def run(self) -> dict[str, Any]:
        """Brings the pages, and returns the measurements."""
        plan = self._plan
        if plan["moves"]:
            await self._at_pace(self._visit)
        else:
            players = [self._page(turn=self._turn) for _ in range(plan["games"])]
            for _ in range(plan["connections"] - plan["games"]):
                self._page(watched=self._game_to_watch)
            tasks = [asyncio.create_task(_later(page, 0.004 * place)) for place, page in enumerate(self._pages)]
            tasks.append(asyncio.create_task(self._at_pace(self._next)))
            assert players or not plan["rate"]
            while not self._is_over():
                await asyncio.sleep(0.05)
        connected = sum(page.is_open for page in self._pages)
        cores = time.process_time() / (time.monotonic() - self._began)
        if not plan["moves"]:
            for task in tasks:
                task.cancel()
            for end in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(end, Exception):
                    raise end
        return self._measured(connected, cores)

    def _measured(self, connected: int, cores: float) -> dict[str, Any]:
        begin = self._began + self._plan["ramp"]
        records = [page.record for page in self._pages]

        def settled(name: str) -> list[float]:
            pairs = (pair for record in records for pair in getattr(record, name))
            return [seconds for at, seconds in pairs if 0 <= at - begin < self._plan["measured"]]

        return {
            "connected": connected,
            "visitors": len(records),
            "refused_lines": sum((record.shut_out for record in records), Counter()),
            "refused_events": sum((record.refused for record in records), Counter()),
            "latencies": settled("waits"),
            "replies": len(settled("replies")),
            "lost_lines": sum(len(record.cuts) for record in records),
            "cores": cores,
            "back": [moment for record in records for moment in record.entered],
        }

    def _is_over(self) -> bool:
        plan, returns = self._plan, self._plan["returns"]
        if self.over or time.monotonic() > self._began + plan["seconds"]:
            return True
        pages = self._pages
        return bool(returns) and all(page.record.shut_out or len(page.record.entered) >= returns for page in pages)

    async def _game_to_watch(self) -> str:
        """Waits until there is a game, and returns one."""
        while not (known := [page.game_id for page in self._pages[: self._plan["games"]] if page.game_id]):
            await asyncio.sleep(0.2)
        return random.choice(known)

    async def _turn(self) -> None:
        """Waits until a player may move."""
        self._waiting.append(turn := asyncio.get_running_loop().create_future())
        await turn

    def _next(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return

    def _visit(self) -> asyncio.Task[None]:
        return asyncio.create_task(_later(self._page(most=self._plan["moves"], is_curious=True), 0.0, _LONGEST_STAY))

    async def _at_pace(self, act: Callable[[], Any]) -> None:
        """Acts so many times a second, by the clock, so that no late act delays the next ones."""
        due, begun = time.monotonic(), list[Any]()
        while self._plan["rate"] and not self._is_over():
            begun.append(act())
            due += 1.0 / self._plan["rate"]
            await asyncio.sleep(max(0.0, due - time.monotonic()))
        await asyncio.gather(*filter(None, begun))


async def _later(page: Page, seconds: float, most: float | None = None) -> None:
    await asyncio.sleep(seconds)
    try:
        await asyncio.wait_for(page.live(), most)
    except TimeoutError:
        return  # as a person who has had enough


def main() -> None:
    """Reads the plan from the first argument, and prints the measurements."""
    crowd = Crowd(json.loads(sys.argv[1]))
    signal.signal(signal.SIGTERM, lambda *_: setattr(crowd, "over", True))
    print(json.dumps(asyncio.run(crowd.run())))


if __name__ == "__main__":
    main()
