"""The exact search: one compiled function with an explicit stack, specialised for each board.

Null-window alpha-beta (fail-soft) over *quiescent* positions: those where the side to move can neither win at once nor
is left with a single move that does not lose at once. Forced chains between them are played in a loop and cost no node.
The stack is data: a search that has used up its budget stops before its next node, and goes on from exactly there.

Scores are those of the side to move: 1 + (cells left empty) // 2 for a win, negative for a loss, 0 for a draw.
Factors in the comments are nodes or time without the step, relative to with it (begin-hard, first 8).
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numba import types

from engine.compiled import kernel
from engine.solver.bitboard import centre_out, completing, has_line, lowest, popcount, prefetch
from engine.solver.proofs import NONE, upper_bound
from engine.solver.switches import Switch
from engine.solver.table import OFFSET, hashed_key, mixed, probe, store
from engine.solver.vector import lane_count, survey
from engine.solver.window import next_window

# --- words at the head of a search's memory (uint64; signed numbers in two's complement) ---
SP = 0
PHASE = 1
VALUE = 2
NODES = 3
LIMIT = 4
ALPHA = 5
ROOT_PLY = 6
LOW = 7
HIGH = 8
MOVE = 9
FALLBACK = 10
REPORT = 11
LOGGED = 12
MODE = 13
ROOT_OWN = 14
ROOT_MASK = 15
JOB = 16
BIG_TAG = 17
SMALL_TAG = 18
STARTED = 19
SWITCHES = 20
HEAD = 21

# --- what the search does next ---
BEGIN, WINDOW, ENTER, NEXT, LEAVE = range(5)

# --- modes: one null window given by ALPHA, or windows of its own choice until the score is exact ---
ONE_WINDOW, EXACT = 0, 1

# --- what a call returns ---
OUT_OF_BUDGET, DONE, LOG_FULL = 0, 1, 2

# --- fields of a stack frame, then of each of its children ---
F_OWN, F_MASK, F_WINS, F_THREATS, F_PLY, F_START, F_NEXT, F_COUNT, F_BEST, F_MOVE, F_DEFERRED = range(11)
FIXED = 11
C_OWN, C_MASK, C_WINS, C_THREATS, C_INFO = range(5)
CHILD = 5

BUSY_BITS = 12
"""Binary logarithm of the size of the table in which threads say what they are at."""


def memory_words(width: int, height: int) -> int:
    """How many uint64 words one search needs: the head, four rows of lanes for step 3, a frame for each ply."""
    return HEAD + 4 * lane_count(width) + (width * height + 2) * (FIXED + CHILD * width)


@functools.cache
def build(width: int, height: int, connect: int, switchable: bool = False) -> Callable[..., int]:  # noqa: C901
    """Compile (or load from the disk cache) the search for one board.

    Args:
        width, height, connect: the board.
        switchable: read from ``memory[SWITCHES]`` what to use (:class:`engine.solver.switches.Switch`), at a price;
            otherwise everything is on.

    Returns:
        ``search(memory, big, small, log, jobs, stop, busy) -> status``; see the constants above for the words of
        ``memory``. ``big`` and ``small`` are tables (``engine.solver.table``), ``log`` is uint64[rows, 4], ``jobs`` is
        uint64[count, 5] (own, mask; out: score, move, nodes) or has no rows, ``stop`` is uint64[1],
        ``busy`` is uint64[2**BUSY_BITS] shared by all threads of one search, or empty.
    """
    cells = np.int64(width * height)
    columns = np.uint64(width)
    column_bits = np.uint64(height + 1)
    column_word = np.uint64((1 << (height + 1)) - 1)
    tall = np.uint64(height)
    need = np.uint64(connect)
    across = width >= connect
    upward = height >= connect
    slanted = across and upward
    key_word = np.uint64((1 << (width * (height + 1))) - 1)
    bottom_int = sum(1 << c * (height + 1) for c in range(width))
    bottom = np.uint64(bottom_int)
    board = np.uint64(bottom_int * ((1 << height) - 1))
    guards = np.uint64(bottom_int << height)
    same = np.uint64(bottom_int * sum(1 << r for r in range(height) if (height - r) % 2 == 0))
    # Columns from the middle outwards, as shift counts.
    order = tuple(np.uint64(column * (height + 1)) for column in centre_out(width))
    stride = np.uint64(FIXED + CHILD * width)
    lanes = np.uint64(lane_count(width))
    bottom_frame = np.uint64(HEAD) + lanes * np.uint64(4)
    never = np.int64(126)
    s_follow_up, s_lines = np.uint64(Switch.FOLLOW_UP), np.uint64(Switch.LINES)
    s_even_tails, s_odd_tails = np.uint64(Switch.EVEN_TAILS), np.uint64(Switch.ODD_TAILS)
    s_distance, s_doubles, s_chains = np.uint64(Switch.DISTANCE), np.uint64(Switch.DOUBLES), np.uint64(Switch.CHAINS)
    s_etc, s_table, s_mirror = np.uint64(Switch.ETC), np.uint64(Switch.TABLE), np.uint64(Switch.MIRROR)
    s_small = np.uint64(Switch.SMALL_TABLE)
    gate = -(cells // np.int64(10))
    busy_ply = cells - np.int64(18)
    busy_shift = np.uint64(64 - BUSY_BITS)
    all_bits = np.uint64((1 << 64) - 1)
    poll = np.uint64(255)
    u0, u1, u8 = np.uint64(0), np.uint64(1), np.uint64(8)
    i0, i1, i2 = np.int64(0), np.int64(1), np.int64(2)

    @kernel(
        types.int64(
            types.uint64[::1],
            types.uint64[::1],
            types.uint64[::1],
            types.uint64[:, ::1],
            types.uint64[:, ::1],
            types.uint64[::1],
            types.uint64[::1],
        )
    )
    def search(memory, big, small, log, jobs, stop, busy):  # type: ignore[no-untyped-def]  # noqa: C901
        phase = memory[PHASE]
        sp = memory[SP]
        value = np.int64(memory[VALUE])
        nodes = memory[NODES]
        limit = memory[LIMIT]
        goal = np.int64(memory[ALPHA])
        root_ply = np.int64(memory[ROOT_PLY])
        report = memory[REPORT]
        big_tag = memory[BIG_TAG]
        small_tag = memory[SMALL_TAG]
        status = np.int64(OUT_OF_BUDGET)
        shared = busy.shape[0] > 0
        on = memory[SWITCHES] if switchable else all_bits
        small_ply = cells - np.int64(20) if on & s_small != u0 else never
        etc_ply = cells - np.int64(10) if on & s_etc != u0 else i0
        mirror_ply = np.int64(10) if on & s_mirror != u0 else i0
        while True:
            base = bottom_frame + sp * stride
            if phase == ENTER:
                # Step 1. Is the budget used up, or are we told to stop?
                if nodes >= limit or stop[0] != u0:
                    break
                # Does what another thread has found decide a node on our path? (every 256 nodes; nodes of two threads
                # without: 1.06)
                if shared and nodes & poll == u0:
                    index = u1
                    while index < sp:
                        at = bottom_frame + index * stride
                        index += u1
                        ply = np.int64(memory[at + np.uint64(F_PLY)])
                        if ply >= small_ply:
                            break
                        key = memory[at + np.uint64(F_OWN)] + memory[at + np.uint64(F_MASK)]
                        hashed = hashed_key(key, ply < mirror_ply, columns, column_bits, key_word)
                        code = probe(big, hashed, big_tag)
                        if code != u0:
                            alpha = goal if (ply - root_ply) & i1 == i0 else -goal - i1
                            value = np.int64(code >> u1) - np.int64(OFFSET)
                            if (code & u1 != u0) == (value > alpha):
                                sp = index - u1
                                memory[at + np.uint64(F_MOVE)] = u0
                                phase = np.uint64(LEAVE)
                                nodes += u1
                                break
                    if phase == LEAVE:
                        continue
                memory[base + np.uint64(F_START)] = nodes
                nodes += u1
                own = memory[base + np.uint64(F_OWN)]
                mask = memory[base + np.uint64(F_MASK)]
                wins = memory[base + np.uint64(F_WINS)]
                threats = memory[base + np.uint64(F_THREATS)]
                ply = np.int64(memory[base + np.uint64(F_PLY)])
                other = own ^ mask
                alpha = goal if (ply - root_ply) & i1 == i0 else -goal - i1
                phase = np.uint64(LEAVE)
                memory[base + np.uint64(F_MOVE)] = u0

                # Step 2. Probe the table (not at the root: a bound without a move is no answer there). Late plies have
                # a small one that stays in the cache (one table for all: nodes 0.89, time 1.2).
                hashed = hashed_key(own + mask, ply < mirror_ply, columns, column_bits, key_word)
                if sp != u0 and on & s_table != u0:
                    code = probe(small, hashed, small_tag) if ply >= small_ply else probe(big, hashed, big_tag)
                    if code != u0:
                        value = np.int64(code >> u1) - np.int64(OFFSET)
                        if (code & u1 != u0) == (value > alpha):
                            continue
                if shared and ply < busy_ply:
                    busy[mixed(hashed, all_bits) >> busy_shift] = hashed

                # Step 3. Look at every move that does not lose at once: does one make two threats, or one above the
                # other? Then it wins in three plies (no fewer nodes, but quicker than finding out in step 4). They come
                # back in the order of their promise (the middle first and nothing else: nodes 3.4).
                landing = (mask + bottom) & board
                forced = landing & threats
                moves = forced if forced != u0 else landing
                moves &= ~(threats >> u1)
                slots = base + np.uint64(FIXED)
                count = np.uint64(popcount(moves))
                won = survey(memory, np.uint64(HEAD), own, mask, wins, moves, landing, on, width, height, connect)
                if won != u0 and on & s_doubles != u0:
                    value = i1 + (cells - ply - np.int64(3)) // i2
                    memory[base + np.uint64(F_MOVE)] = order[lowest(won)] // column_bits + u1
                    continue

                # Step 4. Follow each move through its forced replies to a quiescent child, and judge that at a glance.
                best = np.int64(-NONE)
                best_move = u0
                kept = u0
                cut = False
                index = u0
                while index < count:
                    lane = np.uint64(HEAD) + memory[np.uint64(HEAD) + index]
                    index += u1
                    doubled = (won >> (lane - np.uint64(HEAD))) & u1 != u0
                    bit = memory[lane + lanes]
                    c_threats = memory[lane + lanes * np.uint64(2)]
                    column = np.uint64(lowest(bit)) // column_bits + u1
                    c_own = other
                    c_other = own | bit
                    c_mask = mask | bit
                    c_wins = threats & ~bit
                    c_ply = ply + i1
                    open_child = False
                    moves = u0 if doubled else memory[lane + lanes * np.uint64(3)]
                    while True:
                        if moves == u0:
                            value = -i1 - (cells - c_ply - i2) // i2 if c_ply < cells else i0
                            break
                        if c_ply >= cells - i2:
                            value = i0
                            break
                        c_alpha = alpha if (c_ply - ply) & i1 == i0 else -alpha - i1
                        if on & s_distance != u0:
                            value = (cells - i1 - c_ply) // i2
                            if value <= c_alpha:
                                break
                            value = -((cells - i2 - c_ply) // i2)
                            if value > c_alpha:
                                break
                        open_child = moves & (moves - u1) != u0 or on & s_chains == u0
                        # Proofs at forced positions, too (nodes without: 1.02; without any proof: 3.4).
                        if c_alpha >= gate:
                            value = upper_bound(
                                c_own, c_other, c_mask, c_threats, c_alpha, tall, need, across, upward, slanted,
                                board, bottom, guards, same, on & s_follow_up != u0, on & s_lines != u0,
                                on & s_even_tails != u0, on & s_odd_tails != u0,
                            )  # fmt: skip
                            if value != np.int64(NONE):
                                open_child = False
                                break
                        if open_child:
                            break
                        c_own |= moves
                        c_mask |= moves
                        fresh = completing(c_own, tall, need, across, upward, slanted) & board & ~c_mask
                        c_wins = c_threats & ~moves
                        c_threats = fresh
                        c_other, c_own = c_own, c_other
                        c_ply += i1
                        c_landing = (c_mask + bottom) & board
                        forced = c_landing & c_threats
                        moves = forced if forced != u0 else c_landing
                        moves &= ~(c_threats >> u1)
                        if forced & (forced - u1) != u0:
                            moves = u0
                    flip = (c_ply - ply) & i1 != i0
                    if open_child:
                        at = slots + kept * np.uint64(CHILD)
                        memory[at + np.uint64(C_OWN)] = c_own
                        memory[at + np.uint64(C_MASK)] = c_mask
                        memory[at + np.uint64(C_WINS)] = c_wins
                        memory[at + np.uint64(C_THREATS)] = c_threats
                        memory[at + np.uint64(C_INFO)] = (np.uint64(c_ply) << u8) | column
                        kept += u1
                        if c_ply < small_ply and c_ply >= mirror_ply:
                            prefetch(big, (mixed(c_own + c_mask, key_word) >> big_tag) << u1)
                        continue
                    if flip:
                        value = -value
                    if value > best:
                        best = value
                        best_move = column
                    if value > alpha:
                        cut = True
                        break
                if cut:
                    value = best
                    memory[base + np.uint64(F_MOVE)] = best_move
                    continue

                # Step 5. Enhanced transposition cutoff: does the table already decide a child? (nodes without: 1.48,
                # time 1.14)
                if ply < etc_ply:
                    index = u0
                    count = kept
                    kept = u0
                    while index < count:
                        at = slots + index * np.uint64(CHILD)
                        index += u1
                        c_own = memory[at + np.uint64(C_OWN)]
                        c_mask = memory[at + np.uint64(C_MASK)]
                        info = memory[at + np.uint64(C_INFO)]
                        c_ply = np.int64(info >> u8)
                        c_hashed = hashed_key(c_own + c_mask, c_ply < mirror_ply, columns, column_bits, key_word)
                        if c_ply >= small_ply:
                            code = probe(small, c_hashed, small_tag)
                        else:
                            code = probe(big, c_hashed, big_tag)
                        if code != u0 and on & s_table != u0:
                            value = np.int64(code >> u1) - np.int64(OFFSET)
                            lower = code & u1 != u0
                            if (c_ply - ply) & i1 != i0:
                                value = -value
                                lower = not lower
                            if lower == (value > alpha):
                                if value > best:
                                    best = value
                                    best_move = info & np.uint64(255)
                                if lower:
                                    cut = True
                                    break
                                continue
                        to = slots + kept * np.uint64(CHILD)
                        kept += u1
                        if to != at:
                            memory[to + np.uint64(C_OWN)] = c_own
                            memory[to + np.uint64(C_MASK)] = c_mask
                            memory[to + np.uint64(C_WINS)] = memory[at + np.uint64(C_WINS)]
                            memory[to + np.uint64(C_THREATS)] = memory[at + np.uint64(C_THREATS)]
                            memory[to + np.uint64(C_INFO)] = info
                    if cut:
                        value = best
                        memory[base + np.uint64(F_MOVE)] = best_move
                        code = (np.uint64(best + np.int64(OFFSET)) << u1) | u1
                        if ply >= small_ply:
                            store(small, hashed, small_tag, code)
                        else:
                            store(big, hashed, big_tag, code)
                        continue
                memory[base + np.uint64(F_BEST)] = np.uint64(best)
                memory[base + np.uint64(F_MOVE)] = best_move
                memory[base + np.uint64(F_NEXT)] = u0
                memory[base + np.uint64(F_COUNT)] = kept
                memory[base + np.uint64(F_DEFERRED)] = u0
                phase = np.uint64(NEXT)

            if phase == NEXT:
                # Step 6. Search the next child, if there is one; otherwise the best value is an upper bound.
                index = memory[base + np.uint64(F_NEXT)]
                if index < memory[base + np.uint64(F_COUNT)]:
                    memory[base + np.uint64(F_NEXT)] = index + u1
                    at = base + np.uint64(FIXED) + index * np.uint64(CHILD)
                    if shared and index != u0:
                        # Simplified ABDADA: what another thread is searching now is put off to the end, but for the
                        # first child (nodes of two threads against one: 1.13; the first put off, too: 1.4).
                        last = memory[base + np.uint64(F_COUNT)] - memory[base + np.uint64(F_DEFERRED)]
                        while index + u1 < last:
                            c_ply = np.int64(memory[at + np.uint64(C_INFO)] >> u8)
                            if c_ply >= busy_ply:
                                break
                            key = memory[at + np.uint64(C_OWN)] + memory[at + np.uint64(C_MASK)]
                            hashed = hashed_key(key, c_ply < mirror_ply, columns, column_bits, key_word)
                            if busy[mixed(hashed, all_bits) >> busy_shift] != hashed:
                                break
                            last -= u1
                            memory[base + np.uint64(F_DEFERRED)] += u1
                            to = base + np.uint64(FIXED) + last * np.uint64(CHILD)
                            for field in range(np.uint64(CHILD)):
                                swapped = memory[at + field]
                                memory[at + field] = memory[to + field]
                                memory[to + field] = swapped
                    to = base + stride
                    memory[to + np.uint64(F_OWN)] = memory[at + np.uint64(C_OWN)]
                    memory[to + np.uint64(F_MASK)] = memory[at + np.uint64(C_MASK)]
                    memory[to + np.uint64(F_WINS)] = memory[at + np.uint64(C_WINS)]
                    memory[to + np.uint64(F_THREATS)] = memory[at + np.uint64(C_THREATS)]
                    memory[to + np.uint64(F_PLY)] = memory[at + np.uint64(C_INFO)] >> u8
                    sp += u1
                    phase = np.uint64(ENTER)
                    continue
                value = np.int64(memory[base + np.uint64(F_BEST)])
                phase = np.uint64(LEAVE)
                own = memory[base + np.uint64(F_OWN)]
                mask = memory[base + np.uint64(F_MASK)]
                ply = np.int64(memory[base + np.uint64(F_PLY)])
                hashed = hashed_key(own + mask, ply < mirror_ply, columns, column_bits, key_word)
                code = np.uint64(value + np.int64(OFFSET)) << u1
                if ply >= small_ply:
                    store(small, hashed, small_tag, code)
                else:
                    store(big, hashed, big_tag, code)

            if phase == LEAVE:
                # Step 7. Report a node that was worth it.
                ply = np.int64(memory[base + np.uint64(F_PLY)])
                if shared and ply < busy_ply:
                    key = memory[base + np.uint64(F_OWN)] + memory[base + np.uint64(F_MASK)]
                    hashed = hashed_key(key, ply < mirror_ply, columns, column_bits, key_word)
                    busy[mixed(hashed, all_bits) >> busy_shift] = u0
                spent = nodes - memory[base + np.uint64(F_START)]
                if spent >= report:
                    row = memory[LOGGED]
                    if row >= np.uint64(log.shape[0]):
                        status = np.int64(LOG_FULL)
                        break
                    alpha = goal if (ply - root_ply) & i1 == i0 else -goal - i1
                    high = (cells - i1 - ply) // i2
                    low = -((cells - i2 - ply) // i2)
                    if value > alpha:
                        low = value
                    else:
                        high = value
                    log[row, u0] = memory[base + np.uint64(F_OWN)]
                    log[row, u1] = memory[base + np.uint64(F_MASK)]
                    log[row, np.uint64(2)] = (
                        np.uint64(ply)
                        | (np.uint64(low + np.int64(128)) << u8)
                        | (np.uint64(high + np.int64(128)) << np.uint64(16))
                        | (memory[base + np.uint64(F_MOVE)] << np.uint64(24))
                    )
                    log[row, np.uint64(3)] = spent
                    memory[LOGGED] = row + u1

                # Step 8. Hand the value to the parent; if it is too good for the other side, the parent is done.
                if sp != u0:
                    sp -= u1
                    base -= stride
                    parent_ply = np.int64(memory[base + np.uint64(F_PLY)])
                    if (ply - parent_ply) & i1 != i0:
                        value = -value
                    if value > np.int64(memory[base + np.uint64(F_BEST)]):
                        index = memory[base + np.uint64(F_NEXT)] - u1
                        at = base + np.uint64(FIXED) + index * np.uint64(CHILD)
                        memory[base + np.uint64(F_BEST)] = np.uint64(value)
                        memory[base + np.uint64(F_MOVE)] = memory[at + np.uint64(C_INFO)] & np.uint64(255)
                    alpha = goal if (parent_ply - root_ply) & i1 == i0 else -goal - i1
                    if value <= alpha:
                        phase = np.uint64(NEXT)
                        continue
                    key = memory[base + np.uint64(F_OWN)] + memory[base + np.uint64(F_MASK)]
                    hashed = hashed_key(key, parent_ply < mirror_ply, columns, column_bits, key_word)
                    code = (np.uint64(value + np.int64(OFFSET)) << u1) | u1
                    if parent_ply >= small_ply:
                        store(small, hashed, small_tag, code)
                    else:
                        store(big, hashed, big_tag, code)
                    continue
                # At the root: the window is decided.
                if value > goal:
                    memory[LOW] = np.uint64(value)
                    memory[MOVE] = memory[base + np.uint64(F_MOVE)]
                else:
                    memory[HIGH] = np.uint64(value)
                phase = np.uint64(WINDOW)

            if phase == BEGIN:
                # Step 9. The root: what can be said without a search?
                if jobs.shape[0] > 0:
                    memory[ROOT_OWN] = jobs[memory[JOB], u0]
                    memory[ROOT_MASK] = jobs[memory[JOB], u1]
                    memory[STARTED] = nodes
                sp = u0
                base = bottom_frame
                own = memory[ROOT_OWN]
                mask = memory[ROOT_MASK]
                other = own ^ mask
                ply = popcount(mask)
                root_ply = ply
                landing = (mask + bottom) & board
                wins = completing(own, tall, need, across, upward, slanted) & board & ~mask
                threats = completing(other, tall, need, across, upward, slanted) & board & ~mask
                memory[base + np.uint64(F_OWN)] = own
                memory[base + np.uint64(F_MASK)] = mask
                memory[base + np.uint64(F_WINS)] = wins
                memory[base + np.uint64(F_THREATS)] = threats
                memory[base + np.uint64(F_PLY)] = np.uint64(ply)
                low = -((cells - i2 - ply) // i2)
                high = (cells - i1 - ply) // i2
                forced = landing & threats
                moves = forced if forced != u0 else landing
                moves &= ~(threats >> u1)
                pick = moves
                if has_line(other, tall, need, across, upward, slanted):
                    low = -i1 - (cells - ply) // i2
                    high = low
                    pick = u0
                elif landing == u0:
                    low = i0
                    high = i0
                elif wins & landing != u0:
                    low = i1 + (cells - ply - i1) // i2
                    high = low
                    pick = wins & landing
                elif moves == u0 or forced & (forced - u1) != u0:
                    low = -i1 - (cells - ply - i2) // i2
                    high = low
                    pick = forced if forced != u0 else landing
                elif ply >= cells - i2:
                    low = i0
                    high = i0
                else:
                    alpha = high - i1
                    while alpha >= low:
                        proven = upper_bound(
                            own, other, mask, threats, alpha, tall, need, across, upward, slanted,
                            board, bottom, guards, same, on & s_follow_up != u0, on & s_lines != u0,
                            on & s_even_tails != u0, on & s_odd_tails != u0,
                        )  # fmt: skip
                        if proven == np.int64(NONE):
                            break
                        high = proven
                        alpha = high - i1
                memory[FALLBACK] = u0
                for shift in order:
                    if pick & (column_word << shift) != u0:
                        memory[FALLBACK] = shift // column_bits + u1
                        break
                memory[MOVE] = u0
                memory[LOW] = np.uint64(low)
                memory[HIGH] = np.uint64(high)
                phase = np.uint64(WINDOW)

            # Step 10. Which window next?
            low = np.int64(memory[LOW])
            high = np.int64(memory[HIGH])
            if memory[MODE] == np.uint64(ONE_WINDOW):
                if goal < low or goal >= high:
                    status = np.int64(DONE)
                    break
            elif low == high:
                if memory[JOB] >= np.uint64(jobs.shape[0]):
                    status = np.int64(DONE)
                    break
                job = memory[JOB]
                jobs[job, np.uint64(2)] = np.uint64(low)
                jobs[job, np.uint64(3)] = memory[MOVE] if memory[MOVE] != u0 else memory[FALLBACK]
                jobs[job, np.uint64(4)] = nodes - memory[STARTED]
                memory[JOB] = job + u1
                if job + u1 == np.uint64(jobs.shape[0]):
                    status = np.int64(DONE)
                    break
                phase = np.uint64(BEGIN)
                continue
            else:
                goal = next_window(low, high)
            phase = np.uint64(ENTER)

        memory[PHASE] = phase
        memory[SP] = sp
        memory[VALUE] = np.uint64(value)
        memory[NODES] = nodes
        memory[ALPHA] = np.uint64(goal)
        memory[ROOT_PLY] = np.uint64(root_ply)
        return status

    found: Callable[..., int] = search
    return found
