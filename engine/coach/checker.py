"""Checks certificates by the rules and the statements of the theorems alone: ``python checker.py < FILE``.

A file holds certificates one after the other, perhaps in an xz archive. Each begins with a line of JSON: a board, the
claim that one side, "me", wins or does not lose, my first move if I am to move, and my answers to replies of the other
side, "you": spelled out (``nodes``, see ``certificate.py``), or packed in two strings of bytes, of the lengths
``packed`` and with the CRC-32 ``sum``, after the line. What the rules dictate is left out: positions met before or in
the mirror, my line immediately, and my stone against your line. Else the first string holds my column, counted from the
column of your stone. The second string, once I have moved (unless I complete a line after every reply), holds 0 (all
replies follow), 1 (a leaf by block, with the number of pairs and their cells) or n + 2 (a leaf by cover). There n names
the waits: for each column no wait, or one cell "below" from the lowest up. Bytes after n pair the odd cells of columns.

Theorems, with you to move and no line on the board (``leaf.py`` and ``aside.py`` prove all): A *pair* is two empty
cells, one right above the other, or the next cells of two columns. A *wait* is an empty cell that completes a line of
mine, above an empty cell "below". This cell and all above are closed. Cover: pairs cover all but the closed cells. If
no line fits into your stones, the first cells of pairs, both cells of pairs in two columns and at most one cell
"below", without both cells of a pair, I do not lose. I win if there is a wait, or a line of my stones and the second
cells of pairs in one column. Block: if every line without a stone of mine holds both cells of one of some pairs, I do
not lose. Aside: pairs at the tops of columns may be filled. If an even number of cells is empty, first cells get your
stones, second cells neutral ones, pairs in two columns yours. Else all get yours. If I do not lose then, I do not lose.
"""

import functools
import json
import lzma
import sys
import zlib
from collections.abc import Iterator
from typing import Any

Side = tuple[int, int]  # stones, and the cells that complete lines of these stones


def _need(fine: object, otherwise: str) -> None:
    if not fine:
        raise ValueError(otherwise)


@functools.lru_cache(1 << 12)
def _bits(word: int) -> tuple[int, ...]:
    return tuple(1 << i for i in range(word.bit_length()) if word >> i & 1)


