"""Keeps all live games: finds a game or reads it from the store, and drops a game when nobody comes back."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from heapq import nsmallest

from engine.games import GameError, Move
from webapp.play.desk.answers import Acknowledged
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.game.decide import decide
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.ports import Engine, Ports
from webapp.play.steps import Pending
from webapp.play.table.creation import create_game, create_meeting, create_rematch, draw_token
from webapp.play.table.founding import Founding
from webapp.play.table.idempotency import NewGame, NewGames, Request
from webapp.play.table.table import StoredGame, Table, read_game

_SPARE_PART = 50
"""One of so many tables goes beside the one too many, so that fewer newcomers need a look at all tables."""
EMPTY_AT_MOST = 8
"""Empty tables of one address at which the minds think on."""
LONGEST_TIMED = 86_400.0
"""Seconds for which a game with a running clock is looked for, after the beginning of the game."""
_LONG = 50
"""Events from which on a page thread makes or reads a game; one takes about 30 microseconds."""
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
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._founding = Founding(ports)
        self._occupied: dict[str, str] = {}
        """By occupied game, for whom the minds think, also while the game is not in memory."""
        self._opening: dict[str, list[Pending[Table]]] = {}
        """By game that is being read, those who wait for its table."""
        self._new_games = NewGames()
        self.on_event: Callable[[str], None] = lambda _: None
        """Is told the id of a game after every event of the game; to be set before the first game is opened."""

    @property
    def engine(self) -> Engine:
        """Returns the engine of these tables."""
        return self._ports.engine

    # --- games ---

    async def new_game(
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

        async def begin() -> NewGame:
            create = partial(
                create_game,
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
            creation = create() if len(moves) < _LONG else await self._ports.apart(create)
            game_id = await self._founding.found(creation.events, request.game_id if request else None)
            return NewGame(game_id, creation.seat_tokens, creation.table_token)

        if request is None:
            return await begin()
        wishes = (name, seats, moves, analysis, free, clock, pie, with_help)
        return await self._new_games.create_once(request, wishes, begin)

    async def meet(self, name: str, keys: tuple[str, str], names: tuple[str, str], clock: e.Clock | None) -> str:
        """Begins a game of two strangers, and returns the id of the game.

        Args:
            name: the name of the game.
            keys: the hashes of the tokens of both, the first player's first.
            names: the nicknames of both, or nothing.
            clock: the time of each side; None for a game without clocks.
        """
        return await self._founding.found([create_meeting(name, keys, names, clock, per_minute=self._per_minute)])

    async def rematch(self, game_id: str, keys: Sequence[str], request_id: str | None) -> Acknowledged:
        """Begins a new game of the same players with sides swapped; asked for twice, by any of the players, there is
        one new game. Between two people the first asks and the second agrees.

        The tokens of the old game hold in the new one, each for the other side.
        """
        table = await self._take_turn(game_id)
        try:
            return await self._rematch(table, keys, request_id)
        finally:
            table.turn.release()

    async def reply(
        self, game_id: str, reply: c.Reply, keys: Sequence[str], request_id: str | None = None
    ) -> Acknowledged:
        """Answers the open question of a table; yes to a rematch begins the rematch.

        Args:
            game_id: the game.
            reply: the answer.
            keys: the hashes of the sender's tokens.
            request_id: the number of the request; a repeated request counts once.
        """
        table = await self._take_turn(game_id)
        try:
            if reply.what != "rematch" or not reply.yes:
                return await table.perform_now(reply, keys, request_id)
            if table.state.rematch is None:
                decide(table.state, reply, table.rights(keys))
            return await self._rematch(table, keys, request_id)
        finally:
            table.turn.release()

    def perform(
        self, game_id: str, command: c.AnyCommand, keys: Sequence[str], request_id: str | None = None
    ) -> Awaitable[Acknowledged]:
        """Carries out a command at a table (see :meth:`Table.perform`).

        Args:
            game_id: the game.
            command: the command.
            keys: the hashes of the sender's tokens.
            request_id: the number of the request; a repeated request counts once.
        """
        table = self._tables.get(game_id)
        if table is None:
            return self._open_and_perform(game_id, command, keys, request_id)
        self._tables.move_to_end(game_id)
        return table.perform(command, keys, request_id)

    async def open(self, game_id: str, asker: str = "") -> Table:
        """Returns the table of a game, from memory or from the store.

        Args:
            game_id: the game.
            asker: the IP address of the person who wants to see the game.

        Raises:
            Refusal: there is no such game, or the address reads too many games.
            StoreError: the game cannot be read.
        """
        table = self._tables.get(game_id)
        if table is not None:
            self._tables.move_to_end(game_id)
            table.touched = self._ports.timers.now()
            return table
        waiting = self._opening.setdefault(game_id, [])
        mine = Pending[Table]()
        waiting.append(mine)
        if len(waiting) == 1:
            self._read(game_id, asker)
        return await mine

    def live(self) -> list[Table]:
        """Returns the tables in memory."""
        return list(self._tables.values())

    def find_live(self, game_id: str) -> Table | None:
        """Returns the table of a game in memory, or None."""
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
        """Notes that a first connection is at a table."""
        self._occupied.setdefault(game_id, "")

    def wake(self, game_id: str, asker: str = "", keys: Collection[str] = ()) -> None:
        """Wakes the minds of a table in memory.

        Args:
            game_id: the game.
            asker: the IP address of the person who has come (see :meth:`Table.wake`).
            keys: the hashes of the person's tokens.
        """
        table = self._tables.get(game_id)
        if table is not None:
            table.wake(asker, keys)
            if game_id in self._occupied:
                self._occupied[game_id] = table.asker

    def vacate(self, game_id: str) -> None:
        """Notes that the last connection has left a table; the minds think on for the grace period."""
        self._occupied.pop(game_id, None)
        table = self._tables.get(game_id)
        if table:
            table.touched = self._ports.timers.now()

    def tidy(self) -> None:
        """Sends empty tables to sleep after the grace period, and out of the memory later.

        Of the empty tables of one address only the last few think on.
        """
        now = self._ports.timers.now()
        empty = [table for game_id, table in self._tables.items() if game_id not in self._occupied]
        for table in empty:
            if now - table.touched > self._forget and not table.timed and not table.turn.taken:
                self._tables.pop(table.state.game_id).close()
        thinking: Counter[str] = Counter()
        for table in reversed(empty):  # the tables used last think on
            if table.awake:
                thinking[table.asker] += 1
                grace = min(self._grace, _GRACE_OF_ENGINES) if table.state.all_engines else self._grace
                if now - table.touched > grace or thinking[table.asker] > EMPTY_AT_MOST:
                    table.sleep()

    async def open_timed(self, owns: Callable[[str], bool] = lambda _: True) -> int:
        """Opens the games with a running clock and nobody there, so that a flag falls, and returns the number.

        For a process that has begun, or has taken over the games that ``owns`` is true of.
        """
        store, opened = self._ports.store, 0
        for game_id in await self._ports.apart(lambda: store.timed(LONGEST_TIMED)):
            if not owns(game_id) or game_id in self._tables:
                continue
            with suppress(Refusal):  # a game that cannot be shown any more
                state = (await self._ports.apart(partial(_read, store.load, game_id, ()))).state
                if state.turns and state.outcome is None:
                    opened += (await self.open(game_id)).timed
        return opened

    def evict(self, gone: Callable[[str], bool]) -> list[str]:
        """Closes the tables of the games that ``gone`` is true of, because others have taken over; returns the ids."""
        games = [game_id for game_id in self._tables if gone(game_id)]
        for game_id in games:
            self._tables.pop(game_id).close()
        return games

    def close(self) -> None:
        """Closes all tables."""
        self.evict(lambda _: True)

    # --- inside ---

    async def _take_turn(self, game_id: str) -> Table:
        table = await self.open(game_id)
        await table.turn.wait()
        return table

    async def _open_and_perform(
        self, game_id: str, command: c.AnyCommand, keys: Sequence[str], request_id: str | None
    ) -> Acknowledged:
        return await (await self.open(game_id)).perform(command, keys, request_id)

    async def _rematch(self, table: Table, keys: Sequence[str], request_id: str | None) -> Acknowledged:
        """Begins the rematch, or asks for it, in the table's turn."""
        state = table.state
        if state.rematch is not None and table.rights(keys).controls:
            return Acknowledged(state.version, state.rematch)
        next_id = self._founding.new_id()
        events = decide(state, c.BeginRematch(next_id), table.rights(keys))
        if any(isinstance(event, e.Rematched) for event in events):
            # Before the new game is stored: nobody could find the game.
            refusals.refuse_too_long(state, events, self._ports.longest_game)
            await self._founding.found([create_rematch(state)], next_id)
        return await table.perform_now(c.BeginRematch(next_id), keys, request_id)

    def _read(self, game_id: str, asker: str) -> None:
        """Reads a game, in a page thread unless the events are here and few; then the table is there."""
        history = self._founding.take(game_id)
        work, done = partial(_read, self._ports.store.load, game_id, history), partial(self._opened, game_id)
        if 0 < len(history) < _LONG:
            try:
                done(work())
            except Refusal as no:
                done(no)
        elif not self._ports.workers.run(work, done, asker):
            done(refusals.too_much())

    def _opened(self, game_id: str, stored: StoredGame | Exception) -> None:
        """Makes the table of a game that has been read, and tells all who wait for the table."""
        waiting = self._opening.pop(game_id)
        if isinstance(stored, Exception):
            for each in waiting:
                each.fail(stored)
            return
        table = Table(stored, self._ports, self._occupied.get(game_id, ""), self.on_event)
        self._tables[game_id] = table
        for other in self._crowd_out(game_id):
            other.close()
        for each in waiting:
            each.resolve(table)

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

        others = (item for item in self._tables.items() if item[0] != newcomer and not item[1].turn.taken)
        too_many = len(self._tables) - self._live_games
        spare = self._live_games // _SPARE_PART
        for place, (game_id, _) in enumerate(nsmallest(too_many + spare, others, key=worth)):
            if place < too_many or game_id not in self._occupied:
                removed.append(self._tables.pop(game_id))
        return removed


def _read(load: Callable[[str], Sequence[e.Recorded]], game_id: str, history: Sequence[e.Recorded]) -> StoredGame:
    """Returns a game with the events ``history``, or as ``load`` reads it; raises the refusal for no such game."""
    history = history or load(game_id)
    if not history:
        raise refusals.no_such_game()
    try:
        return read_game(game_id, history)
    except GameError as error:
        raise refusals.unreadable(error) from None
