"""Puts states and events into the structs that pages read. Pure."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.games import Move, Outcome, write
from engine.text import text, wire
from webapp.play.game import events as e
from webapp.play.game.branches import fork, returnable
from webapp.play.game.state import GameState
from webapp.play.game.wire import Disc, Readiness, Said, Seat, derive, fill

ENGINE_IS_READY = Readiness(True, "")
_SECRET = ("seed", "keys", "controls", "key", "owner", "newcomers", "at")

# --- events ---


def _public(kind: type[msgspec.Struct]) -> Any:
    """Returns the public form of a kind of event. ``answer`` is left out while the engine must be silent."""
    more: list[tuple[Any, ...]] = [("version", int)]
    if kind is e.Moved:
        more.append(("answer", e.Answer | None | UnsetType, UNSET))
    tag = kind.__struct_config__.tag
    return derive(kind, more, without=_SECRET, name=f"Public{kind.__name__}", tag_field="kind", tag=tag)


_PUBLIC = {kind: _public(kind) for kind in get_args(e.Event)}
if TYPE_CHECKING:
    PublicEvent = msgspec.Struct
else:
    PublicEvent = reduce(or_, _PUBLIC.values())
"""An event as everybody may see it: with the version after it, without seeds and keys."""


def public_event(state: GameState, recorded: e.Recorded) -> PublicEvent:
    """Returns an event as everybody may see it, without an engine's account of a move while the engine is silent."""
    event = recorded.event
    silent = {"answer": UNSET} if isinstance(event, e.Moved) and not state.help_allowed else {}
    shown: PublicEvent = fill(_PUBLIC[type(event)], event, version=recorded.version, **silent)
    return shown


# --- the game ---


class SeatView(e.Seat, frozen=True, omit_defaults=True):
    """Shows the player of a seat."""

    open: bool = False
    lent: bool = False


class AskedView(msgspec.Struct, frozen=True):
    """Shows the open question between two people."""

    what: e.Question
    seat: Seat
    ply: int
    moves: list[int]


class BranchView(msgspec.Struct, frozen=True):
    """Shows a branch: the ply of the fork, and the players' moves from there."""

    ply: int
    moves: list[Move]


class ClockView(msgspec.Struct, frozen=True):
    """Shows both clocks. ``left`` are the seconds left now."""

    seconds: float
    increment: float
    left: tuple[float, float]
    running: Seat | None


class OutcomeView(msgspec.Struct, frozen=True):
    """Shows the result of a game (``winner`` None: a draw) in English, and as ``said`` for translation. The cells of
    ``line`` are column and row, both from 1. Row 1 is the lowest."""

    winner: Seat | None
    line: tuple[tuple[int, int], ...]
    words: str
    said: Said


class GameView(msgspec.Struct, frozen=True):
    """Shows a game, or a position not played yet, without a ``game_id``, or a position under ``analysis``.

    ``start`` is the ply of the start position, ``discs`` are in the order of the moves, ``text`` is the position in
    words of a game without a board, and ``notation`` the moves as in an address. ``pace`` is in moves a minute.
    ``pie``: the second player may answer the first move by swapping sides. ``swapped``: it was done. ``help``: the
    engine may be asked about the game. ``with_help``: the invitation promised help to both people. ``score``: by seat,
    the games won in a series of rematches. ``open_to_engines``: programs may take the free seat. ``event``: in news,
    the event that led here.
    """

    game_id: Annotated[str | UnsetType, Meta(extra={"page": "string"})]
    version: int
    game: str
    moves: tuple[int, ...]
    ply: int
    start: int
    to_move: Seat | None
    legal: tuple[int, ...]
    outcome: OutcomeView | None
    seats: tuple[SeatView, SeatView]
    discs: tuple[Disc, ...]
    text: Said
    paused: bool
    pace: float
    can_undo: bool
    can_redo: bool
    branches: list[BranchView]
    pie: bool
    swapped: bool
    can_swap: bool
    help: bool
    with_help: bool
    move_words: dict[str, Said]
    rematch: str | None
    score: tuple[int, int]
    open_to_engines: bool
    analysis: bool
    notation: str
    asked: AskedView | None
    clock: ClockView | None
    engine: Readiness
    event: PublicEvent | UnsetType = UNSET


