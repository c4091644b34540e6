"""Tests "why not here?": a mind's sentence and line for a move."""

import pytest

from engine import Mind, Purpose
from engine.games import find, parse, replay

pytestmark = pytest.mark.usefixtures("warm")


def thought(name: str, moves: str, level: int = 10) -> Mind:
    """Returns a mind that has thought a position through."""
    game = find(name)
    mind = Mind(game, level, seed=1)
    mind.follow(parse(game, moves)[0])
    while mind.work(Purpose.ANALYSE):
        pass
    return mind


def test_a_mind_that_has_not_looked_says_so() -> None:
    why = Mind(find("tictactoe"), 10, seed=1).explain(5)
    assert why.line == (5,)
    assert why.words == "I have not looked at square 5 yet."


@pytest.fixture(scope="module")
def corner(warm: None) -> Mind:
    """Returns a mind that knows everything after a corner of Tic-Tac-Toe."""
    return thought("tictactoe", "1")


@pytest.mark.slow
@pytest.mark.parametrize("moves", [(), (10,), (1,), (2, 2)])
def test_no_answer_to_what_cannot_be_played(corner: Mind, moves: tuple[int, ...]) -> None:
    why = corner.explain(*moves)
    assert why.line == ()
    assert why.words == ""


@pytest.mark.slow
def test_a_losing_move_is_answered_by_its_refutation(corner: Mind) -> None:
    why = corner.explain(2)  # whoever does not answer a corner with the centre loses
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


@pytest.mark.slow
def test_what_fell_is_counted_by_branch() -> None:
    mind = thought("tictactoe", "1")
    before = {view.move: view.visits for view in mind.digest().moves}
    nodes = {branch.move: branch for branch in mind.top(1)}
    kept = mind.follow((*mind.moves, 5))
    assert dict(kept.searched) == before
    assert {move for move, _ in kept.cut} == set(before) - {5}
    assert kept.proven == nodes[5].proven
