"""Measures regret: the cost of a level's moves, by the exact results of a fixed set of positions.

The positions come from games between levels, drawn by a seed; the solver scores every move of each position. A level
then chooses in each position, and the choice is compared with the best move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.arena.match import play, random_opening
from engine.arena.players import think
from engine.games import Game, GameError, LineGame, LineState, Move, Score, replay, write
from engine.mind.levels.level import LEVELS, find_level
from engine.mind.levels.weak_play import weak_player
from engine.mind.mind import Mind
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.analysis import Analysis
from engine.solver.book.book import book_of

PLIES = range(6, 31)
"""Plies of the positions."""

_SLIP = 1
"""Plies between a draw and the longest win or defence."""


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """Holds one position and the exact result of every move, for the side to move."""

    moves: tuple[Move, ...]
    scores: dict[Move, Score]


@dataclass(frozen=True, slots=True)
class Regret:
    """Holds the cost of one level's choices, as means over all random draws where the chances are known.

    Args:
        level: 1 to 10.
        positions: the number of positions.
        kept: the share of choices that keep the exact result (win, draw or loss).
        plies: the mean loss in plies.
    """

    level: int
    positions: int
    kept: float
    plies: float


def positions(game: Game[Any], count: int, seed: int = 1) -> Iterator[JudgedPosition]:
    """Yields different positions from games between levels, where not every move has the same exact score.

    Raises:
        GameError: the game has no exact solver.
    """
    kernels = KERNEL_CACHE.kernels_for(game)
    if kernels is None or kernels.solver is None or not isinstance(game, LineGame):
        raise GameError(f"{game.title} has no exact solver to judge by; connect4 has one")
    rng, number = random.Random(f"regret {seed}"), seed * 10_000
    seen: set[LineState] = set()
    while len(seen) < count:
        number += 1
        sides = (rng.randrange(1, 9), rng.randrange(1, 9))
        line = play(game, sides, random_opening(game, 4, number), number).moves
        cut = line[: rng.choice(PLIES)]
        state = replay(game, cut)
        if not isinstance(state, LineState) or game.outcome(state) is not None or state in seen:
            continue
        scores = Analysis(kernels.solver, game, state, book_of(game)).scores()
        if len({(score.winner, score.plies) for score in scores.values()}) > 1:
            seen.add(state)
            yield JudgedPosition(cut, scores)


def measure(game: Game[Any], judged: Sequence[JudgedPosition], level: int, seed: int = 1) -> Regret:
    """Measures the choices of one level in every position.

    Args:
        game: the rules.
        judged: the positions.
        level: 1 to 10. A level without known chances chooses once in each position.
        seed: the seed of such a choice.
    """
    player, kept, lost = weak_player(game, find_level(level)), 0.0, 0.0
    for number, position in enumerate(judged):
        best = max(position.scores.values())
        chances = player.chances(position.moves) if player else _choice(game, level, position, seed * 10_000 + number)
        for move, chance in chances.items():
            chosen = position.scores[move]
            kept += chance * (chosen.sign == best.sign)
            lost += chance * loss(game, position, move)
    return Regret(level, len(judged), kept / len(judged), lost / len(judged))


def _choice(game: Game[Any], level: int, position: JudgedPosition, seed: int) -> dict[Move, float]:
    mind = Mind(game, level, seed)
    move = think(mind, position.moves)
    mind.close()
    return {move: 1.0}


def table(game: Game[Any], judged: Sequence[JudgedPosition], seed: int = 1) -> Iterator[Regret]:
    """Measures every level, from the first to the last."""
    for level in LEVELS:
        yield measure(game, judged, level.number, seed)


def record(game: Game[Any], judged: Sequence[JudgedPosition], regrets: Sequence[Regret]) -> dict[str, Any]:
    """Returns positions (as in addresses) and regrets (share kept, mean loss in plies) as JSON."""
    return {
        "game": game.name,
        "positions": [write(game, position.moves) for position in judged],
        "levels": {str(one.level): {"kept": round(one.kept, 4), "plies": round(one.plies, 3)} for one in regrets},
    }


def loss(game: Game[Any], position: JudgedPosition, move: Move) -> int:
    """Returns the plies that a move loses against the best move."""
    ply, best = len(position.moves), max(position.scores.values())
    return _rank(game, best, ply) - _rank(game, position.scores[move], ply)


def _rank(game: Game[Any], score: Score, ply: int) -> int:
    """Returns a result on one scale of plies: a ply sooner or later is 1, a draw lies just beyond the longest win."""
    longest = game.max_plies - ply + _SLIP
    return score.sign * (longest - score.plies)
