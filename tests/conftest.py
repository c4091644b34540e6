"""Shared fixtures: the whole application on a free port of this machine, in a thread; databases of both kinds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings

import tests.postgres
from webapp.app import Services, create_app
from webapp.process.serving import Server, listen
from webapp.settings import Settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")  # how long an example takes decides no test


class LiveServer:
    """A running application; ``restart`` is a new process to its clients: same port, same database, nothing else."""

    def __init__(self, settings: Settings, engine: Callable[[], Any] | None = None) -> None:
        self.settings, self._engine = settings, engine
        self.port = 0
        self.start()

    def start(self) -> None:
        """Serve, on the same port as before if there was one."""
        self.app: Flask = create_app(self.settings, self._engine() if self._engine else None)
        self._server = Server(self.app, listen("127.0.0.1", self.port))
        self.port, self.url = self._server.port, self._server.url
        self._server.start()

    def stop(self) -> None:
        """Take no more requests and end all services."""
        self._server.stop()
        self.services.close()

    def restart(self) -> None:
        """As if the process had ended and begun again."""
        self.stop()
        self.start()

    @property
    def services(self) -> Services:
        """What runs behind it."""
        services: Services = self.app.extensions["fourthought"]
        return services


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., LiveServer]]:
    """Starts servers: ``start_server(engine=FakeEngine, minimum_reply=0.0)``; without ``engine`` the real one thinks.

    Keyword arguments are fields of ``Settings``. All servers share one database file and are stopped after the test.
    """
    servers: list[LiveServer] = []

    def start(engine: Callable[[], Any] | None = None, **settings: Any) -> LiveServer:
        chosen = {"database": str(tmp_path / "games.sqlite3"), "think_seconds": 1.0, **settings}
        servers.append(LiveServer(Settings(**chosen), engine))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def live_server(start_server: Callable[..., LiveServer]) -> LiveServer:
    """A server with the real engine and quick replies."""
    return start_server(minimum_reply=0.05)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL; the test is skipped where there is none."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
    elif tests.postgres.can_start():
        with tests.postgres.private() as url:
            yield url
    else:
        pytest.skip(tests.postgres.ABSENT)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind that is supported."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'deep' / 'games.sqlite3'}"
        return
    with tests.postgres.schema(request.getfixturevalue("postgres")) as url:
        yield url
