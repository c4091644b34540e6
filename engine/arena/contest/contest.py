"""Plays the games of an arena and keeps each in a file, so that an interrupted arena continues.

A pairing is two games from one opening, with both colours. The pairings of a round follow from the games of the rounds
before, so the same file continues in the same way. A program that breaks loses its game, and the arena continues.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.arena.contest.confined import ConfinedPlayer
from engine.arena.contest.programs import Program, Room
from engine.arena.contest.schedule import Pair, against_levels, round_robin, swiss
from engine.arena.players import make_player
from engine.arena.ratings import Rating, fit_beside
from engine.games import Game, GameError, Move, write
from engine.games import Player as Side
from engine.games.formats.records import GameRecord, from_json
from engine.games.openings import random_opening
from engine.jsonl import append_record, read_records
from engine.mind.levels.level import levels as levels_of
from engine.players.level_player import Player
from engine.players.one_game import play

SWISS_FROM = 9
"""With so many programs or more, rounds are Swiss. With fewer, all play all."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Describes an arena: the game, the programs, the levels that play along, and what each program may use."""

    game: Game[Any]
    programs: Sequence[Program]
    levels: Sequence[int] = (1, 3, 5)
    room: Room = field(default_factory=Room)
    seed: int = 1
    swiss: bool | None = None
    """None: Swiss with :data:`SWISS_FROM` programs or more."""

    @property
    def names(self) -> list[str]:
        """Returns the names of the programs."""
        return [program.name for program in self.programs]

    @property
    def level_names(self) -> list[str]:
        """Returns the names of the levels, as records have them."""
        return [f"level {number}" for number in self.levels]

    def opening(self, number: int) -> tuple[Move, ...]:
        """Returns the opening of a round, the same as of that pair of games in a match."""
        return random_opening(self.game, 4, self.seed * 10_000 + number)


@dataclass(frozen=True, slots=True)
class Line:
    """Holds one line of the table."""

    name: str
    rating: Rating | None
    won: int
    drawn: int
    lost: int
    forfeits: int


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
            if record.get("game") == plan.game.name and "round" in record:
                self._add(record)

    def run(self, until: float, workers: int = 1, most_rounds: int | None = None) -> Iterator[GameRecord]:
        """Plays round after round until ``until`` on the clock ``time.monotonic``, and yields each game.

        A game that has begun is finished. ``workers`` pairings run in parallel.
        """
        with ThreadPoolExecutor(workers, thread_name_prefix="arena") as pool:
            number = 0
            while (most_rounds is None or number < most_rounds) and time.monotonic() < until:
                yield from self._round(number, until, pool, workers)
                number += 1

    def table(self) -> list[Line]:
        """Returns the programs, the best first, rated on the scale of the levels."""
        ratings = self.ratings()
        lines = [self._line(name, ratings.get(name)) for name in self.plan.names]
        return sorted(lines, key=lambda line: (-(line.rating.points if line.rating else -9999), line.name))

    def ratings(self) -> dict[str, Rating]:
        """Returns the rating of each program that has played. The levels have their published ratings."""
        names = [*self.plan.level_names, *self.plan.names]
        place = {name: number for number, name in enumerate(names)}
        published = {f"level {one.number}": one.rating for one in levels_of(self.plan.game.name)}
        known = {place[name]: float(rating) for name in self.plan.level_names if (rating := published.get(name))}
        results: dict[tuple[int, int], tuple[float, int]] = {}
        for game in self.games:
            if not set(game.players) <= set(place):
                continue
            a, b = (place[name] for name in game.players)
            points = _points(game)
            pair, mine = ((a, b), points) if a < b else ((b, a), 1 - points)
            total, count = results.get(pair, (0.0, 0))
            results[pair] = (total + mine, count + 1)
        return {names[player]: rating for player, rating in fit_beside(results, known).items()} if results else {}

    def games_of(self, name: str) -> list[GameRecord]:
        """Returns the games of a program."""
        return [game for game in self.games if name in game.players]

    def _line(self, name: str, rating: Rating | None) -> Line:
        tally, forfeits = Counter[float](), 0
        for game in self.games_of(name):
            points = _points(game) if game.players[0] == name else 1 - _points(game)
            tally[points] += 1
            forfeits += bool(game.forfeit) and points == 0
        return Line(name, rating, tally[1.0], tally[0.5], tally[0.0], forfeits)

    def _round(self, number: int, until: float, pool: ThreadPoolExecutor, workers: int) -> Iterator[GameRecord]:
        missing = [
            (sides, [which for which in (0, 1) if (number, *_seats(sides, which)) not in self._done])
            for sides in self._pairs(number)
        ]
        waiting = [(sides, games) for sides, games in missing if games]
        running: set[Future[list[dict[str, Any]]]] = set()
        while waiting or running:
            while waiting and len(running) < workers and time.monotonic() < until:
                sides, games = waiting.pop(0)
                running.add(pool.submit(play_pairing, self.plan, number, sides, games, self.under_way))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                for record in future.result():
                    append_record(self.store, record)
                    yield self._add(record)

    def _pairs(self, number: int) -> list[Pair]:
        plan, before = self.plan, [at for at in self._done if at[0] < number]
        met = Counter(frozenset(sides) for _, *sides in before)
        is_swiss = plan.swiss if plan.swiss is not None else len(plan.names) >= SWISS_FROM
        pairs = swiss(plan.names, self._shares(number), met) if is_swiss else round_robin(plan.names, number)
        return pairs + against_levels(plan.names, plan.level_names, number)

    def _shares(self, number: int) -> dict[str, float]:
        """Returns the share of points of each program in the rounds before ``number``."""
        points, count = defaultdict[str, float](float), Counter[str]()
        for at, game in zip(self._rounds, self.games, strict=True):
            if at < number:
                for name, mine in zip(game.players, (_points(game), 1 - _points(game)), strict=True):
                    points[name] += mine
                    count[name] += 1
        return {name: points[name] / count[name] for name in count}

    def _add(self, record: dict[str, Any]) -> GameRecord:
        game = from_json(record)
        self.games.append(game)
        self._rounds.append(int(record["round"]))
        self._done.add((int(record["round"]), *game.players))
        return game


