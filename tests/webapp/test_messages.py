"""Compares every message to a page, field by field, with the messages kept in ``messages.json``: open pages and other
processes read these. After a wanted change ``python -m tests.webapp.test_messages`` writes the file.
"""

import json
import re
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from engine.puzzles.mistake import Found
from engine.puzzles.puzzle import Puzzle, Theme
from tests.webapp.sockets.desk import Desk, Person
from webapp.play.game.access import new_token

KEPT = Path(__file__).with_name("messages.json")
PEOPLE = [{"kind": "human"}, {"kind": "human", "open": True}]
AGAINST_ENGINE = [{"kind": "human"}, {"kind": "engine", "level": 5}]
_SECRET = re.compile(r"[A-Za-z0-9]{12}|[A-Za-z0-9_-]{43}|data:image.*|[A-Z]{5}", re.DOTALL)


class Scene:
    """Plays games of all kinds, and notes every answer and all news."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.room = self.desk.room
        self.noted: dict[str, list[Any]] = {}

    def call(self, person: Person, event: str, **payload: Any) -> Any:
        """Sends an event and notes the answer."""
        answer = person.call(event, **payload)
        self.noted.setdefault(event, []).append(answer)
        return answer

    def play(self) -> dict[str, list[Any]]:
        """Returns all messages by their kind."""
        self.against_engine()
        self.between_engines()
        self.with_a_friend()
        self.with_a_stranger()
        publisher = self.room.publisher
        news = {
            "game": publisher.games,
            "thinking": publisher.thoughts,
            "readiness": publisher.engines,
            "reviews": publisher.reviews,
            "people": publisher.rooms,
            "aims": publisher.aims,
            "reactions": publisher.reactions,
            "news": publisher.news,
        }
        return masked({**self.noted, **{f"news of {kind}": list(told) for kind, told in news.items()}})

    def against_engine(self) -> None:
        room, page = self.room, self.desk.person()
        game_id = self.call(page, "new_game", game="connect4", seats=AGAINST_ENGINE, request_id="a")["game_id"]
        self.call(page, "watch_thinking", game_id=game_id, on=True, tree=True, truth=True)
        for ply, move in ((0, 4), (2, 3)):
            self.call(page, "move", game_id=game_id, ply=ply, move=move, request_id=f"m{ply}")
            room.timers.advance(0.1)
            room.broadcast.tick()
            room.engine.release()
            room.timers.advance(2.0)
        self.call(page, "move", game_id=game_id, ply=0, move=4, request_id="late")
        self.call(page, "move", game_id=game_id, ply=4, move=9, request_id="wrong")
        self.call(page, "answers", game_id=game_id)
        self.call(page, "hint", game_id=game_id, ply=4)
        room.engine.held = False
        self.call(page, "hint", game_id=game_id, ply=4)
        room.engine.held = True
        self.call(page, "why_not", game_id=game_id, ply=4, move=2, then=[3])
        self.call(page, "why", game_id=game_id, ply=4, first=2)
        self.call(page, "preview", game="connect4", level=3, moves="44", game_id=game_id)
        self.call(page, "beliefs", game_id=game_id, ply=4)
        self.call(page, "beliefs", game_id=game_id, ply=3)
        for event in ("undo", "undo", "redo"):
            ply = self.desk.game(game_id).ply
            self.call(page, event, game_id=game_id, ply=ply, request_id=f"{event}{ply}")
        self.call(page, "move", game_id=game_id, ply=self.desk.game(game_id).ply, move=1, request_id="m4")
        self.call(page, "undo", game_id=game_id, ply=self.desk.game(game_id).ply, request_id="u5")
        self.call(page, "return", game_id=game_id, ply=self.desk.game(game_id).ply, branch=0, request_id="back")
        self.call(page, "set_level", game_id=game_id, seat=1, level=7)
        self.call(page, "set_seat", game_id=game_id, seat=1, kind="human")
        self.call(page, "resign", game_id=game_id)
        self.call(page, "join", game_id=game_id, version=3)
        self.call(page, "review", game_id=game_id)
        for _ in range(8):
            room.engine.release()
            room.timers.advance(0.1)
        self.call(page, "mistake", game_id=game_id, ply=0)
        room.engine.held = False
        puzzle = Puzzle((4,), 3, (4, 4, 3), (), Theme(1), 900, 4)
        for room.engine.found in (Found(True), Found(True, puzzle)):
            self.call(page, "mistake", game_id=game_id, ply=0)
        room.engine.held = True
        self.call(page, "rematch", game_id=game_id)
        self.call(page, "new_game", game="tictactoe", seats=AGAINST_ENGINE, moves="15", analysis=True)
        self.call(page, "new_game", game="nim", seats=AGAINST_ENGINE)

    def between_engines(self) -> None:
        page, seats = self.desk.person(), [{"kind": "engine", "level": level} for level in (1, 2)]
        game_id = self.call(page, "new_game", game="connect4", seats=seats, moves=[4, 4])["game_id"]
        self.call(page, "pace", game_id=game_id, paused=True, per_minute=100.0)
        self.call(page, "pace", game_id=game_id, step=True)
        self.room.engine.release()
        self.room.timers.advance(2.0)

    def with_a_friend(self) -> None:
        host = self.desk.person(HTTP_HOST="h", **{"wsgi.url_scheme": "http"})
        room, friend = self.room, self.desk.person()
        clock = {"seconds": 60.0, "increment": 1.0}
        new = {"game": "connect4", "seats": PEOPLE, "pie": True}
        self.call(host, "new_game", **new, clock=clock, with_help=True)
        game_id = self.call(host, "new_game", **new)["game_id"]
        code = self.call(host, "make_code", game_id=game_id)["code"]
        self.call(friend, "use_code", code=code)
        self.call(friend, "use_code", code="no such code")
        self.call(friend, "join", game_id=game_id)
        self.call(friend, "sit", game_id=game_id, token=new_token(), request_id="sit")
        self.call(friend, "name", game_id=game_id, name="Ben")
        self.call(host, "show", game_id=game_id, on=True)
        self.call(friend, "show", game_id=game_id, on=True)
        self.call(host, "aim", game_id=game_id, move=4)
        self.call(friend, "look", game_id=game_id, on=False)
        self.call(host, "move", game_id=game_id, ply=0, move=4, request_id="m0")
        self.call(friend, "swap", game_id=game_id, ply=1, request_id="s")
        self.call(friend, "react", game_id=game_id, reaction="hello")
        self.call(host, "report", game_id=game_id, seat=0)
        self.call(host, "shown_tables")
        self.call(host, "hint", game_id=game_id, ply=1)
        self.call(host, "move", game_id=game_id, ply=1, move=4, request_id="m1")
        self.call(host, "undo", game_id=game_id, ply=2, request_id="u")
        self.call(friend, "reply", game_id=game_id, what="takeback", yes=False)
        self.call(host, "ask", game_id=game_id, what="takeback", ply=2)
        self.call(friend, "ask", game_id=game_id, what="draw")
        self.call(friend, "reply", game_id=game_id, what="takeback", yes=True)
        secret = new_token()
        self.call(host, "hand_over", game_id=game_id, seat=1, code=secret, request_id="h")
        device = self.desk.person()
        self.call(device, "join", game_id=game_id)
        self.call(device, "take_seat", game_id=game_id, code=secret, token=new_token(), request_id="t")
        room.timers.advance(2.0)
        friend.leave()
        room.timers.advance(20.0)
        self.call(device, "claim", game_id=game_id, seat=0)
        self.call(device, "stand_in", game_id=game_id, seat=0)

    def with_a_stranger(self) -> None:
        room, one, other = self.room, self.desk.person(), self.desk.person()
        tokens = {person: new_token() for person in (one, other)}
        for person in (one, other):
            answer = self.call(person, "find", game="connect4", token=tokens[person], clock="5+3", name="Ann")
        self.call(one, "stop_finding")
        game_id = answer["found"]["game_id"]
        for person in (one, other):
            person.call("join", game_id=game_id, tokens=[tokens[person]])
        seat = answer["found"]["seat"]
        first, second = (other, one) if seat == 0 else (one, other)
        self.call(first, "move", game_id=game_id, ply=0, move=4, request_id="m0")
        room.timers.advance(1.5)
        self.call(second, "move", game_id=game_id, ply=1, move=4, request_id="m1")
        self.call(second, "ask", game_id=game_id, what="draw")
        self.call(first, "reply", game_id=game_id, what="draw", yes=True)
        self.call(second, "rematch", game_id=game_id)
        self.call(first, "reply", game_id=game_id, what="rematch", yes=True)


def masked(value: Any) -> Any:
    """Returns plain data with the same text in place of every text drawn by chance."""
    if isinstance(value, dict):
        return {key: masked(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [masked(one) for one in value]
    return "drawn by chance" if isinstance(value, str) and _SECRET.fullmatch(value) else value


def messages() -> Any:
    """Returns all messages as read by a page."""
    with mock.patch("secrets.randbelow", return_value=0), mock.patch("secrets.randbits", return_value=7):
        return json.loads(msgspec.json.encode(Scene().play()))


def test_every_message_is_as_kept() -> None:
    kept, now = json.loads(KEPT.read_text()), messages()
    assert now.keys() == kept.keys()
    for kind, told in kept.items():
        for number, (old, new) in enumerate(zip(told, now[kind], strict=True)):
            assert new == old, f"{kind}, message {number}"


def written(kept: Any) -> str:
    """Returns the text of the file: a line a message."""
    kinds = []
    for kind, told in sorted(kept.items()):
        lines = ",\n".join(json.dumps(one, sort_keys=True, separators=(",", ":")) for one in told)
        kinds.append(f"{json.dumps(kind)}:[\n{lines}]")
    return "{" + ",\n".join(kinds) + "}\n"


if __name__ == "__main__":
    KEPT.write_text(written(messages()))
