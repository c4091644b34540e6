"""Tests the desk in the process of the tables: answers instead of errors, shares, tokens, pages of another owner."""

from typing import Any

import pytest

from tests.webapp.play.lines import plain
from tests.webapp.room import Room
from tests.webapp.sockets.desk import Desk
from tests.webapp.sockets.test_gate import GOOD
from webapp.play.audience.reviews import Reviews
from webapp.play.desk.answers import Granted
from webapp.play.desk.forms import FORMS, read
from webapp.play.desk.news import PersonView
from webapp.play.desk.port import Client, Page, Place, Reply, verdict
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Form
from webapp.play.handlers.base import Sender
from webapp.play.handlers.local_desk import LocalDesk
from webapp.play.handlers.shares import QUESTIONS_AT_ONCE, Shares, takes_budget
from webapp.play.ports import StoreError
from webapp.play.steps import Pending

HUMANS = [{"kind": "human"}, {"kind": "human"}]
INVITATION = [{"kind": "human"}, {"kind": "human", "open": True}]


def begin(desk: Desk) -> Any:
    return desk.person().call("new_game", game="connect4", seats=HUMANS)


def test_a_refusal_keeps_its_code_and_words() -> None:
    desk = Desk()

    def refuse(_: Sender, __: Any) -> dict[str, Any]:
        raise Refusal("stale", "It stands at {ply}.", ply=3)

    desk.owner.handlers["shown_tables"] = refuse
    assert desk.person().call("shown_tables")["error"] == {
        "code": "stale",
        "message": "It stands at 3.",
        "said": {"text": "It stands at {ply}.", "values": {"ply": 3}},
    }


def test_pages_are_told_when_a_seat_has_a_person_no_more() -> None:
    desk = Desk()
    one = desk.person()
    game_id = one.call("new_game", game="connect4", seats=HUMANS)["game_id"]
    desk.room.timers.advance(2.0)
    here = [seat is not None for seat in desk.room.publisher.rooms[-1]["seats"]]
    assert here == [True, True]
    assert one.call("set_seat", game_id=game_id, seat=0, kind="engine", level=3)["ok"]
    desk.room.timers.advance(2.0)
    assert [seat is not None for seat in desk.room.publisher.rooms[-1]["seats"]] == [False, True]


def test_our_own_faults_are_internal_and_tell_nothing(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk()

    def fail(_: Sender, __: Any) -> dict[str, Any]:
        raise RuntimeError("secret detail")

    desk.owner.handlers["shown_tables"] = fail
    answer = desk.person().call("shown_tables")
    assert answer["error"]["code"] == "internal"
    assert "secret" not in str(answer)
    assert "secret detail" in caplog.text


def test_every_form_has_a_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    room, options = Room(), {"hint_seconds": 1.0, "shares": Shares("1 per 1 second")}
    tables, publisher = room.tables.inner, room.publisher
    reviews = Reviews(tables, room.engine, publisher)
    monkeypatch.delitem(FORMS, "hint")
    with pytest.raises(ValueError, match="hint"):
        LocalDesk(tables, reviews, room.presence, room.lobby, publisher, timers=room.timers, **options)


def test_one_address_has_a_few_questions_under_way_and_others_are_not_kept_from_theirs() -> None:
    desk = Desk()
    game_id = begin(desk)["game_id"]
    searches, answers = list[Pending[Granted]](), list[Any]()

    def search(_sender: Sender, form: Any) -> Granted | Pending[Granted]:
        if not isinstance(form, FORMS["hint"]):
            return Granted()
        searches.append(Pending())
        return searches[-1]

    for event in FORMS:
        desk.owner.handlers[event] = search

    def ask(sid: str, address: str, event: str = "hint") -> None:
        payload = {**GOOD[event], **({"game_id": game_id} if "game_id" in GOOD[event] else {})}
        form = desk.read(event, payload)
        desk.owner.event(Client(sid, address), event, form, lambda reply: answers.append(plain(reply.answer)))

    for number in range(QUESTIONS_AT_ONCE):
        ask(f"sid {number}", "greedy")
    assert answers == []
    for event in ("hint", "preview", "why_not", "why", "answers", "review", "mistake", "beliefs"):
        ask("one more", "greedy", event)
        error = answers.pop()["error"]
        assert (error["code"], "other questions from your address" in error["message"]) == ("rate_limited", True)
    ask("mover", "greedy", "move")
    ask("stranger", "elsewhere", "preview")
    for one in searches:
        one.resolve(Granted())
    ask("one more", "greedy", "preview")
    assert [answer["ok"] for answer in answers] == [True] * (QUESTIONS_AT_ONCE + 3)
    assert not desk.owner._shares._asking


def test_a_player_s_rate_counts_over_all_connections() -> None:
    desk = Desk(player_rate="2 per 1 hour")
    opened = begin(desk)
    answers = []
    for number in range(3):
        page = desk.person()
        assert page.call("join", game_id=opened["game_id"], token=opened["seat_tokens"][0])["ok"]
        answers.append(page.call("resign", game_id=opened["game_id"], request_id=str(number)))
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, "game_over", "rate_limited"]


