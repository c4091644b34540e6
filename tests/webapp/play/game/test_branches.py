"""Branches that a takeback and another move left behind: kept, shown, returned to, and left again."""

from __future__ import annotations

import pytest

from tests.webapp.play.lines import played
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game.access import Rights
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, begin
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.table.views import state_view

HUMAN, ENGINE = e.Seat("human"), e.Seat("engine", 4)
BOTH, FIRST = Rights(frozenset({0, 1}), True, "k0"), Rights(frozenset({0}), True, "k0")


def game(seats: tuple[e.Seat, e.Seat] = (HUMAN, HUMAN), pie: bool = False, start: tuple[int, ...] = ()) -> GameState:
    keys = ((seats[0].kind == "human" and "k0") or None, (seats[1].kind == "human" and "k1") or None)
    return begin("g", e.Created("connect4", seats, start, 7, keys, (), 40.0, pie=pie))


def done(state: GameState, command: c.Command, rights: Rights = BOTH) -> GameState:
    for event in decide(state, command, rights):
        state = apply(state, event)
    return state


def test_the_branch_that_is_left_can_be_returned_to_and_so_can_the_other() -> None:
    state = played(game(), "4453")
    state = done(done(state, c.Undo(4)), c.Undo(3))
    assert state_view(state)["branches"] == [{"ply": 2, "moves": [5, 3]}]
    state = played(state, "1")
    assert state_view(state)["branches"] == [{"ply": 2, "moves": [5, 3]}]
    assert not state_view(state)["can_redo"]
    state = done(state, c.Return(3, 0))
    assert state.moves == (4, 4, 5, 3)
    assert state_view(state)["branches"] == [{"ply": 2, "moves": [1]}]
    state = done(state, c.Return(4, 0))
    assert state.moves == (4, 4, 1)
    assert state_view(state)["branches"] == [{"ply": 2, "moves": [5, 3]}]


def test_what_redo_would_bring_back_is_a_branch_too() -> None:
    state = done(played(game(start=(4,)), "445"), c.Undo(4))
    back = done(state, c.Return(3, 0))
    assert (back.moves, state_view(back)["branches"]) == ((4, 4, 4, 5), [])


def test_playing_the_same_again_leaves_nothing_behind_until_more_is_lost() -> None:
    state = done(played(game(), "44"), c.Undo(2))
    assert state_view(played(state, "4"))["branches"] == []
    state = done(done(played(game(), "445"), c.Undo(3)), c.Undo(2))
    assert state_view(played(state, "4"))["branches"] == [{"ply": 2, "moves": [5]}]


def test_against_an_engine_the_whole_branch_comes_back_with_its_replies() -> None:
    state = played(game((HUMAN, ENGINE)), "4453")
    state = played(done(state, c.Undo(4), FIRST), "12")
    assert done(state, c.Return(4, 0), FIRST).moves == (4, 4, 5, 3)


def test_the_newest_branches_are_kept() -> None:
    state = played(game(), "4")
    for move in "1234567":
        state = played(done(played(state, move), c.Undo(2)), str(int(move) % 7 + 1))
        state = done(state, c.Undo(2))
    assert len(state.branches) == 6
    assert len({tuple(branch["moves"]) for branch in state_view(state)["branches"]}) == len(
        state_view(state)["branches"]
    )


@pytest.mark.parametrize(
    ("state", "command", "rights", "code"),
    [
        (played(game(), "44"), c.Return(2, 0), BOTH, "nothing_to_redo"),
        (played(game(), "44"), c.Return(1, 0), BOTH, "stale"),
        (played(game(), "44"), c.Return(2, 0), FIRST, "bad_request"),
        (apply(played(game(), "44"), e.Resigned(0)), c.Return(2, 0), BOTH, "game_over"),
        (played(done(played(game(pie=True), "445"), c.Undo(3)), "1"), c.Return(3, 0), BOTH, "nothing_to_redo"),
    ],
)
def test_what_may_not_be_done_is_refused(state: GameState, command: c.Command, rights: Rights, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        decide(state, command, rights)
    assert refused.value.code == code
