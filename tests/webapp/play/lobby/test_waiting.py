"""Tests the queue: who is paired with whom, who waits, who has left, and what happens when a game cannot be stored."""

import itertools
from typing import Any

import pytest

from engine.games import all_games
from tests.webapp.finished import finish
from tests.webapp.play import acts as c
from tests.webapp.room import Room
from webapp.play.desk.news import FoundGame
from webapp.play.game.access import key_of
from webapp.play.game.refusals import Refusal
from webapp.play.lobby.waiting import AT_ONCE, AT_THE_END, LEFT_EARLY, OF_ADDRESS, SILENCE, Waiter
from webapp.play.ports import StoreError
from webapp.play.steps import start


def waiter(sid: str, clock: str = "any", game: str = "connect4", address: str = "", **more: Any) -> Waiter:
    return Waiter(sid, address or sid, key_of(f"token of {sid}"), game, clock, **more)


def find(room: Room, *args: Any, **more: Any) -> FoundGame | None:
    return finish(room.lobby.waiting.find(waiter(*args, **more)))


def test_both_sides_are_drawn_by_lot() -> None:
    room = Room()
    seats = set()
    for number in range(40):
        find(room, f"a{number}")
        found = find(room, f"b{number}")
        assert found is not None
        seats.add(found.seat)
    assert seats == {0, 1}


PAIRS = [("any", "any", 300), ("any", "3+2", 180), ("10+5", "any", 600), ("3+2", "3+2", 180)]


@pytest.mark.parametrize(("one", "other", "seconds"), [*PAIRS, ("none", "none", None), ("any", "none", None)])
def test_wishes_that_fit_give_a_clock(one: str, other: str, seconds: float | None) -> None:
    room = Room()
    find(room, "a", one)
    found = find(room, "b", other)
    assert found is not None
    clock = room.tables.open(found.game_id).state.clock
    assert (clock.seconds if clock else None) == seconds


def test_other_wishes_wait_and_the_longest_wait_comes_first() -> None:
    room = Room()
    assert find(room, "a", "3+2") is None
    assert find(room, "b", "10+5") is None
    assert find(room, "c", "any", game="tictactoe") is None
    assert room.lobby.waiting.others("a", "connect4") == 1
    found = find(room, "d", "any")
    assert found is not None
    assert room.publisher.news[-1][0] == "a"
    assert room.lobby.waiting.count() == 2


def test_nobody_meets_the_own_page() -> None:
    room = Room()
    for _ in range(3):
        assert find(room, "a") is None
    assert room.lobby.waiting.count() == 1


def test_a_cut_line_keeps_the_place_and_a_new_search_ends_the_one_before() -> None:
    room = Room()
    find(room, "a", "3+2")
    find(room, "b", "10+5")
    assert finish(room.lobby.waiting.find(Waiter("a again", "a", key_of("token of a"), "connect4", "3+2"))) is None
    room.lobby.waiting.leave("a")  # the end of the cut line comes late
    assert room.lobby.waiting.count() == 2
    assert find(room, "c") is not None
    assert room.publisher.news[-1][0] == "a again"
    assert finish(room.lobby.waiting.find(Waiter("b", "b", key_of("another token"), "connect4", "none"))) is None
    assert room.lobby.waiting.count() == 1


def test_a_request_repeated_while_the_game_is_stored_waits_for_the_game() -> None:
    room, found = Room(), list[FoundGame | None]()
    find(room, "a")
    room.store.held = True
    start(room.lobby.waiting.find(waiter("b")), found.append)
    assert [find(room, "b"), find(room, "a"), *found] == [None, None]
    assert room.lobby.waiting.count() == 0
    room.store.release()
    assert [find(room, "b")] == found
    assert len(room.store.rows) == 1


def test_nothing_is_kept_of_pages_that_leave_while_their_game_is_stored() -> None:
    room = Room()
    find(room, "a")
    room.store.held = True
    start(room.lobby.waiting.find(waiter("b")))
    for sid in ("a", "b"):  # in the world of seed 3 both were kept for ever
        room.lobby.waiting.leave(sid)
    room.store.release()
    assert not room.lobby.waiting._met


