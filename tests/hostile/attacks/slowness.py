"""Attacks with time: slow heads, bodies, frames and readers hold lines and threads of the server."""

import contextlib
import time

from tests.hostile.foe import Foe, attack, tries
from tests.hostile.line import Line
from tests.wire import frame, request

_DEADLINES = 35.0
"""Seconds in which a server should have cut a slow client."""
_LINES_AT_ONCE = 10


@tries("heads sent a byte a second", lasts=_DEADLINES, scattered=True)
async def slow_heads(foe: Foe, line: Line) -> None:
    await line.drip(_bytewise(request(foe.target, "/", "X-Slow: " + "a" * 1000)), foe.until)


@tries("bodies sent a byte a second", lasts=_DEADLINES, scattered=True)
async def slow_bodies(foe: Foe, line: Line) -> None:
    await line.send(request(foe.target, "/", "Content-Length: 100000", method="POST"))
    await line.drip([b"a"] * 1000, foe.until)


@tries("bodies that never come", lasts=_DEADLINES, scattered=True)
async def absent_bodies(foe: Foe, line: Line) -> None:
    await line.send(request(foe.target, "/healthz", "Content-Length: 100000") + b"abc")
    await line.hold(foe.until)


@attack("Connection: close, never closed", lasts=_DEADLINES)
async def announced_close(foe: Foe) -> None:
    """Asks for an end after the answer, reads the answer and stays: on ten lines."""
    async with contextlib.AsyncExitStack() as lines:
        while foe.going():
            for _ in range(_LINES_AT_ONCE):
                line = await lines.enter_async_context(foe.session())
                async with foe.step():
                    await line.send(request(foe.target, "/healthz", "Connection: close"))
                    await line.status()
            await foe.rest(_DEADLINES)


@tries("half-open lines", lasts=_DEADLINES, scattered=True)
async def half_open(foe: Foe, line: Line) -> None:
    """Connects and says nothing, or half a request line."""
    if foe.number % 2:
        await line.send(b"GET / HT")
    await line.hold(foe.until)


@tries("answers not read", lasts=_DEADLINES, receive=2048)
async def deaf_readers(foe: Foe, line: Line) -> None:
    """Asks for the page again and again on one line and reads nothing."""
    await line.send(request(foe.target, "/") * 40)
    await _wait_for_the_end(foe, line)


@tries("websocket frames sent a byte a second", lasts=_DEADLINES, scattered=True)
async def slow_frames(foe: Foe, line: Line) -> None:
    await line.websocket(join=foe.number % 2 == 0)
    await line.drip(_bytewise(frame("42" + "a" * 1000)), foe.until)


@tries("websockets that never say a word", lasts=_DEADLINES, scattered=True)
async def silent_websockets(foe: Foe, line: Line) -> None:
    """Upgrades and answers no ping. Every second client does not connect to the namespace either."""
    await line.websocket(join=foe.number % 2 == 0)
    await line.hold(foe.until)


@tries("pages that do not read their events", lasts=_DEADLINES)
async def deaf_pages(foe: Foe, line: Line) -> None:
    """Begins games of two engines without a pause between moves, and reads nothing of them."""
    await line.websocket()
    game = (await line.ask("new_game", game="tictactoe", seats=[{"kind": "engine", "level": 1}] * 2))["game_id"]
    await line.ask("pace", game_id=game, per_minute=0)
    line.stop_reading()
    await _wait_for_the_end(foe, line)


def _bytewise(data: bytes) -> list[bytes]:
    return [bytes((byte,)) for byte in data]


async def _wait_for_the_end(foe: Foe, line: Line) -> None:
    """Reads nothing until the attack ends, then looks whether the server has hung up."""
    await foe.rest(_DEADLINES)
    line.read_on()
    await line.hold(time.monotonic() + 1.0)
