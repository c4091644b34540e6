"""What pondering is worth: how much of the tree a reply keeps, and how much sooner the answer is there.

Each position is pondered by a perfect mind; then a reply is made, and what it takes from there to the goal is measured,
once with the kept tree and table, and once afresh with both empty. The goal is the
proven result or, on a board too large to prove, a depth. Seconds are those of the processor, for this thread: what else
the machine does is not in them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.arena.match import opening
from engine.arena.players import think
from engine.arena.store import append, records
from engine.games import Game, Move
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE

STRONG, MIDDLING = 9, 5
"""Levels of the opponents whose moves are compared with the reply that was expected."""

TREE_MB = 64


@dataclass(frozen=True, slots=True)
class Task:
    """What is measured: seconds of pondering, then how long a reply takes to the goal (``depth`` 0: to the proof); the
    positions lie between the plies ``first`` and ``last``, and the opening book is open only if the mind ``reads``."""

    game: str
    seconds: float
    depth: int = 0
    seed: int = 1
    first: int = 12
    last: int = 16
    reads: bool = True


@dataclass(frozen=True, slots=True)
class Effort:
    """What it took to reach the goal: seconds of processor time, positions searched."""

    seconds: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Sample:
    """One reply after pondering; sizes in nodes of the tree. ``open``: the goal was not reached while pondering."""

    move: Move
    expected: bool
    open: bool
    kept: int
    pruned: int
    pondered: Effort
    fresh: Effort

    @property
    def share(self) -> float:
        """The part of the tree beneath the root's replies that the reply kept."""
        return self.kept / max(1, self.kept + self.pruned)

    @property
    def ratio(self) -> float:
        """How many times as long the answer takes without pondering."""
        return self.fresh.seconds / max(1e-6, self.pondered.seconds)


@dataclass(frozen=True, slots=True)
class Pondered:
    """One position: the reply that was expected, what a strong and a middling opponent play, and two samples."""

    number: int
    line: tuple[Move, ...]
    guess: Move | None
    strong: Move
    middling: Move
    samples: tuple[Sample, ...]


def run(task: Task, game: Game[Any], positions: int, store: Path) -> Iterator[Pondered]:
    """Every position of the task, from the store as far as it goes; what is measured now is added to it.

    Raises:
        ValueError: the game has no compiled solver.
    """
    if not KERNEL_CACHE.proves(game):
        raise ValueError(f"{game.title} has no exact solver; the boards with gravity have one, such as connect4")
    named = asdict(task)
    known = {}
    for record in records(store):
        if record.get("task") == named:
            known[record["position"]["number"]] = _read(record["position"])
    for number in range(positions):
        if number not in known:
            known[number] = measure(task, game, number)
            append(store, {"task": named, "position": asdict(known[number])})
        yield known[number]


def measure(task: Task, game: Game[Any], number: int) -> Pondered:
    """Ponder position ``number`` twice, and make the expected reply and another one."""
    rng = random.Random(f"{task.seed} {number}")
    line = opening(game, rng.randint(task.first, task.last), task.seed * 100_000 + number)
    strong, middling = (_opponent(game, level, line, number) for level in (STRONG, MIDDLING))
    mind = _ponder(task, game, line)
    guess = mind.digest().expected
    replies = [view.move for view in mind.digest().moves]
    samples = [_reply(task, mind, line, guess or replies[0], expected=True)]
    unexpected = [move for move in replies if move != guess]
    if unexpected:
        samples.append(_reply(task, _ponder(task, game, line), line, rng.choice(unexpected), expected=False))
    return Pondered(number, tuple(line), guess, strong, middling, tuple(samples))


def _opponent(game: Game[Any], level: int, line: Sequence[Move], seed: int) -> Move:
    """What a player of this level replies; its mind sees nothing of the one that is measured."""
    mind = Mind(game, level, seed)
    move = think(mind, line)
    mind.close()
    return move


def _ponder(task: Task, game: Game[Any], line: Sequence[Move]) -> Mind:
    """A mind that has thought about the replies to ``line`` from nothing."""
    mind = _begin(task, game, line)
    end = time.thread_time() + task.seconds
    while time.thread_time() < end and mind.work(Purpose.PONDER):
        pass
    return mind


def _begin(task: Task, game: Game[Any], line: Sequence[Move]) -> Mind:
    kernels = KERNEL_CACHE.kernels_for(game)
    if kernels is None:
        raise ValueError(f"the search of {game.title} is not compiled yet: warm it up first")
    kernels.clear()
    mind = Mind(game, seed=1, cap_mb=TREE_MB, kernels=kernels, uses_book=task.reads)
    mind.follow(line)
    mind.work(Purpose.PONDER, 0.0)  # its tree is built now, and not when the clock runs
    return mind


def _reply(task: Task, mind: Mind, line: Sequence[Move], move: Move, *, expected: bool) -> Sample:
    before, begin = mind.nodes, time.thread_time()
    kept = mind.follow([*line, move])
    is_open = not _reached(task, mind)
    pondered = _finish(task, mind, begin, before)
    mind.close()
    fresh = _begin(task, mind.game, [*line, move])
    alone = _finish(task, fresh, time.thread_time(), fresh.nodes)
    fresh.close()
    return Sample(move, expected, is_open, kept.kept, kept.pruned, pondered, alone)


def _finish(task: Task, mind: Mind, begin: float, before: int) -> Effort:
    """Think until the goal is reached, and answer."""
    while not _reached(task, mind) and mind.work(Purpose.CHOOSE):
        pass
    if mind.game.outcome(mind.state) is None:
        mind.answer()
    return Effort(time.thread_time() - begin, mind.nodes - before)


def _reached(task: Task, mind: Mind) -> bool:
    tree = mind.tree
    if tree is None or mind.game.outcome(mind.state) is not None or tree.proven(tree.root):
        return True
    return 0 < task.depth <= mind.depth


def _read(record: dict[str, Any]) -> Pondered:
    samples = [
        Sample(**{**sample, **{key: Effort(**sample[key]) for key in ("pondered", "fresh")}})
        for sample in record["samples"]
    ]
    return Pondered(**{**record, "line": tuple(record["line"]), "samples": tuple(samples)})