def test_whoever_goes_away_has_left() -> None:
    room = Room()
    find(room, "a")
    room.lobby.waiting.leave("a")
    room.lobby.waiting.leave("a")
    assert find(room, "b") is None
    room.timers.advance(SILENCE + 1)  # b's page says no more
    assert find(room, "c") is None
    room.timers.advance(SILENCE - 1)
    assert find(room, "c") is None  # c's page does
    room.timers.advance(SILENCE - 1)
    assert find(room, "d") is not None
    assert room.publisher.news[-1][0] == "c"


def test_a_lost_message_is_told_again() -> None:
    room = Room()
    find(room, "a")
    found = find(room, "b")
    again = finish(room.lobby.waiting.find(Waiter("a2", "a", key_of("token of a"), "connect4", "any")))  # a cut line
    assert found is not None
    assert again == FoundGame(found.game_id, 1 - found.seat)
    assert find(room, "b") == found
    assert len(room.store.rows) == 1


def test_a_game_that_cannot_be_stored_leaves_the_first_in_the_queue() -> None:
    room = Room()
    find(room, "a", "3+2")
    find(room, "b", "10+5")
    room.store.fail = StoreError("the disk is full")
    with pytest.raises(StoreError):
        find(room, "c")
    room.store.fail = None
    assert room.publisher.news == []
    assert find(room, "c") is not None
    assert room.publisher.news[-1][0] == "a"


def test_one_address_cannot_fill_the_queue() -> None:
    room = Room()
    games = [name for name in all_games() if name != "connect4"]
    refused = 0
    for game, clock in itertools.product(games, ["none", "3+2", "5+3"]):  # no two of these fit
        try:
            find(room, f"{game} {clock}", clock, game, address="foe")
        except Refusal as no:
            refused += no.code == "rate_limited"
    assert room.lobby.waiting.count() == OF_ADDRESS
    assert refused == 3 * len(games) - OF_ADDRESS > 0
    assert find(room, "friend") is None
    assert find(room, "another friend", address="foe") is not None


def test_many_at_once_are_all_paired_and_nobody_twice() -> None:
    room = Room()
    found: list[FoundGame | None] = []
    room.store.held = True
    for number in range(40):
        start(room.lobby.waiting.find(waiter(f"s{number}")), found.append)
    room.store.release(20)
    games = [one.game_id for one in found if one] + [news["game_id"] for _, news in room.publisher.news]
    assert len(games) == 40
    assert all(games.count(game) == 2 for game in games)
    assert room.lobby.waiting.count() == 0


def quit_at_once(room: Room, number: int, address: str = "foe") -> bool:
    """Lets a stranger look, and then somebody of ``address`` who leaves at once; returns whether they met."""
    find(room, f"v{number}")
    found = find(room, f"f{number}", address=address)
    room.lobby.waiting.leave(f"f{number}", found.game_id if found else None)
    room.lobby.waiting.leave(f"f{number}")
    room.lobby.waiting.leave(f"v{number}")
    return found is not None


def test_whoever_leaves_strangers_at_once_goes_to_the_end_of_the_queue() -> None:
    room = Room()
    assert sum(quit_at_once(room, number) for number in range(10)) == LEFT_EARLY.amount
    assert find(room, "foe", address="foe") is None
    assert find(room, "a") is None, "the foe has to wait"
    assert find(room, "b") is not None
    assert room.publisher.news[-1][0] == "a", "others find each other first"
    room.timers.advance(AT_THE_END)
    assert find(room, "foe", address="foe") is None
    assert find(room, "c") is not None, "with nobody else there, the foe is better than nobody"


def test_the_one_who_was_left_and_the_one_who_played_keep_their_place() -> None:
    room = Room()
    for number in range(5):
        quit_at_once(room, number)
    assert not any(room.lobby.waiting._leaves(f"v{number}") for number in range(5))
    for number in range(5):
        find(room, f"p{number}", address=f"p{number}")
        found = find(room, f"q{number}", address="school")
        assert found is not None
        if number % 2:
            room.timers.advance(AT_ONCE)
        else:
            for seat in (0, 1):
                one = "q" if found.seat == seat else "p"
                room.tables.perform(found.game_id, c.Move(seat, 4), [key_of(f"token of {one}{number}")], None)
        room.lobby.waiting.leave(f"q{number}")
    assert not room.lobby.waiting._leaves("school")


def test_a_bad_name_for_leaving_ends() -> None:
    room = Room()
    for number in range(5):
        quit_at_once(room, number)
    room.timers.advance(LEFT_EARLY.get_expiry())
    assert quit_at_once(room, 6)
