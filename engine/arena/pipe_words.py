"""Defines what lines of the pipe protocol carry: limits, clocks, information. PIPE.md shows every line."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.games import GameError, Move
from engine.players import Clock

VERSION = 2
GREETING = f"info protocol {VERSION}"
"""The line by which an engine offers version 2. A driver of version 1 passes over it, as over all information."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds one search. ``movetime`` is in seconds, ``nodes`` in positions. None: no bound of this kind."""

    movetime: float | None = None
    nodes: int | None = None
    clock: Clock | None = None

    def seconds(self, side: int) -> float:
        """Returns the seconds that a search for ``side`` may last. Infinity: no clock bounds it."""
        by_clock = self.clock.seconds(side) if self.clock else math.inf
        return min(by_clock, math.inf if self.movetime is None else self.movetime)

    def words(self) -> str:
        """Returns the bounds as they follow ``go``, without the clock, which has a line of its own."""
        parts = [] if self.movetime is None else [f"movetime {self.movetime:.6g}"]
        return " ".join(parts + ([] if self.nodes is None else [f"nodes {self.nodes}"]))


@dataclass(frozen=True, slots=True)
class Info:
    """Tells how far a search is. ``value`` is between -1 and 1 for the side to move, ``line`` the moves expected."""

    depth: int | None = None
    nodes: int | None = None
    value: float | None = None
    line: tuple[Move, ...] = ()

    def text(self) -> str:
        """Returns the information as a line of the protocol."""
        parts = ["info"]
        parts += [] if self.depth is None else [f"depth {self.depth}"]
        parts += [] if self.nodes is None else [f"nodes {self.nodes}"]
        parts += [] if self.value is None else [f"value {round(self.value, 3) + 0.0:+.3f}"]
        return " ".join(parts + ([f"line {','.join(map(str, self.line))}"] if self.line else []))

    def words(self) -> str:
        """Returns the information for a person: "depth 12, 48,210 positions, +0.25, 4 5 3"."""
        parts = [] if self.depth is None else [f"depth {self.depth}"]
        parts += [] if self.nodes is None else [f"{self.nodes:,} positions"]
        parts += [] if self.value is None else [f"{round(self.value, 2) + 0.0:+.2f}"]
        return ", ".join(parts + ([" ".join(map(str, self.line))] if self.line else []))


def read_clock(words: str) -> Clock:
    """Returns the clock of a line such as "60 55.5 1 1". Raises GameError for any other words."""
    numbers = [_seconds(word) for word in words.split()]
    if len(numbers) not in (2, 4):
        raise GameError("a clock is the seconds of both players, and after them both increments or none")
    left, increments = (numbers[0], numbers[1]), (numbers[2], numbers[3]) if numbers[2:] else (0.0, 0.0)
    return Clock(left, increments)


def read_limits(words: str, clock: Clock | None = None) -> Limits:
    """Returns the bounds that follow ``go`` or ``ponderhit``. Raises GameError for words that are no bounds."""
    limits, parts = Limits(clock=clock), words.split()
    if len(parts) % 2:
        raise GameError(f"{words[:40]!r} are no limits; there are movetime SECONDS and nodes COUNT")
    for name, number in zip(parts[::2], parts[1::2], strict=True):
        if name == "movetime":
            limits = replace(limits, movetime=_seconds(number))
        elif name == "nodes":
            limits = replace(limits, nodes=_count(number))
        else:
            raise GameError(f"there is no limit {name[:40]!r}; there are movetime SECONDS and nodes COUNT")
    return limits


def read_info(text: str) -> Info | None:
    """Returns the information of an ``info`` line. None: the words are free text, or numbers that cannot be read."""
    words = text.split()
    parts = words[1:]
    if words[:1] != ["info"] or not parts:
        return None
    given = dict(zip(parts[::2], parts[1::2], strict=False))
    if not given.keys() <= {"depth", "nodes", "value", "line"} or len(parts) % 2:
        return None
    try:
        depth, nodes = (_count(given[name]) if name in given else None for name in ("depth", "nodes"))
        value = float(given["value"]) if "value" in given else None
        line = tuple(_moves(given["line"].split(","))) if "line" in given else ()
    except (GameError, ValueError):
        return None
    return Info(depth, nodes, value, line) if value is None or -1 <= value <= 1 else None


def _moves(words: Iterable[str]) -> list[Move]:
    return [int(word) for word in words]


def _seconds(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise GameError(f"{word[:40]!r} is no number of seconds")
    return number


def _count(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 19):
        raise GameError(f"{word[:40]!r} is no number of positions")
    return int(word)
