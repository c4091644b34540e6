"""Searches exactly: one compiled function with an explicit stack, specialised for each board.

The algorithm is null-window alpha-beta (fail-soft) over *quiescent* positions. In a quiescent position the side to move
cannot win with its next move, and has more than one move without an immediate loss. Forced chains between quiescent
positions are played in a loop and cost no node. The stack is data: at the end of a budget the search stops before the
next node, and resumes from exactly there.

Scores are for the side to move: 1 + (cells left empty) // 2 for a win, negative for a loss, 0 for a draw.
Factors in the comments are nodes or time without the step, relative to with the step (begin-hard, first 8).
"""

import functools
from typing import Any

import numpy as np

from engine.bitboard import U0, U1, U2, U3, U8, centre_out, completing, has_line, lowest, popcount, prefetch
from engine.kernels import Kernel, instruction, kernel
from engine.kernels.words import words_of
from engine.nets.kernel import NETWORK
from engine.solver import learnt_order

# fmt: off
from engine.solver.memory import (  # isort: skip
    ALPHA, BEGIN, BIG_TAG, C_INFO, C_MASK, C_OWN, C_THREATS, C_WINS, DONE, ENTER, F_BEST, F_COUNT, F_DEFERRED,
    F_MASK, F_MOVE, F_NEXT, F_OWN, F_PLY, F_START, F_THREATS, F_WINS, FALLBACK, HIGH, JOB, LEAVE, LIMIT,
    LOG_FULL, LOGGED, LOW, MODE, MOVE, NEXT, NODES, ONE_WINDOW, OUT_OF_BUDGET, PHASE, REPORT, ROOT_MASK, ROOT_OWN,
    ROOT_PLY, SMALL_TAG, SP, STARTED, SWITCHES, VALUE, WINDOW, lane_count, layout,
)
# fmt: on
from engine.solver.proofs import NONE, upper_bound
from engine.solver.switches import Switch
from engine.solver.table import LOWER, UPPER, code_of, is_lower, mix, score_of, table_of
from engine.solver.window import next_window

BYTE = np.uint64(255)
signed: Any = np.int64
survey = instruction("engine.solver.vector", "survey", constants=True)

BUSY_BITS = 12
"""Binary logarithm of the size of the table in which threads mark the positions that they begin to search."""


@kernel(copy=True)
def alpha_after(alpha: Any, plies: Any) -> Any:
    """Returns the alpha of a null window for the side to move ``plies`` plies later."""
    return alpha if plies & 1 == 0 else -alpha - 1


