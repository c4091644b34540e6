"""Knows the published values of board sizes, four in a row. The tables: J. Tromp, "John's Connect Four Playground"
(2005, 2015), and C. Steininger (2024, https://github.com/ChristopheSteininger/c4), who repeats Tromp's values and adds
larger boards."""

from typing import NamedTuple

_TROMP_ROWS = {4: "==-=----", 5: "====+++", 6: "==-+--", 7: "==+=+", 8: "==-+-", 9: "==+", 10: "==", 11: "="}
"""For each height the values from width 4 on: the first player wins (+), a draw (=), the first player loses (-)."""

_STEININGER_ROWS = {
    4: "==-=-----",
    5: "====++++",
    6: "==-+--+",
    7: "==+=++",
    8: "==-+-",
    9: "==+=+",
    10: "==-+",
    11: "==+",
    12: "==-",
    13: "==",
}
"""The same for the later table."""

_SIGNS = {"+": 1, "=": 0, "-": -1}
_FIRST = {(7, 6): "J. Allen and V. Allis, 1988", (8, 8): "J. Tromp, 2015"}


class Size(NamedTuple):
    """Names a board by columns and rows; prints as 7x6."""

    width: int
    height: int

    @property
    def squares(self) -> int:
        """Returns the number of cells."""
        return self.width * self.height

    @property
    def fits(self) -> bool:
        """Tests if the solver has a kernel for the board: at most 128 bits, with a free bit above each column."""
        return self.width * (self.height + 1) <= 128

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


def _values(rows: dict[int, str]) -> dict[Size, int]:
    return {
        Size(width, height): _SIGNS[sign] for height, row in rows.items() for width, sign in enumerate(row, start=4)
    }


TABLES = {"J. Tromp": _values(_TROMP_ROWS), "C. Steininger": _values(_STEININGER_ROWS)}
"""The published tables, the earlier one first."""

PUBLISHED = {size: value for table in TABLES.values() for size, value in table.items()}


def published_by(size: Size) -> str:
    """Returns who published the value of a board first, or "" for a board in no published table that we know."""
    return _FIRST.get(size) or next((author for author, table in TABLES.items() if size in table), "")


def sign_of(value: int | None) -> str:
    """Returns + if the first player wins, = for a draw, - if the first player loses, and ? if unknown."""
    return "?" if value is None else "-=+"[value + 1]