def state_view(
    state: GameState,
    engine: Readiness = ENGINE_IS_READY,
    running: tuple[int, float] | None = None,
    event: PublicEvent | UnsetType = UNSET,
) -> GameView:
    """Returns what a page needs to show a game."""
    board = state.game.board_size() is not None
    legal = state.legal
    return GameView(
        game_id=state.game_id or UNSET,
        version=state.version,
        game=state.game.name,
        moves=state.moves,
        ply=state.ply,
        start=state.start_ply,
        to_move=state.to_move,
        legal=legal,
        outcome=outcome_view(state),
        seats=(seat_view(state, 0), seat_view(state, 1)),
        discs=state.discs if board else (),
        text="" if board else wire(state.game.describe(state.position)),
        paused=state.paused,
        pace=state.per_minute,
        can_undo=state.undo_ply is not None and state.clock is None,
        can_redo=state.redo_ply is not None,
        branches=_branch_views(state) if state.branches or state.future else [],
        pie=state.pie,
        swapped=state.swapped,
        can_swap=state.pie and state.can_swap,
        help=state.help_allowed,
        with_help=state.with_help,
        move_words={} if board else _move_words(state),
        rematch=state.rematch,
        score=state.score,
        open_to_engines=state.open_to_engines,
        analysis=state.analysis,
        notation=write(state.game, state.moves),
        asked=asked_view(state),
        clock=_clock_view(state, running),
        engine=engine,
        event=event,
    )


def _move_words(state: GameState) -> dict[str, Said]:
    """Returns the words of the moves that the page names: those of the game, and those it began with."""
    game = state.game
    return {
        str(move): wire(game.move_words(move)) for move in {*game.moves(game.initial()), *state.legal, *state.moves}
    }


def seat_view(state: GameState, seat: int) -> SeatView:
    """Returns the player of a seat."""
    player = state.seats[seat]
    is_open = seat in state.free and bool(state.game_id)
    lent = state.stand_ins[seat] is not None
    return SeatView(player.kind, player.level, player.name, player.bot, open=is_open, lent=lent)


def asked_view(state: GameState) -> AskedView | None:
    """Returns the open question, with the moves that a takeback would take."""
    asked = state.asked
    if asked is None:
        return None
    moves = [turn[0] for turn in state.turns[asked.ply - state.start_ply :]]
    return AskedView(asked.what, asked.seat, asked.ply, moves)


def _branch_views(state: GameState) -> list[BranchView]:
    forks = [(fork(state, branch), branch) for branch in returnable(state)]
    return [BranchView(state.start_ply + shared, [turn[0] for turn in branch[shared:]]) for shared, branch in forks]


def _clock_view(state: GameState, running: tuple[int, float] | None) -> ClockView | None:
    """Returns both clocks, given the seat of the running clock and its seconds since the turn began."""
    if state.clock is None:
        return None
    left = list(state.clock_left)
    if running:
        left[running[0]] = max(0.0, left[running[0]] - running[1])
    shown = round(left[0], 2), round(left[1], 2)
    return ClockView(state.clock.seconds, state.clock.increment, shown, running[0] if running else None)


def outcome_view(state: GameState) -> OutcomeView | None:
    """Returns the result of a game, or None while it runs."""
    outcome = state.outcome
    if outcome is None:
        return None
    words = _words(state, outcome)
    winner = None if outcome.winner is None else int(outcome.winner)
    return OutcomeView(winner, tuple(outcome.line), str(words), wire(words))


ENDS = {
    "agreed": "A draw by agreement.",
    "drawn": "It is a draw.",
    "won": "{winner} wins.",
    "resigned": "{loser} resigns; {winner} wins.",
    "left": "{loser} has left; {winner} wins.",
    "late": "{loser}’s time is up; {winner} wins.",
}
"""Says how a game ended."""


def _words(state: GameState, outcome: Outcome) -> str:
    names = state.game.player_names
    match state.ended:
        case e.Drawn():
            return ENDS["agreed"]
        case e.Resigned(seat):
            return text(ENDS["resigned"], loser=names[seat], winner=names[1 - seat])
        case e.Claimed(seat):
            return text(ENDS["left"], loser=names[1 - seat], winner=names[seat])
        case e.Flagged(seat):
            return text(ENDS["late"], loser=names[seat], winner=names[1 - seat])
    return ENDS["drawn"] if outcome.winner is None else text(ENDS["won"], winner=names[outcome.winner])
