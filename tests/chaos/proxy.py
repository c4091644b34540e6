"""Stands between a page and a server, and harms the line: loses, doubles, delays and reorders events, and cuts it.

Only websocket frames with events or acknowledgements (Engine.IO packets "42" and "43") are harmed. The rest passes
unchanged, so a connection is never mistaken for a broken one.
"""

import contextlib
import random
import socket
import threading
import time
from dataclasses import dataclass, field
from io import BufferedReader


@dataclass
class Harm:
    """Holds the chances of an event to be lost, doubled, or held back until the next has passed, and the delay in
    seconds."""

    lose: float = 0.0
    double: float = 0.0
    reorder: float = 0.0
    late: tuple[float, float] = (0.0, 0.0)


@dataclass
class Counted:
    """Counts the events that have come."""

    passed: int = 0


@dataclass
class Proxy:
    """Listens on a free port and passes everything on to ``target``; ``harm`` may be changed at any time."""

    target: tuple[str, int]
    harm: Harm = field(default_factory=Harm)
    seed: int = 1
    counted: Counted = field(default_factory=Counted)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cuts every line, without a closing frame."""
        lines, self._lines = self._lines, []
        for line in lines:
            _shut(line)
            line.close()

    def close(self) -> None:
        """Stops listening and cuts every line."""
        _shut(self._listener)
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while self._listener.fileno() >= 0:
            with contextlib.suppress(OSError):
                page, _ = self._listener.accept()
                try:
                    server = socket.create_connection(self.target, timeout=30)
                except OSError:
                    page.close()
                    continue
                server.settimeout(None)
                self._lines += [page, server]
                for way in ((page, server, True), (server, page, False)):
                    threading.Thread(target=self._pump, args=way, daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, from_page: bool) -> None:
        with contextlib.suppress(OSError, ValueError):
            stream = source.makefile("rb")
            if self._pass_head(stream, sink, from_page):
                self._pass_frames(stream, sink)
            while data := stream.read1(65536):
                sink.sendall(data)
        _shut(source)
        _shut(sink)

    def _pass_head(self, stream: BufferedReader, sink: socket.socket, from_page: bool) -> bool:
        """Passes a head on, to the name of the server. Returns whether it is that of a websocket."""
        lines = []
        while (line := stream.readline()) not in (b"\r\n", b""):
            name = line.lower().partition(b":")[0]
            if from_page and name in (b"host", b"origin"):
                address = f"{self.target[0]}:{self.target[1]}\r\n"
                line = f"Host: {address}".encode() if name == b"host" else f"Origin: http://{address}".encode()
            if not from_page or name != b"sec-websocket-extensions":
                lines.append(line)
        sink.sendall(b"".join(lines) + b"\r\n")
        return any(one.lower().startswith(b"upgrade: websocket") for one in lines)

    def _pass_frames(self, stream: BufferedReader, sink: socket.socket) -> None:
        held = b""
        while (found := _read_frame(stream)) is not None:
            whole, text = found
            if text[:2] not in (b"42", b"43"):
                sink.sendall(whole)
                continue
            self.counted.passed += 1
            time.sleep(self._rng.uniform(*self.harm.late))
            if self._rng.random() < self.harm.lose:
                continue
            if not held and self._rng.random() < self.harm.reorder:
                held = whole
                continue
            twice = 2 if self._rng.random() < self.harm.double else 1
            sink.sendall(whole * twice + held)
            held = b""


def _shut(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _read_frame(stream: BufferedReader) -> tuple[bytes, bytes] | None:
    """Returns a whole frame as received, and the first bytes of the payload, unmasked; None at the end."""
    head = stream.read(2)
    if len(head) < 2:
        return None
    size, more = head[1] & 127, b""
    if size > 125:
        more = stream.read(2 if size == 126 else 8)
        size = int.from_bytes(more, "big")
    mask = stream.read(4) if head[1] & 128 else bytes(4)
    payload = stream.read(size)
    shown = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload[:4]))
    return (head + more + (mask if head[1] & 128 else b"") + payload, shown) if len(payload) == size else None
