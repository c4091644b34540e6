"""Tests two releases together: older and newer messages are read, and what is unknown is refused once."""

from typing import Any

import msgspec
import pytest

from tests.webapp.cluster.machines import HUMAN, FrontMachine, Machine, wait_until
from webapp.cluster import protocol as q
from webapp.cluster.line import messages as m
from webapp.cluster.protocol import Placed, Shown
from webapp.play.desk.forms import FORMS
from webapp.play.desk.port import Client, Page, Place, Reply
from webapp.play.game.commands import Move
from webapp.storage.fence import SHARDS, shard_of

encode, decode = msgspec.msgpack.encode, msgspec.msgpack.decode
CALLER = {"sid": "s", "address": "::1", "origin": "", "tokens": {"g": ("t",)}, "plays_elsewhere": False}
SENDER = Client("s", "::1", "", {"g": ("t",)})
PLACE = {"game_id": "g", "watching": None, "tree": False, "truth": True}
RELEASE_1: list[tuple[Any, Any, Any]] = [
    ([0, "front", ["s"]], m.Up, m.Hello("front", ["s"])),
    ([1, 7, 3, "event", None], m.Up, m.Ask(7, 3, "event", m.pack(None))),
    ([2, "disconnect", "s"], m.Up, m.Tell("disconnect", m.pack("s"))),
    ([3, 9], m.Down, m.Beat(9)),
    ([4, 7, {"ok": True}], m.Down, m.Answer(7, m.pack({"ok": True}))),
    ([5, 7], m.Down, m.Moved(7)),
    ([6, 3, 2, "game", []], m.Down, m.News(3, 2, "game", m.pack([]))),
    ([7, 7], m.Down, m.Failed(7)),
    ([CALLER, "move", {"x": 1}], q.Event, q.Event(SENDER, "move", m.pack({"x": 1}))),
    (["s", PLACE], Placed, Placed("s", Place("g", None, False, True))),
    (["g", {"a": 1}, ["s"], ""], Shown, Shown("g", {"a": 1}, ["s"])),
    ({"answer": {"ok": True}, "tokens": {}}, Reply, Reply({"ok": True})),
    ({"caller": CALLER, "place": PLACE}, Page, Page(SENDER, Place("g", None, False, True))),
]


@pytest.mark.parametrize(("sent", "kind", "meant"), RELEASE_1, ids=lambda value: type(value).__name__)
def test_messages_of_release_1_are_read_for_ever_and_may_grow(sent: Any, kind: Any, meant: Any) -> None:
    """Holds a message of each kind as release 1 writes it. A field of a later release changes nothing."""
    assert decode(encode(sent), type=kind) == meant
    known = decode(encode(meant))
    more = [*known, "new"] if isinstance(known, list) else {**known, "new": 1}
    assert decode(encode(more), type=kind) == meant


def test_a_form_is_written_without_what_nobody_asked_for() -> None:
    """An older host refuses unknown fields, and so must not meet the defaults of new ones."""
    form = {"game_id": "g" * 12, "ply": 0, "move": 4, "request_id": "r"}
    assert decode(encode(Move(**form))) == form
    assert all(form.__struct_config__.omit_defaults for form in FORMS.values())


def test_a_host_refuses_what_a_newer_front_asks_for_in_words_and_once(cluster_url: str) -> None:
    machine, front = Machine(cluster_url), FrontMachine(cluster_url)
    try:
        wait_until(lambda: machine.shards == SHARDS and front.desk.membership.map.hosts())
        opened = front.call("page", "new_game", game="connect4", seats=[HUMAN, HUMAN])
        line = wait_until(lambda: front.desk._mesh.line(machine.host.name))
        game_id, client = opened["game_id"], Client("page", "203.0.113.5", "", front.tokens["page"])
        move = {"game_id": game_id, "ply": 0, "move": 4, "request_id": "r"}

        def ask(event: str, form: dict[str, Any]) -> dict[str, Any]:
            asked = m.pack([client, event, form, "a field of release 3"])
            return m.unpack(front.ask(lambda: line.ask(shard_of(game_id), q.EVENT, asked, 30.0)), Reply).answer  # type: ignore[no-any-return]

        for event, form in (("castle", {}), ("move", {**move, "twice": True})):
            answer = ask(event, form)
            assert (answer["ok"], answer["error"]["code"]) == (False, "bad_request")
            assert "try again in a few minutes" in answer["error"]["message"]
        assert ask("move", move)["ok"]
    finally:
        front.close()
        machine.kill()
