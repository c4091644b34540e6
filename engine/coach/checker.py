"""Checks certificates by the rules and the statements of three theorems alone: ``python checker.py < FILE``.

**The file**, perhaps an xz archive, holds certificates. Each is a line of JSON with a board and the claim that one
side, "me", wins or does not lose. It has my first move if I am to move, and answers to all replies of the other side,
"you", spelled out (see ``certificate.py``), or packed in bytes after the line (see ``proving/__init__.py``). A branch
ends with a line of mine, with a full board, or with a leaf: you are to move, no line is on the board, and a theorem
decides. ``leaf.py`` and ``aside.py`` prove the theorems.

**Words.** A *pair* is two empty cells, one right above the other, or the next cells of two columns. When you fill one,
I fill the other. A *wait* is an empty cell that completes a line of mine, above an empty cell *below*. This cell and
all above it are closed: they stay empty until the rest is full.

**Theorem 1, cover.** Pairs cover all cells but the closed ones. Let no line fit into your stones, the first cells of
pairs, both cells of pairs in two columns, and at most one cell *below*, unless it holds both cells of a pair. Then I do
not lose. If there is a wait, or a line of my stones and the second cells of pairs in one column, I win.

**Theorem 2, block.** Let every line of your stones and empty cells hold both cells of one of some pairs. Then I do not
lose.

**Theorem 3, aside.** Pairs at the tops of columns may be filled with your stones, and if an even number of cells is
empty, the second cells in the same column with neutral ones. If I do not lose then, I do not lose.

**A diagram** has a sign for each cell, the top row first, and names my answer to every reply: the cell that completes a
line of mine, else the one that stops yours, else the playable cell of the first mark that exactly one playable cell
bears. The marks are "!", "@", "." in an even row or "|" in an odd row, "+", "=", "-". All replies are played.
"""

import functools
import io
import json
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Cells = int
"""A set of cells, a bit a cell: column by column, from below, with a free bit above each column."""

Pair = tuple[Cells, Cells]

_MOST = 1 << 30  # bytes of an unpacked file: a small archive can hold any number
_NO_FILE = "this is no file of proofs; fourthought prove writes such files"

MARKS = ("!", "@", ".|", "+", "=", "-")
"""The marks of a diagram, the first first. Of two signs the first counts in even rows, the other in odd ones."""


class Side(NamedTuple):
    """Holds a side's stones, and the cells that complete a line of them, occupied ones included."""

    stones: Cells
    targets: Cells


class Answer(NamedTuple):
    """Holds what a certificate says of one reply: its column, my column, and the node after that, None at the end."""

    reply: Any
    column: Any
    node: Any


class Leaf(NamedTuple):
    """Holds what a certificate says at the end of a branch. ``line`` is the line that I complete, 0 for none, and None
    where any will do. ``reach`` are the open cells that you may get, the lowest first, and ``cells`` counts the open
    ones: both are None where nothing is said."""

    blocks: bool
    below: Cells
    pairs: list[Pair]
    line: Cells | None = None
    reach: list[Cells] | None = None
    cells: int | None = None


class Asked(NamedTuple):
    """Holds the position for which the next packed byte is read. With my move due ``playable`` are the cells that can
    be filled, and ``column`` is that of your reply, counted from 0."""

    me: Side
    you: Side
    playable: Cells = 0
    column: int = 0


def _need(fine: object, otherwise: str) -> None:
    if not fine:
        raise ValueError(otherwise)


@functools.lru_cache(1 << 12)
def _each(cells: Cells) -> tuple[Cells, ...]:
    """Returns the cells one by one, the lowest first."""
    return tuple(1 << at for at in range(cells.bit_length()) if cells >> at & 1)


def _lowest(cells: Cells) -> Cells:
    return cells & -cells


def _is_one(cells: Cells) -> bool:
    return cells != 0 and cells & (cells - 1) == 0


