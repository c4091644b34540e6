"""Tests games over the deaths of hosts: nothing is lost, nothing counts twice, nobody hears half a story."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tests.webapp.cluster.machines import ENGINE, HUMAN, FrontMachine, Machine, begin, move, pair, wait_until
from webapp.cluster import register, steward
from webapp.play.game import commands as c
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS, FencedError, shard_of
from webapp.storage.games import GameStore


@pytest.mark.slow
def test_games_go_on_at_another_host_after_a_death_and_after_a_farewell(
    start: Callable[..., Machine], front: FrontMachine, cluster_url: str
) -> None:
    first, second = pair(start)
    games = [begin(front, f"page-{number}", owner) for number, owner in enumerate((first, second))]
    for ply in range(3):
        for number, game_id in enumerate(games):
            assert move(front, f"page-{number}", game_id, ply) == ply + 2
    first.kill()
    assert move(front, "page-0", games[0], 3) == 5
    assert move(front, "page-0", games[0], 3) == 5  # asked again, it is the same move
    assert second.host.steward.map.owner(shard_of(games[0])).name == second.host.name  # type: ignore[union-attr]
    wait_until(lambda: front.pages.last("page-0")["version"] == 5)
    third = start()
    wait_until(lambda: third.shards == SHARDS // 2)
    second.host.leave()
    second.kill()
    for number, game_id in enumerate(games):
        version = 5 + (number == 0)
        assert move(front, f"page-{number}", game_id, version - 2) == version
    wait_until(lambda: [front.pages.last(f"page-{number}")["version"] for number in (0, 1)] == [6, 5])
    store = GameStore(Database(cluster_url))
    assert [len(store.load(game_id)) for game_id in games] == [6, 5]
    store._database.close()


@pytest.mark.slow
def test_a_host_that_slept_writes_nothing_and_tells_nothing(
    start: Callable[..., Machine], front: FrontMachine, cluster_url: str
) -> None:
    sleeper, heir = pair(start)
    game_id = begin(front, "page", sleeper)
    move(front, "page", game_id, 0)
    zombie = sleeper.owner.tables.open(game_id)
    tokens = front.tokens["page"][game_id]
    sleeper.freeze()
    wait_until(lambda: heir.shards == SHARDS)
    assert move(front, "page", game_id, 1) == 3
    wait_until(lambda: front.pages.places["page"].game_id == game_id and front.pages.last("page")["version"] == 3)
    refused = sleeper.host.fence.refused()  # the first try of the move may have come here
    with pytest.raises(FencedError):
        zombie.perform(c.MakeMove(1, 5), tokens, "zombie")
    dropped, heard = front.desk.pages.dropped, len(front.pages.heard["page"])

    def is_dropped() -> bool:
        """Says the news again each time: a message is lost with a line, and the lines to a silent host end."""
        sleeper.host.publisher.game(game_id, {"version": 99})
        return front.desk.pages.dropped > dropped

    wait_until(is_dropped)
    assert [payload["version"] for _, payload in front.pages.heard["page"][heard:] if "version" in payload] == []
    assert sleeper.host.fence.refused() == refused + 1
    sleeper.host._follow(heir.host.steward.map)  # it hears of the takeover
    assert sleeper.owner.tables.find_live(game_id) is None
    assert (zombie.closed, sleeper.shards) == (True, 0)


def test_a_host_cut_off_from_the_database_loses_its_shards_though_it_is_heard(
    start: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (register, steward):
        monkeypatch.setattr(module, "LIVING", 2.0)
        monkeypatch.setattr(module, "CUT_OFF", 3.0)
    cut_off, other = pair(start)

    def away() -> bool:
        raise OperationalError("", None, Exception("the database is away"))

    cut_off.host._register.beat = away  # type: ignore[method-assign]
    wait_until(lambda: other.shards == SHARDS)
    assert other.host.steward.takeovers >= 1


def test_nobody_asks_on_a_new_line_before_it_has_begun(
    start: Callable[..., Machine], front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host leaves a question on a line without a name unanswered, and the asking page would wait for seconds."""
    name = start().host.name
    mesh = front.desk._mesh
    first = wait_until(lambda: mesh.line(name))
    seen = []

    def sids_at(host: str) -> list[str]:
        seen.append(mesh.line(host))
        return []

    monkeypatch.setattr(mesh, "_sids_at", sids_at)
    first.end()
    wait_until(lambda: mesh.line(name))
    assert seen == [None]


