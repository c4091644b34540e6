"""Runs one live game: the state, the clock, the minds, and the turn of an engine.

Every change takes the same way: take the table's turn, decide (pure), commit to the store, apply, publish to the pages,
give the minds work. While an event is being stored, later commands wait for the turn in order, so versions leave in
order. Reads see the committed state without waiting. ``engine_turn.py`` begins with the life of an engine's move.
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial

from msgspec import UNSET

from engine import Choice
from webapp.play.desk.answers import Acknowledged
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game.access import NOBODY, rights_of
from webapp.play.game.decide import decide, refuse_too_long
from webapp.play.game.fold import apply
from webapp.play.game.refusals import Refusal
from webapp.play.game.views import GameView, public_event, state_view
from webapp.play.ports import ConflictError, Ports, StoreError
from webapp.play.steps import Turn, afterwards, start
from webapp.play.table.clock import GameClock
from webapp.play.table.engine_views import answer_of
from webapp.play.table.history import StoredGame, check_repeated, load_game
from webapp.play.table.thinking import Thinking

_log = logging.getLogger(__name__)

_TRIES = 5
_RETRY = 5.0
_NEW_WAIT = e.Moved | e.Undone | e.Redone | e.Returned | e.SeatSet


class Table:
    """Runs one live game, whose minds search for the address ``visitor``. ``on_event`` is told the game's id after
    every event. The running turn began at ``since``, or begins now."""

    def __init__(
        self,
        stored: StoredGame,
        ports: Ports,
        visitor: str = "",
        on_event: Callable[[str], None] = lambda _: None,
        since: float | None = None,
    ) -> None:
        self.turn = Turn()
        self.closed = False
        self.touched = ports.timers.now()
        self.state, self.history, self._requests = stored.state, stored.history, stored.requests
        self._ports, self._on_event = ports, on_event
        self.thinking = Thinking(ports, visitor)
        if self.state.moves:
            self.thinking.turn.note_move()  # an engine answers no sooner at a host that has just taken the game over
        self.clock = GameClock(ports.timers)
        self.clock.begin_turn(self.state, self._ring, since)

    def view(self, record: e.Recorded | None = None) -> GameView:
        """Returns the whole state for a page, in news with the event that led there."""
        event = UNSET if record is None else public_event(self.state, record)
        running = self.clock.running(self.state) if self.state.clock else None
        return state_view(self.state, self._ports.engine.readiness(), running, event)

    def tell(self) -> None:
        """Publishes the state with its newest event, as pages may have missed some."""
        self._ports.publisher.game(self.state.game_id, self.view(self.history[-1]))

    async def perform(self, command: c.AnyCommand, keys: Sequence[str], request_id: str | None = None) -> Acknowledged:
        """Carries out a command of the holder of tokens with the hashes ``keys``, and returns the acknowledgement. A
        request carried out before gets its first acknowledgement again. An error means that nothing has changed. Raises
        Refusal if the command is not granted, StoreError if the command could not be stored, or the table was
        closed."""
        turn = self.turn
        if turn.taken:
            await turn.wait()
        else:
            turn.taken = True
        try:
            return await self.perform_now(command, keys, request_id)
        finally:
            turn.release()

    async def perform_now(
        self,
        command: c.AnyCommand,
        keys: Sequence[str],
        request_id: str | None,
        before: Callable[[Sequence[e.Event]], Awaitable[None]] | None = None,
    ) -> Acknowledged:
        """Does the same in the table's turn, and ``before`` each try to store events what they need."""
        for _ in range(_TRIES):
            if request_id is not None and request_id in self._requests:
                earlier = self._requests[request_id]
                check_repeated(self.state, earlier, command, keys)
                return _acknowledgement(earlier.event, earlier.version)
            late = self.clock.out_of_time(self.state) if self.state.clock else None
            if late is not None:
                await self._end_by_clock(late)
            events = decide(self.state, command, rights_of(self.state, keys), self._ports.today())
            if events:
                if before is not None:
                    await before(events)
                try:
                    records = self._records(events, request_id)
                    await self._ports.store.append(self.state.game_id, records, self.state.takebacks)
                except ConflictError:
                    await self._reload()
                    continue
                self._apply(records)
            self.touched = self._ports.timers.now()
            afterwards(self.wake)  # an engine's answer to come may be one to another question now
            return _acknowledgement(events[-1] if events else None, self.state.version)
        raise Refusal("internal", "Something else is changing this game just now; please try again.")

    def wake(self, visitor: str = "", keys: Collection[str] = ()) -> None:
        """Starts the minds, because a person is here, and makes a move that is due. They think for the address
        ``visitor`` of the first person, until a player comes, as ``keys`` tell."""
        if self.closed:
            return
        if visitor and (not self.visitor or self.state.players & set(keys)):
            self.thinking.minds.think_for(visitor)
        self.thinking.awake = True
        self.thinking.go_on(self)

    def close(self) -> None:
        """Leaves the memory. The game stays stored, and an event that is being stored is acknowledged."""
        self.closed = True
        self.clock.stop()
        self.thinking.close()

    def watch(self, on: bool, truth: bool = False) -> None:
        """Notes whether any page watches the minds, and whether one asks for the ``truth`` beside an opinion."""
        self.thinking.watch(on, truth)
        self.thinking.go_on(self)

    @property
    def visitor(self) -> str:
        """Returns for whom the minds think: an IP address, or nothing."""
        return self.thinking.minds.visitor

    @property
    def timed(self) -> bool:
        """Tells whether a clock runs."""
        return self.clock.running(self.state) is not None

    def _records(self, events: Sequence[e.Event], request_id: str | None) -> list[e.Recorded]:
        """Returns events as they are stored next."""
        if self.closed:
            raise StoreError("the game has left this process")
        refuse_too_long(self.state, events, self._ports.longest_game)
        version = self.state.version
        if self.state.clock:
            events = self.clock.stamp(self.state, events)
        records = [e.Recorded(version := version + 1, event) for event in events]
        if request_id is not None:
            records[-1] = e.Recorded(version, records[-1].event, request_id)
        return records

    def _apply(self, records: Sequence[e.Recorded]) -> None:
        """Applies and publishes stored events."""
        for record in records:
            event = record.event
            self.state = apply(self.state, event)
            self.history.append(record)
            if record.request_id is not None:
                self._requests[record.request_id] = record
            if not self.closed:
                self.clock.follow(self.state, event, self._ring)
            self._ports.publisher.game(self.state.game_id, self.view(record))
            if self.state.engines and isinstance(event, _NEW_WAIT):
                self.thinking.turn.note_move()  # a new engine also waits before the first move
        self._on_event(self.state.game_id)

    async def _reload(self) -> None:
        """Reads the events written by another process, and publishes the new state."""
        before = self.state
        stored = await self._ports.apart(partial(load_game, self._ports.store.load, before.game_id))
        self.state, self.history, self._requests = stored.state, stored.history, stored.requests
        self.thinking.turn.forget()
        for record in self.history[before.version :]:
            if not self.closed:
                self.clock.follow(self.state, record.event, self._ring)
            if isinstance(record.event, _NEW_WAIT):
                self.thinking.turn.note_move()  # a step is one move, also if it was told as failed
        if self.state.version != before.version:  # with the clocks of the turn that runs now
            self.tell()

    async def _change(self, command: c.AnyCommand) -> None:
        """Carries out the server's own command, in the table's turn."""
        records = self._records(decide(self.state, command, NOBODY), None)
        try:
            await self._ports.store.append(self.state.game_id, records, self.state.takebacks)
        except ConflictError:
            await self._reload()
        else:
            self._apply(records)

    def _ring(self) -> None:
        start(self._flag())

    async def _flag(self) -> None:
        """Ends the game if a side's time is up."""
        try:
            async with self.turn:
                late = self.clock.out_of_time(self.state)
                if late is not None and not self.closed:
                    await self._end_by_clock(late)
        except StoreError as error:
            _log.warning("a flag waits for the store in game %s: %s", self.state.game_id, error)
            self._ports.timers.later(_RETRY, self._ring)

    async def _end_by_clock(self, seat: int) -> None:
        late: int | None = seat
        for _ in range(_TRIES):  # the first one may only tell of an event that was stored and told as failed
            if late is not None:
                await self._change(c.Flag(late))
                self.thinking.go_on(self)
                late = self.clock.out_of_time(self.state)

    async def make_engine_move(self, choice: Choice, is_due: Callable[[], bool]) -> bool | None:
        """Makes the choice of the engine to move, if ``is_due`` still holds in the table's turn (see ``Played``)."""
        try:
            async with self.turn:
                seat = self.state.to_move
                if self.closed or not is_due() or seat is None:
                    return None
                answer = answer_of(choice, self.state, self.clock.last)
                swap = self.state.can_swap and choice.value < 0
                await self._change(c.EngineMove(self.state.ply, int(choice.move), seat, answer, swap))
        except Refusal as refusal:
            if refusal.code != "too_long":
                _log.error("an engine's move was refused in game %s: %s", self.state.game_id, refusal.message)
            return False
        self.thinking.go_on(self)
        return True


def _acknowledgement(event: e.Event | None, version: int) -> Acknowledged:
    """Returns the acknowledgement of a command with this last event."""
    rematch = event.game_id if isinstance(event, e.Rematched) else UNSET
    return Acknowledged(version, rematch, event.what if isinstance(event, e.Asked) else UNSET)
