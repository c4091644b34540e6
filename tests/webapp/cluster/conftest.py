"""Provides databases of a cluster, each a new schema in the PostgreSQL of the run, and hosts and a front on one."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tests.postgres
from tests.webapp.cluster.machines import FrontMachine, Machine
from webapp.process.service_threads import ServiceThreads


@pytest.fixture
def cluster_url(postgres: str) -> Iterator[str]:
    with tests.postgres.schema(postgres) as url:
        yield url


@pytest.fixture
def threads() -> Iterator[ServiceThreads]:
    """Starts service threads. None of them may end unasked, or meet an error."""
    threads = ServiceThreads()
    yield threads
    assert threads.gone() == []
    assert sum(threads.errors().values()) == 0


@pytest.fixture
def start(cluster_url: str) -> Iterator[Callable[..., Machine]]:
    """Starts hosts, which are ready unless told otherwise."""
    machines: list[Machine] = []

    def started(**options: Any) -> Machine:
        machines.append(Machine(cluster_url, **options))
        return machines[-1]

    yield started
    for machine in machines:
        machine.kill()


@pytest.fixture
def front(cluster_url: str) -> Iterator[FrontMachine]:
    front = FrontMachine(cluster_url)
    yield front
    front.close()
