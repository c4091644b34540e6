"""Holds the messages that wait for a child, and writes what its pipe takes."""

import os
from collections import deque

from engine.child import frame


class Outbox:
    """Holds frames in order. ``size`` is their number of bytes."""

    def __init__(self) -> None:
        self._frames, self.size = deque[memoryview](), 0

    def put(self, message: bytes) -> bool:
        """Adds a message. Returns whether none has waited before."""
        was_empty, data = not self._frames, memoryview(frame(message))
        self._frames.append(data)
        self.size += len(data)
        return was_empty

    def clear(self) -> None:
        """Drops everything."""
        self._frames.clear()
        self.size = 0

    def write(self, file: int) -> bool:
        """Writes what a pipe takes now. Returns True when nothing waits. The reading side notices a broken pipe."""
        while self._frames:
            try:
                written = os.write(file, self._frames[0])
            except BlockingIOError:
                return False
            except OSError:
                self.clear()
                return True
            self.size -= written
            if written < len(self._frames[0]):
                self._frames[0] = self._frames[0][written:]
                return False
            self._frames.popleft()
        return True
