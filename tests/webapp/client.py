"""Speaks Socket.IO over a bare websocket in a few lines, and sends also packets no real client would send."""

from __future__ import annotations

import contextlib
import itertools
import json
import time
import urllib.request
from collections.abc import Callable
from typing import Any

import websocket

from tests.waiting import PATIENCE

HUMANS = [{"kind": "human"}, {"kind": "human"}]


def is_alive(url: str) -> bool:
    """Returns whether the server says that it is well, and False while no program listens."""
    with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/healthz", timeout=PATIENCE) as answer:
        return bool(json.load(answer)["ok"])
    return False


def address_of(url: str) -> str:
    """Returns the address of a server's websockets."""
    return url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"


class Client:
    """Keeps one connection. Events which arrive during a wait for another packet are kept in ``events``."""

    def __init__(self, url: str, patience: float = PATIENCE, join: bool = True, **options: Any) -> None:
        # The library looks at each byte in Python. The decoding of the text finds the same faults.
        self.ws = websocket.create_connection(address_of(url), timeout=patience, skip_utf8_validation=True, **options)
        self.events: list[tuple[str, Any]] = []
        self._ids = itertools.count(1001)
        assert self.receive()[0] == "0"
        self.welcome = ""
        if join:
            self.join()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.ws.close()
        self.ws.shutdown()  # which close leaves out where the server has hung up first

    def join(self) -> None:
        """Connects to the namespace, and keeps the answer in ``welcome``."""
        self.send("40")
        self.welcome = self.receive()

    def send(self, packet: str) -> None:
        self.ws.send(packet)

    def receive(self) -> str:
        """Returns the next packet other than a ping."""
        while True:
            packet = self.ws.recv()
            assert isinstance(packet, str)
            if packet != "2":
                return packet
            self.ws.send("3")

    def post(self, event: str, *payload: Any) -> int:
        """Sends without waiting. Returns the number of the acknowledgement to come."""
        number = next(self._ids)
        self.send(f"42{number}{json.dumps([event, *payload])}")
        return number

    def answer(self, number: int) -> Any:
        """Waits for an acknowledgement, and returns the payload."""
        head = f"43{number}["
        while True:
            packet = self.receive()
            if packet.startswith(head):
                return json.loads(packet[len(head) - 1 :])[0]
            self._keep(packet)

    def call(self, event: str, **payload: Any) -> Any:
        """Sends an object and waits for the acknowledgement."""
        return self.answer(self.post(event, payload))

    def until(self, name: str, good: Callable[[Any], bool] = lambda _: True) -> Any:
        """Returns the payload of the next event called ``name`` which is ``good``.

        Events of other names are kept, worse ones of the same name are dropped.
        """
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for event in list(self.events):
                if event[0] == name:
                    self.events.remove(event)
                    if good(event[1]):
                        return event[1]
            self.hear()
        raise AssertionError(f"no {name} came that was waited for")

    def until_closed(self) -> None:
        """Reads until the server hangs up."""
        with contextlib.suppress(websocket.WebSocketConnectionClosedException, OSError):
            while packet := self.receive():
                self._keep(packet)

    def hear(self) -> None:
        """Waits for the next packet, and keeps it if it is an event."""
        self._keep(self.receive())

    def _keep(self, packet: str) -> None:
        if packet.startswith("42"):
            name, payload = json.loads(packet[2:])
            self.events.append((name, payload))
