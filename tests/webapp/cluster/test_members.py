"""Tests what a member of the cluster may not do: keep a line after its row is deleted, or name a shard as its own."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.webapp.cluster.machines import FrontMachine, Machine, begin, move, pair, wait_until
from webapp.cluster import protocol as q
from webapp.cluster.line.front_end import LineError
from webapp.cluster.line.messages import News, pack
from webapp.cluster.map import Holding
from webapp.play.desk.forms import read
from webapp.play.desk.port import Client
from webapp.storage.fence import SHARDS, shard_of


def test_forged_news_is_dropped_and_true_news_still_comes(start: Callable[..., Machine], front: FrontMachine) -> None:
    owner, other = pair(start)
    game_id = begin(front, "page", owner)
    shard, dropped = shard_of(game_id), front.desk.pages.dropped
    epoch = owner.host.fence.held[shard]
    for forged in (epoch, epoch + 1, epoch + 999):
        news = News(shard, forged, "game", pack(q.Shown(game_id, {"version": 99})))
        front.ask(lambda news=news: front.desk.pages.receive(other.host.name, news))
    wait_until(lambda: front.desk.pages.dropped == dropped + 3)
    move(front, "page", game_id, 0)
    wait_until(lambda: front.pages.last("page")["version"] == 2)
    assert all(payload["version"] != 99 for kind, payload in front.pages.heard["page"] if kind == "game")


def test_news_of_an_owner_that_a_front_has_not_read_of_waits_for_the_database(
    start: Callable[..., Machine], front: FrontMachine
) -> None:
    owner, _ = pair(start)
    game_id, membership = begin(front, "page", owner), front.desk.membership
    shard = shard_of(game_id)
    news = News(shard, owner.host.fence.held[shard], "game", pack(q.Shown(game_id, {"version": 99})))

    def receive_too_early() -> None:
        now = membership.map
        membership.map = replace(now, shards={**now.shards, shard: Holding(None, news.epoch - 1)})
        front.desk.pages.receive(owner.host.name, news)
        assert ("game", {"version": 99}) not in front.pages.heard["page"]

    front.ask(receive_too_early)
    wait_until(lambda: ("game", {"version": 99}) in front.pages.heard["page"])


def test_a_forged_owner_is_not_believed_but_without_the_database(
    start: Callable[..., Machine], front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, other = pair(start)
    game_id, membership = begin(front, "page", owner), front.desk.membership
    shard, forged = shard_of(game_id), Holding(other.host.name, 999)

    def owner_now() -> str | None:
        return membership.map.shards[shard].owner

    front.ask(lambda: membership.check_owner(shard, forged, 60.0))
    assert front.ask(owner_now) == owner.host.name
    monkeypatch.setattr(membership, "is_blind", lambda: True)
    front.ask(lambda: membership.check_owner(shard, forged, 60.0))
    monkeypatch.undo()
    membership.refresh()
    wait_until(lambda: owner_now() == owner.host.name)
    assert move(front, "page", game_id, 0) == 2


def test_a_question_about_a_game_of_another_shard_is_refused(
    start: Callable[..., Machine], front: FrontMachine
) -> None:
    machine = start()
    wait_until(lambda: machine.shards == SHARDS)
    game_id = begin(front, "page", machine)
    line = wait_until(lambda: front.desk._mesh.line(machine.host.name))
    form = read("move", {"game_id": game_id, "ply": 0, "move": 4, "request_id": "r"})
    asked = pack(q.Event(Client("page", "203.0.113.5", "", front.tokens["page"]), "move", pack(form)))
    with pytest.raises(LineError, match="met an error"):
        front.ask(lambda: line.ask((shard_of(game_id) + 1) % SHARDS, q.EVENT, asked, 60.0))
    assert machine.ask(lambda: machine.owner.tables.find_live(game_id)).state.version == 1
    assert move(front, "page", game_id, 0) == 2
