"""What a search says: values, counts, results.

A value belongs to a named player. A win n plies from the root is worth ``1 - n * STEP`` and a loss the negative of it,
so that quicker wins and slower losses are worth more (decay); a draw is 0, and a guess lies strictly between
``-SOLVED`` and ``SOLVED``. All of them are sums of small powers of two, so decay costs no rounding. Games with payoffs
keep their amounts, games with chance their expectations: neither decays.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, TypeVar

from engine.games import CHANCE, Game, GameError, Move, Outcome, Player, Score

S = TypeVar("S", bound=Hashable)

STEP: Final = 2.0**-12
"""What a ply takes from a win and gives back to a loss."""
SOLVED: Final = 0.875
"""No guess reaches this, no win falls below it (in games of at most 512 plies)."""
INFINITY: Final = float("inf")
ROUNDING: Final = 1e-9
"""Means of chance that differ by less count as equal."""
UNLIMITED: Final = 10_000
"""The depth of a search to the end of the game."""
Found = tuple[float, tuple[Move, ...]]
"""What a search finds of a state: its value, and the line of best play that leads to it."""


def decays(game: Game[Any]) -> bool:
    """Whether the length of a win counts: not in games of payoffs, not where lots are drawn."""
    return game.payoffs is None and not game.has_chance


def limits(game: Game[Any], player: Player) -> tuple[float, float]:
    """The least and the greatest value for ``player`` that a state of ``game`` can have."""
    if game.payoffs is None:
        return -1.0, 1.0
    low, high = game.payoffs
    return (low, high) if player is Player.FIRST else (-high, -low)


def decided(game: Game[Any], outcome: Outcome, player: Player, ply: int) -> float:
    """The value for ``player`` of a game that ended ``ply`` plies below the root."""
    return shifted(outcome.value(player), ply) if decays(game) else outcome.value(player)


def guessed(game: Game[S], state: S, player: Player) -> float:
    """The game's own evaluation, brought strictly between every loss and every win."""
    return game.evaluate(state, player) * SOLVED if game.payoffs is None else game.evaluate(state, player)


def shifted(value: float, plies: int) -> float:
    """A win or loss moved ``plies`` farther away (nearer, when negative); other values stay."""
    if value >= SOLVED:
        return value - plies * STEP
    return value + plies * STEP if value <= -SOLVED else value


def plies_to_end(value: float) -> int:
    """The length of the win or loss that ``value`` stands for."""
    return round((1.0 - abs(value)) / STEP)


def just_below(value: float) -> float:
    """A bound so little below ``value`` that what equals it, but for rounding, is still told from what is less."""
    return min(value - ROUNDING, math.nextafter(value, -INFINITY))


class Bound(Enum):
    """How a number relates to the true value: equal to it, not above it (LOWER), or not below it (UPPER)."""

    EXACT = "="
    LOWER = "≥"
    UPPER = "≤"


@dataclass(slots=True)
class Counts:
    """What a search cost. A leaf is a node from which no move was tried; ``depth`` is the deepest ply reached."""

    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    depth: int = 0

    def add(self, other: Counts) -> None:
        """Take in the counts of a search that was part of this one."""
        self.nodes += other.nodes
        self.leaves += other.leaves
        self.cutoffs += other.cutoffs
        self.table_hits += other.table_hits
        self.depth = max(self.depth, other.depth)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """One root move: what it is worth to the side to move, how surely, and the line that shows it.

    ``bound`` relates ``value`` to what a search of ``depth`` plies would say; ``proven`` is true when no guess had a
    part in it, so that it holds at every depth. ``nodes`` were searched beneath the move.
    """

    move: Move
    value: float
    bound: Bound
    depth: int
    proven: bool
    line: tuple[Move, ...]
    nodes: int = 0

    @property
    def reply(self) -> Move | None:
        """The answer that holds the move to its value: its refutation, where there is one."""
        return self.line[1] if len(self.line) > 1 else None


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found, for ``player``, the side to move at the root.

    ``exact`` is true when no guess had a part in the value; ``moves`` holds every root move that was looked at, best
    first, where the algorithm keeps them.
    """

    value: float
    move: Move | None
    pv: tuple[Move, ...]
    player: Player
    exact: bool
    depth: int
    counts: Counts = field(default_factory=Counts)
    moves: tuple[MoveValue, ...] = ()

    def score(self, game: Game[Any]) -> Score | None:
        """The exact result; None for guesses, and for games whose values are no wins, draws and losses."""
        return score_of(game, self.value, self.player, self.exact, len(self.pv))


def score_of(game: Game[Any], value: float, player: Player, exact: bool, plies: int = 0) -> Score | None:
    """The Score that ``value`` (for ``player``) stands for, or None; ``plies`` is the length given to a draw."""
    if not exact or not decays(game):
        return None
    if -SOLVED < value < SOLVED:
        return Score(None, plies, player)
    return Score(player if value >= SOLVED else player.other, plies_to_end(value), player)


def root_player(game: Game[S], state: S, depth: int | None) -> Player:
    """The side to move at the root of a search of ``depth`` plies.

    Raises:
        GameError: the game is over, lots are to be drawn, or a depth below zero.
    """
    if depth is not None and depth < 0:
        raise GameError(f"a depth of {depth} is below zero; it is a number of plies, 0 or more")
    if game.outcome(state) is not None:
        raise GameError("the game is over: there is no move to look for")
    player = game.to_move(state)
    if player is CHANCE:
        raise GameError("a lot is to be drawn here: there is no move to look for")
    return player


def mover(game: Game[S], state: S) -> Player:
    """The side to move, in an algorithm that knows no chance."""
    player = game.to_move(state)
    if player is CHANCE:
        raise GameError(f"{game.title}: this algorithm knows no chance; take expectiminimax, star1 or star2")
    return player


def take_turns(game: Game[S], state: S, player: Player) -> None:
    """Refuse a game in which it is not ``player``'s turn, as the short forms of these algorithms need it to be."""
    if game.to_move(state) is not player:
        raise GameError(f"{game.title}: this algorithm needs two sides that take turns, and no chance")


def found(player: Player, best: Found, counts: Counts, exact: bool, depth: int | None) -> Result:
    """The Result of a search that keeps nothing of the other root moves."""
    value, line = best
    horizon = UNLIMITED if depth is None else depth
    return Result(value + 0.0, line[0] if line else None, line, player, exact, horizon, counts)
