"""What pondering is worth: how much of the tree a reply keeps, and how much sooner the answer is proven.

Each position is pondered for some seconds by a perfect mind; then a reply is made, and the time from there to the
proven result is measured, once with the kept tree and table, and once afresh with both empty.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from engine.arena.match import opening
from engine.games import Game, Move
from engine.mind.mind import Mind, Purpose
from engine.mind.readiness import WORKSHOP

PLIES = range(2, 9)
"""Where in the game the positions lie."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One reply after pondering; times in seconds, sizes in nodes of the tree."""

    position: tuple[Move, ...]
    reply: Move
    expected: bool
    was_open: bool
    kept: int
    pruned: int
    pondered_seconds: float
    fresh_seconds: float

    @property
    def share(self) -> float:
        """The part of the tree beneath the root's replies that the reply kept."""
        return self.kept / max(1, self.kept + self.pruned)

    @property
    def ratio(self) -> float:
        """How many times as long the answer takes without pondering."""
        return self.fresh_seconds / max(1e-6, self.pondered_seconds)


def measure(game: Game[Any], positions: int, seconds: float, seed: int = 1) -> Iterator[Sample]:
    """Two samples a position: the reply that was expected, and another one. The game needs a solver."""
    rng = random.Random(seed)
    for number in range(positions):
        line = opening(game, rng.choice(PLIES), seed * 100_000 + number)
        for expected in (True, False):
            yield _sample(game, line, expected, seconds, rng)


def _sample(game: Game[Any], line: Sequence[Move], expected: bool, seconds: float, rng: random.Random) -> Sample:
    _clear(game)
    mind = Mind(game, seed=1, cap_mb=64)
    mind.follow(line)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and mind.work(Purpose.PONDER):
        pass
    views = {view.move: view for view in mind.digest().moves}
    guess = mind.digest().expected
    others = [move for move in views if move != guess] or list(views)
    reply = guess if expected and guess is not None else rng.choice(others)
    was_open = not views[reply].proven
    begin = time.perf_counter()
    after = mind.follow([*line, reply])
    pondered = _prove(mind, begin)
    mind.close()
    _clear(game)
    fresh = Mind(game, seed=1, cap_mb=64)
    fresh.follow([*line, reply])
    alone = _prove(fresh, time.perf_counter())
    fresh.close()
    return Sample(tuple(line), reply, expected, was_open, after.kept, after.pruned, pondered, alone)


def _prove(mind: Mind, begin: float) -> float:
    while mind.game.outcome(mind.state) is None and mind.work(Purpose.CHOOSE):
        pass
    if mind.game.outcome(mind.state) is None:
        mind.answer()
    return time.perf_counter() - begin


def _clear(game: Game[Any]) -> None:
    kernels = WORKSHOP.kernels_for(game)
    if kernels is None:
        raise ValueError(f"{game.title} has no solver: nothing is proven there by pondering")
    kernels.solver.clear()


def rows(samples: Sequence[Sample]) -> list[tuple[str, str, str]]:
    """The report: what was measured, after expected replies, and after others."""

    def both(text: str, value: Any) -> tuple[str, str, str]:
        return (text, *(value([s for s in samples if s.expected is kind]) for kind in (True, False)))

    def percent(part: Sequence[object], whole: Sequence[object]) -> str:
        return f"{100 * len(part) / len(whole):.0f} %" if whole else "-"

    def middle(values: Sequence[float], form: str) -> str:
        return form.format(median(values)) if values else "-"

    return [
        both("replies", lambda s: str(len(s))),
        both("tree kept, median", lambda s: middle([100 * x.share for x in s], "{:.0f} %")),
        both("proven before the reply came", lambda s: percent([x for x in s if not x.was_open], s)),
        both("answer with pondering, median", lambda s: middle([1e3 * x.pondered_seconds for x in s], "{:.2f} ms")),
        both("answer afresh, median", lambda s: middle([1e3 * x.fresh_seconds for x in s], "{:.0f} ms")),
        both("afresh / with pondering, median", lambda s: middle([x.ratio for x in s], "{:.0f}")),
        both(
            "with pondering / afresh where still open, worst",
            lambda s: max((f"{1 / x.ratio:.2f}" for x in s if x.was_open), default="-"),
        ),
    ]
