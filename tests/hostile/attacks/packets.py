"""Attacks with packets and events: other namespaces, reserved names, deep JSON, absurd numbers, foreign tokens."""

import json
import secrets

from tests.hostile.foe import Foe, attack, sends, visits
from tests.hostile.line import Line
from tests.wire import RefusedError, event, frame

_HUMANS = [{"kind": "human"}, {"kind": "human"}]
_ABSURD = ("5e-324", "1e308", "1e999", "NaN", "-Infinity", "-0.0", "9" * 400, "-1", "4.5", '"4"', "null", "[]", "true")
_ENGINES = [{"kind": "engine", "level": 1}] * 2
_ASKED = {"ply": 0, "request_id": "absurd"}
_RIGHT: dict[str, dict[str, object]] = {
    "new_game": {"game": "tictactoe", "seats": _ENGINES, "moves": [1], "clock": {"seconds": 60}, "pie": False},
    "join": {"version": 1},
    "move": {**_ASKED, "move": 1},
    "undo": _ASKED,
    "redo": _ASKED,
    "return": {**_ASKED, "branch": 0},
    "swap": _ASKED,
    "set_level": {"seat": 0, "level": 1},
    "set_seat": {"seat": 0, "kind": "engine", "level": 1},
    "pace": {"per_minute": 60, "paused": False, "step": False},
    "hint": {"ply": 0},
    "preview": {"game": "tictactoe", "level": 1, "moves": [1]},
    "why_not": {"ply": 0, "move": 1, "then": [2], "seat": 0},
    "why": {"ply": 0, "side": 1, "first": 2},
    "ask": {"what": "takeback", "ply": 0},
    "reply": {"what": "takeback", "yes": True},
    "hand_over": {**_ASKED, "seat": 0, "code": "c" * 43},
    "stand_in": {"seat": 0},
    "claim": {"seat": 0},
    "aim": {"move": 1},
    "look": {"on": True},
    "watch_thinking": {"on": True, "tree": True},
    "review": {"game_id": ""},
    "mistake": {"game_id": "", "ply": 1},
    "beliefs": {"ply": 0},
    "answers": {"game_id": ""},
    "rematch": {"request_id": "absurd"},
    "resign": {"request_id": "absurd"},
    "sit": {"token": "t" * 43, "request_id": "absurd"},
    "take_seat": {"code": "c" * 43, "token": "t" * 43, "request_id": "absurd"},
}
"""Each event with right values. An attack makes one of these absurd."""
_MALFORMED = (
    "4", "42", "42[]", "42[1]", "42[null,{}]", "420[[[", "420[" + "[" * 8000, "42999999999999999999999[\"join\",{}]",
    '42-1["join",{}]', '42/foo,0["join",{}]', "43[]", "43999999999999[1]", "44{}", '451-["join",{"_placeholder":true}]',
    '45999999999-["join"]', "461-[1]", "47", '420["join",' + '{"a":' * 2500 + "1" + "}" * 2500 + "]",
    '420["join",{"game_id":"AAAAAAAAAAAA","game_id":"BBBBBBBBBBBB"}]', '420["__proto__",{"__proto__":{"a":1}}]',
    '420["join",{"game_id":"\\ud800"}]', '420["join",{"game_id":"AAAAAAAAAAAA\\u0000"}]', '420["join",{},{}]',
)  # fmt: skip
_PACKETS = ("", "0", "1", "2probe", "5", "7", "b4AAAA", "9", "40/foo", "40/,{}", "40,", "41")


def _absurd(foe: Foe, name: str, game: str, number: int) -> bytes:
    """Returns an event with one absurd value as raw text, even where JSON has no such number."""
    fields = {key: json.dumps(value) for key, value in _RIGHT[name].items() if key != "game_id"}
    fields |= {} if name in ("new_game", "preview") else {"game_id": json.dumps(game)}
    fields[foe.rng.choice(list(_RIGHT[name]))] = foe.rng.choice(_ABSURD)
    parts = (f"{json.dumps(key)}:{text}" for key, text in fields.items())
    return frame(f"42{number}[{json.dumps(name)},{{{','.join(parts)}}}]")


@visits("absurd numbers in every event", scattered=True)
async def absurd_numbers(foe: Foe, line: Line) -> None:
    """Plays 5e-324 moves a minute, ply NaN, level 9...9. Each event must be acknowledged, none as an internal error."""
    game = (await line.call("new_game", game="tictactoe", seats=_ENGINES)).get("game_id", "AAAAAAAAAAAA")
    for number in range(1000, 1060):
        if not foe.going():
            break
        name = foe.rng.choice(list(_RIGHT)) if number % 4 else "pace"
        async with foe.step():
            await line.send(_absurd(foe, name, game, number))
            _checked(foe, await line.acknowledgement(number), name)


def _checked(foe: Foe, answer: dict[str, object], name: str) -> None:
    """Raises RefusedError for a refusal. An internal error is a breach."""
    if not answer["ok"]:
        error = answer["error"]
        code = error["code"] if isinstance(error, dict) else "?"
        foe.check(code != "internal", f"{name}: an internal error")
        raise RefusedError(str(code))


_BURST = event("x", {}) * 152 + event("connect") * 200 + event("disconnect") * 50 + event("__class__", {}) * 20
"""Events that only the server's own library may raise, while the server hangs up on a flood."""

sends("malformed and deep JSON", lambda foe: frame(foe.rng.choice(_MALFORMED)))
sends("odd packets of Engine.IO and Socket.IO", lambda foe: frame(foe.rng.choice(_PACKETS)))
sends("reserved events and unknown names", lambda _: _BURST)


@attack("replayed requests and foreign tokens", scattered=True)
async def foreign_tokens(foe: Foe) -> None:
    """Moves with another player's request or an invented token: a repeated request may hear its old answer, no more."""
    while foe.going():
        async with foe.session() as owner, foe.line() as stranger:
            await owner.websocket()
            await stranger.websocket()
            opened = await owner.ask("new_game", game="connect4", seats=_HUMANS)
            await _replay(foe, owner, stranger, opened["game_id"])


async def _replay(foe: Foe, owner: Line, stranger: Line, game: str) -> None:
    move = {"game_id": game, "ply": 0, "move": 4, "request_id": secrets.token_hex(8)}
    first = await owner.call("move", **move)
    again = await owner.call("move", **move)
    if not (first["ok"] and again["ok"]):
        raise RefusedError("rate_limited")
    foe.check(first == again, "a request counted twice")
    await stranger.call("join", game_id=game, tokens=[secrets.token_urlsafe(32)] * 4)
    forged = {"game_id": game, "ply": 1, "move": 4, "request_id": move["request_id"]}
    for fields in (forged, {**forged, "token": secrets.token_urlsafe(32)}, {**forged, "request_id": "another"}):
        async with foe.step():
            await stranger.ask("move", **fields)
    for name, more in (("resign", {}), ("undo", {"ply": 1, "request_id": "u"}), ("set_level", {"seat": 0, "level": 1})):
        async with foe.step():
            await stranger.ask(name, game_id=game, **more)
            foe.check(False, f"a stranger's {name} was carried out")
    state = (await owner.ask("join", game_id=game))["state"]
    foe.check(state["moves"] == [4] and state["outcome"] is None, "a stranger moved")


for _name, _text in (
    ("floods of 41/foo, (unknown namespaces)", "41/foo,"),
    ("floods of 40 (connect again)", "40"),
    ("floods of 43[] (answers to nothing)", "43[]"),
):
    sends(_name, lambda _, text=_text: frame(text) * 200, scattered=False)  # type: ignore[misc]
