"""Tests boards of two words against boards of one, and against programs that know no bits."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine.games import LineGame, LineState
from engine.kernels import kernel
from engine.kernels.words import Wide, halves, join, listed
from engine.mind.search import alpha_beta, gravity_kernel
from engine.mind.search.leaf import NO_TABLE, Leaf
from engine.mind.search.transposition_table import EXACT, table_of
from engine.mind.values import SCALE
from engine.nets.judging import LEARNT, PLAIN
from engine.nets.layout import Compiled
from tests.engine.mind.minds import random_line
from tests.engine.nets.test_file import small_net
from tests.engine.plain_board import PlainBoard
from tests.profiles import by_day

SIZES = [(8, 8), (9, 9), (10, 10), (9, 7), (7, 9)]
Column = tuple[int, ...]


def perft(game: LineGame, state: LineState, depth: int) -> int:
    if depth == 0 or game.outcome(state) is not None:
        return int(depth == 0)
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


def played(width: int, height: int, plies: int, seed: int) -> tuple[PlainBoard, LineGame, LineState, int]:
    """Returns the same unfinished position as a list of columns and as words, and the player to move. Nobody wins on
    the way, so that late positions are found at once."""
    game, rng = LineGame(width, height, 4, True), random.Random(f"{width}x{height} {seed}")
    board, state = PlainBoard(width, height), game.initial()
    while state.ply < plies:
        onwards = [move for move in game.moves(state) if game.outcome(game.play(state, move)) is None]
        if not onwards:
            break
        move = rng.choice(onwards)
        board.columns[move - 1].append(state.ply % 2)
        state = game.play(state, move)
    return board, game, state, state.ply % 2


@pytest.mark.parametrize(("width", "height"), by_day(SIZES, 3))
def test_the_rules_of_large_boards_are_those_of_a_program_without_bits(width: int, height: int) -> None:
    for seed in range(12):
        board, game, state, player = played(width, height, 4 + seed * (width * height - 10) // 12, seed)
        assert game.describe(state).replace("\n", " ").split() == [
            {0: "X", 1: "O", None: "."}[board.owner(c, r)] for r in range(height - 1, -1, -1) for c in range(width)
        ]
        assert perft(game, state, 3) == board.perft(3, player)


@pytest.mark.slow
@pytest.mark.parametrize(("remembers", "judging"), [(False, PLAIN), (True, PLAIN), (True, LEARNT)])
def test_a_board_of_one_word_is_searched_alike_in_two(remembers: bool, judging: str) -> None:
    """The same source with another type of word: values, positions and moves are equal."""
    pytest.importorskip("numba")
    game, rng = LineGame(5, 4, 4, True), random.Random(3)
    one, two = (gravity_kernel.build(5, 4, 4, remembers, judging, words=words) for words in (1, 2))
    network = Compiled(game, small_net(game)).arrays() if judging == LEARNT else None
    for _ in range(60):
        state, depth = random_line(game, rng, rng.randrange(14))[1], rng.randrange(9)
        jobs = [
            Leaf(
                kernels,
                np.zeros((1 << 10 if remembers else 0, table_of(kernels.words).columns), np.uint64),
                state,
                depth,
                -1.0,
                1.0,
                network=network,
            )
            for kernels in (one, two)
        ]
        assert jobs[0].result() == jobs[1].result()
        assert (jobs[0].nodes, jobs[0].move) == (jobs[1].nodes, jobs[1].move)


def _judged(game: LineGame, state: LineState) -> int:
    """Judges as the kernel is said to, by cells: threats by the parity of the row, open lines, the centre."""
    owners = {cell: int(player == game.to_move(state)) for cell, player in game.cells(state)}
    lines = [[cell for cell in game.board if game.bit(cell) & line] for line in game.lines]
    total, threats = 12, {0: set[tuple[int, int]](), 1: set[tuple[int, int]]()}
    for line in lines:
        held = [owners.get(cell) for cell in line]
        for side in (0, 1):
            if 1 - side not in held:
                total += (3 if side else -3) * held.count(side)
                if held.count(side) == game.connect - 1:
                    threats[side].add(line[held.index(None)])
    good = 1 if state.ply % 2 == 0 else 0  # the first player, to move at even plies, wants rows 1, 3, 5
    for side, sign in ((1, 1), (0, -1)):
        for column, row in threats[side]:
            if (column, row - 1) not in threats[1 - side]:
                total += sign * (25 + 60 * (row % 2 == (good if side else 1 - good)))
    middle = sum(
        (1 if side else -1) * round(100 * (1 - abs(2 * column - 1 - game.width) / game.width))
        for (column, _), side in owners.items()
    )
    total += 4 * middle // 100
    return 8999 * total // (100 + abs(total))


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), by_day([(6, 5), *SIZES], 3))
def test_large_boards_are_judged_as_small_ones(width: int, height: int) -> None:
    kernels = gravity_kernel.build(width, height, 4, width > 6)
    for seed in range(30):
        _, game, state, _ = played(width, height, seed * (width * height - 4) // 30, seed)
        leaf = Leaf(kernels, NO_TABLE, state, 0, -1.0, 1.0)
        assert round(leaf.result() * SCALE) == _judged(game, state), state


def _table_kernels() -> tuple[Any, Any]:
    probe, store = table_of(2).probe, table_of(2).store

    @kernel("uint64(uint64, uint64, uint64[:, ::1])")
    def find(low: Any, high: Any, table: Any) -> Any:
        return probe(join(low, high), table)

    @kernel("void(uint64, uint64, int64, uint64[:, ::1])")
    def keep(low: Any, high: Any, value: int, table: Any) -> None:
        store(join(low, high), 5, value, EXACT, 3, table)

    return find, keep


def _colliding(low: int, high: int, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Yields other keys with the same 64 bits in the first word of an entry."""
    factor, word = 0x9E3779B97F4A7C15, (1 << 64) - 1
    first = low ^ high * factor & word
    while True:
        other = rng.randrange(1 << 46)
        yield first ^ other * factor & word, other


@pytest.mark.slow
def test_an_entry_of_another_large_position_never_answers() -> None:
    pytest.importorskip("numba")
    from engine.kernels.compiling import compiled

    find, keep = map(compiled, _table_kernels())
    rng = random.Random(8)
    for _ in range(300):
        table = np.zeros((16, 3), np.uint64)
        known: dict[tuple[int, int], int] = {}
        low, high = rng.randrange(1 << 64), rng.randrange(1 << 46)
        keys = [(low, high), *(key for key, _ in zip(_colliding(low, high, rng), range(5), strict=False))]
        keys += [(rng.randrange(1 << 64), rng.randrange(1 << 46)) for _ in range(5)]
        for number in range(30):
            key = rng.choice(keys)
            known[key] = number
            keep(np.uint64(key[0]), np.uint64(key[1]), number, table)
            data = int(find(np.uint64(key[0]), np.uint64(key[1]), table))
            assert data & 65535 == number + (1 << 15)  # what was just stored is found
        for key in keys:
            data = int(find(np.uint64(key[0]), np.uint64(key[1]), table))
            assert not data or data & 65535 == known[key] + (1 << 15)


def test_a_constant_of_two_words_is_a_number() -> None:
    assert Wide(1 << 100) == 1 << 100
    assert halves(1 << 100 | 5, 2) == [5, 1 << 36]
    assert listed([1 << 100 | 5, 7], 2) == (1 << 100 | 5, 7)
    assert listed([5, 7], 1).tolist() == [5, 7]
    assert alpha_beta.frame_words(1) == alpha_beta.FRAME < alpha_beta.frame_words(2)
