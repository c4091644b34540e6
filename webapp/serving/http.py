"""Reads requests from one connection and sends the answers. A websocket may take the connection over.

h11 parses the bytes. No page takes a body, so a request with a body is refused before the body is read, and nothing can
be smuggled behind it. A client may send the next request after the last answer. If it sends two together it gets the
first answer and the connection is closed, so answers never add up.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Protocol

import h11

from webapp.serving.limits import Limits
from webapp.serving.loop import Rank
from webapp.serving.stream import Handler, Stream
from webapp.serving.visitors import address_of, visitor_of
from webapp.serving.wsgi import CONNECTION, ROUTE, Answer, Served, TakenOverError, environ_of, sentence

_log = logging.getLogger(__name__)

WEBSOCKETS = "/socket.io/"
"""The address of websockets."""
_WORDS = {
    400: "This request cannot be read.",
    413: "No page here takes data.",
    431: "The head of this request is too long.",
    501: "This request cannot be read.",
}


_SPENT = h11.Connection(h11.SERVER)
"""The parser of a connection that reads no more requests."""


class Site(Protocol):
    """Describes what a connection needs from its server."""

    limits: Limits
    address: tuple[str, int]

    def due(self, rank: Rank, visitor: str, act: Callable[[], object]) -> None:
        """Runs ``act`` in the loop when nothing more urgent is due."""

    def upgrade(self, environ: dict[str, Any]) -> Answer:
        """Offers a connection to the application in the loop, or returns its refusal. Raises ``TakenOverError``."""

    def answer(self, environ: dict[str, Any], visitor: str, done: Callable[[Answer], None]) -> bool:
        """Answers a request in another thread. Returns False if the visitor has too many requests."""

    def busy(self, environ: dict[str, Any]) -> Answer:
        """Returns the answer for a visitor with too many requests."""

    def served(self, request: Served) -> None:
        """Notes an answered request."""

    def keep(self, connection: Connection) -> None:
        """Watches a connection until :meth:`forget`."""

    def forget(self, connection: Connection) -> None:
        """Forgets a connection that has ended or was taken over."""


class Connection:
    """Handles the bytes of one connection. ``stream`` makes its stream from a handler."""

    def __init__(self, site: Site, stream: Callable[[Handler], Stream]) -> None:
        self._site = site
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=site.limits.head_bytes)
        self._request: h11.Request | None = None
        self._environ: dict[str, Any] = {}
        self._began = 0.0
        self._hasty = self._closing = False
        self.since = time.monotonic()
        """The beginning of the wait for the client; infinite where the client waits for the server."""
        self.stream = stream(self)
        site.keep(self)

    # --- the stream ---

    def received(self, data: bytes) -> None:
        """Takes bytes of a request. Bytes after the last answer are dropped."""
        if not data:
            self._site.forget(self)
        elif not self._closing:
            try:
                self._http.receive_data(data)
                self._read()
            except h11.RemoteProtocolError as error:
                self._refuse(error.error_status_hint)
            except Exception:  # what a request says never fails on our side
                _log.debug("a request cannot be read", exc_info=True)
                self._refuse(400)

    def flushed(self) -> None:
        """Waits for the next request or, after the last answer, for the client to close."""
        if self._closing:
            self.stream.shut_down()
            self.since = time.monotonic()
        elif self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
            self._request = None
            self.since = time.monotonic()
            self.stream.resume()

    # --- the server ---

    def is_overdue(self, now: float) -> bool:
        """Returns whether the client has taken too long."""
        limits = self._site.limits
        if self._closing and not self.stream.waiting():
            return now - self.since > limits.closing_seconds
        return now - self.since > (limits.reading_seconds if self.stream.waiting() else limits.request_seconds)

    def close(self) -> None:
        """Closes the connection immediately."""
        self.stream.close()
        self._site.forget(self)

    # --- a websocket ---

    def early(self) -> bytes:
        """Returns the bytes after the request for a websocket."""
        return self._http.trailing_data[0]

    def hand_over(self, handler: Handler) -> Stream:
        """Passes the stream to ``handler``, and returns it."""
        self._site.forget(self)
        self.stream.handler = handler
        self._http, self._request = _SPENT, None  # a parser takes memory, and a websocket may stay for hours
        return self.stream

    def send_last(self, *data: bytes) -> None:
        """Sends the last bytes and waits for the client to close, because closing now could destroy them."""
        if self.stream.closed:  # the client is gone: nothing would end the wait
            return
        self._closing, self.since = True, time.monotonic()
        self.stream.handler = self
        self._site.keep(self)
        self.stream.resume()
        self.stream.write(*data)

    # --- inside ---

    def _read(self) -> None:
        while True:
            event = self._http.next_event()
            if isinstance(event, h11.Request):
                self._request = event
                if _has_body(event):
                    self._refuse(413)
                    return
            elif isinstance(event, h11.EndOfMessage) and self._request is not None:
                self._take(self._request)
                return
            elif event is h11.NEED_DATA or event is h11.PAUSED:
                return
            else:
                self._refuse(400)
                return

    def _take(self, request: h11.Request) -> None:
        self.stream.pause()
        self._began = time.monotonic()
        self.since, self._hasty = math.inf, bool(self.early())
        environ = environ_of(request, self.stream.address, self._site.address)
        self._environ, environ[ROUTE] = environ, []
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        visitor = visitor_of(address_of(self.stream.address, forwarded, self._site.limits.proxies))
        self.stream.belong_to(visitor)
        path = environ["PATH_INFO"].removeprefix(self._site.limits.root_path)
        if path.startswith(WEBSOCKETS) and environ.get("HTTP_UPGRADE", "").lower() == "websocket":
            environ[CONNECTION] = self
            self._site.due(Rank.ARRIVAL, visitor, lambda: self._upgrade(environ))
        elif not self._site.answer(environ, visitor, self._answer):
            self._hasty = True
            self._answer(self._site.busy(environ))

    def _upgrade(self, environ: dict[str, Any]) -> None:
        if self.stream.closed:
            return
        try:
            answer = self._site.upgrade(environ)
        except TakenOverError:
            self._note(101, 0)
            return
        self._hasty = True
        self._answer(answer)

    def _refuse(self, status: int) -> None:
        """Answers in one sentence and closes the connection."""
        self._hasty = True
        self._answer(sentence(status, _WORDS.get(status, _WORDS[400])))

    def _answer(self, answer: Answer) -> None:
        if self.stream.closed:
            return
        self._note(answer.status, len(answer.body))
        self.since = time.monotonic()
        headers = [*(one for one in answer.headers if one[0].lower() != "date"), ("Date", _date(int(time.time())))]
        if self._hasty:
            headers = [(name, value) for name, value in headers if name.lower() != "connection"]
            headers.append(("Connection", "close"))
        try:
            events: list[Any] = [
                h11.Response(status_code=answer.status, headers=headers, reason=_reason(answer.status))
            ]
            if answer.body and (self._request is None or self._request.method != b"HEAD"):
                events.append(h11.Data(data=answer.body))
            events.append(h11.EndOfMessage())
            send = self._http.send_with_data_passthrough  # a body that many clients wait for is not copied for each
            data = [piece for event in events for piece in send(event) or ()]
        except Exception:
            _log.exception("an answer breaks the protocol")
            self.close()
            return
        if self._http.our_state is h11.DONE and not self._hasty:
            self.stream.write(*data)
        else:
            self.send_last(*data)

    def _note(self, status: int, size: int) -> None:
        """Tells the server about the answer."""
        environ, self._environ = self._environ, {}
        method, path = environ.get("REQUEST_METHOD", ""), environ.get("PATH_INFO", "")
        route = next(iter(environ.get(ROUTE, [])), WEBSOCKETS if CONNECTION in environ else "refused")
        spent = time.monotonic() - self._began if environ else 0.0
        self._site.served(Served(self.stream.visitor, method, path, route, status, spent, size))


def _has_body(request: h11.Request) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0"))
        for name, value in request.headers
    )


@lru_cache(64)
def _reason(status: int) -> str:
    return HTTPStatus(status).phrase if status in set(HTTPStatus) else ""


@lru_cache(1)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)
