"""Loads or compiles the kernels in the background, and holds back the questions that wait for them."""

import gc
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import engine
from engine.games import Game, find
from webapp.engine_process import messages as m

_log = logging.getLogger(__name__)

LONGEST_WAIT = 3.0
"""Seconds for which a question waits for kernels: loading them from the cache takes one. Then it is answered without
them until they are compiled."""
_LOOK_AGAIN = 0.02
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
"""Seconds between two attempts to compile, doubled each time."""


class Loading:
    """Holds back questions until their kernels are loaded, then answers them while it holds ``lock``.

    The lock is also held around :meth:`waits` and :meth:`forget`. ``tell`` tells the server that the state has changed.
    """

    def __init__(self, lock: threading.Lock, answer: Callable[[m.Question], None], tell: Callable[[], None]) -> None:
        self._lock, self._answer, self._tell = lock, answer, tell
        self._waiting: dict[int, tuple[m.Question, float]] = {}  # by mind or question, with the end of the wait
        self._since: dict[str, float] = {}  # by game, when its kernels were first needed
        self._closing, self.pause = threading.Event(), _FIRST_PAUSE
        self.explains = False
        """Whether the searches for explanations are loaded."""

    def start(self) -> None:
        """Loads the kernels in a thread. Processes compile those that are missing."""
        engine.compile_apart()
        threading.Thread(target=self.warm_up, name="warm-up", daemon=True).start()

    def close(self) -> None:
        """Stops the compilations."""
        self._closing.set()
        engine.stop_compiling()

    def waits(self, message: m.Question) -> bool:
        """Returns whether a question waits for kernels, and keeps it in that case."""
        if isinstance(message, m.Look | m.WhyNot | m.Believe) or (isinstance(message, m.Order) and message.glance):
            return False
        key = message.mind.number if isinstance(message, m.Order) else message.number
        self.forget(key)
        game = _game_of(message)
        until = self._since.setdefault(game.name, time.monotonic()) + LONGEST_WAIT
        if self._is_loaded(message, game) or time.monotonic() >= until:
            return False
        self._waiting[key] = message, until
        if len(self._waiting) == 1:
            threading.Thread(target=self._release, name="loading", daemon=True).start()
        return True

    def forget(self, key: int) -> None:
        """Drops the question of a mind that waits."""
        self._waiting.pop(key, None)

    def warm_up(self) -> None:
        """Loads or compiles all kernels, and tries again after a failure."""
        coach = engine.coach_processes()
        while not self.explains:
            try:
                engine.warm_up()
                if not engine.readiness().ready:
                    raise RuntimeError("the engine is not ready after the compilation")
                self._tell()
                engine.load_coach(coach)
                self.explains = True
            except Exception:
                if self._closing.is_set():
                    return
                _log.exception("the engine could not be compiled; it is tried again in %.0f s", self.pause)
                self._closing.wait(self.pause)
                self.pause = min(2.0 * self.pause, _LONGEST_PAUSE)
        gc.freeze()  # kernels are never freed, and a collection of their objects would stop all threads for 0.25 s
        self._tell()

    def _is_loaded(self, message: m.Question, game: Game[Any]) -> bool:
        return engine.are_loaded(game) and (self.explains or not isinstance(message, m.Explain))

    def _release(self) -> None:
        """Answers the questions that have waited, when their kernels are loaded or after the longest wait."""
        while self._waiting:
            time.sleep(_LOOK_AGAIN)
            with self._lock:
                for key, (message, until) in list(self._waiting.items()):
                    if self._is_loaded(message, _game_of(message)) or time.monotonic() >= until:
                        del self._waiting[key]
                        self._answer(message)


def _game_of(message: m.Question) -> Game[Any]:
    return find(message.mind.game if isinstance(message, m.Order | m.Look | m.WhyNot) else message.game)
