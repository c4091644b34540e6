"""Compiles self-play with TD(lambda) on one board: a network of n-tuples learns from its own games.

A position counts if neither side can complete a line with the next stone. Until then the forced replies are played
(a win by the next stone ends the game, and so do two threats against the side to move). The move with the best position
after forced replies is played, sometimes a random one instead. After the game the values move, from the last position
to the first, towards lambda-returns (Sutton 1988, for games with a best move Baxter, Tridgell, Weaver 2000). After a
random move the return is the value of the best one. The step is the gradient of the cross-entropy, without the factor
1 - v * v, which slows learning where the network is wrong and sure.

A stone changes the sum of a position only in the tuples through the cell of the stone. So the addresses of a position's
weights are kept, seen by either side, and a move is judged by the changed addresses alone.
"""

import functools
import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.bitboard import lowest, popcount
from engine.games import LineGame
from engine.kernels import kernel
from engine.kernels.words import words_of
from engine.nets import rules

RNG, GAMES, UPDATES, POSITIONS = range(4)
"""Words of a learner's state: the random generator, the games played, the weights' updates, the positions judged."""

ETA, LAST_ETA, LAMBDA, EPSILON, LAST_EPSILON, OPENING, LAST_OPENING, TOTAL, FORCED = range(9)
"""Rates: the first and the last step, lambda, the first and the last share of random moves, the most random moves at
the beginning of the first and of the last game, the games of the whole run, whether forced replies are played (1) or
positions are judged as they stand (0)."""

RATES = 9  # the number of rates
WIN = 1e9  # the sum of a won position

_BEST, _FLAGS = range(2)

Array = Any
Word = Any


