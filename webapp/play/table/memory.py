"""Keeps live games in memory. A game is dropped when nobody comes back to it, or when there are too many games.

A game with a running clock may be dropped as well. Then the beginning of its turn is kept here, and the game is opened
again when its time may be up. The same holds for a game whose players wait for each other."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from heapq import nsmallest

from webapp.play.game.state import GameState
from webapp.play.ports import Ports
from webapp.play.table.clock import LATE
from webapp.play.table.table import Table

_SPARE_PART = 50
"""One of so many tables leaves with the one too many, so that fewer newcomers need a look at all tables."""
EMPTY_AT_MOST = 8
"""Empty tables of one address at which the minds still think."""
_GRACE_OF_ENGINES = 5.0
"""The most seconds for which two engines play on with nobody there: the time of a reload."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """Holds the running turn of a game that left the memory: its beginning, the version of the game, and how to cancel
    the clock's timer."""

    since: float
    version: int
    call_off: Callable[[], None] | None = None


class Memory:
    """Keeps the tables in memory: the base of ``Tables``."""

    def __init__(self, ports: Ports, live_games: int, grace: float, forget: float) -> None:
        self._ports, self._live_games, self._grace, self._forget = ports, live_games, grace, forget
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._occupied: dict[str, str] = {}
        """By occupied game, for whom the minds think, also while the game is not in memory."""
        self._turns: dict[str, _Turn] = {}
        """By game that left the memory, the running turn."""

    def live(self) -> list[Table]:
        """Returns the tables in memory."""
        return list(self._tables.values())

    def find_live(self, game_id: str) -> Table | None:
        """Returns the table of a game in memory, or None."""
        return self._tables.get(game_id)

    def is_live(self, game_id: str) -> bool:
        """Tells whether a game is in memory, or its running turn."""
        return game_id in self._tables or game_id in self._turns

    def state_of(self, game_id: str) -> GameState | None:
        """Returns the state of a game in memory, or None."""
        table = self._tables.get(game_id)
        return table.state if table else None

    def occupy(self, game_id: str) -> None:
        """Notes that a first connection is at a table."""
        self._occupied.setdefault(game_id, "")

    def wake(self, game_id: str, visitor: str = "", keys: Collection[str] = ()) -> None:
        """Wakes the minds of a table in memory (see :meth:`Table.wake`)."""
        table = self._tables.get(game_id)
        if table is not None:
            table.wake(visitor, keys)
            if game_id in self._occupied:
                self._occupied[game_id] = table.visitor

    def vacate(self, game_id: str) -> None:
        """Notes that the last connection has left a table. Its minds think on for the grace period."""
        self._occupied.pop(game_id, None)
        turn = self._turns.get(game_id)
        if turn and turn.call_off is None:
            del self._turns[game_id]
        table = self._tables.get(game_id)
        if table:
            table.touched = self._ports.timers.now()

    def tidy(self) -> None:
        """Stops the minds of empty tables, but an address's last few, after the grace period, then drops tables."""
        now = self._ports.timers.now()
        empty = [table for game_id, table in self._tables.items() if game_id not in self._occupied]
        for table in empty:
            if now - table.touched > self._forget and not table.timed and not table.turn.taken:
                self._tables.pop(table.state.game_id).close()
        thinking: Counter[str] = Counter()
        for table in reversed(empty):  # the tables used last come first
            if table.thinking.awake:
                thinking[table.visitor] += 1
                grace = min(self._grace, _GRACE_OF_ENGINES) if table.state.all_engines else self._grace
                if now - table.touched > grace or thinking[table.visitor] > EMPTY_AT_MOST:
                    table.thinking.rest()

    def evict(self, gone: Callable[[str], bool]) -> list[str]:
        """Closes the tables of the games that ``gone`` is true of, and returns their ids."""
        for game_id in [game_id for game_id in self._turns if gone(game_id)]:
            self._take_turn_of(game_id)
        games = [game_id for game_id in self._tables if gone(game_id)]
        for game_id in games:
            self._tables.pop(game_id).close()
        return games

    def _take_turn_of(self, game_id: str, version: int | None = None) -> float | None:
        """Takes out when the running turn began of a game that left the memory in this version. None: this is not
        known, or another event has been stored by then, of which the table was not told."""
        turn = self._turns.pop(game_id, None)
        if turn is None:
            return None
        if turn.call_off:
            turn.call_off()
        return turn.since if turn.version == version else None

    def _crowd_out(self, newcomer: str, open_again: Callable[[str], None]) -> None:
        """Closes tables if there are too many with ``newcomer``. ``open_again`` is called when time may be up. Empty
        tables go first, then those of the address with the most tables, then those where no engine is to move and no
        clock runs, and among equal ones the least recently used. So one address cannot crowd out the others. A look at
        all tables takes time, so some more empty ones go with them."""
        if len(self._tables) <= self._live_games:
            return
        tables_of = Counter(table.visitor for table in self._tables.values())

        def worth(item: tuple[str, Table]) -> tuple[bool, int, bool]:
            game_id, table = item
            busy = table.timed or table.thinking.turn.asked
            return game_id in self._occupied or table.timed, -tables_of[table.visitor], busy

        others = (item for item in self._tables.items() if item[0] != newcomer and not item[1].turn.taken)
        too_many = len(self._tables) - self._live_games
        spare = self._live_games // _SPARE_PART
        for place, (game_id, table) in enumerate(nsmallest(too_many + spare, others, key=worth)):
            if place < too_many or (game_id not in self._occupied and not table.timed):
                del self._tables[game_id]
                table.close()
                self._keep_turn(table, open_again)

    def _keep_turn(self, table: Table, open_again: Callable[[str], None]) -> None:
        """Keeps the running turn of a table that leaves: for the clocks, and for the wait before a claim."""
        game_id, since, version = table.state.game_id, table.clock.since, table.state.version
        if table.timed:
            left = max(0.0, table.clock.left(table.state) + LATE)
            self._turns[game_id] = _Turn(since, version, self._ports.timers.later(left, lambda: open_again(game_id)))
        elif game_id in self._occupied:
            self._turns[game_id] = _Turn(since, version)