class Check:
    """Checks a certificate. A cell is a bit: column by column, from below, with a free bit above each column."""

    def __init__(self, given: Any, moves: Iterator[int], shapes: Iterator[int], diagram: Any = None) -> None:
        rows, claim, first, k = given["rows"], given["claim"], given["first"], given["connect"]
        _need({len(row) for row in rows} == {len(rows[0])} and {*"".join(rows)} <= {*".XO"} and 1 < k < 99, "no board")
        step, width, self.wins, self.nodes = len(rows) + 1, len(rows[0]), claim["wins"], given["nodes"]
        self.diagram, self.connect = diagram, k
        self.moves, self.shapes, self.packed, self.seen = moves, shapes, "packed" in given, dict[Any, int]()
        self.step, self.columns = step, [((1 << step - 1) - 1) << c * step for c in range(width)]
        self.cells, self.floor = sum(self.columns), sum(1 << c * step for c in range(width))
        runs = {sum(bit << i * w for i in range(k)) for w in (1, step - 1, step, step + 1) for bit in _bits(self.cells)}
        self.lines = [word for word in sorted(runs) if not word & ~self.cells]
        self.through = {bit: [line for line in self.lines if line & bit] for bit in _bits(self.cells)}
        cells = [(stone, self._bit((c, step - 1 - r))) for r, row in enumerate(rows) for c, stone in enumerate(row, 1)]
        mine, yours = (sum(bit for one, bit in cells if one == stone) for stone in ("OX" if claim["side"] else "XO"))
        taken, turn = mine | yours, mine.bit_count() - yours.bit_count() + (first is not None)
        over = any(not line & ~mine or not line & ~yours for line in self.lines) or taken + self.floor & taken
        _need(not over and turn == (claim["side"] == 0), "no such position is played, or the other side is to move")
        node, me, you = 0 if self.nodes or self.packed else None, self._add((0, 0), mine), self._add((0, 0), yours)
        last = None if first is None else (0, first, node)
        self.size = self._moved(me, you, 0, 0, self._landing(taken), last, 0) if last else self._after(me, you, 0, node)

    def _bit(self, cell: Any) -> int:
        _need(0 < cell[0] <= len(self.columns) and 0 < cell[1] < self.step, "there is no such cell")
        return int(1 << (cell[0] - 1) * self.step + cell[1] - 1)

    def _landing(self, taken: int) -> int:
        return (taken << 1 | self.floor) & self.cells & ~taken

    def _add(self, side: Side, cells: int) -> Side:
        stones, lines = side[0] | cells, side[1]
        for line in self.through.get(cells, self.lines):
            if not (left := line & ~stones) & left - 1:
                lines |= left
        return stones, lines

    def _key(self, mine: int, yours: int) -> int:
        word, step, last = mine + (mine | yours), self.step, len(self.columns) - 1
        return min(word, sum((word >> c * step) % (1 << step) << (last - c) * step for c in range(last + 1)))

    def _after(self, me: Side, you: Side, void: int, node: Any) -> int:
        key: Any = self._key(me[0], you[0]) if self.packed else (me[0], you[0], void, node)
        if key not in self.seen:
            self.seen[key] = self._unpacked(me, you) if self.packed else self._spelled(me, you, void, node)
        return self.seen[key]

    def _branch(self, me: Side, you: Side, void: int, answers: Any) -> int:
        free, total = self._landing(taken := me[0] | you[0] | void), 0
        _need(free and not you[1] & free, "the other side completes a line")
        for c, column in enumerate(self.columns):
            if reply := free & column:
                now, given = free ^ reply | reply << 1 & self.cells & ~taken, answers and next(answers, (0,))
                _need(not answers or given[0] == c + 1, "a reply has no answer")
                total += self._moved(me, you, reply, void, now, given, c)
        _need(not answers or next(answers, None) is None, "a reply has no answer")
        return max(1, total)

    # the branches after my answer ``given``, or packed, to a ``reply`` in column ``last``
    def _moved(self, me: Side, you: Side, reply: int, void: int, free: int, given: Any, last: int) -> int:
        (_, move, node), lines = given or (0, 0, None), me[1] & free
        cell, you = lines & -lines, you if lines else self._add(you, reply)
        if given:
            cell = free & self.columns[move - 1] if move in range(1, len(self.columns) + 1) else 0
            _need(cell or (move is None and not free), f"column {move} cannot be played")
        elif free and not lines:
            self.at, cell = (me, you, free, last), you[1] & free
            cell = cell or free & (self.columns[last:] + self.columns[:last])[next(self.moves)]
            _need(cell and not cell & cell - 1, "the other side completes a line, or a column is full")
        if lines or me[0] | you[0] | void | cell == self.cells:
            _need(node is None and (cell == lines & -lines if lines else not self.wins), "the game ends otherwise")
            return 0
        return self._after(self._add(me, cell), you, void, node)

    def _filled(self, pairs: Any, taken: int) -> int:
        free, cells = self._landing(taken), 0
        for a, b in pairs:
            _need(b == a << 1 or (b > a << 1 and not (a | b) & ~free), "a pair fails")
            _need(not (a | b) & (taken | cells | ~self.cells), "the pairs overlap")
            cells |= a | b
        return cells

    def _leaf(self, mine: int, yours: int, taken: int, below: int, pairs: Any, line: Any, block: Any, said: Any) -> int:
        open_, paired = self.cells & ~taken, self._filled(pairs, taken)
        region = sum(open_ & column & ((below & column) - 1) for column in self.columns)
        _need(paired == region or (block and not below and not paired & ~region), "an open cell has no answer")
        reach = region & ~sum(b for a, b in pairs if b == a << 1 and not block)
        room, words = yours | below | reach, [a | b for a, b in pairs]
        for one in self.lines:
            if one & room == one and (one & below).bit_count() < 2:
                _need(any(word & one == word for word in words), "the other side may complete a line")
        fits = (one for one in self.lines if not one & ~(mine | region & ~reach))
        _need(line in fits if line else below or not self.wins or (line is None and any(fits)), "no line wins")
        _need(not said or said == [region.bit_count(), *_bits(reach)], "the open cells are counted wrongly")
        return 1

    def _spelled(self, me: Side, you: Side, void: int, node: Any) -> int:
        _need(node in range(len(self.nodes)), "a position has no answers")
        at, bit, mine, yours, below = self.nodes[node], self._bit, me[0], you[0], 0
        taken = mine | yours | void
        aside, odd = [(bit(a), bit(b)) for a, b in at["aside"]], (self.cells & ~taken).bit_count() % 2
        new, nobody = self._filled(aside, taken), sum(b for a, b in aside if b == a << 1 and not odd)
        yours, void, taken = yours | new & ~nobody, void | nobody, taken | new
        _need(not aside or not (self.wins or new << 1 & self.cells & ~taken), "cells cannot be set aside")
        if at["type"] == "diagram":
            shape = {len(row) for row in at["rows"]}, len(at["rows"])
            _need(self.diagram and not aside, "diagrams are played by sheet.py")
            _need(shape == ({len(self.columns)}, self.step - 1), "the diagram is of another board")
            _need(not (why := self.diagram(at["rows"], self.connect, mine, yours, self.wins)), why)
            return 1
        if at["type"] == "branch":
            return self._branch(me, self._add(you, yours), void, iter(at["answers"]))
        for target, under, line in ((bit(w["target"]), bit(w["below"]), sum(map(bit, w["line"]))) for w in at["waits"]):
            fits = line in self.lines and line & ~mine == target == under << 1 and not (under | target) & taken
            _need(fits and not any(under & column and below & column for column in self.columns), "no line waits")
            below |= under
        pairs, line = [(bit(a), bit(b)) for a, b in at["pairs"]], sum(map(bit, at["line"]))
        said = [at["count"], *map(bit, at["reach"])]
        return self._leaf(mine, yours, taken, below, pairs, line, at["block"], said)

    def _unpacked(self, me: Side, you: Side) -> int:
        (mine, targets), (yours, _), below, odd, more = me, you, 0, list[int](), self.shapes
        taken, self.at = mine | yours, (me, you, 0, 0)
        free, targets = self._landing(taken), targets & ~taken
        if (now := targets & free) & now - 1 or not (now or free) << 1 & ~targets or (shape := next(more)) == 0:
            return self._branch(me, you, 0, None)
        waits, pairs = shape - 2, [(1 << next(more), 1 << next(more)) for _ in range(next(more) if shape == 1 else 0)]
        for column in self.columns if shape > 1 else ():
            under = [0, *_bits(targets >> 1 & column & ~taken)]
            waits, pick = divmod(waits, len(under))
            run, below = _bits(column & ~taken & (under[pick] - 1)), below | under[pick]
            odd += run[: len(run) % 2]
            pairs += zip(run[len(run) % 2 :: 2], run[len(run) % 2 + 1 :: 2], strict=True)
        _need(waits < 1 and not len(odd) % 2, "an open cell has no answer")
        while odd:
            pairs.append((odd.pop(0), odd.pop(next(more) if len(odd) > 1 else 0)))
        return self._leaf(mine, yours, taken, below, pairs, None, shape == 1, None)


