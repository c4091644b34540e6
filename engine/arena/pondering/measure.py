"""Measures the worth of pondering: how much of the tree a reply keeps, and how much sooner the answer comes.

A perfect mind ponders each position; then a reply is made, and the effort from the reply to the goal is measured, once
with the kept tree and table, and once with both empty. The goal is the proven result or, on a board too large to
prove, a depth. Seconds are processor time of this thread: other work on the machine does not count.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.arena.jsonl import append_record, read_records
from engine.arena.match import random_opening
from engine.arena.players import think
from engine.games import Game, Move
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.available import proves
from engine.mind.search.kernels import KERNEL_CACHE

STRONG, MIDDLING = 9, 5
"""Levels of the two opponents; the moves of both are compared with the expected reply."""

TREE_MB = 64
"""Memory cap of the measured mind's tree, in MiB."""


@dataclass(frozen=True, slots=True)
class PonderTask:
    """Describes one measurement.

    Args:
        seconds: processor time of pondering.
        depth: the goal in plies; 0: the proven result.
        first: the least plies of a position.
        last: the most plies of a position.
        reads: whether the mind may read the opening book.
    """

    game: str
    seconds: float
    depth: int = 0
    seed: int = 1
    first: int = 12
    last: int = 16
    reads: bool = True


@dataclass(frozen=True, slots=True)
class Effort:
    """Counts the effort to reach the goal: seconds of processor time, positions searched."""

    seconds: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Sample:
    """Holds the measurement of one reply after pondering.

    Args:
        move: the reply.
        expected: whether the mind had expected the reply.
        open: whether the goal was still open after pondering.
        kept: tree nodes kept by the reply.
        pruned: tree nodes freed by the reply.
        pondered: the effort to the goal with the kept tree and table.
        fresh: the effort to the goal with both empty.
    """

    move: Move
    expected: bool
    open: bool
    kept: int
    pruned: int
    pondered: Effort
    fresh: Effort

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
    """Holds one pondered position.

    Args:
        number: the number of the position in the task.
        guess: the expected reply, or None.
        strong: the reply of a strong opponent.
        middling: the reply of a middling opponent.
        samples: the expected reply, and another one where there is one.
    """

    number: int
    line: tuple[Move, ...]
    guess: Move | None
    strong: Move
    middling: Move
    samples: tuple[Sample, ...]


def run(task: PonderTask, game: Game[Any], positions: int, store: Path) -> Iterator[PonderedPosition]:
    """Measures every position of the task.

    Args:
        game: the rules of ``task.game``.
        store: the file of results; positions in the file are not measured again, new ones are added.

    Raises:
        ValueError: the game has no compiled solver.
    """
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
    """Returns the reply of a level, from a mind without any knowledge of the measured mind."""
    mind = Mind(game, level, seed)
    move = think(mind, line)
    mind.close()
    return move


def _ponder(task: PonderTask, game: Game[Any], line: Sequence[Move]) -> Mind:
    """Returns a mind that has pondered the replies to ``line``, from an empty tree."""
    mind = _begin(task, game, line)
    end = time.thread_time() + task.seconds
    while time.thread_time() < end and mind.work(Purpose.PONDER):
        pass
    return mind


def _begin(task: PonderTask, game: Game[Any], line: Sequence[Move]) -> Mind:
    kernels = KERNEL_CACHE.kernels_for(game)
    if kernels is None:
        raise ValueError(f"the search of {game.title} is not compiled yet: warm it up first")
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
    """Thinks until the goal is reached, and answers."""
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
