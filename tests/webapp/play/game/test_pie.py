"""Tests the pie rule: offered once, to the side answering the first move; people change sides, the board does not."""

import pytest

from tests.webapp.play import acts as c
from tests.webapp.play import lines
from tests.webapp.play.lines import BOTH, FIRST, SECOND, done, plain, shown
from tests.webapp.room import HUMAN, Room, engine, keys_of, refused
from webapp.play.game import events as e
from webapp.play.game.access import NOBODY, Rights, rights_of
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, fold
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.game.views import asked_view
from webapp.play.table.creation import Wishes


def game(moves: str = "4", *more: e.Event, pie: bool = True, clock: e.Clock | None = None) -> GameState:
    names = (e.Seat("human", None, "Ann"), e.Seat("human", None, "Ben"))
    return lines.game(moves, *more, seats=names, pie=pie, clock=clock)


SWAPPED = game("4", e.Swapped(1, 1))


def test_the_people_change_sides_and_the_board_stays() -> None:
    before = game("4")
    assert shown(before)["can_swap"]
    after = done(before, c.Swap(1), SECOND)
    assert after == SWAPPED
    assert [seat.name for seat in after.seats] == ["Ben", "Ann"]
    assert after.keys == ("k1", "k0")
    assert (after.moves, after.discs, after.to_move, after.ply) == (before.moves, before.discs, 1, 1)
    view = shown(after)
    assert (view["pie"], view["swapped"], view["can_swap"]) == (True, True, False)
    # Ann, who moved first, has the other side now, and its turn.
    assert apply(after, decide(after, c.Move(1, 4), SECOND)[0]).ply == 2


@pytest.mark.parametrize(
    ("state", "rights", "code"),
    [
        (game(pie=False), SECOND, "bad_request"),
        (game(""), FIRST, "stale"),
        *((game(moves), BOTH, "bad_request") for moves in ("44", "445")),
        (game("4"), FIRST, "not_your_turn"),
        (game("4"), NOBODY, "not_your_seat"),
        (SWAPPED, SECOND, "bad_request"),
        (game("4", e.Resigned(0)), SECOND, "bad_request"),
        (game("4", e.SeatSet(0, engine(), None)), SECOND, "bad_request"),
    ],
)
def test_it_is_offered_once_to_the_second_player_of_two(state: GameState, rights: Rights, code: str) -> None:
    with refused(code):
        decide(state, c.Swap(state.ply or 1), rights)
    if state.ply == 1 and rights == SECOND:
        assert not shown(state)["can_swap"]


def test_alone_at_one_screen_it_is_a_step_that_undo_and_redo_know() -> None:
    state = done(SWAPPED, c.Undo(1), BOTH)
    assert (state.swapped, state.ply, state.keys) == (False, 1, ("k0", "k1"))
    assert shown(state)["can_swap"]
    again = done(state, c.Redo(1), BOTH)
    assert (again.swapped, again.keys, again.ply) == (True, ("k1", "k0"), 1)
    empty = done(state, c.Undo(1), BOTH)
    assert empty.ply == 0
    other = done(done(empty, c.Move(0, 3), BOTH), c.Move(1, 3), BOTH)
    assert not other.swapped
    assert other.redo_ply is None


def test_between_people_each_asks_for_their_own() -> None:
    # Ben, now first, takes his swap back; Ann, now second, the move that Ben took over.
    asked = done(SWAPPED, c.Undo(1), FIRST)
    assert plain(asked_view(asked)) == {"what": "takeback", "seat": 0, "ply": 1, "moves": []}
    agreed = done(asked, c.Reply("takeback", True), SECOND)
    assert (agreed.swapped, agreed.ply, agreed.keys) == (False, 1, ("k0", "k1"))
    asked = done(SWAPPED, c.Undo(1), SECOND)
    assert plain(asked_view(asked)) == {"what": "takeback", "seat": 1, "ply": 0, "moves": [4]}
    agreed = done(asked, c.Reply("takeback", True), FIRST)
    assert (agreed.swapped, agreed.ply, agreed.to_move, agreed.keys) == (False, 0, 0, ("k0", "k1"))
    with pytest.raises(Refusal, match="no move"):
        decide(apply(SWAPPED, e.Moved(1, 1, 4)), c.Undo(2), FIRST)


def test_the_time_goes_with_the_people() -> None:
    state = game("4", e.Swapped(1, 1, spent=7.0), clock=e.Clock(60.0, 2.0))
    assert state.clock_left == (55.0, 60.0)


