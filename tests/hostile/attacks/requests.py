"""Attacks with requests: wrong heads, forged hosts, odd methods, hidden second requests, floods of pages."""

import contextlib
import re

from tests.hostile.foe import ENDS, Foe, attack, tries
from tests.hostile.line import Line
from tests.wire import ClosedError, RefusedError, request

_STRANGE_HOSTS = (
    "a" * 2200, ".".join(["a" * 60] * 40), "", "a b", 'a"><script>', "a/b", "a@b", "a..b", "-a", "a,b", "a:99999",
    "[::1", "\xe9", "a\tb",
)  # fmt: skip
_METHODS = ("TRACE", "CONNECT", "PUT", "DELETE", "PATCH", "FOO", "get", "A" * 500, "")
_BROKEN = (
    b"GET /\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"A" * 100 + b"\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: b\x00c\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\rX: y\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /connect4/%00 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /connect4/%ff%fe HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /connect4%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: a\r\n\r\n",
)
_SECOND = b"GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
_SHAPES = (
    b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(_SECOND),
    b"Content-Length: +5\r\n\r\nabcde",
    b"Content-Length: -1\r\n\r\n",
    b"Content-Length: 1_0\r\n\r\n",
    b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n2;\nxx\r\n10\r\n\r\n0\r\n\r\n",
)
"""Headers and bodies of doubtful length: two programs might disagree about the end. A second request hides behind."""
_PATHS = (
    "/static/../webapp/app.py", "/static/..%2f..%2fetc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd",
    "/static/....//etc/passwd", "/static//etc/passwd", "/static/js/..%5c..%5capp.py", "//evil.example/x",
)  # fmt: skip


@tries("oversized heads", scattered=True)
async def oversized_heads(foe: Foe, line: Line) -> None:
    """Sends a header of 70 kB, 2,000 headers, or 6 MB of headers."""
    size, count = foe.rng.choice(((70_000, 1), (1, 2000), (65_000, 97)))
    await line.send(request(foe.target, "/healthz", *(f"X{number}: {'a' * size}" for number in range(count))))
    await line.status()


@attack("strange and overlong hosts", scattered=True)
async def strange_hosts(foe: Foe) -> None:
    """Asks for a page and an invitation's picture under hosts that cannot be ours."""
    game = "A" * 12
    with contextlib.suppress(*ENDS):
        async with foe.line() as line:
            await line.websocket()
            game = (await line.ask("new_game", game="tictactoe", seats=[{"kind": "human"}] * 2))["game_id"]
    while foe.going():
        path = foe.rng.choice(("/", f"/game/{game}/invitation.svg", "/healthz"))
        async with foe.attempt() as line:
            await line.send(request(foe.target, path, host=foe.rng.choice(_STRANGE_HOSTS)))
            await _no_error_of_ours(foe, line.status())


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


@tries("odd methods and broken requests", scattered=True)
async def broken_requests(foe: Foe, line: Line) -> None:
    odd = request(foe.target, foe.rng.choice(("/", "/metrics", "/socket.io/")), method=foe.rng.choice(_METHODS))
    await line.send(foe.rng.choice((odd, *_BROKEN)))
    await _no_error_of_ours(foe, line.status())


@tries("paths out of the folder", scattered=True)
async def paths(foe: Foe, line: Line) -> None:
    await line.send(request(foe.target, foe.rng.choice(_PATHS), "Connection: close"))
    answer = await line.everything()
    foe.check(b"root:" not in answer and b"import annotations" not in answer, "a file outside was sent")
    if not answer.startswith(b"HTTP/1.1 2"):
        raise RefusedError(answer[9:12].decode("latin-1"))


@tries("hidden second requests", scattered=True)
async def hidden_requests(foe: Foe, line: Line) -> None:
    """Hides a second request behind a first of doubtful length. An answer to the second is a breach."""
    await line.send(b"POST /healthz HTTP/1.1\r\nHost: a\r\n" + foe.rng.choice(_SHAPES) + _SECOND)
    answer = await line.everything()
    if not answer:
        raise ClosedError
    answers = len(re.findall(rb"HTTP/1\.[01] [0-9]", answer))
    foe.check(answers < 2, "two answers to a request of doubtful length")
    raise RefusedError(answer[9:12].decode("latin-1"))


@tries("requests in a row on one line", scattered=True)
async def pipelining(foe: Foe, line: Line) -> None:
    """Sends 50 requests together and reads the answers afterwards."""
    await line.send(request(foe.target, "/healthz") * 50 + request(foe.target, "/healthz", "Connection: close"))
    if b" 200 " not in (await line.everything())[:100]:
        raise RefusedError


@tries("floods of pages")
async def page_flood(foe: Foe, line: Line) -> None:
    """Asks for pages, pictures and checks of the database as fast as the answers come."""
    asked = ("/", "/connect4/4453", "/readyz", "/game/AAAAAAAAAAAA", "/help")
    await line.send(request(foe.target, foe.rng.choice(asked), "Connection: close"))
    status = int((await line.everything())[9:12] or b"0")
    foe.check(status not in (500, 501, 502), f"the answer {status}")
    if not 200 <= status < 400:
        raise RefusedError(str(status))


async def _no_error_of_ours(foe: Foe, status: object) -> None:
    """Waits for the status. An error of the server (500) is a breach."""
    try:
        await status  # type: ignore[misc]
    except RefusedError as no:
        foe.check(str(no) not in ("500", "502"), f"the answer {no}")
        raise
