"""Tests the gate: any message gets an answer with a code, and a refused one changes nothing."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import pytest

from tests.webapp.play.lines import plain
from webapp.common.seldom import Seldom
from webapp.play.desk.forms import FORMS
from webapp.play.desk.port import Client, Reply, refusal
from webapp.play.game.wire import Form
from webapp.settings import Settings
from webapp.sockets.gate import Connection, Gate

ID = "abcdefghijkl"
GOOD: dict[str, dict[str, Any]] = {
    "new_game": {
        "game": "connect4",
        "seats": [{"kind": "human"}, {"kind": "engine", "level": 5}],
        "moves": [4, 4],
        "pie": False,
        "with_help": False,
    },
    "join": {"game_id": ID, "tokens": ["t" * 43, None], "version": 3},
    "move": {"game_id": ID, "ply": 0, "move": 4, "request_id": "r1", "token": "t" * 43},
    "undo": {"game_id": ID, "ply": 2, "request_id": "r2"},
    "redo": {"game_id": ID, "ply": 2, "request_id": "r3"},
    "return": {"game_id": ID, "ply": 2, "branch": 0, "request_id": "r14"},
    "swap": {"game_id": ID, "ply": 1, "request_id": "r13"},
    "set_level": {"game_id": ID, "seat": 1, "level": 10},
    "set_seat": {"game_id": ID, "seat": 0, "kind": "engine", "level": 1},
    "resign": {"game_id": ID, "request_id": "r4"},
    "rematch": {"game_id": ID, "request_id": "r5"},
    "pace": {"game_id": ID, "paused": True, "per_minute": 40.5, "step": False},
    "hint": {"game_id": ID, "ply": 0},
    "preview": {"game": "connect4", "level": 3, "moves": "44", "game_id": ID},
    "watch_thinking": {"game_id": ID, "on": True, "tree": True, "truth": True},
    "why_not": {"game_id": ID, "ply": 0, "move": 3, "then": [4], "seat": 1},
    "why": {"game_id": ID, "ply": 0, "side": 1, "first": 4},
    "answers": {"game_id": ID},
    "review": {"game_id": ID},
    "mistake": {"game_id": ID, "ply": 6},
    "beliefs": {"game_id": ID, "ply": 6},
    "sit": {"game_id": ID, "token": "t" * 43, "request_id": "r6", "bot": True},
    "open_to_engines": {"game_id": ID, "on": True, "request_id": "r16"},
    "name": {"game_id": ID, "name": "Anna", "request_id": "r15"},
    "hand_over": {"game_id": ID, "seat": 0, "code": "c" * 43, "request_id": "r7"},
    "take_seat": {"game_id": ID, "code": "c" * 43, "token": "t" * 43, "request_id": "r8"},
    "ask": {"game_id": ID, "what": "takeback", "ply": 3, "request_id": "r9"},
    "reply": {"game_id": ID, "what": "draw", "yes": True, "request_id": "r10"},
    "stand_in": {"game_id": ID, "seat": 1, "request_id": "r11"},
    "claim": {"game_id": ID, "seat": 1, "request_id": "r12"},
    "aim": {"game_id": ID, "move": 4},
    "look": {"game_id": ID, "on": False},
    "react": {"game_id": ID, "reaction": "hello"},
    "find": {"game": "connect4", "token": "t" * 43, "clock": "5+3", "name": "Anna", "shown": True},
    "stop_finding": {},
    "make_code": {"game_id": ID},
    "use_code": {"code": "KRMTX"},
    "show": {"game_id": ID, "on": True},
    "shown_tables": {},
    "report": {"game_id": ID, "seat": 1},
}
FREE = "1000000 per 1 second"


class Counter:
    """Replaces a desk: accepts and counts all events."""

    def __init__(self) -> None:
        self.seen: list[Form] = []

    def event(self, client: Client, event: str, form: Form, done: Callable[[Reply], None]) -> None:
        self.seen.append(form)
        done(Reply({"ok": True, "version": len(self.seen)}, {f"game {len(self.seen)}": ("t",)}))


class Asked(Gate):
    """Returns the acknowledgement of an event, which the desks of these tests give before they return."""

    def ask(self, connection: Connection, event: Any, payload: tuple[Any, ...]) -> Any:
        answers: list[Any] = []
        self.admit(connection, event, payload, answers.append)
        (answer,) = answers
        return plain(answer)


def gate(desk: Any = None, *, closed: list[Any] | None = None, **rates: str) -> Asked:
    close = (closed if closed is not None else []).append
    free = dict.fromkeys(("event_rate", "address_rate", "aim_rate", "game_rate"), FREE)
    return Asked(desk or Counter(), Settings(**{**free, **rates, "strikes": 3}), close)


def connection() -> Connection:
    return Connection("sid", "127.0.0.1")


WRONG: list[Any] = [
    None, True, False, 3.0, 2.5, -1, 10**30, -(10**30), "4", "", "x" * 5000, "abc\n", ID + "\n", "\u0000", "💥",
    [], {}, [[]], math.nan, math.inf, {"a": 1}, [1] * 3000, {"$ne": ""}, "'; DROP TABLE game; --",
    "../../etc/passwd", ["t"] * 9,
]  # fmt: skip


@pytest.mark.parametrize("event", FORMS)
def test_the_good_form_passes(event: str) -> None:
    desk = Counter()
    assert gate(desk).ask(connection(), event, (GOOD[event],)) == {"ok": True, "version": 1}
    assert isinstance(desk.seen[0], FORMS[event])


OPTIONAL = {"moves", "token", "tokens", "version", "level", "request_id"}
NEEDED = {("sit", "token"), ("take_seat", "token"), ("find", "token")}
NEEDED |= {(name, "request_id") for name in ["undo", "redo", "return", "swap", "move", "sit", "hand_over", "take_seat"]}
BOOLEANS = {"paused", "step", "on", "tree", "truth", "yes", "pie", "with_help", "shown", "bot"}
IN_RANGE = [("per_minute", 3.0), ("per_minute", 2.5), ("move", -1), ("first", -1), ("tokens", []), ("then", [])]
TEXTS = {"moves": range(1000), "game": range(1, 65), "request_id": range(1, 2), "name": range(41)}
"""The lengths of the texts that a field takes."""


def still_good(event: str, field: str, value: Any) -> bool:
    """Returns whether a wrong-looking value is right: an absent option, or a number in range."""
    if value is None:
        may_be_absent = field in OPTIONAL and (event, field) not in NEEDED
        return may_be_absent or (event, field) in {("ask", "ply"), ("aim", "move")}
    if isinstance(value, bool):
        return field in BOOLEANS
    if field in TEXTS:
        wrong = field == "request_id" and value != "4"
        return (field, value) == ("moves", []) or (isinstance(value, str) and len(value) in TEXTS[field] and not wrong)
    return (field, value) in IN_RANGE


@pytest.mark.parametrize("event", FORMS)
def test_every_wrong_value_in_every_field_is_a_bad_request(event: str) -> None:
    desk = Counter()
    tried = gate(desk)
    for field, value in itertools.product(GOOD[event], WRONG):
        if still_good(event, field, value):
            continue
        answer = tried.ask(connection(), event, ({**GOOD[event], field: value},))
        assert answer["ok"] is False, (field, value)
        assert answer["error"]["code"] == "bad_request", (field, value)
        assert len(answer["error"]["message"]) < 400
    assert desk.seen == []


@pytest.mark.parametrize("event", FORMS)
def test_missing_and_unknown_fields_are_bad_requests(event: str) -> None:
    desk = Counter()
    tried = gate(desk)
    assert tried.ask(connection(), event, ({**GOOD[event], "extra": 1},))["error"]["code"] == "bad_request"
    without_id = {name: value for name, value in GOOD[event].items() if name not in ("game_id", "game", "code")}
    if GOOD[event]:
        assert tried.ask(connection(), event, (without_id,))["error"]["code"] == "bad_request"
    assert desk.seen == []


@pytest.mark.parametrize("payload", [(), (1,), ("x",), (None,), ([],), ({}, {}), (b"bytes",), ({1: 2},)])
def test_anything_but_one_object_is_a_bad_request(payload: tuple[Any, ...]) -> None:
    tried = gate()
    assert {tried.ask(connection(), event, payload)["error"]["code"] for event in FORMS} == {"bad_request"}


@pytest.mark.parametrize(
    "event", ["nope", "", "connect", "disconnect", "__class__", "trigger_event", None, 7, [], {}, "x" * 9999]
)
def test_unknown_events_are_bad_requests(event: Any) -> None:
    assert gate().ask(connection(), event, ({},))["error"]["code"] == "bad_request"


def test_deep_nesting_is_a_bad_request() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    answer = gate().ask(connection(), "new_game", ({**GOOD["new_game"], "seats": deep},))
    assert answer["error"]["code"] == "bad_request"
    while deep:  # taken apart by hand: its own end would recurse
        deep = deep[0]


class Answering(Counter):
    """Answers every event in the same way, or fails."""

    def __init__(self, answer: object) -> None:
        super().__init__()
        self._answer = answer

    def event(self, client: Client, event: str, form: Form, done: Callable[[Reply], None]) -> None:
        if self._answer is None:
            raise RuntimeError("secret detail")
        done(Reply(self._answer))


def test_a_refusal_of_the_desk_is_passed_on() -> None:
    refused = refusal("stale", "The game has gone on.")
    answer = gate(Answering(refused)).ask(connection(), "hint", (GOOD["hint"],))
    assert answer == {"ok": False, "error": {"code": "stale", "message": "The game has gone on."}}


def test_a_desk_that_fails_is_internal_and_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    answer = gate(Answering(None)).ask(connection(), "hint", (GOOD["hint"],))
    assert answer["error"]["code"] == "internal"
    assert "secret" not in str(answer)
    assert "secret detail" in caplog.text


def test_too_fast_is_refused_and_then_closed() -> None:
    desk, closed = Counter(), []
    tried, sender = gate(desk, event_rate="5 per 1 hour", closed=closed), connection()
    answers = [tried.ask(sender, "hint", (GOOD["hint"],)) for _ in range(9)]
    assert [answer["ok"] for answer in answers] == [True] * 5 + [False] * 4
    assert answers[-1]["error"]["code"] == "rate_limited"
    assert len(desk.seen) == 5
    assert closed == [sender]


REMATCH = {"rematch": {}, "ask": {"what": "rematch", "ply": None}, "reply": {"what": "rematch", "yes": True}}


@pytest.mark.parametrize(
    ("rate", "sent", "refused", "setting"),
    [
        # by connection and address: an event each; the places of those that are refused
        ("event_rate", "xa hint, xa nope, xa hint", [2], "EVENT_RATE"),
        ("event_rate", "xa hint, ya hint, xa hint, xa hint, ya hint", [3], "EVENT_RATE"),
        ("game_rate", "xa new_game, ya new_game, za new_game, zb new_game, za move", [2], "GAME_RATE"),
        *(("game_rate", f"xa {event}, ya {event}, ya {event}, ya move", [2], "GAME_RATE") for event in REMATCH),
        ("address_rate", "xa aim, ya aim, za aim, xa move, xb aim", [2], "ADDRESS_RATE"),
        ("address_rate", "xa hint, ya hint, za hint, zb hint", [2], "ADDRESS_RATE"),
        ("aim_rate", "xa aim, xa aim, xa aim, xa move, xa hint, ya aim", [2], "AIM_RATE"),
    ],
)
def test_each_rate_counts_its_events_alone_and_a_refusal_names_its_setting_in_the_log(
    rate: str, sent: str, refused: list[int], setting: str, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(Seldom, "warning", lambda self, words, *values: self._log.warning(words, *values))
    tried, people = gate(**{rate: "2 per 1 hour"}), dict[str, Connection]()
    codes = []
    for sender, event in (one.split() for one in sent.split(", ")):
        client = people.setdefault(sender, Connection(sender[0], sender[1]))
        answer = tried.ask(client, event, ({**GOOD.get(event, {}), **REMATCH.get(event, {})},))
        codes.append(answer.get("error", {"code": "ok"})["code"])
        assert "Too many games" in str(answer) or (rate, codes[-1]) != ("game_rate", "rate_limited")
    assert [place for place, code in enumerate(codes) if code == "rate_limited"] == refused
    pointed = sent.split(", ")[refused[0]].endswith(" aim")  # which goes unheard, and is told to nobody
    assert (f"FOURTHOUGHT_{setting}" in caplog.text) == (not pointed)


def test_a_connection_that_has_gone_leaves_nothing_behind() -> None:
    tried, sender = gate(event_rate="1 per 1 hour"), connection()
    tried.ask(sender, "hint", (GOOD["hint"],))
    tried.forget(sender)
    assert tried.ask(sender, "hint", (GOOD["hint"],))["ok"]


def test_a_connection_keeps_the_tokens_of_few_games() -> None:
    sender = connection()
    for number in range(50):
        sender.show({f"g{number}": (f"t{number}",)})
    sender.show({"g45": ("a", "b")})
    assert len(sender.tokens) == 8
    assert list(sender.tokens)[-2:] == ["g49", "g45"]
    assert sender.client().tokens["g45"] == ("a", "b")
