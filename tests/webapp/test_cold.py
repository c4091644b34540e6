"""Tests a server whose kernels are not compiled yet. Nothing is compiled: the processes only wait."""

import os
import signal
import sys

import pytest
from engine.compile_process import CompileProcesses
from engine.mind.search.kernel_parts import Part

import engine
from engine.mind.search.kernels import KernelCache
from tests.conftest import StartServer
from tests.waiting import wait_until
from tests.webapp.client import Client

WAITS = [sys.executable, "-S", "-c", "input()"]


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> CompileProcesses:
    """Makes every server of the test a cold one, and returns its compiling processes."""
    cold, processes = KernelCache(), CompileProcesses(lambda _: WAITS)
    monkeypatch.setattr(Part, "is_kept", lambda _: False)
    monkeypatch.setattr(Part, "build", lambda _: None)
    monkeypatch.setattr(cold, "_build", lambda _: cold._kernels.update({(7, 6, 4, True): None}))  # type: ignore[dict-item]
    monkeypatch.setattr(engine, "compile_apart", lambda: cold.compile_apart(processes))
    for name in ("stop_compiling", "warm_up", "readiness", "are_loaded"):
        monkeypatch.setattr(engine, name, getattr(cold, name))
    return processes


def test_a_cold_server_answers_while_processes_compile_and_compiles_itself_when_they_are_killed(
    start_server: StartServer, processes: CompileProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    server = start_server(minimum_reply=0.0)
    with Client(server.url) as client:
        seats = [{"kind": "human"}, {"kind": "engine", "level": 1}]
        opened = client.call("new_game", game="connect4", seats=seats)
        assert not opened["state"]["engine"]["ready"]
        assert client.call("move", game_id=opened["game_id"], ply=0, move=4, request_id="1")["ok"]
        assert client.until("game", lambda payload: payload["ply"] == 2)
        killed, count = set[int](), min(2, os.cpu_count() or 1)

        def alive() -> set[int]:
            pids = {*processes.pids()} - killed
            return pids if len(pids) >= count else set()

        for _ in range(2):  # the processes, and then the replacements
            for pid in wait_until(alive):
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        assert client.until("engine", lambda payload: payload["ready"])
    assert caplog.text.count("a compiling process has ended") == 2
    assert "own process compiles from now on" in caplog.text


def test_no_compiling_process_outlives_the_server(
    start_server: StartServer, processes: CompileProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    server = start_server()
    wait_until(processes.pids)
    server.services.owner.engine.close()
    wait_until(lambda: not processes.pids())
    assert caplog.text == ""
