"""Tests that clients coming and going at the same moment, or cut off half-way in, leave no ghost behind."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
import websocket

from tests.conftest import LiveServer
from tests.waiting import run_together, wait_until
from tests.webapp.client import HUMANS, Client, address_of
from webapp.sockets.transport import packets
from webapp.sockets.transport.client import close_connection


@contextlib.contextmanager
def line_to(server: LiveServer) -> Iterator[websocket.WebSocket]:
    """A websocket, not yet in the namespace."""
    line = websocket.create_connection(address_of(server.url), timeout=120)
    try:
        yield line
    finally:
        line.shutdown()


def empty(server: LiveServer) -> bool:
    """Returns whether no book anywhere knows a client."""
    sockets, namespace = server.services.front.socketio.server, server.services.front.namespace
    manager = sockets.manager
    books: list[Any] = [manager.rooms, manager._rooms_of, manager.pending_connect, manager.pending_disconnect]
    books += [sockets.environ, sockets.eio.sockets, namespace._connections, server.services.owner.presence.connected()]
    return not any(books)


@pytest.mark.parametrize("moment", ["before the handler", "in the handler", "after the handler"])
def test_whoever_is_cut_off_while_connecting_leaves_no_ghost(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    sockets, presence = server.services.front.socketio.server, server.services.owner.presence
    owner, name = {
        "before the handler": (sockets.manager, "pre_connect"),
        "in the handler": (presence, "connect"),
        "after the handler": (sockets.manager, "connect"),
    }[moment]
    go_on = getattr(owner, name)

    def cut_off(*args: Any) -> Any:
        for eio_sid in tuple(sockets.eio.sockets):
            close_connection(sockets, eio_sid)
        return go_on(*args)

    monkeypatch.setattr(owner, name, cut_off)
    with line_to(server) as line, contextlib.suppress(websocket.WebSocketException, OSError):
        line.send("40")
        while line.recv():
            pass
    monkeypatch.undo()
    wait_until(lambda: empty(server))


@pytest.mark.parametrize("kind", [RuntimeError, TypeError])
def test_a_connect_handler_that_fails_hangs_up_and_leaves_no_ghost(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    """A client without an answer would wait for ever. Some kinds of errors are also those of malformed packets."""

    def fail(_: str) -> None:
        raise kind

    with monkeypatch.context() as failing:
        failing.setattr(server.services.owner.presence, "connect", fail)
        with Client(server.url, join=False) as guest:
            guest.send("40")
            guest.until_closed()
    wait_until(lambda: empty(server))
    with Client(server.url) as guest:
        assert guest.welcome.startswith("40")


def test_many_who_come_and_go_at_once_leave_nothing(server: LiveServer) -> None:
    def visit(_: int) -> None:
        for _ in range(4):
            client = Client(server.url)
            if "4" in client.welcome[:1]:
                client.post("new_game", {"game": "tictactoe", "seats": HUMANS})
            client.ws.shutdown()

    run_together(visit, range(8))
    wait_until(lambda: empty(server))
    assert server.services.owner.presence._attendances == {}


def test_whoever_comes_and_goes_on_one_line_again_and_again_is_hung_up_on(server: LiveServer) -> None:
    guard = server.services.front.socketio.server.eio.handlers["message"].__self__
    with Client(server.url) as guest:
        for messages in (["41", "40"] * 15, ["41/nowhere,"] * 30):
            with Client(server.url) as restless:
                with contextlib.suppress(websocket.WebSocketException, OSError):  # hung up on before the last packet
                    for packet in messages:
                        restless.send(packet)
                restless.until_closed()
        assert guest.call("nope")["ok"] is False
    wait_until(lambda: empty(server))
    wait_until(lambda: not guard._strays)
    assert not guard._call_off


def test_packets_for_nobody_take_no_timers(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    guard = server.services.front.socketio.server.eio.handlers["message"].__self__
    timers, later = list[float](), guard._later
    monkeypatch.setattr(guard, "_later", lambda seconds, call: timers.append(seconds) or later(seconds, call))
    for packet in ("41/nowhere,", "40/nowhere,", "44/nowhere,", "42/nowhere,[]", "41", "40{}", "4"):
        timers.clear()
        with Client(server.url) as restless:
            with contextlib.suppress(websocket.WebSocketException, OSError):  # hung up on before the last packet
                for _ in range(100):
                    restless.send(packet)
            restless.until_closed()
        assert timers == [packets._JOIN_SECONDS], packet
    wait_until(lambda: empty(server))
    assert not guard._call_off
