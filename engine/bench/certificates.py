"""Measures the share of positions that a certificate explains: ``python -m engine.bench.certificates``.

The positions come from games between levels 3 to 9, two a game, at plies 12 to 30. A decided position needs a proof
that the winner wins, a draw needs two halves: neither side loses. Every certificate is checked.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

from engine.arena.match import play, random_opening
from engine.coach.certificate import Claim
from engine.coach.checker import fault
from engine.coach.exact import ExactScores
from engine.coach.finder import find
from engine.games import LineGame, LineState, Move, Player, replay

LEVELS = range(3, 10)
PLIES = range(12, 31)
UNEXPLAINED = 1 << 10
"""Stands for the size of a proof that was not found."""

RESULTS = ("mover wins", "mover loses", "draw")


class Case(NamedTuple):
    """Holds one position and its explanation.

    Attributes:
        moves: the moves from the start.
        result: one of :data:`RESULTS`.
        sizes: the branches of each proof, by the side of the claim; :data:`UNEXPLAINED` without a proof.
        seconds: the processor time of each search, in the same order.
        refused: the checker's complaints.
    """

    moves: tuple[Move, ...]
    result: str
    sizes: dict[Player, int]
    seconds: tuple[float, ...]
    refused: tuple[str, ...]

    @property
    def size(self) -> int:
        """Returns the branches of the explanation; of a draw, of both halves together."""
        return sum(self.sizes.values())


def positions(game: LineGame, count: int, seed: int) -> Iterator[tuple[Move, ...]]:
    """Yields ``count`` different positions, as moves: two a game, from games after two to six random moves."""
    rng, number = random.Random(f"certificates {seed}"), seed * 100_000
    seen: set[LineState] = set()
    while True:
        number += 1
        sides = rng.choice(LEVELS), rng.choice(LEVELS)
        line = play(game, sides, random_opening(game, rng.randint(2, 6), number), number).moves
        plies = [ply for ply in PLIES if ply < len(line)]
        for ply in sorted(rng.sample(plies, min(2, len(plies)))):
            state = replay(game, line[:ply])
            if state in seen:
                continue
            seen.add(state)
            yield line[:ply]
            if len(seen) == count:
                return


def explain(game: LineGame, moves: tuple[Move, ...], exact: ExactScores) -> Case:
    """Explains one position, and checks the certificates."""
    state = replay(game, moves)
    mover, best = game.to_move(state), max(exact(state).values())
    sides = [mover] if best > 0 else [mover.other] if best < 0 else [Player.FIRST, Player.SECOND]
    sizes, seconds, refused = {}, [], []
    for side in sides:
        exact.clear()
        started = time.thread_time()
        found = find(game, state, Claim(side, best != 0), scores=exact).certificate
        seconds.append(time.thread_time() - started)
        sizes[side] = found.size if found else UNEXPLAINED
        complaint = fault(found) if found else ""
        if complaint:
            refused.append(complaint)
    result = RESULTS[0 if best > 0 else 1 if best < 0 else 2]
    return Case(moves, result, sizes, tuple(seconds), tuple(refused))
