"""Gives the analyst of one table work: hints, positions without engines, and the truth beside an engine's opinion."""

from __future__ import annotations

from collections.abc import Callable

from engine import Choice
from webapp.play.game.fairness import help_allowed
from webapp.play.game.state import GameState
from webapp.play.ports import Engine
from webapp.play.table.minds import Minds


class AnalystWork:
    """Decides when the analyst searches, and for what.

    Args:
        engine: runs the searches.
        minds: the table's minds.
    """

    def __init__(self, engine: Engine, minds: Minds) -> None:
        self._engine, self._minds = engine, minds
        self.watched = False
        """Tells whether any page watches the minds."""
        self._hinted: tuple[int, ...] | None = None

    def watch(self, on: bool, truth: bool) -> None:
        """Notes whether any page watches the minds, and whether one asks for the truth beside an engine's opinion."""
        self.watched = on
        self._minds.shows_truth = on and truth
        if not self._minds.shows_truth and self._hinted is None:
            self._minds.rest_analyst()

    def hint(self, state: GameState, done: Callable[[Choice], None], resume: Callable[[], None]) -> None:
        """Asks for a move; ``done`` is never called if the game goes on before.

        Args:
            state: the game.
            done: gets the move.
            resume: lets the table go on, after the hint.
        """
        mind = self._minds.analyst(state)
        self._hinted = state.moves

        def answered(choice: Choice) -> None:
            self._hinted = None
            done(choice)
            resume()

        self._engine.hint(mind, answered)

    def go_on(self, state: GameState) -> None:
        """Lets the analyst search where a page watches: without engines, or for the truth beside an opinion."""
        if self._hinted != state.moves:
            self._hinted = None
        if not state.engines and not (self.watched and help_allowed(state)):
            self._minds.rest()
        elif self._hinted is None and help_allowed(state) and (self._minds.shows_truth or not state.engines):
            self._engine.analyse(self._minds.analyst(state))