@functools.cache
def build(  # noqa: C901
    width: int, height: int, connect: int, switchable: bool = False, learnt: bool = False, words: int = 0
) -> Kernel:
    """Returns the search of one board.

    Args:
        switchable: read the techniques to use from ``memory[SWITCHES]`` (:class:`engine.solver.switches.Switch`), at a
            price; otherwise all are on.
        learnt: order early moves by a network (:mod:`engine.solver.learnt_order`).
        words: the words of a board; 0: as few as hold it.

    Returns:
        ``search(memory, big, small, log, jobs, stop, busy, network) -> status``. :mod:`engine.solver.memory` names the
        words of ``memory`` and tells where boards of two words lie. ``big`` and ``small`` are tables
        (``engine.solver.table``), ``log`` is uint64[rows, 4], ``jobs`` is uint64[count, 5] (own, mask, then the
        results: score, move, nodes) or has no rows, and ``stop`` is uint64[1]. ``busy`` is uint64[2**BUSY_BITS] shared
        by all threads of one search, or empty. ``network`` holds the arrays of a network for this thread, or is None
        without ``learnt``.
    """
    cells = width * height
    columns = np.uint64(width)
    column_bits = np.uint64(height + 1)
    column_word = np.uint64((1 << (height + 1)) - 1)
    tall = np.uint64(height)
    need = np.uint64(connect)
    across = width >= connect
    upward = height >= connect
    slanted = across and upward
    held, key_bits = layout(width, height, words), width * (height + 1)
    word, shifted = words_of(held.words).word, words_of(held.words).shifted
    key_word, table = word((1 << key_bits) - 1), table_of(key_bits, held.words)
    hashed_key, mix_key, probe, store = table.hashed_key, table.mix, table.probe, table.store
    slot_of, mark_of = table.slot_of, table.mark_of
    bottom_int = sum(1 << c * (height + 1) for c in range(width))
    bottom = word(bottom_int)
    board = word(bottom_int * ((1 << height) - 1))
    guards = word(bottom_int << height)
    same = word(bottom_int * sum(1 << r for r in range(height) if (height - r) % 2 == 0))
    # Columns from the middle outwards, as shift counts.
    order = tuple(np.uint64(column * (height + 1)) for column in centre_out(width))
    fixed, child, lanes_at, bottom_frame = held.fixed, held.child, held.lanes_at, held.frames_at
    from_head, from_frame, from_child, from_lane = held.head.get, held.frame.get, held.children.get, held.lanes.get
    to_head, to_frame, to_child = held.head.put, held.frame.put, held.children.put
    from_jobs, to_log = held.jobs.get, held.log.put
    stride = np.uint64(fixed + child * width)
    lanes = np.uint64(lane_count(width))
    never = 126
    s_follow_up, s_lines, s_even_tails, s_odd_tails = map(
        np.uint64, (Switch.FOLLOW_UP, Switch.LINES, Switch.EVEN_TAILS, Switch.ODD_TAILS)
    )
    s_learnt = np.uint64(Switch.ORDER_LEARNT)
    s_distance, s_doubles, s_chains, s_etc, s_table, s_mirror, s_small = map(
        np.uint64,
        (Switch.DISTANCE, Switch.DOUBLES, Switch.CHAINS, Switch.ETC, Switch.TABLE, Switch.MIRROR, Switch.SMALL_TABLE),
    )
    gate = -(cells // 10)
    busy_ply = cells - 22
    busy_shift = np.uint64(64 - BUSY_BITS)
    all_bits = np.uint64((1 << 64) - 1)
    poll = BYTE
    reorder = learnt_order.build(width, height, connect, learnt, words)
    learnt_ply = learnt_order.learnt_plies(width, height) if learnt else 0

    @kernel(
        "int64(uint64[::1], uint64[::1], uint64[::1], uint64[:, ::1], uint64[:, ::1], uint64[::1], "
        f"uint64[::1], {NETWORK if learnt else 'none'})",
        width,
        height,
        connect,
        learnt,
        switchable,
        *((held.words,) if words > held.needed else ()),
    )
    def search(memory, big, small, log, jobs, stop, busy, network):  # type: ignore[no-untyped-def]  # noqa: C901
        phase = memory[PHASE]
        sp = memory[SP]
        value = signed(memory[VALUE])
        nodes = memory[NODES]
        limit = memory[LIMIT]
        goal = signed(memory[ALPHA])
        root_ply = signed(memory[ROOT_PLY])
        report = memory[REPORT]
        big_tag = memory[BIG_TAG]
        small_tag = memory[SMALL_TAG]
        status = OUT_OF_BUDGET
        shared = busy.shape[0] > 0
        on = memory[SWITCHES] if switchable else all_bits
        small_ply = cells - 20 if on & s_small != U0 else never
        etc_ply = cells - 10 if on & s_etc != U0 else 0
        mirror_ply = 10 if on & s_mirror != U0 else 0
        while True:
            base = bottom_frame + sp * stride
            if phase == ENTER:
                # Step 1. Stop where the budget is used up, or a stop was asked for.
                if nodes >= limit or stop[0] != U0:
                    break
                # Every 256 nodes: look in the table for results of other threads which decide a node on the path
                # (without this step the nodes of two threads: 1.06).
                if shared and nodes & poll == U0:
                    index = U1
                    while index < sp:
                        at = bottom_frame + index * stride
                        index += U1
                        ply = signed(memory[at + F_PLY])
                        if ply >= small_ply:
                            break
                        key = from_frame(memory, at + F_OWN) + from_frame(memory, at + F_MASK)
                        hashed = hashed_key(key, ply < mirror_ply, columns, column_bits, key_word)
                        code = probe(big, hashed, big_tag)
                        if code != U0:
                            alpha = alpha_after(goal, ply - root_ply)
                            value = score_of(code)
                            if is_lower(code) == (value > alpha):
                                sp = index - U1
                                memory[at + F_MOVE] = U0
                                phase = LEAVE
                                nodes += U1
                                break
                    if phase == LEAVE:
                        continue
                memory[base + F_START] = nodes
                nodes += U1
                own = from_frame(memory, base + F_OWN)
                mask = from_frame(memory, base + F_MASK)
                wins = from_frame(memory, base + F_WINS)
                threats = from_frame(memory, base + F_THREATS)
                ply = signed(memory[base + F_PLY])
                other = own ^ mask
                alpha = alpha_after(goal, ply - root_ply)
                phase = LEAVE
                memory[base + F_MOVE] = U0

                # Step 2. Probe the table (not at the root: a bound without a move is no answer there). Late plies have
                # a small table, which stays in the cache (one table for all plies: nodes 0.89, time 1.2).
                hashed = hashed_key(own + mask, ply < mirror_ply, columns, column_bits, key_word)
                if sp != U0 and on & s_table != U0:
                    code = probe(small, hashed, small_tag) if ply >= small_ply else probe(big, hashed, big_tag)
                    if code != U0:
                        value = score_of(code)
                        if is_lower(code) == (value > alpha):
                            continue
                # No mark is taken away at the end: the table decides a finished position before its mark is looked at.
                if shared and ply < busy_ply:
                    busy[mix(mark_of(hashed), all_bits) >> busy_shift] = mark_of(hashed)

                # Step 3. Look at every move without an immediate loss. A move which makes two threats, or one threat
                # right above another, wins in three plies (no fewer nodes, but quicker than step 4). The moves come
                # back the most promising first (only ordered from the middle outwards: nodes 3.4).
                landing = (mask + bottom) & board
                forced = landing & threats
                moves = forced if forced != U0 else landing
                moves &= ~(threats >> U1)
                slots = base + fixed
                count = np.uint64(popcount(moves))
                won = survey(memory, lanes_at, own, mask, wins, moves, landing, on, width, height, connect)
                if won != U0 and on & s_doubles != U0:
                    value = 1 + (cells - ply - 3) // 2
                    memory[base + F_MOVE] = order[lowest(won)] // column_bits + U1
                    continue

                # Step 4. Follow each move through the forced replies to a quiescent child, and bound the child's value
                # without a search.
                best = -NONE
                best_move = U0
                kept = U0
                cut = False
                index = U0
                while index < count:
                    lane = lanes_at + memory[lanes_at + index]
                    index += U1
                    doubled = (won >> (lane - lanes_at)) & U1 != U0
                    bit = from_lane(memory, lane + lanes)
                    c_threats = from_lane(memory, lane + lanes * U2)
                    column = np.uint64(lowest(bit)) // column_bits + U1
                    c_own = other
                    c_other = own | bit
                    c_mask = mask | bit
                    c_wins = threats & ~bit
                    c_ply = ply + 1
                    open_child = False
                    moves = U0 if doubled else from_lane(memory, lane + lanes * U3)
                    while True:
                        if moves == U0:
                            value = -1 - (cells - c_ply - 2) // 2 if c_ply < cells else 0
                            break
                        if c_ply >= cells - 2:
                            value = 0
                            break
                        c_alpha = alpha_after(alpha, c_ply - ply)
                        if on & s_distance != U0:
                            value = (cells - 1 - c_ply) // 2
                            if value <= c_alpha:
                                break
                            value = -((cells - 2 - c_ply) // 2)
                            if value > c_alpha:
                                break
                        open_child = moves & (moves - U1) != U0 or on & s_chains == U0
                        # Proofs at forced positions as well (nodes without: 1.02, without any proof: 3.4).
                        if c_alpha >= gate:
                            value = upper_bound(
                                c_own, c_other, c_mask, c_threats, c_alpha, tall, need, across, upward, slanted,
                                board, bottom, guards, same, on & s_follow_up != U0, on & s_lines != U0,
                                on & s_even_tails != U0, on & s_odd_tails != U0,
                            )  # fmt: skip
                            if value != NONE:
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
                        c_ply += 1
                        c_landing = (c_mask + bottom) & board
                        forced = c_landing & c_threats
                        moves = forced if forced != U0 else c_landing
                        moves &= ~(c_threats >> U1)
                        if forced & (forced - U1) != U0:
                            moves = U0
                    flip = (c_ply - ply) & 1 != 0
                    if open_child:
                        at = slots + kept * child
                        to_child(memory, at + C_OWN, c_own)
                        to_child(memory, at + C_MASK, c_mask)
                        to_child(memory, at + C_WINS, c_wins)
                        to_child(memory, at + C_THREATS, c_threats)
                        memory[at + C_INFO] = (np.uint64(c_ply) << U8) | column
                        kept += U1
                        if c_ply < small_ply and c_ply >= mirror_ply:
                            prefetch(big, slot_of(mix_key(c_own + c_mask, key_word), big_tag))
                        elif shared and c_ply >= small_ply:  # a late table of several threads is in no core's own cache
                            prefetch(small, slot_of(mix_key(c_own + c_mask, key_word), small_tag))
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
                    memory[base + F_MOVE] = best_move
                    continue

                # Step 5. Enhanced transposition cutoff: look for a child decided by the table (nodes without: 1.48,
                # time 1.14)
                if ply < etc_ply:
                    index = U0
                    count = kept
                    kept = U0
                    while index < count:
                        at = slots + index * child
                        index += U1
                        c_own = from_child(memory, at + C_OWN)
                        c_mask = from_child(memory, at + C_MASK)
                        info = memory[at + C_INFO]
                        c_ply = signed(info >> U8)
                        c_hashed = hashed_key(c_own + c_mask, c_ply < mirror_ply, columns, column_bits, key_word)
                        code = (
                            probe(small, c_hashed, small_tag) if c_ply >= small_ply else probe(big, c_hashed, big_tag)
                        )
                        if code != U0 and on & s_table != U0:
                            value = score_of(code)
                            lower = is_lower(code)
                            if (c_ply - ply) & 1 != 0:
                                value = -value
                                lower = not lower
                            if lower == (value > alpha):
                                if value > best:
                                    best = value
                                    best_move = info & BYTE
                                if lower:
                                    cut = True
                                    break
                                continue
                        to = slots + kept * child
                        kept += U1
                        if to != at:
                            to_child(memory, to + C_OWN, c_own)
                            to_child(memory, to + C_MASK, c_mask)
                            to_child(memory, to + C_WINS, from_child(memory, at + C_WINS))
                            to_child(memory, to + C_THREATS, from_child(memory, at + C_THREATS))
                            memory[to + C_INFO] = info
                    if cut:
                        value = best
                        memory[base + F_MOVE] = best_move
                        code = code_of(best, LOWER)
                        if ply >= small_ply:
                            store(small, hashed, small_tag, code)
                        else:
                            store(big, hashed, big_tag, code)
                        continue
                # Step 6. Order what is left of an early position by a network (nodes without: 1.57, from the empty
                # board 2.70).
                if ply < learnt_ply and kept > U1 and on & s_learnt != U0:
                    reorder(memory, slots, kept, ply, network)
                memory[base + F_BEST] = np.uint64(best)
                memory[base + F_MOVE] = best_move
                memory[base + F_NEXT] = U0
                memory[base + F_COUNT] = kept
                memory[base + F_DEFERRED] = U0
                phase = NEXT

            if phase == NEXT:
                # Step 7. Search the next child, if there is one. Otherwise the best value is an upper bound.
                index = memory[base + F_NEXT]
                if index < memory[base + F_COUNT]:
                    memory[base + F_NEXT] = index + U1
                    at = base + fixed + index * child
                    if shared and index != U0:
                        # Simplified ABDADA: a child which another thread is searching now comes last, except the
                        # first child (nodes of two threads against one: 1.07, with the first postponed as well: 1.4).
                        last = memory[base + F_COUNT] - memory[base + F_DEFERRED]
                        while index + U1 < last:
                            c_ply = signed(memory[at + C_INFO] >> U8)
                            if c_ply >= busy_ply:
                                break
                            key = from_child(memory, at + C_OWN) + from_child(memory, at + C_MASK)
                            hashed = hashed_key(key, c_ply < mirror_ply, columns, column_bits, key_word)
                            if busy[mix(mark_of(hashed), all_bits) >> busy_shift] != mark_of(hashed):
                                break
                            last -= U1
                            memory[base + F_DEFERRED] += U1
                            to = base + fixed + last * child
                            for field in range(child):
                                swapped = memory[at + field]
                                memory[at + field] = memory[to + field]
                                memory[to + field] = swapped
                    to = base + stride
                    to_frame(memory, to + F_OWN, from_child(memory, at + C_OWN))
                    to_frame(memory, to + F_MASK, from_child(memory, at + C_MASK))
                    to_frame(memory, to + F_WINS, from_child(memory, at + C_WINS))
                    to_frame(memory, to + F_THREATS, from_child(memory, at + C_THREATS))
                    memory[to + F_PLY] = memory[at + C_INFO] >> U8
                    sp += U1
                    phase = ENTER
                    continue
                value = signed(memory[base + F_BEST])
                phase = LEAVE
                own = from_frame(memory, base + F_OWN)
                mask = from_frame(memory, base + F_MASK)
                ply = signed(memory[base + F_PLY])
                hashed = hashed_key(own + mask, ply < mirror_ply, columns, column_bits, key_word)
                code = code_of(value, UPPER)
                if ply >= small_ply:
                    store(small, hashed, small_tag, code)
                else:
                    store(big, hashed, big_tag, code)

            if phase == LEAVE:
                # Step 8. Log a node which took enough nodes.
                ply = signed(memory[base + F_PLY])
                spent = nodes - memory[base + F_START]
                if spent >= report:
                    row = memory[LOGGED]
                    if row >= np.uint64(log.shape[0]):
                        status = LOG_FULL
                        break
                    alpha = alpha_after(goal, ply - root_ply)
                    high = (cells - 1 - ply) // 2
                    low = -((cells - 2 - ply) // 2)
                    if value > alpha:
                        low = value
                    else:
                        high = value
                    to_log(log, (row, 0), from_frame(memory, base + F_OWN))
                    to_log(log, (row, 1), from_frame(memory, base + F_MASK))
                    log[row, 2] = (
                        np.uint64(ply)
                        | (np.uint64(low + 128) << U8)
                        | (np.uint64(high + 128) << np.uint64(16))
                        | (memory[base + F_MOVE] << np.uint64(24))
                    )
                    log[row, 3] = spent
                    memory[LOGGED] = row + U1

                # Step 9. Hand the value to the parent. A value above alpha cuts the parent's other children.
                if sp != U0:
                    sp -= U1
                    base -= stride
                    parent_ply = signed(memory[base + F_PLY])
                    if (ply - parent_ply) & 1 != 0:
                        value = -value
                    if value > signed(memory[base + F_BEST]):
                        index = memory[base + F_NEXT] - U1
                        at = base + fixed + index * child
                        memory[base + F_BEST] = np.uint64(value)
                        memory[base + F_MOVE] = memory[at + C_INFO] & BYTE
                    alpha = alpha_after(goal, parent_ply - root_ply)
                    if value <= alpha:
                        phase = NEXT
                        continue
                    key = from_frame(memory, base + F_OWN) + from_frame(memory, base + F_MASK)
                    hashed = hashed_key(key, parent_ply < mirror_ply, columns, column_bits, key_word)
                    code = code_of(value, LOWER)
                    if parent_ply >= small_ply:
                        store(small, hashed, small_tag, code)
                    else:
                        store(big, hashed, big_tag, code)
                    continue
                # At the root the window is now decided.
                if value > goal:
                    memory[LOW] = np.uint64(value)
                    memory[MOVE] = memory[base + F_MOVE]
                else:
                    memory[HIGH] = np.uint64(value)
                phase = WINDOW

            if phase == BEGIN:
                # Step 10. Begin at the root: bounds without a search.
                if jobs.shape[0] > 0:
                    to_head(memory, ROOT_OWN, from_jobs(jobs, (memory[JOB], 0)))
                    to_head(memory, ROOT_MASK, from_jobs(jobs, (memory[JOB], 1)))
                    memory[STARTED] = nodes
                sp = U0
                base = bottom_frame
                own = from_head(memory, ROOT_OWN)
                mask = from_head(memory, ROOT_MASK)
                other = own ^ mask
                ply = popcount(mask)
                root_ply = ply
                landing = (mask + bottom) & board
                wins = completing(own, tall, need, across, upward, slanted) & board & ~mask
                threats = completing(other, tall, need, across, upward, slanted) & board & ~mask
                to_frame(memory, base + F_OWN, own)
                to_frame(memory, base + F_MASK, mask)
                to_frame(memory, base + F_WINS, wins)
                to_frame(memory, base + F_THREATS, threats)
                memory[base + F_PLY] = np.uint64(ply)
                low = -((cells - 2 - ply) // 2)
                high = (cells - 1 - ply) // 2
                forced = landing & threats
                moves = forced if forced != U0 else landing
                moves &= ~(threats >> U1)
                pick = moves
                if has_line(other, tall, need, across, upward, slanted):
                    low = -1 - (cells - ply) // 2
                    high = low
                    pick = U0
                elif landing == U0:
                    low = 0
                    high = 0
                elif wins & landing != U0:
                    low = 1 + (cells - ply - 1) // 2
                    high = low
                    pick = wins & landing
                elif moves == U0 or forced & (forced - U1) != U0:
                    low = -1 - (cells - ply - 2) // 2
                    high = low
                    pick = forced if forced != U0 else landing
                elif ply >= cells - 2:
                    low = 0
                    high = 0
                else:
                    alpha = high - 1
                    while alpha >= low:
                        proven = upper_bound(
                            own, other, mask, threats, alpha, tall, need, across, upward, slanted,
                            board, bottom, guards, same, on & s_follow_up != U0, on & s_lines != U0,
                            on & s_even_tails != U0, on & s_odd_tails != U0,
                        )  # fmt: skip
                        if proven == NONE:
                            break
                        high = proven
                        alpha = high - 1
                memory[FALLBACK] = U0
                for shift in order:
                    if pick & (shifted(column_word, shift)) != U0:
                        memory[FALLBACK] = shift // column_bits + U1
                        break
                memory[MOVE] = U0
                memory[LOW] = np.uint64(low)
                memory[HIGH] = np.uint64(high)
                phase = WINDOW

            # Step 11. Choose the next window.
            low = signed(memory[LOW])
            high = signed(memory[HIGH])
            if memory[MODE] == ONE_WINDOW:
                if goal < low or goal >= high:
                    status = DONE
                    break
            elif low == high:
                if memory[JOB] >= np.uint64(jobs.shape[0]):
                    status = DONE
                    break
                job = memory[JOB]
                jobs[job, 2] = np.uint64(low)
                jobs[job, 3] = memory[MOVE] if memory[MOVE] != U0 else memory[FALLBACK]
                jobs[job, 4] = nodes - memory[STARTED]
                memory[JOB] = job + U1
                if job + U1 == np.uint64(jobs.shape[0]):
                    status = DONE
                    break
                phase = BEGIN
                continue
            else:
                goal = next_window(low, high, nodes - memory[STARTED])
            phase = ENTER

        memory[PHASE] = phase
        memory[SP] = sp
        memory[VALUE] = np.uint64(value)
        memory[NODES] = nodes
        memory[ALPHA] = np.uint64(goal)
        memory[ROOT_PLY] = np.uint64(root_ply)
        return status

    found: Kernel = search
    return found
