"""How a level with a horizon chooses among what it sees: its oversights, its spread, and what it never overlooks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine.games import Game, LineGame, LineState, Move, replay
from engine.games.numbers import number_of_outcome
from engine.mind.levels.level import Level
from engine.mind.levels.sampling import dice, draw, odds
from engine.mind.search.kernels import KERNEL_CACHE, Kernels
from engine.mind.search.shallow import shallow_values, without_blunders
from engine.mind.values import PROVEN_VALUE, value_of
from engine.solver.book.book import book_of


def misses(stop: Level, rng: random.Random) -> bool:
    """Whether it looks only half as far this time; the first thing that is drawn in a decision."""
    return rng.random() < stop.miss


def recalled(game: Game[Any], state: Any, ply: int, stop: Level) -> dict[Move, float]:
    """What the level knows by heart of every move here; nothing where that ends, or where there is no book."""
    book = book_of(game) if ply < stop.heart else None
    known = book.moves(state) if book else {}
    return {move: value_of(number) for move, number in known.items()} if len(known) == len(game.moves(state)) else {}


def pick(game: Game[Any], state: Any, stop: Level, values: dict[Move, float], missed: bool, rng: random.Random) -> Move:
    """The level's move.

    Args:
        game: the rules.
        state: the position.
        stop: the level.
        values: what it knows by heart, or sees when it looks as far as it can; not read when it ``missed``.
        missed: as of :func:`misses`.
        rng: the randomness of this decision.
    """
    return draw(*_considered(game, state, stop, values, missed), rng)


def _considered(
    game: Game[Any], state: Any, stop: Level, values: dict[Move, float], missed: bool
) -> tuple[dict[Move, float], float]:
    """The moves that it draws from with their values, and the spread of the draw."""
    if missed:
        values = shallow_values(game, state, stop.blink)
    if stop.alert or (stop.blink and not missed):
        values = {move: values[move] for move in without_blunders(game, state, list(values))}
    # A win that is seen is not delayed, and a lost game is held as long as possible.
    sure = max(values.values()) >= PROVEN_VALUE or max(values.values()) <= -PROVEN_VALUE
    return values, 0.0 if sure else stop.spread


class Sight:
    """A level with a horizon on a compiled board, without a tree: it plays what its mind plays, move for move.

    A mind's values at its horizon are those of plain minimax, so the compiled search alone gives them; and where the
    level misses something, nothing need be searched. Matches of many games take a tenth of the time so.

    Args:
        game: a board with gravity: elsewhere a mind may be at the end of its budget before it is at its horizon.
        stop: a level with a horizon.
        kernels: the board's compiled searches.
    """

    def __init__(self, game: LineGame, stop: Level, kernels: Kernels) -> None:
        self.game, self.stop = game, stop
        self._leaf = kernels.leaf()

    def move(self, moves: Sequence[Move], seed: int) -> Move:
        """What the mind of this level with this ``seed`` plays after ``moves``."""
        state, rng = replay(self.game, moves), dice(seed, moves)
        missed = misses(self.stop, rng)
        values = {} if missed else self._values(state, len(moves))
        return pick(self.game, state, self.stop, values, missed, rng)

    def odds(self, moves: Sequence[Move]) -> dict[Move, float]:
        """How often it plays each move after ``moves``, over all seeds; moves that it never plays are left out."""
        state, found = replay(self.game, moves), dict[Move, float]()
        for missed, share in ((True, self.stop.miss), (False, 1 - self.stop.miss)):
            values = {} if missed else self._values(state, len(moves))
            for move, chance in odds(*_considered(self.game, state, self.stop, values, missed)).items():
                if share * chance:
                    found[move] = found.get(move, 0.0) + share * chance
        return found

    def likely(self, state: LineState) -> dict[Move, float]:
        """How likely it plays each move of ``state`` when it misses nothing."""
        return odds(*_considered(self.game, state, self.stop, self._values(state, state.ply), False))

    def _values(self, state: LineState, ply: int) -> dict[Move, float]:
        """Of every move, for the side that makes it; lots depend on the order, which is that of a tree's children."""
        game = self.game
        found = recalled(game, state, ply, self.stop)
        if found:
            return found
        depth = min(self.stop.horizon or 0, game.max_plies - ply) - 1
        for move in reversed(game.moves(state)):
            after = game.play(state, move)
            end = game.outcome(after)
            if end is None:
                found[move] = -self._leaf(after, depth, -1.0, 1.0).result()
            else:
                found[move] = value_of(number_of_outcome(game, end, ply + 1, game.to_move(state)))
        return found


def sight_of(game: Game[Any], stop: Level) -> Sight | None:
    """The level's sight, or None where it takes a mind: without gravity, or without a horizon."""
    kernels = KERNEL_CACHE.kernels_for(game)
    if kernels is None or not kernels.solver or not isinstance(game, LineGame) or stop.horizon is None:
        return None
    return Sight(game, stop, kernels)
