"""Speaks the pipe protocol with an outside engine in another process: position in, move out, one line at a time.

    we send                      the engine answers
    game connect4                ok NAME, or error SENTENCE (the engine does not play this game)
    position 4453                (nothing; the moves so far as in addresses, none at the start of the game)
    go                           move 4, or error SENTENCE
    quit                         (nothing; the engine ends)

Lines that begin with "info" are skipped. ``serve`` is the engine's end: any player of ours as an outside engine.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.games import CHANCE, Game, GameError, Move, find, parse, replay, write

LONGEST_LINE = 4096
"""Bytes of a line that are read; the rest of a longer line is skipped."""
_SHOWN = 120
"""Characters of an engine's line that a sentence repeats."""
_END = 1.0
"""Seconds given to an engine for ending by itself."""


class ForfeitError(GameError):
    """Tells in a sentence how an outside engine failed to play on."""


class PipePlayer:
    """Plays through an outside engine, started at once, and started again after a forfeited game.

    The engine has a process group of its own, which ends as a whole: wrapper scripts and their children, too.

    Args:
        command: the engine's command line, as typed in a shell.
        patience: seconds allowed for one answer, whatever else the engine says meanwhile.

    Raises:
        GameError: the engine cannot be started, or does not play this game.
    """

    def __init__(self, game: Game[Any], command: str, patience: float = 60.0) -> None:
        self._game, self._command, self._patience = game, command, patience
        self._process: subprocess.Popen[bytes] | None = None
        self.name = self._start()

    @property
    def key(self) -> str:
        """Returns the engine's own name, its command, and a hash of its files: a new build keeps its name."""
        return f"pipe {self.name} {self._command} {_fingerprint(self._command)}"

    @property
    def label(self) -> str:
        """Returns the name with the command, which tells two engines of one name apart."""
        return self.name if self.name == self._command else f"{self.name} ({self._command})"

    def begin(self, seed: int) -> None:
        """Starts the engine again if it has ended; a new game needs no message, as every position is sent whole."""
        if self._process is None:
            self._start()

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the engine's answer to ``position`` and ``go``.

        Raises:
            ForfeitError: the engine ended, gave no answer in time, or answered without a legal move.
        """
        try:
            self._send(f"position {write(self._game, moves)}".rstrip())
            word, rest = self._ask("go")
            if word != "move" or not (rest.isascii() and rest.isdecimal()):
                said = f"{word} {rest}".strip()
                raise ForfeitError(f'the outside engine answered "{said}" where a line such as "move 4" was due')
            if len(rest) > 9 or int(rest) not in self._game.moves(replay(self._game, moves)):
                after = write(self._game, moves) or "no move"
                raise ForfeitError(f"the outside engine played {rest}, which is not legal after {after}")
            return int(rest)
        except ForfeitError:
            self.close()
            raise

    def close(self) -> None:
        """Asks the engine to end, and ends its whole process group after a second."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin:
            with contextlib.suppress(OSError):  # the engine may have ended already, or not read
                os.write(process.stdin.fileno(), b"quit\n")
            with contextlib.suppress(OSError):
                process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=_END)
        _kill(process)
        process.wait()

    # --- inside ---

    def _start(self) -> str:
        """Starts the engine and returns the name that it gives."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the command is the user's own
                shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError, IndexError) as error:
            raise GameError(f"the outside engine {self._command!r} cannot be started: {error}") from None
        if self._process.stdin:
            os.set_blocking(self._process.stdin.fileno(), False)
        self._lines = _Lines(self._process)
        try:
            word, rest = self._ask(f"game {self._game.name}")
        except ForfeitError as error:
            self.close()
            raise GameError(str(error)) from None
        if word == "ok":
            return rest or self._command
        self.close()
        if word == "error":
            raise GameError(f"the outside engine does not play {self._game.title}: {rest or word}")
        said = f"{word} {rest}".strip()
        raise GameError(f'the outside engine said "{said}" where "ok NAME" was due, in answer to "game"')

    def _send(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            raise ForfeitError("the outside engine does not run")
        try:
            os.write(self._process.stdin.fileno(), f"{line}\n".encode())
        except BlockingIOError:
            raise ForfeitError("the outside engine does not read what is sent") from None
        except OSError:
            raise ForfeitError(self._ended()) from None

    def _ask(self, line: str) -> tuple[str, str]:
        """Sends ``line`` and returns the answer's first word and the rest; what was said before is thrown away."""
        self._lines.forget()
        self._send(line)
        answer = self._lines.next(self._patience)
        if answer is None:
            raise ForfeitError(f'the outside engine gave no answer to "{line}" in {self._patience:g} s')
        if not answer:
            raise ForfeitError(self._ended())
        word, _, rest = answer[:_SHOWN].partition(" ")
        return word, rest.strip()

    def _ended(self) -> str:
        try:
            code = self._process.wait(timeout=_END) if self._process else None
        except subprocess.TimeoutExpired:
            return "the outside engine closed its output and still runs"
        return f"the outside engine ended by itself, with exit code {code}"


