"""Checks cards by the rules alone, by playing every reply: ``python check.py < FILE``. Needs nothing but the language.

A file is text, perhaps in an xz archive. The first line is ``fourthought cards 2``, perhaps with the time of the work.
Then follow parts, each after an empty line: one for a won board, one for each side of a draw. A part has these lines:

1. The claim, such as ``7x6 4 first wins``: columns, rows, stones of a line, the side, ``wins`` or ``holds`` (no loss).
2. The opening, words with spaces between: what the side does in each position with the side to move, in this order. The
   side moves; then come the positions after the replies, from the left, each followed to its end before the next.
   Positions met before, also as a mirror image, and those where the side completes a line are left out. A number is a
   column, played; ``c5`` means that from here on card 5 is played, and ``m5`` card 5 in a mirror.
3. The cards, a line each, from card 1: a level from ``0`` to ``f`` (15) for each cell, row by row from the top.

A card names the side's move in every position: the side completes a line. Or it fills the one cell where the other side
would complete a line. Or, if exactly one of the playable cells bears level 0, it fills that one. Otherwise level 1 is
looked for in the same way, and so on up to level 15.

A part is accepted if the side keeps its claim against all replies, every word of the opening is needed, every card is
used, and no card stands twice, nor with its mirror image.

After ``fourthought cards 1`` a claim may end with ``published``, and cards have signs: ``!`` for level 0, ``@`` for 1,
a dot in an even and a bar in an odd row for 2, then ``+``, ``=`` and ``-``, any other dot or bar for 15.
"""

import io
import lzma
import re
import sys
from collections.abc import Iterator

LEVELS = "0123456789abcdef"
FIRST_LINE = "fourthought cards 2"
_MOST = 1 << 26  # bytes: a small archive can hold any number
_SIGNS = [str.maketrans(signs + LEVELS, "012345f" + "?" * len(LEVELS)) for signs in ("!@|+=-.", "!@.+=-|")]
_CLAIM = re.compile(r"(\d{1,2})x(\d{1,2}) (\d) (first|second) (wins|holds)")

Stones = tuple[int, int]  # those of the side that claims, and those of the other


class RefusedError(Exception):
    """Says in one sentence why a part is refused."""


class Board:
    """Knows a board. A cell is a bit: column by column, from below, with a free bit above each column."""

    def __init__(self, width: int, height: int, connect: int) -> None:
        self.width, self.height, self.step = width, height, height + 1
        self.floor = sum(1 << column * self.step for column in range(width))
        self.cells = self.floor * ((1 << height) - 1)
        self.ways, self.connect = (1, height, height + 1, height + 2), connect

    def landing(self, taken: int) -> int:
        """Returns the playable cells."""
        return (taken + self.floor) & self.cells & ~taken

    def column(self, number: int) -> int:
        """Returns the cells of a column, counted from 1, or 0."""
        return ((1 << self.height) - 1) << (number - 1) * self.step if 0 < number <= self.width else 0

    def completing(self, stones: int) -> int:
        """Returns the empty or full cells which, with other stones of one side, make a line."""
        found = 0
        for way in self.ways:
            below = above = stones
            downs, ups = [self.cells], [self.cells]  # cells with so many stones right before them, or after them
            for _ in range(1, self.connect):
                below, above = below << way & self.cells, above >> way & self.cells
                downs.append(downs[-1] & below)
                ups.append(ups[-1] & above)
            for count in range(self.connect):
                found |= downs[count] & ups[self.connect - 1 - count]
        return found

    def flip(self, word: int) -> int:
        """Returns the mirror image of some cells."""
        column, last = (1 << self.step) - 1, self.width - 1
        return sum((word >> at * self.step & column) << (last - at) * self.step for at in range(self.width))


def bits(word: int) -> Iterator[int]:
    """Yields the bits of a word, the lowest first: playable cells from the left."""
    while word:
        yield word & -word
        word &= word - 1


class Card:
    """Plays a card: a level for each cell, row by row from the top."""

    def __init__(self, board: Board, levels: str) -> None:
        if len(levels) != board.width * board.height or not {*levels} <= {*LEVELS}:
            raise RefusedError("a card is no sheet of this board")
        self.board, self.marks = board, [0] * len(LEVELS)
        for at, level in enumerate(levels):
            column, row = at % board.width, board.height - at // board.width
            self.marks[LEVELS.index(level)] |= 1 << column * board.step + row - 1

    def answer(self, playable: int, danger: int) -> int:
        """Returns the cell that the card names, where the side cannot complete a line but the other in ``danger``."""
        if danger:
            if danger & (danger - 1):
                raise RefusedError("the other side gets two ways to complete a line")
            return danger
        alone = (some for mark in self.marks if (some := playable & mark) and not some & (some - 1))
        if not (cell := next(alone, 0)):
            raise RefusedError("the card names no move")
        return cell

    def keep(self, at: Stones, wins: bool) -> None:
        """Plays the card with the side to move, against every reply. Raises RefusedError if the claim is not kept."""
        board, (mine, yours) = self.board, at
        playable = board.landing(mine | yours)
        first = self.answer(playable, board.completing(yours) & playable)
        seen, todo = set[Stones](), [(mine | first, yours)]
        while todo:
            at = mine, yours = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            replies, lines = board.landing(mine | yours), board.completing(mine)
            if not replies and wins:
                raise RefusedError("the board is full, and the side has not won")
            if board.completing(yours) & replies:
                raise RefusedError("the other side completes a line")
            for reply in bits(replies):
                playable = board.landing(mine | yours | reply)
                if not lines & playable:
                    if playable:
                        danger = board.completing(yours | reply) & playable
                        todo.append((mine | self.answer(playable, danger), yours | reply))
                    elif wins:
                        raise RefusedError("the board is full, and the side has not won")


