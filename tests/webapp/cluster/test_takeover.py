"""Tests games over the deaths of hosts: nothing is lost, nothing counts twice, and all news is of one owner."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from tests.webapp.cluster.machines import ENGINE, HUMAN, FrontMachine, Machine, begin, move, pair, wait_until
from tests.webapp.play import acts as c
from webapp.cluster import front_questions, membership, remote_desk
from webapp.cluster.leases import LEASE, Leases
from webapp.cluster.line.messages import News, pack
from webapp.cluster.membership import Membership
from webapp.cluster.protocol import SHORTENED, Shown
from webapp.play.game.access import key_of
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS, FencedError, shard_of
from webapp.storage.games import GameStore


def away(monkeypatch: pytest.MonkeyPatch, membership: Membership) -> None:
    """Cuts a membership off from the database."""

    def refuse() -> None:
        raise psycopg.OperationalError("the database is away")

    monkeypatch.setattr(membership, "_connect", refuse)
    connection = membership._connection
    assert connection is not None
    connection.close()
    membership.refresh()


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
    assert second.host.membership.map.owner(shard_of(games[0])).name == second.host.name  # type: ignore[union-attr]
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
    zombie = sleeper.ask(lambda: sleeper.owner.tables.open(game_id))
    keys = tuple(key_of(token) for token in front.tokens["page"][game_id])
    sleeper.freeze()
    wait_until(lambda: heir.shards == SHARDS)
    assert move(front, "page", game_id, 1) == 3
    wait_until(lambda: front.pages.places["page"].game_id == game_id and front.pages.last("page")["version"] == 3)
    refused = sleeper.host.fence.refused()  # the first try of the move may have come here
    with pytest.raises(FencedError):
        sleeper.ask(lambda: zombie.perform(c.Move(1, 5), keys, "zombie"))
    assert sleeper.host.fence.refused() == refused + 1
    dropped, heard = front.desk.pages.dropped, len(front.pages.heard["page"])
    late = News(
        shard_of(game_id), sleeper.host.fence.held[shard_of(game_id)], "game", pack(Shown(game_id, {"version": 99}))
    )
    front.ask(lambda: front.desk.pages.receive(sleeper.host.name, late) and None)
    assert (front.desk.pages.dropped, len(front.pages.heard["page"])) == (dropped + 1, heard)
    sleeper.host.membership.map = heir.host.membership.map  # it hears of the takeover
    sleeper.ask(sleeper.host._follow)
    assert sleeper.owner.tables.find_live(game_id) is None
    assert (zombie.closed, sleeper.shards) == (True, 0)


def test_a_host_that_cannot_renew_its_lease_serves_nothing_before_others_take_its_shards(
    start: Callable[..., Machine], front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off, other = pair(start)
    game_id, fence = begin(front, "page", cut_off), cut_off.host.fence
    shard, served = shard_of(game_id), list[bool]()
    away(monkeypatch, cut_off.host.membership)

    def is_taken() -> bool:
        served.append(fence.serves(shard))  # first: then no other host has the shard yet
        return other.host.fence.serves(shard)

    wait_until(is_taken)
    assert served[0]
    assert not served[-1]
    assert shard in fence.held  # it does not know yet
    wait_until(lambda: other.host.takeovers == 1)  # counted after the shards are taken
    assert move(front, "page", game_id, 0) == 2


def test_questions_wait_while_a_lease_is_renewed_too_late_and_nothing_is_closed(
    start: Callable[..., Machine], front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the database sleeps no shard is taken, and the table with its minds stays."""
    (machine,) = (start(),)
    wait_until(lambda: machine.shards == SHARDS)
    game_id = begin(front, "page", machine)
    table = machine.owner.tables.find_live(game_id)
    monkeypatch.setattr(front_questions, "_LONGEST_DOUBT", 60.0)
    monkeypatch.setattr(remote_desk, "PATIENCE", 60.0)
    machine.host.membership._on_renewal = lambda _until: None
    machine.host.fence.leased_until = 0.0
    versions = list[int]()
    mover = threading.Thread(target=lambda: versions.append(move(front, "page", game_id, 0)))
    mover.start()
    wait_until(lambda: machine.host.lines.open_questions)
    assert versions == []
    machine.host.membership._on_renewal = machine.host._note_lease
    mover.join()
    assert versions == [2]
    assert machine.owner.tables.find_live(game_id) is table


