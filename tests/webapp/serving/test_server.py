"""Tests the server with a small application: slow and silent clients, bounds, websockets, and the right answers."""

import contextlib
import errno
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from tests.waiting import PATIENCE, wait_until
from webapp.process.service_threads import ServiceThreads
from webapp.serving.limits import Limits
from webapp.serving.listening import listen
from webapp.serving.loop import Loop
from webapp.serving.server import Server
from webapp.serving.workers import Workers
from webapp.serving.wsgi import CONNECTION, TakenOverError

LONG = b"x" * 12_000_000  # more than any machine's buffers hold
GET = "GET {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{}\r\n"
UPGRADE = "GET /socket.io/{} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
PAGES = 2


class Echo:
    """Replaces a websocket: repeats the first bytes, and closes."""

    def __init__(self, connection: Any) -> None:
        self.connection, self.data = connection, connection.early()
        connection.hand_over(self)
        connection.stream.resume()

    def received(self, data: bytes) -> None:
        if data:
            self.connection.send_last(self.data + data)

    def flushed(self) -> None:
        pass


class Application:
    """Answers by path. ``let_go`` ends the requests for /wait."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.entered = threading.Semaphore(0)

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        body, path = b"ok\n", environ["PATH_INFO"]
        if path == "/wait":
            self.entered.release()
            assert self.let_go.wait(PATIENCE)
        elif path == "/long":
            body = LONG
        elif path == "/broken":
            raise RuntimeError("boom")
        elif path == "/socket.io/echo":
            Echo(environ[CONNECTION])
            self.entered.release()
            raise TakenOverError
        start("200 OK", [("Content-Length", str(len(body))), ("Date", "Thu, 01 Jan 1970 00:00:00 GMT")])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


@pytest.fixture
def application() -> Iterator[Application]:
    application = Application()
    yield application
    application.let_go.set()


class Started(Server):
    """Runs with a separate loop and workers."""

    def __init__(self, application: Application, pages: int, limits: Limits) -> None:
        self.threads = ServiceThreads()
        self.loop = Loop(self.threads)
        self.pages = Workers(self.loop, self.threads, count=pages, most=limits.requests)
        super().__init__(application, listen("127.0.0.1", 0), self.loop, self.pages, limits)
        self.loop.start()
        self.start()

    def end(self) -> None:
        """Ends all threads."""
        self.stop()
        self.pages.stop()
        self.loop.stop()


Start = Callable[..., Started]


@pytest.fixture
def start(application: Application) -> Iterator[Start]:
    """Starts servers with two threads for pages. Other keyword arguments are limits."""
    servers: list[Started] = []

    def start(pages: int = PAGES, **limits: Any) -> Started:
        servers.append(Started(application, pages, Limits(**limits)))
        return servers[-1]

    yield start
    application.let_go.set()
    for server in servers:
        server.end()


@contextlib.contextmanager
def line(server: Started, text: str | bytes = b"", source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0)) as raw:
        raw.sendall(text.encode() if isinstance(text, str) else text)
        yield raw


def rest(raw: socket.socket) -> bytes:
    """Returns all bytes up to the server's close."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := raw.recv(1 << 20):
            data += piece
    return data


