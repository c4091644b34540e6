"""Tests the budget of stored events of an address."""

import pytest

from tests.webapp.sockets.test_gate import GOOD
from webapp.play.desk.forms import read
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Form
from webapp.play.handlers.shares import Shares, takes_budget

TAKEN = ["undo", "redo", "name", "pace", "set_level", "ask", "swap"]
FREE = ["move", "resign", "claim", "join", "sit", "take_seat", "hint"]


def check(shares: Shares, address: str, form: Form) -> None:
    """Checks an event as the desk does."""
    if takes_budget(form):
        shares.check_stored(address)


@pytest.mark.parametrize("event", [*TAKEN, *FREE])
def test_an_address_stores_so_many_changes_and_may_always_move_come_and_end(event: str) -> None:
    shares, one, form = Shares("9 per 1 second", "3 per 1 hour"), "192.0.2.1", read("undo", GOOD["undo"])
    for _ in range(3):
        check(shares, one, form)
        shares.note_stored(one)
    tried = read(event, GOOD[event])
    check(shares, "192.0.2.2", tried)
    if event in FREE:
        check(shares, one, tried)
        return
    with pytest.raises(Refusal, match="Too many changes were stored") as caught:
        check(shares, one, tried)
    assert caught.value.code == "rate_limited"


@pytest.mark.parametrize(("kind", "taken"), [("human", False), ("engine", True)])
def test_a_person_takes_back_the_seat_of_an_engine_whatever_was_stored(kind: str, taken: bool) -> None:
    shares, one = Shares("9 per 1 second", "1 per 1 hour"), "192.0.2.1"
    shares.note_stored(one)
    level = {"level": 3} if kind == "engine" else {}
    form = read("set_seat", {"game_id": "abcdefghijkl", "seat": 0, "kind": kind, "request_id": "r" * 12, **level})
    if not taken:
        check(shares, one, form)
        return
    with pytest.raises(Refusal):
        check(shares, one, form)
