"""Runs the two minimal clients of the page on the sockets' protocol as they are printed."""

import json
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import AcceptConnection, CloseConnection, Request, TextMessage

import webapp
from tests.waiting import PATIENCE
from tests.webapp.test_bot import Host, as_host, start

pytestmark = pytest.mark.slow
PAGE = Path(webapp.__file__).with_name("PROTOCOL.md").read_text()
SOCKETS = ["--experimental-websocket"]


@pytest.fixture(params=["python", "javascript"])
def command(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Returns the command of the client in a language, written into a folder."""
    text = PAGE.partition(f"```{request.param}\n")[2].partition("```")[0]
    if request.param == "python":
        words, script = [sys.executable], tmp_path / "client.py"
    else:
        node = shutil.which("node")
        if node is None or subprocess.run([node, *SOCKETS, "-e", "WebSocket"], check=False).returncode:
            pytest.skip("there is no node with websockets here")
        words, script = [node, *SOCKETS], tmp_path / "client.mjs"
    script.write_text(text)
    return [*words, str(script)]


def test_the_clients_play_as_printed(usual: str, command: list[str]) -> None:
    host = Host(usual, game="tictactoe")
    other = as_host(host, usual, 1)
    process = subprocess.Popen([*command, usual, host.code], stdout=subprocess.PIPE, text=True)
    thread = start(other)
    said, _ = process.communicate(timeout=300)
    thread.join(300)
    state = host.state()
    assert process.returncode == 0
    assert state["outcome"]["words"] in said
    assert state["seats"][1] == {"kind": "human", "bot": True}


class ScriptedServer:
    """Serves one client, whose other side moves between the answer to ``join`` and whatever the client does next.

    The answer and the news of that move leave as one packet of TCP, so the client meets the news before it has done
    anything with the answer.
    """

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ws = WSConnection(ConnectionType.SERVER)
        self._joins, self.moves = 0, list[dict[str, Any]]()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        stream, _ = self._listener.accept()
        stream.settimeout(PATIENCE)
        with stream:
            while self._ws.state is not ConnectionState.CLOSED and (data := stream.recv(1 << 16)):
                self._ws.receive_data(data)
                for event in self._ws.events():
                    stream.sendall(b"".join(self._replies(event)))

    def _replies(self, event: object) -> Iterator[bytes]:
        if isinstance(event, Request):
            yield self._ws.send(AcceptConnection())
            packets = ['0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000}']
        elif isinstance(event, CloseConnection):
            yield self._ws.send(event.response())
            return
        elif not isinstance(event, TextMessage):
            return
        elif event.data == "40":
            packets = ['40{"sid":"b"}']
        else:
            packets = self._answers(event.data)
        for packet in packets:
            yield self._ws.send(TextMessage(packet))

    def _answers(self, packet: str) -> list[str]:
        number, _, rest = packet[2:].partition("[")
        name, payload = json.loads(f"[{rest}")
        answer, news = {"ok": True, "game_id": "g"}, list[dict[str, Any]]()
        if name == "join":
            self._joins += 1
            answer |= {"state": state(0), "you": {"seats": [1] if self._joins == 2 else []}}
            news = [state(1)] if self._joins == 2 else []
        elif name == "move":
            self.moves.append(payload)
            news = [state(2)]
        return [f"43{number}[{json.dumps(answer)}]", *(f"42{json.dumps(['game', one])}" for one in news)]


def state(ply: int) -> dict[str, Any]:
    """Returns what a client reads of a game of two moves, whose second is that of the client."""
    outcome = {"words": "It is over."} if ply == 2 else None
    return {"game_id": "g", "version": ply, "ply": ply, "to_move": ply % 2, "legal": [4 + ply], "outcome": outcome}


def test_the_clients_take_news_that_come_together_with_an_answer(command: list[str]) -> None:
    server = ScriptedServer()
    try:
        done = subprocess.run([*command, server.url, "ABCDE"], capture_output=True, text=True, timeout=PATIENCE)
    finally:
        server.close()
    assert (done.returncode, done.stdout.strip()) == (0, "It is over."), done.stderr
    assert [(move["ply"], move["move"]) for move in server.moves] == [(1, 5)]
