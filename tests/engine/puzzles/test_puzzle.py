"""Tests the choice of positions, and solutions, themes, ratings and the plain form of puzzles."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.games import LineState, replay
from engine.puzzles import shipped
from engine.puzzles.judge import Judge, connect_four
from engine.puzzles.puzzle import Puzzle, Theme, from_row
from engine.puzzles.solution import Solution, classify, later_wrong_moves, solve, themes
from engine.workshop.puzzles.check import faults
from engine.workshop.puzzles.maker import Rater, expected, fit, lowest_level

GAME = connect_four()

EXAMPLES = {
    "33451253314": (11, (4,), Theme.BLOCK_AND_COUNTER | Theme.QUIET_MOVE),
    "167133773444562414413222276773": (5, (6,), Theme.BLOCK_AND_COUNTER | Theme.QUIET_MOVE | Theme.ODD_THREAT),
    "326345233563667252454453": (7, (2, 4, 4), Theme.BLOCK_AND_COUNTER | Theme.QUIET_MOVE | Theme.EVEN_THREAT),
    "1517652622514321": (4, (4,), Theme.DOUBLE_THREAT),
    "45345245413455331": (11, (3,), Theme.ODD_THREAT | Theme.QUIET_MOVE),
    "5521244544225745541": (10, (1, 3, 3), Theme.STACKED_THREATS | Theme.QUIET_MOVE),
    "17164447116777645523664545565233": (3, (3,), Theme.STACKED_THREATS | Theme.BLOCK_AND_COUNTER),
    "1444524222544123553": (0, (2, 6, 6), Theme.ONLY_MOVE_DRAW | Theme.QUIET_MOVE),
}
"""Position -> (moves of the winner to the end, solution, themes): examples of the research on explanations."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(GAME, table_mb=16)


def solved(judge: Judge, moves: str) -> tuple[LineState, Solution]:
    state = replay(GAME, tuple(map(int, moves)))
    solution = solve(judge, state, judge.scores(state))
    return state, solution


@pytest.mark.parametrize("moves", EXAMPLES)
def test_the_examples_have_their_solution_and_themes(judge: Judge, moves: str) -> None:
    turns, line, wanted = EXAMPLES[moves]
    state, solution = solved(judge, moves)
    assert ((solution.plies + 1) // 2, solution.line[: len(line)]) == (turns, line)
    named = themes(GAME, state, Theme(0), solution)
    assert wanted & named == wanted, named
    assert classify(GAME, state) == Theme(0)
    end = replay(GAME, tuple(map(int, moves)) + solution.ending)
    outcome = GAME.outcome(end)
    assert (outcome.winner is GAME.to_move(state)) == bool(turns)


def test_positions_with_two_good_moves_make_no_puzzle(judge: Judge) -> None:
    state = replay(GAME, (4, 4, 4))
    with pytest.raises(ValueError, match="not exactly one move"):
        solve(judge, state, judge.scores(state))


def test_a_puzzle_is_read_back_and_a_fault_is_found(judge: Judge) -> None:
    state, solution = solved(judge, "327142333222")
    moves = tuple(map(int, "327142333222"))
    named = themes(GAME, state, Theme(0), solution)
    puzzle = Puzzle(moves, solution.plies, solution.line, solution.wrong, named, 900, 5, 1, 7)
    assert from_row(puzzle.row()) == puzzle
    assert faults(judge, puzzle) == []

    def changed(place: int, value: Any) -> Puzzle:
        row = puzzle.row()
        row[place] = value
        return from_row(row)

    assert "not only 3" in faults(judge, changed(2, "3"))[0]
    assert "plies away" in faults(judge, changed(1, puzzle.plies + 2))[0]
    assert "wrong moves" in faults(judge, changed(3, puzzle.row()[3][:-1]))[0]
    assert "not the only one" in faults(judge, changed(2, "654"))[0] or solution.line[:3] == (6, 5, 4)
    with pytest.raises(ValueError, match="no puzzle"):
        from_row([1, 2])


def test_wrong_moves_of_later_turns_are_refuted_and_checked(judge: Judge) -> None:
    state, solution = solved(judge, "5521244544225745541")
    moves, named = tuple(map(int, "5521244544225745541")), themes(GAME, state, Theme(0), solution)
    later = later_wrong_moves(judge, state, solution.line)
    puzzle = Puzzle(moves, solution.plies, solution.line, solution.wrong, named, 900, 5, 1, 7, later)
    assert from_row(puzzle.row()) == puzzle
    assert faults(judge, puzzle) == []
    assert len(later) == len(solution.line) // 2 > 0
    at = replay(GAME, moves + solution.line[:2])
    for wrong in later[0]:
        after = GAME.play(at, wrong.move)
        assert wrong.score == judge.scores(at)[wrong.move] <= 0
        assert wrong.refutation == judge.play_out(after, len(wrong.refutation))
    assert "move 3" in faults(judge, replace(puzzle, later=(later[0][1:], *later[1:])))[0]
    assert "missing" in faults(judge, replace(puzzle, later=(later[0], later[0])))[0]


def test_ratings_follow_the_chances_of_the_levels() -> None:
    ratings = {number: 150.0 * number for number in range(1, 11)}
    for rating in (300, 800, 1400):
        chances = {n: float(expected(np.array(150.0 * n), np.array(float(rating)))) for n in range(1, 10)}
        assert abs(fit(chances, ratings) - rating) <= 12  # level 10 always solves, which pulls a little
    assert fit(dict.fromkeys(range(1, 10), 0.0), ratings) > fit(dict.fromkeys(range(1, 10), 0.3), ratings)
    assert lowest_level({3: (0.2, 0.1), 4: (0.6, 0.2), 5: (0.9, 0.9)}) == 4
    assert lowest_level({3: (0.2, 0.1)}) == 10


def test_chances_are_those_of_the_levels_own_draws(judge: Judge) -> None:
    del judge
    chances = Rater(GAME).chances(tuple(map(int, "112233")), (4,))
    assert chances[9] == (1.0, 1.0)
    assert 0 < chances[1][0] < 1
    longer = Rater(GAME).chances(tuple(map(int, "5521244544225745541")), (1, 3, 3))
    assert all(whole <= first for first, whole in longer.values())
    assert longer[9][1] > longer[3][1]


@pytest.mark.parametrize(("moves", "kind"), [
    ("112233", Theme.WIN_AT_ONCE),
    ("11223", Theme.MUST_BLOCK),
    ("4455", Theme(0)),  # three in a row with both ends free comes next, but two moves win
    ("2233", Theme(0)),
    ("334455", None),  # Red wins in 2 and in 6: no puzzle
    ("33445", None),  # Yellow would have to block both
])  # fmt: skip
def test_kinds_are_told_by_the_rules(moves: str, kind: Theme | None) -> None:
    assert classify(GAME, replay(GAME, tuple(map(int, moves)))) == kind


def test_where_all_moves_but_one_hand_over_a_four_every_wrong_move_loses_at_once() -> None:
    found = [puzzle for puzzle in shipped.shipped() if puzzle.themes & Theme.DO_NOT_HAND_OVER]
    assert len(found) >= 5
    for puzzle in found:
        state = replay(GAME, puzzle.moves)
        assert classify(GAME, state) == Theme.DO_NOT_HAND_OVER
        for wrong in puzzle.wrong:
            end = GAME.outcome(replay(GAME, (*puzzle.moves, wrong.move, *wrong.refutation)))
            assert len(wrong.refutation) == 1
            assert end.winner is GAME.to_move(state).other
