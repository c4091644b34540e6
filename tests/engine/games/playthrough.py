"""Writes a game as text, ply by ply, in the format of the playthrough files.

``python -m tests.engine.games.playthrough NAME`` writes the file of a new game, by random moves of a fixed seed.
"""

import random
import sys
from itertools import zip_longest
from pathlib import Path
from typing import Any

from engine.games import CHANCE, Game, Move, find, write

FOLDER = Path(__file__).parent / "playthroughs"
WIDTH = 120
"""Letters of a line of pictures."""


def playthrough(game: Game[Any], moves: list[Move]) -> str:
    """Returns all answers of the rules in each state of one game: pictures side by side, and a line for each."""
    states = [game.initial()]
    for move in moves:
        states.append(game.play(states[-1], move))
    pictures = [game.describe(state) for state in states]
    count = WIDTH // (3 + max(len(line) for picture in pictures for line in picture.split("\n")))
    plays = [*(f"plays {game.move_words(move)}" for move in moves), ""]
    text = [f"game: {game.name}", f"title: {game.title}", f"moves: {write(game, moves)}"]
    for first in range(0, len(states), count):
        text += ["", *_side_by_side(pictures[first : first + count])]
        for ply, state in enumerate(states[first : first + count], first):
            text.append(f"{ply}: {_answers(game, state)} {plays[ply]}".rstrip())
    return "\n".join(text) + "\n"


def _side_by_side(pictures: list[str]) -> list[str]:
    """Returns the lines of all pictures, each picture as wide as its widest line."""
    columns = [picture.split("\n") for picture in pictures]
    widths = [max(map(len, lines)) for lines in columns]
    rows = zip_longest(*columns, fillvalue="")
    return ["   ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _answers(game: Game[Any], state: Any) -> str:
    """Returns what the rules say of one state, without its picture."""
    known = f"{game.key(state)!r}, {len(game.cells(state))} cells,"
    if (outcome := game.outcome(state)) is not None:
        winner = "nobody" if outcome.winner is None else outcome.winner.name
        return f"{known} over: {winner} wins, line {list(outcome.line)}"
    mover = game.to_move(state)
    if mover is CHANCE:
        return f"{known} lots {' '.join(f'{lot}={chance:.6f}' for lot, chance in game.outcomes(state))}"
    legal = " ".join(map(str, game.moves(state)))
    quiet = "quiet" if game.is_quiet(state) else "forced"
    return f"{known} {mover.name}: {legal}, worth {game.evaluate(state, mover):.6f}, {quiet}"


def random_line(game: Game[Any], seed: int) -> list[Move]:
    """Returns random moves to the end of a game."""
    rng, state, moves = random.Random(seed), game.initial(), []
    while game.outcome(state) is None:
        moves.append(rng.choice(list(game.moves(state))))
        state = game.play(state, moves[-1])
    return moves


if __name__ == "__main__":
    for name in sys.argv[1:]:
        chosen = find(name)
        (FOLDER / f"{name}.txt").write_text(playthrough(chosen, random_line(chosen, 4)), encoding="utf-8")
