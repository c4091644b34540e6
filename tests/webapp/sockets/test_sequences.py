"""Sends sequences of events by several people, in any order: always an answer, never an internal error, and never a
change without the right of the sender."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
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
    "name": {"name": st.sampled_from(["Anna", "Red", "<b>", ""])},
    "hand_over": {"seat": seat, "code": secret},
    "take_seat": {"code": secret, "token": secret},
    "ask": {"what": what},
    "reply": {"what": what, "yes": st.booleans()},
    "stand_in": {"seat": seat},
    "claim": {"seat": seat},
    "aim": {"move": small},
    "look": {"on": st.booleans()},
    "react": {"reaction": st.sampled_from(["hello", "thanks"])},
    "show": {"on": st.booleans()},
    "report": {"seat": seat},
    "make_code": {},
    "join": {"tokens": st.lists(secret, max_size=2)},
    "answers": {},
    "set_seat engine": {"seat": seat, "kind": st.just("engine"), "level": st.integers(1, 10)},
}
NO_REQUEST = {"aim", "look", "join", "answers", "react", "show", "report", "make_code"}

steps = st.lists(
    st.tuples(
        st.integers(0, 3),  # the sender: 0 began the game, 1 sits opposite where two people play, 2 and 3 watch
        st.one_of(*[st.tuples(st.just(name), st.fixed_dictionaries(fields)) for name, fields in EVENTS.items()]),
        st.sampled_from([0.0, 0.0, 0.4, 20.0, 70.0]),  # seconds that pass before
        st.booleans(),  # whether the ply is the right one, and the move a legal one
    ),
    min_size=12,
    max_size=40,
)


Step = tuple[int, tuple[str, dict[str, Any]], float, bool]
"""The sender, the event with its fields, the seconds before, and whether the ply and the move are right."""
PEOPLE = ({"kind": "human"}, {"kind": "human", "open": True})
ENGINES = ({"kind": "engine", "level": 1}, {"kind": "engine", "level": 1})
ALONE = ({"kind": "human"}, {"kind": "engine", "level": 5})
sequences = given(
    st.sampled_from(GAMES),
    st.booleans(),
    st.tuples(st.one_of(human, engine), st.one_of(human, engine)),
    st.none() | clock,
    steps,
)
VERDICTS = frozenset({
    "Asked", "Claimed", "Declined", "Drawn", "HandOverOffered", "Moved", "Resigned", "SeatSet", "SeatTaken", "Seated",
    "StandIn", "Undone agreed", "Undone alone",
})  # fmt: skip
"""The judgements of ``judge``: kinds of events with the reason for each."""


def play(game: str, two_people: bool, seats: tuple[Any, Any], timed: Any, sent: list[Step]) -> Counter[str]:
    """Plays a sequence and returns how often each judgement was made.

    Args:
        game: the name of the rules.
        two_people: whether the sequence begins in a game of two people after four moves.
        seats: the players of a game without moves, otherwise.
        timed: the clock or None.
        sent: the steps.
    """
    desk = Desk()
    people = [desk.person() for _ in range(4)]
    chosen = list(PEOPLE if two_people else seats)
    opened = people[0].call("new_game", game=game, seats=chosen, **({"clock": timed} if timed else {}))
    assert opened["ok"], opened
    current = opened["game_id"]
    for person in people[1:]:
        person.call("join", game_id=current)
    if two_people:
        assert people[1].call("sit", game_id=current, token=TOKENS[0], request_id="sit")["ok"]
        for ply in range(4):
            state = desk.game(current)
            payload = {"ply": ply, "move": state.legal[0], "request_id": f"m{ply}"}
            assert people[state.to_move].call("move", game_id=current, **payload)["ok"]
    verdicts: Counter[str] = Counter()
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
        if right and event == "move" and before.legal:
            payload["move"] = before.legal[fields["move"] % len(before.legal)]
        if event not in NO_REQUEST:
            payload["request_id"] = f"r{number}"
        table = desk.room.tables.open(current)
        answer = people[who].call(event, **payload)
        json.dumps(answer)
        assert answer["ok"] or answer["error"]["code"] != "internal", answer
        new = [record.event for record in table.history[before.version :]]
        verdicts.update(judge(event, seated, before, new))
        assert fold(current, [record.event for record in table.history]) == table.state
        if event not in NO_REQUEST and answer["ok"]:
            version = table.state.version
            assert people[who].call(event, **payload)["version"] == answer["version"]
            assert table.state.version == version
        current = answer.get("game_id", current) if event in ("rematch", "reply") else current
    return verdicts


def judge(event: str, seated: set[int], before: Any, new: list[e.Event]) -> list[str]:
    """Checks that the sender had the right to cause each new event. Returns the names of the judgements."""
    verdicts = []
    for one in new:
        verdict = type(one).__name__
        match one:
            case e.Moved() | e.Resigned() | e.Asked() | e.Declined() | e.HandOverOffered():
                by_engine = isinstance(one, e.Moved) and before.seats[one.seat].kind == "engine"
                assert by_engine or one.seat in seated, (event, one)
            case e.Claimed():
                assert one.seat in seated
                assert before.to_move == 1 - one.seat, "an absent person delays nobody before the turn"
            case e.Undone() if event == "undo":
                others = [s for s in (0, 1) if before.seats[s].kind == "human" and before.keys[s] and s not in seated]
                assert not others, "a takeback without consent"
                verdict = "Undone alone"
            case e.Undone() | e.Drawn():
                assert before.asked is not None
                assert 1 - before.asked.seat in seated
                verdict = "Undone agreed" if isinstance(one, e.Undone) else verdict
            case e.SeatSet() if event == "set_seat":
                owner = before.owner(one.seat)
                assert owner is None or one.seat in seated, (event, one)
            case e.SeatSet() if event == "stand_in":
                assert seated == {1 - one.seat}
                verdict = "StandIn"
            case e.Seated():
                assert before.free
            case e.SeatTaken():
                assert before.handovers[one.seat] is not None
            case _:
                continue
        verdicts.append(verdict)
    return verdicts


def step(who: int, event: str, wait: float = 0.0, **fields: Any) -> Step:
    return who, (event, fields), wait, True


@pytest.mark.slow
def test_whatever_is_sent_there_is_an_answer_and_nobody_s_move_is_another_s() -> None:
    verdicts: Counter[str] = Counter()

    @sequences
    @example("connect4", True, ALONE, None, [step(0, "move", ply=0, move=4), step(1, "resign")])
    @example("connect4", True, ALONE, None, [step(0, "ask", what="draw"), step(1, "reply", what="draw", yes=True)])
    @example("connect4", True, ALONE, None, [step(0, "ask", what="draw"), step(1, "reply", what="draw", yes=False)])
    @example("tictactoe", True, ALONE, None, [step(1, "undo", ply=0), step(0, "reply", what="takeback", yes=True)])
    @example(
        "connect4", True, ALONE, None,
        [step(1, "look", on=False), step(0, "move", ply=0, move=4), step(0, "claim", wait=70.0, seat=1)],
    )  # fmt: skip
    @example("connect4", True, ALONE, None, [step(1, "look", on=False), step(0, "stand_in", wait=20.0, seat=1)])
    @example(
        "tictactoe", True, ALONE, None,
        [step(0, "hand_over", seat=0, code=TOKENS[1]), step(2, "take_seat", code=TOKENS[1], token=TOKENS[2])],
    )  # fmt: skip
    @example("connect4", False, PEOPLE, None, [step(3, "sit", token=TOKENS[3])])
    @example("connect4", False, ALONE, None, [step(0, "move", ply=0, move=4), step(0, "undo", wait=20.0, ply=0)])
    @example("connect4", False, ALONE, None, [step(0, "set_seat engine", seat=0, kind="engine", level=3)])
    @example(
        "connect4", False, ENGINES, None,
        [step(0, "look", wait=20.0, on=True), step(0, "undo", ply=0), step(0, "pace", wait=20.0, paused=False)],
    )  # fmt: skip
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    def anything(game: str, two_people: bool, seats: tuple[Any, Any], timed: Any, sent: list[Step]) -> None:
        verdicts.update(play(game, two_people, seats, timed, sent))

    anything()
    assert verdicts.keys() == VERDICTS


@pytest.mark.long
@sequences
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_same_for_long(game: str, two_people: bool, seats: tuple[Any, Any], timed: Any, sent: list[Step]) -> None:
    play(game, two_people, seats, timed, sent)
