"""Plays games of an arena in a row, so that each program is started once. A program that breaks loses its game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.arena.contest.programs import ConfinedPlayer, Program, Room
from engine.arena.players import make_player
from engine.games import Game, GameError, Move, write
from engine.games import Player as Side
from engine.games.formats.records import GameRecord
from engine.games.openings import random_opening
from engine.mind.levels.level import LEVELS
from engine.mind.levels.level import levels as levels_of
from engine.players import Player, play


@dataclass(frozen=True, slots=True)
class Plan:
    """Describes an arena: the game, the programs, the levels that play along, and what each program may use.
    ``level_seconds`` are the seconds in a round after which a program begins no more games against levels. Two games
    are played in any case."""

    game: Game[Any]
    programs: Sequence[Program]
    levels: Sequence[int] = tuple(level.number for level in LEVELS)
    room: Room = field(default_factory=Room)
    seed: int = 1
    swiss: bool | None = None
    """None: Swiss with many programs."""
    level_seconds: float = 4.0

    @property
    def names(self) -> list[str]:
        """Returns the names of the programs."""
        return [program.name for program in self.programs]

    @property
    def level_names(self) -> list[str]:
        """Returns the names of the levels, as records have them."""
        return [f"level {number}" for number in self.levels]

    def published(self) -> dict[str, float]:
        """Returns the published ratings of the levels that play along and have one, by name."""
        found = {f"level {one.number}": one.rating for one in levels_of(self.game.name)}
        return {name: float(rating) for name in self.level_names if (rating := found.get(name)) is not None}

    def opening(self, number: int) -> tuple[Move, ...]:
        """Returns an opening, the same as of that pair of games in a match."""
        return random_opening(self.game, 4, self.seed * 10_000 + number)


Pair = tuple[str, str]


class Pairing:
    """Plays games of a round, each player started once, until the block ends. ``under_way`` holds running games."""

    def __init__(self, plan: Plan, number: int, under_way: dict[Pair, list[Move]]) -> None:
        self._plan, self._number, self._under_way = plan, number, under_way
        self._programs = {program.name: program for program in plan.programs}
        self._players: dict[str, Player] = {}
        self._broken: dict[str, str] = {}

    def __enter__(self) -> "Pairing":
        """Returns itself. Players are started by their first game."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the players."""
        for player in self._players.values():
            player.close()

    def play(self, sides: Pair, opening: int, which: int) -> dict[str, Any]:
        """Plays a game of two from an opening and returns its record. If neither can play, the first loses."""
        plan, seats, broken = self._plan, seats_of(sides, which), self._broken
        start, seed = plan.opening(opening), plan.seed * 10_000 + 2 * opening + which
        for name in sides:
            if name not in broken:
                try:
                    self._begin(name, seed)
                except GameError as error:
                    broken[name] = str(error)
        failed = next((seat for seat, name in enumerate(seats) if name in broken), None)
        if failed is not None:
            record = GameRecord(plan.game.name, start, seats, Side(1 - failed), broken[seats[failed]])
            return self._record(record)

        moves = self._under_way[seats] = list(start)

        def show(_state: Any, move: Move | None) -> None:
            if move is not None:
                moves.append(move)

        try:
            played = play(plan.game, [self._players[name] for name in seats], start, seed, show=show)
        finally:
            del self._under_way[seats]
        keys = " ".join(self._players[name].key for name in seats)
        key = f"{plan.game.name} {keys} {write(plan.game, start)} {seed}"
        more = {} if played.forfeit else {"name": key}  # as a match knows the game. It plays forfeits again
        return self._record(replace(played, players=seats), **more)

    def _begin(self, name: str, seed: int) -> None:
        if name not in self._players:
            self._players[name] = self._player(name)
        self._players[name].begin(seed)  # starts a program again that has ended

    def _player(self, name: str) -> Player:
        plan = self._plan
        if name not in self._programs:
            return make_player(plan.game, int(name.removeprefix("level ")))
        return ConfinedPlayer(plan.game, self._programs[name], plan.room)

    def _record(self, game: GameRecord, **more: Any) -> dict[str, Any]:
        return {**game.fields(), "round": self._number, "points": game.points(), **more}


def play_pairing(
    plan: Plan, number: int, sides: Pair, games: Sequence[int], under_way: dict[Pair, list[Move]]
) -> list[dict[str, Any]]:
    """Plays both games of a pairing of a round, or the one that is missing, and returns their records."""
    with Pairing(plan, number, under_way) as pairing:
        return [pairing.play(sides, number, which) for which in games]


def seats_of(sides: Pair, which: int) -> Pair:
    """Returns who begins and who answers in the first or the second game of a pairing."""
    return sides if which == 0 else (sides[1], sides[0])


def swiss(names: Sequence[str], points: Mapping[str, float], met: Mapping[frozenset[str], int]) -> list[Pair]:
    """Returns pairs of players ``names`` with about the same ``points``, those first that have ``met`` the least."""
    waiting = sorted(names, key=lambda name: (-points.get(name, 0.0), name))
    pairs = []
    while len(waiting) > 1:
        one = waiting.pop(0)
        other = min(waiting, key=lambda name: (met.get(frozenset((one, name)), 0), waiting.index(name)))
        waiting.remove(other)
        pairs.append((one, other))
    return pairs


def round_robin(names: Sequence[str], number: int) -> list[Pair]:
    """Returns the pairs of a round, counted from 0: in as many rounds as there are others, each meets each once."""
    circle: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    turn = number % (len(circle) - 1)
    circle = [circle[0], *circle[1:][turn:], *circle[1:][:turn]]
    half = len(circle) // 2
    pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
    return [(one, other) for one, other in pairs if one is not None and other is not None]
