"""Reads games from the store without a table: for pages, which show a game and never change one."""

from __future__ import annotations

from collections import OrderedDict

from webapp.play.game import refusals
from webapp.play.game.fold import fold_stored
from webapp.play.game.state import GameState
from webapp.play.game.wire import is_game_id
from webapp.play.ports import Reader

_KEPT = 128
"""The last games read; only the events after the kept state are read and folded again."""


class Archive:
    """Folds stored games, in page threads. Every question reads the store, so no visitor of pages makes an owner open a
    table. The kept states need no lock: each step on them is one call that Python does not interrupt."""

    def __init__(self, store: Reader) -> None:
        self._store = store
        self._states: OrderedDict[str, GameState] = OrderedDict()

    def state(self, game_id: str) -> GameState:
        """Returns the state of a game after all stored events.

        Raises:
            Refusal: there is no such game, or the game cannot be read.
            StoreError: the store cannot be read.
        """
        if not is_game_id(game_id):  # PostgreSQL fails at some texts
            raise refusals.no_such_game()
        state = self._states.pop(game_id, None)
        records = self._store.load(game_id, state.version if state else 0)
        if state and not records and not self._store.load(game_id, state.version - 1):
            raise refusals.no_such_game()  # forgotten since
        state = fold_stored(game_id, records, state)
        self._states[game_id] = state
        if len(self._states) > _KEPT:
            self._states.popitem(last=False)
        return state
