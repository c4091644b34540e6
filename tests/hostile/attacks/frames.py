"""Attacks with websocket frames: unmasked, endless, too long, torn, in bad UTF-8; floods of control frames."""

from __future__ import annotations

from collections.abc import Callable

from tests.hostile.foe import Foe, attack
from tests.wire import BINARY, CLOSE, PING, PONG, frame

_HELLO = '42["join",{}]'
_RARE = {
    "reserved bits": lambda: frame("2", reserved=4) + frame("2", reserved=2),
    "reserved opcode": lambda: frame("2", 3) + frame("2", 11),
    "long ping": lambda: frame(b"p" * 126, PING),
    "torn ping": lambda: frame(b"p", PING, last=False),
    "close code 1": lambda: frame(b"\x00\x01", CLOSE),
    "half a close code": lambda: frame(b"\x03", CLOSE),
    "close in bad UTF-8": lambda: frame(b"\x03\xe8\xff\xff", CLOSE),
    "a piece without a beginning": lambda: frame("x", 0),
    "a message inside a message": lambda: frame("4", last=False) + frame("2"),
}


def _frames(name: str, make: Callable[[], bytes], *, hears: bool = False) -> None:
    """Enters an attack that sends frames, and then asks for an answer on the same line.

    Args:
        hears: whether the answer must come.
    """

    async def client(foe: Foe) -> None:
        while foe.going():
            async with foe.attempt() as line:
                await line.websocket()
                await line.send(make())
                await line.call("join")
                foe.check(hears, "a frame that breaks the protocol was taken")

    attack(name, scattered=True)(client)


_frames("unmasked frames", lambda: frame(_HELLO, masked=False))
_frames("frames of 20 kB", lambda: frame("42" + "a" * 20_000))
_frames("frames of 2^62 bytes announced", lambda: b"\x81\xff" + (1 << 62).to_bytes(8, "big") + b"a" * 1004)
_frames("messages in pieces", lambda: frame("43", last=False) + frame("", 0, last=False) + frame("[]", 0), hears=True)
_frames("17,000 empty pieces", lambda: frame("4", last=False) + frame("", 0, last=False) * 17_000)
_frames("bad UTF-8", lambda: frame(b'42["\xff\xfe"]'))
_frames("binary frames", lambda: frame(b"\x00\x01\x02", BINARY))


@attack("broken control frames", scattered=True)
async def rare_frames(foe: Foe) -> None:
    """Sends frames that RFC 6455 forbids; each must end the connection."""
    while foe.going():
        name = foe.rng.choice(list(_RARE))
        async with foe.attempt() as line:
            await line.websocket()
            await line.send(_RARE[name]())
            await line.call("join")
            foe.check(False, f"{name} was taken")


@attack("messages never finished", lasts=20.0, scattered=True)
async def unfinished(foe: Foe) -> None:
    """Sends pieces of a message that never ends, one a second."""
    while foe.going():
        async with foe.attempt() as line:
            await line.websocket()
            await line.send(frame("42", last=False))
            await line.drip([frame("a", 0, last=False)] * 1000, foe.until)


def _flood(name: str, frames: bytes) -> None:
    """Enters an attack that sends frames in bursts, reads the answers, and asks for an acknowledgement between."""

    async def client(foe: Foe) -> None:
        while foe.going():
            async with foe.session() as line:
                await line.websocket()
                while foe.going():
                    async with foe.step():
                        await line.send(frames)
                        await line.call("join")

    attack(name)(client)


_flood("floods of websocket pings", frame(b"x" * 125, PING) * 100)
_flood("floods of pongs", frame("3") * 100 + frame(b"x", PONG) * 100)
_flood("floods of noops and probes", (frame("6") + frame("2probe")) * 50)