@functools.cache
def build(width: int, height: int, connect: int, gravity: bool, words: int = 0) -> SimpleNamespace:  # noqa: C901
    """Compiles ``play_games`` for one board, or loads it from the disk cache. ``connect`` is 3 to 5. ``words`` are
    the words of the board (0: as few as hold it)."""
    words = words or LineGame(width, height, connect, gravity).words
    board, held = rules.build(width, height, connect, gravity, words), words_of(words)
    wins, open_cells = board.wins, board.open_cells
    cells = width * height
    one, zero, name = np.uint64(1), held.word(0), held.name
    uint, integer, real = np.uint64, np.int64, np.float32

    @kernel(forceinline=True)
    def random_below(state: Array, count: Any) -> Any:
        """Returns a random number below ``count`` (xorshift64*, Vigna 2016)."""
        x = state[RNG]
        x ^= x >> uint(12)
        x ^= x << uint(25)
        x ^= x >> uint(27)
        state[RNG] = x
        return integer((x * uint(0x2545F4914F6CDD1D)) >> uint(33)) % count

    @kernel(forceinline=True)
    def fallen(rates: Array, rate: Any, share: Any) -> Any:
        """Returns a rate after a share of the games. The last value of the rate follows the first."""
        return rates[rate] + (rates[rate + 1] - rates[rate]) * share

    @kernel(forceinline=True)
    def nth_cell(open_now: Word, number: Any) -> Word:
        """Returns one of the open cells, by number from the lowest."""
        for _ in range(number):
            open_now &= open_now - one
        return open_now & (~open_now + one)

    @kernel("float32(float32[::1], int32[::1])")
    def total(weights: Array, addresses: Array) -> Any:
        """Returns the sum of the weights at the addresses, by four independent sums, which run in parallel."""
        a = b = c = d = real(0)
        count = len(addresses)
        whole = count - count % 4
        for i in range(0, whole, 4):
            a += weights[addresses[i]]
            b += weights[addresses[i + 1]]
            c += weights[addresses[i + 2]]
            d += weights[addresses[i + 3]]
        for i in range(whole, count):
            a += weights[addresses[i]]
        return (a + b) + (c + d)

    @kernel(forceinline=True)
    def move_towards(weights: Array, addresses: Array, value: Any, step: Any) -> None:
        """Moves the value of a position towards ``value``."""
        by = step * (value - real(math.tanh(total(weights, addresses))))
        for i in range(len(addresses)):
            weights[addresses[i]] += by

    @kernel("void(int32[:, ::1], int64, int64, int32[::1], int32[::1], int32[::1])")
    def put(addresses: Array, cell: int, mover: int, start: Array, instance: Array, worth: Array) -> None:
        """Enters the mover's stone on a cell into the addresses of both sides."""
        other = 1 - mover
        for j in range(start[cell], start[cell + 1]):
            i, p = instance[j], worth[j]
            addresses[mover, i] += p
            addresses[other, i] += 2 * p

    @kernel("float32(float32[::1], int32[::1], int64, int64, int32[::1], int32[::1], int32[::1])")
    def change(
        weights: Array, addresses: Array, cell: int, digit: int, start: Array, instance: Array, worth: Array
    ) -> Any:
        """Returns how a stone on ``cell`` changes the sum (digit 1: of the looking side, 2: of the other)."""
        new = old = real(0)
        for j in range(start[cell], start[cell + 1]):
            address = addresses[instance[j]]
            new += weights[address + digit * worth[j]]
            old += weights[address]
        return new - old

    @kernel(
        "float32(float32[::1], int32[:, ::1], float32[::1], int32[::1], int32[::1], int32[::1], "
        f"int32[::1], {name}, {name}, {name}, int64, boolean)"
    )
    def look(  # noqa: C901
        weights: Array, addresses: Array, sums: Array, chain: Array, start: Array, instance: Array, worth: Array,
        own: Word, mask: Word, move: Word, mover: int, forced: bool,
    ) -> Any:  # fmt: skip
        """Returns the sum of the position after ``move`` and forced replies, for the mover."""
        own, mask, side = own ^ mask, mask | move, 1 - mover
        chain[0] = lowest(move)
        length = 1
        while True:
            # Step 1. Follow the forced replies. ``own`` are the stones of ``side``, who is to move.
            open_now = open_cells(mask)
            if not open_now:
                return real(0)
            if not forced:
                break
            if wins(own) & open_now:
                return real(WIN if side == mover else -WIN)
            stop = wins(own ^ mask) & open_now
            if not stop:
                break
            if stop & (stop - one):
                return real(-WIN if side == mover else WIN)
            chain[length] = lowest(stop)
            length += 1
            own, mask, side = own ^ mask, mask | stop, 1 - side
        # Step 2. The sum before the move, and the changes by each stone of the chain.
        seen = addresses[side]
        if math.isnan(sums[side]):
            sums[side] = total(weights, seen)
        found = sums[side]
        for k in range(length):
            owner = mover if k % 2 == 0 else 1 - mover
            digit = 1 if owner == side else 2
            found += change(weights, seen, chain[k], digit, start, instance, worth)
            if k + 1 < length:
                for j in range(start[chain[k]], start[chain[k] + 1]):
                    seen[instance[j]] += digit * worth[j]
        for k in range(length - 1):
            owner = mover if k % 2 == 0 else 1 - mover
            digit = 1 if owner == side else 2
            for j in range(start[chain[k]], start[chain[k] + 1]):
                seen[instance[j]] -= digit * worth[j]
        return found if side == mover else -found

    @kernel(
        "void(float32[::1], uint64[::1], int64, float64[::1], int32[::1], int32[::1], int32[::1], "
        "int32[:, ::1], int32[:, ::1], float32[:, ::1], int32[::1])"
    )
    def play_games(  # noqa: C901
        weights: Array, state: Array, games: int, rates: Array, start: Array, instance: Array, worth: Array,
        base: Array, records: Array, returns: Array, chain: Array,
    ) -> None:  # fmt: skip
        """Plays ``games`` games of self-play, and learns from each.

        Args:
            weights: float32, changed in place.
            state: uint64[4], see :data:`RNG`.
            rates: float64[9], see :data:`ETA`.
            start: the place of the first tuple of each cell in ``instance``.
            instance: tuples through each cell, one cell after the other.
            worth: how much a stone of the side to move adds to the pattern of each of these tuples.
            base: int32[2, instances]: the first address of each tuple, seen by either side.
            records: int32[cells + 4, instances]: memory for addresses. The first two rows belong to the position.
            returns: float32[cells + 2, 2]: memory for the best value and the flags of each position.
            chain: int32[cells + 1]: memory for forced replies.
        """
        addresses = records[:2]
        instances = base.shape[1]
        sums = returns[cells + 1]
        forced = rates[FORCED] > 0
        for _ in range(games):
            # Step 1. The rates of this game, falling evenly to their last values.
            share = min(1.0, state[GAMES] / rates[TOTAL])
            step = real(fallen(rates, ETA, share) / instances)
            cut = integer(fallen(rates, EPSILON, share) * 1_000_000)
            most = integer(math.ceil(fallen(rates, OPENING, share)))
            own, mask = zero, zero
            addresses[:] = base
            opening = random_below(state, most + 1)
            count = 0
            while True:
                # Step 2. The end of the game, and forced replies.
                mover = popcount(mask) & 1
                open_now = open_cells(mask)
                result = real(0)
                if not open_now:
                    break
                if wins(own) & open_now:
                    result = real(1)
                    break
                stop = wins(own ^ mask) & open_now
                if stop & (stop - one):
                    result = real(-1)
                    break
                move = stop
                if not stop and popcount(mask) < opening:
                    move = nth_cell(open_now, random_below(state, popcount(open_now)))
                elif not stop:
                    # Step 3. The best move, among equal ones the first after a random place.
                    best = real(-2 * WIN)
                    sums[0] = sums[1] = real(math.nan)
                    tries = popcount(open_now)
                    turn = random_below(state, tries)
                    for k in range(tries):
                        place = k + turn if k + turn < tries else k + turn - tries
                        candidate = nth_cell(open_now, place)
                        found = look(
                            weights, addresses, sums, chain, start, instance, worth, own, mask, candidate, mover, forced
                        )
                        if found > best:
                            best, move = found, candidate
                    state[POSITIONS] += uint(tries)
                    # Step 4. Record the position. Sometimes play a random move.
                    flags = mover
                    if random_below(state, 1_000_000) < cut:
                        move = nth_cell(open_now, random_below(state, tries))
                        flags += 2
                    records[2 + count] = addresses[mover]
                    returns[count, _BEST] = real(math.tanh(best))
                    returns[count, _FLAGS] = real(flags)
                    count += 1
                put(addresses, lowest(move), mover, start, instance, worth)
                own, mask = own ^ mask, mask | move
            # Step 5. Backwards through the game: the returns, and the weights.
            keep = real(rates[LAMBDA])
            for k in range(count - 1, -1, -1):
                flags = integer(returns[k, _FLAGS])
                best = returns[k, _BEST]
                if flags & 1 != mover:
                    result = -result
                    mover = 1 - mover
                result = best if flags & 2 else (real(1) - keep) * best + keep * result
                move_towards(weights, records[2 + k], result, step)
            state[GAMES] += one
            state[UPDATES] += uint(count)

    return SimpleNamespace(play_games=play_games)
