"""Compares the machine code of the libraries with Numba's: ``python -m engine.workshop.kernels.equality 10000``.

Each draw is a board, a position, and searches in slices: exact ones, depth-limited ones, the steps of the kept tree on
what the exact search reports, and proofs. Both programs get equal arrays. Afterwards every array must be equal to the
last byte. Without a library for this platform nothing can be compared.
"""

import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from rich.progress import track

from engine.coach import leaf, proof_kernel
from engine.games import LineGame, LineState
from engine.kernels import Kernel, KernelError, library
from engine.kernels.compiling import compiled
from engine.kernels.words import halves, numbers, shape_of
from engine.mind.search import alpha_beta
from engine.mind.search.available import compiles, proves
from engine.mind.search.transposition_table import table_of
from engine.mind.tree import kernels as tree
from engine.mind.tree.snapshot import choose_of
from engine.nets.layout import Compiled
from engine.nets.shipped import shipped
from engine.solver import memory as k
from engine.solver.learnt_order import shipped_network
from engine.solver.table import allocate, buckets_log2, tag_bits
from engine.workshop.kernels.shipped import boards, kernels_of

Run = Callable[[Kernel, Any], Any]
"""Calls a kernel with arguments, by one of the two programs."""

_LOG_ROWS, _RECORDS = 256, 2000
_BIG_LOG2, _SMALL_LOG2 = 10, 8


def differences(draws: int, seed: int, names: tuple[str, ...] = ()) -> list[str]:
    """Returns what differs in so many draws on boards ``names`` (none: all). Raises KernelError without a library."""
    if library.find(tree.build(1).add.name) is None:
        raise KernelError("the kernels are compiled here, so there is nothing to compare")
    games = {name: game for name, game in boards().items() if compiles(game) and (not names or name in names)}
    rng, found = random.Random(seed), list[str]()
    for draw in track(range(draws), "Comparing", disable=draws < 1000):
        name = rng.choice(list(games))
        state = _position(games[name], rng)
        job = rng.choice(_jobs_of(games[name]))
        start = rng.random()
        two = [list(job(games[name], state, random.Random(start), run)) for run in (_by_library, _by_numba)]
        if [_bytes(one) for one in two[0]] != [_bytes(one) for one in two[1]]:
            found.append(f"draw {draw}: {job.__name__.strip('_')} on {name} at own {state.own}, mask {state.mask}")
    return found


def _by_library(kernel: Kernel, arguments: Any) -> Any:
    return kernel(*arguments)


def _by_numba(kernel: Kernel, arguments: Any) -> Any:
    return compiled(kernel)(*arguments)


def _bytes(one: Any) -> Any:
    return one.tobytes() if isinstance(one, np.ndarray) else int(one)


def _position(game: LineGame, rng: random.Random) -> LineState:
    state = game.initial()
    for _ in range(rng.randrange(game.max_plies)):
        after = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(after) is not None:
            break
        state = after
    return state


def _exact(game: LineGame, state: LineState, rng: random.Random, run: Run) -> Iterator[Any]:
    """Searches exactly, then lets the kept tree take in the report, and frees parts of it."""
    kernel, bits = kernels_of(game)["search"], game.width * (game.height + 1)
    net = shipped_network(game.width, game.height, game.connect)
    big, small = (allocate(max(log2, buckets_log2(0.001, bits)), bits) for log2 in (_BIG_LOG2, _SMALL_LOG2))
    layout = k.layout(game.width, game.height)
    memory, log = np.zeros(layout.size, np.uint64), layout.new_log(_LOG_ROWS)
    memory[[k.BIG_TAG, k.SMALL_TAG]] = tag_bits(big, bits), tag_bits(small, bits)
    layout.place(memory, *state)
    memory[k.MODE], memory[k.ALPHA], memory[k.REPORT] = k.ONE_WINDOW, 100, 1 << 63
    stop, jobs, busy = np.zeros(1, np.uint64), layout.new_jobs(()), np.zeros(0, np.uint64)
    given = memory, big, small, log, jobs, stop, busy, net.arrays() if net else None
    yield run(kernel, given)
    memory[k.MODE], memory[k.REPORT] = k.EXACT, rng.choice((3, 20, 100))
    for _ in range(rng.randrange(1, 4)):
        memory[k.LOGGED] = 0
        memory[k.LIMIT] = int(memory[k.NODES]) + rng.randrange(1, 4000)
        yield run(kernel, given)
        yield log[: int(memory[k.LOGGED])].copy()
    yield from (memory, big, small)
    yield from _kept(game, state, log[: int(memory[k.LOGGED])].copy(), rng, run)


