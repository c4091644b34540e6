"""Speaks the engine's end of the pipe protocol, in both versions, with any player of ours as an outside engine. Version
1 has the lines ``game``, ``position``, ``go`` and ``quit``, and answers ``game`` and ``go``. After the line ``protocol
2`` every line is answered, and a search has limits, can be stopped, and can run on the other side's time."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from engine.arena.pipe_words import GREETING, VERSION, Info, Limits, read_clock, read_limits
from engine.games import CHANCE, Game, GameError, Move, find, parse, replay
from engine.players import Clock

LONGEST_POSITION = 1 << 14  # letters of a line that are read
_KEPT = 64


class Inbox:
    """Holds the lines that have come and are not read yet. The thread ends with the lines, or with a line ``quit``."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._queue: queue.Queue[str | None] = queue.Queue(_KEPT)
        self._next: list[str | None] = []
        threading.Thread(target=self._read, args=(lines,), name="pipe", daemon=True).start()

    def next(self) -> str | None:
        """Waits for the next line. None: there is no more."""
        return self._next.pop() if self._next else self._queue.get()

    def has_line(self) -> bool:
        """Tells whether a line, or the end of the lines, has come."""
        if not self._next:
            try:
                self._next.append(self._queue.get_nowait())
            except queue.Empty:
                return False
        return True

    def says_stop(self) -> bool:
        """Tells whether the next line is ``stop``."""
        return self.has_line() and (self._next[0] or "").strip() == "stop"

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._queue.put(line)
            if line.removeprefix("\ufeff").split()[:1] == ["quit"]:
                break
        self._queue.put(None)


def read_lines(stream: IO[str]) -> Iterator[str]:
    """Yields the lines of a stream. Of a line that is too long it yields only so much that the line is refused."""
    is_new = True
    while line := stream.readline(LONGEST_POSITION):
        if is_new:
            yield line if len(line) < LONGEST_POSITION else "(a line that is too long)"
        is_new = line.endswith("\n")


_NO_GAME = "there is no game; the line game connect4 begins one"
_NO_POSITION = "there is no position; give position, with the moves so far"
_WORDS = {1: "game, position, go and quit", 2: "protocol, game, position, clock, go, ponderhit, stop and quit"}


@dataclass(frozen=True, slots=True)
class Search:
    """Bounds a search from outside: its limits, whether it has been stopped, and where it tells how far it is."""

    limits: Limits
    is_stopped: Callable[[], bool]
    inform: Callable[[Info], None]


Choose = Callable[[Game[Any], list[Move], Search], Move]
"""Returns the move after the moves. A GameError becomes an ``error`` line."""
Ponder = Callable[[Game[Any], list[Move]], bool]
"""Thinks for one slice on the position after the moves. False: there is nothing more to find."""


def serve(
    lines: Iterable[str], say: Callable[[str], None], name: str, choose: Choose, ponder: Ponder | None = None
) -> None:
    """Speaks the engine's end of the protocol until ``lines`` end or a line says quit."""
    inbox, session = Inbox(lines), _Session(say, name, choose)
    session.is_stopped = inbox.says_stop
    say(GREETING)
    while True:
        while session.pondered is not None and ponder and session.game and not inbox.has_line():
            if not ponder(session.game, session.pondered):
                break
        line = inbox.next()
        word, *others = ("quit" if line is None else line).removeprefix("\ufeff").split(maxsplit=1)[:2] or [""]
        if word == "quit":
            return
        if word:
            session.take(word, others[0].strip() if others else "")


