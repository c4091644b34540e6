"""Runs programs in the jail, with everything that the system offers and with parts of it taken away."""

import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.child import apart, paths
from engine.jail import probe
from engine.jail.probe import PARTS, refused
from engine.jail.process import jailed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux confines")

_WITHOUT = """
import os, platform, sys
sys.path[:0] = {paths}
from engine.jail import calls
numbers = {{"namespaces": {{"x86_64": 272, "aarch64": 97}}[platform.machine()], "landlock": 444}}
steps = [(0x20, 0, 0, 0)]
for word in {lacking}:
    steps += [(0x15, 0, 1, numbers[word]), (6, 0, 0, 0x50000 | {error})]
assert calls.install([*steps, (6, 0, 0, 0x7FFF0000)])
"""
"""Leaves the process without some means of the system, as in a container."""


def without(lacking: list[str], then: str) -> str:
    """Returns the output of a script that runs where the system lacks some means."""
    before = _WITHOUT.format(paths=paths(), lacking=lacking, error=errno.EPERM)
    ran = subprocess.run(
        [sys.executable, "-P", "-c", before + then], capture_output=True, text=True, timeout=300, check=True
    )
    return ran.stdout.strip()


def said(script: str, tmp_path: Path, **bounds: int) -> tuple[str, str, int]:
    """Returns the output, the error output and the code of a program in its jail."""
    file = tmp_path / "program.py"
    file.write_text(script, encoding="utf-8")
    given = {"memory_mb": 128, "seconds": 60, **bounds}
    words = jailed([sys.executable, "-P", str(file)], reads=[str(file)], **given)
    ran = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    return ran.stdout.strip(), ran.stderr, ran.returncode


PROBE = "from engine.jail.probe import refused; print(*refused(), sep=', ')"


def test_everything_is_refused_with_namespaces_and_without() -> None:
    assert refused() == PARTS
    assert without(["namespaces"], PROBE) == ", ".join(PARTS)


def test_what_the_system_does_not_refuse_is_not_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    held = without(["namespaces", "landlock"], PROBE)
    assert PARTS[0] not in held
    assert PARTS[1] in held
    monkeypatch.setattr(probe, "jailed", lambda words, **_: list(words))
    monkeypatch.setattr(probe, "_LIFE", 5.0)
    monkeypatch.setattr(probe, "_SETTLED", 0.5)
    assert set(refused()) <= {PARTS[2]}  # without a first process the arena is the parent, which is not tried


def test_a_command_without_a_jail_needs_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    import click

    from engine.commands import confine

    monkeypatch.setattr("engine.jail.probe.refused", lambda: PARTS[1:])
    with pytest.raises(click.UsageError, match=r"must not: other files\. With --unconfined"):
        confine(unconfined=False)
    assert confine(unconfined=True) == PARTS[1:]


