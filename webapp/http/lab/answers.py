"""Keeps the answers used last, packed as they are sent."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass

KEPT = 256
"""Answers kept at most."""
KEPT_BYTES = 8 << 20
"""Bytes of all kept answers together at most."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Holds one answer: the status, the type, and the text packed by gzip."""

    status: int
    mimetype: str
    packed: bytes

    @property
    def plain(self) -> bytes:
        """Returns the text unpacked."""
        return gzip.decompress(self.packed)


@dataclass(frozen=True, slots=True)
class Question:
    """Names an answer: its kind and the parameters, in the order of their names."""

    kind: str
    given: tuple[tuple[str, str], ...]

    def tag(self, fingerprint: str) -> str:
        """Returns the ETag of the answer that the code with this fingerprint gives."""
        return hashlib.sha256(f"{fingerprint}{self.kind}{self.given}".encode()).hexdigest()[:20]


class Answers:
    """Keeps answers by question; the least recently used ones go first.

    Args:
        most: answers at most.
        most_bytes: bytes of all answers at most.
    """

    def __init__(self, most: int = KEPT, most_bytes: int = KEPT_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[Question, Answer] = OrderedDict()
        self._bytes = 0

    def find(self, question: Question) -> Answer | None:
        """Returns the kept answer, or None."""
        with self._lock:
            answer = self._kept.get(question)
            if answer is not None:
                self._kept.move_to_end(question)
            return answer

    def keep(self, question: Question, answer: Answer) -> None:
        """Keeps an answer, and drops the oldest ones beyond the limits."""
        with self._lock:
            old = self._kept.pop(question, None)
            self._kept[question] = answer
            self._bytes += len(answer.packed) - (len(old.packed) if old else 0)
            while len(self._kept) > self._most or self._bytes > self._most_bytes:
                _, dropped = self._kept.popitem(last=False)
                self._bytes -= len(dropped.packed)

    def size(self) -> tuple[int, int]:
        """Returns the number of kept answers and their bytes."""
        return len(self._kept), self._bytes
