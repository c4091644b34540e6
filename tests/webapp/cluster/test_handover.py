"""Tests that shards are given from host to host in few steps: each once, with few questions to the former owner."""

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tests.webapp.cluster.machines import FrontMachine, Machine, begin, move, pair, wait_until
from webapp.cluster import protocol as q
from webapp.cluster.host import AT_ONCE, Host, is_a_host_leaving, next_step
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.map import Holding, Map, Member
from webapp.play.desk.port import Client, Page, Place
from webapp.play.steps import start
from webapp.storage.fence import SHARDS, Fence, shard_of


def share(counts: dict[str, int], **ready: bool) -> Map:
    """Returns a map with so many shards of each host."""
    owners = [name for name, count in counts.items() for _ in range(count)]
    members = {name: Member(name, "host", "", name, ready=ready.get(name, True)) for name in counts}
    return Map(members, {shard: Holding(owner, 1) for shard, owner in enumerate(owners)})


def epochs(machine: Machine) -> dict[int, int]:
    return {shard: holding.epoch for shard, holding in machine.host.membership.map.shards.items()}


def test_the_poorest_host_is_the_next_step_and_no_heir_gets_more_than_its_part() -> None:
    assert next_step(share({"a": 100, "b": 90, "c": 66}), ["a", "b"]) == ("b", AT_ONCE)
    assert next_step(share({"a": 125, "b": 126, "c": 5}), ["a", "b"]) == ("a", 3)
    assert next_step(share({"a": 128, "b": 128}), ["a", "b"]) == ("a", 1)


def test_a_host_that_takes_no_shard_just_now_is_not_asked_again_at_once() -> None:
    """Found by the world of seed 17: each try closes the tables of the shards for a moment."""
    asked, changed, host = list[str](), list[bool](), Host.__new__(Host)
    now = share({"a": SHARDS, "b": 0})
    held, takes = dict.fromkeys(range(SHARDS), 1), [False, True]

    async def give(shards: list[int], to: str) -> None:
        asked.append(to)
        if takes[len(asked) - 1]:
            host.fence.hold({shard: epoch for shard, epoch in held.items() if shard not in shards})

    host.name, host.fence = "a", Fence("a")
    host.fence.hold(held)
    host._handover = SimpleNamespace(give=give)  # type: ignore[assignment]
    for _ in takes:
        start(host._balance(now), changed.append)
    assert (asked, changed) == (["b", "b"], [False, True])


def test_a_table_that_was_read_while_another_host_had_its_game_is_closed_when_the_game_comes_back() -> None:
    """A question that waited opens the table again after the game has gone: the world of seed 8 found it later."""
    host, gone = Host.__new__(Host), list[Callable[[str], bool]]()

    def evict(is_gone: Callable[[str], bool]) -> list[str]:
        gone.append(is_gone)
        return ["mine"]

    given_up, found = list[list[str]](), list[Callable[[str], bool]]()
    host.name, host.fence, mine = "a", Fence("a"), shard_of("mine")
    host._handover = SimpleNamespace(giving=frozenset())  # type: ignore[assignment]
    host._owner = SimpleNamespace(tables=SimpleNamespace(evict=evict), find_clocks=found.append)  # type: ignore[assignment]
    host.questions = SimpleNamespace(give_up=given_up.append)  # type: ignore[assignment]
    for holding in (Holding("b", 1), Holding("a", 2)):
        host.membership = SimpleNamespace(map=Map({}, {mine: holding}))  # type: ignore[assignment]
        host._follow()
    assert [(is_gone("mine"), is_gone("g")) for is_gone in gone] == [(True, False)]
    assert given_up == [["mine"]]
    assert [is_mine("mine") for is_mine in found] == [True]


def test_a_host_leaves_that_takes_no_shard_and_has_some() -> None:
    assert is_a_host_leaving(share({"a": 200, "b": 56}, b=False))
    assert not is_a_host_leaving(share({"a": 200, "b": 56}))
    assert not is_a_host_leaving(share({"a": SHARDS, "b": 0}, b=False))  # a host about to begin


