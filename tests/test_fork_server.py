"""Tests programs begun as forks: they are what ``python -m`` would run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fork_server import VARIABLE, Forked, fork_server, start

PROGRAM = """
import atexit, json, os, signal, sys, threading
atexit.register(print, "the end", flush=True)
print(json.dumps({
    "name": __name__, "arguments": sys.argv[1:], "variables": dict(os.environ), "folder": os.getcwd(),
    "pid": os.getpid(), "threads": threading.active_count(), "read": sys.stdin.read(),
    "signals": [signal.getsignal(each) == usual for each, usual in (
        (signal.SIGTERM, signal.SIG_DFL), (signal.SIGCHLD, signal.SIG_DFL)
    )],
}), flush=True)
if "wait" in sys.argv:
    signal.pause()
threading.Thread(target=print, args=("a thread",), kwargs={"flush": True}).start()
sys.exit(int(sys.argv[1]))
"""


@pytest.fixture(params=["forks", "programs of their own"])
def environ(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, str]]:
    """Returns the variables for a program that Python finds by the name ``program``."""
    (tmp_path / "program.py").write_text(PROGRAM)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    if request.param == "forks":
        with fork_server("json"):
            yield {"PYTHONPATH": str(tmp_path), "WORD": "a word"}
    else:
        monkeypatch.delenv(VARIABLE, raising=False)
        yield {"PYTHONPATH": str(tmp_path), "WORD": "a word"}


def test_a_program_has_arguments_variables_output_and_exit_code(environ: dict[str, str]) -> None:
    process = start("program", "3", "more", environ=environ)
    assert isinstance(process, Forked) == (VARIABLE in os.environ)
    assert process.stdout is not None
    with process.stdout as output:
        said = json.loads(output.readline())
        assert output.read() == "a thread\nthe end\n"
    assert said["pid"] == process.pid
    assert (said["name"], said["arguments"], said["threads"]) == ("__main__", ["3", "more"], 1)
    assert said["variables"].items() >= environ.items()
    assert VARIABLE not in said["variables"]
    assert Path(said["folder"]) == Path(__file__).parents[1]
    assert said["signals"] == [True, True]
    assert (process.wait(60), process.poll(), process.returncode) == (3, 3, 3)
    process.kill()  # nobody is killed any more


def test_a_program_runs_until_a_signal_and_writes_into_a_file(environ: dict[str, str], tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        process = start("program", "0", "wait", environ=environ, output=log)
    assert process.stdout is None
    while '"signals"' not in (tmp_path / "log").read_text():
        assert process.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.01)
    process.terminate()
    assert process.wait(60) == -signal.SIGTERM


def test_without_forks_a_program_of_its_own_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nobody listens"))
    with (tmp_path / "log").open("wb") as log:
        process = start("json.tool", "--help", environ={}, output=log)
    assert isinstance(process, subprocess.Popen)
    assert process.wait(60) == 0


def test_forks_find_what_was_imported_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "heavy.py").write_text("import os\nPROCESS = os.getpid()\n")
    (tmp_path / "light.py").write_text("import heavy, os\nprint(heavy.PROCESS, os.getppid())\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    numbers = list[list[str]]()
    with fork_server("heavy"):
        for _ in range(2):
            process = start("light", environ={})
            assert process.stdout is not None
            with process.stdout as output:
                numbers.append(output.read().split())
            assert process.wait(60) == 0
    assert len({imported for imported, _ in numbers}) == 1
    assert len({imported for imported, _ in numbers} | {keeper for _, keeper in numbers}) == 3
