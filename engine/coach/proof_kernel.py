"""Searches for the smallest tree of answers to prove a claim. The leaves are lines and the theorems of ``leaf.py``.

A claim is: P wins, or P does not lose. The tree has one move of P each, and every reply of the other side, L. A branch
ends where P completes a line, where a theorem applies, or, if P need not win, where the board is full. If P need not
win, cells are set aside before L moves (``aside.py``), so fewer replies are left. The size is the number of branches
without a line of P immediately, and at least 1. The search is depth first with a bound of the size. A table holds
proven sizes and failed bounds, so a position reached twice is searched once.
"""

from typing import Any

import numpy as np

from engine.bitboard import popcount
from engine.coach.aside import MINE, NOBODY, set_aside
from engine.coach.leaf import BOARD, BOTTOM, completes, leaf
from engine.kernels import kernel
from engine.kernels.words import folded, low_half

NODES, LIMIT = 0, 1  # words of the count: positions searched so far, and at most

FALSE = 255  # the failed bound of a position where the claim is known to be false: the entry stays
UNLIMITED = 1 << 62  # a limit without effect
STACK = (104, 12)  # the shape of the stack. No board has more plies

_P, _O, _MINE, _BUDGET, _TOTAL, _LEFT, _REST, _MOVE, _HINT, _STAGE, _CELL, _NOBODY = range(12)
_U0, _U1 = np.uint64(0), np.uint64(1)
_MIX, _SPREAD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_BYTE = np.uint64(255)
_FAILED, _CHOSEN = np.uint64(8), np.uint64(16)


@kernel(forceinline=True)
def key_of(p: Any, o: Any, nobody: Any) -> Any:
    """Returns the key of a position: a hash, because cells set aside may lie above empty ones."""
    return folded(p) + folded(o) * _SPREAD + folded(nobody) * _MIX


@kernel(forceinline=True)
def row_of(key: Any, table: Any) -> Any:
    """Returns the row of a position in a table of 2**n rows."""
    return np.int64((key * _MIX) >> np.uint64(40)) & (table.shape[0] - 1)


@kernel("int64(word[::1], boolean, word[::1], uint64[:, ::1], word[::1], int64[::1])", part=True)
def enter(f: Any, win: Any, g: Any, table: Any, out: Any, count: Any) -> Any:  # noqa: C901
    """Returns the size of a proof, 0 without a proof in the budget, -1 if moves must be tried.

    Args:
        f: the frame of the position: stones, side to move, budget. It takes the moves to try.
        win: P is to win. Otherwise P is not to lose.
        table: uint64[2**n, 2]: keys, and proven size + failed bound << 8 + move << 16.
        count: the positions searched, and the limit.
    """
    # Step 1. Set cells aside, and read the table.
    if not win and f[_MINE] == _U0:
        set_aside(f[_P], f[_O], f[_NOBODY], g, out)
        f[_O] |= out[MINE]
        f[_NOBODY] |= out[NOBODY]
    p, o, nobody, budget = f[_P], f[_O], f[_NOBODY], np.int64(low_half(f[_BUDGET]))
    mask = p | o | nobody
    key = key_of(p, o, nobody)
    row = row_of(key, table)
    f[_TOTAL] = f[_MOVE] = f[_HINT] = f[_STAGE] = _U0
    if table[row, 0] == key:
        size = np.int64(table[row, 1] & _BYTE)
        if size:
            return size if size <= budget else np.int64(0)
        if np.int64(table[row, 1] >> _FAILED & _BYTE) >= budget:
            return np.int64(0)
        f[_HINT] = table[row, 1] >> _CHOSEN
    if count[NODES] >= count[LIMIT]:
        return np.int64(0)
    count[NODES] += 1
    landing = (mask + g[BOTTOM]) & g[BOARD] & ~mask
    threats = completes(o, g) & landing
    # Step 2. P moves: every column, or the one that stops a line.
    if f[_MINE]:
        f[_REST] = f[_LEFT] = threats if threats != _U0 else landing
        return np.int64(0 if threats & (threats - _U1) else -1)
    # Step 3. L moves: a line of L refutes, a full board or a theorem ends the branch.
    if mask == g[BOARD]:
        return np.int64(0 if win else 1)
    if threats != _U0:
        return np.int64(0)
    if leaf(p, o, nobody, win, g, out):
        table[row, 0], table[row, 1] = key, _U1
        return np.int64(1)
    # Step 4. Replies after which P has no line immediately. Each needs a branch at least.
    wins = completes(p, g) & g[BOARD]
    f[_REST] = _U0
    while landing != _U0:
        reply = landing & (~landing + _U1)
        landing ^= reply
        after = mask | reply
        if after == g[BOARD]:
            if win:
                return np.int64(0)
        elif wins & (after + g[BOTTOM]) & ~after == _U0:
            f[_REST] |= reply
    left = popcount(f[_REST])
    f[_LEFT] = np.uint64(left)
    return np.int64(-1 if left <= budget else 0)


