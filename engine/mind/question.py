"""Answers one question in slices: the scheduler takes a question in the place of a mind."""

import threading
import time
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from engine.games import Move
from engine.mind.mind import SLICE
from engine.mind.planner import Purpose

Answer = TypeVar("Answer")


class Question(Generic[Answer]):
    """Asks about the position after ``moves``, charged to the address ``visitor``. ``found`` is the answer as long as
    nothing is known. A subclass says in :meth:`steps` how the answer is found."""

    def __init__(self, moves: Sequence[Move], visitor: str, found: Answer) -> None:
        self.moves, self.visitor, self.found = tuple(moves), visitor, found
        self.lock = threading.RLock()
        self.closed, self.finished = False, False
        self.expected: Move | None = None
        self.nodes = 0
        self.until = 0.0
        """The end of the slice, by ``time.perf_counter``."""
        self.spent = 0.0
        """Processor time of the slices before this one, in seconds."""
        self.began = 0.0
        """The beginning of the slice, by ``time.thread_time``."""
        self._steps = self.steps()

    def steps(self) -> Iterator[None]:
        """Finds the answer, and keeps in ``found`` what is known. Yields wherever a slice may end."""
        raise NotImplementedError

    def work(self, purpose: Purpose = Purpose.ANALYSE, seconds: float = SLICE) -> bool:
        """Runs one slice. Returns True while there is more to find out. The ``purpose`` is always the question's."""
        with self.lock:
            self.until, self.began = time.perf_counter() + seconds, time.thread_time()
            more = not self.closed and any(time.perf_counter() >= self.until for _ in self._steps)
            self.spent += time.thread_time() - self.began
            self.finished |= not (more or self.closed)
            return more

    def answer(self, *, seconds: float = 0.0, expected: Move | None = None) -> Answer:
        """Returns the answer as far as known, and ends the work."""
        with self.lock:
            self.close()
            return self.found

    def close(self) -> None:
        """Ends the work. No slice runs afterwards."""
        with self.lock:
            self.closed = True
