"""Checks an outside engine: plays a hundred situations against it and tells in sentences what it does wrong."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.arena.outside import Outside, OutsideError
from engine.arena.pipe_words import GREETING, VERSION, read_info

MOST_SILENCES = 3
"""Silences in a row after which the check ends: the other situations would only cost patience."""
_TO_END = 10.0
"""The most seconds in which an engine has to end."""
_INFO_WORDS = ("depth", "nodes", "value", "line")
_LINES = 8
"""The last lines of a talk that are shown with a fault."""


class FaultError(Exception):
    """Tells what an engine did wrong: the ``kind`` of fault, and the case in a sentence."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Engine:
    """Holds the engine under check and all lines said. ``grace``: seconds beyond the limit and ``patience``."""

    def __init__(self, words: Sequence[str], patience: float, grace: float) -> None:
        self._words, self.patience, self.grace = words, patience, grace
        self._offers, self.version, self._bad_info = False, 1, ""
        self.said = deque[str](maxlen=_LINES)
        """The last lines that were sent, after a ">", and heard, after a "<"."""
        self.game, self.name, self._process = "", "", Outside(words, self._hear)

    def ask(self, line: str, seconds: float | None = None) -> str:
        """Sends a line and returns the answer. Raises ``FaultError`` without one."""
        seconds = self.patience if seconds is None else seconds
        try:
            self._send(line)
            answer = self._next(seconds)
        except OutsideError as error:
            raise FaultError("ended", f'After "{line}" it {error}.') from None
        except TimeoutError:
            hint = "" if self.name else " Does it flush its output after each line?"
            raise FaultError("silent", f'It gave no answer to "{line}" in {seconds:g} seconds.{hint}') from None
        if self._bad_info:
            raise FaultError("info", f'It said "{self._bad_info}", which cannot be read as information.')
        return answer

    def tell(self, line: str) -> None:
        """Sends a line that version 2 answers by ``ok``, and version 1 not at all."""
        if self.version >= VERSION:
            self._check_ok(line, self.ask(line))
            return
        try:
            self._send(line)
        except OutsideError as error:
            raise FaultError("ended", f'Before "{line}" it {error}.') from None

    def stop_search(self, line: str) -> str:
        """Begins a search by ``line`` and stops it. Returns the answer, which comes before the one to ``stop``."""
        try:
            answer = self.ask(f"{line}\nstop")
        except FaultError as fault:
            raise fault if fault.kind != "silent" else FaultError("silent", 'It did not move after "stop".') from None
        try:
            self._check_ok("stop", self._next(self.patience))
        except (OutsideError, TimeoutError):
            raise FaultError("no ok", 'It did not answer "stop" by "ok" after its move.') from None
        return answer

    @staticmethod
    def _check_ok(line: str, answer: str) -> None:
        if answer != "ok":
            raise FaultError("no ok", f'It answered "{answer}" to "{line}" where "ok" was due.')

    def quiet(self) -> None:
        """Raises ``FaultError`` if the engine has written lines without a request."""
        said = [line for line in self._process.waiting() if self.version >= VERSION or line.startswith("move")]
        if said:
            self.said.extend(f"< {line}" for line in said)
            raise FaultError("unasked", f'It said "{said[0]}" where nothing was asked.')

    def begin(self, game: str) -> bool:
        """Begins a game, in the highest version that the engine offers. False: the engine does not play the game."""
        self.game, answer = "", self.ask(f"game {game}")
        word, _, rest = answer.partition(" ")
        if word == "error":
            return False
        if word != "ok":
            raise FaultError("game", f'It answered "{answer}" to "game {game}" where "ok NAME" was due.')
        self.game, self.name = game, rest or self.name or "an engine without a name"
        if self._offers and self.version < VERSION:
            answer = self.ask(f"protocol {VERSION}")
            if answer != f"protocol {VERSION}":
                raise FaultError("protocol", f'It offers version 2 and answered "{answer}" to "protocol 2".')
            self.version = VERSION
        return True

    def refused(self, line: str) -> None:
        """Sends a line that must be answered by ``error`` and a sentence."""
        answer = self.ask(line)
        if answer.partition(" ")[0] != "error":
            raise FaultError("not refused", f'It answered "{answer}" to "{line}" where "error SENTENCE" was due.')
        if not answer.partition(" ")[2]:
            raise FaultError("no reason", f'It answered "error" to "{line}" without a reason.')

    def ends(self, by_quit: bool) -> bool:
        """Asks the engine to end by ``quit``, or by the end of its input, and tells whether it does."""
        self.said.extend(["> quit"] if by_quit else [])
        return self._process.ends(min(self.patience, _TO_END), "quit" if by_quit else "")

    def restart(self) -> None:
        """Starts the engine again, as a new process."""
        self.close()
        self._offers, self.version, self._bad_info, self.game = False, 1, "", ""
        self._process = Outside(self._words, self._hear)

    def close(self) -> None:
        """Ends the engine."""
        self._process.close()

    def _send(self, lines: str) -> None:
        self.said.extend(f"> {line}" for line in lines.split("\n"))
        self._process.send(lines)

    def _next(self, seconds: float) -> str:
        answer = self._process.line(time.monotonic() + seconds)
        self.said.append(f"< {answer}")
        return answer

    def _hear(self, text: str) -> None:
        self.said.append(f"< {text}")
        if text == GREETING:
            self._offers = True
        elif text.split()[1:2] and text.split()[1] in _INFO_WORDS and read_info(text) is None:
            self._bad_info = text