class _Lines:
    """Reads an engine's lines in a thread. Keeps few: an engine that says more than is asked costs no memory."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._kept: queue.Queue[str] = queue.Queue(maxsize=64)
        threading.Thread(target=self._read, args=(process.stdout,), daemon=True, name="outside engine").start()

    def forget(self) -> None:
        """Throws away lines that nobody asked for."""
        with contextlib.suppress(queue.Empty):
            while True:
                if not self._kept.get_nowait():
                    self._keep("")  # the end is said again to the next question
                    return

    def next(self, patience: float) -> str | None:
        """Returns the next line; "" after the end, None after ``patience`` seconds."""
        try:
            line = self._kept.get(timeout=patience)
        except queue.Empty:
            return None
        if not line:
            self._keep("")
        return line

    def _keep(self, line: str) -> None:
        with contextlib.suppress(queue.Full):
            self._kept.put_nowait(line)

    def _read(self, stream: Any) -> None:
        begun = b""
        with contextlib.closing(stream), contextlib.suppress(OSError, ValueError):
            while chunk := stream.read(65536):
                *whole, begun = (begun + chunk).split(b"\n")
                begun = begun[:LONGEST_LINE]
                for line in whole:
                    text = line[:LONGEST_LINE].decode(errors="replace").replace("\0", "").strip()
                    if text and not text.startswith("info"):
                        self._keep(text)
        while True:  # the end must be heard, whatever was said before
            try:
                return self._kept.put_nowait("")
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._kept.get_nowait()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and whatever it has started."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _fingerprint(command: str) -> str:
    """Returns a hash of the files that a command names: the program, and scripts among its arguments."""
    found = hashlib.sha256()
    program, *arguments = shlex.split(command)
    for word in (shutil.which(program) or program, *arguments):
        with contextlib.suppress(OSError, ValueError):
            found.update(Path(word).read_bytes() if Path(word).is_file() else b"")
    return found.hexdigest()[:16]


def serve(
    lines: Iterable[str], say: Callable[[str], None], name: str, choose: Callable[[Game[Any], list[Move]], Move]
) -> None:
    """Speaks the engine's end of the protocol until ``lines`` end or a line says quit.

    ``game`` and ``go`` have one answer each. Another line that is refused is told in an ``info`` line, and the next
    ``go`` is answered by ``error``: no earlier position stays in force.

    Args:
        choose: returns the move after the given moves; a GameError becomes an ``error`` line.
    """
    game: Game[Any] | None = find("connect4")
    moves: list[Move] | None = []
    fault = ""
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "quit":
                return
            if word == "game":
                game, moves, fault = None, None, "there is no game; send game and position first"
                game, moves = find(rest.strip()), []
                say(f"ok {name}")
            elif word == "position" and game is not None:
                moves = None
                moves = parse(game, rest.strip())[0]
            elif word == "go":
                if game is None or moves is None:
                    raise GameError(fault)
                state = replay(game, moves)
                if game.outcome(state) is not None:
                    raise GameError("the game is over: there is no move to play")
                if game.to_move(state) is CHANCE:
                    raise GameError("a lot is to be drawn here: there is no move to play")
                say(f"move {choose(game, moves)}")
            elif word and word != "position":
                moves = None
                raise GameError(f"there is no command {word[:_SHOWN]!r}; there are game, position, go and quit")
        except GameError as error:
            if word in ("game", "go"):
                say(f"error {error}")
            else:
                fault = str(error)
                say(f"info {error}")
