"""What somebody wants to do, and what follows from it: pure decisions.

``decide(state, command, who)`` gives the events that the command causes, or raises :class:`Refusal`, which changes
nothing. Nothing here knows the time, and the only chance is drawn from the seed of the game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.games import CHANCE, Game, IllegalMoveError, Move
from webapp.play import events as e
from webapp.play.authority import Who
from webapp.play.state import GameState

MIDDLING = 5


class Refusal(Exception):  # noqa: N818  # an answer, not a fault
    """No. ``code`` is for programs, ``message`` one sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


@dataclass(frozen=True, slots=True)
class MakeMove:
    """``move`` at ``ply``; ``seat`` and ``answer`` are given by an engine only."""

    ply: int
    move: Move
    seat: int | None = None
    answer: e.Answer | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to the last decision, from ``ply``."""

    ply: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Forward again, from ``ply``."""

    ply: int


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Another level for an engine."""

    seat: int
    level: int


@dataclass(frozen=True, slots=True)
class SetSeat:
    """A seat changes between person and engine; whoever asks takes the person's seat."""

    seat: int
    kind: e.Kind
    level: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Hold or go on, and how fast; None leaves a thing as it is."""

    paused: bool | None = None
    per_minute: float | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play again with sides swapped; ``game_id`` is that of the new game."""

    game_id: str


Command = MakeMove | Undo | Redo | SetLevel | SetSeat | Resign | Pace | Rematch


def decide(state: GameState, command: Command, who: Who) -> list[e.Event]:
    """The events that ``command`` of ``who`` causes, at least one, except a pace that is as it was."""
    match command:
        case MakeMove():
            return [_move(state, command, who)]
        case Undo():
            return _undo(state, command, who)
        case Redo():
            return _redo(state, command, who)
        case SetLevel():
            return [_set_level(state, command, who)]
        case SetSeat():
            return [_set_seat(state, command, who)]
        case Resign():
            return [_resign(state, who)]
        case Pace():
            return _pace(state, command, who)
        case Rematch():
            return [_rematch(state, command, who)]


def draw_lots(game: Game[Any], position: Any, seed: int, place: str) -> tuple[Move, ...]:
    """What chance draws from ``position`` until a player is to move; the same for the same seed and place."""
    lots: list[Move] = []
    while game.outcome(position) is None and game.to_move(position) is CHANCE:
        rng = random.Random(f"{seed} {place} {len(lots)}")
        moves, weights = zip(*game.outcomes(position), strict=True)
        lots.append(rng.choices(moves, weights)[0])
        position = game.play(position, lots[-1])
    return tuple(lots)


def words_of_seat(state: GameState, seat: int) -> str:
    """The name of a side: Red, Cross."""
    return state.game.player_names[seat]


def _move(state: GameState, command: MakeMove, who: Who) -> e.Moved:
    engine = command.seat is not None
    if not engine and not who.seats and not who.controls:
        raise Refusal("not_your_seat", "You are watching this game; only its players can move.")
    if state.outcome is not None:
        raise Refusal("game_over", "The game is over; begin a new one to play on.")
    _fresh(state, command.ply)
    seat = state.to_move
    if seat is None or (command.seat != seat if engine else seat not in who.seats):
        mover = words_of_seat(state, seat or 0)
        raise Refusal("not_your_turn", f"It is {mover}'s turn.")
    if state.seats[seat].kind != ("engine" if engine else "human"):
        raise Refusal("not_your_turn", "That seat has changed hands.")
    try:
        after = state.game.play(state.position, command.move)
    except IllegalMoveError as error:
        raise Refusal("illegal_move", f"{error.reason[:1].upper()}{error.reason[1:]}.") from None
    lots = draw_lots(state.game, after, state.seed, f"{state.line} {state.ply}")
    return e.Moved(state.ply, seat, command.move, lots, command.answer)


def _undo(state: GameState, command: Undo, who: Who) -> list[e.Event]:
    _may_control(who)
    _not_resigned(state)
    _fresh(state, command.ply)
    if state.undo_ply is None:
        raise Refusal("nothing_to_undo", "There is no move to take back.")
    return [*_held(state), e.Undone(state.undo_ply)]


def _redo(state: GameState, command: Redo, who: Who) -> list[e.Event]:
    _may_control(who)
    _not_resigned(state)
    _fresh(state, command.ply)
    if state.redo_ply is None:
        raise Refusal("nothing_to_redo", "There is no move to bring back.")
    return [*_held(state), e.Redone(state.redo_ply)]


def _held(state: GameState) -> Sequence[e.Event]:
    """Between engines a takeback also holds the game, or it would be played away at once."""
    return [e.Paced(True, state.per_minute)] if state.all_engines and not state.paused else []


def _set_level(state: GameState, command: SetLevel, who: Who) -> e.LevelSet:
    _may_control(who)
    if state.seats[command.seat].kind != "engine":
        raise Refusal("bad_request", f"{words_of_seat(state, command.seat)} is played by a person and has no level.")
    return e.LevelSet(command.seat, command.level)


def _set_seat(state: GameState, command: SetSeat, who: Who) -> e.SeatSet:
    _may_control(who)
    _not_resigned(state)
    now = state.seats[command.seat]
    if now.kind == "human" and command.seat not in who.seats:
        raise Refusal("not_your_seat", f"Only the player of {words_of_seat(state, command.seat)} can leave that seat.")
    if command.kind == "human":
        return e.SeatSet(command.seat, e.Seat("human", None, command.name), state.keys[command.seat] or who.key)
    return e.SeatSet(command.seat, e.Seat("engine", command.level or now.level or MIDDLING, command.name), None)


def _resign(state: GameState, who: Who) -> e.Resigned:
    if not who.seats:
        raise Refusal("not_your_seat", "Only a player can resign.")
    if state.outcome is not None:
        raise Refusal("game_over", "The game is over already.")
    seat = state.to_move if state.to_move in who.seats else min(who.seats)
    return e.Resigned(seat if seat is not None else min(who.seats))


def _pace(state: GameState, command: Pace, who: Who) -> list[e.Event]:
    _may_control(who)
    if not state.all_engines:
        raise Refusal("bad_request", "Only a game of two engines can be held or sped up.")
    wanted = e.Paced(
        state.paused if command.paused is None else command.paused,
        state.per_minute if command.per_minute is None else command.per_minute,
    )
    return [] if (wanted.paused, wanted.per_minute) == (state.paused, state.per_minute) else [wanted]


def _rematch(state: GameState, command: Rematch, who: Who) -> e.Rematched:
    _may_control(who)
    if state.outcome is None:
        raise Refusal("not_over", "A rematch comes after the game; resign it first, or begin a new game.")
    return e.Rematched(command.game_id)


def _may_control(who: Who) -> None:
    if not who.controls:
        raise Refusal("not_your_seat", "You are watching this game; only its players can do that.")


def _not_resigned(state: GameState) -> None:
    if state.resigned is not None:
        raise Refusal("game_over", "The game was given up; begin a new one to play on.")


def _fresh(state: GameState, ply: int) -> None:
    if ply != state.ply:
        raise Refusal("stale", f"The game has gone on: it stands at move {state.ply}, not {ply}.")
