"""Tests branches left behind by a takeback and another move: kept, shown, returned to, and left again."""

from tests.webapp.play import acts as c
from tests.webapp.play.lines import ENGINE, FIRST, HUMAN, done, game, played, shown
from tests.webapp.room import begun


def test_the_branch_that_is_left_can_be_returned_to_and_so_can_the_other() -> None:
    state = game("4453")
    state = done(done(state, c.Undo(4)), c.Undo(3))
    assert shown(state)["branches"] == [{"ply": 2, "moves": [5, 3]}]
    state = played(state, "1")
    assert shown(state)["branches"] == [{"ply": 2, "moves": [5, 3]}]
    assert not shown(state)["can_redo"]
    state = done(state, c.Return(3, 0))
    assert state.moves == (4, 4, 5, 3)
    assert shown(state)["branches"] == [{"ply": 2, "moves": [1]}]
    state = done(state, c.Return(4, 0))
    assert state.moves == (4, 4, 1)
    assert shown(state)["branches"] == [{"ply": 2, "moves": [5, 3]}]


def test_what_redo_would_bring_back_is_a_branch_too() -> None:
    state = done(game("445", start=(4,)), c.Undo(4))
    back = done(state, c.Return(3, 0))
    assert (back.moves, shown(back)["branches"]) == ((4, 4, 4, 5), [])


def test_playing_the_same_again_leaves_nothing_behind_until_more_is_lost() -> None:
    state = done(game("44"), c.Undo(2))
    assert shown(played(state, "4"))["branches"] == []
    state = done(done(game("445"), c.Undo(3)), c.Undo(2))
    assert shown(played(state, "4"))["branches"] == [{"ply": 2, "moves": [5]}]


def test_against_an_engine_the_whole_branch_comes_back_with_its_replies() -> None:
    state = game("4453", seats=(HUMAN, ENGINE))
    state = played(done(state, c.Undo(4), FIRST), "12")
    assert done(state, c.Return(4, 0), FIRST).moves == (4, 4, 5, 3)


def test_the_newest_branches_are_kept() -> None:
    state = game("4")
    for move in "1234567":
        state = played(done(played(state, move), c.Undo(2)), str(int(move) % 7 + 1))
        state = done(state, c.Undo(2))
    assert len(state.branches) == 6
    assert len({tuple(branch["moves"]) for branch in shown(state)["branches"]}) == len(shown(state)["branches"])


def test_a_position_for_analysis_can_be_taken_back_to_the_empty_board() -> None:
    _, table, tokens = begun(HUMAN, HUMAN, moves="1212121", analysis=True)
    assert (table.view().outcome.words, table.view().moves) == ("Red wins.", (1, 2, 1, 2, 1, 2, 1))
    for ply in range(7, 0, -1):
        table.perform(c.Undo(ply), tokens)
    assert (table.state.moves, table.state.undo_ply, table.state.redo_ply) == ((), None, 1)
