"""Tests that whatever happens at the door gives back what was taken: odd requests, and errors at every step."""

import contextlib
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.conftest import LiveServer, StartServer
from tests.waiting import wait_until
from tests.webapp.client import HUMANS, Client, is_alive
from tests.webapp.fakes import FakeEngine
from webapp.serving.stream import Stream
from webapp.settings import Settings
from webapp.sockets.transport import client as transport

PLACES = 2
HEAD = {
    "Host": "127.0.0.1",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OTAxMjM0NQ==",
}
ODD = ["\xff", "Upgrade, \xff", "\x80\x81", "é", ",", "", ";=", "x" * 4000, "websocket, \xa0", '"', "\xc3\x28"]
NAMES = [*HEAD, "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions", "Origin", "Cookie", "X-Forwarded-For", "Accept"]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Runs a server with few places: each test ends with a look at all of them."""
    settings = Settings(
        database=str(tmp_path_factory.mktemp("door") / "games.sqlite3"), connections=PLACES, address_share=1.0,
        connect_rate="1000000 per 1 second",
    )  # fmt: skip
    server = LiveServer(settings, FakeEngine)
    yield server
    server.stop()


def ask(server: LiveServer, head: dict[str, str], query: str = "EIO=4&transport=websocket") -> bytes:
    """Sends the head of a request for a websocket, and returns the beginning of the answer."""
    lines = [f"GET /socket.io/?{query} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as raw:
        raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        raw.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionError):
            return raw.recv(65_536)
    return b""


def check_places(server: LiveServer) -> None:
    """Fails if one of the places was lost."""
    wait_until(lambda: server.held() == {})
    with contextlib.ExitStack() as guests:
        for _ in range(PLACES):
            assert guests.enter_context(Client(server.url)).welcome.startswith("40")


@pytest.mark.parametrize("name", NAMES)
def test_no_odd_letter_in_the_head_of_an_upgrade_costs_a_place(
    small: LiveServer, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    for value in ODD:
        for _ in range(PLACES + 1):
            status = ask(small, {**HEAD, name: value})[:12]
            assert status in (b"HTTP/1.1 400", b"HTTP/1.1 101"), (name, value)
    check_places(small)
    assert "Traceback" not in caplog.text
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("second", ["", "MDEyMzQ1Njc4OTAxMjM0NQ==", "13", "websocket", "127.0.0.1", "\xff"])
def test_a_header_that_must_be_single_is_refused_if_it_stands_twice(small: LiveServer, second: str, full: bool) -> None:
    with contextlib.ExitStack() as guests:
        for _ in range(PLACES * full):
            guests.enter_context(Client(small.url))
        for name in (*HEAD.keys() - {"Connection"}, "Origin", "User-Agent", "Authorization"):
            head = {"Origin": "http://127.0.0.1", "User-Agent": "a", "Authorization": "b", **HEAD}
            assert ask(small, {**head, name.lower(): second})[:12] == b"HTTP/1.1 400", name
    check_places(small)


WRONG = {
    "Sec-WebSocket-Key": ["", "a", "MDEyMzQ1Njc4OTAxMjM0NQ", "MDEyMzQ1Njc4OTAxMjM0NTY3", "_" * 22 + "==", "x" * 99],
    "Sec-WebSocket-Version": ["", "8", "14", "13.0", "13, 8"],
    "Connection": ["", "close", "keep-alive", "upgraded", "x upgrade"],
    "Upgrade": ["", "h2c", "websocket2", "websocket, h2c"],
}


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_request_for_a_websocket_is_refused(small: LiveServer, name: str, full: bool) -> None:
    with contextlib.ExitStack() as guests:
        for _ in range(PLACES * full):
            guests.enter_context(Client(small.url))
        for value in WRONG[name]:
            assert ask(small, {**HEAD, name: value})[:12] == b"HTTP/1.1 400", value
        assert ask(small, {**HEAD, "Connection": "keep-alive, UPGRADE"})[:12] == b"HTTP/1.1 101"
    check_places(small)


QUERIES = [
    "EIO=4&transport=websocket&j=\xff", "\xff=\xfe", "EIO=4&transport=websocket&sid=%FF", "EIO=4&transport=polling",
    "EIO=3&transport=websocket", "transport=websocket", "EIO=4", "EIO=4&transport=flashsocket",
    "EIO=4&transport=websocket&sid=nobody", "EIO=4&transport=websocket&sid=" + "x" * 9000,
]  # fmt: skip


def test_no_odd_query_costs_a_place(small: LiveServer) -> None:
    for query in QUERIES:
        assert ask(small, HEAD, query)[:12] == b"HTTP/1.1 400", query
    check_places(small)


def door(server: LiveServer) -> Any:
    """Returns what admits clients."""
    return server.services.front.socketio.server.eio._handle_connect.__self__


def boom(*_: Any, **__: Any) -> Any:
    raise RuntimeError("boom")


STEPS: dict[str, Callable[[LiveServer], Any]] = {
    "visitor_of": lambda _: transport,
    "enter": lambda server: door(server)._websockets,
    "_reason_to_refuse": door,
    "WebSocket": lambda _: transport,
    "keep": door,
    "text_frame": lambda _: transport,
    "resume": lambda _: Stream,
}


@pytest.mark.parametrize("name", STEPS)
def test_an_error_at_any_step_of_the_door_gives_everything_back(
    small: LiveServer, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(STEPS[name](small), name, boom)
        for _ in range(PLACES + 1):
            opened = name == "resume"  # which fails behind the answer, so that only the end is left
            assert ask(small, HEAD)[:12] == (b"HTTP/1.1 101" if opened else b"HTTP/1.1 400")
    check_places(small)
    assert not any(record.exc_info for record in caplog.records if "websocket" in record.message)


def test_a_client_that_socket_io_refuses_gets_no_place(small: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    handlers = small.services.front.socketio.server.eio.handlers
    with monkeypatch.context() as broken:
        broken.setitem(handlers, "connect", boom)
        for _ in range(PLACES + 1):
            assert ask(small, HEAD)[:12] == b"HTTP/1.1 400"
    check_places(small)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda server: server.services.front.namespace._desk,
        lambda server: server.services.front.namespace.gate,
        lambda server: server.services.front.socketio.server.manager,
    ],
    ids=["desk", "gate", "rooms"],
)
def test_an_error_while_a_client_leaves_gives_the_rest_back(
    small: LiveServer, spoil: Callable[[LiveServer], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = spoil(small)
    name = {"Gate": "forget", "RoomManager": "pre_disconnect"}.get(type(owner).__name__, "disconnect")
    real = getattr(owner, name)
    with monkeypatch.context() as broken:

        def act_and_fail(*given: Any, **more: Any) -> Any:
            real(*given, **more)
            raise RuntimeError("boom")

        broken.setattr(owner, name, act_and_fail)
        for _ in range(PLACES):
            Client(small.url).close()
        wait_until(lambda: small.held() == {})
    check_places(small)


def test_an_error_while_a_client_is_read_ends_the_client(small: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with Client(small.url) as guest:
        with monkeypatch.context() as broken:
            broken.setattr(transport.Client, "_take", boom)
            guest.send("42" + '["nope"]')
            guest.until_closed()
        check_places(small)
    assert is_alive(small.url)


def test_a_full_house_closes_the_idle_page_of_the_largest_address_for_a_newcomer(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine, connections=4, proxies=1)

    def page(address: str) -> Client:
        return Client(server.url, header=[f"X-Forwarded-For: {address}"])

    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(page("192.0.2.1")) for _ in range(4)]
        for one in crowd[1:]:
            assert one.call("new_game", game="connect4", seats=HUMANS)["ok"]
        guest = stack.enter_context(page("192.0.2.2"))
        assert guest.welcome.startswith("40")
        crowd[0].until_closed()
        assert all(one.call("nope")["error"]["code"] == "bad_request" for one in crowd[1:])
        refused = stack.enter_context(page("192.0.2.3"))
        assert "server_full" in refused.welcome, "whoever sits at a table is not shown out"
        assert server.services.front.namespace.connected() == 4


def test_nobody_is_shown_out_for_a_page_of_the_largest_address(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine, connections=3, proxies=1)
    with contextlib.ExitStack() as stack:
        header = ["X-Forwarded-For: 192.0.2.1"]
        one = stack.enter_context(Client(server.url, header=["X-Forwarded-For: 192.0.2.2"]))
        crowd = [stack.enter_context(Client(server.url, header=header)) for _ in range(2)]
        assert "server_full" in stack.enter_context(Client(server.url, header=header)).welcome
        assert all(page.call("nope")["error"]["code"] == "bad_request" for page in (one, *crowd))
