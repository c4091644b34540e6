"""Courtesy: whoever answers people goes before those who search.

Compiled search holds no interpreter lock, but the explicit tree above it does. Two threads that search would take
two thirds of the interpreter from the one that answers a move, in turns of a switch interval, and a move takes some
dozens of turns. So they rest for the few milliseconds of an answer; a search that is at it stops at its next node.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

PATIENCE = 0.01
"""Seconds that a search waits at most, so that it goes on, slowly, where answers never end."""

LEAST = 0.001
"""Seconds that a search may have nevertheless, once it has begun."""


class Hurried(Protocol):
    """What can be told that its slice ends sooner."""

    def hurry(self, until: float) -> None:
        """End the slice that runs, if one does, about at ``until`` (of time.perf_counter). Takes no lock."""


class Courtesy:
    """Who is answering, and who is searching."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answering = 0
        self._quiet = threading.Event()
        self._quiet.set()
        self._searching: dict[Hurried, float] = {}

    @contextmanager
    def first(self) -> Iterator[None]:
        """Inside, somebody is being answered."""
        self._begin()
        try:
            yield
        finally:
            self._end()

    def _begin(self) -> None:
        with self._lock:
            self._answering += 1
            if self._answering == 1:
                self._quiet.clear()
            for mind, began in self._searching.items():
                mind.hurry(began + LEAST)

    def _end(self) -> None:
        with self._lock:
            self._answering -= 1
            if not self._answering:
                self._quiet.set()

    @contextmanager
    def searching(self, mind: Hurried) -> Iterator[None]:
        """Inside, this mind has its slice."""
        with self._lock:
            self._searching[mind] = time.perf_counter()
        try:
            yield
        finally:
            with self._lock:
                self._searching.pop(mind, None)

    def wait(self) -> None:
        """Before a slice: let those who answer finish."""
        self._quiet.wait(PATIENCE)
