"""Counts what a race for small files of cards counts, and knows what others have published."""

import datetime
from functools import cache
from typing import NamedTuple

from engine.cards.teaching.course import Course


class Size(NamedTuple):
    """Holds what a race counts of a part: each is better small.

    Attributes:
        weight: of the opening as a tree: a card 1, a line at once 0, a position of the side 1 and the one after its
            move, another position 1 and those after all replies.
        message: the bytes of a message in protobuf: for each position its moves, a byte each, if there are some, and
            the answer, and each card as one number, its cells in base 18 (two stones, 16 levels): 22 bytes for 7x6.
    """

    cards: int
    branches: int
    leaves: int
    weight: int
    message: int


def size_of(course: Course) -> Size:
    """Returns the size of a part that the checker accepts."""
    many = sum(bool(node.after) for node in course.nodes)

    @cache
    def below(at: int) -> int:
        after = course.nodes[at].after
        return 1 + over(after) if after else 1

    def over(after: tuple[int, ...]) -> int:
        return 1 + sum(below(to >> 1) for to in after if to >= 0)

    weight = over(course.first) if course.second else below(0)
    return Size(len(course.cards), many, len(course.nodes) - many, weight, _message(course))


def _message(course: Course) -> int:
    answers = (int(node.word) if node.after else int(node.word[1:]) - 1 for node in course.nodes)
    positions = (
        _field(len(one.moves)) * bool(one.moves) + 1 + _number(answer)
        for one, answer in zip(course.nodes, answers, strict=True)
    )
    card = -(-(18 ** len(course.cards[0])).bit_length() // 8)
    return sum(map(_field, positions)) + len(course.cards) * _field(_field(card))


def _number(one: int) -> int:
    """Returns the bytes of a number: seven bits in each."""
    return max(1, -(-one.bit_length() // 7))


def _field(size: int) -> int:
    """Returns the bytes of a field with so many: its kind, their number, and they."""
    return 1 + _number(size) + size


PUBLISHED = {"7x6": Size(500, 167, 623, 4379, 26420)}
"""The sizes of the smallest published files of other people, by board; each is of a win of the first player."""
SOURCE = "2swap/WeakC4, the files in its folder solution at commit 13af3ca"
COUNTED = datetime.date(2026, 11, 28)
"""Where those files are, and the day of the count."""
