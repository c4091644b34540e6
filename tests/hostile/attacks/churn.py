"""Attacks with coming and going: visits of a moment, and more lines than seats."""

import asyncio
import time

from tests.hostile.foe import Foe, attack, tries
from tests.hostile.line import Line
from tests.wire import PATIENCE, frame, upgrade


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