def fault(given: Any, moves: bytes = b"", shapes: bytes = b"", diagram: Any = None) -> str:
    """Returns in one sentence why a certificate proves nothing, or "". ``diagram`` is the same of ``sheet.py``."""
    one, two = iter(moves), iter(shapes)
    try:
        _need(zlib.crc32(moves + shapes) == given.get("sum", 0), "the bytes were changed")
        _need(max(1, Check(given, one, two, diagram).size) == given["size"] and not [*one, *two], "a wrong size")
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, StopIteration) as error:
        return str(error) if type(error) is ValueError else "this is no certificate"
    return ""


def parts(data: bytes) -> Iterator[tuple[Any, bytes, bytes]]:
    """Yields the certificates of a file, each with two strings of bytes."""
    data = lzma.decompress(data) if data.startswith(b"\xfd7zXZ\0") else data
    while data.strip():
        line, _, data = data.partition(b"\n")
        given = json.loads(line)
        moves, shapes = given.get("packed", (0, 0))
        yield given, data[:moves], data[moves : moves + shapes]
        data = data[moves + shapes :]


if __name__ == "__main__":
    for part in parts(sys.stdin.buffer.read()):
        sys.stdout.write(f"{part[0]['claim']}: {fault(*part) or 'accepted'}\n")
