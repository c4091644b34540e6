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
import queue
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.games import CHANCE, Game, GameError, Move, find, parse, replay, write


class ForfeitError(GameError):
    """Tells in a sentence how an outside engine failed to play on."""


class PipePlayer:
    """Plays through an outside engine, started at once, and started again after a forfeited game.

    Args:
        command: the engine's command line, as typed in a shell.
        patience: seconds allowed for one answer.

    Raises:
        GameError: the engine cannot be started, or does not play this game.
    """

    def __init__(self, game: Game[Any], command: str, patience: float = 60.0) -> None:
        self._game, self._command, self._patience = game, command, patience
        self.name = command
        self._process: subprocess.Popen[str] | None = None
        self._start()

    @property
    def key(self) -> str:
        """Returns the engine's own name."""
        return self.name

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
            if word != "move" or not rest.isdecimal():
                raise ForfeitError(f'the outside engine answered "{word} {rest}" where a line such as "move 4" was due')
            if int(rest) not in self._game.moves(replay(self._game, moves)):
                after = write(self._game, moves) or "no move"
                raise ForfeitError(f"the outside engine played {rest}, which is not legal after {after}")
            return int(rest)
        except ForfeitError:
            self.close()
            raise

    def close(self) -> None:
        """Asks the engine to end, and kills the process after a second."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin:
            with contextlib.suppress(OSError):  # the engine may have ended already
                process.stdin.write("quit\n")
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._reader.join()
        if process.stdout:
            process.stdout.close()

    # --- inside ---

    def _start(self) -> None:
        try:
            words = shlex.split(self._command)
            self._process = subprocess.Popen(  # noqa: S603 - the command is the user's own
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, encoding="utf-8"
            )
        except (OSError, ValueError, IndexError) as error:
            raise GameError(f"the outside engine {self._command!r} cannot be started: {error}") from None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()
        try:
            word, rest = self._ask(f"game {self._game.name}")
        except ForfeitError as error:
            self.close()
            raise GameError(str(error)) from None
        if word != "ok":
            self.close()
            raise GameError(f"the outside engine does not play {self._game.title}: {rest or word}")
        self.name = rest or self._command

    @staticmethod
    def _read(stream: Any, lines: queue.SimpleQueue[str | None]) -> None:
        for line in stream:
            lines.put(line.strip())
        lines.put(None)

    def _send(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            raise ForfeitError("the outside engine does not run")
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            raise ForfeitError(self._ended()) from None

    def _ask(self, line: str) -> tuple[str, str]:
        """Sends ``line`` and returns the answer's first word and the rest."""
        self._send(line)
        while True:
            try:
                answer = self._lines.get(timeout=self._patience)
            except queue.Empty:
                raise ForfeitError(f'the outside engine gave no answer to "{line}" in {self._patience:g} s') from None
            if answer is None:
                raise ForfeitError(self._ended())
            if answer and not answer.startswith("info"):
                word, _, rest = answer.partition(" ")
                return word, rest.strip()

    def _ended(self) -> str:
        code = self._process.wait() if self._process else None
        return f"the outside engine ended by itself, with exit code {code}"


def serve(
    lines: Iterable[str], say: Callable[[str], None], name: str, choose: Callable[[Game[Any], list[Move]], Move]
) -> None:
    """Speaks the engine's end of the protocol until ``lines`` end or a line says quit.

    Args:
        choose: returns the move after the given moves; a GameError becomes an ``error`` line.
    """
    game: Game[Any] = find("connect4")
    moves: list[Move] = []
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "quit":
                return
            if word == "game":
                game, moves = find(rest.strip()), []
                say(f"ok {name}")
            elif word == "position":
                moves = parse(game, rest.strip())[0]
            elif word == "go":
                state = replay(game, moves)
                if game.outcome(state) is not None:
                    raise GameError("the game is over: there is no move to play")
                if game.to_move(state) is CHANCE:
                    raise GameError("a lot is to be drawn here: there is no move to play")
                say(f"move {choose(game, moves)}")
            elif word:
                raise GameError(f"there is no command {word!r}; there are game, position, go and quit")
        except GameError as error:
            say(f"error {error}")