def test_a_front_cut_off_from_the_database_hears_of_new_owners_from_the_hosts(
    start: Callable[..., Machine], front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair(start)
    game_id = begin(front, "page", first)
    monkeypatch.setattr(steward, "_BLIND", 0.5)
    monkeypatch.setattr(register, "LIVING", 2.0)

    def away(*_: object) -> None:
        raise OperationalError("", None, Exception("the database is away"))

    for name in ("read", "beat"):
        monkeypatch.setattr(front.desk._register, name, away)
    first.host._handover.give([shard_of(game_id)], second.host.name)
    assert move(front, "page", game_id, 0) == 2  # the former owner names the new one
    assert front.desk.steward.map.owner(shard_of(game_id)).name == second.host.name  # type: ignore[union-attr]
    silent = begin(front, "page", first)
    first.kill()
    wait_until(lambda: second.shards == SHARDS)
    assert move(front, "page", silent, 0) == 2  # with no line to the former owner, another host names it
    monkeypatch.undo()
    front.desk.steward.look()
    assert front.desk.steward.map.of(second.host.name).keys() == set(range(SHARDS))


def test_nobody_is_cut_off_who_was_silent_while_this_process_was_so_too(start: Callable[..., Machine]) -> None:
    first, second = pair(start)
    mesh, now = second.host._mesh, second.host.steward.map
    host = now.members[first.host.name]
    now = replace(now, members={**now.members, host.name: replace(host, cut_off=True)})
    mesh.follow(now)
    assert (mesh.suspects(now, cut_off=True), mesh.suspects(now)) == ([host.name], [])
    steady = second.host.steward._steady_from
    second.host.steward._signed = 0.0  # the database was away
    wait_until(lambda: second.host.steward._steady_from > steady)


def test_a_host_takes_no_shard_before_its_engine_is_ready(start: Callable[..., Machine], front: FrontMachine) -> None:
    starting = start(ready=False)
    starting.host.steward.look()
    assert (starting.shards, front.desk.readiness()["ready"]) == (0, False)
    starting.ready = True
    wait_until(lambda: starting.shards == SHARDS)
    wait_until(lambda: front.desk.readiness()["ready"])


@pytest.mark.slow
def test_a_new_game_asked_for_twice_is_one_game_wherever_it_lands(
    start: Callable[..., Machine], front: FrontMachine, cluster_url: str
) -> None:
    first, second = pair(start)
    wishes = {"game": "connect4", "seats": [HUMAN, ENGINE], "request_id": "one", "secret": "s" * 43}
    opened = front.call("page", "new_game", **wishes)
    owner = first if first.host.fence.owns(opened["game_id"]) else second
    owner.kill()
    again = front.call("page-again", "new_game", **wishes)
    assert (again["game_id"], again["seat_tokens"]) == (opened["game_id"], opened["seat_tokens"])


@pytest.mark.slow
def test_a_running_clock_goes_on_at_the_heir_though_nobody_is_there(
    start: Callable[..., Machine], front: FrontMachine
) -> None:
    first, second = pair(start)
    while True:
        opened = front.call("page", "new_game", game="connect4", seats=[HUMAN, HUMAN], clock={"seconds": 5})
        if first.host.fence.owns(opened["game_id"]):
            break
    move(front, "page", opened["game_id"], 0)
    front.desk.disconnect("page")
    first.kill()
    table = wait_until(lambda: second.owner.tables.find_live(opened["game_id"]))
    wait_until(lambda: table.state.outcome is not None)
    assert table.state.outcome.winner == 0


@pytest.mark.slow
def test_thoughts_arrive_whole_though_only_differences_travel(
    start: Callable[..., Machine], front: FrontMachine
) -> None:
    (machine,) = (start(),)
    wait_until(lambda: machine.shards == SHARDS)
    opened = front.call("page", "new_game", game="connect4", seats=[HUMAN, ENGINE])
    assert front.call("page", "watch_thinking", game_id=opened["game_id"], on=True)["ok"]
    sent = list[dict[str, Any]]()
    for depth in range(5):
        sent.append({"game_id": opened["game_id"], "seat": 7, "depth": depth, "moves": [{"move": 4, "depth": depth}]})
        machine.host.publisher.thinking(opened["game_id"], dict(sent[-1]))
    heard = front.pages.heard["page"]
    wait_until(lambda: sum(payload.get("seat") == 7 for kind, payload in heard if kind == "thinking") == 5)
    assert [payload for kind, payload in heard if kind == "thinking" and payload["seat"] == 7] == sent
