"""No exception ends a thread that serves everybody. If one ends all the same, the process says so and ends."""

import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import StartServer
from tests.waiting import PATIENCE
from tests.webapp.common.test_metrics import figures
from tests.webapp.fakes import FakeEngine, FakeTimers, FakeWorkers
from webapp.app import _maintain
from webapp.process import gc_schedule
from webapp.process.service_threads import ServiceThreads
from webapp.sockets.transport.client import Clients
from webapp.sockets.transport.rooms import OpenWebsockets

ROOT = Path(__file__).parents[3]
ENDS_A_THREAD = """
import sys
import webapp.app
import webapp.front
from tests.webapp.fakes import FakeEngine
from webapp import cli
from webapp.commands import serving
from webapp.process.service_threads import ServiceThreads

made = []

class Kept(ServiceThreads):
    def __init__(self, on_end):
        super().__init__(on_end)
        made.append(self)

webapp.front.ServiceThreads = Kept
webapp.app.EngineClient = lambda *_: FakeEngine()
serving._welcome = lambda *_: made[0].start("timers", sys.exit)
cli.main(["--port", "0", "--database", sys.argv[1]])
"""


def test_an_exception_ends_no_thread_and_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    threads, turns = ServiceThreads(), [ValueError("boom"), MemoryError(), True, False]

    def turn() -> bool:
        answer = turns.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return bool(answer)

    threads.start("postman", turn).join(PATIENCE)
    assert turns == []
    assert threads.errors() == {"postman": 2}
    assert threads.check() == (True, "All service threads run; errors so far: 2.")
    assert "boom" in caplog.text


def test_a_thread_that_ends_unasked_is_told() -> None:
    ends: list[bool] = []
    threads = ServiceThreads(lambda: ends.append(True))
    threads.start("timers", sys.exit).join(PATIENCE)
    assert threads.gone() == ["timers"]
    assert threads.check() == (False, "Service threads have ended: timers.")
    assert ends == [True]


class Broken:
    """Replaces a database, and the clients of engineio, which fail once and then work."""

    def __init__(self) -> None:
        self.calls = 0
        self.ping_interval, self.sockets = 10.0, self

    def maintain(self) -> None:
        self.calls += 1
        if self.calls == 1:
            raise RuntimeError("boom")

    def values(self) -> list[Any]:
        self.maintain()
        return []


def start_maintenance(broken: Broken, timers: FakeTimers, _: pytest.MonkeyPatch) -> None:
    process = SimpleNamespace(loop=timers, workers=FakeWorkers())
    _maintain(broken, process)  # type: ignore[arg-type]


def start_collections(broken: Broken, timers: FakeTimers, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_collect_young", "_collect_all"):
        monkeypatch.setattr(gc_schedule, name, lambda: None)
    monkeypatch.setattr(gc_schedule, "_collect_grown", broken.maintain)
    monkeypatch.setattr(gc_schedule.gc, "set_threshold", lambda *_: None)
    gc_schedule.schedule_collections(timers.later, lambda: 0)


def start_pings(broken: Broken, timers: FakeTimers, _: pytest.MonkeyPatch) -> None:
    Clients(
        timers,  # type: ignore[arg-type]
        broken,
        message_bytes=1,
        reason_to_refuse=lambda **_: None,
        websockets=OpenWebsockets(1, "1 per 1 second"),
        forget=(),
    )


@pytest.mark.parametrize("start", [start_maintenance, start_collections, start_pings])
def test_what_repeats_goes_on_after_an_error(start: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    broken, timers = Broken(), FakeTimers()
    start(broken, timers, monkeypatch)
    for _ in range(30):
        try:
            timers.advance(0.2)
        except RuntimeError:
            continue
    assert broken.calls > 3


def test_connections_are_accepted_after_an_error_in_the_loop(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine)
    failed = threading.Event()

    def fail() -> None:
        failed.set()
        raise RuntimeError("boom")

    server.services.process.loop.call(fail)
    assert failed.wait(PATIENCE)
    with urllib.request.urlopen(f"{server.url}/healthz", timeout=PATIENCE) as answer:
        assert answer.status == 200
    assert server.services.process.threads.errors()["loop"] == 1


def test_operators_see_errors_and_the_end_of_a_thread(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine)
    threads, browser = server.services.process.threads, server.app.test_client()
    threads._on_end = lambda: None  # this process runs the tests
    threads.count("pages", 3)
    now = figures(browser.get("/metrics").data)
    assert now["fourthought_thread_errors_total kind=pages"] == 3
    assert now["fourthought_thread_errors_total kind=loop"] == 0
    assert browser.get("/readyz").status_code == 200
    threads.start("timers", sys.exit).join(PATIENCE)
    answer = browser.get("/readyz")
    assert answer.status_code == 503
    assert answer.json["threads"] == "Service threads have ended: timers."


@pytest.mark.slow
def test_a_thread_that_ends_unasked_ends_the_process_with_an_exit_code(tmp_path: Path) -> None:
    program = [sys.executable, "-c", ENDS_A_THREAD, str(tmp_path / "games.sqlite3")]
    ended = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 1
    assert "the thread timers has ended" in ended.stderr
    assert "Error: a thread of the server has ended" in ended.stderr
