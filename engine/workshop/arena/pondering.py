"""Measures the worth of pondering: how much of the tree a reply keeps, and how much sooner the answer comes.

A perfect mind ponders each position. Then a reply is made, and the effort from the reply to the goal is measured, once
with the kept tree and table, and once with both empty. The goal is the proven result or, on a board too large to
prove, a depth. Seconds are processor time of this thread: other work on the machine does not count.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

from engine.files import append_record, read_records
from engine.games import Game, GameError, Move
from engine.games.openings import random_opening
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.available import proves
from engine.mind.search.kernels import KERNEL_CACHE
from engine.players import think

STRONG, MIDDLING = 9, 5  # levels of the two opponents. The moves of both are compared with the expected reply

TREE_MB = 64  # memory cap of the measured mind's tree, in MiB


@dataclass(frozen=True, slots=True)
class PonderTask:
    """Describes one measurement."""

    game: str
    seconds: float  # processor time of pondering
    depth: int = 0  # the goal in plies, or 0 for the proven result
    seed: int = 1
    first: int = 12  # the least plies of a position
    last: int = 16  # the most plies of a position
    reads: bool = True  # whether the mind may read the opening book


@dataclass(frozen=True, slots=True)
class Effort:
    """Counts the effort to reach the goal: seconds of processor time, positions searched."""

    seconds: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Sample:
    """Holds the measurement of one reply after pondering."""

    move: Move
    expected: bool  # whether the mind had expected the reply
    open: bool  # whether the goal was still open after pondering
    kept: int  # tree nodes kept by the reply
    pruned: int  # tree nodes freed by the reply
    pondered: Effort  # with the kept tree and table
    fresh: Effort  # with both empty

    @property
    def share(self) -> float:
        """Returns the kept part of the tree beneath the root's replies."""
        return self.kept / max(1, self.kept + self.pruned)

    @property
    def ratio(self) -> float:
        """Returns the time of a fresh answer as a multiple of the time after pondering."""
        return self.fresh.seconds / max(1e-6, self.pondered.seconds)


@dataclass(frozen=True, slots=True)
class PonderedPosition:
    """Holds one pondered position: number, expected reply, and replies of a strong and a middling opponent."""

    number: int
    line: tuple[Move, ...]
    guess: Move | None
    strong: Move
    middling: Move
    samples: tuple[Sample, ...]  # the expected reply, and another one if there is one


def run(task: PonderTask, game: Game[Any], positions: int, store: Path) -> Iterator[PonderedPosition]:
    """Measures the positions that the file ``store`` lacks, and adds them. Raises ValueError without a solver."""
    if not proves(game):
        raise ValueError(f"{game.title} has no exact solver; the boards with gravity have one, such as connect4")
    named = asdict(task)
    measured = {}
    for record in read_records(store):
        if record.get("task") == named:
            measured[record["position"]["number"]] = _from_record(record["position"])
    for number in range(positions):
        if number not in measured:
            measured[number] = measure(task, game, number)
            append_record(store, {"task": named, "position": asdict(measured[number])})
        yield measured[number]


def measure(task: PonderTask, game: Game[Any], number: int) -> PonderedPosition:
    """Ponders position ``number`` twice, then makes the expected reply and another one."""
    rng = random.Random(f"{task.seed} {number}")
    line = random_opening(game, rng.randint(task.first, task.last), task.seed * 100_000 + number)
    strong, middling = (_opponent(game, level, line, number) for level in (STRONG, MIDDLING))
    mind = _ponder(task, game, line)
    guess = mind.digest().expected
    replies = [view.move for view in mind.digest().moves]
    samples = [_reply(task, mind, line, guess or replies[0], expected=True)]
    unexpected = [move for move in replies if move != guess]
    if unexpected:
        samples.append(_reply(task, _ponder(task, game, line), line, rng.choice(unexpected), expected=False))
    return PonderedPosition(number, tuple(line), guess, strong, middling, tuple(samples))


def _opponent(game: Game[Any], level: int, line: Sequence[Move], seed: int) -> Move:
    mind = Mind(game, level, seed)
    move = think(mind, line)
    mind.close()
    return move


def _ponder(task: PonderTask, game: Game[Any], line: Sequence[Move]) -> Mind:
    mind = _begin(task, game, line)
    end = time.thread_time() + task.seconds
    while time.thread_time() < end and mind.work(Purpose.PONDER):
        pass
    return mind


def _begin(task: PonderTask, game: Game[Any], line: Sequence[Move]) -> Mind:
    kernels = KERNEL_CACHE.kernels_for(game)
    if kernels is None:
        raise GameError(f"{game.title} has no compiled search")
    kernels.clear()
    mind = Mind(game, seed=1, cap_mb=TREE_MB, kernels=kernels, uses_book=task.reads)
    mind.follow(line)
    mind.work(Purpose.PONDER, 0.0)  # builds the tree now, before the clock runs
    return mind


