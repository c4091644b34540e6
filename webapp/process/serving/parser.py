"""Reads the head of a request within bounds, and answers requests that cannot be read."""

from __future__ import annotations

import re
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask
from waitress.utilities import Error, RequestEntityTooLarge

_START = re.compile(rb"[A-Z]{1,20} [!-~\x80-\xff]+ HTTP/1\.[01]\r\n")
_FORBIDDEN = bytes({*range(32), 127} - {*b"\t\r\n"})
_WORDS = {
    400: "This request cannot be read.",
    413: "No page here takes data.",
    429: "Too many requests come from your address at once; please try again.",
    431: "The head of this request is too long.",
    501: "This request cannot be read.",
    503: "All places are taken; please try again.",
}
_OUR_SIDE = "Something went wrong on our side; please try again."


class TooManyWebsocketsError(Error):  # type: ignore[misc]
    """Tells a client that no thread is left for one more websocket."""

    code, reason = 503, "Service Unavailable"


class TooManyRequestsError(Error):  # type: ignore[misc]
    """Tells a client that too many requests of the client's address wait already."""

    code, reason = 429, "Too Many Requests"


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Reads one request without a body; a request with a body is refused before the body is read.

    waitress 3.0.2 takes 49 seconds of processor time for a start line of 16 KB with a space too many, 2.8 seconds for
    a header of spaces and a NUL byte, and time without end for an extension of a chunk: regular expressions with
    backtracking, under the interpreter's lock. So bytes which lead there are refused first.
    """

    error: Any
    completed: bool

    def parse_header(self, head: bytes) -> None:
        """Reads the head.

        Raises:
            ParsingError: the head breaks a rule of HTTP/1.1 (RFC 9112).
        """
        if not _START.match(head) or len(head.translate(None, _FORBIDDEN)) < len(head):
            raise ParsingError("")
        try:
            super().parse_header(head)
        except ValueError:  # an address or a number no function of Python takes
            raise ParsingError("") from None

    def received(self, data: bytes) -> int:
        """Takes bytes of the request; returns the number of bytes used."""
        used: int = super().received(data)
        if self.body_rcv is not None and self.error is None:
            self.error, self.completed = RequestEntityTooLarge(""), True
        if self.completed:
            self.expect_continue = False
        return used

    def wants_websocket(self, path: str) -> bool:
        """Returns whether the complete request asks for a websocket below ``path``."""
        if self.error is not None or self.empty:
            return False
        return bool(self.path.startswith(path)) and self.headers.get("UPGRADE", "").lower() == "websocket"


class RefusalTask(ErrorTask):  # type: ignore[misc]
    """Answers a request that cannot be served in one sentence, and closes the connection."""

    def execute(self) -> None:
        """Writes the answer."""
        error: Any = self.request.error
        body = f"{_WORDS.get(error.code, _OUR_SIDE)}\n".encode()
        self.status, self.content_length = f"{error.code} {error.reason}", len(body)
        self.response_headers += [("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
        self.set_close_on_finish()
        self.write(body)