class Board:
    """Knows the cells of a board of any size, its lines, and what can be filled. ``step`` is the height plus one."""

    def __init__(self, width: int, height: int, connect: int) -> None:
        self.width, self.step = width, height + 1
        self.columns = [((1 << height) - 1) << column * self.step for column in range(width)]
        self.cells = sum(self.columns)
        self.floor = self.cells & ~(self.cells << 1)
        upwards, falling, across, rising = 1, self.step - 1, self.step, self.step + 1
        shapes = [sum(1 << way * i for i in range(connect)) for way in (upwards, falling, across, rising)]
        placed = {cell * shape for shape in shapes for cell in _each(self.cells)}
        self.lines = sorted(line for line in placed if not line & ~self.cells)
        self._through = {cell: [line for line in self.lines if line & cell] for cell in _each(self.cells)}

    def playable(self, taken: Cells) -> Cells:
        """Returns the cells that can be filled next."""
        return (taken << 1 | self.floor) & self.cells & ~taken

    def column_of(self, cell: Cells) -> int:
        """Returns the column of a cell, counted from 0."""
        return cell.bit_length() // self.step

    def floats(self, taken: Cells) -> bool:
        """Tells whether a stone lies above an empty cell."""
        return (taken + self.floor) & taken != 0

    def has_line(self, stones: Cells) -> bool:
        """Tells whether stones hold a line."""
        return any(not line & ~stones for line in self.lines)

    def joined(self, side: Side, new: Cells) -> Side:
        """Returns a side with new stones. Of a complete line every cell counts as a target."""
        stones, targets = side.stones | new, side.targets
        for line in self._through.get(new, self.lines):
            missing = line & ~stones
            if not missing:
                targets |= self.cells
            elif not missing & (missing - 1):  # one cell
                targets |= missing
        return Side(stones, targets)

    def mirrored(self, word: int) -> int:
        """Returns the word of a position, of ``step`` bits a column, with the columns in the other order."""
        step, last, column = self.step, self.width - 1, (1 << self.step) - 1
        return sum([(word >> at * step & column) << (last - at) * step for at in range(last + 1)])

    def cells_at(self, places: Any) -> list[Cells]:
        """Returns the cells that a certificate names by column and row, counted from 1."""
        _need(all(0 < at[0] <= self.width and 0 < at[1] < self.step for at in places), "there is no such cell")
        return [1 << (at[0] - 1) * self.step + at[1] - 1 for at in places]

    def pairs_at(self, pairs: Any) -> list[Pair]:
        """Returns the pairs that a certificate names."""
        _need(all(len(pair) == 2 for pair in pairs), "a pair has two cells")
        return [(first, second) for first, second in map(self.cells_at, pairs)]

    def signed(self, rows: Any, kind: str) -> Cells:
        """Returns the cells with a sign. Of two signs the first counts in even rows, the other in odd ones."""
        found = 0
        for row, signs in enumerate(reversed(rows)):
            for column, sign in enumerate(signs):
                if sign == kind[0 if row % 2 else -1]:  # rows are counted from 0 here
                    found |= 1 << column * self.step + row
        return found


