"""Tests the one kind of child: messages, priority, its end with the parent, and where it looks for modules."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.child import Child, ChildError, Frames, command, frame
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
ECHO = """
import os, sys, time
from engine.child import Parent
parent = Parent()
print("a library says something")
for message in parent.messages():
    if message == b"nice":
        message = str(os.getpriority(os.PRIO_PROCESS, 0)).encode()
    if message == b"sleep":
        time.sleep(600)
    parent.send(message)
"""


@pytest.fixture
def child() -> Iterator[Child]:
    child = Child([sys.executable, "-c", ECHO], niceness=7)
    yield child
    child.close()


def test_messages_come_back_in_order_whatever_is_printed(child: Child) -> None:
    for message in (b"", b"one", bytes(300_000), b"two"):
        child.send(message)
        assert child.receive(PATIENCE) == message


def test_it_has_a_priority_of_its_own(child: Child) -> None:
    child.send(b"nice")
    assert int(child.receive(PATIENCE)) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)


def test_silence_and_death_are_errors(child: Child) -> None:
    child.send(b"sleep")
    with pytest.raises(ChildError, match=r"nothing for 0.05 seconds"):
        child.receive(0.05)
    assert child.is_running()
    os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(ChildError, match="closed its end"):
        child.receive(PATIENCE)
    assert child.close() == -signal.SIGKILL
    with pytest.raises(ChildError):
        child.send(b"one")


def test_ctrl_c_is_for_the_parent(child: Child) -> None:
    child.send(b"one")
    child.receive(PATIENCE)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(child.pid, number)
    child.send(b"two")
    assert child.receive(PATIENCE) == b"two"
    assert child.close(PATIENCE) == 0, "the end of the pipe ends it"


def test_a_process_that_cannot_be_started_is_an_error() -> None:
    with pytest.raises(ChildError, match="can be started"):
        Child(["/nowhere/python"])


def test_frames_come_apart_byte_by_byte_and_large_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.child.LARGEST", 1000)
    frames, messages = Frames(), [b"one", b"", bytes(1000)]
    found = [one for byte in b"".join(map(frame, messages)) for one in frames.feed(bytes([byte]))]
    assert found == messages
    assert frames.feed(b"".join(map(frame, messages))) == messages
    with pytest.raises(ChildError, match="1001 bytes"):
        frames.feed(frame(bytes(1001)))


@pytest.mark.parametrize("ends", ["end_with_parent()", "end_by_signal()"])
def test_it_ends_with_a_parent_that_was_killed(tmp_path: Path, ends: str) -> None:
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    code = "import sys, time; from engine.child import *; file = open(sys.argv[1], 'w'); "
    code += f"{ends}; file.write('x'); file.flush(); time.sleep(600)"
    parent = (
        f"import sys, time; from engine.child import start; start([sys.executable, '-c', {code!r}, {str(alive)!r}]);"
    )
    process = subprocess.Popen([sys.executable, "-c", f"{parent} time.sleep(600)"], cwd=ROOT)
    with alive.open() as end:
        assert end.read(1) == "x"  # the child runs, and watches
        process.kill()
        process.wait(PATIENCE)
        assert end.read() == ""  # at the end of the child


def test_it_never_imports_from_the_folder_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("engine", "webapp", "msgspec", "struct", "gzip"):
        (tmp_path / f"{name}.py").write_text("import os; os._exit(9)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(".")
    monkeypatch.syspath_prepend(f"{tmp_path}/../{tmp_path.name}/")
    child = Child(command("webapp.http.lab.worker"))
    child.send(b"\x92\xa3run\x80")
    assert child.receive(PATIENCE)[:1] == b"\x93"
    child.close()
