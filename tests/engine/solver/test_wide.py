"""Tests the exact search of boards of two words against a plain solver, and against the same board in one word."""

import random
from typing import Any

import numpy as np
import pytest

from engine.games import LineGame, LineState, replay
from engine.kernels import kernel
from engine.kernels.words import join
from engine.solver import team
from engine.solver.solver import Solver
from engine.solver.table import LOWER, UPPER, allocate, buckets_log2, code_of, table_of, tag_bits
from engine.workshop.bench.growth import late, late_line
from tests.engine.mind.minds import random_line
from tests.engine.nets.test_file import small_net
from tests.engine.plain_board import PlainBoard
from tests.profiles import by_day


def wrong(width: int, height: int, seeds: range, empty: range = range(14, 21)) -> list[LineState]:
    """Returns the positions whose value or move is not that of the plain solver."""
    game, solver, found = LineGame(width, height, 4, True), Solver(width, height, table_mb=2), []
    for seed in seeds:
        line = late_line(width, height, empty[seed % len(empty)], seed)
        state = replay(game, line)
        solved, right = solver.solve(*state), PlainBoard(width, height, line).number(len(line) % 2)
        assert solved.move
        after = solver.solve(*game.play(state, solved.move))
        if (solved.score, -after.score) != (right, right):
            found.append(state)
    return found


AT_NIGHT = [((8, 8), 300), ((9, 9), 100), ((9, 7), 60), ((7, 9), 60), ((10, 10), 30), ((10, 7), 5)]


@pytest.mark.parametrize(
    ("size", "count"), [((8, 8), 5), *(pytest.param(*case, marks=pytest.mark.long) for case in AT_NIGHT)]
)
def test_late_positions_have_the_values_of_a_plain_solver(size: tuple[int, int], count: int) -> None:
    assert wrong(*size, range(100, 100 + count)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("size", "plies", "learnt"), [((6, 5), 12, False), ((5, 4), 4, False), ((5, 4), 0, True)])
def test_a_board_of_one_word_is_solved_alike_in_two(size: tuple[int, int], plies: int, learnt: bool) -> None:
    """The same source with another type of word: values, moves, positions and reports are equal. ``learnt``: a network
    orders the early moves."""
    pytest.importorskip("numba")
    game, rng = LineGame(*size, 4, True), random.Random(5)
    net = small_net(game) if learnt else None
    one, two = (Solver(*size, table_mb=1, net=net, words=words) for words in (1, 2))
    for _ in range(40):
        state = random_line(game, rng, rng.randrange(plies, plies + 8))[1]
        if game.outcome(state) is None:
            searches = [solver.begin(*state, report=20, log_rows=100) for solver in (one, two)]
            rows = [[(search.run(700), search.drain()) for _ in range(3)] for search in searches]
            assert rows[0] == rows[1]
            while [search.run() for search in searches] != [True, True]:
                assert searches[0].drain() == searches[1].drain() != []
            assert len({(search.low, search.high, search.move, search.nodes) for search in searches}) == 1


def test_a_search_of_a_large_board_interrupted_at_every_position_ends_the_same() -> None:
    for size in ((8, 8), (9, 9)):
        state = late(*size, 20, 3)
        whole, pieces = (Solver(*size, table_mb=1).begin(*state, report=1, log_rows=2_000) for _ in range(2))
        assert whole.run()
        while not pieces.run(1):
            pass
        assert (pieces.low, pieces.move, pieces.nodes) == (whole.low, whole.move, whole.nodes)
        rows = whole.drain()
        assert rows == pieces.drain() != []
        assert {(row.own, row.mask) for row in rows} >= {tuple(state)}
        assert all(row.own & ~row.mask == 0 and row.mask & state.mask == state.mask for row in rows)


def test_threads_find_the_value_of_one() -> None:
    for size in ((8, 8), (9, 9)):
        state = late(*size, 24, 1)
        solver = Solver(*size, table_mb=1)
        expected = solver.solve(*state).score
        solver.clear()
        assert team.solve(solver, *state, threads=3).score == expected


def _table_kernels(key_bits: int) -> tuple[Any, Any]:
    found = table_of(key_bits, 2)
    mix, probe, store, mask = found.mix, found.probe, found.store, np.uint64(0)

    @kernel("uint64(uint64, uint64, uint64[::1], uint64)")
    def find(low: Any, high: Any, words: Any, tag: Any) -> Any:
        return probe(words, mix(join(low, high), mask), tag)

    @kernel("void(uint64, uint64, uint64, uint64[::1], uint64)")
    def keep(low: Any, high: Any, code: Any, words: Any, tag: Any) -> None:
        store(words, mix(join(low, high), mask), tag, code)

    return find, keep


@pytest.mark.slow
@pytest.mark.parametrize("key_bits", by_day([70, 72, 110, 80], 2))
def test_no_entry_answers_for_another_large_position(key_bits: int) -> None:
    pytest.importorskip("numba")
    from engine.kernels.compiling import compiled

    find, keep = map(compiled, _table_kernels(key_bits))
    words, rng = allocate(buckets_log2(0.001, key_bits), key_bits), random.Random(key_bits)
    tag, upper = np.uint64(tag_bits(words, key_bits)), key_bits - 64
    known: dict[tuple[int, int], int] = {}
    # Few different lower words: positions that share a bucket, or all but a bit of a key.
    lows = [rng.getrandbits(64) for _ in range(6)]
    for _ in range(3_000):
        low = rng.choice(lows) ^ (1 << rng.randrange(64) if rng.random() < 0.5 else 0)
        key = low, rng.getrandbits(upper) if rng.random() < 0.5 else 1 << rng.randrange(upper)
        code = int(code_of(rng.randrange(-50, 50), rng.choice((UPPER, LOWER))))
        answer = int(find(*map(np.uint64, key), words, tag))
        assert answer in (0, known.get(key, 0))
        keep(*map(np.uint64, key), np.uint64(code), words, tag)
        known[key] = code
        assert int(find(*map(np.uint64, key), words, tag)) == code