class Check:
    """Walks through a certificate, and raises ValueError where it proves nothing. ``size`` counts its branches.
    ``asked`` says for which position the iterators of bytes, ``moves`` and ``shapes``, are asked next. ``play_diagram``
    plays diagrams in the place of this class."""

    def __init__(
        self,
        given: Any,
        moves: Iterator[int],
        shapes: Iterator[int],
        play_diagram: Callable[[Side, Side, Cells, Any], int] | None = None,
    ) -> None:
        rows, claim, first = given["rows"], given["claim"], given["first"]
        even = {len(row) for row in rows} == {len(rows[0])}
        _need(even and {*"".join(rows)} <= {*".XO"} and 1 < given["connect"] < 99, "no board")
        self.board = Board(len(rows[0]), len(rows), given["connect"])
        self.wins, self.nodes, self.packed = claim["wins"], given["nodes"], "packed" in given
        self.sizes: dict[Any, int] = {}
        """The sizes below the positions that have been walked through, by :meth:`key`."""
        self.moves, self.shapes, self._play_diagram = moves, shapes, play_diagram or self._after
        mine, yours = (self.board.signed(rows, sign) for sign in ("OX" if claim["side"] else "XO"))
        more = mine.bit_count() - yours.bit_count() + (first is not None)
        possible = not self.board.floats(mine | yours) and more == (claim["side"] == 0)
        possible = possible and not self.board.has_line(mine) and not self.board.has_line(yours)
        _need(possible, "no such position is played, or the other side is to move")
        nobody = Side(0, 0)
        me, you = self.board.joined(nobody, mine), self.board.joined(nobody, yours)
        if first is None:
            self.size = self._after(me, you, mine | yours, 0)
        else:
            node = 0 if self.nodes or self.packed else None
            self.size = self._moved(me, you, mine | yours, 0, Answer(1, first, node))

    # --- the walk ---

    def key(self, mine: Cells, yours: Cells) -> int:
        """Returns a number for a position and its mirror image, in which a packed certificate is the same."""
        word = mine + (mine | yours)
        return min(word, self.board.mirrored(word))

    def _after(self, me: Side, you: Side, taken: Cells, node: Any) -> int:
        """Returns the size below a position in which you are to move. A position met before counts the same again."""
        key: Any = self.key(me.stones, you.stones) if self.packed else (me.stones, you.stones, taken, node)
        if key not in self.sizes:
            if self.packed:
                self.sizes[key] = self._packed(me, you, taken)
            elif isinstance(node, tuple):  # the marks of a diagram
                self.sizes[key] = self._branch(me, you, taken, iter([Answer(0, 0, node)] * self.board.width))
            else:
                self.sizes[key] = self._spelled(me, you, taken, node)
        return self.sizes[key]

    def _branch(self, me: Side, you: Side, taken: Cells, answers: Iterator[Answer] | None) -> int:
        """Walks through all your replies. Without ``answers`` my moves are packed."""
        playable, total = self.board.playable(taken), 0
        _need(playable and not you.targets & playable, "the other side completes a line")
        for reply in _each(playable):
            total += self._moved(me, you, taken | reply, reply, next(answers) if answers else None)
        return max(1, total)

    def _moved(self, me: Side, you: Side, taken: Cells, reply: Cells, answer: Answer | None) -> int:
        """Returns the size below a position in which I am to move: plays my answer to your ``reply``. The stone of the
        reply is in ``taken`` already, and not yet in ``you``."""
        playable, column = self.board.playable(taken), self.board.column_of(reply)
        wins, node = me.targets & playable, answer.node if answer else None
        marks = node if isinstance(node, tuple) else None
        if not wins:
            you = self.board.joined(you, reply)
        if answer and marks is None:
            cell = self._spelled_cell(answer, column, playable)
        elif wins or not playable:
            cell = _lowest(wins)
        else:
            self.asked = Asked(me, you, playable, column)
            cell = you.targets & playable or (self._packed_cell() if marks is None else self._marked(marks, playable))
            _need(_is_one(cell), "the other side completes a line, or a column is full")
        if wins or taken | cell == self.board.cells:
            is_last = node is None or marks is not None
            _need(is_last and (cell & wins if wins else not self.wins), "the game is over")
            return 0
        return self._after(self.board.joined(me, cell), you, taken | cell, node)

    # --- my move, in three forms ---

    def _spelled_cell(self, answer: Answer, column: int, playable: Cells) -> Cells:
        move, cell = answer.column, 0
        if move in range(1, self.board.width + 1):
            cell = playable & self.board.columns[move - 1]
        fine = answer.reply == column + 1 and (cell or (move is None and not playable))
        _need(fine, f"column {move} cannot be played here")
        return cell

    def _packed_cell(self) -> Cells:
        """Reads my column, counted from the column of your reply."""
        column = next(self.moves)
        _need(column < self.board.width, "the other side completes a line, or a column is full")
        return self.asked.playable & self.board.columns[(self.asked.column + column) % self.board.width]

    def _marked(self, marks: Any, playable: Cells) -> Cells:
        for cells in marks:
            if _is_one(cells & playable):
                return int(cells & playable)
        raise ValueError("the diagram names no move")

    # --- what is said of a position in which you are to move, in two forms ---

    def _spelled(self, me: Side, you: Side, taken: Cells, node: Any) -> int:
        """Takes a position by what the certificate says of it: a branch, a diagram or a leaf."""
        _need(node in range(len(self.nodes)), "a position has no answers")
        said, board = self.nodes[node], self.board
        kind, pairs = said["type"], board.pairs_at(said["aside"])
        new, yours = self._aside(pairs, taken, kind)
        taken |= new
        if kind == "diagram":
            rows = said["rows"]
            _need([len(row) for row in rows] == [board.width] * (board.step - 1), "the diagram is of another board")
            _need({*"".join(rows)} <= {*"XO!@.|+=-"}, "this is no diagram")
            return min(1, self._play_diagram(me, you, taken, tuple(board.signed(rows, mark) for mark in MARKS)))
        if kind == "branch":
            answers = said["answers"]
            fine = [len(answer) for answer in answers] == [3] * board.playable(taken).bit_count()
            _need(fine, "a reply has no answer")
            return self._branch(me, board.joined(you, you.stones | yours), taken, (Answer(*one) for one in answers))
        leaf = Leaf(
            said["block"],
            self._cells_below(said["waits"], me.stones, taken),
            board.pairs_at(said["pairs"]),
            sum(board.cells_at(said["line"])),
            board.cells_at(said["reach"]),
            said["count"],
        )
        return self._leaf(me.stones, you.stones | yours, taken, leaf)

    def _cells_below(self, waits: Any, mine: Cells, taken: Cells) -> Cells:
        """Returns the cells below waits, at most one a column."""
        below = 0
        for wait in waits:
            target, under = self.board.cells_at((wait["target"], wait["below"]))
            line = sum(self.board.cells_at(wait["line"]))
            waiting = line in self.board.lines and line & ~mine == target == under << 1 and not (under | target) & taken
            single = not any(under & column and below & column for column in self.board.columns)
            _need(waiting and single, "no line waits")
            below |= under
        return below

    def _packed(self, me: Side, you: Side, taken: Cells) -> int:
        """Takes a position by the next byte: a branch, or a leaf by one of two theorems. No byte says that all replies
        follow where I complete a line after every one."""
        playable, targets = self.board.playable(taken), me.targets & ~taken
        self.asked = Asked(me, you)
        now = targets & playable
        two_at_once, above = now and not _is_one(now), (now or playable) << 1
        # After your reply I complete a line: you can stop one of two, or your stone makes the target above it playable.
        shape = 0 if two_at_once or not above & ~targets else next(self.shapes)
        if shape == 0:
            return self._branch(me, you, taken, None)
        leaf = self._packed_block() if shape == 1 else self._packed_cover(shape - 2, targets, taken)
        return self._leaf(me.stones, you.stones, taken, leaf)

    def _packed_block(self) -> Leaf:
        """Reads the number of pairs, and the places of their cells."""
        count = next(self.shapes)
        return Leaf(True, 0, [(1 << next(self.shapes), 1 << next(self.shapes)) for _ in range(count)])

    def _packed_cover(self, number: int, targets: Cells, taken: Cells) -> Leaf:
        """Reads a leaf. ``number`` has the cells *below*: for each column none, or one from the lowest up. The lowest
        cells of columns with an odd number of cells are paired by the next bytes, the other cells in their column."""
        below, pairs, odd = 0, list[Pair](), list[Cells]()
        for column in self.board.columns:
            empty = column & ~taken
            choices = [0, *_each(targets >> 1 & empty)]
            number, choice = divmod(number, len(choices))
            under = choices[choice]
            below |= under
            cells = list(_each(empty & (under - 1)))  # all of them if nothing waits
            if len(cells) % 2:
                odd.append(cells.pop(0))
            pairs += zip(cells[::2], cells[1::2], strict=True)
        _need(number == 0 and len(odd) % 2 == 0, "an open cell has no answer")
        while odd:
            one = odd.pop(0)
            pairs.append((one, odd.pop(next(self.shapes) if len(odd) > 1 else 0)))
        return Leaf(False, below, pairs)

    # --- the theorems ---

    def _leaf(self, mine: Cells, yours: Cells, taken: Cells, leaf: Leaf) -> int:
        """Ends a branch by the first or the second theorem."""
        empty = self.board.cells & ~taken
        # Open is what lies under a cell *below*; minus one is every bit, so a column without a wait is open to the top.
        is_open = sum([empty & column & ((leaf.below & column) - 1) for column in self.board.columns])
        paired = self._paired(leaf.pairs, taken)
        if leaf.blocks:
            reach = self._block(yours, is_open, paired, leaf)
        else:
            reach = self._cover(mine, yours, is_open, paired, leaf)
        fine = leaf.cells in (None, is_open.bit_count()) and leaf.reach in (None, [*_each(reach)])
        _need(fine, "the open cells are counted wrongly")
        return 1

    def _cover(self, mine: Cells, yours: Cells, is_open: Cells, paired: Cells, leaf: Leaf) -> Cells:
        """Applies theorem 1. Returns the open cells that you may get."""
        _need(paired == is_open, "an open cell has no answer")  # pairs cover all cells but the closed ones
        second = sum(upper for lower, upper in leaf.pairs if upper == lower << 1)  # in one column these are mine
        reach = is_open & ~second
        for line in self.board.lines:  # that could be yours: of the cells *below* you fill one at most
            if not line & ~(yours | leaf.below | reach) and (line & leaf.below).bit_count() < 2:
                self._need_pair_in(line, leaf)  # of a pair you get one cell
        fits = [line for line in self.board.lines if not line & ~(mine | second)] if self.wins or leaf.line else []
        # The line that is named, else a wait, else any line of these cells where the certificate leaves that open.
        won = leaf.line in fits if leaf.line else leaf.below or (leaf.line is None and fits)
        _need(won or not (self.wins or leaf.line), "no line wins")
        return reach

    def _block(self, yours: Cells, is_open: Cells, paired: Cells, leaf: Leaf) -> Cells:
        """Applies theorem 2. Returns the open cells that you may get: all."""
        _need(not leaf.below and not paired & ~is_open, "an open cell has no answer")
        for line in self.board.lines:
            if not line & ~(yours | is_open):
                self._need_pair_in(line, leaf)
        _need(not self.wins and not leaf.line, "no line wins")
        return is_open

    def _aside(self, pairs: Any, taken: Cells, kind: str) -> tuple[Cells, Cells]:
        """Applies theorem 3. Returns the cells that are filled, and of them those with your stones."""
        new, empty = self._paired(pairs, taken), self.board.cells & ~taken
        below_a_gap = new << 1 & empty & ~new  # the top of each column is filled as a whole
        _need(not pairs or not (self.wins or kind == "diagram" or below_a_gap), "cells cannot be set aside")
        neutral = sum(upper for lower, upper in pairs if upper == lower << 1) if empty.bit_count() % 2 == 0 else 0
        return new, new & ~neutral

    def _paired(self, pairs: Any, taken: Cells) -> Cells:
        """Returns the cells of pairs: of two empty cells each, no cell in two of them."""
        playable, found = self.board.playable(taken), 0
        for first, second in pairs:
            above, beside = second == first << 1, second > first << 1 and not (first | second) & ~playable
            _need(above or beside, "a pair fails")
            _need(not (first | second) & (taken | found | ~self.board.cells), "the pairs overlap")
            found |= first | second
        return found

    def _need_pair_in(self, line: Cells, leaf: Leaf) -> None:
        held = any(not (first | second) & ~line for first, second in leaf.pairs)
        _need(held, "the other side may complete a line")


