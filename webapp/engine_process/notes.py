"""Notes in shared memory what each thread of the engine works on, so that the server can read it after a crash."""

import mmap
import os
import struct
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_SLOT = struct.Struct("<qd")
_SLOTS = 256


class Notes:
    """Holds one slot for each thread: the number of its order, and the time when it began. ``file`` is the number of an
    open file that both processes share. Without one a new file is made."""

    def __init__(self, file: int | None = None) -> None:
        if file is None:
            with tempfile.TemporaryFile() as fresh:
                self.file = os.dup(fresh.fileno())
            os.ftruncate(self.file, _SLOT.size * _SLOTS)
        else:
            self.file = file
        self._memory = mmap.mmap(self.file, _SLOT.size * _SLOTS)
        self._thread, self._lock, self._used = threading.local(), threading.Lock(), 0

    @contextmanager
    def working(self, number: int) -> Iterator[None]:
        """Notes that the calling thread works on an order."""
        at = self._place()
        _SLOT.pack_into(self._memory, at, number, time.monotonic())
        try:
            yield
        finally:
            _SLOT.pack_into(self._memory, at, 0, 0.0)

    def read(self) -> dict[int, float]:
        """Returns the orders in progress, and when they began (``time.monotonic``)."""
        return {number: since for number, since in _SLOT.iter_unpack(self._memory[:]) if number}

    def clear(self) -> None:
        """Empties all slots, for a new process."""
        self._memory[:] = bytes(len(self._memory))

    def close(self) -> None:
        """Frees the memory."""
        self._memory.close()
        os.close(self.file)

    def _place(self) -> int:
        if not hasattr(self._thread, "at"):
            with self._lock:
                self._thread.at = self._used % _SLOTS * _SLOT.size
                self._used += 1
        return int(self._thread.at)