class _Session:
    """Holds the game, the position and the clock that the driver has told."""

    def __init__(self, say: Callable[[str], None], name: str, choose: Choose) -> None:
        self._say, self._name, self._choose = say, name, choose
        self._version, self._why = 1, _NO_GAME
        self.game: Game[Any] | None = None
        self._moves: list[Move] | None = None
        self._clock: Clock | None = None
        self.pondered: list[Move] | None = None
        self._awaits_hit = False
        self.is_stopped: Callable[[], bool] = lambda: False

    def take(self, word: str, rest: str) -> None:
        """Carries out a line and answers it. A refused ``position`` cancels the position, and a refused ``game`` also
        the game. Version 1 has no answer to other lines. It tells a refusal in a line that drivers pass over, and in
        the answer to the next ``go``."""
        try:
            answer = self._answer(word, rest)
        except GameError as error:
            reason = _odd_letters(word + rest) + " ".join(str(error).split())
            self._say(f"{'error' if self._version > 1 or word in ('game', 'go') else 'info'} {reason}")
            if word != "go" and (self._version == 1 or word in ("game", "position")):
                self._why = reason
            return
        if answer and (self._version > 1 or word in ("protocol", "game", "go")):
            self._say(answer)

    def _answer(self, word: str, rest: str) -> str:
        if word == "protocol" and rest in ("1", "2"):
            self._version, self.pondered = int(rest), None
            return f"protocol {rest}"
        if word in ("game", "position", "go"):
            self.pondered = None
            return {"game": self._begin, "position": self._place, "go": self._go}[word](rest)
        if self._version == VERSION and word in ("clock", "stop", "ponderhit"):
            return {"clock": self._set_clock, "stop": self._stop, "ponderhit": self._hit}[word](rest)
        if self._version == 1:
            self._moves = None
        raise GameError(f"there is no command {word[:40]!r}; there are {_WORDS[self._version]}")

    def _begin(self, rest: str) -> str:
        self.game, self._moves = None, None
        self.game = find(rest)
        self._why = _NO_POSITION
        return f"ok {self._name}"

    def _place(self, rest: str) -> str:
        self._moves = None
        if self.game is not None:
            self._moves = parse(self.game, rest)[0]
        elif self._version > 1:
            raise GameError(self._why)
        return "ok"

    def _set_clock(self, rest: str) -> str:
        self._clock = read_clock(rest)
        return "ok"

    def _stop(self, rest: str) -> str:
        self.pondered = None
        return "ok"

    def _go(self, rest: str) -> str:
        word, *others = rest.split()[:2] or [""]
        if self._version == VERSION and word == "ponder":
            return self._ponder(others[0] if others else "")
        return self._search(rest)

    def _ponder(self, word: str) -> str:
        game, moves = self._position()
        if word:
            if not (word.isascii() and word.isdecimal()) or int(word) not in game.moves(replay(game, moves)):
                raise GameError(f"{word[:40]} is no legal move to ponder on")
            moves = [*moves, int(word)]
            self._check_turn(game, moves)
        self.pondered, self._awaits_hit = moves, bool(word)
        return "ok"

    def _hit(self, rest: str) -> str:
        if self.pondered is None or not self._awaits_hit:
            raise GameError("there is no move that is pondered on; go ponder MOVE begins")
        self._moves, self.pondered = self.pondered, None
        return self._search(rest)

    def _search(self, rest: str) -> str:
        clock, self._clock = self._clock, None
        limits = Limits() if self._version == 1 else read_limits(rest, clock)
        game, moves = self._position()
        self._check_turn(game, moves)
        stopped = self.is_stopped if self._version > 1 else lambda: False
        return f"move {self._choose(game, moves, Search(limits, stopped, self._inform))}"

    def _inform(self, info: Info) -> None:
        if self._version > 1:
            self._say(info.text())

    def _position(self) -> tuple[Game[Any], list[Move]]:
        if self.game is None or self._moves is None:
            raise GameError(self._why)
        if self.game.outcome(replay(self.game, self._moves)) is not None:
            raise GameError("the game is over: there is no move to play")
        return self.game, self._moves

    def _check_turn(self, game: Game[Any], moves: list[Move]) -> None:
        state = replay(game, moves)
        if game.outcome(state) is not None:
            raise GameError("the game is over: there is no move to play")
        if game.to_move(state) is CHANCE:
            raise GameError("a lot is to be drawn here: there is no move to play")


def _odd_letters(line: str) -> str:
    """Returns the numbers of letters that may look like others, or like nothing, before the refusal of their line."""
    found = dict.fromkeys(f"U+{ord(letter):04X}" for letter in line if not letter.isascii())
    return f"there is {', '.join([*found][:3])} in the line: " if found else ""
