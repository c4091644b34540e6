"""Tests a cluster of plain processes: hosts and fronts die in every way, and nothing acknowledged is lost.

The timings are printed, and decide nothing: a busy machine makes them long.
"""

import pytest

import tests.postgres
from tests.chaos import deaths, upgrade
from tests.chaos.processes import Cluster

pytestmark = pytest.mark.skipif(not tests.postgres.can_start(), reason=tests.postgres.ABSENT)
CHEAP = "tests.chaos.cheap_host"
"""Hosts with the tests' engine, which loads no kernels."""


def check_deaths(survived: deaths.Survived, moves: int, times: int) -> None:
    print(*survived.report(), sep="\n")
    assert survived.tally.faults == (0, 0, 0)
    assert survived.tally.acknowledged >= moves
    assert survived.faults == []
    assert (survived.ended, len(survived.deaths)) == ("", times)
    assert sum(death.cut for death in survived.deaths if "front" not in death.kind) == 0


@pytest.mark.slow
def test_nothing_is_lost_when_a_host_dies() -> None:
    options = {"minutes": 0.0, "sockets": 12, "moves": 10.0, "processes": 2, "replaces": False}
    with tests.postgres.private() as url:
        survived = deaths.run(Cluster(url, CHEAP), ["host killed"], **options)
    check_deaths(survived, 12, 1)


@pytest.mark.long
@pytest.mark.parametrize("module", [CHEAP, "webapp.cli"])
def test_nothing_is_lost_in_a_row_of_deaths(module: str) -> None:
    """Lets each kind of death happen once; ``python -m tests.chaos.deaths`` lets 200 happen in an hour."""
    with tests.postgres.private() as url:
        survived = deaths.run(Cluster(url, module), [*deaths.KINDS], minutes=0.0, sockets=30, moves=50.0)
    check_deaths(survived, 200, len(deaths.KINDS))


@pytest.mark.long
@pytest.mark.skipif(not upgrade.has(upgrade.OLD), reason="the repository has no commits")
def test_a_cluster_is_brought_to_a_new_release_while_people_play() -> None:
    with upgrade.checkout(upgrade.OLD) as old, tests.postgres.private() as url:
        upgraded = upgrade.run(url, old)
    check_deaths(upgraded, 100, len(upgrade.LEAVE))
