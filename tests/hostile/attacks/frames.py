"""Attacks with websocket frames: unmasked, endless, overlong, torn, in bad UTF-8, and floods of control frames."""

from tests.hostile.foe import Foe, sends, tries, visits
from tests.hostile.line import Line
from tests.wire import BINARY, CLOSE, PING, PONG, frame

_HELLO = '42["join",{}]'
_RARE = (
    frame("2", reserved=4) + frame("2", reserved=2),  # reserved bits
    frame("2", 3) + frame("2", 11),  # reserved opcodes
    frame(b"p" * 126, PING),
    frame(b"p", PING, last=False),
    frame(b"\x00\x01", CLOSE),  # the code 1
    frame(b"\x03", CLOSE),  # half a code
    frame(b"\x03\xe8\xff\xff", CLOSE),  # bad UTF-8
    frame("x", 0),  # a piece without a beginning
    frame("4", last=False) + frame("2"),  # a message inside a message
)
_TAKEN = "a frame that breaks the protocol was taken"

sends("unmasked frames", lambda _: frame(_HELLO, masked=False), _TAKEN)
sends("frames of 20 kB", lambda _: frame("42" + "a" * 20_000), _TAKEN)
sends("frames of 2^62 bytes announced", lambda _: b"\x81\xff" + (1 << 62).to_bytes(8, "big") + b"a" * 1004, _TAKEN)
sends("messages in pieces", lambda _: frame("43", last=False) + frame("", 0, last=False) + frame("[]", 0))
sends("17,000 empty pieces", lambda _: frame("4", last=False) + frame("", 0, last=False) * 17_000, _TAKEN)
sends("bad UTF-8", lambda _: frame(b'42["\xff\xfe"]'), _TAKEN)
sends("binary frames", lambda _: frame(b"\x00\x01\x02", BINARY), _TAKEN)
sends("broken control frames", lambda foe: foe.rng.choice(_RARE), "a frame that RFC 6455 forbids was taken")


@tries("messages never finished", lasts=20.0, scattered=True)
async def unfinished(foe: Foe, line: Line) -> None:
    """Sends pieces of a message that never ends, one a second."""
    await line.websocket()
    await line.send(frame("42", last=False))
    await line.drip([frame("a", 0, last=False)] * 1000, foe.until)


def _flood(name: str, frames: bytes) -> None:
    """Enters an attack that sends frames in bursts, reads the answers, and asks for an acknowledgement between."""

    @visits(name)
    async def _(foe: Foe, line: Line) -> None:
        while foe.going():
            async with foe.step():
                await line.send(frames)
                await line.call("join")


_flood("floods of websocket pings", frame(b"x" * 125, PING) * 100)
_flood("floods of pongs", frame("3") * 100 + frame(b"x", PONG) * 100)
_flood("floods of noops and probes", (frame("6") + frame("2probe")) * 50)
