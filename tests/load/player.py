"""Runs one process full of pages: some play engines at a steady pace, the others watch. Prints the measurements."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from tests.load.page import BY_US, Page
from tests.wire import Target

GAMES = ("connect4", "tictactoe", "connect4-5x4")


@dataclass
class Measured:
    """Holds the measurements of one process.

    ``latencies`` are in seconds, of moves only. ``reply_times`` are the seconds from a move to the engine's reply,
    ``back`` holds the times at which pages entered a game, ``cores`` is the processor time of the process, in cores.
    """

    connected: int = 0
    refused_lines: Counter[str] = field(default_factory=Counter)
    refused_events: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    reply_times: list[float] = field(default_factory=list)
    moves: int = 0
    replies: int = 0
    finished: int = 0
    waiting: int = 0
    lost_lines: int = 0
    cores: float = 0.0
    back: list[float] = field(default_factory=list)


class Seat:
    """Simulates one page: a player of a game against an engine, or a watcher of another page's game."""

    def __init__(self, crowd: Crowd, number: int, plays: bool) -> None:
        self._crowd, self._number, self._plays = crowd, number, plays
        self._rng = random.Random(number)
        self.game_id: str | None = None
        self._tokens: list[str] = []
        self._state: dict[str, Any] = {}
        self._tries = 0
        self._asked: tuple[str, int] | None = None
        self._sent = 0.0
        self.returns, self.refused, self.open = 0, False, False

    async def live(self, pause: float) -> None:
        """Connects after so many seconds. After an end the page connects again, each time later, unless refused."""
        while True:
            await asyncio.sleep(pause)
            self._line = Page(
                self._crowd.target, self._number, self._heard if self._plays else None, not self._crowd.shares
            )
            why = await self._line.visit(self._stay)
            self.open = False
            if why.startswith("refused"):
                self.refused = True
                self._crowd.measured.refused_lines[why.removeprefix("refused: ")] += 1
            if self.refused or why == BY_US:
                return
            self._crowd.measured.lost_lines += 1
            pause = min(2.0, 0.25 * 2**self._tries) * self._rng.uniform(0.5, 1.5)  # as the page does
            self._tries += 1

    async def _stay(self) -> None:
        """Enters a game, and stays until the connection ends."""
        self.open, self._tries, self._asked = True, 0, None
        if self.game_id is None and self._plays:
            await self._begin()
        else:
            self.game_id = self.game_id or await self._crowd.game_to_watch(self._number)
            version = self._state.get("version", 0)
            answer = await self._line.call("join", game_id=self.game_id, tokens=self._tokens, version=version)
            if self._is_granted(answer):
                self._enter(answer)
        await asyncio.Event().wait()

    def move(self) -> bool:
        """Makes a move if the person is to move, or begins another game. Returns whether a move was sent."""
        state = self._state
        if not self.open or self.game_id is None or not state:
            return False
        if state["outcome"] is not None:
            if self._asked != (self.game_id, -1):
                self._asked = self.game_id, -1
                self._crowd.measured.finished += 1
                self._crowd.run_beside(self._begin())
        elif state["seats"][state["to_move"]]["kind"] == "human" and self._asked != (self.game_id, state["ply"]):
            self._asked = self.game_id, state["ply"]
            self._crowd.run_beside(self._send(state))
            return True
        else:
            self._crowd.measured.waiting += self._crowd.settled
        return False

    async def _send(self, state: dict[str, Any]) -> None:
        ply, move = state["ply"], self._rng.choice(state["legal"])
        number = f"{self._number}.{ply}.{self._rng.getrandbits(40)}"
        sent = self._sent = time.perf_counter()
        answer = await self._line.call("move", game_id=self.game_id, ply=ply, move=move, request_id=number)
        if self._is_granted(answer):
            self._crowd.measured.latencies += [time.perf_counter() - sent] * self._crowd.settled
            self._crowd.measured.moves += self._crowd.settled

    async def _begin(self) -> None:
        seats = [{"kind": "human"}, {"kind": "engine", "level": 1 + self._number % 10}]
        answer = await self._line.call("new_game", game=GAMES[self._number % len(GAMES)], seats=seats)
        if self._is_granted(answer):
            self.game_id, self._tokens = answer["game_id"], [token for token in answer["seat_tokens"] if token]
            self._enter(answer)

    def _is_granted(self, answer: Any) -> bool:
        if not answer["ok"]:
            self._crowd.measured.refused_events[answer["error"]["code"]] += 1
        return bool(answer["ok"])

    def _enter(self, answer: Any) -> None:
        """Notes the entry into a game, the first or after a break."""
        self._state = answer["state"]
        self.returns += 1
        self._crowd.measured.back.append(time.time())

    def _heard(self, state: Any) -> None:
        if state["game_id"] == self.game_id and state["version"] > self._state.get("version", 0):
            self._state = state
            if state["event"].get("answer") is not None and self._crowd.settled:
                self._crowd.measured.replies += 1
                self._crowd.measured.reply_times.append(time.perf_counter() - self._sent)


