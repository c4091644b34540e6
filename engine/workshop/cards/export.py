"""Writes cards in the form in which others publish solutions, and reads this form.

``steady_states.txt`` holds diagrams parted by empty lines: the rows of the board, the top row first, with ``1`` and
``2`` for the stones of the first and the second player where the diagram begins, with its side to move. A diagram
belongs to one position alone, so a card with several leaves is written several times. ``branches.txt`` has a line
``41->5`` for each other position with the side to move: the moves that lead there, and the side's answer.
"""

from pathlib import Path

from engine.cards.check import Board, Part, RefusedError, Stones, bits, checked

STATES, BRANCHES = "steady_states.txt", "branches.txt"


def export(lines: list[str], folder: Path) -> tuple[int, int]:
    """Writes a part into a folder. Returns the numbers of diagrams and branches. Raises RefusedError if the part is
    refused, or its cards may have ties, or the board has columns of two digits."""
    why, part = checked(lines)
    if why:
        raise RefusedError(why)
    if not lines[0].endswith("published") or part.board.width > 9:
        raise RefusedError("only cards without ties, of boards of at most nine columns, can be published")
    second = " second " in lines[0]
    branches = [f"{path.replace(' ', '')}->{word}" for path, _, word in part.tree if word.isdigit()]
    diagrams = [
        _diagram(part.board, lines[1 + int(word[1:])], at, word[0] == "m", second)
        for _, at, word in part.tree
        if not word.isdigit()
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STATES).write_text("\n\n".join(diagrams) + "\n")
    (folder / BRANCHES).write_text("\n".join(branches) + "\n")
    return len(diagrams), len(branches)


def read(folder: Path, claim: str) -> list[str]:
    """Returns the lines of a part that says what the files of a folder say. ``claim`` is its first line. Raises
    RefusedError if a position has neither a branch nor a diagram."""
    branches = dict(line.split("->") for line in (folder / BRANCHES).read_text().split())
    blocks = [block.split("\n") for block in (folder / STATES).read_text().strip("\n").split("\n\n")]
    return _Reader(claim, branches, blocks).lines


def _diagram(board: Board, signs: str, at: Stones, mirrored: bool, second: bool) -> str:
    rows = [signs[begin : begin + board.width] for begin in range(0, len(signs), board.width)]
    rows = [row[::-1] if mirrored else row for row in rows]
    for owner, stones in zip("21" if second else "12", at, strict=True):
        for cell in bits(stones):
            column, row = divmod(cell.bit_length() - 1, board.step)
            line = rows[-1 - row]
            rows[-1 - row] = line[:column] + owner + line[column + 1 :]
    return "\n".join(rows)


class _Reader(Part):
    """Walks the positions as the checker does, and writes the opening instead of reading it."""

    def __init__(self, claim: str, branches: dict[str, str], blocks: list[list[str]]) -> None:
        super().__init__()
        self._branches, self._opening, self._signs = branches, list[str](), list[str]()
        width, second = len(blocks[0][0]), " second " in claim
        self.board, self.wins = Board(width, len(blocks[0]), int(claim.split()[1])), " wins" in claim
        self._blocks = {self._stones(block, "21" if second else "12"): block for block in blocks}
        (self._replies if second else self._turn)((0, 0))
        self.lines = [claim, " ".join(self._opening), *self._signs]

    def _stones(self, block: list[str], owners: str) -> Stones:
        height = len(block) - 1
        step = self.board.step
        cells = [(sign, 1 << x * step + height - y) for y, row in enumerate(block) for x, sign in enumerate(row)]
        mine, yours = (sum(cell for sign, cell in cells if sign == owner) for owner in owners)
        return mine, yours

    def _turn(self, at: Stones) -> None:
        path = "".join(map(str, self.path))
        if path in self._branches:
            self._opening.append(self._branches[path])
            column = int(self._branches[path])
            cell = self.board.landing(at[0] | at[1]) & self.board.column(column)
            self.path.append(column)
            self._replies((at[0] | cell, at[1]))
            self.path.pop()
            return
        if at not in self._blocks:
            raise RefusedError(f"after {path} there is neither a branch nor a diagram")
        rows = [row.replace("1", ".").replace("2", ".") for row in self._blocks[at]]
        signs, image = "".join(rows), "".join(row[::-1] for row in rows)
        kind = "m" if image in self._signs else "c"
        if kind == "c" and signs not in self._signs:
            self._signs.append(signs)
        self._opening.append(f"{kind}{self._signs.index(image if kind == 'm' else signs) + 1}")
