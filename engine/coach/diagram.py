"""Says what a diagram means. The checker (``checker.py``) plays diagrams by code of its own.

A diagram is a sheet of marks on the empty cells, the top row first. It names the next move of its side in every
position after its own, by the first of these that names one:

1. The side completes a line.
2. The side fills the one cell where the other side would complete a line.
3. Of the playable cells exactly one bears the mark ``!`` (urgent). If none or several bear the mark, the next mark is
   looked for in the same way: ``@`` (a pair: of two cells the side gets the one that the other side leaves), then ``.``
   in an even row or ``|`` in an odd row (a follow-up), then ``+``, ``=`` and ``-`` (whatever is left, in this order).

A ``.`` in an odd row and a ``|`` in an even row name no move. Signs of occupied cells mean nothing. A diagram proves a
claim if its side, with the other side to move, keeps the claim against all replies. Cards (``engine/cards``) have 16
levels in place of the six kinds, and are read in the same way.
"""

from collections.abc import Iterator, Sequence

SIGNS = ("!", "@", ".|", "+", "=", "-")
"""The signs in the order in which they are looked for. Of two signs the first counts in even rows, the other in odd."""


def cells_of(word: int) -> Iterator[int]:
    """Yields the cells of a word, each as a word, the lowest first."""
    while word:
        yield word & -word
        word &= word - 1


def marks_of(rows: Sequence[str]) -> list[int]:
    """Returns the cells of each mark. A cell is a bit: column by column, from below, with a free bit above each."""
    marks = [0] * len(SIGNS)
    for row, signs in enumerate(reversed(rows)):
        for column, sign in enumerate(signs):
            for order, kind in enumerate(SIGNS):
                marks[order] |= (sign == kind[row % 2 - 1]) << column * (len(rows) + 1) + row
    return marks


def named(rows: Sequence[str], playable: int, mine: int, yours: int) -> int:
    """Returns the ``playable`` cell that a diagram names, or 0; ``mine``, ``yours`` complete a side's line."""
    if lines := playable & mine:
        return lines & -lines
    return marked((yours, *marks_of(rows)), playable)


def marked(marks: Sequence[int], playable: int) -> int:
    """Returns the playable cell that marks name, or 0."""
    return next((some for cells in marks if (some := cells & playable) and not some & some - 1), 0)