@dataclass(frozen=True, slots=True)
class Situation:
    """Holds one thing to try. ``version`` is the version of the protocol that an engine needs for it."""

    about: str
    run: Callable[[Engine], None]
    version: int = 1


@dataclass
class Report:
    """Counts the situations tried, and holds of each kind of fault the first, the count and the last lines."""

    name: str = ""
    version: int = 1
    tried: int = 0
    passed_over: int = 0
    faults: dict[str, str] = field(default_factory=dict)
    lines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    ended_early: bool = False

    def sentences(self) -> Iterator[str]:
        """Yields what there is to say, fault by fault."""
        for kind, sentence in self.faults.items():
            more = self.counts[kind] - 1
            yield sentence + (
                f" So it was in {more} more {'situation' if more == 1 else 'situations'}." if more else ""
            )
            yield from (f"    {line}" for line in self.lines[kind])
        if self.ended_early:
            yield f"The check ended after {MOST_SILENCES} silences in a row."
        if self.passed_over:
            yield (
                f"It does not offer version {VERSION} of the protocol, so {self.passed_over} situations with limits, "
                "clocks, stops and pondering were passed over."
            )
        found = sum(self.counts.values())
        yield f"{self.name or 'The engine'}: {self.tried} situations, {found or 'none'} of them with a fault."


def check(engine: Engine, game: str, situations: Sequence[Situation]) -> Report:
    """Tries all situations with an engine, and restarts the engine after a fault."""
    report, silences, is_new = Report(), 0, True
    for situation in situations:
        try:
            if is_new:
                is_new = False
                engine.said.clear()
                if not engine.begin(game):
                    raise FaultError("other game", f'It does not play "{game}".')
                report.name, report.version = engine.name, max(report.version, engine.version)
            if situation.version > engine.version:
                report.passed_over += 1
                continue
            report.tried += 1
            situation.run(engine)
            engine.quiet()
            silences = 0
        except FaultError as fault:
            report.counts[fault.kind] += 1
            report.faults.setdefault(fault.kind, f"{situation.about}: {fault}")
            report.lines.setdefault(fault.kind, tuple(engine.said))
            silences = silences + 1 if fault.kind == "silent" else 0
            report.ended_early = silences == MOST_SILENCES
            if report.ended_early or fault.kind == "other game":
                break
            engine.restart()
            is_new = True
    engine.close()
    return report
