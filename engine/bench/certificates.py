"""Measures the share of positions with a certificate: ``python -m engine.bench.certificates``.

The positions come from games between levels 3 to 9, two a game, at plies 12 to 30. A decided position needs a proof for
the winner, a draw needs two halves: neither side loses. A draw is explained by n lines if each half is. Every
certificate is checked.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from engine.arena.match import play, random_opening
from engine.bench.latency import quantile
from engine.coach.certificate import Claim, fault
from engine.coach.exact import ExactScores
from engine.coach.finder import find
from engine.games import LineGame, LineState, Move, Player, replay
from engine.games import find as find_game

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
        """Returns the branches of the explanation; of a draw, of the larger half."""
        return max(self.sizes.values())


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


def table(cases: Sequence[Case]) -> Iterator[tuple[str, ...]]:
    """Yields a row of figures for each result, each result and third of the plies, and each half of the draws."""
    groups: dict[str, list[tuple[int, float]]] = {}
    for case in cases:
        thirds = "12-17" if len(case.moves) < 18 else "18-23" if len(case.moves) < 24 else "24-30"
        seen = case.size, sum(case.seconds)
        for name in ("all", case.result, f"{case.result}, plies {thirds}"):
            groups.setdefault(name, []).append(seen)
        if case.result == "draw":
            for (side, size), seconds in zip(case.sizes.items(), case.seconds, strict=True):
                groups.setdefault(f"draw, {side.name.lower()} player's half", []).append((size, seconds))
    for name, rows in sorted(groups.items(), key=lambda item: (item[0] != "all", item[0])):
        shares = (sum(size <= most for size, _ in rows) / len(rows) for most in (1, 3, 10, 30))
        times = [seconds * 1e3 for _, seconds in rows]
        figures = (f"{quantile(times, 0.5):.1f} ms", f"{quantile(times, 0.95):.0f} ms")
        yield (name, str(len(rows)), *(f"{share:.0%}" for share in shares), *figures)


@click.command()
@click.option("--count", type=click.IntRange(1), default=2000, show_default=True, help="Positions.")
@click.option("--seed", type=int, default=1, show_default=True, help="Draws the games.")
def main(count: int, seed: int) -> None:
    """Prints by ply and result the share explained by at most 1, 3, 10 and 30 lines, and the processor time."""
    game = find_game("connect4")
    if not isinstance(game, LineGame):
        raise click.UsageError("connect4 is a board with gravity")
    exact = ExactScores(game)
    cases = [explain(game, moves, exact) for moves in positions(game, count, seed)]
    click.echo("| positions | n | one line | <= 3 | <= 10 | <= 30 | median | 95 % |")
    click.echo("|---|---:|---:|---:|---:|---:|---:|---:|")
    for row in table(cases):
        click.echo(f"| {' | '.join(row)} |")
    proofs = sum(size < UNEXPLAINED for case in cases for size in case.sizes.values())
    click.echo(f"\n{proofs} certificates, {sum(len(case.refused) for case in cases)} of them refused by the checker")


if __name__ == "__main__":
    main()