def _reply(task: PonderTask, mind: Mind, line: Sequence[Move], move: Move, *, expected: bool) -> Sample:
    before, begin = mind.nodes, time.thread_time()
    kept = mind.follow([*line, move])
    is_open = not _reached(task, mind)
    pondered = _finish(task, mind, begin, before)
    mind.close()
    fresh = _begin(task, mind.game, [*line, move])
    alone = _finish(task, fresh, time.thread_time(), fresh.nodes)
    fresh.close()
    return Sample(move, expected, is_open, kept.kept, kept.pruned, pondered, alone)


def _finish(task: PonderTask, mind: Mind, begin: float, before: int) -> Effort:
    while not _reached(task, mind) and mind.work(Purpose.CHOOSE):
        pass
    if mind.game.outcome(mind.state) is None:
        mind.answer()
    return Effort(time.thread_time() - begin, mind.nodes - before)


def _reached(task: PonderTask, mind: Mind) -> bool:
    tree = mind.tree
    if tree is None or mind.game.outcome(mind.state) is not None or tree.proven(tree.root):
        return True
    return 0 < task.depth <= mind.depth


def _from_record(record: dict[str, Any]) -> PonderedPosition:
    samples = [
        Sample(**{**sample, **{key: Effort(**sample[key]) for key in ("pondered", "fresh")}})
        for sample in record["samples"]
    ]
    return PonderedPosition(**{**record, "line": tuple(record["line"]), "samples": tuple(samples)})


Row = tuple[str, str, str]


def rows(positions: Sequence[PonderedPosition], depth: int = 0) -> list[Row]:
    """Returns the measurements after expected and other replies, to ``depth`` plies (0: the proof)."""
    samples = [sample for position in positions for sample in position.samples]
    goal = f"at depth {depth}" if depth else "proven"

    def both(text: str, value: Callable[[Sequence[Sample]], str]) -> Row:
        expected, others = ([s for s in samples if s.expected is kind] for kind in (True, False))
        return text, value(expected), value(others)

    return [
        both("replies", lambda s: str(len(s))),
        both("tree kept, mean", lambda s: _of(mean, [100 * x.share for x in s], "{:.0f} %")),
        both(f"{goal} before the reply came", lambda s: _share([not x.open for x in s])),
        both(
            "answer with pondering, median", lambda s: _of(median, [1e3 * x.pondered.seconds for x in s], "{:.2f} ms")
        ),
        both("answer afresh, median", lambda s: _of(median, [1e3 * x.fresh.seconds for x in s], "{:.0f} ms")),
        both("afresh / with pondering, median", lambda s: _of(median, [x.ratio for x in s], "{:.0f}")),
        both("still open: replies", lambda s: str(sum(x.open for x in s))),
        both("still open: positions searched, with / afresh, median", lambda s: _of(median, _open(s), "{:.2f}")),
        both("still open: positions searched, with / afresh, worst", lambda s: _of(max, _open(s), "{:.2f}")),
        both("still open: time, with / afresh, median", lambda s: _of(median, _open_seconds(s), "{:.2f}")),
        both("still open: time, with / afresh, worst", lambda s: _of(max, _open_seconds(s), "{:.2f}")),
        both(f"{goal} before the reply: the slowest answer", lambda s: _of(max, _answers(s), "{:.2f} ms")),
    ]


def hits(positions: Sequence[PonderedPosition]) -> dict[str, str]:
    """Returns how often a strong and a middling opponent play the expected reply."""
    guessed = [position for position in positions if position.guess is not None]
    return {
        "strong": _share([position.guess == position.strong for position in guessed]),
        "middling": _share([position.guess == position.middling for position in guessed]),
    }


def _open(samples: Sequence[Sample]) -> list[float]:
    return [sample.pondered.nodes / max(1, sample.fresh.nodes) for sample in samples if sample.open]


def _open_seconds(samples: Sequence[Sample]) -> list[float]:
    return [sample.pondered.seconds / max(1e-6, sample.fresh.seconds) for sample in samples if sample.open]


def _answers(samples: Sequence[Sample]) -> list[float]:
    return [1e3 * sample.pondered.seconds for sample in samples if not sample.open]


def _share(truths: Sequence[bool]) -> str:
    return f"{100 * sum(truths) / len(truths):.0f} %" if truths else "-"


def _of(what: Callable[[Sequence[float]], float], values: Sequence[float], form: str) -> str:
    return form.format(what(values)) if values else "-"
