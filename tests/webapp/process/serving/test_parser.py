"""Tests the reading of request heads: bad heads are refused, and no head leads to waitress's slow expressions."""

from __future__ import annotations

from typing import Any

import pytest
import waitress.parser
import waitress.receiver
from waitress.adjustments import Adjustments

from webapp.process.serving.parser import RequestParser

GOOD = b"GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n"


def read(data: bytes, **settings: Any) -> RequestParser:
    request = RequestParser(Adjustments(**settings))
    request.received(data)
    return request


def test_a_good_head_is_read() -> None:
    request = read(GOOD)
    assert request.completed
    assert request.error is None
    assert (request.command, request.path, request.query, request.headers) == ("GET", "/a", "b=c", {"HOST": "x"})


@pytest.mark.parametrize(
    "data",
    [
        b"GET a://" + b"1" * 16_000 + b" x y\r\n\r\n",  # 49 s of processor time in waitress 3.0.2
        b"GET / HTTP/1.1\r\nA:" + b" " * 16_000 + b"\0\r\n\r\n",  # 2.8 s
        b"GET / HTTP/1.1\r\nA: \x7f\r\n\r\n",
        b"GET / HTTP/1.1 \r\n\r\n",
        b"GET /\r\n\r\n",
        b"get / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\r\n\r\n",
    ],
)
def test_heads_for_slow_expressions_never_come_there(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> None:
        raise AssertionError("the head came to an expression with backtracking")

    monkeypatch.setattr(waitress.parser, "crack_first_line", slow)
    monkeypatch.setattr(waitress.parser, "get_header_lines", slow)
    request = read(data)
    assert request.completed
    assert request.error.code == 400


@pytest.mark.parametrize(
    "head",
    [
        b"GET http://[ HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n",
        b"GET / HTTP/1.1\r\nA : b\r\n",
    ],
)
def test_addresses_and_numbers_no_function_takes_are_bad_requests(head: bytes) -> None:
    assert read(head + b"\r\n").error.code == 400


@pytest.mark.parametrize(
    "head",
    [
        b"POST / HTTP/1.0\r\nContent-Length: 5\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n",
    ],
)
def test_no_byte_of_a_body_is_read(head: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> None:
        raise AssertionError("a body was read")

    for receiver in (waitress.receiver.ChunkedReceiver, waitress.receiver.FixedStreamReceiver):
        monkeypatch.setattr(receiver, "received", slow)
    bomb = b'5;a="' + rb"\a" * 1000 + b"\r\n"  # time without end in waitress 3.0.2
    request = read(head + b"\r\n" + bomb)
    assert request.completed
    assert request.error.code == 413
    assert not request.expect_continue


def test_a_head_is_only_so_long() -> None:
    request = read(b"GET /" + b"a" * 500, max_request_header_size=100)
    assert request.completed
    assert request.error.code == 431


@pytest.mark.parametrize(
    ("path", "upgrade", "wanted"),
    [
        (b"/socket.io/?EIO=4", b"WebSocket", True),
        (b"/socket.io/", b"h2c", False),
        (b"/elsewhere", b"websocket", False),
    ],
)
def test_a_websocket_is_wanted_at_its_address_alone(path: bytes, upgrade: bytes, wanted: bool) -> None:
    request = read(b"GET " + path + b" HTTP/1.1\r\nUpgrade: " + upgrade + b"\r\n\r\n")
    assert request.wants_websocket("/socket.io/") is wanted
