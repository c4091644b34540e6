"""Drives an outside engine in another process by the pipe protocol: position in, move out, one line at a time. PIPE.md
tells the protocol. An engine that offers version 2 gets limits and clocks, and may ponder. With an engine of version 1
the same calls work, without limits. Lines before a question and free information are passed over."""

import math
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.arena.outside import Outside, OutsideError, fingerprint
from engine.arena.pipe_words import GREETING, VERSION, Info, Limits, read_info
from engine.files import reason
from engine.games import CHANCE, Game, GameError, Move, replay, write
from engine.players import ForfeitError, Player


class PipePlayer(Player):
    """Plays through an outside engine, and starts it again after a forfeited game. ``command`` is as typed in a shell,
    ``patience`` the seconds for one answer beyond the time that the limits give. ``inform`` is called with what the
    engine tells, in a thread of its own. Raises GameError if the engine cannot be started, or does not play this
    game."""

    def __init__(
        self,
        game: Game[Any],
        command: str,
        patience: float = 60.0,
        inform: Callable[[Info], None] | None = None,
    ) -> None:
        self._game, self._command, self._patience = game, command, patience
        self.limits = Limits()
        """Bounds the next searches of an engine that knows version 2."""
        self.inform = inform
        self._process: Outside | None = None
        self._offers, self._version = False, 1
        self._pondered: tuple[Move, ...] | None = None
        self._expected: tuple[Move, ...] = ()
        own_name = self._start()
        self.name = own_name or command
        self.key = f"pipe:{own_name}:{fingerprint(command)}"

    @property
    def version(self) -> int:
        """Returns the version of the protocol that the engine knows."""
        return self._version

    def begin(self, seed: int) -> None:
        """Starts the engine again if it has ended. A new game needs no message, as every position is sent whole."""
        if self._process is None:
            self._start()

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the engine's answer to ``position`` and ``go``. Raises ForfeitError if the engine ended, gave no
        answer in time, sent a line without a question, or answered without a legal move."""
        try:
            self._refuse_surplus()
            answer = self._answer(tuple(moves))
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

    def ponder(self, moves: Sequence[Move]) -> None:
        """Lets an engine of version 2 think about the position after ``moves`` until the next call of :meth:`move`. The
        engine thinks on the reply that its own information expects, if that is legal, else on all replies. Raises
        ForfeitError as :meth:`move` does."""
        moves = tuple(moves)
        state = replay(self._game, moves)
        if self._version < VERSION or self._game.outcome(state) is not None:
            return
        try:
            self._refuse_surplus()
            self._tell(f"position {write(self._game, moves)}".rstrip())
            reply = self._reply(moves)
            self._tell("go ponder" if reply is None else f"go ponder {reply}")
            self._pondered = moves if reply is None else (*moves, reply)
        except BaseException:
            self.close()
            raise

    def _reply(self, moves: tuple[Move, ...]) -> Move | None:
        """Returns the reply to ponder on: the next move of the last line that the engine has told."""
        line, state = self._expected[1:2], replay(self._game, moves)
        if (
            self._expected[:1] != moves[-1:]
            or not line
            or self._game.to_move(state) is CHANCE
            or line[0] not in self._game.moves(state)
        ):
            return None
        after = self._game.play(state, line[0])
        is_turn = self._game.outcome(after) is None and self._game.to_move(after) is not CHANCE
        return line[0] if is_turn else None

    def _answer(self, moves: tuple[Move, ...]) -> str:
        position = f"position {write(self._game, moves)}".rstrip()
        if self._version < VERSION:
            self._send(position)
            return self._ask("go")
        hit, self._pondered = self._pondered == moves, None
        self._expected = ()
        if not hit:
            self._tell(position)  # ends pondering, too
        limits = replace(self.limits, clock=self.clock or self.limits.clock)
        if limits.clock:
            self._tell(limits.clock.line())
        seconds = limits.seconds(int(self._game.to_move(replay(self._game, moves))))
        line = f"{'ponderhit' if hit else 'go'} {limits.words()}".rstrip()
        return self._ask(line, self._patience + (0 if seconds == math.inf else seconds))

    def _hear(self, text: str) -> None:
        """Takes a line of information, in the thread that reads."""
        if text == GREETING:
            self._offers = True
        elif info := read_info(text):
            self._expected = info.line or self._expected
            self.value = self.value if info.value is None else info.value
            if self.inform:
                self.inform(info)

    def close(self) -> None:
        """Asks the engine to end, and kills its processes after a second."""
        process, self._process = self._process, None
        if process:
            process.close()

    def _start(self) -> str:
        try:
            self._offers, self._version, self._pondered, self._expected = False, 1, None, ()
            self._process = Outside(shlex.split(self._command), self._hear)
        except (OSError, ValueError, IndexError) as error:
            raise GameError(f"the outside engine {self._command!r} cannot be started: {reason(error)}") from None
        try:
            answer = self._ask(f"game {self._game.name}")
            word, _, rest = answer.partition(" ")
            if word == "error":
                raise GameError(f"the outside engine does not play {self._game.title}: {rest or 'it gives no reason'}")
            if word != "ok":
                raise GameError(f'the outside engine said "{answer}" where "ok NAME" was due')
            if self._offers:
                self._tell(f"protocol {VERSION}", f"protocol {VERSION}")
                self._version = VERSION
        except BaseException as error:
            self.close()
            raise GameError(str(error)) if isinstance(error, ForfeitError) else error from None
        return rest

    def _refuse_surplus(self) -> None:
        """Refuses a line without a question, which could pass for the next answer. Of version 1 only moves count."""
        for line in self._process.waiting() if self._process else ():
            if line.partition(" ")[0] == "move":
                raise ForfeitError(f'the outside engine said "{line}" where no move was asked for')
            if self._version >= VERSION:
                raise ForfeitError(f'the outside engine said "{line}" where nothing was asked')

    def _tell(self, line: str, due: str = "ok") -> None:
        answer = self._ask(line)
        if answer != due:
            raise ForfeitError(f'the outside engine answered "{answer}" to "{line}" where "{due}" was due')

    def _send(self, line: str) -> Outside:
        if self._process is None:
            raise ForfeitError("the outside engine does not run")
        try:
            self._process.send(line)
        except OutsideError as error:
            raise ForfeitError(f"the outside engine {error}") from None
        return self._process

    def _ask(self, line: str, seconds: float | None = None) -> str:
        seconds = self._patience if seconds is None else seconds
        until = time.monotonic() + seconds
        try:
            return self._send(line).line(until)
        except OutsideError as error:
            raise ForfeitError(f"the outside engine {error}") from None
        except TimeoutError:
            raise ForfeitError(f'the outside engine gave no answer to "{line}" in {seconds:g} s') from None