def test_a_front_cut_off_from_the_database_hears_of_new_owners_from_the_hosts(
    start: Callable[..., Machine], front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair(start)
    game_id = begin(front, "page", first)
    monkeypatch.setattr(membership, "_BLIND", 0.5)
    away(monkeypatch, front.desk.membership)
    first.ask(lambda: first.host._handover.give([shard_of(game_id)], second.host.name))
    assert move(front, "page", game_id, 0) == 2  # the former owner names the new one
    assert front.desk.membership.map.owner(shard_of(game_id)).name == second.host.name  # type: ignore[union-attr]
    silent = begin(front, "page", first)
    first.kill()
    wait_until(lambda: second.shards == SHARDS)
    assert move(front, "page", silent, 0) == 2  # with no line to the former owner, another host names it
    monkeypatch.undo()
    wait_until(lambda: front.desk.membership.map.of(second.host.name).keys() == set(range(SHARDS)))


def test_after_a_pause_of_the_database_nobody_is_taken_from(start: Callable[..., Machine]) -> None:
    """All leases have run out by then, and the first host to be back must not take the shards of the others."""
    first, second = pair(start)
    wait_until(second.host.membership.is_steady)
    second.host.membership._renewed -= 2 * LEASE
    assert not second.host.membership.is_steady()  # at once, before it renews: the world of seed 56
    now = second.host.membership.map
    lost = replace(now, members={**now.members, first.host.name: replace(now.members[first.host.name], living=False)})
    second.ask(lambda: second.host._step(lost))
    assert (second.host.takeovers, second.shards) == (0, SHARDS // 2)


def test_a_host_takes_further_steps_after_an_unexpected_error(
    start: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([RuntimeError("unexpected"), RuntimeError("unexpected")])
    take = Leases.take

    def fail_twice(leases: Leases, expired: bool) -> dict[str | None, int]:
        for failure in failures:
            raise failure
        return take(leases, expired)

    monkeypatch.setattr(Leases, "take", fail_twice)
    machine = start()
    wait_until(lambda: machine.shards == SHARDS)


@pytest.mark.slow
def test_thoughts_arrive_and_those_of_an_earlier_release_are_passed_over(
    start: Callable[..., Machine], front: FrontMachine
) -> None:
    (machine,) = (start(),)
    wait_until(lambda: machine.shards == SHARDS)
    opened = front.call("page", "new_game", game="connect4", seats=[HUMAN, ENGINE])
    assert front.call("page", "watch_thinking", game_id=opened["game_id"], on=True)["ok"]
    sent = list[dict[str, Any]]()
    shortened = opened["game_id"], SHORTENED, [opened["game_id"], 7, {"depth": [9]}, False]
    publisher = machine.host.publisher
    machine.loop.call(lambda: [publisher._send(name, *shortened) for name in publisher._watch[opened["game_id"]]])
    for depth in range(5):
        sent.append({"game_id": opened["game_id"], "seat": 7, "depth": depth, "moves": [{"move": 4, "depth": depth}]})
        machine.loop.call(lambda thought=dict(sent[-1]): machine.host.publisher.thinking(opened["game_id"], thought))
    heard = front.pages.heard["page"]
    wait_until(lambda: sum(payload.get("seat") == 7 for kind, payload in heard if kind == "thinking") == 5)
    assert [payload for kind, payload in heard if kind == "thinking" and payload["seat"] == 7] == sent


def test_without_a_host_a_question_and_a_move_are_refused_each_in_its_own_words(
    front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PATIENCE", "QUESTION_PATIENCE"):
        monkeypatch.setattr(remote_desk, name, 0.2)
    asked = front.call("page", "hint", game_id="nosuchgame12", ply=0)
    moved = front.call("page", "move", game_id="nosuchgame12", ply=0, move=4, request_id="m")
    assert [answer["error"]["code"] for answer in (asked, moved)] == ["not_ready", "not_saved"]
    assert asked["error"]["message"] == "The engine is busy; ask again in a moment."
