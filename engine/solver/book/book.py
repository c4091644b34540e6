"""Reads the opening book: the exact score of every position of the first plies, without a search.

The book holds the quiet positions (neither side can complete a line with the next stone), each once with the mirror
image. For all others, the rules give the forced move or the winner. Because the set is complete, no positions are
stored: a static function (``engine.solver.book.retrieval``) returns the scores.

The file: the magic word, a line of JSON (the board, the shape of each ply's function), the packed functions, and at
the end the SHA-256 of all bytes before.
"""

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from engine.games import Game, GameError, LineGame, LineState, Move
from engine.games.game import number_of_outcome
from engine.solver.book import has_book
from engine.solver.book.positions import Positions
from engine.solver.book.retrieval import Retrieval, Shape

_log = logging.getLogger(__name__)

MAGIC = b"fourthought book 1\n"
SHIPPED = Path(__file__).with_name("connect4.book")

_CACHED_STATES = 2048  # the number of positions in a book's cache of looked-up moves


@dataclass(frozen=True, slots=True)
class Section:
    """Holds one ply: each score is ``low`` plus the number from the function."""

    low: int
    scores: Retrieval


def win_number(game: LineGame, ply: int, stones: int) -> int:
    """Returns the score number of a win with the ``stones``-th stone after ``ply`` moves, for the winner."""
    return 1 + (game.max_plies - ply - stones) // 2


class Book:
    """Holds the scores of all positions of a board up to a ply, in one section for each ply from 0 on."""

    def __init__(self, game: LineGame, sections: Sequence[Section]) -> None:
        self.game = game
        self._sections = tuple(sections)
        self._positions = Positions(game)
        self._cached_moves = lru_cache(maxsize=_CACHED_STATES)(self._look_up)

    @property
    def plies(self) -> int:
        """Returns the last ply with every position in the book."""
        return len(self._sections) - 1

    def first(self, plies: int) -> "Book":
        """Returns the book of the positions up to a ply alone."""
        return Book(self.game, self._sections[: plies + 1])

    @property
    def entries(self) -> int:
        """Returns the number of scores."""
        return sum(section.scores.shape.count for section in self._sections)

    def score(self, state: LineState) -> int | None:
        """Returns the score number of the side to move in a reachable, unfinished ``state``, or None outside."""
        own, mask = state
        wins = self._positions.wins(own, mask)
        if wins:
            return win_number(self.game, mask.bit_count(), 1)
        blocks = self._positions.wins(own ^ mask, mask)
        if blocks & (blocks - 1):
            return -win_number(self.game, mask.bit_count(), 2)
        if blocks:
            after = LineState(own ^ mask, mask | blocks)
            if after.mask == self.game.full:
                return 0
            number = self.score(after)
            return None if number is None else -number
        ply = mask.bit_count()
        if ply > self.plies or mask == self.game.full:
            return None
        section = self._sections[ply]
        return section.low + section.scores[self._positions.code(own, mask)]

    def moves(self, state: LineState) -> Mapping[Move, int]:
        """Returns the score numbers of the legal moves in the book, for the side making the move. Every position is
        looked up once. The mapping is shared, so it must not be changed."""
        return self._cached_moves(state)

    def _look_up(self, state: LineState) -> dict[Move, int]:
        found = {}
        for move in self.game.moves(state):
            after = self.game.play(state, move)
            outcome = self.game.outcome(after)
            if outcome is not None:
                found[move] = number_of_outcome(self.game, outcome, after.mask.bit_count(), self.game.to_move(state))
            elif (number := self.score(after)) is not None:
                found[move] = -number
        return found

    def floor(self, state: LineState) -> int:
        """Returns a lower bound of the score number of a position outside the book, from the positions before. A
        position before is worth at least as much as this position is bad, because a move leads here. In two of five
        positions one ply beyond the book the bound is the score."""
        numbers = [self.score(LineState(*before)) for before in self._positions.parents(*state)]
        return max((-number for number in numbers if number is not None), default=-self.game.max_plies)

    def write(self, path: Path) -> None:
        """Writes the file, complete or not at all."""
        head = {
            "width": self.game.width,
            "height": self.game.height,
            "connect": self.game.connect,
            "plies": [{"low": section.low, **asdict(section.scores.shape)} for section in self._sections],
        }
        body = b"".join(bytes(section.scores.packed) for section in self._sections)
        content = MAGIC + json.dumps(head).encode() + b"\n" + body
        fresh = path.with_suffix(".new")
        fresh.write_bytes(content + hashlib.sha256(content).digest())
        fresh.replace(path)


def read(path: Path) -> Book:
    """Returns the book in a file. Raises GameError if it cannot be read, is not a book, or is damaged."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise GameError(f"the book {path} cannot be read: {error.strerror}") from None
    if not content.startswith(MAGIC):
        raise GameError(f"{path} is not a book; fourthought bench book build makes one")
    if hashlib.sha256(content[:-32]).digest() != content[-32:]:
        raise GameError(f"the book {path} is damaged or cut short; build or install it again")
    end = content.index(b"\n", len(MAGIC))
    head = json.loads(content[len(MAGIC) : end])
    sections, at, view = [], end + 1, memoryview(content)
    for ply in head["plies"]:
        low = ply.pop("low")
        shape = Shape(**ply)
        sections.append(Section(low, Retrieval(shape, view[at : at + shape.size])))
        at += shape.size
    return Book(LineGame(head["width"], head["height"], head["connect"], True), sections)


@cache
def shipped_book() -> Book | None:
    """Returns the book of Connect Four shipped with the engine. If there is none, one line in the log says why."""
    try:
        return read(SHIPPED)
    except GameError as error:
        _log.warning("no opening book: %s", error)
        return None


def book_of(game: Game[Any]) -> Book | None:
    """Returns the shipped book for the book's own game, else None."""
    return shipped_book() if has_book(game) else None
