"""Tests a cluster of plain processes: hosts and fronts die in every way, and nothing acknowledged is lost.

The timings are printed, and decide nothing: a busy machine makes them long.
"""

import pytest

import tests.postgres
from tests.chaos import deaths, faults, network, upgrade
from tests.chaos.audit import Survived
from tests.chaos.cluster import run

pytestmark = pytest.mark.skipif(not tests.postgres.can_start(), reason=tests.postgres.ABSENT)


def check(survived: Survived, moves: int = 1) -> None:
    print(*survived.report(), sep="\n")
    assert survived.tally.faults == (0, 0, 0)
    assert survived.tally.acknowledged >= moves
    assert survived.faults == []


def check_deaths(survived: Survived, moves: int) -> None:
    check(survived, moves)
    assert survived.cut == 0, "connections were cut by the death of a host"
    assert survived.refused >= 1, "the stopped host has tried no write"


@pytest.mark.slow
def test_nothing_is_lost_when_hosts_and_fronts_die() -> None:
    """Plays 10 moves a second on 50 pages, on hosts with the tests' engine, which loads no kernels."""
    with tests.postgres.private() as url:
        check_deaths(run(url, rest=1.0, host_module="tests.chaos.cheap_host"), 100)


@pytest.mark.long
def test_nothing_is_lost_with_engines_that_think() -> None:
    with tests.postgres.private() as url:
        check_deaths(run(url), 200)


@pytest.mark.long
@pytest.mark.skipif(not upgrade.has(upgrade.OLD), reason="the repository has no commits")
def test_a_cluster_is_brought_to_a_new_release_while_people_play() -> None:
    with upgrade.checkout(upgrade.OLD) as old, tests.postgres.private() as url:
        upgraded = upgrade.run(url, old)
    check(upgraded, 100)
    assert upgraded.cut == 0


@pytest.mark.long
@pytest.mark.skipif(not network.can_start(), reason="needs root and network namespaces")
def test_nothing_is_lost_and_nobody_is_told_half_a_story_on_a_bad_network() -> None:
    hosts_and_fronts = network.Network(["host1", "host2", "front1", "front2"])
    with hosts_and_fronts as joined, tests.postgres.private(network.DATABASE) as url:
        survived = faults.run(joined, url)
    check(survived)
    assert all(part.moves >= 20 for part in survived.parts)
    assert survived.refused >= 1, "the host cut off from the database has tried no write"


@pytest.mark.long
def test_nothing_is_lost_in_a_row_of_deaths() -> None:
    """Runs the long run for a minute; ``python -m tests.chaos.deaths`` runs for an hour."""
    with deaths.private_cluster("tests.chaos.cheap_host") as cluster:
        survived = deaths.run(cluster, minutes=1.0, deaths=5, sockets=30, moves=50.0)
    check(survived)
    assert survived.deaths
    assert survived.ended == ""
    assert sum(death.cut for death in survived.deaths if "front" not in death.kind) == 0
    assert survived.takeovers <= sum("host" in death.kind for death in survived.deaths)
