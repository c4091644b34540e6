"""The ladder: every level against its neighbours, paired openings, both colours; every game is kept in a file.

A run that is interrupted goes on where it was: a game that the file holds is not played again.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.arena.match import RANDOM, opening, play
from engine.arena.ratings import Rating, fit
from engine.games import find
from engine.mind.levels import LEVELS
from engine.mind.readiness import WORKSHOP

OPENING_PLIES = 4
REACH = 2
"""Each level meets those up to so many stops above it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of the ladder, named so that it is played once."""

    game: str
    first: int
    second: int
    opening: int

    @property
    def name(self) -> str:
        """Its key in the file of results."""
        return f"{self.game} {self.first} {self.second} {self.opening}"


def pairings(game: str, openings: int, reach: int = REACH) -> list[Pairing]:
    """Every game of a ladder, one round after the other, so that an unfinished one is even."""
    numbers = [RANDOM, *(stop.number for stop in LEVELS)]
    pairs = [(low, high) for low in numbers for high in numbers if low < high <= low + reach]
    return [
        Pairing(game, *sides, number)
        for number in range(openings)
        for low, high in pairs
        for sides in ((low, high), (high, low))
    ]


def run(game: str, openings: int, store: Path, processes: int | None = None) -> Iterator[tuple[int, int]]:
    """Play what is missing; yields (games done, games in all) as they come."""
    wanted = pairings(game, openings)
    done = read(store)
    missing = [pairing for pairing in wanted if pairing.name not in done]
    count = len(wanted) - len(missing)
    yield count, len(wanted)
    if not missing:
        return
    store.parent.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes or os.cpu_count(), _prepare, (game,)) as pool, store.open("a") as file:
        file.write("\n")  # a crash may have cut the last line short; an empty one does no harm
        for line in pool.imap_unordered(_play, missing):
            file.write(line + "\n")
            file.flush()
            count += 1
            yield count, len(wanted)


def read(store: Path) -> dict[str, float]:
    """The points of the first player, by the name of the pairing; a line cut short by a crash is passed over."""
    found: dict[str, float] = {}
    for line in store.read_text().splitlines() if store.exists() else ():
        try:
            record = json.loads(line)
            found[record["name"]] = float(record["points"])
        except (json.JSONDecodeError, KeyError, TypeError):
            continue
    return found


def rate(game: str, store: Path) -> list[Rating]:
    """The ratings that the games in ``store`` give; the random mover stands at 0."""
    results: dict[tuple[int, int], tuple[float, int]] = {}
    for name, points in read(store).items():
        where, first, second, _ = name.split(" ")
        if where != game:
            continue
        a, b = int(first), int(second)
        pair, mine = ((a, b), points) if a < b else ((b, a), 1 - points)
        total, games = results.get(pair, (0.0, 0))
        results[pair] = (total + mine, games + 1)
    return fit(results, RANDOM) if results else []


def _prepare(game: str) -> None:
    WORKSHOP.warm_up(find(game))


def _play(pairing: Pairing) -> str:
    game = find(pairing.game)
    start = opening(game, OPENING_PLIES, pairing.opening)
    played = play(game, (pairing.first, pairing.second), start, pairing.opening)
    points = played.points(level_is_first=True)
    return json.dumps({"name": pairing.name, "points": points, "moves": list(played.moves)})
