"""Finds cards, diagrams with their own side to move: in a library or by local search."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engine.cards.making.kernel import first_holding
from engine.cards.making.search_kernel import LENGTH
from engine.coach.certificate import Claim
from engine.coach.diagrams import play
from engine.games import LineGame
from engine.workshop.cards.board import Position, Words
from engine.workshop.cards.sharing import KINDS, Replies, Sharer, largest, squeezed

LONGEST = 10_000_000  # positions of one try. After so many another diagram to start from promises more
NEAR_PART = 8  # the part of the positions that a try from a like card gets
_ODD = 0.3  # the chance of a column with follow-ups in odd rows at the start


class Question(NamedTuple):
    """Asks for a card of a position with the side to move.

    Attributes:
        near: cards of like positions, from which the search starts.
        positions: how many positions are played at most.
    """

    at: Position
    near: tuple[Words, ...]
    positions: int


class Answer(NamedTuple):
    """Holds a card, or None. ``seconds`` is the processor time."""

    card: Words | None
    seconds: float = 0.0


class Library:
    """Holds the cards found so far, and tests which of them hold in a position."""

    def __init__(self, game: LineGame, claim: Claim) -> None:
        self._replies, self._line = Replies(game, claim), np.zeros(LENGTH, np.uint64)
        self._diagrams = np.zeros((64, KINDS), np.uint64)
        self.cards: list[Words] = []

    def add(self, card: Words) -> int:
        """Adds a card, and returns its number."""
        number = len(self.cards)
        if number == len(self._diagrams):
            self._diagrams = np.concatenate([self._diagrams, np.zeros_like(self._diagrams)])
        self._diagrams[number] = card
        self.cards.append(card)
        return number

    def holding(self, at: Position, begin: int = 0) -> int:
        """Returns the number of the first card, from ``begin`` on, that holds with the side to move, or -1."""
        use = self._replies
        use.count[play.TREE] = TREE
        return int(
            first_holding(
                np.uint64(at.mine), np.uint64(at.yours), self._diagrams, begin, len(self.cards), use.wins,
                use.geometry, use.columns, use.keys, use.stack, self._line, use.count,
            )
        )  # fmt: skip

    def all_holding(self, at: Position, begin: int) -> Iterator[int]:
        """Yields the numbers of all cards, from ``begin`` on, that hold with the side to move."""
        number = self.holding(at, begin)
        while number >= 0:
            yield number
            number = self.holding(at, number + 1)


TREE = 400_000  # positions of one play of all replies, at most


class Finder:
    """Finds the card of a position by local search."""

    def __init__(self, game: LineGame, claim: Claim) -> None:
        self.game = game
        self._search = Sharer(game, claim)
        self._check = Library(game, claim)

    def find(self, question: Question) -> Answer:
        """Returns a card that holds, or none. The same question gives the same answer."""
        card = self._searched(question)
        if card is None or not self._holds(question.at, card):
            return Answer(None)
        return Answer(self._tidied(question.at, card))

    def _searched(self, question: Question) -> Words | None:
        search, left = self._search, question.positions
        search.random = random.Random(hash((question.at, question.positions)))  # what was played before tells no more
        for number, diagram in enumerate(self._diagrams(search.random, question.near)):
            most = left // NEAR_PART if number < len(question.near) else min(left, LONGEST)
            card = search.card([question.at], diagram, most)
            left -= search.played
            if card is not None or left <= 0:
                return card
        return None

    def _holds(self, at: Position, card: Words) -> bool:
        self._check.cards.clear()
        self._check.add(card)
        return self._check.holding(at) == 0

    def _tidied(self, at: Position, card: Words) -> Words:
        """Returns the card with a follow-up in each cell where that does as well: the plainest diagram."""
        even, follow_up = self._even(), largest(card)
        for cell in (1 << bit for bit in range(self.game.full.bit_length()) if self.game.full >> bit & 1):
            dotted = [word & ~cell for word in card]
            dotted[follow_up] |= cell & even
            plain = tuple(dotted)
            if plain != card and (cell & at.mask or self._holds(at, plain)):
                card = plain
        return squeezed(card)

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
            yield even ^ odd, *[0] * (KINDS - 1)
            odd = sum(column for column in columns if rng.random() < _ODD)
