"""Writes a game as text, ply by ply, in the format of the playthrough files.

``python -m tests.engine.games.playthrough NAME`` writes the file of a new game, by random moves of a fixed seed.
"""

import random
import sys
from pathlib import Path
from typing import Any

from engine.games import CHANCE, Game, Move, find, write

FOLDER = Path(__file__).parent / "playthroughs"


def playthrough(game: Game[Any], moves: list[Move]) -> str:
    """Returns all answers of the rules in each state of one game."""
    state = game.initial()
    text = [f"game: {game.name}", f"title: {game.title}", f"moves: {write(game, moves)}", ""]
    for ply, move in enumerate([*moves, None]):
        text += [
            f"# state {ply}",
            game.describe(state),
            f"key: {game.key(state)!r}",
            f"cells: {len(game.cells(state))}",
        ]
        outcome = game.outcome(state)
        if outcome is None:
            mover = game.to_move(state)
            text.append(f"to move: {mover.name}")
            text.append(f"legal: {' '.join(map(str, game.moves(state)))}")
            if mover is CHANCE:
                text.append(f"lots: {' '.join(f'{lot}={chance:.6f}' for lot, chance in game.outcomes(state))}")
            else:
                text.append(f"evaluation: {game.evaluate(state, mover):.6f}, quiet: {game.is_quiet(state)}")
        else:
            winner = "nobody" if outcome.winner is None else outcome.winner.name
            text.append(f"over: {winner} wins, line {list(outcome.line)}")
        if move is not None:
            text += [f"plays: {game.move_words(move)}", ""]
            state = game.play(state, move)
    return "\n".join(text) + "\n"


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
