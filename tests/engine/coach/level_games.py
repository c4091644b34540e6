"""Draws positions from games between levels."""

import random
from collections.abc import Iterator

from engine.games import LineGame, LineState, Move, replay
from engine.games.openings import random_opening
from engine.players import play


def positions(game: LineGame, count: int, seed: int) -> Iterator[tuple[Move, ...]]:
    """Yields ``count`` different positions, as moves: two a game, from games after two to six random moves."""
    rng, number = random.Random(f"certificates {seed}"), seed * 100_000
    seen: set[LineState] = set()
    while True:
        number += 1
        sides = rng.choice(range(3, 10)), rng.choice(range(3, 10))
        line = play(game, sides, random_opening(game, rng.randint(2, 6), number), number).moves
        plies = [ply for ply in range(12, 31) if ply < len(line)]
        for ply in sorted(rng.sample(plies, min(2, len(plies)))):
            state = replay(game, line[:ply])
            if state in seen:
                continue
            seen.add(state)
            yield line[:ply]
            if len(seen) == count:
                return
