"""Tests a real server with bare websockets: malformed packets, reserved names, floods and bombs."""

import contextlib
import json
import re
import socket
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import websocket

from tests.conftest import LiveServer, StartServer
from tests.waiting import wait_until
from tests.webapp.client import HUMANS, Client, is_alive
from tests.webapp.fakes import FakeEngine
from tests.wire import BINARY, Target, frame, upgrade
from webapp.common.seldom import Seldom
from webapp.play.desk.port import Reply
from webapp.serving.limits import Limits
from webapp.sockets.transport.client import EVENTS_AT_ONCE


@contextlib.contextmanager
def little_memory(limit: int) -> Iterator[None]:
    """Asserts a peak of memory less than ``limit`` bytes above the beginning (Linux)."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins again
    before = peak()
    yield
    assert peak() - before < limit


def peak() -> int:
    """Returns the most resident bytes of this process so far."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found
    return int(found[1]) * 1024


def test_the_mode_is_threading_whatever_is_installed(server: LiveServer) -> None:
    assert server.services.front.socketio.async_mode == "threading"


MALFORMED = [
    "42[", "42{}", "42[1]", "42[]", "42", "49", "47", "4", "42[null]", "42[{}]", '421["hint"', '421{"a":1}', "422[[[[",
    "42" + "9" * 200 + '["hint",{}]', '451-["hint",{"_placeholder":true,"num":0}]', "44{}", "43", "437[1]",
    "40/nowhere,", "41/nowhere,", '42/nowhere,1["hint",{}]', '4299["hint",{"a":NaN}]', "423" + "[" * 9000,
    '425["hint",' + '{"a":' * 3000, "\ud7ff", "4" + "[" * 9000, "bAAAA", "5", "9", "2" + "{" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("packet", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_packets_hurt_nobody(
    shared_server: LiveServer, packet: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with Client(shared_server.url) as victim, Client(shared_server.url) as sender:
        game = victim.call("new_game", game="connect4", seats=HUMANS)["game_id"]
        sender.send(packet)
        # An engine.io packet of another kind may end the sender's connection, and no other one.
        with contextlib.suppress(websocket.WebSocketException, OSError):
            assert sender.call("join", game_id=game)["ok"]
        assert victim.call("move", game_id=game, ply=0, move=4, request_id="r")["ok"]
    assert "Traceback" not in caplog.text + "".join(capfd.readouterr())


@pytest.mark.parametrize("packet", ["427" + "[" * 9000, '427["hint",', '427["hint",{"game_id":"' + "x" * 9000])
def test_a_malformed_event_that_asks_for_an_answer_gets_one(shared_server: LiveServer, packet: str) -> None:
    with Client(shared_server.url) as client:
        client.send(packet)
        assert client.answer(7)["error"]["code"] == "bad_request"
        assert client.call("nope")["error"]["code"] == "bad_request"


def test_whoever_sends_nothing_but_rubbish_is_dropped(shared_server: LiveServer) -> None:
    client = Client(shared_server.url)
    with pytest.raises((websocket.WebSocketException, OSError)):  # noqa: PT012  # where it ends depends on buffers
        for _ in range(100):
            client.send("42[")
        while client.ws.recv():
            pass
        raise websocket.WebSocketConnectionClosedException
    client.close()
    assert is_alive(shared_server.url)


def test_each_client_s_events_keep_their_order(shared_server: LiveServer) -> None:
    with Client(shared_server.url) as client:
        game = client.call("new_game", game="tictactoe", seats=HUMANS)["game_id"]
        numbers = [
            client.post("move", {"game_id": game, "ply": ply, "move": move, "request_id": f"r{ply}"})
            for ply, move in enumerate((1, 2, 3, 4, 6, 5, 7, 9, 8))
        ]
        assert [client.answer(number)["version"] for number in numbers] == list(range(2, 11))


def send_raw(server: LiveServer, *frames: bytes) -> None:
    """Sends the first frames of a websocket, then nothing until the server hangs up."""
    target = Target("127.0.0.1", server.port)
    with socket.create_connection((target.host, target.port), timeout=120) as raw:
        raw.sendall(upgrade(target, "Sec-WebSocket-Extensions: permessage-deflate"))
        head = raw.recv(4096)
        assert b" 101 " in head
        assert b"permessage-deflate" not in head  # what cannot be inflated cannot be a bomb
        with contextlib.suppress(ConnectionError):
            for each in frames:
                raw.sendall(each)
            while raw.recv(65536):
                pass


def bomb() -> bytes:
    """Returns a compressed frame of 200 MB of text."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    megabyte = squeeze.compress(b"x" * 1_000_000) + squeeze.flush(zlib.Z_FULL_FLUSH)  # refers to nothing before
    return frame((200 * megabyte)[:-4], reserved=4)


BEGIN = frame("4" * 1000, last=False)


@pytest.mark.parametrize(
    ("frames", "limit"),
    [
        (lambda: [frame(b"x" * 60_000_000)], 20_000_000),
        (lambda: [bomb()], 40_000_000),
        (lambda: [BEGIN, *[frame(b"x" * 10_000, 0, last=False)] * 6_000], 20_000_000),
        (lambda: [BEGIN, *[frame(b"", 0, last=False)] * 20_000], 20_000_000),
    ],
    ids=["a huge frame", "a bomb", "a frame without end", "a message of endless empty pieces"],
)
def test_what_is_too_large_is_refused_and_takes_no_memory(
    server: LiveServer, frames: Callable[[], list[bytes]], limit: int
) -> None:
    sent = frames()
    with little_memory(limit):
        send_raw(server, *sent)
    assert is_alive(server.url)


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """Returns the log, in which no kind of line was written before: a refusal names its setting there."""
    monkeypatch.setattr(Seldom, "warning", lambda self, words, *values: self._log.warning(words, *values))
    return caplog


def test_a_house_that_fills_up_between_upgrade_and_join_refuses_in_words(
    start_server: StartServer, said: pytest.LogCaptureFixture
) -> None:
    server = start_server(engine=FakeEngine, connections=1, proxies=1)
    late, early = (["X-Forwarded-For: 192.0.2.1"], ["X-Forwarded-For: 192.0.2.2"])
    with Client(server.url, join=False, header=late) as slow, Client(server.url, header=early) as guest:
        slow.join()
        told = json.loads(slow.welcome.removeprefix("44"))
        seconds = told["data"]["seconds"]
        assert told["message"] == "server_full"
        assert told["data"]["words"] == f"All tables are taken; this page tries again in {seconds} seconds."
        slow.until_closed()
        assert guest.call("nope")["error"]["code"] == "bad_request"
    assert "FOURTHOUGHT_CONNECTIONS" in said.text


def test_one_address_leaves_room_for_others_and_is_refused_in_words(
    start_server: StartServer, said: pytest.LogCaptureFixture
) -> None:
    """Sends addresses as a proxy does: the address that counts is the forwarded one."""
    server = start_server(engine=FakeEngine, connections=4, address_share=0.5, proxies=1)
    greedy, stranger = (["X-Forwarded-For: 192.0.2.1"], ["X-Forwarded-For: 192.0.2.2"])
    with Client(server.url, header=greedy) as first, Client(server.url, header=greedy):
        with Client(server.url, header=greedy) as third:
            assert "address_full" in third.welcome
            assert "Too many pages of your address" in third.welcome
        with Client(server.url, header=stranger) as other:
            assert other.call("nope")["error"]["code"] == "bad_request"
        first.send("41")
        first.until_closed()
        wait_until(lambda: alive_from(server, greedy))  # the place of the one who left is given back
    assert "FOURTHOUGHT_ADDRESS_SHARE" in said.text


def alive_from(server: LiveServer, header: list[str]) -> bool:
    with Client(server.url, header=header) as client:
        return client.welcome.startswith("40")


def test_an_address_that_comes_too_often_is_refused_without_a_websocket(
    start_server: StartServer, said: pytest.LogCaptureFixture
) -> None:
    server = start_server(engine=FakeEngine, connect_rate="3 per 1 hour", proxies=1)
    for _ in range(3):
        assert alive_from(server, ["X-Forwarded-For: 192.0.2.1"])
    with pytest.raises(websocket.WebSocketBadStatusException, match="429"):
        Client(server.url, header=["X-Forwarded-For: 192.0.2.1"])
    assert alive_from(server, ["X-Forwarded-For: 192.0.2.2"])
    assert "FOURTHOUGHT_CONNECT_RATE" in said.text


def test_a_second_connect_packet_makes_no_second_client(server: LiveServer) -> None:
    with Client(server.url) as client:
        for _ in range(10):
            client.send("40")
        assert client.call("nope")["error"]["code"] == "bad_request"
        assert server.services.front.namespace.connected() == 1


@pytest.mark.parametrize(
    "wrong",
    [frame(b"\xff\xfe"), frame("", reserved=7), frame("x", masked=False), frame("", 3), frame("x", BINARY)],
    ids=["no UTF-8", "reserved bits", "not masked", "unknown kind", "binary"],
)
def test_frames_against_the_protocol_end_the_connection(shared_server: LiveServer, wrong: bytes) -> None:
    client = Client(shared_server.url)
    client.ws.sock.sendall(wrong)
    with contextlib.suppress(websocket.WebSocketException, OSError):
        while client.ws.recv():
            pass
    client.ws.shutdown()
    assert is_alive(shared_server.url)


def test_events_of_one_client_may_wait_side_by_side_up_to_a_bound(server: LiveServer) -> None:
    answers: list[Callable[[Reply], None]] = []
    namespace, loop = server.services.front.namespace, server.services.process.loop
    namespace.gate._desk.event = lambda *args: answers.append(args[-1])  # type: ignore[method-assign]
    with Client(server.url) as client:
        numbers = [client.post("look", {"game_id": "abcdefghijkl", "on": True}) for _ in range(3 * EVENTS_AT_ONCE)]
        wait_until(lambda: len(answers) == EVENTS_AT_ONCE)
        for place, number in enumerate(numbers):
            wait_until(lambda place=place: len(answers) > place)  # type: ignore[misc]
            assert len(answers) <= place + EVENTS_AT_ONCE
            loop.call(lambda place=place: answers[place](Reply({"ok": True, "place": place})))  # type: ignore[misc]
            assert client.answer(number) == {"ok": True, "place": place}


def test_a_flood_of_refused_clients_who_stay_keeps_no_connection(
    start_server: StartServer, caplog: pytest.LogCaptureFixture
) -> None:
    server = start_server(engine=FakeEngine, limits=Limits(closing_seconds=0.3), connections=1)
    caplog.set_level("DEBUG")
    with Client(server.url) as guest, contextlib.ExitStack() as doors:
        game = guest.call("new_game", game="connect4", seats=HUMANS)["game_id"]
        for ply in range(20):
            refused = doors.enter_context(Client(server.url))
            assert "server_full" in refused.welcome
            assert guest.call("move", game_id=game, ply=ply, move=ply % 7 + 1, request_id=f"r{ply}")["ok"]
        wait_until(lambda: server._server.count() == 0)
    assert "Error" not in caplog.text


def test_clients_cost_no_threads_and_those_that_break_off_are_forgotten(server: LiveServer) -> None:
    before = threading.active_count()
    clients = [Client(server.url) for _ in range(20)]
    assert threading.active_count() == before
    for client in clients:
        client.ws.shutdown()  # without a word
    wait_until(lambda: server.services.front.namespace.connected() == 0)
