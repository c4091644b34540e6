"""Defines the news that pages get unasked, apart from the games themselves (``GameView``) and ``Readiness``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine import Digest
from webapp.play.game import wire
from webapp.play.game.move_marks import MarkedMove
from webapp.play.game.wire import Said, Seat, derive


class PersonView(msgspec.Struct, frozen=True):
    """Shows the person of a seat. ``offers`` are the other side's choices in an absence."""

    presence: Literal["here", "away", "offline"]
    offers: list[Literal["stand_in", "claim"]]


class PeopleView(msgspec.Struct, frozen=True):
    """Shows who is at a table. None for a seat without a person."""

    game_id: str
    watchers: int
    seats: tuple[PersonView | None, PersonView | None]


class TheirAim(msgspec.Struct, frozen=True):
    """Shows where the side to move points. None: at no legal move."""

    game_id: str
    seat: Seat
    ply: int
    move: int | None


class Reaction(msgspec.Struct, frozen=True):
    """Shows a player's reaction."""

    game_id: str
    seat: Seat
    reaction: wire.Reaction


class FoundGame(msgspec.Struct, frozen=True):
    """Names the game with a stranger, and the receiver's seat."""

    game_id: str
    seat: Seat


class Notice(msgspec.Struct, frozen=True):
    """Tells all pages about the server."""

    kind: Literal["draining"]
    words: str


class TreeFall(msgspec.Struct, frozen=True):
    """Shows the cut of a tree by a move, before ``ply``, with the searched positions that were kept and dropped.
    ``cut`` holds the move, the nodes and the positions of every branch cut off."""

    ply: int
    move: int
    kept: int
    dropped: int
    cut: list[tuple[int, int, int]]


_THINKING: list[tuple[Any, ...]] = [
    ("game_id", str),
    ("seat", Seat | None),
    ("branches", list[list[int]] | UnsetType, UNSET),
    ("falls", list[TreeFall] | UnsetType, UNSET),
]
_ROW: list[tuple[Any, ...]] = [
    ("seat", Seat),
    ("words", str),
    ("said", Said),
    ("text", Said | UnsetType, UNSET),
    ("legal", list[int] | UnsetType, UNSET),
]
if TYPE_CHECKING:
    ThinkingView = msgspec.Struct
    ReviewRow = msgspec.Struct
else:
    ThinkingView = derive(Digest, _THINKING, name="ThinkingView")
    ReviewRow = derive(MarkedMove, _ROW, name="ReviewRow")
"""The digest of a mind, with ``branches`` as rows of parent, move, value in hundredths, known, depth, visits and
refutation. The worth of a move, with ``words`` in English and ``said`` for translation; in a game without a board also
the position before the move as ``text``, and its ``legal`` moves."""


class ReviewView(msgspec.Struct, frozen=True):
    """Shows the marks of the moves so far. Only the answer to the question says ``ok``."""

    game_id: str
    notation: str
    rows: list[ReviewRow]
    done: bool
    ok: bool | UnsetType = UNSET
