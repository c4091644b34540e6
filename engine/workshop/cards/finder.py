"""Finds cards, diagrams with their own side to move: in a library, by local search or by a SAT solver."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from engine.cards.making.kernel import first_holding
from engine.coach.certificate import Claim
from engine.coach.diagrams import play
from engine.coach.diagrams.search import ROUND, Search, all_of
from engine.coach.proving.oracle import keeps
from engine.games import LineGame, LineState
from engine.solver.solver import Solver
from engine.workshop.cards.board import Position
from engine.workshop.cards.formula import BoundError
from engine.workshop.cards.sat import Sat

_FOLLOW_UP = 2
_ODD = 0.3  # the chance of a column with follow-ups in odd rows at the start

Words = tuple[int, ...]
"""A card as words: the cells of each kind of marks."""


class Question(NamedTuple):
    """Asks for a card of a position with the side to move.

    Attributes:
        moves: the cells to try first, the likeliest first.
        near: cards of like positions, from which the search starts.
        positions: how many positions are played at most.
        turns: how many positions a SAT solver is asked about at most, 0 for none.
    """

    at: Position
    moves: tuple[int, ...]
    near: tuple[Words, ...]
    positions: int
    turns: int


class Answer(NamedTuple):
    """Holds a card, or None. ``last`` tells that no other search finds one, and ``seconds`` is the processor time."""

    card: Words | None
    last: bool = False
    seconds: float = 0.0


class Library:
    """Holds the cards found so far, and tests which of them hold in a position."""

    def __init__(self, game: LineGame, claim: Claim) -> None:
        self._search, self._wins = Search(game, claim, 0), claim.wins
        self._diagrams = np.zeros((64, play.SHEET), np.uint64)
        self.cards: list[Words] = []

    def add(self, card: Words) -> int:
        """Adds a card, and returns its number."""
        number = len(self.cards)
        if number == len(self._diagrams):
            self._diagrams = np.concatenate([self._diagrams, np.zeros_like(self._diagrams)])
        self._diagrams[number] = [*card, 0]
        self.cards.append(card)
        return number

    def holding(self, at: Position, begin: int = 0) -> int:
        """Returns the number of the first card, from ``begin`` on, that holds with the side to move, or -1."""
        search = self._search
        search.count[play.TREE] = TREE
        return int(
            first_holding(
                np.uint64(at.mine), np.uint64(at.yours), self._diagrams, begin, len(self.cards), self._wins,
                search.geometry, *search.table, search.count,
            )
        )  # fmt: skip

    def all_holding(self, at: Position, begin: int) -> Iterator[int]:
        """Yields the numbers of all cards, from ``begin`` on, that hold with the side to move."""
        number = self.holding(at, begin)
        while number >= 0:
            yield number
            number = self.holding(at, number + 1)


TREE = 400_000  # positions of one play of all replies, at most
TABLE_MB = 16  # the table of the solver that tells the SAT solver which moves keep the claim


class Finder:
    """Finds the card of a position by local search, and where this finds none by a SAT solver."""

    def __init__(self, game: LineGame, claim: Claim) -> None:
        self.game, self.claim = game, claim
        self._search = Search(game, claim, 0)
        self._check = Library(game, claim)
        solver = Solver(game.width, game.height, game.connect, table_mb=TABLE_MB)
        self._sat = Sat(game, claim, partial(keeps, solver, claim))

    def find(self, question: Question) -> Answer:
        """Returns a card that holds, or none. The same question gives the same answer."""
        card, last = self._searched(question), False
        if card is None and question.turns:
            with suppress(BoundError):
                card = self._sat.find(question.at, question.turns)
                last = card is None
        if card is None or not self._holds(question.at, card):
            return Answer(None, last)
        return Answer(self._tidied(question.at, card))

    def _searched(self, question: Question) -> Words | None:
        search, (at, moves, near, positions, _) = self._search, question
        search.random, search.left = random.Random(hash(at)), positions
        open_moves = list(moves)
        for number, diagram in enumerate(self._diagrams(search.random, near)):
            for move in list(open_moves):
                if search.left <= 0:
                    return None
                marks = np.array([*diagram, 0], np.uint64)
                state = LineState(at.yours, at.mask | move)
                if all_of(search.improve(state, marks, ROUND // 4 * (number + 1))):
                    card = self._named(at, move, marks)
                    if card:
                        return card
                elif not search.count[play.TREE]:
                    open_moves.remove(move)
            if not open_moves:
                return None
        return None

    def _named(self, at: Position, move: int, marks: Any) -> Words | None:
        words = [int(word) & ~move for word in marks[: play.CLASSES]]
        for kind in (_FOLLOW_UP, 0, 1, 3, 4, 5):
            card = tuple(word | (move if number == kind else 0) for number, word in enumerate(words))
            if self._holds(at, card):
                return card
        return None

    def _holds(self, at: Position, card: Words) -> bool:
        self._check.cards.clear()
        self._check.add(card)
        return self._check.holding(at) == 0

    def _tidied(self, at: Position, card: Words) -> Words:
        """Returns the card with a dot in each cell where a dot does as well: the plainest diagram."""
        even = self._even()
        for cell in (1 << bit for bit in range(self.game.full.bit_length()) if self.game.full >> bit & 1):
            dotted = [word & ~cell for word in card]
            dotted[_FOLLOW_UP] |= cell & even
            plain = tuple(dotted)
            if plain != card and (cell & at.mask or self._holds(at, plain)):
                card = plain
        return card

    def _even(self) -> int:
        step, game = self.game.height + 1, self.game
        return sum(1 << c * step + r for c in range(game.width) for r in range(1, game.height, 2))

    def _diagrams(self, rng: random.Random, near: Sequence[Words]) -> Iterator[Words]:
        """Yields diagrams to start from, without end: like cards, then follow-ups in even and in odd rows."""
        step, even = self.game.height + 1, self._even()
        yield from near
        columns = [self.game.full & ((1 << step) - 1) << c * step for c in range(self.game.width)]
        odd = 0
        while True:
            yield tuple(even ^ odd if kind == _FOLLOW_UP else 0 for kind in range(play.CLASSES))
            odd = sum(column for column in columns if rng.random() < _ODD)
