"""Runs the lines of the shipped unit below a folder as systemd runs them below ``/``, on a machine without systemd.

What this cannot apply is named: ``Unit.untried``.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.programs import free_port
from tests.wire import Target

NOBODY = 65534
"""The user of the server where this runs as root: the unit's DynamicUser has no name of ours either."""
_PLACES = re.compile(r"(?<![\w.])/(?=(?:opt|var|etc)\b)")
_DENIES = "MemoryDenyWriteExecute"
_APPLIED = {
    *("Type", "ExecStart", "Environment", "EnvironmentFile", "StateDirectory", "StateDirectoryMode", "UMask"),
    *("LimitNOFILE", "NoNewPrivileges"),
}
_AS_USER = {"DynamicUser", "CapabilityBoundingSet", "AmbientCapabilities"}
"""Keys that hold where the server runs as a plain user: such a user has no capability."""
_DENY = "import ctypes; libc = ctypes.CDLL(None, use_errno=True); denied = libc.prctl(65, 1, 0, 0, 0)\n"
"""PR_SET_MDWE with PR_MDWE_REFUSE_EXEC_GAIN (prctl(2), Linux 6.3): no memory may be written and executed."""
_START = """
import json, os, resource, sys
told = json.loads(sys.argv[1])
os.dup2(told["socket"], 3)
resource.setrlimit(resource.RLIMIT_NOFILE, (told["files"], told["files"]))
if told["user"] is not None:
    os.setgroups([]), os.setgid(told["user"]), os.setuid(told["user"])
os.umask(told["umask"])
import ctypes
assert ctypes.CDLL(None).prctl(38, 1, 0, 0, 0) == 0, "PR_SET_NO_NEW_PRIVS"
environ = {**told["environ"], "LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execve(told["command"][0], told["command"], environ)
"""


def interpreter() -> tuple[str, int | None]:
    """Returns a Python of this version, and the user to run it: None for this one."""
    base = os.path.realpath(sys.executable)
    if os.geteuid():
        return base, None
    system = shutil.which(f"python{sys.version_info[0]}.{sys.version_info[1]}", path="/usr/local/bin:/usr/bin")
    for found in filter(None, (base, system)):
        try:
            command = [found, "-c", "import ensurepip, socket, sqlite3"]
            subprocess.run(command, check=True, capture_output=True, user=NOBODY, group=NOBODY, extra_groups=[])
        except (OSError, subprocess.CalledProcessError):
            continue
        return found, NOBODY
    return base, None


def denies_writing_and_executing() -> bool:
    """Returns whether this kernel has PR_SET_MDWE."""
    return subprocess.run([sys.executable, "-c", f"{_DENY}raise SystemExit(denied != 0)"], check=False).returncode == 0


class Unit:
    """Reads ``fourthought.service``, with every place of the system below a folder.

    Args:
        deploy: the folder with the unit and the files that its head names.
        root: the folder that stands for ``/``.
        host: the name of the host in the settings.
    """

    def __init__(self, deploy: Path, root: Path, host: str) -> None:
        self.deploy, self.root, self._host = deploy, root, host
        text = _PLACES.sub(f"{root}/", (deploy / "fourthought.service").read_text())
        self.head = re.findall(r"^#     (.+?)(?:    \(.*\))?$", text, re.MULTILINE)
        self._keys = dict[str, list[str]]()
        for key, value in re.findall(r"^([A-Z]\w+)=(.*)$", text.partition("[Service]")[2], re.MULTILINE):
            self._keys.setdefault(key, []).append(value)
        self.python, self.user = interpreter()
        self._socket = socket.create_server(("127.0.0.1", free_port()), backlog=2048)
        self.target = Target(*self._socket.getsockname())
        self.denies = denies_writing_and_executing() and _DENIES in self._keys

    def untried(self) -> list[str]:
        """Returns the keys of the service that nothing here applies."""
        applied = _APPLIED | (_AS_USER if self.user is not None or os.geteuid() else set())
        applied |= {_DENIES} if self.denies else set()
        return sorted(self._keys.keys() - applied)

    def install(self, wheels: Path, fill: Mapping[str, Path]) -> None:
        """Runs the head's lines, without a network.

        Args:
            wheels: the folder with the wheel.
            fill: what lies in the environment before the package is installed: paths by their names there.
        """
        for name in ("opt", "etc/systemd/system", "root", "var/backups", "var/lib/private"):
            (self.root / name).mkdir(parents=True)
        environ = {"PATH": f"{self.root / 'path'}:{os.environ['PATH']}", "PIP_CONFIG_FILE": os.devnull}
        environ |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "HOME": str(self.root / "root")}
        (self.root / "path").mkdir()
        (self.root / "path" / "python3").symlink_to(self.python)
        for line in self.head[:3]:
            for command in line.split(" && "):
                self._run(command, environ)
                if " -m venv " in command:
                    (packages,) = self.root.glob("opt/fourthought/lib/python3*/site-packages")
                    for name, path in fill.items():
                        copy = shutil.copytree if path.is_dir() else shutil.copyfile
                        copy(path, packages / name)
        file = self.root / "etc/fourthought/fourthought.env"
        file.write_text(file.read_text().replace("play.example.org", self._host))
        state = self.root / "var/lib/private/fourthought"
        state.mkdir(mode=int(self._keys["StateDirectoryMode"][-1], 8))
        (self.root / "var/lib/fourthought").symlink_to("private/fourthought")
        if self.user is not None:
            os.chown(state, self.user, self.user)

    def write_protect(self, writable: bool = False) -> None:
        """Takes away, or gives back, the right to write the environment: it is read-only to its owner, too."""
        for folder, _, _ in os.walk(self.root / "opt"):
            os.chmod(folder, 0o755 if writable else 0o555)

    def command(self, name: str) -> str:
        """Runs the head's line for a backup, or the same line with another command. Returns what it says.

        Args:
            name: the command, such as "backup".
        """
        (line,) = [one for one in self.head if " backup " in one]
        return self._run(line.replace(" backup ", f" {name} "), {"PATH": "/usr/bin:/bin"})

    @contextmanager
    def running(self, output: IO[bytes], **settings: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Runs the server on the socket unit's address, and yields the process.

        Args:
            settings: in the environment beside those of the unit.
        """
        lines = [word for line in self._keys["Environment"] for word in shlex.split(line)]
        for file in self._keys["EnvironmentFile"]:
            lines += [line for line in Path(file.removeprefix("-")).read_text().splitlines() if line[:1].isalpha()]
        told = {
            "socket": self._socket.fileno(),
            "files": int(self._keys["LimitNOFILE"][-1]),
            "user": self.user,
            "umask": int(self._keys["UMask"][-1], 8),
            "environ": {"PATH": "/usr/bin:/bin", **dict(line.split("=", 1) for line in lines), **settings},
            "command": shlex.split(self._keys["ExecStart"][-1]),
        }
        program = f"{_DENY if self.denies else ''}{'assert not denied' if self.denies else ''}\n{_START}"
        command = [self.python, "-c", program, json.dumps(told)]
        process = subprocess.Popen(
            command, cwd="/", env={}, stdout=output, stderr=output, pass_fds=[self._socket.fileno()]
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(120)

    def close(self) -> None:
        """Closes the address."""
        self._socket.close()

    def _run(self, command: str, environ: Mapping[str, str]) -> str:
        done = subprocess.run(
            ["sh", "-ec", command], cwd=self.deploy, env=environ, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{command}\n{done.stdout}{done.stderr}")
        return (done.stdout + done.stderr).strip()
