"""The state of a game: a pure fold of its events.

``fold`` applied to all events gives the same as ``apply`` after each: there is no other way to a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine.games import CHANCE, Cell, Game, Move, Outcome, Player, find, plies, replay
from webapp.play.game import branches, pie
from webapp.play.game import events as e

Turn = tuple[Move, ...]
"""A player's move and the lots that were drawn after it."""


@dataclass(frozen=True, slots=True)
class Lent:
    """A person's seat on which an engine plays on: the hash of the person's token, and the ply at which it began."""

    key: str
    ply: int


@dataclass(frozen=True)
class GameState:
    """A game at one version. ``turns`` stand after ``start``; ``future`` is what redo would bring back, next first.

    ``line`` counts the takebacks and redos so far: within one line every ply is played once. ``left`` are the seconds
    on each side's clock at the beginning of the turn; ``refused`` what has been asked in vain since the last move.
    ``branches``: lines of turns that were left. ``reswap``: a swap by the pie rule was taken back; redo would bring it
    back.
    """

    game_id: str
    version: int
    game: Game[Any]
    start: tuple[Move, ...]
    seats: tuple[e.Seat, e.Seat]
    keys: tuple[str | None, str | None]
    controls: frozenset[str]
    seed: int
    per_minute: float
    turns: tuple[Turn, ...] = ()
    future: tuple[Turn, ...] = ()
    line: int = 0
    paused: bool = False
    ended: e.Ending | None = None
    rematch: str | None = None
    analysis: bool = False
    clock: e.Clock | None = None
    left: tuple[float, float] = (0.0, 0.0)
    lent: tuple[Lent | None, Lent | None] = (None, None)
    handovers: tuple[str | None, str | None] = (None, None)
    asked: e.Asked | None = None
    pie: bool = False
    swapped: bool = False
    branches: tuple[tuple[Turn, ...], ...] = ()
    reswap: bool = False
    refused: frozenset[tuple[e.Question, int]] = frozenset()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves from the empty board, drawn lots included."""
        return (*self.start, *(move for turn in self.turns for move in turn))

    @cached_property
    def position(self) -> Any:
        """The state in the sense of the rules."""
        return replay(self.game, self.moves)

    @cached_property
    def start_ply(self) -> int:
        """Plies of the start position: its moves without the drawn lots."""
        return plies(self.game, self.start)

    @property
    def ply(self) -> int:
        """The players' moves so far."""
        return self.start_ply + len(self.turns)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or because a side gave up; None while it goes on."""
        match self.ended:
            case None:
                return self.game.outcome(self.position)
            case e.Drawn():
                return Outcome(None)
            case e.Claimed():
                return Outcome(Player(self.ended.seat))
            case _:
                return Outcome(Player(1 - self.ended.seat))

    @cached_property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        if self.outcome is not None:
            return None
        return int(self.game.to_move(self.position))

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves of the seat whose turn it is."""
        return () if self.outcome is not None else tuple(self.game.moves(self.position))

    @property
    def engines(self) -> tuple[int, ...]:
        """The seats on which an engine sits."""
        return tuple(seat for seat in (0, 1) if self.seats[seat].kind == "engine")

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that wait for a person."""
        return tuple(seat for seat in (0, 1) if self.seats[seat].kind == "human" and self.keys[seat] is None)

    def owner(self, seat: int) -> str | None:
        """The hash of the token of the person whose seat it is, also while an engine plays on for them."""
        lent = self.lent[seat]
        return lent.key if lent else self.keys[seat]

    @property
    def all_engines(self) -> bool:
        """Whether nobody but engines plays."""
        return len(self.engines) == 2

    @cached_property
    def discs(self) -> tuple[tuple[int, int, int], ...]:
        """(column, row, seat) of every disc in the order in which they came."""
        return placed(self.game, self.moves)

    @cached_property
    def _deciders(self) -> tuple[int, ...]:
        """Who decided at each ply that can be taken back or redone: those of ``turns``, then those of ``future``."""
        position, seats = replay(self.game, self.start), []
        for turn in (*self.turns, *self.future):
            seats.append(int(self.game.to_move(position)))
            for move in turn:
                position = self.game.play(position, move)
        return tuple(seats)

    def mover(self, ply: int) -> int:
        """The seat that moved at ``ply``, which must be between the start and now."""
        return self._deciders[ply - self.start_ply]

    def _decides(self, index: int) -> bool:
        """Whether somebody chose at this place in turns and future whom a takeback leads to: a person, if there is one
        at the table with an engine; else anybody."""
        if len(self.engines) != 1:
            return True
        return self.seats[self._deciders[index]].kind == "human"

    @property
    def undo_ply(self) -> int | None:
        """Where an undo leads: the last ply at which a person decided (or simply the last); None if there is none."""
        if self.ended is not None:
            return None
        if self.swapped and len(self.turns) == 1:
            return self.ply
        back = next((i for i in reversed(range(len(self.turns))) if self._decides(i)), None)
        return None if back is None else self.start_ply + back

    @property
    def redo_ply(self) -> int | None:
        """Where a redo leads: on to the next ply at which a person decides, or to the end of what was taken back."""
        if self.ended is None and self.reswap and len(self.turns) == 1:
            return self.ply
        if self.ended is not None or not self.future:
            return None
        here, end = len(self.turns), len(self.turns) + len(self.future)
        return self.start_ply + next((i for i in range(here + 1, end) if self._decides(i)), end)


def placed(game: Game[Any], moves: Iterable[Move]) -> tuple[tuple[int, int, int], ...]:
    """Every disc as (column, row, seat), in the order in which they came to the board."""
    position = game.initial()
    seen: set[Cell] = set()
    discs = []
    for move in moves:
        position = game.play(position, move)
        for cell, owner in game.cells(position):
            if cell not in seen:
                seen.add(cell)
                discs.append((*cell, int(owner)))
    return tuple(discs)


def turns_of(game: Game[Any], moves: Iterable[Move]) -> list[e.Moved]:
    """The turns of which ``moves`` consist, each with its drawn lots; lots before the first turn are left out."""
    position, turns = game.initial(), list[e.Moved]()
    for move in moves:
        mover = game.to_move(position)
        position = game.play(position, move)
        if mover is not CHANCE:
            turns.append(e.Moved(len(turns), int(mover), move))
        elif turns:
            last = turns.pop()
            turns.append(e.Moved(last.ply, last.seat, last.move, (*last.lots, move)))
    return turns


def begin(game_id: str, created: e.Created) -> GameState:
    """The state after the first event."""
    return GameState(
        game_id=game_id,
        version=1,
        game=find(created.game),
        start=created.start,
        seats=created.seats,
        keys=created.keys,
        controls=frozenset(key for key in (*created.keys, *created.controls) if key),
        seed=created.seed,
        per_minute=created.per_minute,
        analysis=created.analysis,
        clock=created.clock,
        pie=created.pie,
        left=(created.clock.seconds,) * 2 if created.clock else (0.0, 0.0),
    )


def apply(state: GameState, event: e.Event) -> GameState:
    """The state after one more event; raises ``ValueError`` for an event that cannot follow."""
    if isinstance(event, e.Moved):
        return _played(state, event)
    after = replace(state, version=state.version + 1)
    match event:
        case e.Swapped():
            return _unasked(pie.exchanged(replace(after, left=_timed(state, event)), True))
        case e.Undone() | e.Redone() | e.Returned():
            return _unasked(_jumped(state, after, event))
        case e.LevelSet():
            seat = e.Seat("engine", event.level, state.seats[event.seat].name)
            return replace(after, seats=_with(state.seats, event.seat, seat))
        case e.SeatSet() | e.Seated() | e.HandOver() | e.Handed():
            return _reseated(state, after, event)
        case e.Resigned() | e.Claimed() | e.Flagged() | e.Drawn():
            return _unasked(replace(after, ended=event))
        case e.Asked():
            return replace(after, asked=event)
        case e.Declined():
            asker = state.asked.seat if state.asked else event.seat
            return replace(after, asked=None, refused=state.refused | {(event.what, asker)})
        case e.Paced():
            return replace(after, paused=event.paused, per_minute=event.per_minute)
        case e.Rematched():
            return replace(after, rematch=event.game_id, asked=None)
        case e.Created():
            raise ValueError("a game is created once")


def _jumped(state: GameState, after: GameState, event: e.Undone | e.Redone | e.Returned) -> GameState:
    """After other moves stand than before."""
    if isinstance(event, e.Returned):
        return branches.returned(state, after, event.branch)
    both, cut = (*state.turns, *state.future), event.ply - state.start_ply
    return pie.stepped(state, replace(after, turns=both[:cut], future=both[cut:], line=state.line + 1), event)


def _reseated(state: GameState, after: GameState, event: e.SeatSet | e.Seated | e.HandOver | e.Handed) -> GameState:
    """After a seat, or the right to it, changed hands."""
    seat = event.seat
    match event:
        case e.SeatSet():
            return _unasked(
                replace(
                    after,
                    seats=_with(state.seats, seat, event.to),
                    keys=_with(state.keys, seat, event.key),
                    lent=_with(state.lent, seat, Lent(event.owner, state.ply) if event.owner else None),
                    controls=state.controls | {event.key} if event.key else state.controls,
                    left=_timed(state, event),
                    paused=False,
                )
            )
        case e.Seated():
            return replace(after, keys=_with(state.keys, seat, event.key), controls=state.controls | {event.key})
        case e.HandOver():
            return replace(after, handovers=_with(state.handovers, seat, event.key))
        case e.Handed():
            return _handed(state, after, event)


def _handed(state: GameState, after: GameState, event: e.Handed) -> GameState:
    """The new token has all that the old one had, and the old one nothing, except its other seat."""
    seat, old, lent = event.seat, state.owner(event.seat), state.lent[event.seat]
    gone = {old} if old and old != state.owner(1 - seat) else set()
    return replace(
        after,
        keys=state.keys if lent else _with(state.keys, seat, event.key),
        lent=_with(state.lent, seat, replace(lent, key=event.key)) if lent else state.lent,
        handovers=_with(state.handovers, seat, None),
        controls=(state.controls - gone) | {event.key},
    )


def _unasked(state: GameState) -> GameState:
    """The game went on: no question is open, and all may be asked again."""
    return replace(state, asked=None, refused=frozenset())


def _timed(state: GameState, event: e.Moved | e.Swapped | e.SeatSet) -> tuple[float, float]:
    """The clocks after the side to move has spent some of its time. Engines have no clock, the first move is free."""
    seat = state.to_move
    if state.clock is None or seat is None or state.seats[seat].kind != "human":
        return state.left
    gain = state.clock.increment if not isinstance(event, e.SeatSet) and state.turns else 0.0
    left: tuple[float, float] = _with(state.left, seat, max(0.0, state.left[seat] - event.spent) + gain)
    return left


def fold(game_id: str, history: Sequence[e.Event]) -> GameState:
    """The state after all events, of which the first must be ``Created``."""
    if not history or not isinstance(history[0], e.Created):
        raise ValueError("a game begins with its creation")
    state = begin(game_id, history[0])
    for event in history[1:]:
        state = apply(state, event)
    return state


def _played(state: GameState, event: e.Moved) -> GameState:
    """After a turn, with what is worked out from what was known before it."""
    turn = (event.move, *event.lots)
    position, discs = state.position, list(state.discs)
    for move in turn:
        earlier = {cell for cell, _ in state.game.cells(position)}
        position = state.game.play(position, move)
        discs += [(*cell, int(owner)) for cell, owner in state.game.cells(position) if cell not in earlier]
    after = replace(
        state,
        version=state.version + 1,
        turns=(*state.turns, turn),
        future=(),
        branches=branches.left(state, event.move),
        reswap=False,
        left=_timed(state, event),
        asked=None,
        refused=frozenset(),
    )
    deciders = (*state._deciders[: len(state.turns)], int(state.game.to_move(state.position)))
    vars(after).update(position=position, discs=tuple(discs), _deciders=deciders)  # the places of the cached properties
    return after


def _with(pair: tuple[Any, Any], seat: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
