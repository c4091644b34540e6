"""Speaks the pipe protocol with an outside engine in another process: position in, move out, one line at a time.

    we send                      the engine answers
    game connect4                ok NAME, or error SENTENCE (the engine does not play this game)
    position 4453                (nothing, the moves so far as in addresses, none at the start of the game)
    go                           move 4, or error SENTENCE
    quit                         (nothing, the engine ends)

``go`` always has one answer. Lines that begin with "info" are skipped, and so are lines before a question. After a
refused line ``go`` is answered by an error, until there is a game and a position again. ``serve`` is the engine's end,
with any player of ours as an outside engine.
"""

import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, Any

from engine.arena.outside import Outside, OutsideError, fingerprint
from engine.games import CHANCE, Game, GameError, Move, find, parse, replay, write
from engine.players.level_player import ForfeitError

LONGEST_POSITION = 1 << 14  # letters of a line that ``serve`` reads


class PipePlayer:
    """Plays through an outside engine, and starts it again after a forfeited game.

    Args:
        command: the engine's command line, as typed in a shell.
        patience: seconds allowed for one answer.

    Raises:
        GameError: the engine cannot be started, or does not play this game.
    """

    def __init__(self, game: Game[Any], command: str, patience: float = 60.0) -> None:
        self._game, self._command, self._patience = game, command, patience
        self._process: Outside | None = None
        own_name = self._start()
        self.name = own_name or command
        self.key = f"pipe:{own_name}:{fingerprint(command)}"

    def begin(self, seed: int) -> None:
        """Starts the engine again if it has ended. A new game needs no message, as every position is sent whole."""
        if self._process is None:
            self._start()

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the engine's answer to ``position`` and ``go``. Raises ForfeitError if the engine ended, gave no
        answer in time, sent a move without a ``go``, or answered without a legal move."""
        try:
            self._refuse_surplus()
            self._send(f"position {write(self._game, moves)}".rstrip())
            answer = self._ask("go")
            word, _, rest = answer.partition(" ")
            if word != "move" or not (rest.isascii() and rest.isdecimal()):
                raise ForfeitError(f'the outside engine answered "{answer}" where a line such as "move 4" was due')
            if int(rest) not in self._game.moves(replay(self._game, moves)):
                after = write(self._game, moves) or "no move"
                raise ForfeitError(f"the outside engine played {rest}, which is not legal after {after}")
            return int(rest)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Asks the engine to end, and kills its processes after a second."""
        process, self._process = self._process, None
        if process:
            process.close()

    def _start(self) -> str:
        """Starts the engine and returns its own name."""
        try:
            self._process = Outside(shlex.split(self._command))
        except (OSError, ValueError, IndexError) as error:
            raise GameError(f"the outside engine {self._command!r} cannot be started: {error}") from None
        try:
            answer = self._ask(f"game {self._game.name}")
            word, _, rest = answer.partition(" ")
            if word == "error":
                raise GameError(f"the outside engine does not play {self._game.title}: {rest or 'it gives no reason'}")
            if word != "ok":
                raise GameError(f'the outside engine said "{answer}" where "ok NAME" was due')
        except BaseException as error:
            self.close()
            raise GameError(str(error)) if isinstance(error, ForfeitError) else error from None
        return rest

    def _refuse_surplus(self) -> None:
        """Refuses a move sent without a ``go``, which would be read as the answer to the next one."""
        for line in self._process.waiting() if self._process else ():
            if line.partition(" ")[0] == "move":
                raise ForfeitError(f'the outside engine said "{line}" where no move was asked for')

    def _send(self, line: str) -> Outside:
        if self._process is None:
            raise ForfeitError("the outside engine does not run")
        try:
            self._process.send(line)
        except OutsideError as error:
            raise ForfeitError(f"the outside engine {error}") from None
        return self._process

    def _ask(self, line: str) -> str:
        until = time.monotonic() + self._patience
        try:
            return self._send(line).line(until)
        except OutsideError as error:
            raise ForfeitError(f"the outside engine {error}") from None
        except TimeoutError:
            raise ForfeitError(f'the outside engine gave no answer to "{line}" in {self._patience:g} s') from None


def serve(
    lines: Iterable[str], say: Callable[[str], None], name: str, choose: Callable[[Game[Any], list[Move]], Move]
) -> None:
    """Speaks the engine's end of the protocol until ``lines`` end or a line says quit.

    A refused line of the driver cancels the position, and a refused ``game`` also the game. Only ``game`` and ``go``
    have an answer. Other lines are refused in the answer to the next ``go``, and immediately in a line that drivers
    skip. A GameError of ``choose`` becomes an ``error`` line.
    """
    game: Game[Any] | None = None
    moves: list[Move] | None = None
    why = "there is no game; the line game connect4 begins one"
    for line in lines:
        word, *others = line.removeprefix("\ufeff").split(maxsplit=1)[:2] or [""]
        rest = others[0].strip() if others else ""
        try:
            if word == "quit":
                return
            if word == "go":
                say(f"move {_choose(game, moves, why, choose)}")
            elif word == "game":
                game, moves = None, None
                game = find(rest)
                why = "there is no position; give position, with the moves so far"
                say(f"ok {name}")
            elif word:
                moves = None
                if word != "position":
                    raise GameError(f"there is no command {word[:40]!r}; there are game, position, go and quit")
                if game is not None:
                    moves = parse(game, rest)[0]
        except GameError as error:
            reason = " ".join(str(error).split())
            say(f"{'error' if word in ('game', 'go') else 'info'} {reason}")
            why = why if word == "go" else reason


def read_lines(stream: IO[str]) -> Iterator[str]:
    """Yields the lines of a stream. Of a line that is too long it yields only so much that the line is refused."""
    is_new = True
    while line := stream.readline(LONGEST_POSITION):
        if is_new:
            yield line if len(line) < LONGEST_POSITION else "(a line that is too long)"
        is_new = line.endswith("\n")


def _choose(
    game: Game[Any] | None, moves: list[Move] | None, why: str, choose: Callable[[Game[Any], list[Move]], Move]
) -> Move:
    """Returns the move after ``moves``. Raises GameError with the reason if there is none."""
    if game is None or moves is None:
        raise GameError(why)
    state = replay(game, moves)
    if game.outcome(state) is not None:
        raise GameError("the game is over: there is no move to play")
    if game.to_move(state) is CHANCE:
        raise GameError("a lot is to be drawn here: there is no move to play")
    return choose(game, moves)
