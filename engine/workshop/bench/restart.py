"""Measures what a process that dies at once leaves to the next one: proofs, time to an answer, bytes."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.games import Game, Move, find
from engine.games.openings import random_opening
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE, KernelCache, Kernels
from engine.mind.values import LIMIT
from engine.solver.proof_log.log import DEAR, ProofLogs

_CAP_MB = 16.0
_UNKNOWN = -LIMIT, LIMIT
Proofs = dict[tuple[int, int], tuple[int, int]]
"""The bounds of each position, by its stones: of the side to move, and all."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Holds what one pondering game found after the death of its process: of ``proofs`` so many were ``back`` after
    ``seconds`` of processor time. If the position after a reply was proved before, ``answer`` holds the processor
    seconds to the first answer there and ``nodes`` the positions searched for it, else None."""

    proofs: int
    back: int
    seconds: float
    answer: float | None
    nodes: int | None


def brought(folder: Path, game: Game[Any], least: int) -> Kernels:
    """Returns the kernels of a new process, with the proofs in ``folder``."""
    cache = KernelCache()
    cache.proofs = ProofLogs(folder, _CAP_MB, least)
    return cache.load(game)


def positions(name: str, count: int, seed: int) -> list[tuple[Move, ...]]:
    """Returns random openings of four to eight moves."""
    rng = random.Random(seed)
    return [random_opening(find(name), rng.randint(4, 8), rng.randrange(1 << 20)) for _ in range(count)]


def dear(mind: Mind, least: int) -> Proofs:
    """Returns the bounds of all nodes of a mind's tree that took at least so many positions, and whose bounds say more
    than the rules."""
    cells = mind.game.max_plies

    def says_more(at: tuple[int, int], low: int, high: int) -> bool:
        stones = at[1].bit_count()
        return low > -((cells - 2 - stones) // 2) or high < (cells - 1 - stones) // 2

    return {at: bounds for at, bounds in _bounds(mind, least).items() if says_more(at, *bounds)}


def _bounds(mind: Mind, least: int = 0) -> Proofs:
    """Returns the bounds of all nodes that took at least so many positions."""
    found = Proofs()
    if tree := mind.tree:
        for node in tree.walk(tree.root):
            if tree.visits[node] >= least:
                at = tree.own[node], tree.mask[node]
                low, high = found.get(at, _UNKNOWN)
                found[at] = max(low, tree.low[node]), min(high, tree.high[node])
    return found


def killed_games(
    name: str, count: int, seconds: float, folder: Path, *, at_once: int = 10, least: int = DEAR, seed: int = 1
) -> Iterator[Restart]:
    """Ponders in ``count`` games for ``seconds`` each, ``at_once`` in one process, and kills each process in the middle
    of a search. Yields what the next process finds."""
    game = find(name)
    for batch in range(0, count, at_once):
        lines = positions(name, min(at_once, count - batch), seed + batch)
        killed = _die(name, lines, seconds, folder, least)
        kernels = brought(folder, game, least)
        for line, proofs in zip(lines, killed, strict=True):
            yield _come_back(game, line, proofs, kernels)
        if kernels.solver:
            kernels.solver.proofs = None  # a thread keeps the log, and would keep the tables


def _die(name: str, lines: list[tuple[Move, ...]], seconds: float, folder: Path, least: int) -> list[Proofs]:
    told = json.dumps([name, lines, seconds, str(folder), least])
    run = subprocess.run([sys.executable, "-m", __name__, told], stdout=subprocess.PIPE, check=False)  # noqa: S603
    if run.returncode != -signal.SIGKILL:
        raise RuntimeError(f"the pondering process ended with {run.returncode}")
    return [{(own, mask): (low, high) for own, mask, low, high in proofs} for proofs in json.loads(run.stdout)]


def _come_back(game: Game[Any], line: tuple[Move, ...], proofs: Proofs, kernels: Kernels) -> Restart:
    mind = Mind(game, 10, 1, uses_book=False, shares_tables=True, kernels=kernels)
    mind.follow(line)
    began = time.thread_time()
    mind.work(Purpose.PONDER, 0.0)
    bench = mind._planner.bench if mind._planner else None
    while bench and bench.memory and bench.memory.rebuild(time.perf_counter() + 1.0):
        pass
    spent = time.thread_time() - began
    found = _bounds(mind)
    now = ((found.get(at, _UNKNOWN), bounds) for at, bounds in proofs.items())
    back = sum(new[0] >= old[0] and new[1] <= old[1] for new, old in now)
    answer = nodes = None
    for reply in game.moves(mind.state):
        after = game.play(mind.state, reply)
        bounds = proofs.get((after.own, after.mask), (0, 1))
        if bounds[0] == bounds[1] and game.outcome(after) is None:
            answer, nodes = _answer(game, (*line, reply), kernels)
            break
    mind.close()
    return Restart(len(proofs), back, spent, answer, nodes)


def _answer(game: Game[Any], line: tuple[Move, ...], kernels: Kernels) -> tuple[float, int]:
    mind = Mind(game, 10, 1, uses_book=False, shares_tables=True, kernels=kernels)
    began = time.thread_time()
    mind.follow(line)
    mind.work(Purpose.PONDER, 0.0, 0)  # a choice would go on at once to tell the best moves apart
    first = mind.nodes if mind.answer().score is not None else 1
    taken = time.thread_time() - began
    mind.close()
    return taken, first


def _ponder(name: str, lines: list[list[Move]], seconds: float, folder: str, least: int) -> None:
    """Ponders, says what was proved, and dies at once: the log writes nothing after the last slice."""
    KERNEL_CACHE.proofs = ProofLogs(Path(folder), _CAP_MB, least)
    minds = [Mind(name, 10, number, uses_book=False, shares_tables=True) for number in range(1, 1000, 10)][: len(lines)]
    for mind, line in zip(minds, lines, strict=True):
        mind.follow(line)
    open_minds, end = list(minds), time.thread_time() + seconds * len(lines)
    while open_minds and time.thread_time() < end:
        open_minds = [mind for mind in open_minds if mind.work(Purpose.PONDER)]
    solver = KERNEL_CACHE.load(find(name)).solver
    if solver and solver.proofs:
        with solver.proofs.own_turn:
            found = [[[*at, *bounds] for at, bounds in dear(mind, least).items()] for mind in minds]
            os.write(1, json.dumps(found).encode())
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    _ponder(*json.loads(sys.argv[1]))
