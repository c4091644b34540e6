"""Attacks with odd bytes, in small numbers of kinds: worlds draw all others (``tests/world/cast/foes.py``), and
``tests/webapp/serving`` and ``sockets`` hold the answer to each."""

import re

from tests.hostile.foe import Foe, attack, sends, tries
from tests.hostile.line import Line
from tests.wire import PING, PONG, ClosedError, RefusedError, event, frame, request

_HIDDEN = b"GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
_REQUESTS = (
    b"POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + _HIDDEN,
    b"POST /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + _HIDDEN,
    b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: b\x00c\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b'GET / HTTP/1.1\r\nHost: a"><script>\r\nConnection: close\r\n\r\n',
    b"GET /static/..%2f..%2fetc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    b"GET /connect4%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    b"TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
)


@tries("odd requests", scattered=True)
async def odd_requests(foe: Foe, line: Line) -> None:
    """Hides a second request, breaks the head, or asks for a file outside."""
    await line.send(foe.rng.choice(_REQUESTS))
    answer = await line.everything()
    if not answer:
        raise ClosedError
    foe.check(len(re.findall(rb"HTTP/1\.[01] [0-9]", answer)) < 2, "two answers to a request of doubtful length")
    foe.check(b"root:" not in answer and b"\nX-Evil" not in answer, "a foreign file or header came back")
    status = answer[9:12].decode("latin-1")
    foe.check(status not in ("500", "502"), f"the answer {status}")
    if status >= "400":
        raise RefusedError(status)


@attack("forwarded headers of strangers", scattered=True)
async def forwarded(foe: Foe) -> None:
    """Claims to be somebody else, by headers which only a proxy may set. Nothing of them may come back."""
    forged = ("X-Forwarded-Host: evil.example", "X-Forwarded-Proto: javascript", "X-Forwarded-Prefix: /evil")
    while foe.going():
        async with foe.attempt() as line:
            await line.send(request(foe.target, "/", *forged, "Connection: close"))
            foe.check(b"evil" not in await line.everything(), "a stranger's host stood in a page")
        async with foe.attempt() as line:
            await line.send(request(foe.target, "/metrics", "X-Forwarded-For: 127.0.0.1", "Connection: close"))
            await line.status()
            foe.check(False, "a stranger read the metrics")


_TAKEN = "a frame that breaks the protocol was taken"
_BURST = event("x", {}) * 152 + event("connect") * 200 + event("disconnect") * 50
"""Events that only the server's own library may raise, while the server hangs up on a flood."""

sends("frames of 2^62 bytes announced", lambda _: b"\x81\xff" + (1 << 62).to_bytes(8, "big") + b"a" * 1004, _TAKEN)
sends("17,000 empty pieces", lambda _: frame("4", last=False) + frame("", 0, last=False) * 17_000, _TAKEN)
sends("floods of pings", lambda _: frame(b"p", PING) * 2000, scattered=False)
sends("floods of pongs", lambda _: frame(b"p", PONG) * 2000, scattered=False)
sends("deep JSON", lambda _: frame("42" + "[" * 8000))
sends("reserved events and unknown names", lambda _: _BURST)
sends("floods of 40 (connect again)", lambda _: frame("40") * 200, scattered=False)