def answer(server: Started, path: str = "/", method: str = "GET") -> bytes:
    with line(server, f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") as raw:
        return rest(raw)


def test_answers_are_right_and_a_connection_serves_again(start: Start) -> None:
    server = start()
    with line(server) as raw:
        for method, body in (("GET", b"ok\n"), ("HEAD", b""), ("GET", b"ok\n")):
            raw.sendall(f"{method} / HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            said = raw.recv(4096)
            while not said.endswith(b"\r\n\r\n" + body):
                said += raw.recv(4096)
            head, _, rest_of_it = said.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nDate: ")
            assert b"Server:" not in head
            assert head.count(b"Date: ") == 1
            assert b"1970" not in head
            assert rest_of_it == body
    assert answer(server, "/long").endswith(b"\r\n\r\n" + LONG)
    with line(server, "GET / HTTP/1.0\r\n\r\n") as raw:
        assert rest(raw).endswith(b"ok\n")


def test_an_error_of_the_application_is_said_in_a_sentence(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    said = answer(start(), "/broken")
    assert said.startswith(b"HTTP/1.1 500 ")
    assert said.endswith(b"\r\n\r\nSomething went wrong on our side; please try again.\n")
    assert "boom" in caplog.text


BEGINNING = "{} HTTP/1.1\r\nHost: x\r\n"
UNREAD = [
    ("nonsense\r\n", 400),
    (BEGINNING.format("POST /") + "Content-Length: 1000000\r\n", 413),
    (BEGINNING.format("POST /") + "Transfer-Encoding: chunked\r\n", 413),
    (BEGINNING.format("GET /") + "A: " + "a" * 20_000, 431),
    *((f"GET / HTTP/{version}\r\nHost: x\r\n", 400) for version in ("9.9", "2.0", "0.9")),
    *((BEGINNING.format(f"GET {target}"), 400) for target in ("healthz", "x:/y", "ftp://x/", "*", "http:/x")),
    # behind which another request is smuggled
    (BEGINNING.format("POST /") + "Content-Length: 40\r\nTransfer-Encoding: chunked\r\n", 0),
    (BEGINNING.format("POST /") + "Transfer-Encoding: gzip, chunked\r\n", 0),
    (BEGINNING.format("POST /") + "Content-Length: 0\r\nContent-Length: 30\r\n", 0),
    (BEGINNING.format("GET /") + "Content-Length: +5\r\n", 0),
    (BEGINNING.format("GET /") + "A\x00: b\r\n", 0),
    (BEGINNING.format("GET /") + "Content Length: 5\r\n", 0),
    ("GET  /  HTTP/1.1\r\nHost: x\r\n", 0),
    (BEGINNING.format("GET http://["), 0),
]
"""Requests that cannot be read, with the status of the answer; 0 stands for any of an error."""


@pytest.mark.parametrize(("head", "code"), UNREAD, ids=range(len(UNREAD)))
def test_what_cannot_be_read_is_refused_at_once_and_nothing_behind_it_is_read(
    start: Start, head: str, code: int
) -> None:
    behind = "" if code == 431 else "\r\n0\r\n\r\nGET /x HTTP/1.1\r\nHost: x\r\n\r\n"  # a long head has no end
    with line(start(), head + behind) as raw:
        said = rest(raw)
    assert said.count(b"HTTP/1.1 ") == 1
    assert said[8:13] == f" {code} ".encode() if code else said[9:10] in b"45"


SLOW = {
    "head": b"GET / HTTP/1.1\r\nHost: x\r\nA: ",
    "body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n",
    "no close": b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "no reading": b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n",
    "pipeline": b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n" * 20,
    "silence": b"",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", SLOW)
def test_slow_clients_hold_no_thread(start: Start, kind: str) -> None:
    server = start()
    with contextlib.ExitStack() as slow:
        for _ in range(3 * PAGES):
            slow.enter_context(line(server, SLOW[kind]))
        for _ in range(3):
            assert answer(server).endswith(b"ok\n")


@pytest.mark.parametrize(
    ("kind", "limits"),
    [
        ("head", {"request_seconds": 0.2}),
        ("silence", {"request_seconds": 0.2}),
        ("body", {"closing_seconds": 0.2}),
        ("no close", {"closing_seconds": 0.2}),
        ("no reading", {"reading_seconds": 0.2}),
    ],
)
def test_slow_clients_are_cut_off_however_they_drip(start: Start, kind: str, limits: dict[str, float]) -> None:
    server = start(**limits)
    with line(server, SLOW[kind]) as raw, contextlib.suppress(OSError):
        wait_until(lambda: server.count() == 1)
        wait_until(lambda: not server.count() or raw.sendall(b"a" * (kind != "silence")))
    wait_until(lambda: server.count() == 0)


def test_a_request_under_way_has_all_the_time_of_the_application(start: Start, application: Application) -> None:
    server = start(request_seconds=0.1, closing_seconds=0.1)
    with line(server, "GET /wait HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") as raw:
        assert application.entered.acquire(timeout=PATIENCE)
        with line(server) as silent:
            assert rest(silent) == b""  # cut off
        application.let_go.set()
        assert rest(raw).endswith(b"ok\n")


def test_for_a_newer_connection_the_oldest_of_the_most_frequent_address_goes(start: Start) -> None:
    server = start(connections=8)
    with contextlib.ExitStack() as lines:
        honest = lines.enter_context(line(server, "GET / HTT"))
        crowd = []
        for number in range(30):
            crowd.append(lines.enter_context(line(server, "GET / HTT", source="127.0.0.2")))
            wait_until(lambda: server.count() == min(8, number + 2))  # noqa: B023  # called in this turn
        for raw in crowd[:20]:
            assert rest(raw) == b""
        honest.sendall(b"P/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert rest(honest).endswith(b"ok\n")


def test_two_requests_at_once_get_one_answer_and_the_end(start: Start) -> None:
    with line(start(), b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 2) as raw:
        assert rest(raw).count(b"ok\n") == 1


def test_urgent_bytes_are_left_out_and_keep_nobody_busy(start: Start) -> None:
    server = start()
    turns: list[None] = []
    read = server.loop._read
    server.loop._read = lambda: (turns.append(None), read())[1]  # type: ignore[method-assign, func-returns-value]
    with line(server, "GET / HTTP/1.1\r\nHost: x\r\n") as raw:
        raw.send(b"x", socket.MSG_OOB)
        raw.sendall(b"Connection: close\r\n\r\n")
        assert rest(raw).endswith(b"ok\n")
    assert len(turns) < 100


class Listener:
    """Replaces a listening socket whose first calls of ``accept`` fail."""

    def __init__(self, sock: socket.socket, failures: list[OSError]) -> None:
        self._sock, self._failures = sock, failures

    def accept(self) -> Any:
        if self._failures:
            raise self._failures.pop()
        return self._sock.accept()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)


def test_without_descriptors_a_waiting_connection_makes_room_and_without_any_new_ones_wait(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    server = start()
    failures = [OSError(errno.EMFILE, "Too many open files") for _ in range(4)]
    with line(server) as waiting:
        wait_until(lambda: server.count() == 1)
        server._sock = Listener(server._sock, failures)  # type: ignore[assignment]
        assert answer(server).endswith(b"ok\n")
        assert rest(waiting) == b""
    assert failures == []
    assert server.threads.errors()["loop"] == 0
    assert [record.message for record in caplog.records] == [
        "new connections wait: [Errno 24] Too many open files; the limit of open files is too low for so many clients"
    ]


def test_one_address_has_half_of_the_threads_for_pages(start: Start, application: Application) -> None:
    server = start(pages=4)
    with contextlib.ExitStack() as lines:
        crowd = [lines.enter_context(line(server, GET.format("/wait", ""), source="127.0.0.2")) for _ in range(9)]
        for _ in range(2):
            assert application.entered.acquire(timeout=PATIENCE)
        with line(server, GET.format("/wait", "")) as raw:  # comes after nine, and is not the tenth
            assert application.entered.acquire(timeout=PATIENCE)
            assert answer(server).endswith(b"ok\n")
            assert not application.entered.acquire(blocking=False)
            application.let_go.set()
            assert rest(raw).endswith(b"ok\n")
        for one in crowd:
            assert rest(one).endswith(b"ok\n")
    assert not server.pages._queue._waiting
    wait_until(lambda: not server.pages._queue._running)


def test_beyond_the_part_of_an_address_requests_are_refused_in_words(start: Start, application: Application) -> None:
    """Behind a proxy the part is that of the client, not that of the proxy."""
    server = start(connections=8, proxies=1)
    first, second = ("X-Forwarded-For: 1.1.1.1\r\n", "X-Forwarded-For: 2.2.2.2\r\n")
    with contextlib.ExitStack() as lines:
        waiting = [lines.enter_context(line(server, GET.format("/wait", first))) for _ in range(6)]
        assert application.entered.acquire(timeout=PATIENCE)
        wait_until(lambda: server.pages._queue.count("1.1.1.1") == 6)
        with line(server, GET.format("/", first)) as raw:
            said = rest(raw)
        assert said.startswith(b"HTTP/1.1 429 Too Many Requests")
        assert b"\r\nRetry-After: 5\r\n" in said
        assert said.endswith(b"Too many requests come from your address at once; please try again in 5 seconds.\n")
        with line(server, GET.format("/", second)) as raw:
            assert rest(raw).endswith(b"ok\n")
        application.let_go.set()
        for raw in waiting:
            assert rest(raw).endswith(b"ok\n")
    with line(server, GET.format("/", first)) as raw:
        assert rest(raw).endswith(b"ok\n")


def test_bytes_behind_the_request_for_a_websocket_are_not_lost(start: Start, application: Application) -> None:
    server = start()
    with line(server, UPGRADE.format("echo") + "early, ") as raw:
        assert application.entered.acquire(timeout=PATIENCE)
        assert server.count() == 0
        raw.sendall(b"late")
        assert rest(raw) == b"early, late"
    wait_until(lambda: server.count() == 0)


def test_an_answer_instead_of_a_websocket_is_the_last_one(start: Start) -> None:
    server = start()
    with line(server, UPGRADE.format("nothing") + "GET / HTTP/1.1\r\nHost: x\r\n\r\n") as raw:
        said = rest(raw)
    assert said.count(b"HTTP/1.1 200 OK") == 1
    assert b"\r\nConnection: close\r\n" in said


def test_an_error_while_accepting_leaves_the_server_listening(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    failed = threading.Event()

    def fail(*_: object) -> None:
        monkeypatch.undo()
        failed.set()
        raise MemoryError

    monkeypatch.setattr(server, "_admit", fail)
    with line(server):
        assert failed.wait(PATIENCE)
    assert answer(server).endswith(b"ok\n")
    assert server.threads.errors() == {"loop": 1, "pages": 0}


def test_a_listening_socket_that_fails_ends_the_process(start: Start) -> None:
    server, ended = start(), threading.Event()
    server.threads._on_end = ended.set
    server._sock = Listener(server._sock, [OSError(errno.EBADF, "closed")])  # type: ignore[assignment]
    with contextlib.suppress(OSError), line(server):
        assert ended.wait(PATIENCE)
    assert server.threads.gone() == ["loop"]
    server.loop._thread = server.loop._ident = None


def test_stopping_hangs_up_on_everybody(start: Start, application: Application) -> None:
    server = start()
    with line(server, "GET / HTT") as slow, line(server) as silent:
        wait_until(lambda: server.count() == 2)
        server.stop()
        assert rest(slow) == rest(silent) == b""
    assert server.count() == 0


def test_a_header_with_an_underscore_stands_for_no_other(start: Start) -> None:
    server = start(connections=8, proxies=1)
    with line(server, GET.format("/", "X_Forwarded_For: 9.9.9.9\r\n")) as raw:
        assert rest(raw).endswith(b"ok\n")
    assert server.pages._queue.count("9.9.9.9") == 0


def test_an_address_in_the_absolute_form_is_served(start: Start) -> None:
    assert answer(start(), "http://fourthought.example/long?a=b").endswith(LONG)


@pytest.mark.parametrize("step", ["environ_of", "address_of", "visitor_of"])
def test_an_error_while_a_request_is_read_is_400_and_keeps_no_connection(
    start: Start, step: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = start()

    def boom(*_: object) -> None:
        raise RuntimeError("boom")

    with monkeypatch.context() as broken:
        broken.setattr(f"webapp.serving.http.{step}", boom)
        with line(server, GET.format("/", "")) as raw:
            assert rest(raw).startswith(b"HTTP/1.1 400 ")
    wait_until(lambda: server.count() == 0)
    assert not any(record.exc_info for record in caplog.records)
    assert answer(server).endswith(b"ok\n")


def test_all_addresses_of_one_network_are_one_crowd_before_they_ask_for_anything(start: Start) -> None:
    server = start(connections=20)
    honest, crowd = ["192.0.2.1"] * 3, [f"2001:db8::{number}:1" for number in range(5)]
    with contextlib.ExitStack() as lines:
        ends = []
        for address in (*honest, *crowd):
            here, there = socket.socketpair()
            ends.append(lines.enter_context(here))
            server.loop.ask(partial(server._admit, there, address))
        waiting = server.loop.ask(lambda: [one.stream.visitor for one in server._connections])
        assert waiting == [*honest, *5 * ["2001:db8::/64"]]
        assert server.loop.ask(server._make_room)
        assert rest(ends[3]) == b""  # the oldest of the network
        server.loop.ask(lambda: None)
        assert server.count() < 8
        assert [one.stream.visitor for one in server._connections][:3] == honest
