"""Tests the leases: who owns which shard, who may take it and when, and that one of many wins."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest
from sqlalchemy import text

from webapp.cluster.leases import LEASE, Leases, read_map, renew
from webapp.cluster.map import Map, Member
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS

Join = Callable[..., Leases]


@pytest.fixture
def join(cluster_url: str) -> Iterator[Join]:
    """Adds a process. A host is ready unless told otherwise."""

    def joined(name: str, role: str = "host", ready: bool = True) -> Leases:
        leases = Leases(database, name)
        leases.join(Member(name, role, "tcp://127.0.0.1:1" if role == "host" else "", "k" * 40))
        leases.set_ready(ready and role == "host")
        return leases

    with closing(Database(cluster_url)) as database:
        yield joined


def raw(leases: Leases) -> psycopg.Connection[object]:
    url = leases._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(url, autocommit=True)


def map_of(leases: Leases) -> Map:
    with raw(leases) as connection:
        return read_map(connection)[0]


def counts(leases: Leases) -> dict[str | None, int]:
    owners = [holding.owner for holding in map_of(leases).shards.values()]
    return {owner: owners.count(owner) for owner in set(owners)}


def pass_time(leases: Leases, name: str, seconds: float) -> None:
    with leases._database.transaction() as connection:
        values = {"ms": int(seconds * 1000), "name": name}
        connection.execute(text("UPDATE member SET until = until - :ms WHERE name = :name"), values)


def own_all(leases: Leases) -> None:
    with leases._database.transaction() as connection:
        connection.execute(text("UPDATE shard SET owner = :me, epoch = 1"), {"me": leases.me})


def test_the_first_host_takes_all_and_gives_some(join: Join) -> None:
    first, second = join("a"), join("b", ready=False)
    assert counts(first) == {None: SHARDS}
    assert (first.take(expired=False), second.take(expired=False)) == ({None: SHARDS}, {})
    assert first.give(range(100), "b") == {}  # it is not ready
    second.set_ready(True)
    assert [host.name for host in map_of(first).hosts()] == ["a", "b"]
    assert first.give(range(100), "b") == dict.fromkeys(range(100), 2)
    assert first.give(range(100), "a") == {}  # they are the other's now
    assert counts(second) == {"a": SHARDS - 100, "b": 100}
    now = map_of(second)
    assert (now.epoch(0), now.epoch(200), now.of("b").keys()) == (2, 1, set(range(100)))
    pass_time(second, "b", LEASE)
    assert first.give(range(100, 200), "b") == {}  # its lease has run out


def test_a_valid_lease_keeps_the_shards_and_an_expired_one_does_not(join: Join) -> None:
    silent, other = join("a"), join("b")
    own_all(silent)
    with raw(silent) as connection:
        assert 0 < read_map(connection)[1] <= LEASE
        pass_time(silent, "a", LEASE - 0.5)
        assert renew(connection, "a")
        pass_time(silent, "a", LEASE - 1.0)
        assert (map_of(other).lost(), other.take(expired=True)) == (set(), {})
        pass_time(silent, "a", 1.0)
        assert map_of(other).lost() == {"a"}
        assert other.take(expired=False) == {}
        assert other.take(expired=True) == {"a": SHARDS}
        assert renew(connection, "a")
    assert counts(other) == {"b": SHARDS}
    assert {holding.epoch for holding in map_of(other).shards.values()} == {2}


def test_the_lease_of_a_dead_host_is_ended_by_a_front(join: Join) -> None:
    dead, other, front = join("a"), join("b"), join("f", "front")
    own_all(dead)
    front.expire("a")
    assert other.take(expired=False) == {"a": SHARDS}


def test_nobody_gets_shards_who_is_not_ready(join: Join) -> None:
    silent, starting, front = join("a"), join("b", ready=False), join("f", "front")
    own_all(silent)
    front.expire("a")
    assert starting.take(expired=True) == {}
    starting.set_ready(True)
    assert starting.take(expired=True) == {"a": SHARDS}


def test_heirs_share_and_hosts_at_once_take_each_shard_once(join: Join) -> None:
    silent, others = join("a"), [join(name) for name in "bcde"]
    own_all(silent)
    silent.expire("a")
    with ThreadPoolExecutor(len(others)) as threads:
        taken = threads.map(lambda other: sum(other.take(expired=True).values()), others)
    assert sorted(taken) == [0, 0, 0, SHARDS]
    assert counts(silent) == dict.fromkeys("bcde", SHARDS // 4)
    assert {holding.epoch for holding in map_of(silent).shards.values()} == {2}


def test_who_leaves_leaves_shards_to_be_taken(join: Join) -> None:
    first = join("a")
    first.take(expired=False)
    first.leave()
    second = join("b")
    assert second.take(expired=False) == {None: SHARDS}
    assert (counts(second), map_of(second).members.keys()) == ({"b": SHARDS}, {"b"})


def test_who_has_been_forgotten_is_told_and_long_gone_members_are_forgotten(join: Join) -> None:
    first = join("a")
    with raw(first) as connection:
        assert renew(connection, "a")
        first.leave()
        assert not renew(connection, "a")
    join("b", "front")
    pass_time(first, "b", 3700)
    assert map_of(join("c")).members.keys() == {"c"}
