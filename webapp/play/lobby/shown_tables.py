"""Lists the running games whose players all agreed to be watched. The consent is kept under the hash of the player's
token, so a rematch needs no second one. The list is made when asked for, at most once in ``REFRESH`` seconds."""

from itertools import islice

from webapp.common.parts import Parts
from webapp.play.audience.presence import Presence
from webapp.play.desk.answers import ShownTable
from webapp.play.game.state import GameState
from webapp.play.game.views import seat_view
from webapp.play.ports import Timers
from webapp.play.table.tables import Tables

REFRESH = 3.0
LISTED_AT_MOST = 12
_CONSENTS_AT_MOST, _CONSENTS_OF_ADDRESS = 4000, 1000


class ShownTables:
    """Owns the consents and the list."""

    def __init__(self, tables: Tables, presence: Presence, timers: Timers) -> None:
        self._tables, self._presence, self._timers = tables, presence, timers
        self._willing = Parts[str](_CONSENTS_AT_MOST, _CONSENTS_OF_ADDRESS)
        self._list: list[ShownTable] = []
        self._made = float("-inf")

    def agree(self, key: str, on: bool, address: str = "") -> None:
        """Notes whether the holder of the token with the hash ``key``, from this address, agrees to be watched."""
        if on:
            self._willing.put(key, address, key)
        else:
            self._willing.end(key)
            self._made = float("-inf")  # the next answer leaves the table out

    def agreed(self, state: GameState) -> list[bool]:
        """Returns for each seat whether its player agrees. An engine always does."""
        owners = [state.owner(seat) for seat in (0, 1)]
        return [owner in self._willing if owner else seat not in state.free for seat, owner in enumerate(owners)]

    def view(self) -> list[ShownTable]:
        """Returns the list, the table with the last event first."""
        now = self._timers.now()
        if now - self._made < REFRESH:
            return self._list
        self._made = now
        states = (table.state for table in reversed(self._tables.live()))
        shown = (state for state in states if state.outcome is None and not state.analysis and any(state.keys))
        rows = (self._row(state) for state in shown if all(self.agreed(state)))
        self._list = list(islice(filter(None, rows), LISTED_AT_MOST))
        return self._list

    def _row(self, state: GameState) -> ShownTable | None:
        """Returns one table of the list. None for a table without a player present."""
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
