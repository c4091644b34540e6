"""Runs one process of visitors, who come at a steady pace, play a few moves against an engine each, and leave."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from typing import Any

from tests.load.client import Line, Pool
from tests.load.player import GAMES

_LONGEST_STAY = 120.0


class Visitor:
    """Stands for one person: begins a game, watches the engine think, plays ``moves`` moves, and leaves."""

    def __init__(self, visitors: Visitors, number: int, moves: int) -> None:
        self._visitors, self._number, self._left = visitors, number, moves
        self._state: dict[str, Any] = {}
        self._asked = -1
        self._line = Line(visitors.pool, visitors.address, self._opened, self._event, ("game",), number)
        self._line.on_end = visitors.gone
        visitors.pool.later(_LONGEST_STAY, self._leave)

    def _opened(self) -> None:
        seats = [{"kind": "human"}, {"kind": "engine", "level": 1 + self._number % 10}]
        self._line.call("new_game", {"game": GAMES[self._number % len(GAMES)], "seats": seats}, self._begun)

    def _begun(self, answer: Any) -> None:
        if not answer["ok"]:
            self._visitors.refused[answer["error"]["code"]] += 1
            self._leave()
            return
        self._state = answer["state"]
        self._line.call("watch_thinking", {"game_id": answer["game_id"], "on": True}, lambda _: None)
        self._go_on()

    def _event(self, name: str, payload: Any) -> None:
        if self._state and payload["version"] > self._state["version"]:
            self._state = payload
            self._go_on()

    def _go_on(self) -> None:
        state = self._state
        if state["outcome"] is not None or (state["to_move"] == 0 and not self._left):
            self._leave()
        elif state["to_move"] == 0 and state["ply"] != self._asked:
            self._asked = state["ply"]
            self._left -= 1
            request = {"game_id": state["game_id"], "ply": state["ply"], "move": random.choice(state["legal"])}
            self._line.call("move", {**request, "request_id": f"{self._number}.{state['ply']}"}, lambda _: None)

    def _leave(self) -> None:
        self._line.end()


class Visitors:
    """Lets visitors come and go, and counts them.

    Args:
        plan: address, rate (visitors a second), seconds (how long visitors come), most (visitors at most, 0: any
            number), moves (of each visitor).
    """

    def __init__(self, plan: dict[str, Any]) -> None:
        self.address: tuple[str, int] = tuple(plan["address"])  # type: ignore[assignment]
        self.pool, self.refused = Pool(), Counter[str]()
        self._rate, self._most, self._moves = plan["rate"], plan["most"], plan["moves"]
        self._ends = time.perf_counter() + plan["seconds"]
        self._due = time.perf_counter()
        self._came = self._went = 0

    def gone(self, why: str) -> None:
        """Counts a visitor who left, or whose connection was cut."""
        self._went += 1
        if why != "closed by us":
            self.refused[why] += 1

    def run(self) -> dict[str, Any]:
        """Returns how many came, and what was refused, after the last one has gone."""
        self._come()
        self.pool.run(lambda: self._over() and self._went == self._came)
        return {"visitors": self._came, "refused": self.refused}

    def _over(self) -> bool:
        return time.perf_counter() > self._ends or (self._most > 0 and self._came >= self._most)

    def _come(self) -> None:
        if not self._over():
            self._came += 1
            Visitor(self, self._came, self._moves)
            self._due += 1 / self._rate  # by the clock, so that a late one makes none of the next ones late
            self.pool.later(max(0.0, self._due - time.perf_counter()), self._come)


if __name__ == "__main__":
    print(json.dumps(Visitors(json.loads(sys.argv[1])).run()))
