"""Runs one live game: the state, the clock, the minds, and the turn of an engine.

Every change takes the same way: take the table's turn, decide (pure), commit to the store, apply, publish to the pages,
let the minds go on. While an event is being stored, later commands wait for the turn in order, so versions leave in
order; whoever only reads sees the committed state and waits for nobody. The life of an engine's move stands at the top
of ``engine_turn.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from engine import Choice, Why
from webapp.play.desk.answers import Acknowledged, EngineAnswer
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.game.access import NOBODY, Rights, rights_of
from webapp.play.game.decide import decide
from webapp.play.game.fairness import PublicEvent, help_allowed, public
from webapp.play.game.fold import apply, fold
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.game.views import GameView, state_view
from webapp.play.ports import ConflictError, Ports, StoreError, Thoughts
from webapp.play.steps import Turn, afterwards, start
from webapp.play.table.analyst import AnalystWork
from webapp.play.table.clock import GameClock
from webapp.play.table.engine_answer import answer_of
from webapp.play.table.engine_turn import EngineTurn
from webapp.play.table.minds import Minds
from webapp.play.table.views import acknowledgement, answers_view

_log = logging.getLogger(__name__)

_TRIES = 5
_NEW_WAIT = e.Moved | e.Undone | e.Redone | e.Returned | e.SeatSet


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Holds a game as read from the store: the events, the state after them, and the answers to numbered requests."""

    history: list[e.Recorded]
    state: GameState
    acknowledged: dict[str, Acknowledged]


def read_game(game_id: str, history: Sequence[e.Recorded]) -> StoredGame:
    """Folds the events of a game. Long games take a while, so page threads do this.

    Raises:
        GameError: this release does not know the rules of the game.
    """
    acknowledged = {
        record.request_id: acknowledgement(record.event, record.version)
        for record in history
        if record.request_id is not None
    }
    return StoredGame(list(history), fold(game_id, [record.event for record in history]), acknowledged)


