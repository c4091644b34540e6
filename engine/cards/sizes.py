"""Counts what a race for small files of cards counts, compares two files, and knows what others have published."""

import datetime
from functools import cache
from typing import NamedTuple

from engine.cards.check import RefusedError, checked, parts
from engine.cards.play import SHIPPED
from engine.cards.teaching.course import Course
from engine.files import pack


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


MEASURES = (*Size._fields[:4], "bytes in protobuf", "bytes packed")


class RaceError(Exception):
    """Says in one sentence why a file cannot be compared with another one."""


def compared(data: bytes, other: bytes | None = None) -> tuple[bool, str]:
    """Returns whether a file of cards is right and smaller in more of the six measures than larger, and a sentence. An
    archive and its text are the same: both are counted as ``engine.files.pack`` packs them.

    Args:
        other: the file to compare with; None: the one that ships for the board.

    Raises:
        RaceError: one of the two is no file of cards.
    """
    mine = _parts(data, "this is no file of cards; fourthought cards make writes such files")
    for lines in mine:
        why, _ = checked(lines)
        if why:
            return False, f"refused: {lines[0]}: {why}"
    board = mine[0][0].split()[0]
    shipped = SHIPPED / f"{board}.cards"
    if other is None and not shipped.exists():
        return True, f"accepted, and the first file for {board}"
    theirs = _parts(shipped.read_bytes() if other is None else other, "the file to compare with is no file of cards")
    claims, wanted = ([lines[0] for lines in some] for some in (mine, theirs))
    if claims != wanted:
        return False, f"not comparable: it claims {', '.join(claims)}, the other file {', '.join(wanted)}"
    rows = list(zip(MEASURES, _measures(mine), _measures(theirs), strict=True))
    smaller, larger = ([f"{name} {a:,} after {b:,}" for name, a, b in rows if way * a < way * b] for way in (1, -1))
    words = [f"{kind}: {', '.join(some)}" for kind, some in (("smaller", smaller), ("larger", larger)) if some]
    won = len(smaller) > len(larger)
    return won, "; ".join(["accepted" if won else "accepted, but not smaller", *words])


def _parts(data: bytes, why: str) -> list[list[str]]:
    try:
        return parts(data)
    except RefusedError:
        raise RaceError(why) from None


def _measures(some: list[list[str]]) -> list[int]:
    """Returns the sums over the parts of a file that the checker accepts, and the bytes of its text packed."""
    text = "\n\n".join(["fourthought cards 2", *("\n".join(lines) for lines in some)])
    columns = zip(*(size_of(Course(lines)) for lines in some), strict=True)
    return [*map(sum, columns), len(pack(f"{text}\n".encode("ascii")))]
