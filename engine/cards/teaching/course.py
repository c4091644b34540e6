"""Turns a part of a file of cards into what a course needs: positions with the ways between them, and what to learn. A
lesson is a position of the opening with its move, or a card. The first lessons are those that decide most games: the
other side is taken to choose evenly among the replies that do not lose at once."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.cards.check import Board, Stones, parts
from engine.cards.play import SHIPPED, Opening

EDITIONS = Path(__file__).with_name("editions.json")
"""The courses that have shipped: since which second, by name and a hash of their notes."""
_BESIDE = ".resistance"
FULL, OVER = -2, -1
"""What a reply leads to if its column is full, and if the side then completes a line or the board is full."""


class Node(NamedTuple):
    """Holds a position with the side to move.

    Attributes:
        moves: the moves that lead there, of all that do the first.
        word: the column that the side plays, or the card, such as ``c5`` or ``m5`` in a mirror.
        after: for the reply in each column where it leads: twice the number of the node, plus 1 for its mirror image,
            or ``FULL`` or ``OVER``. Empty at a card.
    """

    moves: tuple[int, ...]
    at: Stones
    word: str
    after: tuple[int, ...]


class Course:
    """Holds the positions of a part: ``nodes``, in the order of the file, the one with the first move first, and the
    replies to the empty board where the side is the second player, ``first``, else (). ``strongest`` holds the replies
    of perfect resistance, as ``engine.workshop.cards.report`` finds them, or (). Raises RefusedError if the opening
    does not fit the board."""

    def __init__(self, lines: list[str]) -> None:
        opening = Opening()
        opening.check(lines)
        claim = lines[0].split()
        self.size, self.second, self.wins, self.cards = claim[0], claim[2] == "second", claim[3] == "wins", lines[2:]
        self.board: Board = opening.board
        self._numbers = {at: number for number, (_, at, _) in enumerate(opening.tree)}
        self.nodes = tuple(
            Node(tuple(map(int, path.split())), at, word, self._after(at, word)) for path, at, word in opening.tree
        )
        self.first = self._replies((0, 0)) if self.second else ()
        self.strongest: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """Returns the name of the course, such as ``7x6-1`` for the first player's on 7x6."""
        return f"{self.size}-{2 if self.second else 1}"

    @property
    def start(self) -> tuple[int, ...]:
        """Returns where a game may lead before the first move of the side, as the replies of a node do."""
        return self.first or (0,)

    def choices(self) -> Iterator[Stones]:
        """Yields the positions in which the other side chooses, with the side's stones first: the empty board where the
        side is the second player, and the one after each move of the opening, in the order of the file."""
        if self.second:
            yield 0, 0
        yield from (self._played(node.at, node.word) for node in self.nodes if node.after)

    def _played(self, at: Stones, word: str) -> Stones:
        return at[0] | self.board.landing(at[0] | at[1]) & self.board.column(int(word)), at[1]

    def _after(self, at: Stones, word: str) -> tuple[int, ...]:
        return self._replies(self._played(at, word)) if word.isdigit() else ()

    def _replies(self, at: Stones) -> tuple[int, ...]:
        board, (mine, yours) = self.board, at
        lines, found = board.completing(mine), list[int]()
        for column in range(1, board.width + 1):
            cell = board.landing(mine | yours) & board.column(column)
            playable = board.landing(mine | yours | cell)
            then = mine, yours | cell
            if not cell:
                found.append(FULL)
            elif lines & playable or not playable:
                found.append(OVER)
            elif then in self._numbers:
                found.append(2 * self._numbers[then])
            else:
                found.append(2 * self._numbers[board.flip(then[0]), board.flip(then[1])] + 1)
        return tuple(found)

    def shares(self) -> list[float]:
        """Returns for each node the share of games that come there."""
        shares = [0.0] * len(self.nodes)

        def spread(share: float, after: tuple[int, ...]) -> None:
            going = [one >> 1 for one in after if one >= 0]
            for number in going:
                shares[number] += share / len(going)

        spread(1.0, self.start)
        for number in sorted(range(len(self.nodes)), key=lambda one: len(self.nodes[one].moves)):
            spread(shares[number], self.nodes[number].after)
        return shares

    def lessons(self) -> list[str]:
        """Returns what is to be learnt, most decisive first: ``n5`` for the move at node 5, ``c5`` for card 5."""
        worth, depth = dict[str, float](), dict[str, int]()
        for number, (node, share) in enumerate(zip(self.nodes, self.shares(), strict=True)):
            name = f"n{number}" if node.after else f"c{node.word[1:]}"
            worth[name] = worth.get(name, 0.0) + share
            depth[name] = min(depth.get(name, 99), len(node.moves))
        return sorted(worth, key=lambda one: (-round(worth[one], 12), depth[one]))

    def as_json(self) -> dict[str, Any]:
        """Returns the course for the page."""
        return {
            "name": self.name,
            "size": [self.board.width, self.board.height],
            "connect": self.board.connect,
            "side": int(self.second),
            "wins": self.wins,
            "cards": self.cards,
            "start": self.start,
            "nodes": [[node.word, *node.after] for node in self.nodes],
            "lessons": self.lessons(),
            "strongest": self.strongest,
            "first": len(json.loads(EDITIONS.read_text(encoding="utf-8")).get(self.name, ())) < 2,
        }


def courses(path: Path) -> list[Course]:
    """Returns the courses of a file of cards, with resistance if told beside. Raises RefusedError without one."""
    beside = path.with_suffix(_BESIDE)
    found = [Course(lines) for lines in parts(path.read_bytes())]
    for course, line in zip(found, beside.read_text().splitlines() if beside.exists() else (), strict=False):
        course.strongest = tuple(int(word, 16) for word in line.split())
    return found


@cache
def shipped(size: str) -> tuple[Course, ...]:
    """Returns the courses of a board that ship, such as ``7x6``: read once, for the page's files and the room."""
    return tuple(courses(SHIPPED / f"{size}.cards"))


def keep_resistance(path: Path, some: Iterable[Course]) -> Path:
    """Writes the replies of perfect resistance beside a file of cards: a line a course. Returns the path."""
    beside = path.with_suffix(_BESIDE)
    beside.write_text("".join(" ".join(f"{word:x}" for word in course.strongest) + "\n" for course in some))
    return beside
