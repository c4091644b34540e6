"""Helps to write down games for tests: the rights of the players, games with moves, decisions carried out."""

from typing import Any

import msgspec

from webapp.play.game import events as e
from webapp.play.game.access import Rights
from webapp.play.game.commands import AnyCommand
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, begin
from webapp.play.game.state import GameState
from webapp.play.game.views import state_view

HUMAN, ENGINE = e.Seat("human"), e.Seat("engine", 4)
FIRST, SECOND = Rights(frozenset({0}), True, "k0"), Rights(frozenset({1}), True, "k1")
BOTH, TABLE = Rights(frozenset({0, 1}), True, "k0"), Rights(frozenset(), True, "kt")
"""The rights of the first player, the second, of a person with both seats, and of a person who set up a table."""

KEYS: tuple[str | None, str | None] = ("k0", "k1")


def game(
    moves: str = "",
    *more: e.Event,
    seats: tuple[e.Seat, e.Seat] = (HUMAN, HUMAN),
    keys: tuple[str | None, str | None] = KEYS,
    start: tuple[int, ...] = (),
    clock: e.Clock | None = None,
    pie: bool = False,
) -> GameState:
    """Returns a game of Connect Four after these moves and events.

    Args:
        moves: the columns, as digits.
        more: the events after the moves.
        seats: the players.
        keys: the hashes of the seats' tokens.
        start: the moves to the start position.
        clock: the time of each side.
        pie: whether the second player may swap sides.
    """
    state = begin("g", e.Created("connect4", seats, start, 7, keys, (), 40.0, clock=clock, pie=pie))
    state = played(state, moves)
    for event in more:
        state = apply(state, event)
    return state


def played(state: GameState, moves: str) -> GameState:
    """Returns the game with these moves more, made by the seats to move."""
    for move in moves:
        seat = state.to_move
        assert seat is not None
        state = apply(state, e.Moved(state.ply, seat, int(move)))
    return state


def done(state: GameState, command: AnyCommand, rights: Rights = BOTH) -> GameState:
    """Returns the game after a command."""
    for event in decide(state, command, rights):
        state = apply(state, event)
    return state


def plain(value: object) -> Any:
    """Returns a struct as the page reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def shown(state: GameState) -> Any:
    """Returns a game as the page reads it."""
    return plain(state_view(state))