def test_a_sender_keeps_few_tokens_of_a_game() -> None:
    sender = Sender(Client("sid", "a", tokens={"g": ("t0",)}))
    sender.remember("g", tuple(f"t{number}" for number in range(9)))
    assert sender.tokens_of("g") == ("t5", "t6", "t7", "t8")
    assert (sender.client.tokens, sender.tokens_of("other")) == ({"g": ("t0",)}, ())


def test_a_token_that_is_shown_again_is_not_forgotten() -> None:
    sender = Sender(Client("sid", "a", tokens={"g": ("old", "mine")}))
    sender.remember("g", ("new", "new", "mine", "other", "new"))  # found by the world of seed 21
    assert sender.tokens_of("g") == ("old", "new", "mine", "other")
    sender.remember("g", ("old", "late"))
    assert sender.tokens_of("g") == ("mine", "other", "old", "late")


def test_tokens_shown_with_a_refused_event_are_remembered() -> None:
    desk = Desk()
    game_id = begin(desk)["game_id"]
    move = desk.read("move", {**GOOD["move"], "game_id": game_id})
    replies = list[Reply]()
    desk.owner.event(Client("stranger", "a"), "move", move, replies.append)
    (reply,) = replies
    assert verdict(reply.answer) == "not_your_seat"
    assert reply.tokens == {game_id: ("t" * 43,)}


def test_pages_of_another_owner_come_to_their_places_and_are_sent_the_whole_game() -> None:
    desk, other = Desk(), Desk()
    opened = begin(desk)
    game_id = opened["game_id"]
    other.room.store.rows = desk.room.store.rows
    place = Place(game_id, game_id, tree=True)
    pages = [
        Page(Client("a", "1", tokens={game_id: (opened["seat_tokens"][0],)}), place),
        Page(Client("b", "2"), Place("nosuchgame12")),
        Page(Client("c", "3"), Place(game_id)),
    ]
    for _ in range(2):  # asked twice, the answer of the first time lost
        other.room.publisher.news.clear()
        other.plain.attach(pages)
        assert other.room.publisher.places == {"a": place, "c": Place(game_id)}
        (sid, first), (_, second) = other.room.publisher.news
        assert (sid, first["version"], first["event"]["kind"]) == ("a", 1, "created")
        assert first == second
    people = other.room.presence.view(game_id)
    assert (people.watchers, people.seats[0]) == (1, PersonView("here", []))
    assert other.room.presence.is_watched(game_id)


def test_a_page_that_is_brought_to_its_table_hears_who_is_there_though_nothing_has_changed() -> None:
    desk, other = Desk(), Desk()  # found by the world of seed 2: its front had missed that others left
    opened = begin(desk)
    game_id, mine = opened["game_id"], {opened["game_id"]: (opened["seat_tokens"][0],)}
    other.room.store.rows = desk.room.store.rows
    for sid in ("a", "b"):  # two pages of one player, at two fronts
        other.room.publisher.rooms.clear()
        other.plain.attach([Page(Client(sid, "1", tokens=mine), Place(game_id))])
        other.room.timers.advance(2.0)
        assert [told["watchers"] for told in other.room.publisher.rooms] == [0]


def test_a_page_out_of_sight_is_away_at_the_next_owner_too() -> None:
    desk, other = Desk(), Desk()  # found by the world of seed 17
    opened = begin(desk)
    game_id = opened["game_id"]
    mine = Client("a", "1", tokens={game_id: (opened["seat_tokens"][0],)})
    other.room.store.rows = desk.room.store.rows
    other.plain.attach([Page(mine, Place(game_id, hidden=True))])
    other.room.timers.advance(6.0)
    assert other.room.presence.view(game_id).seats[0] == PersonView("away", [])
    assert other.room.publisher.places["a"] == Place(game_id, hidden=True)