class Crowd:
    """Holds all pages of this process.

    Args:
        plan: address, connections, games, rate (moves a second), seconds, ramp (seconds before moves are measured: all
            pages are connected by then), measured (seconds of measuring), first (number of the first page), returns
            (unless 0: the run ends when every page has entered a game so many times or was refused), shares (whether
            all pages share one address).
    """

    def __init__(self, plan: dict[str, Any]) -> None:
        self.target, self.measured, self.over = Target(*plan["address"]), Measured(), False
        self._plan = plan
        self.shares: bool = plan["shares"]
        games: int = plan["games"]
        self._seats = [Seat(self, plan["first"] + i, i < games) for i in range(plan["connections"])]
        self._players = self._seats[:games]
        self._settles = time.perf_counter() + plan["ramp"]
        self._beside: set[asyncio.Task[None]] = set()

    @property
    def settled(self) -> bool:
        """Returns whether moves are measured now."""
        return 0 <= time.perf_counter() - self._settles < self._plan["measured"]

    def run_beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine to its end, or until its connection ends."""
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def game_to_watch(self, number: int) -> str:
        """Waits until there is a game, and returns the game for a watcher."""
        while not (known := [player.game_id for player in self._players if player.game_id]):
            await asyncio.sleep(0.2)
        return known[number % len(known)]

    async def run(self) -> Measured:
        """Connects all pages, plays for the seconds of the plan, and closes all."""
        began = time.perf_counter()
        tasks = [asyncio.create_task(seat.live(i * 0.004)) for i, seat in enumerate(self._seats)]
        tasks.append(asyncio.create_task(self._keep_pace()))
        while not self.over and time.perf_counter() <= began + self._plan["seconds"] and not self._are_all_back():
            await asyncio.sleep(0.05)
        self.measured.cores = time.process_time() / (time.perf_counter() - began)
        self.measured.connected = sum(seat.open for seat in self._seats)
        for task in tasks:
            task.cancel()
        for end in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(end, Exception):
                raise end
        return self.measured

    def _are_all_back(self) -> bool:
        returns: int = self._plan["returns"]
        return bool(returns) and all(seat.refused or seat.returns >= returns for seat in self._seats)

    async def _keep_pace(self) -> None:
        """Makes the players move one after another, by the clock, so that no late move delays the next ones."""
        if not self._plan["rate"]:
            return
        due, place = time.perf_counter() + 2.0, 0
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += 1.0 / self._plan["rate"]
            for _ in self._players:
                place = (place + 1) % len(self._players)
                if self._players[place].move():
                    break


def main() -> None:
    """Reads the plan from the first argument, and prints the measurements, both as JSON."""
    crowd = Crowd(json.loads(sys.argv[1]))
    signal.signal(signal.SIGTERM, lambda *_: setattr(crowd, "over", True))
    print(json.dumps(vars(asyncio.run(crowd.run()))))


if __name__ == "__main__":
    main()
