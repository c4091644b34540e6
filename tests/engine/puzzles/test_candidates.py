"""Tests the choice of positions by the rules alone."""

import pytest

from engine.games import LineState, replay
from engine.puzzles import shipped
from engine.puzzles.candidates import classify
from engine.puzzles.judge import connect_four
from engine.puzzles.puzzle import Theme

GAME = connect_four()


def state_of(moves: str) -> LineState:
    return replay(GAME, tuple(map(int, moves)))


@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        ("112233", Theme.WIN_AT_ONCE),
        ("11223", Theme.MUST_BLOCK),
        ("4455", None),  # three in a row with both ends free comes next, but nothing is there at once: two moves win
        ("2233", None),
    ],
)
def test_kinds_are_told_by_the_rules(moves: str, kind: Theme | None) -> None:
    if kind is None:
        assert classify(GAME, state_of(moves)) == Theme(0)
    else:
        assert classify(GAME, state_of(moves)) == kind


def test_two_wins_or_two_blocks_make_no_puzzle() -> None:
    assert classify(GAME, state_of("334455")) is None  # Red wins in 2 and in 6
    assert classify(GAME, state_of("33445")) is None  # Yellow would have to block both


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
