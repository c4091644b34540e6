"""Finds the table of a game in memory or reads the game from the store. Begins games and rematches."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from webapp.play.desk.answers import Acknowledged
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.game.access import new_token, rights_of
from webapp.play.game.decide import decide
from webapp.play.game.refusals import Refusal
from webapp.play.ports import Engine, LostError, Ports, StoreError
from webapp.play.steps import Pending, start
from webapp.play.table.creation import Wishes, create_game, create_meeting, create_rematch
from webapp.play.table.history import StoredGame, load_game, read_game
from webapp.play.table.memory import Memory
from webapp.play.table.new_games import NewGame, NewGames, Request
from webapp.play.table.table import Table

_log = logging.getLogger(__name__)
T = TypeVar("T")

LONGEST_TIMED = 86_400.0
"""Seconds from the beginning of a game to the end of the search for its running clock."""
_LONG = 50
"""Events from which on a page thread makes or reads a game, at about 30 microseconds an event."""
_LOOK_AGAIN = 5.0
"""Seconds from a failed look at the clock of a game to the next one."""


class Tables(Memory):
    """Opens games. The minds of an empty table rest after ``grace`` seconds, and it leaves the memory after ``forget``.
    ``live_games`` is the most tables in memory, ``per_minute`` the pace of a new game between engines."""

    def __init__(
        self,
        ports: Ports,
        *,
        live_games: int = 500,
        grace: float = 60.0,
        forget: float = 600.0,
        per_minute: float = 40.0,
    ) -> None:
        super().__init__(ports, live_games, grace, forget)
        self._per_minute = per_minute
        self._new_games = NewGames(ports)
        self._opening: dict[str, list[Pending[Table]]] = {}
        """By game that is being read, those who wait for its table."""
        self.on_event: Callable[[str], None] = lambda _: None
        """Is told the id of a game after every event. To be set before the first game is opened."""
        self.on_return: Callable[[str], None] = lambda _: None
        """Is told the id of a game that is read again while people are there."""

    @property
    def engine(self) -> Engine:
        """Returns the engine of these tables."""
        return self._ports.engine

    def apart(self, work: Callable[[], T], visitor: str = "") -> Pending[T]:
        """Does work in a page thread (see :meth:`webapp.play.ports.Ports.apart`)."""
        return self._ports.apart(work, visitor)

    async def new_game(self, wishes: Wishes, request: Request | None = None) -> NewGame:
        """Begins a game. The same ``request`` gets the same game again, because its first answer may have been lost.
        Raises ``Refusal`` as :func:`create_game`, and if the ``request`` was for another game."""
        draw = request.token if request else lambda _: new_token()
        create = partial(create_game, wishes, self._per_minute, draw)
        creation = create() if len(wishes.moves) < _LONG else await self._ports.apart(create)
        game_id = await self._new_games.create(creation.events, request.game_id if request else None)
        return NewGame(game_id, creation.seat_tokens, creation.table_token)

    async def meet(self, name: str, keys: tuple[str, str], names: tuple[str, str], clock: e.Clock | None) -> str:
        """Begins a game of two strangers (see :func:`create_meeting`), and returns its id."""
        return await self._new_games.create([create_meeting(name, keys, names, clock, self._per_minute)])

    async def rematch(self, game_id: str, keys: Sequence[str], request_id: str | None) -> Acknowledged:
        """Begins a new game of the same players, sides swapped, once. Between people one asks, the other agrees."""
        table = await self.open(game_id)
        async with table.turn:
            return await self._rematch(table, keys, request_id)

    async def reply(
        self, game_id: str, reply: c.Reply, keys: Sequence[str], request_id: str | None = None
    ) -> Acknowledged:
        """Answers the open question of a table. Yes to a rematch begins it."""
        table = await self.open(game_id)
        async with table.turn:
            if reply.what != "rematch" or not reply.yes:
                return await table.perform_now(reply, keys, request_id)
            if table.state.rematch is None:
                decide(table.state, reply, rights_of(table.state, keys))
            return await self._rematch(table, keys, request_id)

    def perform(
        self, game_id: str, command: c.AnyCommand, keys: Sequence[str], request_id: str | None = None
    ) -> Awaitable[Acknowledged]:
        """Carries out a command at the table of a game (see :meth:`Table.perform`)."""
        table = self._tables.get(game_id)
        if table is None:
            return self._open_and_perform(game_id, command, keys, request_id)
        self._tables.move_to_end(game_id)
        return table.perform(command, keys, request_id)

    async def open(self, game_id: str, visitor: str = "") -> Table:
        """Returns the table of a game. Raises ``StoreError``, or ``Refusal`` without a game or beyond the rate."""
        table = self._tables.get(game_id)
        if table is not None:
            self._tables.move_to_end(game_id)
            table.touched = self._ports.timers.now()
            return table
        waiting = self._opening.setdefault(game_id, [])
        mine = Pending[Table]()
        waiting.append(mine)
        if len(waiting) == 1:
            self._read(game_id, visitor)
        return await mine

    async def open_timed(self, owns: Callable[[str], bool] = lambda _: True) -> int:
        """Opens each game that has a running clock and that nobody has open, so that its time can run out. Returns the
        number of games opened.

        A process calls this after its start. After it has taken over games, ``owns`` is true for those alone."""
        store, opened = self._ports.store, 0
        for game_id in await self._ports.apart(lambda: store.timed(LONGEST_TIMED)):
            if not owns(game_id) or game_id in self._tables or game_id in self._turns:
                continue
            with suppress(Refusal):  # a game that cannot be shown any more
                state = (await self._ports.apart(partial(load_game, store.load, game_id))).state
                if state.turns and state.outcome is None and owns(game_id):  # it may have been lost meanwhile
                    opened += (await self.open(game_id)).timed
        return opened

    def evict(self, gone: Callable[[str], bool]) -> list[str]:
        """Closes the tables of the games that ``gone`` is true of, and returns their ids. None of these games that is
        being read just now gets a table."""
        for game_id in [game_id for game_id in self._opening if gone(game_id)]:
            for each in self._opening.pop(game_id):
                each.fail(LostError("another process has taken over the game"))
        return super().evict(gone)

    def close(self) -> None:
        """Closes all tables."""
        self.evict(lambda _: True)

    async def _open_and_perform(
        self, game_id: str, command: c.AnyCommand, keys: Sequence[str], request_id: str | None
    ) -> Acknowledged:
        return await (await self.open(game_id)).perform(command, keys, request_id)

    async def _rematch(self, table: Table, keys: Sequence[str], request_id: str | None) -> Acknowledged:
        """Begins the rematch, or asks for it, in the table's turn."""
        state = table.state
        if state.rematch is not None and rights_of(state, keys).controls:
            return Acknowledged(state.version, state.rematch)
        next_id = self._new_games.new_id()

        async def store(events: Sequence[e.Event]) -> None:
            if any(isinstance(event, e.Rematched) for event in events):
                await self._new_games.create([create_rematch(table.state)], next_id)

        return await table.perform_now(c.BeginRematch(next_id), keys, request_id, store)

    def _read(self, game_id: str, visitor: str) -> None:
        """Reads a game, in a page thread unless its events are here and few, and then makes the table."""
        history, done = self._new_games.take(game_id), partial(self._opened, game_id, self._opening[game_id])
        read = partial(read_game, game_id, history) if history else partial(load_game, self._ports.store.load, game_id)
        if 0 < len(history) < _LONG:
            try:
                done(read())
            except Refusal as no:
                done(no)
        elif not self._ports.workers.run(read, done, visitor):
            done(refusals.too_much())

    def _opened(self, game_id: str, waiting: list[Pending[Table]], stored: StoredGame | Exception) -> None:
        """Makes the table of a game that has been read, for all who wait for it."""
        if self._opening.get(game_id) is not waiting:
            return  # evicted meanwhile
        del self._opening[game_id]
        if isinstance(stored, Exception):
            for each in waiting:
                each.fail(stored)
            return
        visitor, left = self._occupied.get(game_id, ""), game_id in self._turns
        since = self._take_turn_of(game_id, stored.state.version)
        table = self._tables[game_id] = Table(stored, self._ports, visitor, self.on_event, since)
        self._crowd_out(game_id, self._open_again)
        if game_id in self._occupied:
            table.wake()  # people are still here: the table was closed for others
            self.on_return(game_id)
            if left and since is None:
                table.tell()  # an event was stored and told as failed
        for each in waiting:
            each.resolve(table)

    def _open_again(self, game_id: str) -> None:
        """Opens a game because its time may be up."""
        start(self._let_flag_fall(game_id))

    async def _let_flag_fall(self, game_id: str) -> None:
        try:
            await self.open(game_id)
        except LostError:
            return  # its new owner looks for its clock
        except (Refusal, StoreError) as error:
            if isinstance(error, Refusal) and error.code == "no_such_game":
                return  # deleted or damaged
            _log.warning("the clock of game %s waits for the store: %s", game_id, error)
            self._ports.timers.later(_LOOK_AGAIN, partial(self._open_again, game_id))