class Table:
    """Runs one live game, in the loop.

    Args:
        stored: the game as read from the store.
        ports: the neighbours of all tables.
        asker: the address that the minds search for.
        on_event: is told the game's id after every event.
    """

    def __init__(
        self, stored: StoredGame, ports: Ports, asker: str = "", on_event: Callable[[str], None] = lambda _: None
    ) -> None:
        self.turn = Turn()
        self.closed = self.awake = False
        """``awake``: whether the minds may think."""
        self.touched = ports.timers.now()
        self.state, self.history, self._acknowledged = stored.state, stored.history, stored.acknowledged
        self._ports, self._on_event = ports, on_event
        self._minds = Minds(ports.engine, asker)
        self._engine_turn = EngineTurn(ports.engine, ports.timers, self._minds, ports.minimum_reply)
        self._analyst = AnalystWork(ports.engine, self._minds)
        self._clock = GameClock(ports.timers)
        self._clock.begin_turn(self.state, self._ring)

    # --- reading ---

    def view(self, record: e.Recorded | None = None) -> GameView:
        """Returns the whole state for a page; for news, with the event that led there."""
        state = self.state
        event = UNSET if record is None else public(state, record)
        running = self._clock.running(state) if state.clock else None
        return state_view(state, self._ports.engine.readiness(), running, event)

    def events_since(self, version: int) -> list[PublicEvent]:
        """Returns the public events after ``version``."""
        return [public(self.state, record) for record in self.history[max(0, version) :]]

    def rights(self, keys: Sequence[str]) -> Rights:
        """Returns the rights of the holder of tokens with these hashes."""
        return rights_of(self.state, keys)

    def show_thoughts(self, show: Callable[[Thoughts], None], *, tree: bool = False) -> None:
        """Asks for the present thoughts of each mind, with ``tree`` for the top of the tree, too. They are shown unless
        help is off then."""

        def seen(thoughts: Thoughts) -> None:
            if not self.closed and help_allowed(self.state):
                show(thoughts)

        if not self.closed and help_allowed(self.state):
            for seat, mind in self._minds.watchable():
                self._ports.engine.thoughts(mind, seat, seen, tree=tree)

    def explain(self, ply: int, moves: Sequence[int], seat: int | None, done: Callable[[Why], None]) -> None:
        """Asks for the words against playing ``moves``, from the mind of a seat; without a seat, from any mind here.

        Raises:
            Refusal: the game has gone on, no mind thinks here, or a move is not legal.
        """
        if ply != self.state.ply:
            raise refusals.stale(self.state, ply)
        minds = dict(self._minds.watchable())
        mind = minds.get(seat, next(iter(minds.values()), None))
        if mind is None or self.state.outcome is not None:
            raise Refusal("bad_request", "No engine thinks about this position now.")
        if tuple(mind.moves) != self.state.moves:
            mind.follow(self.state.moves)
        position, game = self.state.position, self.state.game
        for move in moves:
            if game.outcome(position) is not None or move not in game.moves(position):
                raise Refusal("illegal_move", "One of these moves is not possible there.")
            position = game.play(position, move)
        self._ports.engine.explain(mind, moves, done)

    def mind_at(self, moves: Sequence[int]) -> Any:
        """Returns a mind at the position after ``moves``, or None."""
        return next((mind for _, mind in self._minds.watchable() if tuple(mind.moves) == tuple(moves)), None)

    def answers(self) -> list[EngineAnswer]:
        """Returns the engines' answers with the moves on the board, in order."""
        return answers_view(self.state, self.history)

    # --- acting ---

    async def perform(self, command: c.AnyCommand, keys: Sequence[str], request_id: str | None = None) -> Acknowledged:
        """Carries out a command of the holder of tokens with the hashes ``keys``, and returns the acknowledgement.

        A request carried out before gets the acknowledgement of the first time.

        Raises:
            Refusal: the command is not granted; nothing has changed.
            StoreError: the command could not be stored, or the table was closed meanwhile; nothing has changed.
        """
        turn = self.turn
        if turn.taken:
            await turn.wait()
        else:
            turn.taken = True
        try:
            return await self.perform_now(command, keys, request_id)
        finally:
            turn.release()

    async def perform_now(self, command: c.AnyCommand, keys: Sequence[str], request_id: str | None) -> Acknowledged:
        """Does the same for a caller who has taken the table's turn."""
        for _ in range(_TRIES):
            if request_id is not None and request_id in self._acknowledged:
                return self._acknowledged[request_id]
            late = self._clock.out_of_time(self.state) if self.state.clock else None
            if late is not None:
                await self._end_by_clock(late)
            events = decide(self.state, command, rights_of(self.state, keys))
            if events:
                try:
                    records = self._records(events, request_id)
                    await self._ports.store.append(self.state.game_id, records, self.state.takebacks)
                except ConflictError:
                    await self._reload()
                    continue
                self._apply(records)
            answer = acknowledgement(events[-1] if events else None, self.state.version)
            if request_id is not None and events:
                self._acknowledged[request_id] = answer
            self.touched = self._ports.timers.now()
            afterwards(self.wake)  # an engine's answer under way may be one to another question now
            return answer
        raise Refusal("internal", "Something else is changing this game just now; please try again.")

    def step(self) -> None:
        """Lets the next engine's move be made at once, even in a paused game."""
        if self.state.all_engines and self.state.outcome is None:
            self._engine_turn.step(self)

    def hint(self, ply: int, keys: Sequence[str], done: Callable[[Choice], None]) -> None:
        """Asks the analyst for a move; ``done`` is never called if the game goes on before.

        Raises:
            Refusal: hints are for the person to move.
        """
        refusals.refuse_hint(self.state, rights_of(self.state, keys), ply)
        self._analyst.hint(self.state, done, self._resume)

    # --- waking and sleeping ---

    def wake(self, asker: str = "", keys: Collection[str] = ()) -> None:
        """Wakes the minds, for a person is here: the minds think, and a move that is due is made.

        Args:
            asker: the person's IP address. The minds think for the person who came first, until a player comes.
            keys: the hashes of the person's tokens, which tell a player.
        """
        if self.closed:
            return
        if asker and (not self._minds.asker or self.state.players & set(keys)):
            self._minds.asker = asker
        self.awake = True
        self._go_on()

    def sleep(self) -> None:
        """Stops the minds, for nobody is here; the trees stay."""
        self.awake = False
        self._engine_turn.forget()
        self._minds.rest()

    def close(self) -> None:
        """Leaves the memory. The game stays in the store; an event that is being stored is acknowledged."""
        self.closed, self.awake = True, False
        self._clock.stop()
        self._engine_turn.forget()
        self._minds.close()

    def watch(self, on: bool, truth: bool = False) -> None:
        """Notes whether any page watches the minds, and whether one asks for the ``truth`` beside an opinion."""
        self._analyst.watch(on, truth)
        self._resume()

    @property
    def asker(self) -> str:
        """Returns for whom the minds think: an IP address, or nothing."""
        return self._minds.asker

    @property
    def timed(self) -> bool:
        """Tells whether a clock runs, even with nobody here."""
        return self._clock.running(self.state) is not None

    @property
    def waited(self) -> float:
        """Returns the seconds for which the game has waited for the side to move."""
        return self._clock.waited()

    @property
    def busy(self) -> bool:
        """Tells whether an engine is asked for a move, or a clock runs."""
        return self._engine_turn.asked or self.timed

    # --- inside ---

    def _records(self, events: Sequence[e.Event], request_id: str | None) -> list[e.Recorded]:
        """Returns events as they are stored next."""
        if self.closed:
            raise StoreError("the game has left this process")
        refusals.refuse_too_long(self.state, events, self._ports.longest_game)
        version = self.state.version
        if self.state.clock:
            events = self._clock.stamp(self.state, events)
        records = [e.Recorded(version := version + 1, event) for event in events]
        if request_id is not None:
            records[-1] = e.Recorded(version, records[-1].event, request_id)
        return records

    def _apply(self, records: Sequence[e.Recorded]) -> None:
        """Applies and publishes events, which are stored: only stored events have happened."""
        for record in records:
            event = record.event
            self.state = apply(self.state, event)
            self.history.append(record)
            if not self.closed:
                self._clock.follow(self.state, event, self._ring)
            self._ports.publisher.game(self.state.game_id, self.view(record))
            if self.state.engines and isinstance(event, _NEW_WAIT):
                self._engine_turn.note_move()  # a new engine also waits before the first move
        self._on_event(self.state.game_id)

    async def _reload(self) -> None:
        """Reads the events written by another process, and publishes the new state."""
        store, game_id, version = self._ports.store, self.state.game_id, self.state.version
        stored = await self._ports.apart(lambda: read_game(game_id, store.load(game_id)))
        self.state, self.history, self._acknowledged = stored.state, stored.history, stored.acknowledged
        if self.state.version > version:
            self._ports.publisher.game(game_id, self.view(self.history[-1]))
        self._engine_turn.forget()
        if not self.closed:
            self._clock.begin_turn(self.state, self._ring)

    async def _change(self, command: c.AnyCommand) -> None:
        """Carries out a command of the server's own, in the table's turn."""
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
        """Ends the game if a side's time is up, for the clock has rung."""
        await self.turn.wait()
        try:
            late = self._clock.out_of_time(self.state)
            if late is not None and not self.closed:
                await self._end_by_clock(late)
        finally:
            self.turn.release()

    async def _end_by_clock(self, seat: int) -> None:
        await self._change(c.Flag(seat))
        self._resume()

    def _go_on(self) -> None:
        """Gives every mind its work in the present state: to move, to ponder, to analyse, or to rest."""
        if not (self.state.engines or self._minds.any or self._analyst.watched):
            return
        try:
            self._set_minds_to_work()
        except Exception:  # what is stored has happened all the same
            _log.exception("the minds of game %s could not go on", self.state.game_id)

    def _set_minds_to_work(self) -> None:
        state = self.state
        self._minds.follow(state)
        if state.outcome is not None:
            self._engine_turn.forget()
            self._minds.rest()
            return
        for seat in state.engines:
            if seat != state.to_move:
                self._ports.engine.ponder(self._minds.of_seat(seat))
        self._analyst.go_on(state)
        if state.to_move in state.engines:
            self._engine_turn.ask(self, state.to_move)
        else:
            self._engine_turn.forget()

    def _resume(self) -> None:
        """Lets the minds go on where they may think."""
        if self.awake:
            self._go_on()

    async def make_engine_move(self, choice: Choice, is_due: Callable[[], bool]) -> bool | None:
        """Makes the choice of the engine to move, if ``is_due`` still holds in the table's turn: else returns None.

        Returns False if the move is refused.

        Raises:
            StoreError: the move could not be stored.
        """
        await self.turn.wait()
        try:
            seat = self.state.to_move
            if self.closed or not is_due() or seat is None:
                return None
            answer = answer_of(choice, self.state, self._clock.last)
            await self._change(c.EngineMove(self.state.ply, int(choice.move), seat, answer))
        except Refusal as refusal:
            if refusal.code != "too_long":
                _log.error("an engine's move was refused in game %s: %s", self.state.game_id, refusal.message)
            return False
        finally:
            self.turn.release()
        self._resume()
        return True
