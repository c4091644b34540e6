"""Defines values, counts and results of a search.

A value belongs to a named player. A win n plies from the root is worth ``1 - n * STEP``, a loss the negative: quicker
wins and slower losses are worth more (decay). A draw is 0, and a guess lies strictly between ``-SOLVED`` and
``SOLVED``. All values are sums of small powers of two, so decay costs no rounding. Games with payoffs keep the
amounts, games with chance the expectations. Neither decays.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from engine.games import CHANCE, Game, GameError, Move, Outcome, Player, S, Score

STEP: Final = 2.0**-12  # the value lost by a win, and regained by a loss, with every ply
SOLVED: Final = 0.875  # the least value of a win in games of at most 512 plies. Every guess is smaller.
INFINITY: Final = float("inf")
ROUNDING: Final = 1e-9  # means of chance less far apart count as equal
UNLIMITED: Final = 10_000  # the depth of a search to the end of the game
Found = tuple[float, tuple[Move, ...]]  # the value of a state, and the line of best play behind the value


def decays(game: Game[Any]) -> bool:
    """Tests if the length of a win counts: not in games with payoffs, not in games with chance."""
    return game.payoffs is None and not game.has_chance


def limits(game: Game[Any], player: Player) -> tuple[float, float]:
    """Returns the least and the greatest possible value for ``player`` in ``game``."""
    if game.payoffs is None:
        return -1.0, 1.0
    low, high = game.payoffs
    return (low, high) if player is Player.FIRST else (-high, -low)


def outcome_value(game: Game[Any], outcome: Outcome, player: Player, ply: int) -> float:
    """Returns the value for ``player`` of a game finished ``ply`` plies after the root."""
    return delay(outcome.value(player), ply) if decays(game) else outcome.value(player)


def estimate(game: Game[S], state: S, player: Player) -> float:
    """Returns the game's own evaluation, scaled to lie strictly between every loss and every win."""
    return game.evaluate(state, player) * SOLVED if game.payoffs is None else game.evaluate(state, player)


def delay(value: float, plies: int) -> float:
    """Returns a win or loss moved ``plies`` farther away (nearer, when negative), or any other value unchanged."""
    if value >= SOLVED:
        return value - plies * STEP
    return value + plies * STEP if value <= -SOLVED else value


def plies_to_end(value: float) -> int:
    """Returns the length of the win or loss behind ``value``."""
    return round((1.0 - abs(value)) / STEP)


def just_below(value: float) -> float:
    """Returns a bound slightly below ``value``: an equal value lies above the bound in spite of rounding."""
    return min(value - ROUNDING, math.nextafter(value, -INFINITY))


def just_above(value: float) -> float:
    """Returns the least number above ``value``: with ``value`` as the other end, a window with nothing between."""
    return math.nextafter(value, INFINITY)


def is_null(alpha: float, beta: float) -> bool:
    """Tests if no number lies between the ends of a window: the search only asks on which side the value lies."""
    return beta == just_above(alpha)


class Bound(Enum):
    """Relates a number to the true value: equal, not above (LOWER), or not below (UPPER)."""

    EXACT = "="
    LOWER = "≥"
    UPPER = "≤"


@dataclass(slots=True)
class Counts:
    """Counts the cost of a search. A leaf is a node without a tried move. ``depth`` is the deepest ply reached."""

    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    depth: int = 0

    def add(self, other: Counts) -> None:
        """Adds the counts of a part of the search."""
        self.nodes += other.nodes
        self.leaves += other.leaves
        self.cutoffs += other.cutoffs
        self.table_hits += other.table_hits
        self.depth = max(self.depth, other.depth)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """Holds the value of one root move for the side to move, from a search of ``depth`` plies and ``nodes`` nodes. If
    ``proven``, no guess took part and the value holds at every depth. ``line`` is the move and best play after it."""

    move: Move
    value: float
    bound: Bound
    depth: int
    proven: bool
    line: tuple[Move, ...]
    nodes: int = 0

    @property
    def reply(self) -> Move | None:
        """Returns the opponent's best reply, the refutation of a bad move, or None at the end of the line."""
        return self.line[1] if len(self.line) > 1 else None


@dataclass(frozen=True, slots=True)
class Result:
    """Holds the result of a search of ``depth`` plies, for ``player``, the side to move at the root. ``pv`` is the
    principal variation, the line of best play. If ``exact``, no guess took part in the value. ``moves`` are all
    searched root moves, best first, where the algorithm keeps them."""

    value: float
    move: Move | None
    pv: tuple[Move, ...]
    player: Player
    exact: bool
    depth: int
    counts: Counts = field(default_factory=Counts)
    moves: tuple[MoveValue, ...] = ()

    def score(self, game: Game[Any]) -> Score | None:
        """Returns the exact score, or None for a guess, and for games with payoffs or chance."""
        return score_of(game, self.value, self.player, self.exact, len(self.pv))


def score_of(game: Game[Any], value: float, player: Player, exact: bool, plies: int = 0) -> Score | None:
    """Returns the Score of a value for ``player``, or None if a guess took part or the game has payoffs or chance.
    ``plies`` is the length given to a draw."""
    if not exact or not decays(game):
        return None
    if -SOLVED < value < SOLVED:
        return Score(None, plies, player)
    return Score(player if value >= SOLVED else player.other, plies_to_end(value), player)


def root_player(game: Game[S], state: S, depth: int | None) -> Player:
    """Returns the side to move at the root of a search of ``depth`` plies. Raises GameError if the game is over, lots
    are to be drawn, or the depth is below zero."""
    if depth is not None and depth < 0:
        raise GameError("a depth of {depth} is below zero; it is a number of plies, 0 or more", depth=depth)
    if game.outcome(state) is not None:
        raise GameError("the game is over: there is no move to look for")
    player = game.to_move(state)
    if player is CHANCE:
        raise GameError("a lot is to be drawn here: there is no move to look for")
    return player


def root_view(game: Game[S], state: S, depth: int | None) -> Player:
    """Returns the side for whom the values of a search are counted: the side to move at the root, or the side that the
    game names. Raises GameError as :func:`root_player`."""
    player = root_player(game, state, depth)
    return player if game.viewer is None else game.viewer


def root_window(game: Game[Any], player: Player) -> tuple[float, float]:
    """Returns alpha and beta at the root: endless, or the bounds that an exercise gives, for ``player``."""
    if game.bounds is None:
        return -INFINITY, INFINITY
    low, high = game.bounds
    return (low, high) if player is Player.FIRST else (-high, -low)


def mover(game: Game[S], state: S) -> Player:
    """Returns the side to move, in an algorithm without chance nodes. Raises GameError if chance is to move."""
    player = game.to_move(state)
    if player is CHANCE:
        raise GameError("{game}: this algorithm knows no chance; take expectiminimax, star1 or star2", game=game.title)
    return player


def make_result(player: Player, best: Found, counts: Counts, exact: bool, depth: int | None) -> Result:
    """Returns the Result of a search to ``depth`` (None: to the end) without values of the other root moves."""
    value, line = best
    horizon = UNLIMITED if depth is None else depth
    return Result(value + 0.0, line[0] if line else None, line, player, exact, horizon, counts)
