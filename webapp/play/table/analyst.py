"""Gives the analyst of one table work: hints, positions without engines, and the truth beside an engine's opinion."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from engine import Choice
from webapp.play.game.fairness import help_allowed
from webapp.play.game.state import GameState
from webapp.play.ports import Ports
from webapp.play.table.minds import Minds


class AnalystWork:
    """Decides when the analyst searches, and for what. Public methods are called under the table's lock.

    Args:
        lock: the table's lock.
        ports: the engine and the timers.
        minds: the table's minds.
        resume: lets the table go on, after a hint; raises ``ReferenceError`` for a table that has gone.
    """

    def __init__(self, lock: threading.RLock, ports: Ports, minds: Minds, resume: Callable[[], None]) -> None:
        self._lock, self._minds, self._resume = lock, minds, resume
        self._engine, self._timers = ports.engine, ports.timers
        self._watched = False
        self._hinted: tuple[int, ...] | None = None

    def watch(self, on: bool, truth: bool) -> None:
        """Notes whether any page watches the minds, and whether one asks for the truth beside an engine's opinion."""
        self._watched = on
        self._minds.shows_truth = on and truth
        if not self._minds.shows_truth and self._hinted is None:
            self._minds.rest_analyst()

    def hint(self, state: GameState, done: Callable[[Choice], None]) -> None:
        """Asks for a move; ``done`` is never called if the game goes on before."""
        mind = self._minds.analyst(state)
        self._hinted = state.moves

        def answered(choice: Choice) -> None:
            # Called from a search thread: the analyst goes on from a thread of the timers.
            self._timers.later(0.0, self._after_hint)
            done(choice)

        self._engine.hint(mind, answered)

    def go_on(self, state: GameState) -> None:
        """Lets the analyst search where a page watches: without engines, or for the truth beside an opinion."""
        if self._hinted != state.moves:
            self._hinted = None
        if not state.engines and not (self._watched and help_allowed(state)):
            self._minds.rest()
        elif self._hinted is None and help_allowed(state) and (self._minds.shows_truth or not state.engines):
            self._engine.analyse(self._minds.analyst(state))

    def _after_hint(self) -> None:
        with self._lock, suppress(ReferenceError):
            self._hinted = None
            self._resume()
