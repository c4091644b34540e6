"""Tests the layer below the events: clients which do not read, lines half open, broken upgrades.

Covers the gaps of engineio 4.15 and python-socketio 5.18 (floods, bombs and
malformed packets are in ``test_wire.py``).
"""

import contextlib
import socket
from collections.abc import Iterator

import pytest
import websocket

import webapp.sockets.server
import webapp.sockets.transport.packets
from tests.conftest import LiveServer, StartServer
from tests.waiting import wait_until
from tests.webapp.client import HUMANS, Client, address_of
from tests.webapp.fakes import FakeEngine
from tests.wire import PING, Target, frame, upgrade

UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n"


def clients_of_engineio(server: LiveServer) -> int:
    return len(server.services.front.socketio.server.eio.sockets)


@contextlib.contextmanager
def line(server: LiveServer, data: str | bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as raw:
        raw.sendall(data.encode() if isinstance(data, str) else data)
        yield raw


def test_a_reader_that_does_not_read_is_cut_off_and_nobody_else_notices(server: LiveServer) -> None:
    narrow = ((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096),)
    with Client(server.url, sockopt=narrow) as lazy, Client(server.url) as other:
        game = other.call("new_game", game="connect4", seats=HUMANS)["game_id"]
        lazy.call("join", game_id=game)
        (outbox,) = [
            client.queue
            for client in server.services.front.socketio.server.eio.sockets.values()
            if server.services.front.namespace._connections[
                server.services.front.socketio.server.manager.sid_from_eio_sid(client.sid, "/")
            ].tokens.get(game, ())
            == ()
        ]
        for _ in range(400):  # what fills the buffers of the machine and then ours
            server.services.front.socketio.emit("game", {"x": "y" * 100_000}, to=f"game {game}")
            for _ in range(len(other.events)):
                other.events.pop()
            assert outbox.waiting() <= 1_000_000
            if server.services.front.namespace.connected() == 1:
                break
            other.until("game")
        wait_until(lambda: server.services.front.namespace.connected() == 1)
        assert other.call("move", game_id=game, ply=0, move=4, request_id="r")["ok"]


def test_whoever_answers_no_ping_is_gone(start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webapp.sockets.server, "PING_INTERVAL", 0.2)
    monkeypatch.setattr(webapp.sockets.server, "PING_TIMEOUT", 0.2)
    server = start_server(engine=FakeEngine)
    silent = Client(server.url)  # the line stays open, without a person
    wait_until(lambda: server.services.front.namespace.connected() == 0)
    wait_until(lambda: clients_of_engineio(server) == 0)
    silent.close()


def test_whoever_opens_a_line_and_never_comes_to_the_table_is_shown_out(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start_server(engine=FakeEngine)
    with Client(server.url) as guest:  # which comes to the table in the time that every page has
        monkeypatch.setattr(webapp.sockets.transport.packets, "_JOIN_SECONDS", 0.2)
        lurker = websocket.create_connection(address_of(server.url), timeout=120)
        wait_until(lambda: clients_of_engineio(server) == 1)
        lurker.shutdown()
        assert guest.call("nope")["ok"] is False


def test_an_upgraded_session_cannot_be_entered_from_elsewhere(server: LiveServer) -> None:
    with Client(server.url) as owner:
        (eio_sid,) = server.services.front.socketio.server.eio.sockets
        for transport in ("websocket", "polling"):
            address = f"/socket.io/?EIO=4&transport={transport}&sid={eio_sid}"
            for method, more in (("GET", UPGRADE + KEY), ("GET", ""), ("POST", "Content-Length: 2\r\n")):
                request = f"{method} {address} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{more}\r\n"
                body = "41" if method == "POST" else ""
                with line(server, request + body) as raw, contextlib.suppress(OSError):
                    assert not raw.recv(4096).startswith(b"HTTP/1.1 200")
        assert owner.call("nope")["ok"] is False
        assert server.services.front.namespace.connected() == 1


def test_what_a_client_sends_behind_the_request_for_a_websocket_counts(server: LiveServer) -> None:
    target = Target("127.0.0.1", server.port)
    with line(server, upgrade(target) + frame("40")) as raw:
        heard = b""
        while b'40{"sid"' not in heard:
            heard += raw.recv(4096)
        assert heard.startswith(b"HTTP/1.1 101 ")


def test_a_page_that_is_shown_out_while_its_line_breaks_holds_nothing(server: LiveServer) -> None:
    with Client(server.url):
        (client,) = server.services.front.socketio.server.eio.sockets.values()

        def break_and_close() -> None:
            client.queue.lose()
            client.close()

        server.services.process.loop.ask(break_and_close)
        assert "lines" not in server.held()
    wait_until(lambda: clients_of_engineio(server) == 0)


PIECE, EMPTY = frame("4", last=False), frame("", 0, last=False)


@pytest.mark.parametrize(
    "flood",
    [PIECE + EMPTY * 100, frame("", PING) * 60, frame("6") * 60, frame("3") * 60],
    ids=["pieces of a message", "pings", "noops", "pongs without a ping"],
)
def test_floods_below_the_events_end_the_connection(server: LiveServer, flood: bytes) -> None:
    with Client(server.url) as client:
        client.ws.sock.sendall(flood)
        client.until_closed()
    wait_until(lambda: clients_of_engineio(server) == 0)


def test_a_few_pieces_and_pings_are_taken(server: LiveServer) -> None:
    with Client(server.url) as client:
        client.ws.sock.sendall(frame("43[", last=False) + EMPTY * 20 + frame("]", 0) + frame("", PING) * 10)
        assert client.call("join", game_id="a" * 12)["error"]["code"] == "no_such_game"
