"""Sequences of events by several people, in any order and with any sense: always an answer, never a fault, and never a
change that its sender may not make."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.webapp.sockets.desk import Desk
from webapp.play.game import events as e
from webapp.play.game.fold import fold

TOKENS = [letter * 43 for letter in "abcd"]
GAMES = ["connect4", "tictactoe", "slippery-tictactoe"]
small = st.integers(0, 9)
seat = st.integers(0, 1)
secret = st.sampled_from(TOKENS)
what = st.sampled_from(["takeback", "draw", "rematch"])
engine = st.fixed_dictionaries({"kind": st.just("engine"), "level": st.integers(1, 10)})
human = st.fixed_dictionaries({"kind": st.just("human")}, optional={"open": st.booleans()})
clock = st.fixed_dictionaries({"seconds": st.sampled_from([5.0, 60.0]), "increment": st.sampled_from([0.0, 2.0])})

EVENTS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "move": {"ply": small, "move": small},
    "undo": {"ply": small},
    "redo": {"ply": small},
    "return": {"ply": small, "branch": small},
    "swap": {"ply": small},
    "set_level": {"seat": seat, "level": st.integers(1, 10)},
    "set_seat": {"seat": seat, "kind": st.just("human")},
    "resign": {},
    "rematch": {},
    "pace": {"paused": st.booleans()},
    "sit": {"token": secret},
    "hand_over": {"seat": seat, "code": secret},
    "take_seat": {"code": secret, "token": secret},
    "ask": {"what": what},
    "reply": {"what": what, "yes": st.booleans()},
    "stand_in": {"seat": seat},
    "claim": {"seat": seat},
    "aim": {"move": small},
    "look": {"on": st.booleans()},
    "join": {"tokens": st.lists(secret, max_size=2)},
    "answers": {},
    "set_seat engine": {"seat": seat, "kind": st.just("engine"), "level": st.integers(1, 10)},
}
NO_REQUEST = {"aim", "look", "join", "answers"}

steps = st.lists(
    st.tuples(
        st.integers(0, 3),  # who
        st.one_of(*[st.tuples(st.just(name), st.fixed_dictionaries(fields)) for name, fields in EVENTS.items()]),
        st.sampled_from([0.0, 0.0, 0.4, 20.0, 70.0]),  # seconds that pass before
        st.booleans(),  # whether the ply is the right one
    ),
    max_size=40,
)


@given(st.sampled_from(GAMES), st.tuples(st.one_of(human, engine), st.one_of(human, engine)), st.none() | clock, steps)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_there_is_an_answer_and_nobody_s_move_is_another_s(
    game: str, seats: tuple[Any, Any], timed: Any, sent: list[Any]
) -> None:
    desk = Desk()
    people = [desk.person() for _ in range(4)]
    opened = people[0].call("new_game", game=game, seats=list(seats), **({"clock": timed} if timed else {}))
    assert opened["ok"], opened
    current = opened["game_id"]
    for person in people[1:]:
        person.call("join", game_id=current)
    for number, (who, (name, fields), wait, right) in enumerate(sent):
        desk.room.timers.advance(wait)
        desk.room.engine.release()
        desk.room.timers.advance(0.0)
        event = name.split()[0]
        before = desk.game(current)
        seated = set(people[who].call("join", game_id=current)["you"]["seats"])
        payload = {"game_id": current, **fields}
        if right and "ply" in payload:
            payload["ply"] = before.ply
        if event not in NO_REQUEST:
            payload["request_id"] = f"r{number}"
        table = desk.room.tables.open(current)
        answer = people[who].call(event, **payload)
        json.dumps(answer)
        assert answer["ok"] or answer["error"]["code"] != "internal", answer
        new = [record.event for record in table.history[before.version :]]
        judge(event, seated, before, new)
        assert fold(current, [record.event for record in table.history]) == table.state
        if event not in NO_REQUEST and answer["ok"]:
            version = table.state.version
            assert people[who].call(event, **payload)["version"] == answer["version"]
            assert table.state.version == version
        current = answer.get("game_id", current) if event in ("rematch", "reply") else current


def judge(event: str, seated: set[int], before: Any, new: list[e.Event]) -> None:
    """Nothing happened that the sender may not do."""
    for one in new:
        match one:
            case e.Moved() | e.Resigned() | e.Asked() | e.Declined() | e.HandOverOffered():
                engine = isinstance(one, e.Moved) and before.seats[one.seat].kind == "engine"
                assert engine or one.seat in seated, (event, one)
            case e.Claimed():
                assert one.seat in seated
            case e.Undone() if event == "undo":
                others = [s for s in (0, 1) if before.seats[s].kind == "human" and before.keys[s] and s not in seated]
                assert not others, "a takeback without consent"
            case e.Undone() | e.Drawn():
                assert before.asked is not None
                assert 1 - before.asked.seat in seated
            case e.SeatSet() if event == "set_seat":
                owner = before.owner(one.seat)
                assert owner is None or one.seat in seated, (event, one)
            case e.Seated():
                assert before.free
            case e.SeatTaken():
                assert before.handovers[one.seat] is not None


@pytest.mark.long
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(GAMES), st.tuples(st.one_of(human, engine), st.one_of(human, engine)), st.none() | clock, steps)
def test_the_same_for_long(game: str, seats: tuple[Any, Any], timed: Any, sent: list[Any]) -> None:
    inner = test_whatever_is_sent_there_is_an_answer_and_nobody_s_move_is_another_s.hypothesis.inner_test  # type: ignore[attr-defined]
    inner(game, seats, timed, sent)
