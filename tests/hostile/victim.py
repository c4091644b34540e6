"""Plays as an ordinary person does while others attack: ``python -m tests.hostile.victim HOST PORT LEVEL``.

The process is a separate one: the work of the attackers must not delay the clock. Each line of the output is a JSON
object with a time of the monotonic clock, which all processes of a machine share: ``asked`` begins a wait and ``got``
ends one. ``move`` is an acknowledged move, ``cut`` and ``refused`` tell of faults.
"""

import asyncio
import json
import random
import secrets
import sys
import time
from typing import Any

from tests.hostile.foe import ENDS
from tests.hostile.line import Line
from tests.wire import RefusedError, Target, request

PLAYERS = 3
SOURCE = "127.0.9.{}"
_PAUSE = 0.15
_HEALTH = 0.5
_NAP = 0.02


def say(kind: str, **more: Any) -> None:
    """Prints one line of the record."""
    print(json.dumps({"kind": kind, "at": time.monotonic(), **more}), flush=True)


class Player:
    """Plays one game after the other against an engine, and comes back after a cut as the page does.

    Args:
        number: tells the players apart.
    """

    def __init__(self, target: Target, number: int, level: int) -> None:
        self._target, self._number, self._level = target, number, level
        self._rng = random.Random(number)
        self._game: str | None = None
        self._tokens: list[str] = []
        self._state: dict[str, Any] = {}
        self._pending: dict[str, Any] = {}

    async def play(self) -> None:
        """Plays until the process ends."""
        while True:
            line = Line(self._target, SOURCE.format(self._number))
            try:
                await line.websocket()
                if self._game is not None:
                    self._state = (await line.ask("join", game_id=self._game, tokens=self._tokens))["state"]
                while True:
                    await self._go_on(line)
            except RefusedError as no:
                say("refused", who=self._number, why=str(no))
            except ENDS as end:
                say("cut", who=self._number, why=type(end).__name__)
            finally:
                line.close()
            await asyncio.sleep(0.5)

    async def _go_on(self, line: Line) -> None:
        state = self._state
        if self._game is None or state["outcome"] is not None:
            await self._begin(line)
        elif state["to_move"] != 0:
            await self._wait_for_reply(line, state["ply"] + 1)
        else:
            await self._move(line)

    async def _begin(self, line: Line) -> None:
        seats = [{"kind": "human"}, {"kind": "engine", "level": self._level}]
        opened = await line.ask("new_game", game="connect4", seats=seats)
        self._game, self._state, self._pending = opened["game_id"], opened["state"], {}
        self._tokens = [token for token in opened["seat_tokens"] if token]

    async def _move(self, line: Line) -> None:
        ply = self._state["ply"]
        if self._pending.get("ply") != ply:
            move = self._rng.choice(self._state["legal"])
            self._pending = {"game_id": self._game, "ply": ply, "move": move, "request_id": secrets.token_hex(8)}
        await asyncio.sleep(_PAUSE)
        say("asked", who=self._number, what="acknowledgement")
        answer = await line.call("move", **self._pending)
        say("got", who=self._number, what="acknowledgement")
        if answer["ok"]:
            say("move", **self._pending)
            self._state = {**self._state, "ply": ply + 1, "to_move": 1}
            return
        say("refused", who=self._number, why=answer["error"]["code"])
        await asyncio.sleep(0.3)
        self._state = (await line.ask("join", game_id=self._game, tokens=self._tokens))["state"]

    async def _wait_for_reply(self, line: Line, ply: int) -> None:
        """Waits for the engine's move, or for the end by the person's own."""
        say("asked", who=self._number, what="due move")
        while True:
            name, state = line.events.pop(0) if line.events else await line.event()
            if name == "game" and state["game_id"] == self._game:
                self._state = {**self._state, **state}
                if state["ply"] >= ply or state["outcome"] is not None:
                    break
        say("got", who=self._number, what="due move")


async def watch_health(target: Target) -> None:
    """Asks for /healthz again and again, as a supervisor does."""
    while True:
        say("asked", who=0, what="health")
        line = Line(target, SOURCE.format(100))
        try:
            await line.send(request(target, "/healthz", "Connection: close"))
            await line.status()
            say("got", who=0, what="health")
        except ENDS as end:
            say("unwell", why=type(end).__name__)
        finally:
            line.close()
        await asyncio.sleep(_HEALTH)


async def watch_machine() -> None:
    """Sleeps again and again, and tells how late each end of the sleep came: the server has no part in that."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(_NAP)
        late = time.monotonic() - began - _NAP
        say("late", seconds=late)


async def main(target: Target, level: int) -> None:
    """Plays until the process is ended, each player against the next level from ``level`` on."""
    players = [Player(target, 1 + number, level + number).play() for number in range(PLAYERS)]
    await asyncio.gather(watch_health(target), watch_machine(), *players)


if __name__ == "__main__":
    asyncio.run(main(Target(sys.argv[1], int(sys.argv[2])), int(sys.argv[3])))
