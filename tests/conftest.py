"""Provides shared fixtures: the whole application on a free port, in a thread, and databases of both kinds."""

import contextlib
import functools
import gc
import logging
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import tests.postgres
from tests import markers, profiles
from tests.waiting import wait_until
from tests.webapp.bytes_desk import plain_owner
from tests.webapp.engine_process.inside import run_inside
from tests.webapp.fakes import FakeEngine
from webapp.app import Services, create_app
from webapp.front import SLOW
from webapp.http.assets import page_assets
from webapp.http.busy import busy_page
from webapp.http.hosts import note_requests
from webapp.serving.limits import Limits
from webapp.serving.listening import listen
from webapp.serving.server import Server
from webapp.settings import Settings
from webapp.storage.database import Database


class _Loggers(dict[str, Any]):
    """Lists the loggers as they are at a moment: pytest walks them at each test, while a server's threads make more."""

    def values(self) -> list[Any]:  # type: ignore[override]
        return list(super().values())


def pytest_configure(config: pytest.Config) -> None:
    """Chooses the examples of costly properties, and hears Ctrl-C even in the background of a shell, as programs do."""
    profiles.choose(config)
    logging.Logger.manager.loggerDict = _Loggers(logging.Logger.manager.loggerDict)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # each program that a test starts would ignore it as well
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives each test the markers of the test's room, and costly properties the markers of a long run."""
    profiles.mark_long(items)
    markers.mark_rooms(items)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Hides all collected tests and kernels from the garbage collector: a search of all takes a quarter of a second."""
    gc.collect()
    gc.freeze()


class LiveServer:
    """Runs the application. To clients ``restart`` looks like a new process with the same port and database."""

    def __init__(
        self, settings: Settings, engine: Callable[[], Any] | None = None, limits: Limits | None = None
    ) -> None:
        self.settings, self._engine, self._limits = settings, engine, limits
        self.port = 0
        self.start()

    def start(self) -> None:
        """Serves, on the same port as before if there was one."""
        self.app: Flask = create_app(self.settings, self._engine() if self._engine else None)
        process = self.services.process
        sock = listen("127.0.0.1", self.port)
        slow, noted = dict.fromkeys(SLOW, process.lab_workers), note_requests(process.metrics, logged=False)
        self._server = Server(
            self.app, sock, process.loop, process.workers, self._limits or process.limits, slow, noted, busy_page
        )
        self.port, self.url = self._server.port, self._server.url
        self._server.start()

    def stop(self) -> None:
        """Takes no more requests and ends all services."""
        self._server.stop()
        self.services.close()

    def restart(self) -> None:
        """Ends all services and begins again, as a new process would."""
        self.stop()
        self.start()

    def held(self) -> dict[str, float]:
        """Returns what the server holds for clients, by kind."""
        services = self.services
        counts = {**services.front.held, **services.owner.held, "lines": self._server.count}
        found: dict[str, float] = services.process.loop.ask(lambda: {kind: count() for kind, count in counts.items()})
        return {kind: count for kind, count in found.items() if count}

    def check_that_nothing_is_held(self, *, ends: bool = False) -> None:
        """Shows everybody out, and fails if something is still held for them. ``ends`` closes the door before: pages
        that are still open come back by themselves."""
        if self.services.process.loop.is_here():
            return  # the test has ended the loop
        if ends:
            self._server.stop()
        self.services.front.namespace.disconnect_all()
        with contextlib.suppress(AssertionError):
            wait_until(lambda: not self.held(), seconds=30.0)
        assert self.held() == {}

    @property
    def services(self) -> Services:
        """Returns the services behind the pages."""
        services: Services = self.app.extensions["fourthought"]
        return services


StartServer = Callable[..., LiveServer]
"""The type of the fixture ``start_server``."""


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns an SQLite file with the tables and no game, to be copied: the tables are made once a worker."""
    file = tmp_path_factory.mktemp("database") / "games.sqlite3"
    Database(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def _page_packed_once() -> Iterator[None]:
    """Packs the page's files once for all servers of a worker: the files never change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("webapp.front.page_assets", functools.cache(page_assets))
        yield


@pytest.fixture
def engine_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the engine in threads of this process, which has loaded the kernels: else each server loads its own."""
    monkeypatch.setattr("webapp.engine_process.client.run_host", run_inside)


@pytest.fixture
def start_server(
    tmp_path: Path, empty_database: Path, _page_packed_once: None, engine_inside: None
) -> Iterator[StartServer]:
    """Starts servers: ``start_server(engine=FakeEngine, minimum_reply=0.0)``. Without ``engine`` the real one thinks.

    ``limits`` are those of the server. Other keyword arguments are fields of ``Settings``. All servers share one
    database file and are stopped after the test.
    """
    servers: list[LiveServer] = []
    shutil.copy(empty_database, tmp_path / "games.sqlite3")

    def start(engine: Callable[[], Any] | None = None, limits: Limits | None = None, **settings: Any) -> LiveServer:
        chosen = {"database": str(tmp_path / "games.sqlite3"), "think_seconds": 1.0, "address_share": 1.0, **settings}
        servers.append(LiveServer(Settings(**chosen), engine, limits))
        return servers[-1]

    yield start
    with contextlib.ExitStack() as stack:
        for server in servers:
            stack.callback(server.stop)
            stack.callback(server.check_that_nothing_is_held, ends=True)


@pytest.fixture
def live_server(start_server: StartServer) -> LiveServer:
    """Runs a server with the real engine and quick replies."""
    return start_server(minimum_reply=0.05)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory, _page_packed_once: None) -> Iterator[LiveServer]:
    """Runs one server with a fake engine for all tests of a worker which change nothing but their own games.

    Every call of the desk, and all news, go through bytes, as between two processes.
    """
    database = tmp_path_factory.mktemp("shared") / "games.sqlite3"
    with pytest.MonkeyPatch.context() as patch:  # its collections would count among those of other tests
        patch.setattr("webapp.app.schedule_collections", lambda *_: None)
        patch.setattr("webapp.app.build_owner", plain_owner)
        server = LiveServer(Settings(database=str(database), minimum_reply=0.0), FakeEngine)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Returns the URL of a PostgreSQL, or skips the test where there is none."""
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
    """Returns the URL of an empty database of each supported kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'deep' / 'games.sqlite3'}"
        return
    with tests.postgres.schema(request.getfixturevalue("postgres")) as url:
        yield url