def _kept(game: LineGame, state: LineState, rows: Any, rng: random.Random, run: Run) -> Iterator[Any]:
    steps = tree.build(game.words)
    nodes, counters = np.zeros(_RECORDS, tree.node_of(game.words)), np.array([-1, 0, 0], np.int64)
    pending, stack, chosen, parents = (np.zeros(512, np.int32) for _ in range(4))
    root = run(steps.add, (nodes, counters, -1, 0))
    for name, board in zip(("own", "mask"), state, strict=True):
        for field, half in zip((name, f"{name}_high"), halves(board, game.words), strict=False):
            nodes[root][field] = half
    yield run(steps.merge_report, (nodes, counters, root, rows, len(rows), pending, 0, game.height + 1, stack))
    run(steps.backup, (nodes, root))
    yield run(choose_of(game.words), (nodes, root, 4, 300, chosen, parents))
    yield run(steps.collapse, (nodes, counters, root, rng.randrange(200)))
    # As bytes: a copy of records leaves out the bytes between their fields.
    yield from (nodes.view(np.uint8).copy(), counters.copy(), chosen, parents)
    yield run(steps.drop, (nodes, counters, root))
    yield nodes.view(np.uint8)


def _limited(game: LineGame, state: LineState, rng: random.Random, run: Run) -> Iterator[Any]:
    """Searches to a depth, in slices, and judges the position at a glance."""
    kernels, net, depth = kernels_of(game), shipped(game), rng.randrange(7)
    job, stack = np.zeros(4, np.int64), np.zeros((depth + 1, alpha_beta.frame_words(game.words)), np.int64)
    job[alpha_beta.DEPTH] = depth
    stack[0, alpha_beta.LEAD] = 99
    alpha_beta.place(stack[0], state.own, state.mask, game.words)
    low = rng.randrange(-10_000, 9_000)
    stack[0, [alpha_beta.ALPHA, alpha_beta.BETA]] = rng.choice(((-10_000, 10_000), (low, low + 500)))
    table = np.zeros((rng.choice((0, 256)), table_of(game.words).columns), np.uint64)
    network = Compiled(game, net).arrays() if net else None
    for _ in range(rng.randrange(1, 4)):
        yield run(kernels["step"], (job, stack, table, rng.randrange(1, 3000), network))
    yield from (job, stack, table)
    if "evaluate" in kernels:
        yield run(kernels["evaluate"], (np.uint64(state.own), np.uint64(state.mask)))


def _proof(game: LineGame, state: LineState, rng: random.Random, run: Run) -> Iterator[Any]:
    board = leaf.geometry(game.width, game.height, game.connect, game.words)
    table, count = np.zeros((256, 2), np.uint64), np.array([0, rng.randrange(1, 400)], np.int64)
    stack, out = (np.zeros(shape_of(one, game.words), np.uint64) for one in (proof_kernel.STACK, (leaf.WORDS,)))
    stones = numbers((state.own ^ state.mask, state.own, 0), game.words)
    claim = *stones, False, rng.randrange(1, 12), rng.random() < 0.5
    yield run(proof_kernel.prove.of_words(game.words), (*claim, board, table, stack, out, count))
    yield from (table, stack, out, count)


def _jobs_of(game: LineGame) -> tuple[Callable[..., Iterator[Any]], ...]:
    return (_exact, _limited, _proof) if proves(game) else (_limited,)


def main() -> int:
    """Compares as many draws as the first argument says (default 10,000), from the seed of the second, on the boards
    that follow (default: all)."""
    draws, seed = (*map(int, sys.argv[1:3]), *(10_000, 1)[len(sys.argv) - 1 :])
    try:
        found = differences(draws, seed, tuple(sys.argv[3:]))
    except KernelError as error:
        print(f"python -m engine.workshop.kernels.equality: {error}")  # noqa: T201
        return 2
    print(*found, f"{draws:,} draws, {len(found)} differences", sep="\n")  # noqa: T201
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
