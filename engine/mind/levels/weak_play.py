"""Chooses the move of a level with a horizon: oversights, the random draw, and no blunders above level 2."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.games import Game, LineGame, LineState, Move, replay
from engine.games.game import number_of_outcome
from engine.mind.levels.level import Level
from engine.mind.search.available import drops
from engine.mind.search.kernels import KERNEL_CACHE, Kernels
from engine.mind.search.leaf import LeafJob, new_table
from engine.mind.search.shallow import shallow_values, without_blunders
from engine.mind.values import PROVEN_VALUE, value_of
from engine.solver.book.book import book_of


def dice(seed: int, moves: Sequence[Move]) -> random.Random:
    """Returns the random generator of one decision, equal for an equal seed and equal moves so far."""
    return random.Random(f"{seed}:{','.join(map(str, moves))}")


def odds(values: dict[Move, float], spread: float) -> dict[Move, float]:
    """Returns the chance of every move: exp(value / spread), normalised. For spread 0 the best moves share equally."""
    best = max(values.values())
    if spread <= 0:
        weights = {move: float(value >= best - 1e-6) for move, value in values.items()}
    else:
        weights = {move: math.exp((value - best) / spread) for move, value in values.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def draw(values: dict[Move, float], spread: float, rng: random.Random) -> Move:
    """Draws a move with the chances of :func:`odds`."""
    chances = odds(values, spread)
    if spread <= 0:
        return rng.choice([move for move, chance in chances.items() if chance])
    return rng.choices(list(chances), list(chances.values()))[0]


_OPENING, _BESIDE = 4, 2
"""Plies in which a level on a large board without gravity stays near the middle, and the distance from which on a
square no longer counts as near."""

_DEEP, _FIRST, _STEP, _TABLE_MB = 5, 2, 4, 4.0
"""Beyond _DEEP plies a table of _TABLE_MB pays. A search of _FIRST plies, then searches _STEP plies deeper each, find
the moves to try first."""


def has_oversight(level: Level, rng: random.Random) -> bool:
    """Draws whether the level looks only half as far for this move. It is the first draw of every decision."""
    return rng.random() < level.miss


def memorised_values(game: Game[Any], state: Any, ply: int, level: Level) -> dict[Move, float]:
    """Returns the values of all moves that the level knows by heart at ``state``, after ``ply`` plies. The result is
    empty beyond the memorised plies, and where the book does not hold every move."""
    book = book_of(game) if ply < level.memorised_plies else None
    scores = book.moves(state) if book else {}
    return {move: value_of(score) for move, score in scores.items()} if len(scores) == len(game.moves(state)) else {}


def pick_move(
    game: Game[Any], state: Any, level: Level, values: dict[Move, float], oversight: bool, rng: random.Random
) -> Move:
    """Returns the move that the level plays. ``values`` are memorised values, or the values of a search to the full
    horizon. They are not read in an ``oversight``, the result of :func:`has_oversight`."""
    return draw(*_candidates(game, state, level, values, oversight), rng)


def _candidates(
    game: Game[Any], state: Any, level: Level, values: dict[Move, float], oversight: bool
) -> tuple[dict[Move, float], float]:
    """Returns the moves to draw from, with their values, and the spread of the draw."""
    if oversight:
        values = shallow_values(game, state, level.reduced_horizon)
    if level.avoids_blunders or (level.reduced_horizon and not oversight):
        values = {move: values[move] for move in without_blunders(game, state, list(values))}
    if level.avoids_blunders:
        values = {move: values[move] for move in opening_squares(game, state, list(values))}
    # A win in sight is not delayed, and a lost game is held as long as possible.
    proven = max(values.values()) >= PROVEN_VALUE or max(values.values()) <= -PROVEN_VALUE
    return values, 0.0 if proven else level.spread


def opening_squares(game: Game[Any], state: Any, moves: list[Move]) -> list[Move]:
    """Returns the moves among ``moves`` near the middle of a large board without gravity, in the first four plies.
    There no search of a few plies tells one square from another, and a draw would answer the middle at the edge. The
    games of the published ratings begin after four plies. Later, and on any other board, all ``moves`` are returned."""
    if not isinstance(game, LineGame) or game.gravity or min(game.width, game.height) <= 3 or state.ply >= _OPENING:
        return moves
    middle = (game.width + 1) / 2, (game.height + 1) / 2
    places = {move: ((move - 1) % game.width + 1, (move - 1) // game.width + 1) for move in moves}
    near = [m for m, place in places.items() if max(abs(place[0] - middle[0]), abs(place[1] - middle[1])) < _BESIDE]
    return near or moves


class WeakPlayer:
    """Plays a level with a horizon on a compiled board without a tree, move for move as the level's mind plays. A
    mind's values at the horizon equal plain minimax, so the compiled search alone is enough, and an oversight needs no
    search at all. Matches of many games take a tenth of the time. ``game`` needs gravity, because on other boards a
    mind may use up the budget before the horizon."""

    def __init__(self, game: LineGame, level: Level, kernels: Kernels) -> None:
        self.game, self.level = game, level
        deep = (level.horizon or 0) > _DEEP and len(kernels.table) > 0
        self._kernels = replace(kernels, table=new_table(_TABLE_MB)) if deep else kernels
        self._leaf: LeafJob = self._kernels.leaf(remembers=deep)
        self._deep = deep

    def move(self, moves: Sequence[Move], seed: int) -> Move:
        """Returns the move that the level's mind with this ``seed`` plays after ``moves``."""
        state, rng = replay(self.game, moves), dice(seed, moves)
        oversight = has_oversight(self.level, rng)
        values = {} if oversight else self._values(state, len(moves))
        return pick_move(self.game, state, self.level, values, oversight, rng)

    def chances(self, moves: Sequence[Move]) -> dict[Move, float]:
        """Returns the probability of each move after ``moves``, over all seeds, without moves of probability 0."""
        state, chances = replay(self.game, moves), dict[Move, float]()
        for oversight, share in ((True, self.level.miss), (False, 1 - self.level.miss)):
            values = {} if oversight else self._values(state, len(moves))
            for move, chance in odds(*_candidates(self.game, state, self.level, values, oversight)).items():
                if share * chance:
                    chances[move] = chances.get(move, 0.0) + share * chance
        return chances

    def chances_without_oversight(self, state: LineState) -> dict[Move, float]:
        """Returns the probability of each move of ``state`` when the level overlooks nothing."""
        return odds(*_candidates(self.game, state, self.level, self._values(state, state.ply), False))

    def _values(self, state: LineState, ply: int) -> dict[Move, float]:
        """Returns the value of every move for the side to move, in the order of a tree, which decides the draws."""
        game = self.game
        values = memorised_values(game, state, ply, self.level)
        if values:
            return values
        depth = min(self.level.horizon or 0, game.max_plies - ply) - 1
        if self._deep:
            self._kernels.table[:] = 0  # a deeper search of an earlier position would answer otherwise
        for move in reversed(game.moves(state)):
            after = game.play(state, move)
            end = game.outcome(after)
            if end is None:
                for less in range(_FIRST, depth, _STEP) if self._deep else ():
                    self._leaf(after, less, -1.0, 1.0).result()
                values[move] = -self._leaf(after, depth, -1.0, 1.0).result()
            else:
                values[move] = value_of(number_of_outcome(game, end, ply + 1, game.to_move(state)))
        return values


def weak_player(game: Game[Any], level: Level) -> WeakPlayer | None:
    """Returns the level's player without a tree. None: the level needs a mind, without gravity or a horizon."""
    kernels = KERNEL_CACHE.kernels_for(game)
    if kernels is None or not drops(game) or not isinstance(game, LineGame) or level.horizon is None:
        return None
    return WeakPlayer(game, level, kernels)
