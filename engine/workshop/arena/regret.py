"""Measures regret: the cost of a level's moves, by the exact results of a fixed set of positions. The positions come
from games between levels, drawn by a seed. The solver scores every move of each position. A level then chooses in each
position, and the choice is compared with the best move."""

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.arena.contest.verdicts import JudgedPosition, loss
from engine.games import Game, GameError, LineGame, LineState, Move, find, replay, write
from engine.games.openings import random_opening
from engine.mind.levels.level import LEVELS, find_level
from engine.mind.levels.weak_play import weak_player
from engine.mind.mind import Mind
from engine.mind.search.kernels import KERNEL_CACHE
from engine.players import play, think
from engine.solver.analysis import Analysis
from engine.solver.book.book import book_of
from engine.solver.solver import Solver
from engine.workshop.pool import Job, LocalPool, Pool

PLIES = range(6, 31)  # plies of the positions

_ALL_LEVELS = tuple(level.number for level in LEVELS)


@dataclass(frozen=True, slots=True)
class Regret:
    """Holds the cost of one level's choices, as means over all random draws where the chances are known."""

    level: int
    positions: int
    kept: float  # share of choices that keep the exact result (win, draw or loss)
    plies: float  # mean loss in plies


@dataclass(frozen=True, slots=True)
class Candidate:
    """Names the game of which one position may be judged: the position at ``ply``, if the game lasts so long."""

    game: str
    number: int
    sides: tuple[int, int]  # the levels of both sides
    ply: int


def candidates(game: str, seed: int) -> Iterator[Candidate]:
    """Yields candidates without end. The same seed draws the same ones."""
    rng, number = random.Random(f"regret {seed}"), seed * 10_000
    while True:
        number += 1
        yield Candidate(game, number, (rng.randrange(1, 9), rng.randrange(1, 9)), rng.choice(PLIES))


def judge(candidate: Candidate) -> JudgedPosition | None:
    """Returns the position of a candidate, None if it decides nothing. Raises GameError without an exact solver."""
    game = find(candidate.game)
    solver = _solver_of(game)
    start = random_opening(game, 4, candidate.number)
    cut = play(game, candidate.sides, start, candidate.number).moves[: candidate.ply]
    state = replay(game, cut)
    if not isinstance(game, LineGame) or not isinstance(state, LineState) or game.outcome(state) is not None:
        return None
    scores = Analysis(solver, game, state, book_of(game)).scores()
    return JudgedPosition(cut, scores) if len({(score.winner, score.plies) for score in scores.values()}) > 1 else None


def positions(game: Game[Any], count: int, seed: int = 1, pool: Pool | None = None) -> Iterator[JudgedPosition]:
    """Yields different positions from games between levels, where not every move has the same exact score. Without a
    ``pool`` this process plays and judges the games. Raises GameError if the game has no exact solver."""
    _solver_of(game)
    seen: set[LineState] = set()
    found = (pool or LocalPool(1)).over(Job(judge, _prepare, (game.name,)), candidates(game.name, seed))
    for position in found:
        state = replay(game, position.moves) if position else None
        if position and isinstance(state, LineState) and state not in seen:
            seen.add(state)
            yield position
            if len(seen) == count:
                return


def _prepare(game: str) -> None:
    KERNEL_CACHE.kernels_for(find(game))


def _solver_of(game: Game[Any]) -> Solver:
    kernels = KERNEL_CACHE.kernels_for(game)
    if kernels is None or kernels.solver is None or not isinstance(game, LineGame):
        raise GameError(f"{game.title} has no exact solver to judge by; connect4 has one")
    return kernels.solver


@dataclass(frozen=True, slots=True)
class Choice:
    """Describes one choice of a level. ``seed`` is used where the chances are unknown."""

    game: str
    level: int
    seed: int
    position: JudgedPosition


def cost(choice: Choice) -> tuple[float, float]:
    """Returns how probably a level keeps the exact result in a position, and the mean loss in plies."""
    game, position, level = find(choice.game), choice.position, choice.level
    player, kept, lost = weak_player(game, find_level(level)), 0.0, 0.0
    best = max(position.scores.values())
    chances = player.chances(position.moves) if player else _choice(game, level, position, choice.seed)
    for move, chance in chances.items():
        kept += chance * (position.scores[move].sign == best.sign)
        lost += chance * loss(game, position, move)
    return kept, lost


def table(
    game: Game[Any],
    judged: Sequence[JudgedPosition],
    seed: int = 1,
    *,
    levels: Sequence[int] = _ALL_LEVELS,
    pool: Pool | None = None,
) -> Iterator[Regret]:
    """Measures the choices of levels in every position. Without a ``pool`` this process makes the choices. ``seed``
    is the seed of choices without known chances. Such a level chooses once in each position."""
    choices = [
        Choice(game.name, level, seed * 10_000 + number, position)
        for level in levels
        for number, position in enumerate(judged)
    ]
    costs = (pool or LocalPool(1)).over(Job(cost, _prepare, (game.name,)), choices)
    for level in levels:
        kept, lost = zip(*itertools.islice(costs, len(judged)), strict=True)
        yield Regret(level, len(judged), math.fsum(kept) / len(judged), math.fsum(lost) / len(judged))


def _choice(game: Game[Any], level: int, position: JudgedPosition, seed: int) -> dict[Move, float]:
    mind = Mind(game, level, seed)
    move = think(mind, position.moves)
    mind.close()
    return {move: 1.0}


def record(game: Game[Any], judged: Sequence[JudgedPosition], regrets: Sequence[Regret]) -> dict[str, Any]:
    """Returns positions (as in addresses) and regrets (share kept, mean loss in plies) as JSON."""
    return {
        "game": game.name,
        "positions": [write(game, position.moves) for position in judged],
        "levels": {str(one.level): {"kept": round(one.kept, 4), "plies": round(one.plies, 3)} for one in regrets},
    }
