"""Says what a diagram means, and checks one by playing it against every reply.

A diagram is a sheet of marks on the empty cells, the top row first. It names the next move of its side in every
position after its own, by the first of these that names one:

1. The side completes a line.
2. The side fills the one cell where the other side would complete a line.
3. Of the playable cells exactly one bears the mark ``!`` (urgent). If none or several bear the mark, the next mark is
   looked for in the same way: ``@`` (a pair: of two cells the side gets the one that the other side leaves), then ``.``
   in an even row or ``|`` in an odd row (a follow-up), then ``+``, ``=`` and ``-`` (whatever is left, in this order).

A ``.`` in an odd row and a ``|`` in an even row name no move. Signs of occupied cells mean nothing. A diagram proves a
claim if its side, with the other side to move, keeps the claim against all replies. The signs are those of the
published diagrams, which differ in one point: there two playable cells with one mark make a diagram void.

The file needs nothing but the language. ``python -m engine.coach.sheet < FILE`` checks certificates as
``checker.py`` does, those with diagrams, too.
"""

import sys
from collections.abc import Sequence

SIGNS = ("!", "@", ".|", "+", "=", "-")
"""The signs in the order in which they are looked for. Of two signs the first counts in even rows, the other in odd."""


class Sheet:
    """Plays a diagram. A cell is a bit: column by column, from below, with a free bit above each column.

    Args:
        rows: the signs, the top row first.
        connect: how many stones make a line.

    Raises:
        ValueError: the rows are no sheet of signs.
    """

    def __init__(self, rows: Sequence[str], connect: int) -> None:
        if not rows or {len(row) for row in rows} != {len(rows[0])} or {*"".join(rows)} - {*"XO", *"".join(SIGNS)}:
            raise ValueError("this is no diagram")
        step, width = len(rows) + 1, len(rows[0])
        self.floor = sum(1 << column * step for column in range(width))
        self.board = self.floor * ((1 << step - 1) - 1)
        self.marks = [0] * len(SIGNS)
        for row, signs in enumerate(reversed(rows)):
            for column, sign in enumerate(signs):
                for order, kind in enumerate(SIGNS):
                    self.marks[order] |= (sign == kind[row % 2 - 1]) << column * step + row
        cells = [1 << at for at in range(step * width)]
        runs = {sum(cell << i * way for i in range(connect)) for cell in cells for way in (1, step - 1, step, step + 1)}
        lines = [line for line in runs if not line & ~self.board]
        self._through = {cell: [line ^ cell for line in lines if line & cell] for cell in cells if cell & self.board}

    def landing(self, taken: int) -> list[int]:
        """Returns the playable cells, from the left."""
        free, cells = (taken + self.floor) & self.board, list[int]()
        while free:
            cells.append(free & -free)
            free &= free - 1
        return cells

    def named(self, mine: int, yours: int) -> int:
        """Returns the cell that the diagram names for its side, or 0."""
        playable = self.landing(mine | yours)
        for stones in (mine, yours):
            lines = [cell for cell in playable if self._won(stones, cell)]
            if lines:
                return lines[0] if stones == mine or len(lines) == 1 else 0
        for mark in self.marks:
            some = [cell for cell in playable if cell & mark]
            if len(some) == 1:
                return some[0]
        return 0

    def fault(self, mine: int, yours: int, wins: bool) -> str:
        """Returns in one sentence why the diagram fails with the other side to move, or "". Plays every reply."""
        seen, todo = set[tuple[int, int]](), [(mine, yours)]
        while todo:
            at = mine, yours = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            for reply in self.landing(mine | yours):
                if self._won(yours, reply):
                    return "against the diagram the other side completes a line"
                if mine | yours | reply == self.board:
                    if wins:
                        return "the board is full, and the diagram has not won"
                    continue
                cell = self.named(mine, yours | reply)
                if not cell:
                    return "the diagram names no move"
                if self._won(mine, cell):
                    continue
                if mine | yours | reply | cell != self.board:
                    todo.append((mine | cell, yours | reply))
                elif wins:
                    return "the board is full, and the diagram has not won"
        return ""

    def _won(self, stones: int, cell: int) -> bool:
        return any(line & stones == line for line in self._through[cell])


def fault(rows: Sequence[str], connect: int, mine: int, yours: int, wins: bool) -> str:
    """Returns in one sentence why a diagram does not prove that ``mine`` wins, or does not lose, or ""."""
    return Sheet(rows, connect).fault(mine, yours, wins)


if __name__ == "__main__":
    from engine.coach.checker import fault as fault_of
    from engine.coach.checker import parts

    for given, moves, shapes in parts(sys.stdin.buffer.read()):
        sys.stdout.write(f"{given['claim']}: {fault_of(given, moves, shapes, fault) or 'accepted'}\n")
