"""Counts the way of one move between two people through our own code, from its bytes to its acknowledgement.

``python -m tests.load.trace`` prints the calls of our own functions in all threads, the functions, the files, and how
often a file is entered from another one. ``--list`` shows the way itself. Times depend on the machine, counts do not.
"""

import argparse
import socket
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from tests.conftest import LiveServer
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine
from webapp.common import paths
from webapp.settings import Settings

_ROOT = str(Path(paths.__file__).parents[2])
OWN = (f"{_ROOT}/webapp/", f"{_ROOT}/engine/")
MOVES = "44253366"


@dataclass(frozen=True, slots=True)
class Call:
    """Describes one call of a function of ours, or its continuation after a wait."""

    file: str
    function: str
    is_entry: bool
    """Tells whether the caller of ours stands in another file, or there is none."""


@dataclass(frozen=True, slots=True)
class Way:
    """Holds the calls of one move, in order."""

    calls: list[Call]

    @property
    def entries(self) -> int:
        """Counts the entries into a file from another one."""
        return sum(call.is_entry for call in self.calls)

    def row(self) -> str:
        """Returns the counts in one line."""
        functions = len({(call.file, call.function) for call in self.calls})
        files = len({call.file for call in self.calls})
        return (
            f"{len(self.calls)} calls, {functions} functions, {files} files, {self.entries} entries into another file"
        )


class Tracer:
    """Notes the calls of our own functions in every thread begun while it is installed."""

    def __init__(self) -> None:
        self._calls: list[Call] | None = None
        self._port = 0
        self._begin: int | None = None
        self._end = 0

    def install(self) -> None:
        """Notes calls in this thread and in all threads to come."""
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    @staticmethod
    def remove() -> None:
        """Notes nothing in this thread and in threads to come."""
        sys.setprofile(None)
        threading.setprofile(None)

    def trace(self, port: int, act: Callable[[], object]) -> Way:
        """Returns the calls during ``act`` from the first bytes of the client at ``port`` to the last bytes for it."""
        calls: list[Call] = []
        self._port, self._begin, self._end, self._calls = port, None, 0, calls
        try:
            act()
        finally:
            self._calls = None
        return Way(calls[self._begin : self._end])

    def _note(self, frame: FrameType, event: str, what: Any) -> None:
        calls = self._calls
        if calls is None:
            return
        if event == "call" and frame.f_code.co_filename.startswith(OWN):
            caller = frame.f_back
            while caller is not None and not caller.f_code.co_filename.startswith(OWN):
                caller = caller.f_back
            file = frame.f_code.co_filename
            is_entry = caller is None or caller.f_code.co_filename != file
            calls.append(Call(file.removeprefix(f"{_ROOT}/"), frame.f_code.co_qualname, is_entry))
        elif event == "c_call" and what.__name__ in ("recv", "send"):
            sock = what.__self__
            if isinstance(sock, socket.socket) and sock.family == socket.AF_INET and self._is_from(sock):
                if what.__name__ == "send":
                    self._end = len(calls)
                elif self._begin is None:
                    self._begin = len(calls)

    def _is_from(self, sock: socket.socket) -> bool:
        return bool(sock.getpeername()[1] == self._port)


def trace_moves() -> Way:
    """Plays the beginning of a game between two people on a server, and returns the shortest way of a move.

    The others have calls of the heartbeat among them.
    """
    tracer = Tracer()
    tracer.install()
    with tempfile.TemporaryDirectory() as folder, patch("webapp.app.schedule_collections"):
        server = LiveServer(Settings(database=f"{folder}/games.sqlite3", address_share=1.0), FakeEngine)
        try:
            with Client(server.url) as host, Client(server.url) as guest:
                return min(_ways(tracer, host, guest), key=lambda way: len(way.calls))
        finally:
            server.stop()
            tracer.remove()


def _ways(tracer: Tracer, host: Client, guest: Client) -> list[Way]:
    seats = [{"kind": "human"}, {"kind": "human", "open": True}]
    game_id = host.call("new_game", game="connect4", seats=seats)["game_id"]
    guest.call("join", game_id=game_id)
    assert guest.call("sit", game_id=game_id, token="t" * 43, request_id="s")["ok"]
    ways = []
    for ply, move in enumerate(MOVES):
        client = (host, guest)[ply % 2]
        port: int = client.ws.sock.getsockname()[1]

        def play(client: Client = client, ply: int = ply, move: str = move) -> None:
            assert client.call("move", game_id=game_id, ply=ply, move=int(move), request_id=f"m{ply}")["ok"]

        ways.append(tracer.trace(port, play))
    return ways[2:]  # at first functions are compiled, and what is looked up once is looked up


def main() -> None:
    """Prints the counts of one move."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="show the calls in order")
    way = trace_moves()
    if parser.parse_args().list:
        for call in way.calls:
            print(f"{'->' if call.is_entry else '  '} {call.file}: {call.function}")
    rooms = Counter(str(Path(call.file).parent) for call in way.calls)
    for room, count in rooms.most_common():
        print(f"{count:5} {room}")
    print(way.row())


if __name__ == "__main__":
    main()
