"""Runs an outside engine: a process that is written to and read from line by line, and never trusted. It may send any
bytes at any time without end. What is kept of them is bounded, and so is every wait."""

import hashlib
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from engine.console import readable

LONGEST_LINE = 300  # bytes kept of one line. A longer line is cut and ends with three dots
KEPT_LINES = 64  # the most unread lines. Later ones are dropped

_LARGEST_SCRIPT = 1 << 16
_SECONDS_TO_END = 1.0
_SHELL = re.compile(rb"#!.*\b\w*sh\b")
"""Matches the first line of a shell script, with or without options."""


class OutsideError(Exception):
    """Tells in a few words why the process gives no line."""


class Outside:
    """Holds a running engine and the processes that it starts. Raises OSError if the process cannot be started. Lines
    that begin with "info" go to ``inform``, in the thread that reads, and to no one without it."""

    def __init__(self, words: Sequence[str], inform: Callable[[str], None] | None = None) -> None:
        self._inform = inform
        # In a separate session it gets no Ctrl-C: this process ends it, with every process that it has started.
        self._process = subprocess.Popen(  # noqa: S603 - the command is the user's own
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        if self._process.stdin and os.name == "posix":
            os.set_blocking(self._process.stdin.fileno(), False)
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def send(self, line: str) -> None:
        """Sends a line, without waiting. Raises OutsideError if the engine has ended, or does not read."""
        data = line.encode() + b"\n"
        try:
            sent = self._process.stdin.write(data) if self._process.stdin else 0
        except (OSError, ValueError):
            raise OutsideError(self._end()) from None
        if sent != len(data):
            raise OutsideError("does not read what it is sent")

    def waiting(self) -> list[str]:
        """Returns the lines that have come already."""
        lines = list[str]()
        with suppress(queue.Empty):
            while (line := self._lines.get_nowait()) is not None:
                lines.append(line)
            self._lines.put(None)
        return lines

    def line(self, until: float) -> str:
        """Returns the next line, or waits until ``until`` on the clock ``time.monotonic``. Raises OutsideError if the
        engine has closed its output, TimeoutError if no line has come in time."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            raise OutsideError(self._end())
        return line

    def ends(self, seconds: float, line: str = "") -> bool:
        """Sends a last line, if any, or closes the input, and tells whether the process ends within so many seconds."""
        with suppress(OutsideError):
            if line:
                self.send(line)
        if not line:
            self._close_input()
        return self._has_ended(seconds)

    def close(self) -> None:
        """Asks the engine to end. Kills it, and the processes that it has started, after a second."""
        with suppress(OutsideError):
            self.send("quit")
        self._close_input()
        self._has_ended()
        self._kill()
        self._process.wait()
        self._reader.join(_SECONDS_TO_END)  # lasts longer only if a process has left the group and holds the output
        if self._process.stdout and not self._reader.is_alive():
            self._process.stdout.close()

    def _close_input(self) -> None:
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()

    def _kill(self) -> None:
        self._process.kill()
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _has_ended(self, seconds: float = _SECONDS_TO_END) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.returncode is not None

    def _end(self) -> str:
        if not self._has_ended():
            return "closed its output"
        return f"ended by itself, with exit code {self._process.returncode}"

    def _read(self, stream: BinaryIO) -> None:
        """Cuts the output into lines. The rest without a line break is dropped."""
        line, is_cut = b"", False
        with suppress(OSError, ValueError):
            while data := stream.read(1 << 16):
                *whole, rest = data.split(b"\n")
                for part in whole:
                    self._keep(line + part[: LONGEST_LINE + 1], is_cut)
                    line, is_cut = b"", False
                line += rest[: LONGEST_LINE + 1]
                line, is_cut = line[: LONGEST_LINE + 1], is_cut or len(line) > LONGEST_LINE
        self._lines.put(None)

    def _keep(self, line: bytes, is_cut: bool) -> None:
        is_cut = is_cut or len(line.rstrip()) > LONGEST_LINE
        text = readable(line[:LONGEST_LINE]) + ("..." if is_cut else "")
        if text.startswith("info"):
            if self._inform:
                self._inform(text)
        elif text and self._lines.qsize() < KEPT_LINES:
            self._lines.put(text)


def fingerprint(command: str) -> str:
    """Returns what tells two builds of an engine apart: a hash of the command and of the files that it names. A
    shell script counts with the files that it names, from the present folder or from its own."""
    digest, seen = hashlib.sha256(command.encode("utf-8", "surrogateescape")), set[Path]()
    words = shlex.split(command)
    files = [shutil.which(words[0]) or words[0], *words[1:]]
    waiting: list[str | Path] = [part for word in files for part in (word, *word.replace("=", " ").split())]
    while waiting:
        file = Path(waiting.pop(0))
        try:
            if file in seen or not file.is_file():
                continue
            seen.add(file)
            digest.update(_contents(file))
            with file.open("rb") as script:
                head = script.read(_LARGEST_SCRIPT)
        except (OSError, ValueError):
            continue
        if _SHELL.match(head):
            named = re.findall(r"[^\s\"';&|()<>$`]+", head.decode(errors="replace"))
            waiting += [path for word in named for path in (word, file.parent / Path(word).name)]
    return digest.hexdigest()[:16]


def _contents(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").digest()
    except OSError:  # a program that may be run and not read
        found = file.stat()
        return f"{found.st_size} {found.st_mtime_ns}".encode()