def test_it_is_for_two_people_and_holds_in_the_rematch() -> None:
    room = Room()
    for seats in ((HUMAN, engine()), (engine(), HUMAN), (engine(), engine())):
        with pytest.raises(Refusal, match="two people"):
            room.tables.new_game(Wishes("connect4", seats, pie=True))
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), pie=True))
    tokens = keys_of(opened)
    room.tables.perform(opened.game_id, c.Move(0, 4), tokens, "a")
    room.tables.perform(opened.game_id, c.Swap(1), tokens[1:], "b")
    assert room.tables.perform(opened.game_id, c.Swap(1), tokens[1:], "b").version == 3, "sent twice it counts once"
    table = room.tables.open(opened.game_id)
    assert rights_of(table.state, tokens[1:]).seats == {0}
    assert [record.event for record in table.history[2:]] == [e.Swapped(1, 1)]
    assert room.publisher.games[-1]["event"] == {"version": 3, "kind": "swapped", "ply": 1, "seat": 1, "spent": 0.0}
    assert fold("g", [record.event for record in table.history]).keys == (tokens[1], tokens[0])
    room.tables.perform(opened.game_id, c.Resign(), tokens[1:], "c")
    again = room.tables.rematch(opened.game_id, tokens[:1], "d")
    assert again.asked == "rematch"
    agreed = room.tables.reply(opened.game_id, c.Reply("rematch", True), tokens[1:], "e")
    state = room.tables.open(agreed.game_id).state
    assert state.pie
    assert state.keys == (tokens[0], tokens[1])


def test_with_discs_on_the_board_the_side_to_move_may_swap_before_its_move() -> None:
    names = (e.Seat("human", None, "Ann"), e.Seat("human", None, "Ben"))
    before = lines.game("", start=(3, 4, 4), seats=names, pie=True)
    assert shown(before)["can_swap"]
    after = done(before, c.Swap(3), SECOND)
    assert [seat.name for seat in after.seats] == ["Ben", "Ann"]
    assert (after.to_move, after.ply, after.can_swap) == (1, 3, False)
    after = apply(after, e.Moved(3, 1, 5))
    assert after.player_of(3) == 1
    back = done(done(after, c.Undo(4), BOTH), c.Undo(3), BOTH)
    assert (back.ply, back.swapped, back.can_swap) == (3, False, True)
    assert done(back, c.Redo(3), BOTH).swapped
    assert not apply(before, e.Moved(3, 1, 5)).can_swap


def test_with_discs_on_the_board_each_also_asks_for_their_own() -> None:
    before = lines.game("", start=(3, 4, 4), pie=True)
    swapped = done(before, c.Swap(3), SECOND)
    agreed = done(done(swapped, c.Undo(3), FIRST), c.Reply("takeback", True), SECOND)
    assert (agreed.swapped, agreed.keys, agreed.ply) == (False, before.keys, 3)
    moved = apply(swapped, e.Moved(3, 1, 5))
    agreed = done(done(moved, c.Undo(4), SECOND), c.Reply("takeback", True), FIRST)
    assert (agreed.swapped, agreed.ply) == (True, 3)


@pytest.mark.parametrize(("value", "swaps"), [(-0.2, True), (0.2, False)])
def test_an_engine_chooses_the_better_side_of_three_discs(value: float, swaps: bool) -> None:
    room = Room()
    for moves, seats in (((), (HUMAN, engine())), ((3, 4, 4), (engine(), engine()))):
        with pytest.raises(Refusal, match="two people"):
            room.tables.new_game(Wishes("connect4", seats, moves, pie=True))
    room.engine.value = value
    _, table, _ = room.begin(HUMAN, engine(), moves="344", pie=True)
    room.timers.advance(60.0)
    assert table.state.swapped == swaps
    assert table.state.engines == ((0,) if swaps else (1,))
    assert table.state.ply == (3 if swaps else 4)


def test_a_person_may_swap_against_an_engine() -> None:
    room = Room()
    opened = room.tables.new_game(Wishes("connect4", (engine(), HUMAN), (3, 4, 4), pie=True))
    tokens = keys_of(opened)
    room.tables.perform(opened.game_id, c.Swap(3), tokens, "a")
    state = room.tables.open(opened.game_id).state
    assert (state.engines, state.to_move, state.undo_ply) == ((1,), 1, None)
    assert fold("g", [record.event for record in room.tables.open(opened.game_id).history]).pie
