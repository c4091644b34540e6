"""Attacks with coming and going: visits of a moment, reload storms, more lines than seats, refused upgrades."""

import asyncio
import secrets
import time
from typing import Any

from tests.hostile.foe import Foe, attack, tries
from tests.hostile.line import Line
from tests.wire import PATIENCE, RefusedError, frame, request, upgrade

_HUMANS = [{"kind": "human"}, {"kind": "human"}]
_POLLING = "/socket.io/?EIO=4&transport=polling"


@tries("visits of a moment", scattered=True)
async def moments(foe: Foe, line: Line) -> None:
    """Connects, says 40 and leaves: immediately, after the welcome, with 41, or in mid-handshake."""
    kind = foe.rng.randrange(4)
    if kind == 0:
        await line.send(upgrade(foe.target))
        return
    await line.websocket(join=kind != 1)
    if kind == 1:
        await line.send(frame("40"))
    elif kind == 2:
        await line.send((frame("41") + frame("40")) * 8)


@attack("visits to one table", scattered=True)
async def reloads(foe: Foe) -> None:
    """Leaves a table with one page as another comes, then moves there: the newcomer must hear of the move."""
    while foe.going():
        async with foe.session() as first, foe.line() as second:
            for line in (first, second):
                await line.websocket()
            tables = [await first.ask("new_game", game="tictactoe", seats=_HUMANS) for _ in range(2)]
            here, there = first, second
            for turn in range(6):  # without a winner so far
                await _change_places(foe, here, there, tables, turn)
                here, there = there, here
                await foe.rest(0.3)


async def _change_places(foe: Foe, here: Line, there: Line, tables: list[dict[str, Any]], turn: int) -> None:
    game, other = tables[0]["game_id"], tables[1]["game_id"]
    leaving = await here.post("join", {"game_id": other})
    coming = await there.post("join", {"game_id": game, "tokens": tables[0]["seat_tokens"]})
    async with foe.step():
        left, came = await here.acknowledgement(leaving), await there.acknowledgement(coming)
        for answer in (left, came):
            if not answer["ok"]:
                foe.check(answer["error"]["code"] != "internal", "an internal error in join")
                raise RefusedError(answer["error"]["code"])
        there.events.clear()
        move = {"game_id": game, "ply": turn, "move": turn + 1, "request_id": secrets.token_hex(8)}
        version = (await there.ask("move", **move))["version"]
        try:
            while not any(name == "game" and payload["version"] >= version for name, payload in there.events):
                there.events.append(await there.event())
        except TimeoutError:
            foe.check(False, "a page at a table heard nothing")
            raise


@attack("more lines than seats", crowd=lambda clients, seats: clients + seats, scattered=True, alone=True, lasts=20.0)
async def beyond_the_cap(foe: Foe) -> None:
    """Takes a seat and keeps the seat, until the server has said at least once that it is full. Whoever was refused, or
    left to make room for an address with fewer pages, comes back."""

    def over() -> bool:
        return time.monotonic() >= foe.until + (0.0 if foe.tally.words["server_full"] else PATIENCE)

    while foe.going() or not over():
        async with foe.attempt() as line:
            await line.websocket()
            await line.stay(over)
        await asyncio.sleep(0.5)


@tries("refused upgrades", scattered=True)
async def refused_upgrades(foe: Foe, line: Line) -> None:
    """Asks for a websocket without a key, in an old version, by polling, from a page of another server."""
    asked = (
        upgrade(foe.target).replace(b"Sec-WebSocket-Key", b"X-Key"),
        upgrade(foe.target).replace(b"Version: 13", b"Version: 8"),
        upgrade(foe.target, path="/socket.io/?EIO=3&transport=websocket"),
        upgrade(foe.target, "Origin: http://evil.example"),
        upgrade(foe.target, f"Origin: http://{foe.target.name}.evil.example"),
        upgrade(foe.target, "Origin: https://evil.example", "X-Forwarded-Host: evil.example"),
        request(foe.target, _POLLING),
        request(foe.target, _POLLING + "&sid=nobody", "Content-Length: 3", method="POST") + b"42[",
    )
    await line.send(foe.rng.choice(asked))
    await line.status()
    foe.check(False, "an upgrade that must be refused was granted")
