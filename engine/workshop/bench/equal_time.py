"""Plays level 10 against an outside engine at equal processor time: ``python -m engine.workshop.bench.equal_time
connect4-8x8 100 0.1 GAMES.jsonl "COMMAND 0.1"``: game, games, seconds a move, a file that keeps the games, the engine.
The engine is told no time, and counts the same seconds for itself, as four_the_win.c beside this file does.

By the clock on the wall a busy machine gives two programs unequal time. The seconds printed are what each really took,
in the games of this run: games in the file are not played again."""

import itertools
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engine.arena.match import match, openings
from engine.arena.pipe import PipePlayer
from engine.games import Move, find
from engine.mind.planner import Purpose
from engine.players import LevelPlayer
from engine.workshop.bench.pondering_points import LEVEL, points

PLIES = 6  # drawn by lot before the engines play


class TimedLevel(LevelPlayer):
    """Plays the strongest level, with so many seconds of processor time a move, and counts what it takes."""

    def __init__(self, game_name: str, seconds: float) -> None:
        super().__init__(find(game_name), LEVEL)
        self.key = f"{self.key}/{seconds:g}s"
        self.moves, self.taken, self._seconds = 0, 0.0, seconds

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the best move that was found in the time."""
        begun = time.process_time()
        self.mind.follow(moves)
        while time.process_time() - begun < self._seconds and self.mind.work(Purpose.CHOOSE):
            pass
        move = self.mind.answer().move
        self.moves, self.taken = self.moves + 1, self.taken + time.process_time() - begun
        return move


class CountedPipe(PipePlayer):
    """Plays through an outside engine, and counts the moves."""

    asked = 0

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the engine's move."""
        self.asked += 1
        return super().move(moves)


def main(name: str, count: int, seconds: float, store: Path, command: str) -> None:
    """Prints the score after every pair of games, so that an end at any time leaves a result, and the times."""
    game, ours, before = find(name), TimedLevel(name, seconds), _children()
    theirs = CountedPipe(game, command)
    scores, tally = list[float](), [0, 0, 0]
    starts = itertools.islice(openings(game, "random", 1, PLIES), count)
    for played, is_first in match(game, ours, theirs, starts, store=store):
        scores.append(played.points(is_first))
        tally[round(2 - 2 * scores[-1])] += 1
        if len(scores) % 2 == 0:
            gained, error = points(scores)
            won, drawn, lost = tally
            told = f"{name} {len(scores)} games against {theirs.name}: {won} won, {drawn} drawn, {lost} lost"
            print(f"{told}, {gained:+.0f} ± {error:.0f} points", flush=True)  # noqa: T201
    ours.close()
    theirs.close()
    if ours.moves and theirs.asked:
        mine, other = ours.taken / ours.moves, (_children() - before) / theirs.asked
        print(f"seconds a move: {mine:.3f}, {theirs.name} {other:.3f}")  # noqa: T201


def _children() -> float:
    """Returns the processor time of the processes that this one started and that have ended, in seconds."""
    used = os.times()
    return used.children_user + used.children_system


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), Path(sys.argv[4]), sys.argv[5])
