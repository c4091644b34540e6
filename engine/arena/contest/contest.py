"""Plays the rounds of an arena and keeps each game in a file, so that an interrupted arena continues.

In a round each program plays another one (:mod:`pairing`) and the levels near its own rating (:mod:`placement`). The
pairings of a round follow from the games of the rounds before, so the same file continues in the same way. A program
that breaks loses its game, and the arena continues.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from typing import Any

from engine.arena.contest.pairing import Pair, Plan, play_pairing, round_robin, seats_of, swiss
from engine.arena.contest.placement import Scores, play_last, play_levels
from engine.arena.ratings import Rating, fit_beside
from engine.files import append_record, read_records
from engine.games import GameError, Move
from engine.games.formats.records import GameRecord, from_json
from engine.standings import Entrant

SWISS_FROM = 9
"""With so many programs or more, rounds are Swiss. With fewer, all play all."""
Task = Callable[[], list[dict[str, Any]]]
"""Plays games in a row and returns their records."""


class Contest:
    """Holds the games played so far, and plays more. ``store`` is the file of games."""

    def __init__(self, plan: Plan, store: Path) -> None:
        self.plan, self.store = plan, store
        self.games: list[GameRecord] = []
        self.under_way: dict[Pair, list[Move]] = {}
        """The moves of the games under way, by their players."""
        self._rounds: list[int] = []
        self._done: set[tuple[int, str, str]] = set()
        for record in read_records(store):
            if record.get("game") == plan.game.name and type(record.get("round")) is int:
                try:
                    self._add(record)
                except ValueError as error:
                    raise GameError(f"{store} holds a game that cannot be read: {error}") from None

    def run(self, until: float, workers: int = 1, most_rounds: int | None = None) -> Iterator[GameRecord]:
        """Plays rounds until ``until`` (``time.monotonic``), a begun game to its end, and yields each game."""
        with ThreadPoolExecutor(workers, thread_name_prefix="arena") as pool:
            number = 0
            while (most_rounds is None or number < most_rounds) and time.monotonic() < until:
                yield from self._round(number, until, pool, workers)
                number += 1

    def table(self) -> list[Entrant]:
        """Returns the programs, the best first, rated on the scale of the levels, and not judged."""
        ratings = self.ratings()
        entrants = [self._entrant(name, ratings.get(name)) for name in self.plan.names]
        return sorted(entrants, key=lambda one: (one.rating is None, -(one.rating or 0), one.name))

    def ratings(self, before: float = math.inf) -> dict[str, Rating]:
        """Returns the rating of each program by the rounds ``before`` a number. Levels have their published ones."""
        names = [*self.plan.level_names, *self.plan.names]
        place = {name: number for number, name in enumerate(names)}
        known = {place[name]: rating for name, rating in self.plan.published().items()}
        results: dict[tuple[int, int], tuple[float, int]] = {}
        for at, game in zip(self._rounds, self.games, strict=False):
            if at >= before or not set(game.players) <= set(place):
                continue
            a, b = (place[name] for name in game.players)
            points = game.points()
            pair, mine = ((a, b), points) if a < b else ((b, a), 1 - points)
            total, count = results.get(pair, (0.0, 0))
            results[pair] = (total + mine, count + 1)
        return {names[player]: rating for player, rating in fit_beside(results, known).items()} if results else {}

    def games_of(self, name: str) -> list[GameRecord]:
        """Returns the games of a program."""
        return [game for game in self.games if name in game.players]

    def _entrant(self, name: str, rating: Rating | None) -> Entrant:
        tally, errors = Counter[float](), list[str]()
        for game in self.games_of(name):
            points = game.points(game.players[0] == name)
            tally[points] += 1
            errors += [game.forfeit] if game.forfeit and points == 0 else []
        return Entrant(
            name,
            rating.points if rating else None,
            rating.margin if rating else None,
            won=tally[1.0],
            drawn=tally[0.5],
            lost=tally[0.0],
            broken=len(errors),
            error=errors[-1] if errors else "",
        )

    def _round(self, number: int, until: float, pool: ThreadPoolExecutor, workers: int) -> Iterator[GameRecord]:
        waiting = [*self._pairings(number), *self._placements(number, until)]
        running: set[Future[list[dict[str, Any]]]] = set()
        while waiting or running:
            while waiting and len(running) < workers and time.monotonic() < until:
                running.add(pool.submit(waiting.pop(0)))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                for record in future.result():
                    append_record(self.store, record)
                    yield self._add(record)

    def _pairings(self, number: int) -> Iterator[Task]:
        plan = self.plan
        met = Counter(frozenset(sides) for at, *sides in self._done if at < number)
        is_swiss = plan.swiss if plan.swiss is not None else len(plan.names) >= SWISS_FROM
        rated = {name: rating.points for name, rating in self.ratings(number).items()} if is_swiss else {}
        for sides in swiss(plan.names, rated, met) if is_swiss else round_robin(plan.names, number):
            games = [which for which in (0, 1) if (number, *seats_of(sides, which)) not in self._done]
            if games:
                yield partial(play_pairing, plan, number, sides, games, self.under_way)

    def _placements(self, number: int, until: float) -> Iterator[Task]:
        """Yields what is left of a round's games against the levels. Another program is the first in each round."""
        plan, names, levels = self.plan, sorted(self.plan.names), {*self.plan.level_names}
        begun: dict[str, list[Pair]] = {name: [] for name in names}
        for at, game in zip(self._rounds, self.games, strict=False):
            for name in game.players if at == number and levels & {*game.players} else ():
                begun.get(name, []).append(game.players)
        first = number % len(names)
        for name in [*names[first:], *names[:first]] if levels else []:
            if not begun[name]:
                yield partial(play_levels, plan, number, name, self._scores(name, number), until, self.under_way)
            elif len(begun[name]) % 2:
                yield partial(play_last, plan, number, begun[name], self.under_way)

    def _scores(self, name: str, before: int) -> Scores:
        """Returns the points and the number of games of a program with each level, in the rounds before a number."""
        found: Scores = {}
        for at, game in zip(self._rounds, self.games, strict=False):
            if at < before and name in game.players:
                seat = game.players.index(name)
                level, mine = game.players[1 - seat], game.points(seat == 0)
                points, count = found.get(level, (0.0, 0))
                found[level] = points + mine, count + 1
        return {level: score for level, score in found.items() if level in self.plan.level_names}

    def _add(self, record: dict[str, Any]) -> GameRecord:
        game = from_json(record)
        self.games.append(game)
        self._rounds.append(record["round"])
        self._done.add((record["round"], *game.players))
        return game
