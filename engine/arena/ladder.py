"""The ladder: every level against its neighbours, paired openings, both colours; every game is kept in a file.

A run that is interrupted goes on where it was: a game that the file holds is not played again.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.arena.match import RANDOM, opening, play
from engine.arena.ratings import Rating, fit
from engine.arena.store import append, records
from engine.games import find
from engine.mind.levels.level import LEVELS, find_level
from engine.mind.search.kernels import KERNEL_CACHE

REACH = 2
"""Each level meets those up to so many stops above it."""

SECOND_SHARE = 4
"""Next neighbours but one play one game for so many of neighbours: they only tie the ladder together."""

FEWEST_APART = 50
"""Points by which a level must be stronger than the one before to be a stop of its own; or by its 95 % interval, where
that is wider."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of the ladder, named so that it is played once."""

    game: str
    first: int
    second: int
    opening: int

    @property
    def name(self) -> str:
        """Its key in the file of results. It holds both levels' settings: other settings are other players."""
        return f"{self.game} {_settings(self.first)} {_settings(self.second)} {self.opening}"


def _settings(number: int) -> str:
    return find_level(number).settings if number != RANDOM else str(RANDOM)


def pairings(game: str, openings: int, seed: int = 1) -> list[Pairing]:
    """Every game of a ladder, one round after the other, so that an unfinished one is even.

    Args:
        game: the game's name.
        openings: how many, each played with both colours.
        seed: another seed gives other openings.
    """
    numbers = [RANDOM, *(stop.number for stop in LEVELS)]
    pairs = [(low, high) for low in numbers for high in numbers if low < high <= low + REACH]
    return [
        Pairing(game, *sides, seed * 10_000 + number)
        for number in range(openings)
        for low, high in pairs
        if high == low + 1 or number % SECOND_SHARE == 0
        for sides in ((low, high), (high, low))
    ]


def run(
    game: str, openings: int, store: Path, processes: int | None = None, seed: int = 1
) -> Iterator[tuple[int, int]]:
    """Play what is missing; yields (games done, games in all) as they come."""
    wanted = pairings(game, openings, seed)
    done = read(store)
    missing = [pairing for pairing in wanted if pairing.name not in done]
    count = len(wanted) - len(missing)
    yield count, len(wanted)
    if not missing:
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes or os.cpu_count(), _prepare, (game,)) as pool:
        for record in pool.imap_unordered(_play, missing):
            append(store, record)
            count += 1
            yield count, len(wanted)


def read(store: Path) -> dict[str, float]:
    """The points of the first player, by the name of the pairing."""
    return {record["name"]: float(record["points"]) for record in records(store) if {"name", "points"} <= set(record)}


def rate(game: str, store: Path, openings: int, seed: int = 1) -> list[Rating]:
    """The ratings that the games of this ladder in ``store`` give; the random mover stands at 0."""
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
    """The stops that a game can carry: level -> points, only those well above the one before; the perfect one always.

    Rounded to whole points; the random mover is left out.
    """
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
    """Put a game's distinct stops into the file of ratings that ships with the engine."""
    known = json.loads(path.read_text()) if path.exists() else {}
    known[game] = distinct(ratings)
    lines = [f'  "{name}": {json.dumps(points)}' for name, points in known.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _prepare(game: str) -> None:
    KERNEL_CACHE.warm_up(find(game))


def _play(pairing: Pairing) -> dict[str, Any]:
    game = find(pairing.game)
    start = opening(game, min(4, game.max_plies // 8), pairing.opening)
    played = play(game, (pairing.first, pairing.second), start, pairing.opening)
    return {"name": pairing.name, "points": played.points(level_is_first=True), "moves": list(played.moves)}
