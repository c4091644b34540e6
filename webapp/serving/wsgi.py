"""Calls a WSGI application (PEP 3333) for a request that h11 has read."""

import io
import logging
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

import h11

from webapp.common.seldom import Seldom

_log = logging.getLogger(__name__)
_seldom = Seldom(_log)

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
CONNECTION = "fourthought.connection"
"""The key in the environment for the connection of a request for a websocket."""
ROUTE = "fourthought.route"
"""The key in the environment for a list, to which the application adds the request's route: "/game/<game_id>"."""
OUR_SIDE = (500, "Something went wrong on our side; please try again.")


_SINGLE = {
    "authorization", "content-type", "host", "if-modified-since", "if-range", "max-forwards", "origin", "range",
    "referer", "sec-websocket-key", "sec-websocket-version", "user-agent",
}  # fmt: skip
"""Headers that are no lists (RFC 9110, section 5.3; RFC 6455, section 11.3). Two programs would take different ones."""
RETRY_SECONDS = 5
"""Seconds after which a refused client should try again."""


class TakenOverError(ConnectionError):
    """Says that a websocket has taken over the connection, so there is no HTTP response."""


class Answer(NamedTuple):
    """Holds a complete HTTP response."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Served(NamedTuple):
    """Describes one answered request for logs and metrics. A request that could not be read has no method and path."""

    address: str
    method: str
    path: str
    route: str
    status: int
    seconds: float
    size: int


def sentence(status: int, words: str) -> Answer:
    """Returns a response of one sentence."""
    body = f"{words}\n".encode()
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("X-Content-Type-Options", "nosniff"),
    ]
    return Answer(status, headers, body)


def busy(_environ: dict[str, Any]) -> Answer:
    """Returns the answer to a request beyond the share of its address."""
    words = f"Too many requests come from your address at once; please try again in {RETRY_SECONDS} seconds."
    answer = sentence(429, words)
    answer.headers.append(("Retry-After", str(RETRY_SECONDS)))
    return answer


def environ_of(request: h11.Request, address: str, server: tuple[str, int]) -> dict[str, Any]:
    """Returns the WSGI environment of a request without a body, from the client's ``address`` to the ``server``
    (address, port). Raises ``ValueError`` if the target of the request is malformed."""
    target, host = request.target.decode("ascii"), ""
    if request.http_version not in (b"1.0", b"1.1"):
        raise ValueError("this is no version of HTTP that has requests of this form")
    if target.startswith("/"):
        path, _, query = target.partition("#")[0].partition("?")
    else:  # the absolute form, for proxies (RFC 9112, section 3.2.2)
        parts = urlsplit(target)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError("this is no address of a page")
        path, query, host = parts.path, parts.query, parts.netloc
    environ: dict[str, Any] = {
        "REQUEST_METHOD": request.method.decode("ascii"),
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{request.http_version.decode('ascii')}",
        "REMOTE_ADDR": address,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in request.headers:
        name, value = raw_name.decode("ascii"), raw_value.decode("latin-1")
        if "_" in name:  # could stand for the same header with a hyphen
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
            key = f"HTTP_{key}"
        if key in environ:
            if name in _SINGLE:
                raise ValueError("this header may stand in a request once")
            value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ', '}{value}"
        environ[key] = value
    if host:  # counts in place of the header (RFC 9112, section 3.2.2)
        environ["HTTP_HOST"] = host
    return environ


def call(app: Wsgi, environ: dict[str, Any]) -> Answer:
    """Returns the application's response. After an exception its status is 500, and 400 for a websocket, whose request
    alone can be at fault. Raises ``TakenOverError`` if a websocket has taken over the connection."""
    heads: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        heads.append((status, headers))

    try:
        parts = app(environ, start_response)
        try:
            body = b"".join(parts)
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()
        status, headers = heads[-1]
        return Answer(int(status.split(" ", 1)[0]), headers, body)
    except TakenOverError:
        raise
    except Exception as error:
        if CONNECTION in environ:
            _seldom.warning("a request for a websocket could not be read: %s", type(error).__name__)
            return sentence(400, "This is no websocket.")
        _log.exception("a request met an error")
        return sentence(*OUR_SIDE)
