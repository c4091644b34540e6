"""Lets few cards serve many leaves: two cards that differ little are changed until one serves the leaves of both."""

import random
from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np

from engine.cards.check import LEVELS
from engine.cards.making import search_kernel as kernel
from engine.cards.making.kernel import WORDS
from engine.coach import leaf as lf
from engine.coach.certificate import Claim
from engine.coach.diagrams import improve, play
from engine.games import LineGame
from engine.workshop.cards.board import Board, Position, Words

KINDS = len(LEVELS) - 1  # of marks: each level but the last names a move
FOLLOW_UP = 2  # the first kind that the most cells bear in a finished card: those above a reply, as a rule
POSITIONS = 400_000  # positions played for one attempt, at most
MATES = 12  # cards with which a card is tried. A round with more patience has some times as much of both
LEAVES = 40  # leaves of two cards together, at most
_TREE = 400_000  # positions of one play of all replies, at most
_TABLE = 1 << 17


class Replies:
    """Holds what the kernels need to play all replies on a board."""

    def __init__(self, game: LineGame, claim: Claim) -> None:
        step, middle = game.height + 1, (game.width - 1) / 2
        columns = sorted(range(game.width), key=lambda one: abs(one - middle))  # most that defeat a card are there
        self.wins, self.geometry = claim.wins, lf.geometry(game.width, game.height, game.connect)
        self.columns = np.array([((1 << game.height) - 1) << one * step for one in columns], np.uint64)
        self.keys = np.zeros((_TABLE, 2), np.uint64)
        self.stack = np.zeros((kernel.LENGTH + 2, WORDS), np.uint64)
        self.count = np.zeros(play.SEED + 1, np.int64)


class Sharer(Replies):
    """Searches for a card that holds in several positions. The same ``seed`` gives the same cards.
    ``played`` are the positions of the last search. The arrays are those of ``search``."""

    def __init__(self, game: LineGame, claim: Claim, seed: int = 0) -> None:
        super().__init__(game, claim)
        self.pool = np.zeros((improve.POOL, kernel.LENGTH), np.uint64)
        self.turns = np.zeros((2 * improve.POOL, kernel.LENGTH, kernel.REPLIES + 1), np.uint64)
        self.lines = np.zeros((kernel.FIELDS, improve.POOL), np.int64)
        self.marks, self.old = np.zeros((2, KINDS), np.uint64)
        self.random, self.played = random.Random(seed), 0

    def card(self, leaves: Collection[Position], begin: Words, positions: int) -> Words | None:
        """Returns a card that holds in all leaves, each with its own side to move, or None, starting from a card."""
        count = self.count
        count[play.WORK], count[play.TREE], count[play.LIMIT] = 0, _TREE, positions
        count[play.RANDOM] = self.random.getrandbits(62) | 1
        self.marks[:] = spread(begin)
        roots = np.array([[at.mine, at.yours] for at in leaves], np.uint64)
        found = kernel.search(
            roots, self.marks, self.wins, self.geometry, self.columns.copy(), self.keys, self.stack, self.pool,
            self.turns, self.lines, self.old, count,
        )  # fmt: skip
        self.played = int(count[play.WORK])
        return squeezed(self.marks.tolist()) if found else None


def largest(card: Sequence[int]) -> int:
    """Returns the kind that the most cells bear."""
    return max(range(len(card)), key=lambda kind: card[kind].bit_count())


def squeezed(card: Sequence[int]) -> Words:
    """Returns a card that is played in the same way, its kinds one after the other."""
    kinds = [word for word in card if word]
    before = max(0, min(FOLLOW_UP - largest(kinds), KINDS - len(kinds))) if kinds else 0
    return (*[0] * before, *kinds, *[0] * (KINDS - before - len(kinds)))


def spread(card: Sequence[int]) -> Words:
    """Returns a card that is played in the same way, with room for others between its kinds."""
    kinds, spread_out = [word for word in card if word], [0] * KINDS
    for number, word in enumerate(kinds):
        spread_out[(2 * number + 1) * KINDS // (2 * len(kinds))] = word
    return tuple(spread_out)


def shared(
    board: Board, sharer: Sharer, cards: Iterable[tuple[Words, Sequence[Position]]], patience: int = 1
) -> Iterator[tuple[Words, list[Position]]]:
    """Yields cards that take the place of two others, with the leaves of both, as the new card reads them: a leaf whose
    card is read in a mirror as its mirror image, as in ``cards``."""
    kept = {number: (words, list(leaves)) for number, (words, leaves) in enumerate(cards)}
    waiting = sorted(kept, key=lambda one: len(kept[one][1]))
    while waiting:
        number = waiting.pop(0)
        if number not in kept:
            continue
        for mate, own in _mates(board, kept, number)[: patience * MATES]:
            together = [*kept[mate][1], *own]
            if len(together) > LEAVES:
                continue
            card = sharer.card(together, kept[mate][0], patience * POSITIONS)
            if card is not None:
                del kept[number]
                kept[mate] = card, together
                yield card, together
                break


def _mates(
    board: Board, kept: dict[int, tuple[Words, list[Position]]], number: int
) -> list[tuple[int, list[Position]]]:
    """Returns the cards most like a card, with the leaves of that card as they would read them."""
    words, leaves = kept[number]
    image = tuple(board.flip(word) for word in words)
    mirrored = [board.image(at) for at in leaves]
    found = list[tuple[int, int, list[Position]]]()
    for mate, (other, others) in kept.items():
        if mate == number or len(others) + len(leaves) > LEAVES:
            continue
        for own_words, own in ((words, leaves), (image, mirrored)):
            apart = sum((a ^ b).bit_count() for a, b in zip(own_words, other, strict=True))
            stones = min((own[0].mine ^ at.mine).bit_count() + (own[0].yours ^ at.yours).bit_count() for at in others)
            found.append((apart + 2 * stones, mate, own))
    return [(mate, own) for _, mate, own in sorted(found, key=lambda one: one[:2])]
