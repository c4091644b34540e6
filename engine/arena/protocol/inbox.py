"""Reads the lines of a driver in a thread, so that a search can look whether the next line stops it."""

import queue
import threading
from collections.abc import Iterable, Iterator
from typing import IO

LONGEST_POSITION = 1 << 14  # letters of a line that are read
_KEPT = 64


class Inbox:
    """Holds the lines that have come and are not read yet. The thread ends with the lines, or with a line ``quit``."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._queue: queue.Queue[str | None] = queue.Queue(_KEPT)
        self._next: list[str | None] = []
        threading.Thread(target=self._read, args=(lines,), name="pipe", daemon=True).start()

    def next(self) -> str | None:
        """Waits for the next line. None: there is no more."""
        return self._next.pop() if self._next else self._queue.get()

    def has_line(self) -> bool:
        """Tells whether a line, or the end of the lines, has come."""
        if not self._next:
            try:
                self._next.append(self._queue.get_nowait())
            except queue.Empty:
                return False
        return True

    def says_stop(self) -> bool:
        """Tells whether the next line is ``stop``."""
        return self.has_line() and (self._next[0] or "").strip() == "stop"

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._queue.put(line)
            if line.removeprefix("\ufeff").split()[:1] == ["quit"]:
                break
        self._queue.put(None)


def read_lines(stream: IO[str]) -> Iterator[str]:
    """Yields the lines of a stream. Of a line that is too long it yields only so much that the line is refused."""
    is_new = True
    while line := stream.readline(LONGEST_POSITION):
        if is_new:
            yield line if len(line) < LONGEST_POSITION else "(a line that is too long)"
        is_new = line.endswith("\n")
