"""Writes cards in the forms in which others publish solutions, and reads the newest form.

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
        _with_stones(part.board, diagrams[number], at, " second " in lines[0])
        for number, at in (
            (int(word[1:]) - 1, _seen(part.board, at, word)) for _, at, word in part.tree if word[0] in "cm"
        )
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


def read(folder: Path, claim: str) -> list[str]:
    """Returns the lines of a part that says what the files of the newest form in a folder say. ``claim`` is its first
    line. Raises RefusedError if they say nothing of a position, or something that is not needed."""
    branches, diagrams = (json.loads((folder / name).read_text()) for name in (BRANCHES, STATES))
    return lines_of(branches, diagrams, claim)


def lines_of(branches: Branches, diagrams: Diagrams, claim: str) -> list[str]:
    """Does what ``read`` does with the content of the files."""
    return _Reader(claim, branches, diagrams).lines


def _seen(board: Board, at: Stones, word: str) -> Stones:
    return (board.flip(at[0]), board.flip(at[1])) if word[0] == "m" else at


def _with_stones(board: Board, rows: list[str], at: Stones, second: bool) -> list[str]:
    cells = [list(row) for row in rows]
    for owner, stones in zip("YR" if second else "RY", at, strict=True):
        for cell in bits(stones):
            column, row = divmod(cell.bit_length() - 1, board.step)
            cells[-1 - row][column] = owner
    return ["".join(row) for row in cells]


class _Reader(Part):
    """Walks the positions as the checker does, and writes the opening instead of reading it."""

    def __init__(self, claim: str, branches: Branches, diagrams: Diagrams) -> None:
        super().__init__()
        second = " second " in claim
        self.board = Board(len(diagrams[0][0]), len(diagrams[0]), int(claim.split()[1]))
        self.wins, self._second = " wins" in claim, second
        self._said = dict[Stones, tuple[str | int, bool]]()
        for key, what in branches.items():
            at = self._stones(key)
            if at in self._said:
                raise RefusedError(f"the position after {key} stands twice")
            self._said |= {(self.board.flip(at[0]), self.board.flip(at[1])): (what, True), at: (what, False)}
        self._opening, self._diagrams = list[str](), diagrams
        self._numbers = dict[str, str]()
        (self._replies if second else self._turn)((0, 0))
        if len(self._opening) < len(branches):
            raise RefusedError("a branch is not needed")
        if len({word[1:] for word in self._opening if not word.isdigit()}) < len(diagrams):
            raise RefusedError("a diagram is not needed")
        self.lines = [claim, " ".join(self._opening), *("".join(rows) for rows in diagrams)]

    def _stones(self, key: str) -> Stones:
        """Returns the stones after some moves."""
        sides = [0, 0]
        for ply, move in enumerate(key):
            cell = self.board.landing(sides[0] | sides[1]) & self.board.column(int(move))
            if not cell:
                raise RefusedError(f"after {key[:ply]} column {move} cannot be played")
            sides[ply % 2] |= cell
        return (sides[1], sides[0]) if self._second else (sides[0], sides[1])

    def _turn(self, at: Stones) -> None:
        if at not in self._said:
            raise RefusedError(f"after {''.join(map(str, self.path))} there is neither a branch nor a diagram")
        what, mirrored = self._said[at]
        if isinstance(what, int):
            self._opening.append(f"{'m' if mirrored else 'c'}{what + 1}")
            return
        column = self.board.width + 1 - int(what) if mirrored else int(what)
        cell = self.board.landing(at[0] | at[1]) & self.board.column(column)
        if not cell:
            raise RefusedError(f"column {column} cannot be played")
        self._opening.append(str(column))
        self.path.append(column)
        self._replies((at[0] | cell, at[1]))
        self.path.pop()
