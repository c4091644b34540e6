"""Runs one process of visitors, who come at a steady pace and play a few moves against an engine each, or have a game
reviewed by their own pages, and leave."""

import asyncio
import http.client
import json
import random
import sys
import time
from collections import Counter
from typing import Any

from tests.load.page import BY_US, Page
from tests.load.player import GAMES
from tests.wire import Target

_LONGEST_STAY = 120.0
_REVIEWED = "547125662261271266215743771576315353334444"


class Visitors:
    """Makes visitors come and go, and counts them.

    Args:
        plan: address, rate (visitors a second), seconds (how long visitors come), most (visitors at most, 0: any
            number), moves (of each visitor; 0: each asks for a review of a game of 42 moves).
    """

    def __init__(self, plan: dict[str, Any]) -> None:
        self._target, self._plan, self._refused = Target(*plan["address"]), plan, Counter[str]()

    async def run(self) -> dict[str, Any]:
        """Returns how many came, and what was refused, after the last one has left."""
        visits, due = [], time.perf_counter()
        ends, most = due + self._plan["seconds"], self._plan["most"]
        while time.perf_counter() <= ends and not 0 < most <= len(visits):
            visits.append(asyncio.create_task(self._visit(len(visits) + 1)))
            due += 1 / self._plan["rate"]  # by the clock, so that a late one makes none of the next ones late
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await asyncio.gather(*visits)
        return {"visitors": len(visits), "refused": self._refused}

    def _fetch(self, path: str) -> None:
        line = http.client.HTTPConnection(self._target.host, self._target.port, timeout=_LONGEST_STAY)
        line.request("GET", path)
        line.getresponse().read()
        line.close()

    async def _visit(self, number: int) -> None:
        """Makes one person begin a game, watch the engine think, play the moves of the plan, and leave."""
        news = asyncio.Queue[Any]()
        page = Page(self._target, number, news.put_nowait)

        async def review() -> None:
            seats = [{"kind": "human"}, {"kind": "human"}]
            request = {"moves": [*map(int, _REVIEWED)], "analysis": True, "request_id": f"{number}"}
            await asyncio.to_thread(self._fetch, f"/connect4/{_REVIEWED}")
            answer = await page.call("new_game", game="connect4", seats=seats, **request)
            if not answer["ok"]:
                self._refused[answer["error"]["code"]] += 1
                return
            await page.call("watch_thinking", game_id=answer["game_id"], on=False)

        async def play() -> None:
            seats = [{"kind": "human"}, {"kind": "engine", "level": 1 + number % 10}]
            answer = await page.call("new_game", game=GAMES[number % len(GAMES)], seats=seats)
            if not answer["ok"]:
                self._refused[answer["error"]["code"]] += 1
                return
            state, game_id = answer["state"], answer["game_id"]
            await page.call("watch_thinking", game_id=game_id, on=True)
            asked, left = -1, self._plan["moves"]
            while state["outcome"] is None and (state["to_move"] != 0 or left):
                if state["to_move"] == 0 and state["ply"] != asked:
                    asked, left = state["ply"], left - 1
                    request = {"ply": asked, "move": random.choice(state["legal"]), "request_id": f"{number}.{asked}"}
                    await page.call("move", game_id=game_id, **request)
                told = await news.get()
                state = told if told["version"] > state["version"] else state

        try:
            why = await asyncio.wait_for(page.visit(play if self._plan["moves"] else review), _LONGEST_STAY)
        except TimeoutError:
            return  # as a person who has had enough
        if why != BY_US:
            self._refused[why] += 1


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Visitors(json.loads(sys.argv[1])).run())))
