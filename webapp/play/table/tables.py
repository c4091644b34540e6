"""Keeps all live games: finds a game or reads it from the store, and drops a game when nobody comes back."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from heapq import nsmallest

from engine.games import GameError, Move
from webapp.play.desk.answers import Acknowledged
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.game.decide import decide
from webapp.play.game.fold import fold
from webapp.play.game.state import GameState
from webapp.play.ports import Engine, Ports
from webapp.play.table.creation import create_game, create_meeting, create_rematch, draw_token
from webapp.play.table.founding import Founding
from webapp.play.table.idempotency import NewGame, NewGames, Request
from webapp.play.table.table import Table

_SPARE_PART = 50
"""One of so many tables goes beside the one too many, so that fewer newcomers need a look at all tables."""
EMPTY_AT_MOST = 8
"""Empty tables of one address at which the minds think on."""
LONGEST_TIMED = 86_400.0
"""Seconds for which a game with a running clock is looked for, after the beginning of the game."""
_GRACE_OF_ENGINES = 5.0
"""Seconds for which two engines play on with nobody there, at most: the time of a reload."""


class Tables:
    """Keeps the tables in memory.

    Args:
        ports: the ports of all tables.
        live_games: tables in memory at most; beyond this number the least recently used ones leave.
        grace: seconds for which the minds of an empty table think on.
        forget: seconds after which an empty table leaves.
        per_minute: the pace of a new game between engines, in moves a minute.
    """

    def __init__(
        self,
        ports: Ports,
        *,
        live_games: int = 500,
        grace: float = 60.0,
        forget: float = 600.0,
        per_minute: float = 40.0,
    ) -> None:
        self._ports = ports
        self._live_games, self._grace, self._forget, self._per_minute = live_games, grace, forget, per_minute
        self._lock = threading.Lock()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._founding = Founding(ports)
        self._occupied: dict[str, str] = {}
        """By occupied game, for whom the minds think, also while the game is not in memory."""
        self._new_games = NewGames()

    @property
    def engine(self) -> Engine:
        """Returns the engine of these tables."""
        return self._ports.engine

    # --- games ---

    def new_game(
        self,
        name: str,
        seats: tuple[e.Seat, e.Seat],
        moves: Sequence[Move] | str = (),
        *,
        analysis: bool = False,
        free: Sequence[int] = (),
        clock: e.Clock | None = None,
        pie: bool = False,
        with_help: bool = False,
        request: Request | None = None,
    ) -> NewGame:
        """Sets up a game at the position after ``moves``.

        Args:
            name: the name of the game.
            seats: the players of both sides.
            moves: the moves to the start position, as a list or as text.
            analysis: whether the moves can be taken back; ``moves`` may then be a whole game.
            free: the seats left for a person to come.
            clock: the time of each side; None for a game without clocks.
            pie: whether the second player may swap sides.
            with_help: whether two people may ask the engine during the game.
            request: the request for the game. The same request gets the same game again, for the first answer may
                have been lost: under a secret always, else as long as this process remembers.

        Raises:
            Refusal: there is no such game, the start position is impossible or finished, or the ``request`` was for
                another game.
        """

        def begin() -> NewGame:
            creation = create_game(
                name,
                seats,
                moves,
                per_minute=self._per_minute,
                analysis=analysis,
                free=free,
                clock=clock,
                pie=pie,
                with_help=with_help,
                draw=request.token if request else draw_token,
            )
            game_id = self._founding.found(creation.events, request.game_id if request else None)
            return NewGame(game_id, creation.seat_tokens, creation.table_token)

        if request is None:
            return begin()
        wishes = (name, seats, moves, analysis, free, clock, pie, with_help)
        return self._new_games.create_once(request, wishes, begin)

    def meet(self, name: str, keys: tuple[str, str], names: tuple[str, str], clock: e.Clock | None) -> str:
        """Begins a game of two strangers, and returns the id of the game.

        Args:
            name: the name of the game.
            keys: the hashes of the tokens of both, the first player's first.
            names: the nicknames of both, or nothing.
            clock: the time of each side; None for a game without clocks.
        """
        return self._founding.found([create_meeting(name, keys, names, clock, per_minute=self._per_minute)])

    def rematch(self, game_id: str, tokens: Iterable[str], request_id: str | None) -> Acknowledged:
        """Begins a new game of the same players with sides swapped; asked for twice, by any of the players, there is
        one new game. Between two people the first asks and the second agrees.

        The tokens of the old game hold in the new one, each for the other side.
        """
        tokens = tuple(tokens)
        with self._locked(game_id) as table:
            state = table.state
            if state.rematch is not None and table.rights(tokens).controls:
                return Acknowledged(state.version, state.rematch)
            next_id = self._founding.new_id()
            events = decide(state, c.BeginRematch(next_id), table.rights(tokens))
            if any(isinstance(event, e.Rematched) for event in events):
                # Before the new game is stored: nobody could find the game.
                refusals.refuse_too_long(state, events, self._ports.longest_game)
                self._founding.found([create_rematch(state)], next_id)
            return table.perform(c.BeginRematch(next_id), tokens, request_id)

    def reply(self, game_id: str, reply: c.Reply, tokens: Iterable[str], request_id: str | None = None) -> Acknowledged:
        """Answers the open question of a table; yes to a rematch begins the rematch.

        Args:
            game_id: the game.
            reply: the answer.
            tokens: the tokens of the sender.
            request_id: the number of the request; a repeated request counts once.
        """
        tokens = tuple(tokens)
        with self._locked(game_id) as table:
            if reply.what != "rematch" or not reply.yes:
                return table.perform(reply, tokens, request_id)
            if table.state.rematch is None:
                decide(table.state, reply, table.rights(tokens))
            return self.rematch(game_id, tokens, request_id)

    def perform(
        self, game_id: str, command: c.AnyCommand, tokens: Iterable[str], request_id: str | None = None
    ) -> Acknowledged:
        """Carries out a command at a table (see :meth:`Table.perform`).

        Args:
            game_id: the game.
            command: the command.
            tokens: the tokens of the sender.
            request_id: the number of the request; a repeated request counts once.
        """
        with self._locked(game_id) as table:
            return table.perform(command, tokens, request_id)

    def open(self, game_id: str) -> Table:
        """Returns the table of a game, from memory or from the store.

        Raises:
            Refusal: there is no such game.
        """
        with self._lock:
            table = self._tables.get(game_id)
            if table is not None:
                self._tables.move_to_end(game_id)
                table.touched = self._ports.timers.now()
                return table
        history = self._founding.take(game_id) or self._ports.store.load(game_id)
        if not history:
            raise refusals.no_such_game()
        try:
            table = Table(game_id, history, self._ports, self._occupied.get(game_id, ""))
        except GameError as error:
            raise refusals.unreadable(error) from None
        with self._lock:
            table = self._tables.setdefault(game_id, table)
            crowded_out = self._crowd_out(game_id)
        for other in crowded_out:
            other.close()
        return table

    def live(self) -> list[Table]:
        """Returns the tables in memory."""
        with self._lock:
            return list(self._tables.values())

    def find_live(self, game_id: str) -> Table | None:
        """Returns the table of a game in memory, or None."""
        with self._lock:
            return self._tables.get(game_id)

    def is_live(self, game_id: str) -> bool:
        """Returns whether a game is in memory."""
        return game_id in self._tables

    def state_of(self, game_id: str) -> GameState | None:
        """Returns the state of a game in memory, or None."""
        table = self.find_live(game_id)
        return table.state if table else None

    # --- waking and leaving ---

    def occupy(self, game_id: str) -> None:
        """Notes that a first connection is at a table. Takes no table's lock."""
        with self._lock:
            self._occupied.setdefault(game_id, "")

    def wake(self, game_id: str, asker: str = "", keys: Collection[str] = ()) -> None:
        """Wakes the minds of a table, read from the store if need be.

        Args:
            game_id: the game.
            asker: the IP address of the person who has come (see :meth:`Table.wake`).
            keys: the hashes of the person's tokens.
        """
        with self._locked(game_id) as table:
            table.wake(asker, keys)
            with self._lock:
                if game_id in self._occupied:
                    self._occupied[game_id] = table.asker

    def vacate(self, game_id: str) -> None:
        """Notes that the last connection has left a table; the minds think on for the grace period. Takes no table's
        lock."""
        with self._lock:
            self._occupied.pop(game_id, None)
            table = self._tables.get(game_id)
            if table:
                table.touched = self._ports.timers.now()

    def tidy(self) -> None:
        """Sends empty tables to sleep after the grace period, and out of the memory later.

        Of the empty tables of one address only the last few think on.
        """
        now = self._ports.timers.now()
        with self._lock:
            empty = [table for game_id, table in self._tables.items() if game_id not in self._occupied]
            gone = [table for table in empty if now - table.touched > self._forget and not table.timed]
            for table in gone:
                del self._tables[table.state.game_id]
        for table in gone:
            table.close()
        thinking: Counter[str] = Counter()
        for table in reversed(empty):  # the tables used last think on
            if table.awake:
                thinking[table.asker] += 1
                grace = min(self._grace, _GRACE_OF_ENGINES) if table.state.all_engines else self._grace
                if now - table.touched > grace or thinking[table.asker] > EMPTY_AT_MOST:
                    table.sleep()

    def open_timed(self, owns: Callable[[str], bool] = lambda _: True) -> int:
        """Opens the games with a running clock and nobody there, so that a flag falls, and returns the number.

        For a process that has begun, or has taken over the games that ``owns`` is true of.
        """
        games = [game_id for game_id in self._ports.store.timed(LONGEST_TIMED) if owns(game_id)]
        return sum(self.open(game_id).timed for game_id in games if self._runs(game_id))

    def evict(self, gone: Callable[[str], bool]) -> list[str]:
        """Closes the tables of the games that ``gone`` is true of, because others have taken over; returns the ids."""
        with self._lock:
            tables = [self._tables.pop(game_id) for game_id in list(self._tables) if gone(game_id)]
        for table in tables:
            table.close()
        return [table.state.game_id for table in tables]

    def close(self) -> None:
        """Closes all tables."""
        self.evict(lambda _: True)

    # --- inside ---

    @contextmanager
    def _locked(self, game_id: str) -> Iterator[Table]:
        """Yields the table under its lock; a table just closed is opened anew."""
        while True:
            table = self.open(game_id)
            with table.lock:
                if not table.closed:
                    yield table
                    return

    def _runs(self, game_id: str) -> bool:
        """Returns whether a game not in memory has begun and has not ended."""
        history = [] if self.find_live(game_id) else self._ports.store.load(game_id)
        try:
            state = fold(game_id, [record.event for record in history]) if history else None
        except GameError:  # this game cannot be shown any more
            return False
        return state is not None and bool(state.turns) and state.outcome is None

    def _crowd_out(self, newcomer: str) -> list[Table]:
        """Removes tables if there are too many with ``newcomer``.

        A look at all tables takes time, so some more empty ones go in one go. Empty tables go first, then those of the
        address with the most tables, then those where no engine is to move and no clock runs, and among equal ones the
        least recently used. So one address cannot crowd out the others.
        """
        removed: list[Table] = []
        if len(self._tables) <= self._live_games:
            return removed
        tables_of = Counter(table.asker for table in self._tables.values())

        def worth(item: tuple[str, Table]) -> tuple[bool, int, bool]:
            game_id, table = item
            return game_id in self._occupied, -tables_of[table.asker], table.busy

        others = (item for item in self._tables.items() if item[0] != newcomer)
        too_many = len(self._tables) - self._live_games
        spare = self._live_games // _SPARE_PART
        for place, (game_id, _) in enumerate(nsmallest(too_many + spare, others, key=worth)):
            if place < too_many or game_id not in self._occupied:
                removed.append(self._tables.pop(game_id))
        return removed
