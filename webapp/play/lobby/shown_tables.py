"""Lists the tables in play for people who like to watch: only those whose players all agreed to be watched.

The consent is a player's, kept under the hash of the player's token: a rematch needs no second consent. The list is put
together when somebody asks, at most once in ``REFRESH`` seconds, whoever and however many ask.
"""

from __future__ import annotations

from collections import OrderedDict

from webapp.play.audience.presence import Presence
from webapp.play.desk.answers import ShownTable
from webapp.play.game.state import GameState
from webapp.play.game.views import seat_view
from webapp.play.ports import Timers
from webapp.play.table.tables import Tables

REFRESH = 3.0
LISTED_AT_MOST = 12
_CONSENTS_AT_MOST = 4000


class ShownTables:
    """Owns the consents and the list."""

    def __init__(self, tables: Tables, presence: Presence, timers: Timers) -> None:
        self._tables, self._presence, self._timers = tables, presence, timers
        self._willing: OrderedDict[str, None] = OrderedDict()
        self._list: list[ShownTable] = []
        self._made = float("-inf")

    def agree(self, key: str, on: bool) -> None:
        """Notes whether the holder of the token with the hash ``key`` agrees to be watched."""
        self._willing.pop(key, None)
        if on:
            self._willing[key] = None
            while len(self._willing) > _CONSENTS_AT_MOST:
                self._willing.popitem(last=False)
        else:
            self._made = float("-inf")  # the next answer leaves the table out

    def agreed(self, state: GameState) -> list[bool]:
        """Returns for each seat whether the seat's player agrees; an engine always does."""
        owners = [state.owner(seat) for seat in (0, 1)]
        return [owner in self._willing if owner else seat not in state.free for seat, owner in enumerate(owners)]

    def view(self) -> list[ShownTable]:
        """Returns the list, the table with the last event first."""
        now = self._timers.now()
        if now - self._made < REFRESH:
            return self._list
        self._made = now
        shown: list[ShownTable] = []
        for table in reversed(self._tables.live()):
            state = table.state
            if state.outcome is None and not state.analysis and any(state.keys) and all(self.agreed(state)):
                row = self._row(state)
                if row is not None:
                    shown.append(row)
            if len(shown) == LISTED_AT_MOST:
                break
        self._list = shown
        return shown

    def _row(self, state: GameState) -> ShownTable | None:
        """Returns one table of the list; None for a table without a player present."""
        people = self._presence.view(state.game_id)
        if not any(person and person.presence == "here" for person in people.seats):
            return None
        return ShownTable(
            game_id=state.game_id,
            game=state.game.name,
            seats=(seat_view(state, 0), seat_view(state, 1)),
            ply=state.ply,
            clock=(state.clock.seconds, state.clock.increment) if state.clock else None,
            watchers=people.watchers,
            discs=state.discs if state.game.board_size() else (),
        )
