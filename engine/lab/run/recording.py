"""Records a search step by step: each visit to a state, and each line of the functions of ``engine/search``. The
functions run unchanged. A trace function of the interpreter (``sys.settrace``) is called before each line runs, with
the variables of the moment."""

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from engine.games import CHANCE, Game, Move, Player, S
from engine.lab.run.sources import Source, watched
from engine.search.parts.trace import Branch, Trace
from engine.search.parts.values import Found

KINDS = ("enter", "line", "better", "cut", "table", "leave", "guess", "over", "probe", "iteration", "lot")
ENTER, LINE, BETTER, CUT, TABLE, LEAVE, GUESS, OVER, PROBE, ITERATION, LOT = range(len(KINDS))
VARIABLES = (
    *("player", "mover", "side", "depth", "ply", "alpha", "beta", "move", "lot", "chance", "best", "v", "value"),
    *("floor", "below", "less", "late", "number", "singular", "mean", "least", "most", "a", "b", "cut", "stored"),
    *("result", "proof", "disproof"),
)
"""The variables that are shown, where a function has them."""
CHECKED = 256  # calls of functions between two readings of the processor's clock


class LimitError(Exception):
    """Ends a search that is over a limit of the recording. ``reason`` is the name of the limit."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Limits:
    """Holds the limits of a run."""

    places: int = 400
    steps: int = 8_000
    seconds: float = 1.0  # processor time of the watched search
    nodes: int = 200_000  # of the search without a recording, which only counts
    count_seconds: float = 0.5  # its processor time


@dataclass(slots=True)
class Step:
    """Records one moment of a search. Numbers are -1 for none."""

    kind: int  # the index in KINDS
    visit: int
    source: int  # the number of the function in Recording.sources
    line: int  # in the function's file
    vars: dict[str, Any] | None = None  # the variables with new values


class Recording(Trace[S]):
    """Records every visit and every step of one search, and stops a search over the limits. ``iterates`` means that
    the search has iterations, ``rounds`` that it tries one move a visit, and comes again for the others."""

    def __init__(
        self, game: Game[S], player: Player, limits: Limits, *, iterates: bool = False, rounds: bool = False
    ) -> None:
        super().__init__(game, player)
        self.limits, self.iterates, self.rounds = limits, iterates, rounds
        self.visits: list[Branch[S]] = []  # in the order of entering, over all iterations
        self.above: list[int] = []  # the visit above each visit, -1 at a root
        self.done: list[bool] = []
        self.left: list[int] = []  # the visits that returned, in the order of returning
        self.steps: list[Step] = []
        self.sources: list[Source] = []  # the functions that ran, in the order of the first step in each
        self._path: list[int] = []
        self.places: set[tuple[Move, ...]] = {()}  # the routes of all visits and of all moves skipped
        self.routes: list[tuple[Move, ...]] = []  # the moves from the root to each visit
        self._lines: dict[int, tuple[int, int]] = {}  # the function and the last line of each open visit
        self._told: dict[tuple[int, int], dict[str, Any]] = {}  # the values reported, by visit and function
        self._keeps: set[int] = set()  # the visits with a variable for the best value
        self._numbers: dict[CodeType, int] = {}
        self._calls = 0
        self._until = 0.0
        self._watched = watched()

    # --- called by the search ---

    def enter(
        self,
        state: S,
        player: Player,
        depth: int,
        alpha: float,
        beta: float,
        move: Move | None = None,
        *,
        probe: bool = False,
    ) -> None:
        """Begins a visit, and raises LimitError if the run is over a limit."""
        above = self._path[-1] if self._path else -1
        route = (*self.routes[above], move) if above >= 0 and move is not None else self._way or ()
        self._reach([route])
        if len(self.steps) >= self.limits.steps:
            raise LimitError("steps")
        super().enter(state, player, depth, alpha, beta, move, probe=probe)
        number = len(self.visits)
        self.visits.append(self._open[-1].branch)
        self.above.append(above)
        self.done.append(False)
        self.routes.append(route)
        self._path.append(number)
        self._add(ENTER, number)
        if probe:
            self._add(PROBE, number)
        if self.iterates and above < 0:
            self._add(ITERATION, number)

    def leave(self, player: Player, found: Found, note: str = "") -> None:
        """Ends a visit. The moves skipped are also places."""
        if len(self.steps) >= self.limits.steps:
            raise LimitError("steps")
        number = self._path[-1]
        branch = self.visits[number]
        super().leave(player, found, note)
        if self.rounds:
            branch.skipped = ()
        self._reach([(*self.routes[number], move) for move in branch.skipped])
        self._path.pop()
        leaf = {"over": OVER, "guess": GUESS, "table": TABLE}.get(branch.note)
        if leaf is not None:
            self._add(leaf, number)
        self._add(LEAVE, number)
        self.done[number] = True
        self.left.append(number)
        if self._path:
            self._compare(self._path[-1], branch)

    def _reach(self, routes: list[tuple[Move, ...]]) -> None:
        """Notes places that are drawn, and raises LimitError at the limit."""
        new = {route for route in routes if route not in self.places}
        if len(self.places) + len(new) > self.limits.places:
            raise LimitError("places")
        self.places |= new

    def _compare(self, above: int, branch: Branch[S]) -> None:
        """Adds the step of a better value if no variable of the function shows it, and the step of a drawn lot."""
        over = self.visits[above]
        if over.mover is CHANCE:
            self._add(LOT, above)
        elif above not in self._keeps and not self.rounds:
            sign = 1 if over.mover is self.player else -1
            values = [sign * one.value for one in self._open[-1].below[:-1]]
            if all(sign * branch.value > value for value in values):
                self._add(BETTER, above)

    def _add(self, kind: int, visit: int, told: dict[str, Any] | None = None) -> None:
        if len(self.steps) < self.limits.steps:
            self.steps.append(Step(kind, visit, *self._lines.get(visit, (-1, -1)), told))

    # --- called by the interpreter ---

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watches the lines that this thread runs, and restores the previous trace function at the end."""
        before = sys.gettrace()
        self._until = time.thread_time() + self.limits.seconds
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        """Watches a called function, and reads the clock from time to time."""
        self._calls += 1
        if self._calls % CHECKED == 0 and time.thread_time() > self._until:
            raise LimitError("seconds")
        return self._line if frame.f_code in self._watched else None

    def _line(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        """Records a line before it runs. A line outside every visit, as in an unwatched search, is no step."""
        if event == "line" and self._path:
            self._see(frame, self._path[-1], self._number(frame.f_code))
        return self._line

    def _see(self, frame: FrameType, visit: int, source: int) -> None:
        """Adds the step of one line, and the steps of a better value and a cut."""
        told, new = self._told.setdefault((visit, source), {}), {}
        for name, value in frame.f_locals.items():
            shows = name in VARIABLES and not isinstance(value, tuple) and not callable(value)
            if shows and (name not in told or told[name] != value):
                new[name] = value
        shown: dict[str, Any] | None = {name: self._plain(value) for name, value in new.items()} or None
        if "best" in told and "best" in new and self._way is None:
            self._add(BETTER, visit, shown)  # by the line before
            shown = None
        if "best" in new:
            self._keeps.add(visit)
        told.update(new)
        self._lines[visit] = source, frame.f_lineno
        self._add(LINE, visit, shown)
        if frame.f_lineno in self.sources[source].cuts:
            self._add(CUT, visit)

    def _number(self, code: CodeType) -> int:
        if code not in self._numbers:
            self._numbers[code] = len(self.sources)
            self.sources.append(self._watched[code])
        return self._numbers[code]

    def _plain(self, value: Any) -> Any:
        """Returns the value of a variable for JSON: infinite numbers as text, a player by name."""
        if isinstance(value, Player):
            return "chance" if value is CHANCE else str(self.game.player_names[value])  # a value of the program
        if isinstance(value, float) and math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return value if isinstance(value, bool | int | float) or value is None else str(value)
