"""Plays the pondering engine against itself without pondering: is thinking on the opponent's time worth points?

Both sides are perfect minds with equal clocks and separate trees and tables. One side also thinks during the
opponent's turn, exactly as long. A clock counts positions, so that an equal seed repeats every game on any machine, or
seconds of processor time. Time overrun in a search is taken from the next turn. Openings are paired, colours swapped.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.arena.jsonl import append_record, read_records
from engine.arena.match import random_opening
from engine.games import Game, Move, Player
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE, Kernels

OPENING_PLIES = 4
TABLE_MB, TREE_MB = 4.0, 16.0
"""Size in MiB of each of a mind's two tables, and of the tree."""
SLICES = 10
"""Slices of one budget, so all searches by turns have turns within the budget."""


@dataclass(frozen=True, slots=True)
class Match:
    """Describes a match.

    Args:
        nodes: positions for a move; 0: ``seconds`` counts.
        seconds: processor time for a move.
    """

    game: str
    nodes: int = 20_000
    seconds: float = 0.0
    seed: int = 1

    @property
    def budget(self) -> float:
        """Returns the budget of a move, in the clock's unit."""
        return self.nodes or self.seconds


@dataclass(frozen=True, slots=True)
class Result:
    """Holds one game.

    Args:
        number: the number of the game; odd games repeat an opening with colours swapped.
        points: points of the pondering side: 1, 0.5 or 0.
        hits: replies that the pondering side had expected.
        asked: replies about which the pondering side had an expectation.
    """

    number: int
    moves: tuple[Move, ...]
    points: float
    hits: int
    asked: int

    @property
    def ponders(self) -> Player:
        """Returns the pondering side."""
        return Player.SECOND if self.number % 2 else Player.FIRST


def run(match: Match, game: Game[Any], store: Path) -> Iterator[Result]:
    """Yields game after game without end: first the games of ``store``, then new games, added to ``store``.

    Raises:
        ValueError: the game has no compiled solver.
    """
    shared = KERNEL_CACHE.kernels_for(game)
    if shared is None or shared.solver is None or not game.board_size():
        raise ValueError(f"{game.title} has no exact solver; the boards with gravity have one, such as connect4-8x7")
    named = asdict(match)
    games = {}
    for record in read_records(store):
        if record.get("match") == named:
            played = record["played"]
            games[played["number"]] = Result(**{**played, "moves": tuple(played["moves"])})
    kernels = (shared.with_own_tables(TABLE_MB), shared.with_own_tables(TABLE_MB))
    number = 0
    while True:
        if number not in games:
            games[number] = _play(match, game, number, kernels)
            append_record(store, {"match": named, "played": asdict(games[number])})
        yield games[number]
        number += 1


def pairs(results: list[Result]) -> list[float]:
    """Returns the points of the pondering side in each whole pair of games, 0 to 2."""
    return [a.points + b.points for a, b in zip(results[::2], results[1::2], strict=False)]


def _play(match: Match, game: Game[Any], number: int, kernels: tuple[Kernels, ...]) -> Result:
    start = random_opening(game, OPENING_PLIES, match.seed * 100_000 + number // 2)
    for side in kernels:
        side.clear()
    minds = [Mind(game, seed=2 * number + side, cap_mb=TREE_MB, kernels=kernels[side]) for side in (0, 1)]
    ponderer = Player.SECOND if number % 2 else Player.FIRST
    moves, hits, asked = list(start), 0, 0
    clocks = [_Clock(match, mind) for mind in (*minds, minds[ponderer])]
    for mind in minds:
        mind.follow(moves)
    while (end := game.outcome(state := minds[0].state)) is None:
        mover = Player(game.to_move(state))
        spent = clocks[mover].think(Purpose.CHOOSE, match.budget)
        move = minds[mover].answer().move
        if mover is not ponderer:
            clocks[-1].think(Purpose.PONDER, spent)
            guess = minds[ponderer].digest().expected
            asked += guess is not None
            hits += guess == move
        moves.append(move)
        for mind in minds:
            mind.follow(moves)
    for mind in minds:
        mind.close()
    points = 0.5 if end.winner is None else float(end.winner is ponderer)
    return Result(number, tuple(moves), points, hits, asked)


class _Clock:
    """Limits the effort of a mind, and takes an overrun from the next turn."""

    def __init__(self, match: Match, mind: Mind) -> None:
        self.mind, self.counts = mind, match.nodes > 0
        self.over = 0.0

    def think(self, purpose: Purpose, budget: float) -> float:
        """Thinks for ``budget``, or until nothing is left to search; returns the effort spent."""
        begin, allowed = self._now(), budget - self.over
        part = budget / SLICES
        while (left := allowed - (self._now() - begin)) > 0:
            more = self.mind.work(purpose, math.inf, min(left, part)) if self.counts else self.mind.work(purpose, part)
            if not more:
                break
        spent = self._now() - begin
        self.over = max(0.0, spent - allowed)
        return spent

    def _now(self) -> float:
        return self.mind.nodes if self.counts else time.thread_time()
