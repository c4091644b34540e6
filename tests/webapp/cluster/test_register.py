"""Tests the register: who owns which shard, who may take it, and that one of many wins."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import text

from webapp.cluster.register import Map, Member, Register
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS

Join = Callable[..., Register]


@pytest.fixture
def join(open_database: Callable[[], Database]) -> Join:
    """Lets a process join; a host is ready at once, unless told otherwise."""
    database = open_database()

    def joined(name: str, role: str = "host", ready: bool = True) -> Register:
        register = Register(database, name)
        register.join(Member(name, role, "tcp://127.0.0.1:1" if role == "host" else "", "k" * 40))
        register.set_ready(ready and role == "host")
        return register

    return joined


def counts(now: Map) -> dict[str | None, int]:
    owners = [holding.owner for holding in now.shards.values()]
    return {owner: owners.count(owner) for owner in set(owners)}


def silence(open_database: Callable[[], Database], name: str) -> None:
    with open_database().transaction() as connection:
        connection.execute(text("UPDATE member SET seen = seen - 6000 WHERE name = :name"), {"name": name})


@pytest.mark.slow
def test_the_first_host_takes_all_and_gives_some(join: Join) -> None:
    first, second = join("a"), join("b", ready=False)
    assert counts(first.read()) == {None: SHARDS}
    assert (first.claim(), second.claim()) == (SHARDS, 0)
    assert [host.name for host in first.read().hosts()] == ["a"]  # the other one is not ready
    assert first.give(range(100), "b") == dict.fromkeys(range(100), 2)
    assert first.give(range(100), "a") == {}  # they are the other's now
    now = second.read()
    assert counts(now) == {"a": SHARDS - 100, "b": 100}
    assert (now.epoch(0), now.epoch(200), now.of("b").keys()) == (2, 1, set(range(100)))


def test_two_votes_take_over_and_one_does_not(join: Join) -> None:
    silent, other, front = join("a"), join("b"), join("f", "front")
    silent.claim()
    assert other.suspect("a") == 0
    assert other.suspect("a") == 0  # a vote counts once
    assert front.suspect("a") == SHARDS
    now = other.read()
    assert counts(now) == {"b": SHARDS}
    assert {holding.epoch for holding in now.shards.values()} == {2}
    assert other.suspect("a") == 0  # nothing is left to take


def test_the_only_other_member_takes_over_alone(join: Join, open_database: Callable[[], Database]) -> None:
    silent, other = join("a"), join("b")
    join("f", "front")
    silent.claim()
    silence(open_database, "f")  # a front that has died long ago has no vote
    assert other.suspect("a") == SHARDS


def test_nobody_takes_over_for_a_host_that_is_not_ready(join: Join) -> None:
    silent, starting, front = join("a"), join("b", ready=False), join("f", "front")
    silent.claim()
    assert [starting.suspect("a"), front.suspect("a")] == [0, 0]
    starting.set_ready(True)
    assert front.suspect("a") == SHARDS


def test_heirs_share_and_stewards_at_once_take_each_shard_once(join: Join) -> None:
    silent, voters = join("a"), [join(name) for name in "bcde"]
    silent.claim()
    taken = list[int]()
    threads = [threading.Thread(target=lambda voter=voter: taken.append(voter.suspect("a"))) for voter in voters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [0, 0, 0, SHARDS]
    now = silent.read()
    assert counts(now) == dict.fromkeys("bcde", SHARDS // 4)
    assert {holding.epoch for holding in now.shards.values()} == {2}


def test_who_leaves_leaves_shards_to_be_claimed(join: Join) -> None:
    first = join("a")
    first.claim()
    first.leave()
    second = join("b")
    assert (second.claim(), counts(second.read()), second.read().members.keys()) == (SHARDS, {"b": SHARDS}, {"b"})


def test_who_signs_lives(join: Join, open_database: Callable[[], Database]) -> None:
    register = join("a")
    silence(open_database, "a")
    assert not register.read().members["a"].living
    register.beat()
    assert register.read().members["a"].living


def test_who_has_been_forgotten_is_told(join: Join) -> None:
    register = join("a")
    assert register.beat()
    register.leave()
    assert not register.beat()