def fault(given: Any, moves: bytes = b"", shapes: bytes = b"", play_diagram: Any = None) -> str:
    """Returns in one sentence why a certificate proves nothing, or "". ``moves`` and ``shapes`` are its packed bytes,
    and ``play_diagram`` plays diagrams, instead of this program."""
    one, two = iter(moves), iter(shapes)
    try:
        _need(zlib.crc32(moves + shapes) == given.get("sum", 0), "the bytes were changed")
        size = max(1, Check(given, one, two, play_diagram).size)
        _need(size == given["size"] and not [*one, *two], "a wrong size")
    except ValueError as error:
        return str(error) if type(error) is ValueError else "this is no certificate"
    except (TypeError, KeyError, IndexError, AttributeError, StopIteration):
        return "this is no certificate"
    return ""


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(b"\xfd7zXZ\0"):
        return data
    try:
        with lzma.open(io.BytesIO(data)) as archive:
            data = archive.read(_MOST + 1)
    except (EOFError, lzma.LZMAError):
        raise ValueError(_NO_FILE) from None
    if len(data) > _MOST:  # what is left out would not be checked
        raise ValueError(
            f"this is too large: unpacked it has more than {_MOST >> 20:,} MiB, which is the most that is read"
        )
    return data


def parts(data: bytes) -> list[tuple[Any, bytes, bytes]]:
    """Returns the certificates of a file, each with two strings of bytes. Raises ValueError for any other file."""
    found, data = [], _unpacked(data)
    try:
        while data.strip():
            line, _, data = data.partition(b"\n")
            given = json.loads(line)
            moves, shapes = given.get("packed", (0, 0))
            found.append((given, data[:moves], data[moves : moves + shapes]))
            data = data[moves + shapes :]
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise ValueError(_NO_FILE) from None
    return found


def main() -> None:
    """Checks the file on the standard input."""
    for given, moves, shapes in parts(sys.stdin.buffer.read()):
        sys.stdout.write(f"{given['claim']}: {fault(given, moves, shapes) or 'accepted'}\n")


if __name__ == "__main__":
    main()
