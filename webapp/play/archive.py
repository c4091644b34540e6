"""Reads games from the store without a table, for pages that show a game."""

from collections import OrderedDict

from webapp.play.game import refusals
from webapp.play.game.fold import fold_stored
from webapp.play.game.state import GameState
from webapp.play.game.wire import is_game_id
from webapp.play.ports import Reader

_KEPT = 128
"""The last games read, of which only later events are read again."""


class Archive:
    """Folds stored games in page threads, without a table. Each step on a kept state is one call, so no lock."""

    def __init__(self, store: Reader) -> None:
        self._store = store
        self._states: OrderedDict[str, GameState] = OrderedDict()

    def state(self, game_id: str) -> GameState:
        """Returns the state of a game after all stored events. Raises ``Refusal`` or ``StoreError``."""
        if not is_game_id(game_id):  # PostgreSQL fails at some texts
            raise refusals.no_such_game()
        state = self._states.pop(game_id, None)
        records = self._store.load(game_id, state.version if state else 0)
        if state and not records and not self._store.load(game_id, state.version - 1):
            raise refusals.no_such_game()  # deleted in the meantime
        state = self._states[game_id] = fold_stored(game_id, records, state)
        if len(self._states) > _KEPT:
            self._states.popitem(last=False)
        return state
