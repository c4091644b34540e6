"""Writes cards in the forms in which others publish solutions.

``branches.json`` tells for the moves that lead to a position with the side to move what the side does there: a column
as text, or the number of a diagram from 0, by which it plays from then on. ``steady_states.json`` holds the diagrams:
the rows of the board, the top row first, with a level from 0 to f in each cell. Every position stands once, in one of
its two orientations. In the form before, a diagram belongs to one position: it has ``R`` and ``Y`` for the stones of
the first and the second player there, and the branches leave that position out. Where the side is the second player,
keys have an odd number of moves: others publish only the first player's win.
"""

import json
from pathlib import Path

from engine.cards.check import Board, Part, RefusedError, Stones, bits, checked

STATES, BRANCHES = "steady_states.json", "branches.json"
BEFORE = "before_sharing"
"""The folder of the form in which no diagrams are shared."""

Branches = dict[str, str | int]
Diagrams = list[list[str]]


def export(lines: list[str], folder: Path) -> tuple[int, int, int]:
    """Writes a part into a folder, and in the form before sharing into a folder in it. Returns the numbers of diagrams,
    leaves and branches. Raises RefusedError if the part is refused, or the board has columns of two digits."""
    why, part = checked(lines)
    if why:
        raise RefusedError(why)
    if part.board.width > 9:
        raise RefusedError("only cards of boards of at most nine columns can be published")
    branches, diagrams = shared(lines, part)
    alone = [
        _with_stones(part.board, diagrams[int(word[1:]) - 1], at, word[0] == "m", " second " in lines[0])
        for _, at, word in part.tree
        if not word.isdigit()
    ]
    moves = {key: what for key, what in branches.items() if isinstance(what, str)}
    for inner, files in ((folder, (branches, diagrams)), (folder / BEFORE, (moves, alone))):
        inner.mkdir(parents=True, exist_ok=True)
        for name, content in zip((BRANCHES, STATES), files, strict=True):
            (inner / name).write_text(json.dumps(content, indent=2) + "\n")
    return len(diagrams), len(alone), len(moves)


def shared(lines: list[str], part: Part) -> tuple[Branches, Diagrams]:
    """Returns the branches and the diagrams of a part that was checked, in the newest form."""
    width, branches = part.board.width, Branches()
    for path, _, word in part.tree:
        moves = [width + 1 - int(move) if word[0] == "m" else int(move) for move in path.split()]
        branches["".join(map(str, moves))] = word if word.isdigit() else int(word[1:]) - 1
    return branches, [[card[at : at + width] for at in range(0, len(card), width)] for card in lines[2:]]


def _with_stones(board: Board, rows: list[str], at: Stones, mirrored: bool, second: bool) -> list[str]:
    cells = [list(row) for row in rows]
    for owner, stones in zip("YR" if second else "RY", at, strict=True):
        for cell in bits(board.flip(stones) if mirrored else stones):
            column, row = divmod(cell.bit_length() - 1, board.step)
            cells[-1 - row][column] = owner
    return ["".join(row) for row in cells]
