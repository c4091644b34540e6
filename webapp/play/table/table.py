"""Runs one live game: the lock, the state, the clock, the minds, and the turn of an engine.

Every change takes the same way: decide (pure), commit to the store, apply, publish to the pages, let the minds go on.
Each step happens under the table's lock, so versions leave in order; searches never run under the lock. The life of an
engine's move stands at the top of ``engine_turn.py``.
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine import Choice, Why
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.game.access import NOBODY, Rights, identify
from webapp.play.game.decide import decide
from webapp.play.game.fairness import help_allowed, public
from webapp.play.game.fold import apply, fold
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.game.views import state_view
from webapp.play.ports import ConflictError, Ports, Thoughts
from webapp.play.table.analyst import AnalystWork
from webapp.play.table.clock import GameClock
from webapp.play.table.engine_answer import answer_of
from webapp.play.table.engine_turn import EngineTurn
from webapp.play.table.minds import Minds
from webapp.play.table.views import acknowledgement, answers_view

_log = logging.getLogger(__name__)

_TRIES = 5


class Table:
    """Runs one live game. All public methods may be called from any thread.

    Args: ``game_id``; ``history``, the stored events; ``ports``; ``asker``, the address that the minds search for.
    """

    def __init__(self, game_id: str, history: Sequence[e.Recorded], ports: Ports, asker: str = "") -> None:
        self.lock = threading.RLock()
        self.closed = False
        self.touched = ports.timers.now()
        self._ports = ports
        self._minds = Minds(ports.engine, asker)
        self._awake = False
        self._call_off_wake: Callable[[], None] | None = None
        me = weakref.proxy(self)  # no reference cycle: a dropped table is freed at once
        self._turn = EngineTurn(
            self.lock,
            ports.engine,
            ports.timers,
            self._minds,
            ports.minimum_reply,
            lambda: me.state,
            lambda seat, choice: me._make_engine_move(seat, choice),
        )
        self._analyst = AnalystWork(self.lock, ports, self._minds, lambda: me._resume())
        self._clock = GameClock(self.lock, ports.timers, lambda: me.state, lambda seat: me._flag(seat))
        self._read(game_id, history)
        self._clock.begin_turn()

    # --- reading ---

    def view(self) -> dict[str, Any]:
        """Returns the whole state for a page."""
        with self.lock:
            return state_view(self.state, self._ports.engine.readiness(), self._clock.running())

    def events_since(self, version: int) -> list[dict[str, Any]]:
        """Returns the public events after ``version``."""
        with self.lock:
            return [public(self.state, record) for record in self.history[max(0, version) :]]

    def rights(self, tokens: Iterable[str]) -> Rights:
        """Returns the rights of the holder of these tokens."""
        with self.lock:
            return identify(self.state, tokens)

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
        position, game = self.state.position, self.state.game
        with self.lock:
            if ply != self.state.ply:
                raise refusals.stale(self.state, ply)
            minds = dict(self._minds.watchable())
            mind = minds.get(seat, next(iter(minds.values()), None))
            if mind is None or self.state.outcome is not None:
                raise Refusal("bad_request", "No engine thinks about this position now.")
            if tuple(mind.moves) != self.state.moves:
                mind.follow(self.state.moves)
            for move in moves:
                if game.outcome(position) is not None or move not in game.moves(position):
                    raise Refusal("illegal_move", "One of these moves is not possible there.")
                position = game.play(position, move)
            self._ports.engine.explain(mind, moves, done)

    def mind_at(self, moves: Sequence[int]) -> Any:
        """Returns a mind at the position after ``moves``, or None."""
        with self.lock:
            return next((mind for _, mind in self._minds.watchable() if tuple(mind.moves) == tuple(moves)), None)

    def answers(self) -> list[dict[str, Any]]:
        """Returns the engines' answers with the moves on the board, in order."""
        with self.lock:
            return answers_view(self.state, self.history)

    # --- acting ---

    def perform(self, command: c.Command, tokens: Iterable[str], request_id: str | None = None) -> dict[str, Any]:
        """Carries out a command of the holder of ``tokens``, and returns the acknowledgement.

        A request carried out before gets the acknowledgement of the first time.

        Raises:
            Refusal: the command is not granted; nothing has changed.
        """
        with self.lock:
            for _ in range(_TRIES):
                if request_id is not None and request_id in self._acknowledged:
                    return self._acknowledged[request_id]
                late = self._clock.out_of_time()
                if late is not None:
                    self._flag(late)
                events = decide(self.state, command, identify(self.state, tokens))
                try:
                    self._commit(events, request_id)
                except ConflictError:
                    self._reload()
                    continue
                self.touched = self._ports.timers.now()
                answer = acknowledgement(events[-1] if events else None, self.state.version)  # an engine may go on
                if isinstance(command, c.MakeMove):
                    self._wake_soon()
                else:
                    self.wake()  # an engine's answer under way may be one to another question now
                return answer
            raise Refusal("internal", "Something else is changing this game just now; please try again.")

    def step(self) -> None:
        """Lets the next engine's move be made at once, even in a paused game."""
        with self.lock:
            if self.state.all_engines and self.state.outcome is None:
                self._turn.step()

    def hint(self, ply: int, tokens: Iterable[str], done: Callable[[Choice], None]) -> None:
        """Asks the analyst for a move; ``done`` is never called if the game goes on before.

        Raises:
            Refusal: hints are for the person to move.
        """
        with self.lock:
            refusals.refuse_hint(self.state, identify(self.state, tokens), ply)
            self._analyst.hint(self.state, done)

    # --- waking and sleeping ---

    def wake(self, asker: str = "", keys: Iterable[str] = ()) -> None:
        """Wakes the minds, for a person is here: the minds think, and a move that is due is made.

        Args:
            asker: the person's IP address. The minds think for the person who came first, until a player comes.
            keys: the hashes of the person's tokens, which tell a player.
        """
        with self.lock:
            self._stop_waking()
            if not self.closed:
                if asker and (not self._minds.asker or self.state.players & set(keys)):
                    self._minds.asker = asker
                self._awake = True
                self._go_on()

    def sleep(self) -> None:
        """Stops the minds, for nobody is here; the trees stay."""
        with self.lock:
            self._awake = False
            self._stop_waking()
            self._turn.forget()
            self._minds.rest()

    def close(self) -> None:
        """Leaves the memory. The game stays in the store."""
        with self.lock:
            self.closed = True
            self._awake = False
            self._stop_waking()
            self._clock.stop()
            self._turn.forget()
            self._minds.close()

    def watch(self, on: bool, truth: bool = False) -> None:
        """Notes whether any page watches the minds, and whether one asks for the ``truth`` beside an opinion."""
        with self.lock:
            self._analyst.watch(on, truth)
            self._resume()

    @property
    def asker(self) -> str:
        """Returns for whom the minds think: an IP address, or nothing. Takes no lock."""
        return self._minds.asker

    @property
    def timed(self) -> bool:
        """Tells whether a clock runs, even with nobody here. Takes no lock."""
        return self._clock.running() is not None

    @property
    def waited(self) -> float:
        """Returns the seconds for which the game has waited for the side to move. Takes no lock."""
        return self._clock.waited()

    @property
    def busy(self) -> bool:
        """Tells whether an engine is asked for a move or soon will be, or a clock runs. Takes no lock."""
        return self._call_off_wake is not None or self._turn.asked or self.timed

    @property
    def awake(self) -> bool:
        """Tells whether the minds may think."""
        return self._awake

    # --- inside, under the lock ---

    def _read(self, game_id: str, history: Sequence[e.Recorded]) -> None:
        self.history = list(history)
        self.state: GameState = fold(game_id, [record.event for record in history])
        self._acknowledged = {
            record.request_id: acknowledgement(record.event, record.version)
            for record in history
            if record.request_id is not None
        }

    def _reload(self) -> None:
        """Reads the events written by another process, and publishes the new state."""
        version = self.state.version
        self._read(self.state.game_id, self._ports.store.load(self.state.game_id))
        if self.state.version > version:
            self._publish(self.history[-1])
        self._turn.forget()
        self._clock.begin_turn()

    def _flag(self, seat: int) -> None:
        """Ends the game, for the time of ``seat`` is up."""
        try:
            self._commit(decide(self.state, c.Flag(seat), NOBODY), None)
        except ConflictError:
            self._reload()
        else:
            if self._awake:
                self._go_on()

    def _commit(self, events: Sequence[e.Event], request_id: str | None) -> None:
        """Stores the events, then applies and publishes each: only stored events have happened."""
        if not events:
            return
        version, events = self.state.version, self._clock.stamp(events)
        refusals.refuse_too_long(self.state, events, self._ports.longest_game)
        last = len(events)
        records = [
            e.Recorded(version + i, event, request_id if i == last else None) for i, event in enumerate(events, start=1)
        ]
        self._ports.store.append(self.state.game_id, records, self.state.takebacks)
        for record in records:
            self.state = apply(self.state, record.event)
            self.history.append(record)
            self._clock.follow(record.event)
            self._publish(record)
        if request_id is not None:
            self._acknowledged[request_id] = acknowledgement(events[-1], self.state.version)
        if any(isinstance(event, e.Moved | e.Undone | e.Redone | e.Returned | e.SeatSet) for event in events):
            self._turn.note_move()  # a new engine also waits before the first move

    def _publish(self, record: e.Recorded) -> None:
        self._ports.publisher.game(self.state.game_id, {**self.view(), "event": public(self.state, record)})

    def _go_on(self) -> None:
        """Gives every mind its work in the present state: to move, to ponder, to analyse, or to rest."""
        state = self.state
        self._minds.follow(state)
        if state.outcome is not None:
            self._turn.forget()
            self._minds.rest()
            return
        for seat in state.engines:
            if seat != state.to_move:
                self._ports.engine.ponder(self._minds.of_seat(seat))
        self._analyst.go_on(state)
        if state.to_move in state.engines:
            self._turn.ask(state.to_move)  # at the end: the move may be made at once, and then all begins anew
        else:
            self._turn.forget()

    def _wake_soon(self) -> None:
        """Wakes the minds from a timer's thread: no acknowledgement waits until the trees are cut."""
        if self._call_off_wake is None:
            self._call_off_wake = self._ports.timers.later(0.0, self.wake, self._minds.asker)

    def _stop_waking(self) -> None:
        if self._call_off_wake:
            self._call_off_wake()
            self._call_off_wake = None

    def _resume(self) -> None:
        """Lets the minds go on where they may think."""
        with self.lock:
            if self._awake:
                self._go_on()

    def _make_engine_move(self, seat: int, choice: Choice) -> bool:
        """Makes an engine's move; returns False if the move is refused."""
        answer = answer_of(choice, self.state, self._clock.last)
        move = c.MakeMove(self.state.ply, int(choice.move), seat, answer)
        try:
            self._commit(decide(self.state, move, NOBODY), None)
        except ConflictError:
            self._reload()
        except Refusal as refusal:
            if refusal.code != "too_long":
                _log.error("an engine's move was refused in game %s: %s", self.state.game_id, refusal.message)
            return False
        self._go_on()
        return True
