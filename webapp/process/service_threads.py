"""Runs the threads that serve all clients. No exception ends such a thread, and if one ends, the process ends. The
loop, the writer, the pages and the engine's pipe have such threads. Without one of them the process would look healthy
and serve no one, so it drains and exits, and a supervisor starts it again."""

import logging
import os
import selectors
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

_log = logging.getLogger(__name__)

_PAUSE = 0.05
"""Seconds of pause after an error, so that a lasting error fills neither a core nor the log."""


def end_process() -> None:
    """Tells this process to drain and exit, as a supervisor would."""
    os.kill(os.getpid(), signal.SIGTERM)


class ServiceThreads:
    """Starts service threads, counts errors, records the dead. ``on_end`` is the last act of a thread that dies.

    What those threads wait for is made here too, so that ``tests/world`` runs all of them by one clock of its own: it
    puts its own in place of ``ident`` (the number of the calling thread), ``condition``, ``selector`` and ``pair`` (two
    joined sockets)."""

    ident = staticmethod(threading.get_ident)
    condition = staticmethod(threading.Condition)
    selector = staticmethod(selectors.DefaultSelector)
    pair = staticmethod(socket.socketpair)

    def __init__(self, on_end: Callable[[], None] = lambda: None) -> None:
        self._on_end = on_end
        self._lock = threading.Lock()
        self._errors: dict[str, float] = {}
        self._gone: list[str] = []

    def start(self, name: str, turn: Callable[[], bool]) -> threading.Thread:
        """Starts a thread that calls ``turn`` until it returns False. After an exception the thread continues."""
        self.count(name, 0)
        thread = threading.Thread(target=self._run, args=(name, turn), name=name, daemon=True)
        thread.start()
        return thread

    def count(self, name: str, errors: int = 1) -> None:
        """Counts errors of a thread, or of calls that threads with this name run."""
        with self._lock:
            self._errors[name] = self._errors.get(name, 0) + errors

    def errors(self) -> dict[str, float]:
        """Returns the number of errors so far by thread."""
        with self._lock:
            return dict(self._errors)

    def gone(self) -> list[str]:
        """Returns the names of the threads that died."""
        return list(self._gone)

    def check(self) -> tuple[bool, str]:
        """Returns whether all threads run, with words for an operator."""
        if self._gone:
            return False, f"Service threads have ended: {', '.join(self._gone)}."
        errors = sum(self.errors().values())
        return True, "All service threads run" + (f"; errors so far: {errors:.0f}." if errors else ".")

    def _run(self, name: str, turn: Callable[[], bool]) -> None:
        pause = threading.Event()
        try:
            while True:
                try:
                    if not turn():
                        return
                except Exception:
                    self.count(name)
                    with suppress(Exception):  # without memory, logging fails as well
                        _log.exception("the thread %s continues after an error", name)
                    with suppress(Exception):
                        pause.wait(_PAUSE)
        except BaseException:
            self._gone.append(name)
            with suppress(Exception):
                _log.critical("the thread %s has ended; the process drains and ends", name, exc_info=True)
            self._on_end()
