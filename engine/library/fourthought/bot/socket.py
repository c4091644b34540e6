"""Speaks Socket.IO 5 over a websocket (RFC 6455): events with acknowledgements, and news that come unasked."""

import itertools
import json
import queue
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, RejectConnection, Request, TextMessage

from engine.files import reason
from fourthought.arguments import server_of
from fourthought.errors import CutError, RefusedError

PATIENCE = 30.0
"""Seconds allowed for one answer of the server."""


class _Said(dict[str, Any]):
    """Holds what the server has said. Raises ``CutError`` for what is not there."""

    def __missing__(self, key: str) -> Any:
        raise CutError(f"the server's answer has no {key!r}")


def _read_json(text: str) -> Any:
    return json.loads(text, object_hook=_Said)


class Socket:
    """Holds one connection. A thread of its own reads and answers the pings.

    Args:
        at: the server's address, such as "https://example.org".

    Raises:
        ArgumentError: this is no address.
        CutError: there is no connection to be had.
        RefusedError: the server's certificate is not trusted. What the system trusts counts, or the file that the
            environment names in SSL_CERT_FILE.
    """

    def __init__(self, at: str) -> None:
        parts, host, port = server_of(at)
        self._secure = parts.scheme in ("https", "wss")
        self._origin = f"{'https' if self._secure else 'http'}://{parts.netloc}"
        self._path = f"{parts.path.rstrip('/')}/socket.io/?EIO=4&transport=websocket"
        self.news: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        """The events of the server as names and payloads. ("cut", None) comes last."""
        self._answers: dict[int, queue.SimpleQueue[Any]] = {}
        self._numbers, self._lock, self._is_cut = itertools.count(1), threading.Lock(), False
        self._refusal = ""
        self._ws, self._ready = WSConnection(ConnectionType.CLIENT), threading.Event()
        stream: socket.socket | None = None
        try:
            stream = socket.create_connection((host, port), PATIENCE)
            if self._secure:
                context = ssl.create_default_context()
                stream = context.wrap_socket(stream, server_hostname=host)
            stream.settimeout(None)
            headers = [(b"Origin", self._origin.encode())]
            stream.sendall(self._ws.send(Request(parts.netloc, self._path, extra_headers=headers)))
        except OSError as error:
            if stream:
                stream.close()
            if isinstance(error, ssl.SSLCertVerificationError):  # another try would end in the same way
                why = error.verify_message.rstrip(".")
                raise RefusedError(
                    f"the certificate of {self._origin} is not trusted: {why}; SSL_CERT_FILE=FILE names what to trust",
                    "certificate",
                ) from None
            raise CutError(f"there is no connection to {self._origin}: {reason(error)}") from None
        self._stream = stream
        self._reader = threading.Thread(target=self._read, name="socket", daemon=True)
        self._reader.start()
        if not self._ready.wait(PATIENCE) or self._is_cut:
            self.close()
            raise CutError(self._refusal or f"{self._origin} is no Fourthought server")

    def __repr__(self) -> str:
        return f"Socket({self._origin!r})"

    def call(self, event: str, **payload: Any) -> dict[str, Any]:
        """Sends an event and returns the answer. Raises ``RefusedError`` or ``CutError``."""
        number = next(self._numbers)
        answers = self._answers[number] = queue.SimpleQueue[Any]()
        self._send(f"42{number}{json.dumps([event, payload])}")
        if self._is_cut:
            answers.put(None)
        try:
            answer = answers.get(timeout=PATIENCE)
        except queue.Empty:
            self.close()
            raise CutError(f"the server gave no answer to {event}") from None
        finally:
            self._answers.pop(number, None)
        if answer is None:
            raise CutError("the connection is cut")
        if not isinstance(answer, _Said) or answer["ok"] is not True:
            error = answer["error"] if isinstance(answer, _Said) else answer
            if not isinstance(error, _Said):
                raise CutError(f"the server's answer to {event} cannot be read")
            raise RefusedError(str(error["message"]), str(error["code"]))
        return answer

    def close(self) -> None:
        """Hangs up."""
        self._is_cut = True
        with suppress(OSError):
            self._stream.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            self._stream.close()

    def _send(self, packet: str) -> None:
        try:
            with self._lock:
                self._stream.sendall(self._ws.send(TextMessage(packet)))
        except Exception as error:  # the connection may be closed in any state
            raise CutError(f"the connection is cut: {error}") from None

    def _read(self) -> None:
        text = ""
        with suppress(Exception):  # what no server of ours sends ends the connection as well
            for event in self._events():
                if isinstance(event, AcceptConnection):
                    continue
                if isinstance(event, CloseConnection | RejectConnection):
                    break
                if isinstance(event, Ping):
                    with self._lock:
                        self._stream.sendall(self._ws.send(event.response()))
                elif isinstance(event, TextMessage):
                    text += event.data
                    if event.message_finished:
                        self._take(text)
                        text = ""
        self._is_cut = True
        self._ready.set()
        for answers in list(self._answers.values()):
            answers.put(None)
        self.news.put(("cut", None))

    def _events(self) -> Iterator[Any]:
        while data := self._stream.recv(1 << 16):
            with self._lock:
                self._ws.receive_data(data)
                events = list(self._ws.events())
            yield from events

    def _take(self, packet: str) -> None:
        """Takes a packet: 0 opens Engine.IO, 2 is a ping, 40 opens Socket.IO, 44 refuses, 42 tells, 43 answers."""
        if packet.startswith("0"):
            self._send("40")
        elif packet == "2":
            self._send("3")
        elif packet.startswith("40"):
            self._ready.set()
        elif packet.startswith("42"):
            name, *payload = _read_json(packet[2:])
            self.news.put((name, payload[0] if payload else None))
        elif packet.startswith("43"):
            number, _, rest = packet[2:].partition("[")
            if waiting := self._answers.get(int(number)):
                waiting.put(_read_json(f"[{rest}")[0])
        elif packet.startswith("44"):
            self._refusal = str(_read_json(packet[2:])["data"]["words"])
            self.close()
