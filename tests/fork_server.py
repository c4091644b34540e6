"""Starts programs of the project as forks of one process that has imported the project and loaded kernels.

A server of its own spends two and a half seconds of a core before it is ready, on imports and on Numba, and a run of
all tests starts a dozen. A fork begins behind both. The process in the middle is fresh and has a single thread, so
forks inherit nothing of pytest and of the tests. ``workers.py`` starts the process. Without the process (``python -m
pytest tests/PATH``, a system without forks) ``start`` runs the command itself, as test_cli.py and test_production.py
always do.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

ROOT = Path(__file__).resolve().parents[1]
VARIABLE = "FOURTHOUGHT_FORK_SERVER"
"""The variable with the path of the process's socket."""
_CODE = struct.Struct("=i")


class Forked:
    """Stands for a forked program, as ``subprocess.Popen`` stands for a program of its own.

    Args:
        line: tells the number of the process, and at the end the exit code.
        stdout: the output; None where a file takes the output.

    Raises:
        ConnectionResetError: nobody answers.
    """

    def __init__(self, line: socket.socket, stdout: IO[str] | None) -> None:
        self._line, self.stdout = line, stdout
        self.returncode: int | None = None
        number = line.recv(_CODE.size)
        if not number:
            raise ConnectionResetError
        (self.pid,) = _CODE.unpack(number)

    def wait(self, timeout: float | None = None) -> int:
        """Waits for the end, and returns the exit code, negative after a signal."""
        if self.returncode is None:
            self._line.settimeout(timeout)
            try:
                code = self._line.recv(_CODE.size)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0) from None
            self._line.close()
            (self.returncode,) = _CODE.unpack(code) if code else (-signal.SIGKILL,)
        return self.returncode

    def poll(self) -> int | None:
        """Returns the exit code; None while the program runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0.0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Sends a signal, unless the program has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Asks the program to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Ends the program at once."""
        self.send_signal(signal.SIGKILL)


def start(
    module: str,
    *arguments: str,
    environ: Mapping[str, str],
    output: IO[Any] | None = None,
    folder: Path = ROOT,
    before: Sequence[str] = (),
) -> subprocess.Popen[str] | Forked:
    """Starts ``python -m module arguments``: as a fork where that is possible, else as a program of its own.

    Args:
        output: the file for the output and the errors; None for a pipe.
        folder: the project to run; another one than this runs as a program of its own.
        before: a command to run the program by, such as one for entering a namespace; forks have none.
    """
    address = os.environ.get(VARIABLE)
    if address and folder == ROOT and not before:
        with contextlib.suppress(ConnectionError, FileNotFoundError):  # the process has ended
            return _fork(address, {"module": module, "arguments": arguments, "environ": dict(environ)}, output)
    return subprocess.Popen(
        [*before, sys.executable, "-m", module, *arguments],
        cwd=folder,
        env=environ,
        stdout=output or subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _fork(address: str, order: Mapping[str, Any], output: IO[Any] | None) -> Forked:
    with contextlib.ExitStack() as opened:
        line = opened.enter_context(socket.socket(socket.AF_UNIX))
        line.connect(address)
        reader, writer = os.pipe() if output is None else (None, os.dup(output.fileno()))
        stdout = None if reader is None else opened.enter_context(open(reader, encoding="utf-8"))
        try:
            socket.send_fds(line, [b"!"], [writer])
            line.sendall(json.dumps(order).encode() + b"\n")
        finally:
            os.close(writer)
        forked = Forked(line, stdout)
        opened.pop_all()
        return forked


@contextlib.contextmanager
def fork_server(module: str) -> Iterator[None]:
    """Runs the process meanwhile, for this process and all processes begun from now on.

    Args:
        module: imported before the first fork, and not earlier: many a run starts no program.
    """
    if not hasattr(os, "fork"):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="fourthought-forks-") as folder:
        address = os.path.join(folder, "socket")
        with socket.socket(socket.AF_UNIX) as listener:  # in this process until the other one has it
            listener.bind(address)
            listener.listen(64)
            command = [sys.executable, "-m", "tests.fork_server", str(listener.fileno()), module]
            process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, pass_fds=[listener.fileno()])
        before, os.environ[VARIABLE] = os.environ.get(VARIABLE), address
        try:
            yield
        finally:
            del os.environ[VARIABLE]
            if before:
                os.environ[VARIABLE] = before
            process.terminate()
            process.communicate()


# --- inside the process ---


def main() -> None:
    """Forks a program for each connection, until the process that began this one and all its forks are gone."""
    listener, module = socket.socket(fileno=int(sys.argv[1])), sys.argv[2]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets ended keepers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the programs
    order = None
    while order is None:
        if sys.stdin in select.select([listener, sys.stdin], [], [])[0]:
            return
        line, _ = listener.accept()
        if module not in sys.modules:
            importlib.import_module(module)
            gc.collect()
            gc.freeze()
        with line:
            order = _fork_program(line) if os.fork() == 0 else None
    listener.close()
    _run(order)


def _fork_program(line: socket.socket) -> dict[str, Any]:
    """Reads an order and forks the program; returns the order in the program, and never in the program's keeper."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # programs wait for processes of their own
    _, (output, *_), _, _ = socket.recv_fds(line, 1, 1)
    with line.makefile() as text:
        order: dict[str, Any] = json.loads(text.readline())
    program = os.fork()
    if program:
        _keep(line, program, output)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, place in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(number, place)
    os.close(nothing)
    os.close(output)
    return order


def _keep(line: socket.socket, program: int, output: int) -> NoReturn:
    """Tells the number of the program and, at the end, the exit code."""
    os.close(output)  # open, it would keep readers from the end of the text
    with contextlib.suppress(OSError):
        line.sendall(_CODE.pack(program))
        _, status = os.waitpid(program, 0)
        line.sendall(_CODE.pack(os.waitstatus_to_exitcode(status)))
    os._exit(0)


def _run(order: Mapping[str, Any]) -> None:
    """Becomes the program: the variables, the arguments, the module as ``python -m`` runs a module."""
    os.environ.clear()
    os.environ.update(order["environ"])
    if os.environ.get("PYTHONFAULTHANDLER"):
        faulthandler.enable()
    sys.argv = [order["module"], *order["arguments"]]
    runpy.run_module(order["module"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
