"""Lets threads with an answer for a person go before searching threads.

Compiled search holds no interpreter lock, but the explicit tree above the compiled search does. Two searching threads
would take two thirds of the interpreter from an answering thread, in turns of one switch interval, and
answering a move takes some dozens of turns. So searches rest for the few milliseconds of an answer, and a running
search stops at the next node.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

LONGEST_WAIT = 0.01
"""The longest wait of a search in seconds: searches go on, slowly, where answers never end."""

SHORTEST_SLICE = 0.001
"""The least time of a search in seconds, once the slice has begun."""


class Hurried(Protocol):
    """Runs in slices; a running slice can be told to end sooner."""

    def hurry(self, until: float) -> None:
        """Ends a running slice about at ``until`` (of time.perf_counter). Takes no lock."""


class AnswerPriority:
    """Counts the answers under way, and makes searches wait for them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers = 0
        self._no_answers = threading.Event()
        self._no_answers.set()
        self._began: dict[Hurried, float] = {}
        self._waited = threading.local()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Marks the block as an answer to a person: running slices end soon, and the next ones wait."""
        self._begin_answer()
        try:
            yield
        finally:
            self._end_answer()

    @contextmanager
    def searching(self, mind: Hurried, *, whole: bool = False) -> Iterator[None]:
        """Marks the block as a slice of ``mind``, to be hurried when an answer begins unless the slice is ``whole``.

        Where this thread has waited in vain for the end of the answers, the slice has the whole length: a flood of
        events would otherwise leave the searches a tenth of the time, and delay the engines' moves of all.
        """
        if whole or getattr(self._waited, "in_vain", False):
            yield
            return
        with self._lock:
            self._began[mind] = time.perf_counter()
        try:
            yield
        finally:
            with self._lock:
                self._began.pop(mind, None)

    def wait_for_answers(self) -> None:
        """Waits, before a slice, until no answer is under way, at most :data:`LONGEST_WAIT` seconds."""
        self._waited.in_vain = not self._no_answers.wait(LONGEST_WAIT)

    def _begin_answer(self) -> None:
        with self._lock:
            self._answers += 1
            if self._answers == 1:
                self._no_answers.clear()
            for mind, began in self._began.items():
                mind.hurry(began + SHORTEST_SLICE)

    def _end_answer(self) -> None:
        with self._lock:
            self._answers -= 1
            if not self._answers:
                self._no_answers.set()
