"""Runs the engine's host in threads of the test's process, behind true pipes: kernels are loaded once for all tests."""

import os
import threading
from collections.abc import Iterator
from contextlib import suppress

from engine.child import Child, Frames, frame
from webapp.engine_process.host import serve
from webapp.engine_process.notes import Notes


class InsideChild(Child):
    """Replaces the engine's process."""

    def __init__(self, notes: Notes) -> None:
        self._questions, self.input = os.pipe()
        self.output, self._answers = os.pipe()
        self._frames, self._waiting = Frames(), []
        self._lock = threading.Lock()
        self._notes = Notes(os.dup(notes.file))
        self._thread = threading.Thread(target=self._serve, name="engine inside", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return 0

    def is_running(self) -> bool:
        return self._thread.is_alive()

    def kill(self) -> None:
        """Ends with :meth:`close`."""

    def close(self, patience: float = 0.0) -> int:
        os.close(self.input)  # the host reads the end
        self._thread.join(60.0)
        for end in (self.output, self._questions):
            os.close(end)
        return -9

    def _serve(self) -> None:
        host = serve(self._messages(), self._send, self._notes)
        if host:
            host.close()
        with self._lock:
            os.close(self._answers)
            self._answers = -1

    def _messages(self) -> Iterator[bytes]:
        frames = Frames()
        while data := os.read(self._questions, 1 << 16):
            yield from frames.feed(data)

    def _send(self, message: bytes) -> None:
        with self._lock, suppress(OSError):
            data = frame(message)
            while data and self._answers >= 0:
                data = data[os.write(self._answers, data) :]


def run_inside(notes: Notes) -> Child:
    """Starts a host in a thread."""
    return InsideChild(notes)
