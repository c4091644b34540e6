"""Runs Ray's own processes on this machine, as long as this process lives."""

import ctypes
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from webapp.cluster.machines import quiet
from webapp.cluster.machines.ray_settings import MachinesError

_log = logging.getLogger(__name__)

_START = (sys.executable, "-P", "-m", "ray.scripts.scripts", "start", "--block")
_SMALL_STORE = 100_000_000
"""Bytes for stored objects. A batch has some kilobytes, a learner some megabytes."""
_LONGEST_START, _LONGEST_END = 120.0, 15.0
_AGAIN = 2.0
"""Seconds from an end of Ray to the next beginning."""
_TAIL = 2_000
_PARENT_DEATH_SIGNAL = 1  # of prctl(2)


class RayNode:
    """Holds the processes of Ray on this machine, a head or a node of a cluster. They end with this process.

    Args:
        arguments: the arguments of ``ray start``.
        name: of the folder of Ray's logs and sockets, in the folder of temporary files.
        environ: more variables than those of this process, which ``ray_settings.prepare`` has set.

    Raises:
        MachinesError: the folder belongs to another user.
    """

    def __init__(self, arguments: Sequence[str], name: str, environ: Mapping[str, str] | None = None) -> None:
        self.folder = Path(tempfile.gettempdir()) / name
        self.folder.mkdir(mode=0o700, exist_ok=True)
        if self.folder.lstat().st_uid != os.getuid():
            raise MachinesError(f"{self.folder} belongs to another user, who could read along; remove the folder")
        # With the address of an earlier node a head would believe that it already runs.
        (self.folder / "ray_current_cluster").unlink(missing_ok=True)
        (self.folder / "quiet").unlink(missing_ok=True)
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the process)
        self._process = subprocess.Popen(  # noqa: S603 (this command's own words)
            [*_START, *arguments, *_COMMON, "--temp-dir", str(self.folder)],
            env={**os.environ, quiet.VARIABLE: str(self.folder / "quiet"), **(environ or {})},
            stdin=subprocess.DEVNULL,
            stdout=self._said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_end_with_parent,
        )

    def check(self) -> None:
        """Raises ``MachinesError`` with Ray's last line if a process has ended."""
        if self._process.poll() is not None:
            self._said.seek(0)
            words = self._said.read()[-_TAIL:].decode(errors="replace").strip().splitlines() or ["nothing"]
            raise MachinesError(f"Ray has ended on this machine; its logs are in {self.folder}; it said: {words[-1]}")

    def wait(self) -> None:
        """Waits for Ctrl-C or SIGTERM, or raises ``MachinesError`` when a process of Ray has ended."""
        stop = threading.Event()
        before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            while not stop.wait(1.0):
                self.check()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def stop(self) -> None:
        """Ends the processes."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self._process.pid, number)
                self._process.wait(_LONGEST_END)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
        self._process.wait()
        self._said.close()


_COMMON = (
    *("--disable-usage-stats", "--include-log-monitor", "false", "--log-style", "record", "--log-color", "false"),
    *("--object-store-memory", str(_SMALL_STORE)),
)


def run_head(listen: str, port: int, environ: Mapping[str, str], say: Callable[[str], object]) -> None:
    """Runs Ray's head, which knows machines, hosts and jobs and runs no job, until Ctrl-C or SIGTERM.

    If Ray ends by itself, the head starts again with what it has stored. On a busy machine Ray ends if the parts of a
    node have not found each other after 15 seconds.

    Args:
        listen: the address of this machine.
        port: the port of the head.
        environ: the variables of ``ray_settings.remember``.
        say: called with a sentence for a person.

    Raises:
        MachinesError: the head cannot start.
    """
    arguments = ["--head", "--port", str(port), "--node-ip-address", listen, "--num-cpus", "0"]
    began = False
    while True:
        node = RayNode([*arguments, "--include-dashboard", "false"], f"fourthought-head-{port}", environ)
        try:
            _wait_for_port(listen, port, node)
            if not began:
                say(f"The head of the cluster is at {listen}:{port}")
            began = True
            node.wait()
            return
        except MachinesError as error:
            if not began:
                raise
            _log.warning("%s; it begins again", error)
        finally:
            node.stop()
        time.sleep(_AGAIN)


def start_node(head: str, listen: str, cores: int, resource: str) -> RayNode:
    """Starts a node of a cluster on this machine.

    Args:
        head: the address of the head.
        listen: the address of this machine.
        cores: cores for jobs.
        resource: a name of this node alone, by which Ray starts a host on this machine.
    """
    arguments = ["--address", head, "--node-ip-address", listen, "--num-cpus", str(cores)]
    folder = "fourthought-" + "".join(sign if sign.isalnum() else "-" for sign in resource)
    return RayNode([*arguments, "--resources", json.dumps({resource: 1})], folder)


def _wait_for_port(host: str, port: int, node: RayNode) -> None:
    end = time.monotonic() + _LONGEST_START
    while True:
        node.check()
        try:
            socket.create_connection((host, port), timeout=1.0).close()
        except OSError:
            if time.monotonic() > end:
                raise MachinesError(f"the head does not listen at {host}:{port}") from None
            time.sleep(0.2)
        else:
            return


def _end_with_parent() -> None:
    """Makes the kernel end this process with its parent (Linux), so that no node outlives the command."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGTERM)
