"""The pipe protocol: an outside engine in a process of its own, position in, move out, one line at a time.

    we send                      it answers
    game connect4                ok NAME, or error SENTENCE (it does not play this game)
    position 4453                (nothing; the moves so far as in addresses, none at the start of the game)
    go                           move 4, or error SENTENCE
    quit                         (nothing; it ends)

Lines that begin with "info" are passed over, so an engine may talk. ``serve`` is the other end: any player of ours
as an outside engine for somebody else's match.
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
    """An outside engine did not play on: the sentence says how it failed."""


class PipePlayer:
    """An outside engine; it is started at once, and again for the game after one that it forfeited.

    Args:
        game: the rules.
        command: how to start it, as one would type it.
        patience: seconds that it may take over one answer.

    Raises:
        GameError: it cannot be started, or does not play this game.
    """

    def __init__(self, game: Game[Any], command: str, patience: float = 60.0) -> None:
        self._game, self._command, self._patience = game, command, patience
        self.name = command
        self._process: subprocess.Popen[str] | None = None
        self._start()

    @property
    def key(self) -> str:
        """What it calls itself."""
        return self.name

    def begin(self, seed: int) -> None:
        """A new game: every position is sent whole, so there is nothing to say."""
        if self._process is None:
            self._start()

    def move(self, moves: Sequence[Move]) -> Move:
        """Its answer to ``position`` and ``go``.

        Raises:
            ForfeitError: it ended, kept silent, or answered what is no legal move.
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
        """Ask it to end, and see that it does."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin:
            with contextlib.suppress(OSError):  # it may have ended already
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
        """The first word and the rest of its answer."""
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
    """The engine's end of the protocol: read ``lines`` until they end or say quit.

    Args:
        lines: what comes in.
        say: sends one line.
        name: of this engine.
        choose: its move after the moves given; a GameError of it becomes an ``error`` line.
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
