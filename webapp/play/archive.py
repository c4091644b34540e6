"""Reads games from the store without a table: for pages, which show a game and never change one."""

from __future__ import annotations

from engine.games import GameError
from webapp.play.game import refusals
from webapp.play.game.fold import fold
from webapp.play.game.state import GameState
from webapp.play.ports import Store


class Archive:
    """Folds stored games. No game is kept in memory, so no visitor of pages makes an owner open a table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def state(self, game_id: str) -> GameState:
        """Returns the state of a game after all stored events.

        Raises:
            Refusal: there is no such game.
            StoreError: the store cannot be read.
        """
        history = self._store.load(game_id)
        if not history:
            raise refusals.no_such_game()
        try:
            return fold(game_id, [record.event for record in history])
        except GameError as error:
            raise refusals.unreadable(error) from None
