"""Tests that a request sent again is answered as the first time, to its sender alone, and for the same act alone."""

from typing import Any

import pytest

from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, engine, keys_of, refused
from webapp.play.game.access import key_of, new_token
from webapp.play.game.refusals import Refusal
from webapp.play.table.creation import Wishes


class _Scene:
    """Holds a game of two people with one request of each kind carried out, and whose each is."""

    def __init__(self) -> None:
        self.room = Room()
        opened = self.room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), free=[1], with_help=True))
        self.game_id, self.friend = opened.game_id, new_token()
        self.host, self.guest = keys_of(opened), (key_of(self.friend),)
        self.done: dict[str, tuple[Any, tuple[str, ...]]] = {}
        phone, code = new_token(), new_token()
        self.act("sit", c.Sit(self.friend), ())
        self.act("name", c.Name("Ann"), self.host)
        self.act("move", c.Move(0, 4), self.host)
        self.act("ask", c.Ask("draw"), self.guest)
        self.act("no", c.Reply("draw", False), self.host)
        self.act("away", c.SetSeat(0, "engine", 3), self.host)
        self.act("level", c.SetLevel(0, 5), self.host)
        self.act("back", c.SetSeat(0, "human"), self.host)
        self.act("offer", c.HandOver(1, code), self.guest)
        self.act("take", c.TakeSeat(code, phone), ())
        self.guest = (key_of(phone),)
        for name in ("sit", "ask", "offer", "take"):
            self.done[name] = (self.done[name][0], self.guest)
        self.act("resign", c.Resign(), self.guest)

    def act(self, name: str, command: Any, keys: tuple[str, ...]) -> None:
        self.send(name, command, keys)
        self.done[name] = (command, keys)

    def send(self, name: str, command: Any, keys: tuple[str, ...]) -> Any:
        return self.room.tables.perform(self.game_id, command, keys, name)


@pytest.mark.parametrize("in_memory", [True, False])
def test_a_request_counts_once_and_is_answered_to_its_sender_alone(in_memory: bool) -> None:
    scene = _Scene()
    if not in_memory:
        scene.room.tables.evict(lambda _: True)
    history = scene.room.store.load(scene.game_id)
    versions = {record.request_id: record.version for record in history if record.request_id}
    assert versions.keys() == scene.done.keys()
    for name, (command, keys) in scene.done.items():
        assert scene.send(name, command, keys).version == versions[name]
        with refused("not_your_seat"):
            scene.send(name, c.Move(0, 4), ())
        for other, (another, _) in scene.done.items():
            if type(another) is not type(command) and (name, other) not in (("level", "away"), ("level", "back")):
                with pytest.raises(Refusal, match="made before, for something else"):
                    scene.send(name, another, keys)
    for name, thief in (("move", scene.guest), ("name", scene.guest), ("ask", scene.host), ("resign", scene.host)):
        with pytest.raises(Refusal, match="made before, for something else"):
            scene.send(name, scene.done[name][0], thief)
    assert scene.room.store.load(scene.game_id) == history


def test_a_first_move_is_its_player_s_also_after_a_swap_of_sides() -> None:
    room = Room()
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), pie=True))
    first, second = ((key,) for key in keys_of(opened))
    room.tables.perform(opened.game_id, c.Move(0, 4), first, "m")
    room.tables.perform(opened.game_id, c.Swap(1), second, "s")
    for name, command, mine, other in (("m", c.Move(0, 4), first, second), ("s", c.Swap(1), second, first)):
        assert room.tables.perform(opened.game_id, command, mine, name).version
        with pytest.raises(Refusal):
            room.tables.perform(opened.game_id, command, other, name)


def test_the_founder_of_a_table_for_engines_is_answered_by_the_table_s_token() -> None:
    room = Room()
    opened, _, keys = room.begin(engine(), engine())
    for name, command in (("p", c.Pace(paused=True)), ("l", c.SetLevel(1, 3))):
        first = room.tables.perform(opened.game_id, command, keys, name)
        assert room.tables.perform(opened.game_id, command, keys, name) == first
        with pytest.raises(Refusal):
            room.tables.perform(opened.game_id, command, (), name)
