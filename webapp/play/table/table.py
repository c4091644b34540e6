"""One live game: its lock, its state, its minds, and whose turn it is to act.

Every change goes the same way: decide (pure), commit to the store, apply, tell the pages, and let the engine go on.
All of it happens under the table's lock, so versions leave in order; searches never run under it.
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine import Branch, Choice, Digest, Why
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game.access import NOBODY, Rights, identify
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, fold
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.ports import ConflictError, Engine, Publisher, Store, Timers
from webapp.play.table.clock import GameClock
from webapp.play.table.engine_answer import answer_of
from webapp.play.table.engine_turn import Turn
from webapp.play.table.minds import Fall, Minds
from webapp.play.table.views import answers_view, state_view

_log = logging.getLogger(__name__)

_TRIES = 5
_PATIENCE = 0.05


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything outside that a table talks to, and how long a game and how short a reply may be."""

    store: Store
    engine: Engine
    timers: Timers
    publisher: Publisher
    longest_game: int = 2000
    minimum_reply: float = 0.3


class Table:
    """One live game. All public methods may be called from any thread."""

    def __init__(self, game_id: str, history: Sequence[e.Recorded], ports: Ports) -> None:
        self.lock = threading.RLock()
        self.closed = False
        self.touched = ports.timers.now()
        self._ports = ports
        self._minds = Minds(ports.engine)
        self._awake = False
        self._watched = False
        me = weakref.proxy(self)  # a table that nobody refers to any more goes at once, not with the next garbage
        self._turn = Turn(
            self.lock,
            ports.engine,
            ports.timers,
            self._minds,
            ports.minimum_reply,
            lambda: me.state,
            lambda seat, choice: me._engine_moves(seat, choice),
        )
        self._clock = GameClock(self.lock, ports.timers, lambda: me.state, lambda seat: me._flag_fell(seat))
        self._read(game_id, history)
        self._clock.begin_turn()

    # --- reading ---

    def view(self) -> dict[str, Any]:
        """The whole state for a page."""
        with self.lock:
            return state_view(self.state, self._ports.engine.readiness(), self._clock.running())

    def since(self, version: int) -> list[dict[str, Any]]:
        """The public events after ``version``."""
        with self.lock:
            return [e.public(record) for record in self.history[max(0, version) :]]

    def rights(self, tokens: Iterable[str]) -> Rights:
        """What the holder of these tokens may do here."""
        with self.lock:
            return identify(self.state, tokens)

    def digests(self) -> list[Any]:
        """What its minds think now."""
        return [] if self.closed else self._minds.digests()

    def thoughts(self) -> list[tuple[Digest, Sequence[Branch], Sequence[Fall]]]:
        """What its minds think now, the tops of their trees, and what the last moves cut from them, all of one
        moment; empty while the table is busy."""
        if not self.lock.acquire(timeout=_PATIENCE):
            return []
        try:
            if self.closed:
                return []
            shown, digests = self._minds.shown(), self._minds.digests()
            return [
                (digest, mind.top(), self._minds.falls(seat))
                for (seat, mind), digest in zip(shown, digests, strict=True)
            ]
        finally:
            self.lock.release()

    def explain(self, ply: int, moves: Sequence[int], seat: int | None) -> Why:
        """Why not play so? What the mind of that seat says, or without one the first mind that may be watched.

        Raises:
            Refusal: the game has gone on, nobody thinks here, or a move is not legal.
        """
        with self.lock:
            if ply != self.state.ply:
                raise Refusal("stale", f"The game has gone on: it stands at move {self.state.ply}, not {ply}.")
            minds = dict(self._minds.shown())
            mind = minds.get(seat, next(iter(minds.values()), None))
            if mind is None or self.state.outcome is not None:
                raise Refusal("bad_request", "Nobody thinks about this position now.")
            if tuple(mind.moves) != self.state.moves:
                mind.follow(self.state.moves)
            why = mind.explain(*moves)
            if not why.line:
                raise Refusal("illegal_move", "One of these moves is not possible there.")
            return why

    def mind_at(self, moves: Sequence[int]) -> Any:
        """A mind that stands at this position, or None."""
        with self.lock:
            return next((mind for _, mind in self._minds.shown() if tuple(mind.moves) == tuple(moves)), None)

    def answers(self) -> list[dict[str, Any]]:
        """What the engines said with the moves that stand, in their order."""
        with self.lock:
            return answers_view(self.state, self.history)

    # --- acting ---

    def perform(self, command: c.Command, tokens: Iterable[str], request_id: str | None = None) -> dict[str, Any]:
        """Carry out a command of the holder of ``tokens``; the answer is the acknowledgement.

        A request that was carried out before is answered as it was then.

        Raises:
            Refusal: it cannot be done; nothing has changed.
        """
        with self.lock:
            for _ in range(_TRIES):
                if request_id is not None and request_id in self._answered:
                    return self._answered[request_id]
                late = self._clock.fallen()
                if late is not None:
                    self._flag_fell(late)
                events = decide(self.state, command, identify(self.state, tokens))
                try:
                    self._commit(events, request_id)
                except ConflictError:
                    self._reload()
                    continue
                self.touched = self._ports.timers.now()
                self.wake()
                return self._answer_to(events[-1] if events else None, self.state.version)
            raise Refusal("internal", "The game is being changed from elsewhere; please try again.")

    def step(self) -> None:
        """Let the next engine move be made at once, held or not."""
        with self.lock:
            if self.state.all_engines and self.state.outcome is None:
                self._turn.step()

    def hint(self, ply: int, tokens: Iterable[str], done: Callable[[Choice], None]) -> None:
        """Ask the analyst for a move; ``done`` is never called if the game goes on before it has one.

        Raises:
            Refusal: hints are for the person whose turn it is.
        """
        with self.lock:
            state, rights = self.state, identify(self.state, tokens)
            if not rights.controls:
                raise Refusal("not_your_seat", "You are watching this game; hints are for its players.")
            if state.outcome is not None:
                raise Refusal("game_over", "The game is over; there is no move to hint at.")
            if ply != state.ply:
                raise Refusal("stale", f"The game has gone on: it stands at move {state.ply}, not {ply}.")
            if state.to_move not in rights.seats:
                raise Refusal("not_your_turn", "Hints are for the side to move.")
            self._ports.engine.hint(self._minds.analyst(state), done)

    # --- being there ---

    def wake(self) -> None:
        """Somebody is here: think, and make the move that is due."""
        with self.lock:
            if not self.closed:
                self._awake = True
                self._go_on()

    def sleep(self) -> None:
        """Nobody is here: stop thinking; the trees stay."""
        with self.lock:
            self._awake = False
            self._turn.forget()
            self._minds.rest()

    def close(self) -> None:
        """Leave the memory. The game stays in the store."""
        with self.lock:
            self.closed = True
            self._awake = False
            self._clock.stop()
            self._turn.forget()
            self._minds.close()

    def watch(self, on: bool) -> None:
        """Whether anybody watches it think: without an engine at the table the analyst thinks for them."""
        with self.lock:
            self._watched = on
            if self._awake:
                self._go_on()

    @property
    def timed(self) -> bool:
        """Whether a clock runs, which nobody need be there for. Takes no lock."""
        return self._clock.running() is not None

    @property
    def awake(self) -> bool:
        """Whether its minds may think."""
        return self._awake

    # --- inside, under the lock ---

    def _read(self, game_id: str, history: Sequence[e.Recorded]) -> None:
        self.history = list(history)
        self.state: GameState = fold(game_id, [record.event for record in history])
        self._answered = {
            record.request_id: self._answer_to(record.event, record.version)
            for record in history
            if record.request_id is not None
        }

    def _reload(self) -> None:
        """Another process has written: take what it wrote, and tell the pages."""
        known = self.state.version
        self._read(self.state.game_id, self._ports.store.load(self.state.game_id))
        if self.state.version > known:
            self._publish(self.history[-1])
        self._turn.forget()
        self._clock.begin_turn()

    def _flag_fell(self, seat: int) -> None:
        try:
            self._commit(decide(self.state, c.Flag(seat), NOBODY), None)
        except ConflictError:
            self._reload()
        else:
            if self._awake:
                self._go_on()

    @staticmethod
    def _answer_to(event: e.Event | None, version: int) -> dict[str, Any]:
        answer: dict[str, Any] = {"version": version}
        if isinstance(event, e.Rematched):
            answer["game_id"] = event.game_id
        elif isinstance(event, e.Asked):
            answer["asked"] = event.what
        return answer

    def _commit(self, events: Sequence[e.Event], request_id: str | None) -> None:
        """Store first; only what is stored has happened."""
        if not events:
            return
        version, events = self.state.version, self._clock.stamped(events)
        # Whatever else is done too often, the last tenth is for the moves, so that nobody's talk ends another's game.
        playing = any(isinstance(event, e.Moved | e.Ending) for event in events)
        longest = self._ports.longest_game if playing else self._ports.longest_game * 9 // 10
        if version + len(events) > longest:
            raise Refusal("too_long", "This game has changed too often; please begin a new one.")
        last = len(events)
        records = [
            e.Recorded(version + i, event, request_id if i == last else None) for i, event in enumerate(events, start=1)
        ]
        self._ports.store.append(self.state.game_id, records, self.state.takebacks)
        for record in records:
            self.state = apply(self.state, record.event)
            self.history.append(record)
            self._clock.went_on([record.event])
            self._publish(record)
        if request_id is not None:
            self._answered[request_id] = self._answer_to(events[-1], self.state.version)
        if any(isinstance(event, e.Moved | e.Undone | e.Redone | e.Returned | e.SeatSet) for event in events):
            self._turn.moved()  # an engine that has just sat down does not rush either

    def _publish(self, record: e.Recorded) -> None:
        payload = self.view()
        self._ports.publisher.game(self.state.game_id, {**payload, "event": e.public(record)})

    def _go_on(self) -> None:
        """Let every mind do what the state asks of it."""
        state = self.state
        self._minds.follow(state)
        if state.outcome is not None:
            self._turn.forget()
            self._minds.rest()
            return
        for seat in state.engines:
            if seat == state.to_move:
                self._turn.ask(seat)
            else:
                self._ports.engine.ponder(self._minds.of_seat(seat))
        if state.to_move not in state.engines:
            self._turn.forget()
        if not state.engines:
            if self._watched:
                self._ports.engine.analyse(self._minds.analyst(state))
            else:
                self._minds.rest()

    def _engine_moves(self, seat: int, choice: Choice) -> bool:
        """Make an engine's move; False if it is refused."""
        answer = answer_of(choice, self._minds.kept[seat], self.state)
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