def play_pairing(
    plan: Plan, number: int, sides: Pair, games: Sequence[int], under_way: dict[Pair, list[Move]]
) -> list[dict[str, Any]]:
    """Plays both games of a pairing, or the one that is missing, and returns their records. Never raises.

    ``under_way`` holds the moves of a game from its opening to its end.
    """
    programs = {program.name: program for program in plan.programs}
    start, records = plan.opening(number), []
    players, broken = dict[str, Player](), dict[str, str]()
    for name in sides:
        try:
            players[name] = _player(plan, programs, name)
        except GameError as error:
            broken[name] = str(error)
    try:
        for which in games:
            seats = _seats(sides, which)
            under_way[seats] = list(start)
            records.append(_play(plan, number, which, seats, under_way[seats], players, broken))
            del under_way[seats]
    finally:
        for player in players.values():
            player.close()
    return records


def _play(
    plan: Plan,
    number: int,
    which: int,
    seats: Pair,
    moves: list[Move],
    players: Mapping[str, Player],
    broken: dict[str, str],
) -> dict[str, Any]:
    """Plays one game after the ``moves`` of the opening, and adds its own. Of two programs that cannot play, the first
    loses."""
    game, start, seed = plan.game, tuple(moves), plan.seed * 10_000 + 2 * number + which
    for name in seats:
        if name not in broken:
            try:
                players[name].begin(seed)  # starts a program again that has ended
            except GameError as error:
                broken[name] = str(error)
    failed = next((seat for seat, name in enumerate(seats) if name in broken), None)
    if failed is not None:
        record = GameRecord(game.name, start, seats, Side(1 - failed), broken[seats[failed]])
        return _record(record, number)

    def show(_state: Any, move: Move | None) -> None:
        if move is not None:
            moves.append(move)

    played = play(game, [players[name] for name in seats], start, seed, show=show)
    record = GameRecord(game.name, played.moves, seats, played.winner, played.forfeit)
    key = f"{game.name} {players[seats[0]].key} {players[seats[1]].key} {write(game, start)} {seed}"
    more = {} if played.forfeit else {"name": key}  # as a match knows the game. It plays forfeits again
    return _record(record, number, **more)


def _record(game: GameRecord, number: int, **more: Any) -> dict[str, Any]:
    return {**game.fields(), "round": number, "points": _points(game), **more}


def _player(plan: Plan, programs: Mapping[str, Program], name: str) -> Player:
    if name not in programs:
        return make_player(plan.game, int(name.removeprefix("level ")))
    return ConfinedPlayer(plan.game, programs[name], plan.room)


def _seats(sides: Pair, which: int) -> Pair:
    return sides if which == 0 else (sides[1], sides[0])


def _points(game: GameRecord) -> float:
    return 0.5 if game.winner is None else float(game.winner is Side.FIRST)