def test_who_plays_a_person_at_another_owner_hears_no_engine_here() -> None:
    there, here = Desk(), Desk()
    host, guest = there.person(), there.person()
    game_id = host.call("new_game", game="connect4", seats=INVITATION)["game_id"]
    mine = there.namespace._connections[host.sid].tokens
    assert not there.plain.plays(mine)  # nobody has come yet
    guest.call("join", game_id=game_id)
    assert guest.call("sit", game_id=game_id, token="t" * 43, request_id="s")["ok"]
    assert there.plain.plays(mine)
    assert not here.plain.plays(mine)
    replies = list[Reply]()
    beginning = here.read("new_game", {"game": "connect4", "seats": [HUMANS[0], {"kind": "engine", "level": 5}]})
    for elsewhere, code in ((True, "no_help"), (False, None)):
        client = Client("x", "a", tokens=mine, plays_elsewhere=elsewhere)
        here.plain.event(client, "new_game", beginning, replies.append)
        assert replies.pop().answer.get("error", {}).get("code") == code


def test_a_game_begins_with_the_first_move_in_one_event() -> None:
    desk, seats = Desk(), [HUMANS[0], {"kind": "engine", "level": 5}]
    new = {"game": "connect4", "seats": seats, "request_id": "r", "secret": "s" * 43}
    first = desk.person().call("new_game", **new, move=4)
    assert (first["state"]["moves"], first["state"]["event"]["kind"]) == ([4], "moved")
    desk.room.timers.advance(0.1)
    desk.room.engine.release()
    desk.room.timers.advance(1.0)
    assert len(desk.game(first["game_id"]).moves) == 2, "the engine has answered"
    again = desk.person().call("new_game", **new, move=4)  # the answer was lost, and the engine has played meanwhile
    assert (again["game_id"], again["seat_tokens"]) == (first["game_id"], first["seat_tokens"])
    assert len(desk.game(first["game_id"]).moves) == len(again["state"]["moves"]) == 2


@pytest.mark.parametrize("analysis", [False, True])
def test_a_position_and_the_move_after_it_come_in_one_event(analysis: bool) -> None:
    new = {"game": "connect4", "seats": HUMANS, "moves": [4, 4], "analysis": analysis}
    assert Desk().person().call("new_game", **new, move=3)["state"]["moves"] == [4, 4, 3]


def test_a_move_is_made_once_where_only_the_game_was_stored_the_first_time() -> None:
    desk, page = Desk(), {"request_id": "r", "secret": "s" * 43}
    desk.room.store.fail = StoreError()
    person = desk.person()
    assert person.call("new_game", game="connect4", seats=HUMANS, move=4, **page)["error"]["code"] == "not_saved"
    desk.room.store.fail = None
    assert person.call("new_game", game="connect4", seats=HUMANS, move=4, **page)["state"]["moves"] == [4]
    assert len(desk.room.store.rows) == 1


@pytest.mark.parametrize(("move", "seats", "code"), [(9, [0, 1], "illegal_move"), (4, [1, 0], "not_your_turn")])
def test_a_first_move_against_the_rules_is_refused(move: int, seats: list[int], code: str) -> None:
    players = [HUMANS[0], {"kind": "engine", "level": 5}]
    answer = Desk().person().call("new_game", game="connect4", seats=[players[seat] for seat in seats], move=move)
    assert answer["error"]["code"] == code


TAKING = ["undo", "redo", "name", "pace", "set_level", "ask", "swap"]
NOT_TAKING = ["move", "resign", "claim", "join", "sit", "take_seat", "hint"]


def check(shares: Shares, address: str, form: Form) -> None:
    """Checks an event as the desk does."""
    if takes_budget(form):
        shares.check_stored(address)


@pytest.mark.parametrize("event", [*TAKING, *NOT_TAKING])
def test_an_address_stores_so_many_changes_and_may_always_move_come_and_end(event: str) -> None:
    shares, one, form = Shares("9 per 1 second", "3 per 1 hour"), "192.0.2.1", read("undo", GOOD["undo"])
    for _ in range(3):
        check(shares, one, form)
        shares.note_stored(one)
    tried = read(event, GOOD[event])
    check(shares, "192.0.2.2", tried)
    if event in NOT_TAKING:
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
