"""Answers the questions of the zugzwang trainer by brute force over the last cells, and shares no code with them.

A board is a dict from (column, row) to 0 or 1. The solver reads a question as the page does: moves, pairs and waits.
"""

from collections.abc import Iterator
from typing import Any

Cell = tuple[int, int]
Board = dict[Cell, int]
_COLUMNS, _ROWS = range(1, 8), range(1, 7)


def dropped(board: Board, column: int, side: int) -> Cell:
    """Puts a disc into a column, and returns its cell."""
    cell = (column, 1 + sum((column, row) in board for row in _ROWS))
    assert cell[1] in _ROWS, f"column {column} is full"
    board[cell] = side
    return cell


def after(moves: str) -> Board:
    """Returns the board after moves, first move first."""
    board: Board = {}
    for ply, move in enumerate(moves):
        dropped(board, int(move), ply % 2)
    return board


def lands(board: Board) -> list[Cell]:
    """Returns the next cell of every column that is not full."""
    heights = {column: 1 + sum((column, row) in board for row in _ROWS) for column in _COLUMNS}
    return [(column, row) for column, row in heights.items() if row in _ROWS]


def completes(board: Board, cell: Cell, side: int, dead: tuple[int, Cell] | None = None) -> bool:
    """Tests if a disc on a cell completes a four. Fours of the side ``dead[0]`` through ``dead[1]`` do not count."""
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for start in range(-3, 1):
            line = [(cell[0] + right * (start + n), cell[1] + up * (start + n)) for n in range(4)]
            if all(one == cell or board.get(one) == side for one in line) and not (
                dead and (side == dead[0]) and dead[1] in line
            ):
                return True
    return False


class Solver:
    """Plays all games out from a board. ``dead`` as in :func:`completes`."""

    def __init__(self, dead: tuple[int, Cell] | None = None) -> None:
        self.dead, self.known = dead, dict[frozenset[tuple[Cell, int]], int | None]()

    def winner(self, board: Board, mover: int) -> int | None:
        """Returns who wins by best play, None for a draw."""
        place = frozenset(board.items())
        if place not in self.known:
            cells = lands(board)
            result = 1 - mover if cells else None
            for cell in cells:
                found = self.played(board, cell, mover)
                result = found if found in (mover, None) else result
                if found == mover:
                    break
            self.known[place] = result
        return self.known[place]

    def played(self, board: Board, cell: Cell, mover: int) -> int | None:
        """Returns who wins by best play once the side to move has filled a cell."""
        return mover if completes(board, cell, mover, self.dead) else self.winner({**board, cell: mover}, 1 - mover)


def games(question: Any) -> Iterator[list[tuple[Cell, int]]]:
    """Yields every game in which the side of a question answers by its pairs and waits: the cells with who fills them.

    The side completes a four where it can. A position met twice is played once.
    """
    me = question["side"]
    partner: dict[Cell, Cell] = {}
    for one, two in question["pairs"]:
        partner |= {tuple(one): tuple(two), tuple(two): tuple(one)}
    partner |= {tuple(wait["below"]): tuple(wait["target"]) for wait in question["waits"]}

    def play(board: Board, so_far: list[tuple[Cell, int]]) -> Iterator[list[tuple[Cell, int]]]:
        for cell in lands(board):
            reply = [*so_far, (cell, 1 - me)]
            assert not completes(board, cell, 1 - me), f"{question['name']}: the other side has four"
            there = {**board, cell: 1 - me}
            fours = [one for one in lands(there) if completes(there, one, me)]
            answer = fours[0] if fours else partner[cell]
            assert answer in lands(there), f"{question['name']}: no answer to {cell}"
            whole = [*reply, (answer, me)]
            if fours or len(there) + 1 == len(_COLUMNS) * len(_ROWS):
                yield whole
            else:
                yield from play({**there, answer: me}, whole)

    yield from play(after(question["moves"]), [])
