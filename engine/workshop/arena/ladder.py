"""Plays the ladder: every level against its neighbours, from paired openings with both colours. Every game is kept in a
file. An interrupted run continues: a game in the file is not played again."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.arena.ratings import Rating
from engine.files import append_record, read_records
from engine.games import find
from engine.games.openings import random_opening
from engine.mind.levels.level import LEVELS
from engine.mind.search.kernels import KERNEL_CACHE
from engine.players import RANDOM, play, player_key
from engine.workshop.arena.ratings import fit
from engine.workshop.pool import Job, LocalPool, Pool

REACH = 2  # each level meets the levels up to so many steps above

SECOND_SHARE = 4
"""Levels two steps apart play one game for so many games of neighbours: enough to tie the ladder together."""

FEWEST_APART = 50
"""Points by which a level must exceed the one before to stay on the slider. The 95 % interval counts if it is wider."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Names one game of the ladder, so that each game is played once."""

    game: str
    first: int
    second: int
    opening: int

    @property
    def name(self) -> str:
        """Returns the key in the file of results, with both players' keys: other settings, another player."""
        sides = (player_key(find(self.game), number) for number in (self.first, self.second))
        return f"{self.game} {' '.join(sides)} {self.opening}"


def pairings(game: str, openings: int, seed: int = 1) -> list[Pairing]:
    """Lists every game of a ladder, round after round, so that it is always balanced, with both colours."""
    numbers = [RANDOM, *(level.number for level in LEVELS)]
    pairs = [(low, high) for low in numbers for high in numbers if low < high <= low + REACH]
    return [
        Pairing(game, *sides, seed * 10_000 + number)
        for number in range(openings)
        for low, high in pairs
        if high == low + 1 or number % SECOND_SHARE == 0
        for sides in ((low, high), (high, low))
    ]


def run(game: str, openings: int, store: Path, pool: Pool | None = None, seed: int = 1) -> Iterator[tuple[int, int]]:
    """Plays the missing games of a ladder, one process for each core without a ``pool``. The file gets games in the
    order of the pairings. Yields (games done, games in all), at the beginning and after each game."""
    wanted = pairings(game, openings, seed)
    done = read(store)
    missing = [pairing for pairing in wanted if pairing.name not in done]
    count = len(wanted) - len(missing)
    yield count, len(wanted)
    if not missing:
        return
    for record in (pool or LocalPool()).over(Job(_play, _prepare, (game,)), missing):
        append_record(store, record)
        count += 1
        yield count, len(wanted)


def read(store: Path) -> dict[str, float]:
    """Returns the points of the first player by the name of the pairing."""
    games = (record for record in read_records(store) if {"name", "points"} <= set(record))
    return {record["name"]: float(record["points"]) for record in games}


def rate(game: str, store: Path, openings: int, seed: int = 1) -> list[Rating]:
    """Rates the players by the games of this ladder in ``store``. The random mover is 0."""
    done = read(store)
    results: dict[tuple[int, int], tuple[float, int]] = {}
    for pairing in pairings(game, openings, seed):
        points = done.get(pairing.name)
        if points is None:
            continue
        a, b = pairing.first, pairing.second
        pair, mine = ((a, b), points) if a < b else ((b, a), 1 - points)
        total, games = results.get(pair, (0.0, 0))
        results[pair] = (total + mine, games + 1)
    return fit(results, RANDOM) if results else []


def distinct(ratings: Sequence[Rating]) -> dict[str, int]:
    """Returns the levels of a slider with points: each well above the one before, the perfect one always."""
    kept: list[Rating] = []
    for rating in ratings:
        apart = rating.points - max(FEWEST_APART, rating.margin)
        if rating.player == LEVELS[-1].number:
            while len(kept) > 1 and apart < kept[-1].points:
                kept.pop()
            kept.append(rating)
        elif rating.player != RANDOM and (not kept or apart >= kept[-1].points):
            kept.append(rating)
    return {str(rating.player): round(rating.points) for rating in kept}


def save(path: Path, game: str, ratings: Sequence[Rating]) -> None:
    """Writes a game's distinct levels into the file of ratings shipped with the engine."""
    games = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    games[game] = distinct(ratings)
    lines = [f'  "{name}": {json.dumps(points)}' for name, points in games.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _prepare(game: str) -> None:
    KERNEL_CACHE.kernels_for(find(game))


def _play(pairing: Pairing) -> dict[str, Any]:
    game = find(pairing.game)
    start = random_opening(game, min(4, game.max_plies // 8), pairing.opening)
    played = play(game, (pairing.first, pairing.second), start, pairing.opening)
    return {"name": pairing.name, "points": played.points(), "moves": list(played.moves)}