class Part:
    """Checks one part. ``path`` are the moves up to the position that is looked at, ``tree`` the positions with the
    side to move that were met: the moves with spaces between, the stones, and the word of the opening."""

    def __init__(self) -> None:
        self.path, self.tree = list[int](), list[tuple[str, Stones, str]]()
        self.used, self.seen = set[int](), set[Stones]()

    def check(self, lines: list[str]) -> None:
        """Checks the lines of a part. Raises RefusedError if the part is refused."""
        claim = _CLAIM.fullmatch(lines[0])
        if not claim or len(lines) < 2:
            raise RefusedError("a part has no claim or no opening")
        width, height, connect = int(claim[1]), int(claim[2]), int(claim[3])
        if not (0 < width < 17 and 0 < height < 17 and connect > 1):
            raise RefusedError("there is no such board")
        self.board, self.wins, self.words = Board(width, height, connect), claim[5] == "wins", iter(lines[1].split(" "))
        self.cards = [Card(self.board, levels) for levels in lines[2:]]
        images = {min(levels, "".join(row[::-1] for row in re.findall("." * width, levels))) for levels in lines[2:]}
        if len(images) < len(self.cards):
            raise RefusedError("a card stands twice")
        (self._turn if claim[4] == "first" else self._replies)((0, 0))
        if next(self.words, None) is not None:
            raise RefusedError("the opening has more words than positions")
        if len(self.used) < len(self.cards):
            raise RefusedError("a card is not used")

    def _turn(self, at: Stones) -> None:
        """Checks a position with the side to move that cannot complete a line."""
        word = next(self.words, "")
        kind = re.fullmatch(r"([cm]?)([1-9]\d{0,4})", word)
        if not kind:
            raise RefusedError(f"the opening has the word {word!r}" if word else "the opening ends too early")
        number, (mine, yours) = int(kind[2]), at
        self.tree.append((" ".join(map(str, self.path)), at, word))
        if kind[1]:
            self._card(at, number, kind[1] == "m")
            return
        if not (cell := self.board.landing(mine | yours) & self.board.column(number)):
            raise RefusedError(f"column {number} cannot be played")
        self.path.append(number)
        self._replies((mine | cell, yours))
        self.path.pop()

    def _card(self, at: Stones, number: int, mirrored: bool) -> None:
        """Checks a leaf."""
        if number > len(self.cards):
            raise RefusedError(f"there is no card {number}")
        self.used.add(number)
        stones = (self.board.flip(at[0]), self.board.flip(at[1])) if mirrored else at
        try:
            self.cards[number - 1].keep(stones, self.wins)
        except RefusedError as why:
            raise RefusedError(f"card {number} fails: {why}") from None

    def _replies(self, at: Stones) -> None:
        """Checks a position with the other side to move."""
        board, (mine, yours) = self.board, at
        replies, lines = board.landing(mine | yours), board.completing(mine)
        if board.completing(yours) & replies:
            raise RefusedError("the other side completes a line")
        if not replies and self.wins:
            raise RefusedError("the board is full, and the side has not won")
        for reply in bits(replies):
            then = mine, yours | reply
            playable = board.landing(mine | yours | reply)
            if not playable and self.wins:
                raise RefusedError("the board is full, and the side has not won")
            if not playable or lines & playable:
                continue
            key = min(then, (board.flip(then[0]), board.flip(then[1])))
            if key not in self.seen:
                self.seen.add(key)
                self.path.append((reply.bit_length() - 1) // board.step + 1)
                self._turn(then)
                self.path.pop()


def text_of(data: bytes) -> str:
    """Returns the text of a file, or of its archive. Raises RefusedError if the bytes are no file of cards."""
    try:
        return (lzma.open(io.BytesIO(data)).read(_MOST) if data.startswith(b"\xfd7zXZ\0") else data).decode("ascii")
    except (ValueError, EOFError, lzma.LZMAError):
        raise RefusedError("this is no file of cards") from None


def parts(data: bytes) -> list[list[str]]:
    """Returns the lines of each part of a file, in levels. Raises RefusedError if the bytes are no file of cards."""
    head, *rest = text_of(data).rstrip("\n").split("\n\n")
    if not re.fullmatch(r"fourthought cards [12]( made in \d+ s)?", head) or not rest:
        raise RefusedError("this is no file of cards")
    every = [part.split("\n") for part in rest]
    return every if head.startswith(FIRST_LINE) else [_translated(lines) for lines in every]


def _translated(lines: list[str]) -> list[str]:
    """Returns the lines of a part whose cards have signs."""
    size = re.match(r"[1-9]\d*", lines[0])
    width, turned = int(size[0]) if size else 1, (signs[::-1] for signs in lines[2:])  # the lowest row first
    cards = ("".join(one.translate(_SIGNS[at // width % 2]) for at, one in enumerate(signs)) for signs in turned)
    return [lines[0].removesuffix(" published"), *lines[1:2], *(card[::-1] for card in cards)]


def checked(lines: list[str]) -> tuple[str, Part]:
    """Returns in one sentence why a part is refused, or "", and the part as far as it was read."""
    part = Part()
    try:
        part.check(lines)
    except RefusedError as why:
        return f"after {' '.join(map(str, part.path))}: {why}" if part.path else str(why), part
    return "", part


if __name__ == "__main__":
    for one in parts(sys.stdin.buffer.read()):
        sys.stdout.write(f"{one[0]}: {checked(one)[0] or 'accepted'}\n")
