"""Measures the points that pondering gains at equal clocks: ``python -m engine.workshop.bench.pondering_points 20 0.05
connect4-8x8``: pairs of games, seconds a move, games by name.

Two minds of level 10 play from random openings, each opening with both colours. Both have the same processor time for
each move, and one of them also thinks while the other does. Their tables are their own, and no book is read. A line
holds the points with the standard error, and the share of the tree that a reply leaves to the one that ponders.
"""

import math
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any

from engine.games import Game, Move, find
from engine.games.openings import random_opening
from engine.mind.mind import Mind
from engine.mind.planner import Purpose

LEVEL, OPENING = 10, 6


@dataclass(frozen=True, slots=True)
class Played:
    """Holds the score of the mind that ponders: 1, a half, or 0, and the shares of its tree that were kept."""

    score: float
    kept: list[float]


def _think(mind: Mind, purpose: Purpose, seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end and mind.work(purpose):
        pass


def play(game: Game[Any], opening: tuple[Move, ...], seconds: float, ponderer: int, seed: int) -> Played:
    """Plays one game. The mind of side ``ponderer`` (0 or 1) ponders."""
    minds = [Mind(game, LEVEL, seed + side, uses_book=False) for side in (0, 1)]
    line, shares = list(opening), list[float]()
    state = minds[0].state
    for move in line:
        state = game.play(state, move)
    while game.outcome(state) is None:
        side = int(game.to_move(state))
        for mind in minds:
            mind.follow(line)
        _think(minds[side], Purpose.CHOOSE, seconds)
        move = minds[side].answer().move
        if side != ponderer:
            _think(minds[ponderer], Purpose.PONDER, seconds)
        line.append(move)
        state = game.play(state, move)
        minds[ponderer].follow(line)
        kept = minds[ponderer].kept
        if side != ponderer and kept.kept + kept.pruned:
            shares.append(kept.kept / (kept.kept + kept.pruned))
    for mind in minds:
        mind.close()
    outcome = game.outcome(state)
    winner = outcome.winner if outcome else None
    return Played(0.5 if winner is None else float(int(winner) == ponderer), shares)


def games(game: Game[Any], pairs: int, seconds: float, seed: int = 1) -> Iterator[Played]:
    """Plays ``pairs`` openings, each with both colours."""
    rng = random.Random(seed)
    for pair in range(pairs):
        opening = random_opening(game, OPENING, rng.randrange(1 << 20))
        for ponderer in (0, 1):
            yield play(game, opening, seconds, ponderer, seed + 10 * pair)


def points(scores: list[float]) -> tuple[float, float]:
    """Returns the difference of ratings that gives such a mean score, and its standard error. A half is added to each
    side, so that no difference is infinite."""
    share = (sum(scores) + 0.5) / (len(scores) + 1)
    error = stdev([*scores, 0.5]) / math.sqrt(len(scores)) if len(scores) > 1 else 0.5
    return 400 * math.log10(share / (1 - share)), 400 / math.log(10) * error / (share * (1 - share))


def line(name: str, played: list[Played], seconds: float) -> str:
    """Returns the line of a board."""
    gained, error = points([one.score for one in played])
    kept = [share for one in played for share in one.kept]
    won = sum(one.score for one in played)
    told = f"{gained:+.0f} ± {error:.0f} points" if played else ""
    return f"{name}  {len(played)} games of {seconds:g} s a move  {won:g} won  {told}  kept {mean(kept or [0.0]):.0%}"


def main() -> None:
    """Prints the line of each game again after every pair, so that an end at any time leaves a result."""
    pairs, seconds, *names = sys.argv[1:]
    for name in names:
        played = list[Played]()
        for one in games(find(name), int(pairs), float(seconds)):
            played.append(one)
            if len(played) % 2 == 0:
                print(line(name, played, float(seconds)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