def test_a_program_sees_its_room_and_five_names_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = "import os, sys\nprint(sorted(v.removeprefix(sys.prefix + '/bin:') for v in os.environ.values()))\n"
    for name in ("PATH", "LANG", "HOME", "TMPDIR", "LC_ALL", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.setenv(name, f"{tmp_path}/mine")
    right = ["/room", "/room", "/usr/local/bin:/usr/bin:/bin", "1", "C.UTF-8"]
    assert said(values, tmp_path)[0] == str(right)
    monkeypatch.undo()
    script = (
        "import os, sys\n"
        "open('mine', 'w').write('x')\n"
        "print(os.getcwd(), sorted(os.listdir('/')), sorted(os.environ), os.getpid(), os.listdir('.'))\n"
    )
    output, _, code = said(script, tmp_path)
    assert code == 0
    words = ["HOME", "LANG", "PATH", "PYTHONDONTWRITEBYTECODE", "TMPDIR"]
    assert not {"proc", "home", "run", "var", "sys"} & set(output.split("]")[0].replace("'", "").split(", "))
    assert all(name in words for name in output.split("[")[2].split("]")[0].replace("'", "").split(", "))
    assert output.startswith("/room ")
    assert output.endswith("2 ['mine']")


MEMORY = """
import ctypes, errno, mmap, os
SIZE = 400 << 20
libc = ctypes.CDLL(None, use_errno=True)
def files():
    for _ in range(32):
        os.write(os.memfd_create("x"), bytes(15 << 20))
def segment():
    if libc.shmget(0, SIZE, 0o600) < 0:
        raise OSError(ctypes.get_errno(), "")
for act in (
    lambda: mmap.mmap(-1, SIZE),
    lambda: mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS),
    lambda: mmap.mmap(os.open("/dev/zero", os.O_RDWR), SIZE),
    lambda: bytearray(SIZE),
    files,
    segment,
):
    try:
        print(act() and "taken")
    except (OSError, MemoryError) as error:
        print("refused")
"""


@pytest.mark.parametrize("lacking", [[], ["namespaces"]])
def test_no_memory_is_taken_beside_the_limit(lacking: list[str], tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(MEMORY)
    words = jailed([sys.executable, "-P", str(file)], memory_mb=128, seconds=60, reads=[str(file)])
    assert without(lacking, f"import os; os.execv({words[0]!r}, {words!r})").split() == ["refused"] * 6


SOCKETS = """
import ctypes, os, socket, struct
def attempt(act):
    try:
        act()
        return "open"
    except OSError as error:
        return error.errno
libc = ctypes.CDLL(None, use_errno=True)
def call(*given):
    if libc.syscall(*given) < 0:
        raise OSError(ctypes.get_errno(), "")
pair = socket.socketpair()
kinds = [(family, kind) for family in (1, 2, 10, 16, 17, 38, 40) for kind in (1, 2, 3, 5)]
print({attempt(lambda: socket.socket(*one)) for one in kinds},
      attempt(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
      attempt(lambda: pair[0].send(b"x")),
      attempt(lambda: call(425, 8, ctypes.create_string_buffer(200))),
      attempt(lambda: call(435, ctypes.create_string_buffer(88), 88)))
"""


def test_no_kind_of_socket_can_be_made_but_a_pair_of_streams(tmp_path: Path) -> None:
    assert said(SOCKETS, tmp_path)[0] == f"{{{errno.EPERM}}} {errno.EPERM} open {errno.EPERM} {errno.ENOSYS}"


@pytest.mark.parametrize("name", ["by path", "abstract"])
def test_no_listener_of_the_machine_is_reached(tmp_path: Path, name: str) -> None:
    address = str(tmp_path / "socket") if name == "by path" else f"\0{tmp_path}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        script = f"import socket\nsocket.socketpair()\nsocket.socket(1).connect({address!r})\nprint('reached')"
        output, error, code = said(script, tmp_path)
        assert (output, code) == ("", 1)
        assert "PermissionError" in error
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_signals_are_aimed_at_nobody_else_where_there_are_no_namespaces(tmp_path: Path) -> None:
    script = (
        "import fcntl, os, resource\n"
        "def attempt(act, *given):\n"
        "    try:\n"
        "        act(*given)\n"
        "        return 'open'\n"
        "    except OSError as error:\n"
        "        return type(error).__name__\n"
        f"other = {os.getpid()}\n"
        "reader, writer = os.pipe()\n"
        "print(attempt(os.kill, other, 0), attempt(os.kill, -1, 0), attempt(os.kill, os.getpid(), 0),\n"
        "      attempt(fcntl.fcntl, reader, fcntl.F_SETOWN, other), attempt(fcntl.fcntl, reader, 10, 9),\n"
        "      attempt(resource.prlimit, other, resource.RLIMIT_CPU), attempt(os.setpriority, 0, other, 19))\n"
    )
    file = tmp_path / "program.py"
    file.write_text(script, encoding="utf-8")
    words = jailed([sys.executable, "-P", str(file)], memory_mb=128, seconds=60, reads=[str(file)])
    output = without(["namespaces"], f"import os; os.execv({words[0]!r}, {words!r})")
    assert output.split() == ["PermissionError", "PermissionError", "open", *["PermissionError"] * 4]


LINGERS = """
import ctypes, os, sys, time
ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
print("ok", flush=True)
if not os.fork():
    os.setsid()
    os.fork()
    time.sleep(600)
sys.stdin.read()
"""


@pytest.mark.parametrize("lacking", [[], ["namespaces"]])
@pytest.mark.parametrize("ended", ["by itself", "by the arena", "by its group"])
def test_nothing_of_a_program_lives_after_its_end(tmp_path: Path, lacking: list[str], ended: str) -> None:
    """Every process of the program holds its output, which has come to its end: otherwise reading it takes minutes."""
    file = tmp_path / "program.py"
    file.write_text(LINGERS, encoding="utf-8")
    words = jailed([sys.executable, "-P", str(file)], memory_mb=128, seconds=60, reads=[str(file)])
    if lacking:
        before = _WITHOUT.format(paths=paths(), lacking=lacking, error=errno.EPERM)
        words = [sys.executable, "-P", "-c", f"{before}\nos.execv({words[0]!r}, {words!r})"]
    began = time.monotonic()
    with subprocess.Popen(words, stdin=-1, stdout=-1, start_new_session=True) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == b"ok\n"
        if ended == "by itself":
            process.stdin.close()
        elif ended == "by the arena":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
        assert process.stdout.read() == b""
    assert time.monotonic() - began < 500


def test_limits_cannot_be_raised_again(tmp_path: Path) -> None:
    script = (
        "import resource\n"
        "for name in ('DATA', 'CPU', 'FSIZE', 'NOFILE', 'CORE'):\n"
        "    number = getattr(resource, 'RLIMIT_' + name)\n"
        "    soft, hard = resource.getrlimit(number)\n"
        "    try:\n"
        "        resource.setrlimit(number, (soft, hard + 1))\n"
        "        print(name, 'raised')\n"
        "    except (ValueError, OSError):\n"
        "        pass\n"
        "try:\n"
        "    bytearray(200 << 20)\n"
        "    print('taken')\n"
        "except MemoryError:\n"
        "    print('refused', flush=True)\n"
        "while True:\n"
        "    pass\n"
    )
    output, _, code = said(script, tmp_path, seconds=1)
    assert output == "refused"
    assert code == 128 + signal.SIGKILL


def test_the_room_has_a_bound(tmp_path: Path) -> None:
    script = (
        "import os\n"
        "try:\n"
        "    for number in range(10):\n"
        "        open(str(number), 'wb').write(bytes(15 << 20))\n"
        "    print('written')\n"
        "except OSError as error:\n"
        "    print(error.errno)\n"
    )
    assert said(script, tmp_path)[0] == str(errno.ENOSPC)


def test_no_control_character_reaches_the_terminal_and_no_flood(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "sys.stderr.write('\\x1b]52;c;eA==\\x07 \\x9b31m \\u202e' + '\\n')\n"
        "sys.stderr.write('x' * (1 << 20) + '\\n')\n"
        "print('done')\n"
    )
    output, error, code = said(script, tmp_path)
    assert (output, code) == ("done", 0)
    assert all(letter.isprintable() for letter in error.replace("\n", ""))
    assert error.startswith("\ufffd]52;c;eA==\ufffd")
    assert len(error) < 5000


def test_a_program_in_a_linked_folder_starts(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "program.py").write_text("print('here')", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    file = str(tmp_path / "link" / "program.py")
    words = jailed([sys.executable, "-P", file], memory_mb=128, seconds=60, reads=[file])
    assert subprocess.run(words, capture_output=True, text=True, timeout=300, check=False).stdout == "here\n"


def test_a_module_starts_with_nothing_in_the_environment(tmp_path: Path) -> None:
    words = apart("engine.version")
    ran = subprocess.run(words, env={}, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert "has no attribute 'main'" in ran.stderr


@pytest.mark.parametrize("lacking", [[], ["namespaces"]])
def test_node_runs(lacking: list[str]) -> None:
    node = shutil.which("node") or pytest.skip("there is no node here")
    words = jailed([node, "-e", "console.log(1 + 1)"], memory_mb=512, seconds=60, reads=[os.path.realpath(node)])
    assert without(lacking, f"import os; os.execv({words[0]!r}, {words!r})") == "2"
