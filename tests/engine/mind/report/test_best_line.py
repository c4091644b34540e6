"""Tests the best line of the displayed tree, and the sentence and line that say why a move is not played."""

import math

import pytest

from engine import Branch, Mind, Purpose
from engine.games import find, parse, replay
from engine.games.openings import random_opening
from engine.mind.values import LIMIT
from tests.engine.mind.minds import mind_at, plain_number, thought


def _line(branches: tuple[Branch, ...], first: int | None) -> list[Branch]:
    """Returns the branches of the best line: the best move, and from there on always the best reply."""
    line: list[Branch] = []
    place, move = 0, first
    while move:
        place = next((i for i, row in enumerate(branches) if row.parent == place and row.move == move), -1)
        if place < 0:
            break
        line.append(branches[place])
        move = branches[place].refutation
    return line


def _thinking(name: str, moves: str, level: int, slices: int, purpose: Purpose = Purpose.PONDER) -> Mind:
    game = find(name)
    mind = mind_at(game, parse(game, moves)[0], level, seed=1)
    for _ in range(slices):
        if not mind.work(purpose, math.inf, 4_000):
            break
    return mind


@pytest.mark.parametrize(("name", "moves", "level", "slices"), [
    ("connect4", "44", 10, 5),  # looks ahead: the tree has two plies, the compiled search the rest
    ("connect4", "2316442111453771", 10, 20),  # solved: a quick win leaves no node for the last move
    ("connect4", "4453", 10, 0),  # from the book
    ("connect4", "4423", 4, 20),
    ("connect4-5x4", "3", 10, 5),
    ("tictactoe", "15", 10, 20),
    ("tictactoe", "", 3, 20),  # too many nodes for the list: the line is in it all the same
])  # fmt: skip
def test_the_best_line_goes_through_three_plies(name: str, moves: str, level: int, slices: int) -> None:
    purpose = Purpose.PONDER if slices else Purpose.ANALYSE
    mind = _thinking(name, moves, level, slices or 20, purpose)
    branches, first = mind.top(), mind.digest().expected
    line = _line(branches, first)
    assert len(line) >= 3
    replay(mind.game, (*mind.moves, *(branch.move for branch in line[:3])))  # raises unless every move is legal
    assert len(branches) <= 400
    assert all(branch.parent < place for place, branch in enumerate(branches))
    # The line begins with a best move as the page shows the moves: what is best and what is bright are one.
    values = {view.move: view.value for view in mind.digest().moves}
    assert first is not None
    assert values[first] == max(values.values())
    mind.close()


@pytest.mark.parametrize("level", [1, 2])
def test_a_level_shows_no_further_than_it_looks(level: int) -> None:
    mind = _thinking("connect4", "4423", level, 20)
    assert len(_line(mind.top(), mind.digest().expected)) == level + 1  # a ply each, and one more while it ponders
    assert all(branch.visits for branch in mind.top())  # nothing came from another search
    mind.close()


def test_a_full_list_makes_room_for_the_line() -> None:
    mind = _thinking("connect4", "44", 10, 5)
    whole, first = mind.top(), mind.digest().expected
    short = mind.top(limit=len(whole) - 1)
    assert len(short) == len(whole) - 1
    assert [branch.move for branch in _line(short, first)] == [branch.move for branch in _line(whole, first)]
    assert len(mind.top(limit=20)) == 20
    mind.close()


def test_a_mind_that_has_not_looked_says_so() -> None:
    why = Mind(find("tictactoe"), 10, seed=1).explain(5)
    assert why.line == (5,)
    assert why.words == "I have not looked at square 5 yet."


@pytest.fixture(scope="module")
def corner() -> Mind:
    """Returns a mind that knows everything after a corner of Tic-Tac-Toe."""
    return thought("tictactoe", "1")


@pytest.mark.slow
@pytest.mark.parametrize("moves", [(), (10,), (1,), (2, 2)])
def test_no_answer_to_what_cannot_be_played(corner: Mind, moves: tuple[int, ...]) -> None:
    why = corner.explain(*moves)
    assert (why.line, why.words) == ((), "")


def test_a_losing_move_is_answered_by_its_refutation(corner: Mind) -> None:
    why = corner.explain(2)  # who does not answer a corner with the centre loses
    assert why.line[0] == 2
    assert why.words.startswith("Square 2 loses in 3. X answers square ")
    assert why.words == f"Square 2 loses in 3. X answers square {why.line[1]}."


def test_every_line_is_legal_and_every_sentence_is_one() -> None:
    mind = thought("connect4", "4455545334362262")
    moves = mind.game.moves(mind.state)
    assert len(moves) > 4
    for move in moves:
        why = mind.explain(move)
        assert why.line[0] == move
        replay(mind.game, (*mind.moves, *why.line))
        assert why.words.startswith(f"Column {move} ")
        assert why.words.endswith(".")


def test_a_reply_is_explained_for_the_side_that_makes_it(corner: Mind) -> None:
    refutation = corner.explain(2).line[1]
    why = corner.explain(2, refutation)
    assert why.line[:2] == (2, refutation)
    assert why.words.startswith(f"After square 2: Square {refutation} wins in 3")


@pytest.mark.parametrize(("name", "opening"), [("connect4-5x4", 10), ("tictactoe", 2)])
def test_what_is_said_of_a_branch_is_true_and_the_reply_proves_it(name: str, opening: int) -> None:
    """A node of a search may lie several moves below its parent, and a best move may hold no more than an old bound."""
    game = find(name)
    for seed in range(12):
        moves, paths = random_opening(game, opening, seed), [()]
        mind = Mind(name, level=10, seed=0)
        mind.follow(moves)
        while mind.work(Purpose.CHOOSE, math.inf, 100 + 40 * seed) and mind.nodes < 1000 * seed:
            pass
        rows = mind.top(4)
        for row in rows[1:]:
            paths.append((*paths[row.parent], row.move))
            state = replay(game, (*moves, *paths[-1]))
            number = -plain_number(game, state)
            assert row.low <= number <= row.high, (moves, paths[-1], row)
            if row.refutation and row.high < LIMIT:
                assert plain_number(game, game.play(state, row.refutation)) <= row.high, (moves, paths[-1], row)
        mind.close()


def test_a_move_that_is_worse_on_average_by_a_hundredth_is_not_as_good_as_any() -> None:
    mind = mind_at(find("slippery-tictactoe"), (6, 5, 3, 3), 10, seed=0)
    while mind.work(Purpose.CHOOSE):
        pass
    values = {view.move: view.value for view in mind.digest().moves}
    assert 0.001 < values[6] - values[1] < 0.02  # both are means over all lots, to the end of the game
    assert str(mind.explain(1).words).startswith("Square 1 looks a little worse than square ")
    assert str(mind.explain(6).words) == "Square 6 is as good as any, as far as is known."
