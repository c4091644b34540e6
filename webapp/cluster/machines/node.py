"""Runs Ray's own processes on this machine, as long as this process lives."""

import ctypes
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from webapp.cluster.machines import quiet
from webapp.cluster.machines.ray_settings import MachinesError

_log = logging.getLogger(__name__)

_START = (sys.executable, "-P", "-m", "ray.scripts.scripts", "start", "--block")
_COMMON = (
    *("--disable-usage-stats", "--include-log-monitor", "false", "--log-style", "record", "--log-color", "false"),
    *("--object-store-memory", "100000000"),  # a batch has some kilobytes, a learner some megabytes
)
_LONGEST_START, _LONGEST_END = 120.0, 15.0
_AGAIN = 2.0
"""Seconds from an end of Ray to the next beginning."""
_LOOK = 0.5
_TAIL = 2_000
_PARENT_DEATH_SIGNAL = 1  # of prctl(2)


class RayNode:
    """Holds the processes of Ray on this machine, a head or a node of a cluster, by the arguments of ``ray start``.
    They end with this process. ``name`` is that of a temporary folder for logs and sockets. Raises MachinesError if the
    folder belongs to another user."""

    def __init__(self, arguments: Sequence[str], name: str) -> None:
        self.folder = Path(tempfile.gettempdir()) / name
        self.folder.mkdir(mode=0o700, exist_ok=True)
        if self.folder.lstat().st_uid != os.getuid():
            raise MachinesError(f"{self.folder} belongs to another user, who could read along; remove the folder")
        # With the address of an earlier node a head would believe that it already runs.
        (self.folder / "ray_current_cluster").unlink(missing_ok=True)
        self.quiet = self.folder / "quiet"
        self.quiet.unlink(missing_ok=True)
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the process)
        self._process = subprocess.Popen(  # noqa: S603 (this command's own words)
            [*_START, *arguments, *_COMMON, "--temp-dir", str(self.folder)],
            env={**os.environ, quiet.VARIABLE: str(self.quiet)},
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


def run_head(listen: str, port: int, say: Callable[[str], object]) -> None:
    """Runs Ray's head, which knows machines and jobs and runs no job, until Ctrl-C or SIGTERM. ``say`` is called with a
    sentence for a person. Raises MachinesError if the head cannot start."""
    arguments = ["--head", "--port", str(port), "--node-ip-address", listen, "--num-cpus", "0"]
    stop = threading.Event()
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}

    def begun(node: RayNode) -> None:
        _wait_for_port(listen, port, node)
        say(f"The head of the cluster is at {listen}:{port}")

    try:
        _keep([*arguments, "--include-dashboard", "false"], f"fourthought-head-{port}", stop, begun=begun)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def jobs_here(head: str, listen: str, cores: int, quiet_for: Callable[[], float]) -> Iterator[None]:
    """Runs a node of Ray at ``listen`` for jobs of the cluster of ``head``, which wait while a move is due."""
    stop = threading.Event()
    arguments = ["--address", head, "--node-ip-address", listen, "--num-cpus", str(cores)]
    name = "fourthought-host-" + "".join(sign if sign.isalnum() else "-" for sign in f"{listen}-{os.getpid()}")
    thread = threading.Thread(target=_keep, args=(arguments, name, stop, quiet_for), name="jobs", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _keep(
    arguments: Sequence[str],
    name: str,
    stop: threading.Event,
    quiet_for: Callable[[], float] | None = None,
    begun: Callable[[RayNode], None] | None = None,
) -> None:
    """Keeps a node running until ``stop``. Where Ray ends by itself, it begins again: on a busy machine Ray ends if the
    parts of a node have not found each other after 15 seconds, and without a head after a minute. Raises MachinesError
    if ``begun``, called once with the first node, raises it."""
    while not stop.is_set():
        node = RayNode(arguments, name)
        try:
            if begun:
                begun(node)
                begun = None
            while not stop.wait(_LOOK):
                node.check()
                if quiet_for:
                    quiet.note(node.quiet, quiet_for())
        except MachinesError as error:
            if begun:
                raise
            _log.warning("%s; it begins again", error)
        finally:
            node.stop()
        stop.wait(_AGAIN)


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