def test_each_shard_of_a_leaving_host_moves_once_and_no_other_shard_moves(
    start: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    machines = [start(), start(), start()]
    wait_until(lambda: min(machine.shards for machine in machines) >= SHARDS // 3)
    leaver, *heirs = machines
    wait_until(lambda: epochs(leaver) == epochs(heirs[0]) == epochs(heirs[1]))
    before = epochs(leaver)
    own = set(leaver.host.fence.held)
    leaver.host.leave(60.0)
    wait_until(lambda: [heir.shards for heir in heirs] == [SHARDS // 2, SHARDS // 2])
    for heir in heirs:
        assert not heir.ask(lambda heir=heir: heir.host._step(heir.host.membership.map))  # no shard moves again
    wait_until(lambda: epochs(heirs[0]) == epochs(heirs[1]))
    after = epochs(heirs[0])
    assert {shard: after[shard] - before[shard] for shard in after} == {shard: int(shard in own) for shard in after}


def test_a_question_about_a_shard_on_the_way_waits_and_the_former_owner_is_asked_once(
    start: Callable[..., Machine], front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair(start)
    game_id = begin(front, "page", first)
    shard, asked, may_go_on = shard_of(game_id), list[str](), threading.Event()
    give, ask = first.host._leases.give, front.desk._ask

    def slow_give(*arguments: Any) -> dict[int, int]:
        wait_until(may_go_on.is_set)
        return give(*arguments)

    async def counted_ask(host: str, *arguments: Any) -> Any:
        asked.append(host)
        return await ask(host, *arguments)

    monkeypatch.setattr(first.host._leases, "give", slow_give)
    monkeypatch.setattr(front.desk, "_ask", counted_ask)
    monkeypatch.setattr("webapp.cluster.front_questions._LONGEST_DOUBT", 60.0)
    monkeypatch.setattr("webapp.cluster.remote_desk.PATIENCE", 60.0)
    giver = threading.Thread(target=lambda: first.ask(lambda: first.host._handover.give([shard], second.host.name)))
    giver.start()
    wait_until(lambda: shard not in first.host.fence.held)
    versions = list[int]()
    mover = threading.Thread(target=lambda: versions.append(move(front, "page", game_id, 0)))
    mover.start()
    wait_until(lambda: first.host.lines.open_questions)  # the question is there
    may_go_on.set()
    mover.join()
    giver.join()
    assert versions == [2]
    assert asked.count(first.host.name) == 1
    assert asked[-1] == second.host.name


def test_shards_that_could_not_be_given_are_held_again(
    start: Callable[..., Machine], front: FrontMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair(start)
    game_id, shards = begin(front, "page", first), set(first.host.fence.held)
    assert front.call("watcher", "join", game_id=game_id)["ok"]

    def away(*_: object) -> dict[int, int]:
        raise OperationalError("", None, Exception("the database is away"))

    monkeypatch.setattr(first.host._leases, "give", away)
    with pytest.raises(OperationalError):
        first.ask(lambda: first.host._handover.give([shard_of(game_id)], second.host.name))
    assert first.host.fence.held.keys() == shards
    assert move(front, "page", game_id, 0) == 2
    heard = front.pages.heard["watcher"]
    wait_until(lambda: any(kind == "game" and len(payload["moves"]) == 1 for kind, payload in heard))


def test_a_front_hears_how_many_of_its_pages_a_host_has_taken(
    start: Callable[..., Machine], front: FrontMachine
) -> None:
    first, second = pair(start)
    games = [begin(front, "page", first), begin(front, "page", second)]
    line = wait_until(lambda: front.desk._mesh.line(second.host.name))
    pages = [Page(Client("page", "203.0.113.5"), Place(game_id)) for game_id in games]
    assert unpack(front.ask(lambda: line.ask(NO_SHARD, q.ATTACH, pack(pages), 60.0)), int) == 1
