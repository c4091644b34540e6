"""Tests that a review continues while other people ask for theirs."""

from typing import Any

import pytest

from tests.webapp.sockets.desk import Desk, Person
from webapp.play.audience import reviews

FOE, VICTIM = "192.0.2.1", "192.0.2.2"
ALONE = {"game": "connect4", "seats": [{"kind": "human"}, {"kind": "human"}]}


def begin(person: Person, moves: str = "4453") -> str:
    opened: dict[str, Any] = person.call("new_game", **ALONE, moves=moves)
    game_id: str = opened["game_id"]
    return game_id


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps an eighth of the reviews, so that a test need not ask for hundreds."""
    for name in ("_KEPT", "_KEPT_OF_VISITOR"):
        monkeypatch.setattr(reviews, name, getattr(reviews, name) // 8)


def running(desk: Desk) -> int:
    """Returns how many minds search for reviews."""
    return sum(not mind.closed for mind in desk.room.engine.minds if mind in desk.room.engine.questions)


def test_a_running_review_goes_on_however_many_others_are_asked_for() -> None:
    desk = Desk()
    victim, foe = desk.person(REMOTE_ADDR=VICTIM), desk.person(REMOTE_ADDR=FOE)
    mine = begin(victim)
    assert victim.call("review", game_id=mine)["ok"]
    asked = [foe.call("review", game_id=begin(foe, "44"))["ok"] for _ in range(2 * reviews._KEPT)]
    assert any(asked)
    before = len(desk.room.publisher.reviews)
    while desk.room.engine.questions:
        desk.room.engine.release()
        desk.room.timers.advance()
    parts = [part for part in desk.room.publisher.reviews[before:] if part["game_id"] == mine]
    assert parts[-1]["done"]
    assert victim.call("review", game_id=mine)["done"]


def test_finished_reviews_of_one_address_push_out_no_others() -> None:
    desk = Desk()
    desk.room.engine.held = False
    victim, foe = desk.person(REMOTE_ADDR=VICTIM), desk.person(REMOTE_ADDR=FOE)
    mine = begin(victim)
    victim.call("review", game_id=mine)
    desk.room.timers.advance()
    assert victim.call("review", game_id=mine)["done"]
    for _ in range(2 * reviews._KEPT):
        foe.call("review", game_id=begin(foe, "44"))
        desk.room.timers.advance()
    minds = len(desk.room.engine.minds)
    assert victim.call("review", game_id=mine)["done"]
    assert len(desk.room.engine.minds) == minds, "nothing is worked out a second time"


def test_an_address_that_asks_for_too_many_is_refused_in_words_and_holds_a_bounded_number() -> None:
    desk = Desk()
    people = [desk.person(REMOTE_ADDR=FOE) for _ in range(reviews.OF_ONE_VISITOR + 1)]
    games = [begin(person) for person in people]
    answers = [person.call("review", game_id=game) for person, game in zip(people, games, strict=True)]
    assert [answer["ok"] for answer in answers] == [True] * reviews.OF_ONE_VISITOR + [False]
    assert answers[-1]["error"]["code"] == "rate_limited"
    assert people[0].call("review", game_id=games[0])["done"] is False, "one of theirs goes on"
    assert running(desk) == reviews.OF_ONE_VISITOR


def test_a_review_says_nothing_at_a_table_that_was_closed() -> None:
    """Nobody knows then whether two people play on: the end of their game may have been taken back."""
    desk = Desk()
    person = desk.person(REMOTE_ADDR=VICTIM)
    mine = begin(person)
    person.call("review", game_id=mine)
    desk.room.tables.evict(lambda game_id: game_id == mine)
    before = len(desk.room.publisher.reviews)
    desk.room.engine.release()
    desk.room.timers.advance()
    assert len(desk.room.publisher.reviews) == before
    assert not running(desk)


def test_a_review_whose_search_is_never_answered_goes_on_when_a_page_asks_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr(reviews.time, "monotonic", lambda: now)
    desk = Desk()
    person, engine = desk.person(REMOTE_ADDR=VICTIM), desk.room.engine
    mine = begin(person)
    person.call("review", game_id=mine)
    begun = len(engine.asked)
    engine.questions.clear()  # the engine's process has ended twice under it
    now += reviews._LOST / 2
    person.call("review", game_id=mine)
    assert len(engine.asked) == begun, "a page that asks again begins no second search"
    now += reviews._LOST
    person.call("review", game_id=mine)
    assert len(engine.asked) == begun + 1
    engine.held = False
    engine.release()
    desk.room.timers.advance()
    assert person.call("review", game_id=mine)["done"]
