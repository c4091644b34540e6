"""Holds certificates: proofs of "this side wins" or "this side does not lose", as plain values for JSON. A certificate
has one move of the side at a time, and an answer to every reply of the other side. ``nodes`` are the positions with the
other side to move, the root first. A position reached twice is one node."""

from typing import Any

import msgspec

from engine.coach import checker
from engine.games import Cell, Move, Player

VERSION = 1  # the version of the JSON. It changes with the meaning of any field


class Claim(msgspec.Struct, frozen=True):
    """Says what is to be proved: ``side`` (0 for the first player) wins, or does not lose."""

    side: Player
    wins: bool


class Pair(msgspec.Struct, frozen=True, array_like=True):
    """Joins two cells: when the other side fills one, the side fills the other. ``first`` is the lower one."""

    first: Cell
    second: Cell

    @property
    def above(self) -> bool:
        """Tests if the second cell lies above the first."""
        return self.first[0] == self.second[0]


class Wait(msgspec.Struct, frozen=True):
    """Describes a line that waits for a stone on ``target``. Neither side may fill the cell right ``below``."""

    target: Cell
    below: Cell
    line: tuple[Cell, ...]


class Leaf(msgspec.Struct, frozen=True, tag="leaf"):
    """Ends a branch by a theorem of :mod:`engine.coach.leaf`, with the other side to move.

    Attributes:
        block: the pairs only block lines. Otherwise they cover all open cells.
        waits: lines waiting for a stone. The cells ``below`` and all cells above them are closed.
        line: a line completed by the answers, often empty.
        reach: the open cells within reach of the other side.
        count: the number of open cells.
        aside: pairs set aside by the theorem of :mod:`engine.coach.aside`. Open cells are the others.
    """

    block: bool
    pairs: tuple[Pair, ...]
    waits: tuple[Wait, ...]
    line: tuple[Cell, ...]
    reach: tuple[Cell, ...]
    count: int
    aside: tuple[Pair, ...] = ()


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """Answers one reply of the other side.

    Attributes:
        reply: the column of the reply.
        move: the column of the answer, or None if the reply has filled the board except for pairs set aside.
        node: the node after the answer, or None if the game is over or only pairs set aside are left.
    """

    reply: Move
    move: Move | None
    node: int | None


class Branch(msgspec.Struct, frozen=True, tag="branch"):
    """Answers every reply of the other side, from the left. A column without cells but ``aside`` is not open."""

    answers: tuple[Answer, ...]
    aside: tuple[Pair, ...] = ()


class Diagram(msgspec.Struct, frozen=True, tag="diagram"):
    """Ends a branch by a sheet of marks (:mod:`engine.coach.diagram`), with the other side to move. ``rows`` are the
    signs from the top down, X and O for stones. ``aside`` is always empty."""

    rows: tuple[str, ...]
    aside: tuple[Pair, ...] = ()


Node = Leaf | Branch | Diagram


class Certificate(msgspec.Struct, frozen=True):
    """Proves a claim about one position.

    Attributes:
        rows: the board from the top row down. X began, O is second, a dot is empty.
        first: the side's first move, or None if the other side is to move.
        size: the number of branches that do not end with a line of the side immediately, at least 1.
        nodes: the positions with the other side to move, the root first. None if ``first`` ends the game.
    """

    game: str
    connect: int
    rows: tuple[str, ...]
    claim: Claim
    first: Move | None
    size: int
    nodes: tuple[Node, ...]


def to_json(certificate: Certificate) -> dict[str, Any]:
    """Returns a certificate as plain values. Cells are pairs of column and row."""
    return {"version": VERSION, **msgspec.to_builtins(certificate)}


def from_json(record: Any) -> Certificate:
    """Returns the certificate written by :func:`to_json`, which may still prove nothing: see :func:`fault`. Raises
    ValueError if the record is of another version, or no certificate."""
    return msgspec.convert(check_version(record), Certificate)


def check_version(record: Any, version: int = VERSION) -> Any:
    """Returns a record of this version, and raises ValueError for any other."""
    if not isinstance(record, dict) or record.get("version") != version:
        raise ValueError(f"this is no proof of version {version}")
    return record


def fault(certificate: Certificate) -> str:
    """Returns in one sentence why the checker refuses a certificate, or "" if it accepts."""
    return checker.fault(to_json(certificate))
