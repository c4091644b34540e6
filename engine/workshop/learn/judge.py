"""Judges an evaluation: by positions of known results, and by games against another evaluation.

``keeps`` is the share of the judge's positions where the best move in sight keeps the result. Equal moves count alike.
Set A and set B (``positions.py``) count alike. With some 2,300 positions the standard error is 0.9 points: smaller
differences than 2.5 points are noise.
"""

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from engine.games import LineGame, Move, Player, replay
from engine.games.openings import random_opening
from engine.mind.search import gravity_kernel, placement_kernel
from engine.mind.search.kernels import Kernels
from engine.mind.search.leaf import LeafJob, new_table
from engine.nets.judging import LEARNT
from engine.nets.layout import Compiled
from engine.nets.net import Net
from engine.workshop.learn.positions import Judged

OPENINGS = range(4, 9)  # random plies at the beginning of a match game. Each length is equally frequent
TABLE_MB = 16.0  # the transposition table of each side of a match, in MiB


def kernels(game: LineGame, judging: str, net: Net | None = None, *, remembers: bool = False) -> Kernels:
    """Returns a board's depth-limited search with one way to judge, ``remembers``: with a new table."""
    board = (game.width, game.height, game.connect)
    if game.gravity:
        search = gravity_kernel.build(*board, remembers=remembers, judging=judging)
    else:
        search = placement_kernel.build(*board, judging=judging)
    compiled = Compiled(game, net) if net and judging == LEARNT else None
    return Kernels(search, None, new_table(TABLE_MB if remembers else 2**-16, search.words), compiled)


def keeps(game: LineGame, positions: Sequence[Judged], leaf: LeafJob, depth: int) -> float:
    """Returns the share of positions in which a search of ``depth`` plies keeps the result, over both sets."""
    shares: dict[str, list[float]] = {}
    for position in positions:
        values = {}
        for move in position.results:
            after = game.play(position.state, move)
            end = game.outcome(after)
            values[move] = 0.0 if end else -leaf(after, depth - 1, -1.0, 1.0).result()
        top = max(values.values())
        best = [move for move, value in values.items() if value == top]
        kept = [position.results[move] == position.best for move in best]
        shares.setdefault(position.kind, []).append(fmean(kept))
    return fmean(fmean(share) for share in shares.values())


@dataclass
class Searcher:
    """Plays by iterative deepening with a transposition table, so many positions a move, or to a fixed depth."""

    game: LineGame
    kernels: Kernels
    budget: int = 1 << 60  # positions a move; the move of the last whole iteration is played
    depth: int = 99  # the last iteration in plies
    positions: int = 0  # searched so far
    seconds: float = 0.0  # processor time so far

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the move after ``moves``."""
        started = time.process_time()
        state = replay(self.game, moves)
        leaf, left, found = self.kernels.leaf(remembers=True), self.budget, self.game.moves(state)[0]
        for depth in range(1, min(self.depth, self.game.max_plies - state.ply) + 1):
            job = leaf(state, depth, -1.0, 1.0)
            done = job.run(left)
            left -= job.nodes
            self.positions += job.nodes
            if not done and depth > 1:
                break
            while not done:
                done = job.run(self.budget)
            found = job.move or found
            if abs(job.value) >= 0.9 or left <= 0:
                break
        self.seconds += time.process_time() - started
        return found

    def clear(self) -> None:
        """Empties the table before a new game, so that no game depends on the game before."""
        self.kernels.clear()


def duel(game: LineGame, one: Searcher, two: Searcher, games: int, seed: int = 1) -> Iterator[float]:
    """Yields the points of ``one`` in an even number of games from random openings, each with both colours."""
    for number in itertools.count(seed * 10_000):
        start = random_opening(game, OPENINGS[number % len(OPENINGS)], number)
        for is_first in (True, False):
            if games == 0:
                return
            games -= 1
            one.clear()
            two.clear()
            moves, state = list(start), replay(game, start)
            while (end := game.outcome(state)) is None:
                mover = one if (game.to_move(state) is Player.FIRST) == is_first else two
                moves.append(mover.move(moves))
                state = game.play(state, moves[-1])
            yield 0.5 if end.winner is None else float((end.winner is Player.FIRST) == is_first)


def equal_time(game: LineGame, one: Searcher, two: Searcher, budget: int, seed: int = 77) -> float:
    """Sets the budgets of two searchers for equal time a move, by eight games on other openings. ``two`` gets
    ``budget`` positions a move. Returns how many times as long ``one`` takes for a position."""
    one.budget = two.budget = budget
    for _ in duel(game, one, two, 8, seed):
        pass
    ratio = (one.seconds / one.positions) / (two.seconds / two.positions)
    one.budget = round(budget / ratio)
    for player in (one, two):
        player.positions, player.seconds = 0, 0.0
    return ratio


def points(results: Iterator[float]) -> dict[str, Any]:
    """Returns won, drawn and lost games, and the share of points."""
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    for result in results:
        counts[result] += 1
    total = sum(counts.values())
    share = (counts[1.0] + counts[0.5] / 2) / total
    return {"won": counts[1.0], "drawn": counts[0.5], "lost": counts[0.0], "share": share}
