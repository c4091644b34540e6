"""Runs a proxy between page and server: cuts lines, delays, loses, doubles and reorders messages (whole events).

Frames are decoded only as far as needed. The proxy offers the server no compression, so each frame can be read alone.
Packets of the connection alone (open, ping, connect) pass untouched: a websocket without them is dead.
"""

import contextlib
import random
import socket
import threading
import time
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Harm:
    """Holds the chances of an event to be lost, doubled, or held back until the next has passed, and the delay in
    seconds."""

    lose: float = 0.0
    double: float = 0.0
    reorder: float = 0.0
    late: tuple[float, float] = (0.0, 0.0)


@dataclass
class Counted:
    """Counts the events passed and harmed."""

    passed: int = 0
    lost: int = 0
    doubled: int = 0
    reordered: int = 0
    cut: int = 0


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
        self.counted.cut += len(lines) // 2
        for line in lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def close(self) -> None:
        """Stops listening and cuts every line."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                page, _ = self._listener.accept()
            except OSError:
                if self._listener.fileno() < 0:
                    return
                continue
            try:
                server = socket.create_connection(self.target, timeout=30)
            except OSError:
                page.close()
                continue
            server.settimeout(None)
            self._lines += [page, server]
            for source, sink, port in ((page, server, True), (server, page, False)):
                threading.Thread(target=self._pump, args=(source, sink, port), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, from_page: bool) -> None:
        with contextlib.suppress(OSError, ValueError):
            stream = source.makefile("rb")
            upgraded = self._pass_head(stream, sink, from_page)
            if upgraded:
                self._pass_frames(stream, sink)
            else:
                while data := stream.read1(65536):
                    sink.sendall(data)
        for line in (source, sink):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _pass_head(self, stream: socket.SocketIO, sink: socket.socket, from_page: bool) -> bool:  # type: ignore[name-defined]
        lines = []
        while (line := stream.readline()) not in (b"\r\n", b""):
            lines.append(line)
        if from_page:
            host = b"Host: %s:%d\r\n" % (self.target[0].encode(), self.target[1])
            lines = [host if one.lower().startswith(b"host:") else one for one in lines]
            origin = f"Origin: http://{self.target[0]}:{self.target[1]}\r\n".encode()
            lines = [origin if one.lower().startswith(b"origin:") else one for one in lines]
            lines = [one for one in lines if not one.lower().startswith(b"sec-websocket-extensions:")]
        sink.sendall(b"".join(lines) + b"\r\n")
        return any(one.lower().startswith(b"upgrade: websocket") for one in lines)

    def _pass_frames(self, stream: object, sink: socket.socket) -> None:
        held: bytes | None = None
        while (found := _read_frame(stream)) is not None:
            whole, text = found
            if text[:2] not in (b"42", b"43"):
                sink.sendall(whole)
                continue
            self.counted.passed += 1
            time.sleep(self._rng.uniform(*self.harm.late))
            luck = self._rng.random()
            if luck < self.harm.lose:
                self.counted.lost += 1
                continue
            if held is None and self._rng.random() < self.harm.reorder:
                self.counted.reordered += 1
                held = whole
                continue
            sink.sendall(whole)
            if self._rng.random() < self.harm.double:
                self.counted.doubled += 1
                sink.sendall(whole)
            if held is not None:
                sink.sendall(held)
                held = None


def _read_frame(stream: object) -> tuple[bytes, bytes] | None:
    """Returns a whole frame as received, and the unmasked payload."""
    read = stream.read  # type: ignore[attr-defined]
    head = read(2)
    if len(head) < 2:
        return None
    size, more = head[1] & 127, b""
    if size == 126:
        more = read(2)
        size = int.from_bytes(more, "big")
    elif size == 127:
        more = read(8)
        size = int.from_bytes(more, "big")
    mask = read(4) if head[1] & 128 else b""
    payload = read(size)
    if len(payload) < size:
        return None
    shown = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload[:4])) if mask else payload[:4]
    return head + more + mask + payload, shown
