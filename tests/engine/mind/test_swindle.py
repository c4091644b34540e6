"""Tests that the perfect level, where nothing can be won, holds out and leaves the opponent most ways to err."""

import random
from collections.abc import Iterator

import pytest

from engine.games import LineState, Move, find, parse, replay
from engine.games.game import number_of_outcome
from engine.mind import tie_breaks
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import weak_player
from engine.mind.plans.workbench import BUDGETS, Budgets
from engine.mind.search.kernels import KERNEL_CACHE
from engine.mind.search.shallow import without_blunders
from engine.mind.tie_breaks import SwindleSearch
from engine.solver.book.book import book_of
from engine.solver.solver import Solver
from tests.engine.mind.minds import answer_of, random_line

GAME = find("connect4")
USUAL, MORE = [4, 12, 14, 19, 28], [8, 10, 11, 13, 15, 16, 17, 18, 20, 24]
PLIES = [*USUAL, *(pytest.param(plies, marks=pytest.mark.long) for plies in MORE)]
"""Plies in the book, at the end of the book, and beyond: moves of lost positions were once drawn from 12 to 19."""


def exact(solver: Solver, state: LineState) -> int:
    """Returns the score number of the side to move, from the book or by the solver."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return number_of_outcome(GAME, outcome, state.ply, GAME.to_move(state))
    book = book_of(GAME)
    known = book.score(state)
    return solver.solve(*state).score if known is None else known


def holding(solver: Solver, state: LineState) -> tuple[int, list[Move]]:
    """Returns the exact result and the moves holding the result."""
    numbers = {move: -exact(solver, GAME.play(state, move)) for move in GAME.moves(state)}
    best = max(numbers.values())
    return best, [move for move, number in numbers.items() if number == best]


def lost(rng: random.Random, plies: int, solver: Solver) -> Iterator[tuple[list[Move], LineState, int, list[Move]]]:
    """Yields lost or drawn positions with a choice: line, position, result, and the moves holding the result."""
    while True:
        line, state = random_line(GAME, rng, plies)
        number, moves = holding(solver, state)
        if number <= 0 and len(moves) > 1:
            yield line, state, number, moves


def errors(solver: Solver, state: LineState, number: int) -> dict[Move, float]:
    """Returns how likely each reply in ``state`` lets the result ``number`` slip, or wins more slowly."""
    player = weak_player(GAME, find_level(tie_breaks.EYES))
    found = {}
    for reply, chance in player.chances_without_oversight(state).items():
        mine = exact(solver, GAME.play(state, reply))
        slips = mine >= 0 if number < 0 else mine > 0
        found[reply] = chance * (1.0 if slips else 0.01 if mine > number else 0.0)
    return found


def choose(line: list[Move], seed: int = 1, budgets: Budgets = BUDGETS) -> Move:
    return answer_of(GAME, 10, seed, line, budgets=budgets)


@pytest.mark.slow
@pytest.mark.parametrize("plies", PLIES)
def test_it_holds_the_result_and_plays_what_the_other_side_errs_after(plies: int) -> None:
    solver, told = Solver(table_mb=32), 0
    for line, state, number, moves in lost(random.Random(plies), plies, solver):
        worth = dict.fromkeys(moves, 0.0)
        for move in moves:
            after = GAME.play(state, move)
            if GAME.outcome(after) is None:
                worth[move] = sum(errors(solver, after, number).values())
        chosen = choose(line)
        assert chosen in moves
        assert worth[chosen] == pytest.approx(max(worth.values()), abs=2e-6), line
        told += max(worth.values()) - min(worth.values()) > 0.05
        if told:
            return


def test_it_does_not_hope_that_a_block_is_overlooked() -> None:
    line = parse(GAME, "1736714712371")[0]
    state = replay(GAME, line)
    number, moves = holding(Solver(table_mb=32), state)
    assert (number, moves) == (-2, [4, 7])
    threat = GAME.play(state, 7)
    assert without_blunders(GAME, threat, list(GAME.moves(threat))) == [
        7
    ]  # five replies in six lose, and no level plays them
    assert {choose(line, seed) for seed in range(4)} == {4}


@pytest.mark.slow
@pytest.mark.parametrize("most", [0, 2_000, 20_000])
def test_short_of_positions_it_weighs_what_it_knows_and_always_alike(most: int) -> None:
    budgets = Budgets(swindle=most)
    line, state, number, moves = next(lost(random.Random(3), 13, Solver(table_mb=32)))
    kernels = KERNEL_CACHE.kernels_for(GAME)
    assert kernels
    seen = []
    for _ in range(2):
        search = SwindleSearch(GAME, state, kernels, book_of(GAME), number=number, moves=moves, budget=most)
        while not search.step():
            pass
        seen.append((search.nodes, search.error_chances))
        for move in moves:
            kernels.solver.solve(*GAME.play(state, move))  # what others find out is not told
    assert seen[0] == seen[1]
    assert seen[0][0] <= most + 10_000
    assert choose(line, budgets=budgets) == choose(line, budgets=budgets) in moves