@kernel("word(word[::1], word[::1])", part=True)
def next_cell(f: Any, g: Any) -> Any:
    """Returns the next cell to try and takes it from the frame, or 0 if none is left. P tries the proof of a larger
    budget first, then threats, then the rest. L begins with the refutation of a smaller budget."""
    hinted = f[_REST] & (_U1 << (f[_HINT] - _U1)) if f[_HINT] != _U0 else _U0
    f[_HINT] = _U0
    if hinted != _U0:
        f[_REST] ^= hinted
        return hinted
    mask = f[_P] | f[_O] | f[_NOBODY]
    landing = (mask + g[BOTTOM]) & ~mask
    while True:
        rest = f[_REST]
        while rest != _U0:
            cell = rest & (~rest + _U1)
            rest ^= cell
            if f[_MINE] and f[_STAGE] == _U0:
                playable = (landing ^ cell | cell << _U1) & g[BOARD] & ~mask
                if completes(f[_P] | cell, g) & playable == _U0:
                    continue
            f[_REST] ^= cell
            return cell
        if f[_STAGE] != _U0 or not f[_MINE]:
            return _U0
        f[_STAGE] = _U1


@kernel(
    "int64(word, word, word, boolean, int64, boolean, word[::1], uint64[:, ::1], word[:, ::1], word[::1], int64[::1])"
)
def prove(p: Any, o: Any, nobody: Any, mine: Any, budget: Any, win: Any, g: Any, table: Any, stack: Any, out: Any,
          count: Any) -> Any:  # fmt: skip
    """Returns the least size of a proof, or 0 if there is none of at most ``budget`` branches (1 to 254).

    Neither side has a line, and P, if to move, cannot complete one. At the limit of positions the result is also 0.

    Args:
        nobody: the neutral stones, see ``aside.py``.
        mine: P is to move, else L.
        win: P is to win. Otherwise P is not to lose.
        table: as for :func:`enter`.
        stack: scratch of the shape :data:`STACK`.
        count: the positions searched, and the limit.
    """
    depth = np.int64(0)
    stack[0, _P], stack[0, _O], stack[0, _NOBODY] = p, o, nobody
    stack[0, _MINE], stack[0, _BUDGET] = np.uint64(mine), np.uint64(budget)
    result = enter(stack[0], win, g, table, out, count)
    while result < 0 or depth > 0:
        f = stack[depth]
        if result >= 0:
            # Step 5. A child is done: P keeps the smallest proof, L needs all.
            depth -= 1
            f = stack[depth]
            name = np.uint64(popcount(f[_CELL] - _U1)) + _U1
            if f[_MINE] and result > 0:
                f[_TOTAL], f[_MOVE], f[_BUDGET] = np.uint64(result), name, np.uint64(result - 1)
            elif not f[_MINE]:
                f[_TOTAL] += np.uint64(result)
                f[_LEFT] -= _U1
                f[_MOVE] = name
        # Step 6. The next child, unless the position is decided.
        failed = result == 0 and f[_MINE] == _U0
        cell = next_cell(f, g) if not failed and f[_BUDGET] != _U0 else _U0
        if cell != _U0:
            f[_CELL] = cell
            depth += 1
            child = stack[depth]
            child[_P], child[_O], child[_NOBODY] = f[_P], f[_O], f[_NOBODY]
            child[_MINE], child[_BUDGET] = f[_MINE] ^ _U1, f[_BUDGET]
            if f[_MINE]:
                child[_P] |= cell
            else:
                child[_O] |= cell
                child[_BUDGET] += _U1 - f[_TOTAL] - f[_LEFT]
            result = enter(child, win, g, table, out, count)
            continue
        # Step 7. Store the result, unless the search is unfinished.
        proven = f[_TOTAL] != _U0 if f[_MINE] else not failed
        result = max(np.int64(low_half(f[_TOTAL])), np.int64(1)) if proven else np.int64(0)
        if proven or count[NODES] < count[LIMIT]:
            key = key_of(f[_P], f[_O], f[_NOBODY])
            row = row_of(key, table)
            if table[row, 0] == key or table[row, 1] >> _FAILED & _BYTE != np.uint64(FALSE):
                table[row, 0] = key
                low = np.uint64(result) if proven else low_half(f[_BUDGET]) << _FAILED
                table[row, 1] = low | low_half(f[_MOVE]) << _CHOSEN
        if depth == 0:
            return result
    return result


@kernel("uint64(uint64[:, ::1], word, word, word)")
def entry(table: Any, p: Any, o: Any, nobody: Any) -> Any:
    """Returns the table's word for a position, as :func:`prove` stores words, or 0."""
    key = key_of(p, o, nobody)
    row = row_of(key, table)
    return table[row, 1] if table[row, 0] == key else _U0


@kernel("void(uint64[:, ::1], word, word, word)")
def mark_false(table: Any, p: Any, o: Any, nobody: Any) -> None:
    """Enters a position whose claim is known to be false."""
    key = key_of(p, o, nobody)
    row = row_of(key, table)
    table[row, 0], table[row, 1] = key, np.uint64(FALSE) << _FAILED
