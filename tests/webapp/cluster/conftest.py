"""Provides databases of a cluster, each a new schema in the PostgreSQL of the run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import tests.postgres
from webapp.process.service_threads import ServiceThreads
from webapp.storage.database import Database


@pytest.fixture
def cluster_url(postgres: str) -> Iterator[str]:
    with tests.postgres.schema(postgres) as url:
        yield url


@pytest.fixture
def open_database(cluster_url: str) -> Iterator[Callable[[], Database]]:
    opened: list[Database] = []

    def connect() -> Database:
        opened.append(Database(cluster_url))
        return opened[-1]

    yield connect
    for database in opened:
        database.close()


@pytest.fixture
def threads() -> Iterator[ServiceThreads]:
    """Starts service threads; none of them may end unasked, or meet an error."""
    threads = ServiceThreads()
    yield threads
    assert threads.gone() == []
    assert sum(threads.errors().values()) == 0
