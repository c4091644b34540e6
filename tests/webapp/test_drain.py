"""Tests leaving: pages are told, nothing new begins, open work is finished, and nothing acknowledged is lost."""

import threading
import time
from collections.abc import Sequence

import pytest

from tests.conftest import LiveServer, StartServer
from tests.waiting import PATIENCE
from tests.webapp.client import HUMANS, Client
from tests.webapp.fakes import FakeEngine
from webapp.storage.games import Write


@pytest.fixture
def server(start_server: StartServer) -> LiveServer:
    return start_server(engine=FakeEngine, drain_seconds=PATIENCE)


class Valve:
    """Holds back every write of the server's store until opened."""

    def __init__(self, server: LiveServer) -> None:
        store = server.services.store
        write = store._write
        self.reached, self.open = threading.Event(), threading.Event()

        def held(writes: Sequence[Write]) -> list[Exception | None]:
            self.reached.set()
            assert self.open.wait(120)
            return write(writes)

        store._write = held


def test_pages_are_told_and_nothing_new_is_begun(server: LiveServer) -> None:
    with Client(server.url) as client:
        game = client.call("new_game", game="connect4", seats=HUMANS)["game_id"]
        server.services.drain()
        assert client.until("notice") == {
            "kind": "draining",
            "words": "The table restarts; this page tries every 2 seconds to come back.",
        }
        for event in ("new_game", "rematch", "move"):
            payload = {"game": "connect4", "seats": HUMANS} if event == "new_game" else {"game_id": game}
            more = {"ply": 0, "move": 4, "request_id": "r"} if event == "move" else {}
            assert client.call(event, **payload, **more)["error"]["code"] == "restarting"
        with Client(server.url) as late:
            assert "restarting" in late.welcome


def test_a_move_that_is_being_written_is_finished_and_acknowledged(server: LiveServer) -> None:
    with Client(server.url) as client:
        opened = client.call("new_game", game="connect4", seats=HUMANS)
        valve = Valve(server)
        number = client.post("move", {"game_id": opened["game_id"], "ply": 0, "move": 4, "request_id": "r"})
        assert valve.reached.wait(120)
        drained = threading.Thread(target=server.services.drain)
        drained.start()
        assert client.until("notice")["kind"] == "draining"
        valve.open.set()
        assert client.answer(number) == {"ok": True, "version": 2}
        drained.join()
    server.restart()
    with Client(server.url) as client:
        assert client.call("join", game_id=opened["game_id"])["state"]["moves"] == [4]


def test_what_never_ends_does_not_keep_the_server_for_ever(
    start_server: StartServer, caplog: pytest.LogCaptureFixture
) -> None:
    server = start_server(engine=FakeEngine, drain_seconds=0.2)
    with Client(server.url) as client:
        game = client.call("new_game", game="connect4", seats=HUMANS)["game_id"]
        valve = Valve(server)
        client.post("move", {"game_id": game, "ply": 0, "move": 4, "request_id": "r"})
        assert valve.reached.wait(120)
        server.services.drain()
        valve.open.set()
    assert "not finished in time" in caplog.text


def test_a_jump_of_the_clock_does_not_end_a_drain(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    unsent, sleep, mine = [True, True, False], time.sleep, threading.get_ident()
    monkeypatch.setattr(server.services.front.namespace, "_unsent", lambda: unsent.pop(0))
    # An OSError of the system call, where the clock jumps: in this thread alone, for others sleep, too.
    monkeypatch.setattr(time, "sleep", lambda seconds: 1 / 0 if threading.get_ident() == mine else sleep(seconds))
    assert server.services.front.namespace.drain(5.0)
    assert unsent == []


def test_a_drain_ends_even_where_the_pages_cannot_be_told(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(server.services.front.namespace._server, "emit", fail)
    server.services.drain()
    assert "the pages could not be told" in caplog.text
    monkeypatch.setattr(server.services.front.namespace.gate, "refuse_all", fail)
    server.services.drain()
    assert "the server could not drain" in caplog.text
