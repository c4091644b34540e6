"""Where nothing is to be won any more, the highest level holds out and leaves the other side most ways to err, at every
ply and within a budget of positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import Mind, Purpose
from engine.games import LineGame, LineState, Move, find, replay
from engine.games.numbers import number_of_outcome
from engine.mind import temptation
from engine.mind.human import sight_of
from engine.mind.levels import level
from engine.mind.readiness import WORKSHOP
from engine.mind.temptation import Weighing
from engine.solver.book import book_of
from engine.solver.solver import Solver
from tests.engine.mind.lines import random_line

pytestmark = pytest.mark.usefixtures("warm")

GAME = find("connect4")
PLIES = [4, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 24, 28]
"""In the book, at its end, beyond it: lost moves were drawn by lot once from 12 to 19."""


def exact(solver: Solver, state: LineState) -> int:
    """The score number of the side to move, from the book or by the solver."""
    outcome = GAME.outcome(state)
    if outcome is not None:
        return number_of_outcome(GAME, outcome, state.ply, GAME.to_move(state))
    book = book_of(GAME)
    assert book
    known = book.score(state)
    return solver.solve(*state).score if known is None else known


def holding(solver: Solver, state: LineState) -> tuple[int, list[Move]]:
    """The exact result, and the moves that hold it."""
    numbers = {move: -exact(solver, GAME.play(state, move)) for move in GAME.moves(state)}
    best = max(numbers.values())
    return best, [move for move, number in numbers.items() if number == best]


def lost(rng: random.Random, plies: int, solver: Solver) -> Iterator[tuple[list[Move], LineState, int, list[Move]]]:
    """Lost or drawn positions with a choice: the line, the position, its result, and the moves that hold it."""
    while True:
        line, state = random_line(GAME, rng, plies)
        number, moves = holding(solver, state)
        if number <= 0 and len(moves) > 1:
            yield line, state, number, moves


def errors(solver: Solver, state: LineState, number: int) -> dict[Move, float]:
    """How likely each reply to be made in ``state`` lets the result ``number`` slip, and which would be slower."""
    sight = sight_of(GAME, level(temptation.EYES))
    assert sight
    found = {}
    for reply, chance in sight.likely(state).items():
        mine = exact(solver, GAME.play(state, reply))
        slips = mine >= 0 if number < 0 else mine > 0
        found[reply] = chance * (1.0 if slips else 0.01 if mine > number else 0.0)
    return found


def choose(line: list[Move], seed: int = 1) -> Move:
    mind = Mind(GAME, 10, seed)
    mind.follow(line)
    while mind.work(Purpose.CHOOSE):
        pass
    move = mind.answer().move
    mind.close()
    return move


@pytest.mark.parametrize("plies", PLIES)
def test_it_holds_the_result_and_plays_what_the_other_side_errs_after(plies: int) -> None:
    solver, told = Solver(table_mb=32), 0
    for line, state, number, moves in lost(random.Random(plies), plies, solver):
        worth = {move: 0.0 for move in moves}
        for move in moves:
            after = GAME.play(state, move)
            if GAME.outcome(after) is None:
                worth[move] = sum(errors(solver, after, number).values())
        chosen = choose(line)
        assert chosen in moves
        assert worth[chosen] == pytest.approx(max(worth.values()), abs=2e-6), line
        told += max(worth.values()) - min(worth.values()) > 0.05
        if told == 2:
            return


@pytest.mark.parametrize(
    ("text", "better", "worse"),
    [],
)
def test_of_two_equal_moves_it_plays_the_one_that_leaves_one_winning_reply(text: str, better: Move, worse: Move) -> None:
    pass
