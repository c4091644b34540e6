"""Tests compilation in processes of their own: each is bounded, told of when it fails, and ends with its parent."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from engine.compile_process import CompileProcesses, CompilingStoppedError, only_one
from engine.compiled import NotCompiledError, kernel, loading_only
from engine.mind.search.kernel_parts import Part, compile_all, parts_of

from engine import compile_process
from engine.games import find
from engine.mind.search import kernel_parts
from engine.mind.search.kernels import KernelCache
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
SLEEPS = "import time; time.sleep(600)"
FAILS = "import sys; sys.exit('the disk is full')"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compile_process, "use_cache_directory", lambda: tmp_path)
    return tmp_path


def python(*codes: str) -> tuple[CompileProcesses, list[Sequence[str]]]:
    """Returns processes that run the given sources one after the other, the last one repeatedly, and their parts."""
    begun: list[Sequence[str]] = []

    def command(parts: Sequence[str]) -> Sequence[str]:
        begun.append(parts)
        return [sys.executable, "-S", "-E", "-c", codes[min(len(begun), len(codes)) - 1]]

    return CompileProcesses(command), begun


def compile_in_thread(processes: CompileProcesses, *parts: str) -> tuple[threading.Thread, list[object]]:
    answers: list[object] = []

    def run() -> None:
        try:
            answers.append(processes.compile(parts))
        except CompilingStoppedError as stopped:
            answers.append(stopped)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, answers


def test_two_processes_begin_with_different_parts(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    processes, begun = python("")
    assert processes.compile(["exact", "limited", "tree"])
    assert begun == [("exact", "limited", "tree"), ("limited", "tree", "exact")]


def test_a_killed_process_is_told_of_and_replaced(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    processes, begun = python(SLEEPS, "")
    thread, answers = compile_in_thread(processes, "tree")
    wait_until(processes.pids)
    os.kill(processes.pids()[0], signal.SIGKILL)
    thread.join(PATIENCE)
    assert answers == [True]
    assert len(begun) == 2
    assert f"ended with code {-signal.SIGKILL}" in caplog.text


class Interrupted(CompileProcesses):
    """Meets an error, or the end, between the starts of two processes."""

    error: OSError | None = None

    def _start(self, parts: Sequence[str], said: int) -> subprocess.Popen[bytes]:
        if self.pids() and self.error:
            raise self.error
        process = super()._start(parts, said)
        if not self.error:
            self.close()
        return process


def test_a_process_started_before_the_end_or_an_error_ends_as_well(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    processes = Interrupted(lambda _: [sys.executable, "-S", "-E", "-c", SLEEPS])
    processes.error = OSError(11, "no room for a process")
    assert not processes.compile(["exact", "tree"])
    assert processes.pids() == []
    processes.error = None
    with pytest.raises(CompilingStoppedError):
        processes.compile(["exact", "tree"])
    assert processes.pids() == []


def test_where_processes_fail_their_words_are_logged_and_this_process_compiles(
    cache: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes, begun = python(FAILS)
    kernels = KernelCache()
    kernels.compile_apart(processes)
    monkeypatch.setattr(Part, "is_kept", lambda _: False)
    kernels._compile_missing([Part("tree")])
    assert len(begun) == 2
    assert "ended with code 1: the disk is full" in caplog.text
    assert "own process compiles from now on" in caplog.text


def test_without_processes_this_process_compiles(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert not CompileProcesses(lambda _: ["/nowhere/python"]).compile(["tree"])
    assert "no process for compiling can be started" in caplog.text


def test_without_a_cache_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_process, "use_cache_directory", lambda: None)
    processes, begun = python("")
    assert not processes.compile(["tree"])
    assert begun == []


def test_the_end_of_the_engine_ends_the_processes(cache: Path) -> None:
    processes, _ = python(SLEEPS)
    thread, answers = compile_in_thread(processes, "tree")
    wait_until(processes.pids)
    processes.close()
    thread.join(PATIENCE)
    assert isinstance(answers[0], CompilingStoppedError)
    assert processes.pids() == []
    with pytest.raises(CompilingStoppedError):
        processes.compile(["tree"])


def test_two_at_once_compile_each_part_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    begun, go_on = threading.Event(), threading.Event()
    kept: set[str] = set()

    def build(part: Part) -> None:
        if str(part) in kept:
            return
        compiled.append(str(part))
        if len(compiled) == 1:
            begun.set()
            assert go_on.wait(PATIENCE)
        kept.add(str(part))

    monkeypatch.setattr(Part, "build", build)
    parts = [*parts_of(find("connect4")), Part("tree")]
    first, second = (threading.Thread(target=compile_all, args=(list(parts),)) for _ in range(2))
    first.start()
    assert begun.wait(PATIENCE)
    second.start()
    wait_until(lambda: len(compiled) == 3)  # the other parts do not wait for the first one
    go_on.set()
    first.join(PATIENCE)
    second.join(PATIENCE)
    assert compiled == ["exact-7x6x4", "limited-7x6x4", "tree"]


def test_one_alone_holds_a_name(cache: Path) -> None:
    with only_one("tree", wait=False) as first, only_one("tree", wait=False) as second:
        assert (first, second) == (True, False)
    with only_one("tree", wait=True) as third:
        assert third


@pytest.mark.parametrize("name", ["connect4", "connect4-8x7", "gomoku7"])
def test_parts_are_named_so_that_another_process_finds_the_board(name: str) -> None:
    game = find(name)
    for part in parts_of(game):  # type: ignore[arg-type]
        again = Part.read(str(part))
        assert again == part
        board = again.game()
        assert (board.width, board.height, board.connect, board.gravity) == (
            game.width, game.height, game.connect, game.gravity  # type: ignore[attr-defined]
        )  # fmt: skip


def test_a_kernel_is_loaded_or_refused_where_none_may_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import types

    def never_seen(number: int) -> int:
        return number + 123456789

    with loading_only(), pytest.raises(NotCompiledError):
        kernel(types.int64(types.int64))(never_seen)
    monkeypatch.setattr(kernel_parts.exact, "build", lambda *_, **__: kernel(types.int64(types.int64))(never_seen))
    assert not Part("exact", "7x6x4").is_kept()
