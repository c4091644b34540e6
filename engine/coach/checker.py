"""Checks certificates by the rules and the statements of the theorems alone: ``python checker.py < FILE``.

A file, perhaps an xz archive, holds certificates: lines of JSON with a board, the claim that one side, "me", wins or
does not lose, my first move if I am to move, and answers to all replies of the other side, "you": spelled out (see
``certificate.py``), or packed in bytes after the line (see ``proving/__init__.py``). A diagram has a sign for each
cell, the top row first. It names my line, else my stone against your line, else the playable cell of the first mark
that exactly one playable cell bears: "!", "@", "." in an even row or "|" in an odd row, "+", "=", "-".

Theorems, with you to move and no line on the board (``leaf.py`` and ``aside.py`` prove all): A *pair* is two empty
cells, one right above the other, or the next cells of two columns. A *wait* is an empty cell that completes a line of
mine, above an empty cell "below". This cell and all above are closed. Cover: pairs cover all but the closed cells. If
no line fits into your stones, the first cells of pairs, both cells of pairs in two columns and at most one cell
"below", without both cells of a pair, I do not lose. I win if there is a wait, or a line of my stones and the second
cells of pairs in one column. Block: if every line without a stone of mine holds both cells of one of some pairs, I do
not lose. Aside: pairs at the tops of columns may be filled with your stones, and if an even number of cells is empty,
second cells in the same column with neutral ones. If I do not lose then, I do not lose."""

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
        self.moves, self.shapes, self.packed, self.seen = moves, shapes, "packed" in given, dict[Any, int]()
        self.step, self.columns = step, [((1 << step - 1) - 1) << c * step for c in range(width)]
        self.order, self.cells = [self.columns[c:] + self.columns[:c] for c in range(width)], sum(self.columns)
        ways = [sum(1 << i * way for i in range(k)) for way in (1, step - 1, step, step + 1)]
        self.lines = sorted({bit * way for way in ways for bit in _bits(self.cells) if not bit * way & ~self.cells})
        self.through = {bit: [line for line in self.lines if line & bit] for bit in _bits(self.cells)}
        self.floor, (mine, yours) = self.cells & ~(self.cells << 1), self._signs("OX" if claim["side"] else "XO", rows)
        taken, turn = mine | yours, mine.bit_count() - yours.bit_count() + (first is not None)
        over = any(not line & ~mine or not line & ~yours for line in self.lines) or taken + self.floor & taken
        _need(not over and turn == (claim["side"] == 0), "no such position is played, or the other side is to move")
        self.play, at = diagram or self._after, (self._add((0, 0), mine), self._add((0, 0), yours), taken)
        last = 1, first, 0 if self.nodes or self.packed else None
        self.size = self._after(*at, 0) if first is None else self._moved(*at, 0, last)

    def _where(self, cells: Any) -> list[int]:
        _need(all(0 < at[0] <= len(self.columns) and 0 < at[1] < self.step for at in cells), "there is no such cell")
        return [1 << (at[0] - 1) * self.step + at[1] - 1 for at in cells]

    def _signs(self, kinds: Any, rows: Any) -> tuple[int, ...]:
        signs = [(sign, r, c * self.step + r) for r, row in enumerate(rows[::-1]) for c, sign in enumerate(row)]
        return tuple(sum(1 << at for sign, r, at in signs if sign == kind[r % 2 - 1]) for kind in kinds)

    def _landing(self, taken: int) -> int:
        return (taken << 1 | self.floor) & self.cells & ~taken

    def _add(self, side: Side, cells: int) -> Side:
        stones, lines = side[0] | cells, side[1]
        for line in self.through.get(cells, self.lines):
            if not (left := line & ~stones) & left - 1:
                lines |= left or self.cells  # of a complete line any cell is the last
        return stones, lines

    def _key(self, mine: int, yours: int) -> int:
        word, step, last = mine + (mine | yours), self.step, len(self.columns) - 1
        return min(word, sum([(word >> c * step) % (1 << step) << (last - c) * step for c in range(last + 1)]))

    def _after(self, me: Side, you: Side, taken: int, node: Any) -> int:
        key: Any = self._key(me[0], you[0]) if self.packed else (me[0], you[0], taken, node)
        if key not in self.seen:
            self.seen[key] = self._unpacked(me, you, taken) if self.packed else self._spelled(me, you, taken, node)
        return self.seen[key]

    def _branch(self, me: Side, you: Side, taken: int, answers: Any) -> int:
        free, total = self._landing(taken), 0
        _need(free and not you[1] & free, "the other side completes a line")
        for reply in _bits(free):
            total += self._moved(me, you, taken | reply, reply, answers and next(answers))
        return max(1, total)

    def _moved(self, me: Side, you: Side, taken: int, reply: int, given: Any) -> int:
        (column, move, node), free = given or (0, 0, None), (taken << 1 | self.floor) & self.cells & ~taken
        drawn, last, lines = given and isinstance(node, tuple), reply.bit_length() // self.step, me[1] & free
        cell, you = lines & -lines, you if lines else self._add(you, reply)
        if given and not drawn:  # spelled out
            cell = free & self.columns[move - 1] if move in range(1, len(self.columns) + 1) else 0
            _need(column == last + 1 and (cell or (move is None and not free)), f"column {move} cannot be played here")
        elif free and not lines:  # named by a diagram, or packed
            self.at, cell = (me, you, free, last), you[1] & free
            if drawn and not cell:
                cell = next((mark & free for mark in node or () if (mark & free).bit_count() == 1), 0)
                _need(cell, "the diagram names no move")
            cell = cell or free & self.order[last][next(self.moves)]
            _need(cell and not cell & cell - 1, "the other side completes a line, or a column is full")
        if lines or taken | cell == self.cells:
            _need((drawn or node is None) and (cell == lines & -lines if lines else not self.wins), "the game is over")
            return 0
        return self._after(self._add(me, cell), you, taken | cell, node)

    def _filled(self, pairs: Any, taken: int) -> int:
        free, cells = self._landing(taken), 0
        for a, b in pairs:
            _need(b == a << 1 or (b > a << 1 and not (a | b) & ~free), "a pair fails")
            _need(not (a | b) & (taken | cells | ~self.cells), "the pairs overlap")
            cells |= a | b
        return cells

    def _leaf(self, mine: int, yours: int, taken: int, below: int, pairs: Any, line: Any, block: Any, said: Any) -> int:
        open_, paired = self.cells & ~taken, self._filled(pairs, taken)
        region = sum([open_ & column & ((below & column) - 1) for column in self.columns])
        _need(paired == region or (block and not below and not paired & ~region), "an open cell has no answer")
        reach = region & ~sum(b for a, b in pairs if b == a << 1 and not block)
        room = yours | below | reach
        for one in self.lines:
            if one & room == one and (one & below).bit_count() < 2:
                _need(any(not (a | b) & ~one for a, b in pairs), "the other side may complete a line")
        fits = (one for one in self.lines if not one & ~(mine | region & ~reach))
        _need(line in fits if line else below or not self.wins or (line is None and any(fits)), "no line wins")
        _need(not said or said == [region.bit_count(), *_bits(reach)], "the open cells are counted wrongly")
        return 1

    def _spelled(self, me: Side, you: Side, taken: int, node: Any) -> int:
        if isinstance(node, tuple):  # the marks of a diagram
            return self._branch(me, you, taken, iter([(0, 0, node)] * len(self.columns)))
        _need(node in range(len(self.nodes)), "a position has no answers")
        at, where, (mine, yours), below = self.nodes[node], self._where, (me[0], you[0]), 0
        aside, kind, empty = [where(pair) for pair in at["aside"]], at["type"], self.cells & ~taken
        new, nobody = self._filled(aside, taken), sum(b for a, b in aside if b == a << 1 and empty.bit_count() % 2 == 0)
        yours, taken = yours | new & ~nobody, taken | new
        _need(not aside or not (self.wins or kind == "diagram" or new << 1 & empty & ~new), "cells cannot be set aside")
        if kind == "diagram":
            _need([*map(len, at["rows"])] == [len(self.columns)] * (self.step - 1), "the diagram is of another board")
            _need({*"".join(at["rows"])} <= {*"XO!@.|+=-"}, "this is no diagram")
            return min(1, self.play(me, you, taken, self._signs(("!", "@", ".|", "+", "=", "-"), at["rows"])))
        if kind == "branch":
            _need([*map(len, at["answers"])] == [3] * self._landing(taken).bit_count(), "a reply has no answer")
            return self._branch(me, self._add(you, yours), taken, iter(at["answers"]))
        for target, under, line in ((*where((w["target"], w["below"])), sum(where(w["line"]))) for w in at["waits"]):
            fits = line in self.lines and line & ~mine == target == under << 1 and not (under | target) & taken
            _need(fits and not any(under & column and below & column for column in self.columns), "no line waits")
            below |= under
        pairs, said = [where(pair) for pair in at["pairs"]], [at["count"], *where(at["reach"])]
        return self._leaf(mine, yours, taken, below, pairs, sum(where(at["line"])), at["block"], said)

    def _unpacked(self, me: Side, you: Side, taken: int) -> int:
        (mine, targets), (yours, _), below, odd, more = me, you, 0, list[int](), self.shapes
        self.at, free, targets, open_ = (me, you, 0, 0), self._landing(taken), targets & ~taken, self.cells & ~taken
        if (now := targets & free) & now - 1 or not (now or free) << 1 & ~targets or (shape := next(more)) == 0:
            return self._branch(me, you, taken, None)
        waits, pairs = shape - 2, [(1 << next(more), 1 << next(more)) for _ in range(next(more) if shape == 1 else 0)]
        for column in self.columns if shape > 1 else ():
            under = [0, *_bits(targets >> 1 & column & open_)]
            waits, pick = divmod(waits, len(under))
            run, below = _bits(column & open_ & (under[pick] - 1)), below | under[pick]
            odd += run[: len(run) % 2]
            pairs += zip(run[len(run) % 2 :: 2], run[len(run) % 2 + 1 :: 2], strict=True)
        _need(waits < 1 and not len(odd) % 2, "an open cell has no answer")
        while odd:
            pairs.append((odd.pop(0), odd.pop(next(more) if len(odd) > 1 else 0)))
        return self._leaf(mine, yours, taken, below, pairs, None, shape == 1, None)


def fault(given: Any, moves: bytes = b"", shapes: bytes = b"", diagram: Any = None) -> str:
    """Returns in one sentence why a certificate proves nothing, or "". ``diagram`` plays diagrams, instead of us."""
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
    sys.stdout.writelines(f"{one[0]['claim']}: {fault(*one) or 'accepted'}\n" for one in parts(sys.stdin.buffer.read()))
