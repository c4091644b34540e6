"""Tests that exactly the moves which let a result slip, with one better move, become puzzles, and the slices of it."""

import pytest

from engine.games import GameError
from engine.mind.schedule.scheduler import Scheduler
from engine.puzzles.judge import Judge, connect_four, sign
from engine.puzzles.mistake import MistakePuzzle
from engine.puzzles.puzzle import Found, Puzzle, Theme
from engine.workshop.puzzles.check import faults
from tests.engine.mind.minds import finish

GAME = connect_four()


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(GAME, table_mb=16)


def found(moves: str, played: int) -> Found:
    question = MistakePuzzle(GAME, tuple(map(int, moves)), played)
    finish(question)
    return question.answer()


def made(moves: str, played: int) -> Puzzle:
    answer = found(moves, played)
    assert answer.complete
    assert answer.puzzle is not None
    return answer.puzzle


@pytest.mark.parametrize(("moves", "played", "right", "plies"), [
    ("327142333222", 3, 6, 23),  # Red lets a win slip
    ("33451253314", 2, 4, 21),  # Yellow does
    ("1444524222544123553", 5, 2, 0),  # Yellow lets a draw slip
    ("272322163353", 4, 5, 17),
])  # fmt: skip
def test_a_slip_with_one_better_move_is_a_sound_puzzle(
    judge: Judge, moves: str, played: int, right: int, plies: int
) -> None:
    puzzle = made(moves, played)
    assert (puzzle.name, puzzle.line[0], puzzle.plies) == (moves, right, plies)
    assert faults(judge, puzzle) == []
    assert played in {wrong.move for wrong in puzzle.wrong}
    assert all(wrong.refutation for turn in (puzzle.wrong, *puzzle.later) for wrong in turn)
    assert len(puzzle.later) == len(puzzle.line) // 2


@pytest.mark.parametrize(("moves", "played", "keep", "best"), [
    ("327142333222", 6, 1, 1),  # the only move that wins was played
    ("6524746573753", 2, 2, 1),  # a win was thrown away, and two moves keep the win
    ("15327754534", 1, 2, 0),  # the draw was thrown away, and others keep the draw
    ("5556554362453", 2, 6, -1),  # lost all the same
])  # fmt: skip
def test_all_other_moves_make_none(judge: Judge, moves: str, played: int, keep: int, best: int) -> None:
    state = MistakePuzzle(GAME, tuple(map(int, moves)), played).state
    scores = judge.scores(state)
    assert (len(judge.keepers(state)), sign(max(scores.values()))) == (keep, best)
    assert found(moves, played) == Found(True, None)


def test_at_the_end_the_four_itself_is_the_solution(judge: Judge) -> None:
    puzzle = made("257771314744647214154617633623313656", 5)  # two columns are open
    assert (puzzle.plies, puzzle.line, puzzle.themes) == (1, (2,), Theme.WIN_AT_ONCE)
    assert faults(judge, puzzle) == []
    assert found("257771314744647214154617633623313656", 2).puzzle is None


def test_a_finished_game_and_a_full_column_are_no_question() -> None:
    for moves, played in (("1212121", 3), ("111111", 1), ("44", 8)):
        with pytest.raises(GameError):
            MistakePuzzle(GAME, tuple(map(int, moves)), played)


def test_the_search_runs_in_slices_and_says_when_there_was_too_little_time(judge: Judge) -> None:
    del judge
    moves = tuple(map(int, "327142333222"))
    question, slices = MistakePuzzle(GAME, moves, 3), 1
    while question.work(seconds=1e-9) and slices < 10_000:
        slices += 1
    assert slices > 1
    assert question.answer().puzzle == made("327142333222", 3)
    hurried = MistakePuzzle(GAME, moves, 3)
    assert hurried.work(seconds=1e-9)
    assert hurried.answer() == Found(False)
    assert not hurried.work()


def test_the_scheduler_runs_it_as_a_hint(judge: Judge) -> None:
    del judge
    scheduler, answers = Scheduler(), list[Found]()
    question = MistakePuzzle(GAME, tuple(map(int, "327142333222")), 3, visitor="10.0.0.1")
    scheduler.hint(question, answers.append, seconds=600)
    assert scheduler.load().hints == 1
    while scheduler.step():
        pass
    assert [answer.complete for answer in answers] == [True]
    assert answers[0].puzzle is not None
    assert scheduler.load().hints == 0
