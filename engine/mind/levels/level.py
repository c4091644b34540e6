"""Defines the ten levels of the slider: how far each looks ahead, how often each errs, how sharply each chooses.

Levels count plies and nodes, never seconds, so a level is as strong on a slow machine as on a fast one. Every random
choice comes from the mind's seed and the moves so far: an equal seed repeats a game exactly. (Exception: without a
proven result, pondering time adds knowledge and may change the choice.)
"""

import functools
import json
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

from engine.games import Game, find
from engine.mind.search.available import compiles, drops, finishes
from engine.solver.book import has_book
from engine.text import text

ALWAYS_SEEN = 5
"""The look-ahead in plies of a compiled search without gravity, reached in every position within any level's budget."""


@dataclass(frozen=True, slots=True)
class Level:
    """Describes one level, numbered from 1 to 10, with a sentence for the slider."""

    number: int
    name: str
    sentence: str
    horizon: int | None  # plies ahead that the level looks (None: to the end of the game)
    miss: float  # probability, per move, of an oversight: a look half as far ahead
    spread: float  # temperature of the choice among the moves (0: always the best move in sight)
    memorised_plies: int = 0  # plies of the opening book that the level knows by heart, where the game has a book
    rating: int | None = None  # points above a random mover, or None where no ladder has been played

    @property
    def reduced_horizon(self) -> int:
        """Returns the plies that the level looks ahead in an oversight."""
        return (self.horizon or 0) // 2

    @property
    def settings(self) -> str:
        """Returns number and settings as one word: with other settings, a level counts as another player."""
        memorised = f"/{self.memorised_plies}" if self.memorised_plies and self.horizon else ""
        return f"{self.number}:{self.horizon or 'end'}/{self.miss:g}/{self.spread:g}{memorised}"

    @property
    def avoids_blunders(self) -> bool:
        """Tells whether the level never overlooks an immediate win or an immediate block."""
        return self.number > 2


LEVELS = (
    Level(1, "Newcomer", "Mostly plays at random. Sometimes sees a win.", 1, 0.66, 2.0),
    Level(2, "Beginner", "Wins when it can. Often forgets to block you.", 2, 0.56, 2.0),
    Level(3, "Casual", "Never misses a win or a block. Plans little else.", 2, 0.50, 1.75),
    Level(4, "Family", "Looks 3 moves ahead; quite often only 1.", 3, 0.38, 0.40),
    Level(5, "Steady", "Looks 4 moves ahead; sometimes only 2.", 4, 0.32, 0.205),
    Level(6, "Keen", "Looks 5 moves ahead; now and then only 2.", 5, 0.20, 0.125),
    Level(7, "Club", "Looks 7 moves ahead; now and then only 3.", 7, 0.12, 0.075),
    Level(8, "Strong", "Looks 8 moves ahead and rarely slips.", 8, 0.04, 0.03),
    Level(9, "Master", "Looks 11 moves ahead and almost never slips.", 11, 0.01, 0.01, memorised_plies=9),
    Level(10, "Perfect", "Looks to the end of the game and plays perfectly.", None, 0.0, 0.0, memorised_plies=99),
)
"""The sentences count the moves of both sides. The numbers were fitted to equal steps of rating, on other openings than
the published ladder's (except ``memorised_plies`` of level 9, which was 8)."""

_WITHOUT_LINES = {2: "Wins when it can. Plans nothing else.", 3: "Never misses a win. Plans little else."}
"""The sentences of levels in a game where there is nothing to block."""

_BY_CHANCE = "Mostly wins when it can. Often forgets to block you."
"""The sentence of level 2 in a game of chance: half a look ahead sees the aim, and not where it leads."""

_STATES = 5_000
"""A game with at most so many states (symmetric ones counted once, stones in the air counted) is searched to the end
within any budget."""


def levels(name: str) -> tuple[Level, ...]:
    """Returns the levels of a game, with the ratings measured by ``fourthought bench ladder``. A game without room for
    ten levels of different strength has fewer: the levels told apart by the ladder."""
    ratings, game = _ratings().get(name, {}), find(name)
    described = (_described_for(game, level) for level in _distinct(name))
    return tuple(replace(level, rating=ratings.get(str(level.number))) for level in described)


def nearest_level(name: str, number: int = len(LEVELS) // 2) -> int:
    """Returns the number of the game's level nearest to ``number``, by default to the middle of ten."""
    return min(_distinct(name), key=lambda level: abs(level.number - number)).number


def _distinct(name: str) -> list[Level]:
    ratings = _ratings().get(name, {})
    return [level for level in LEVELS if not ratings or str(level.number) in ratings]


def find_level(number: int) -> Level:
    """Returns the level with this number. Raises ValueError if there is none."""
    if not isinstance(number, int) or not 1 <= number <= len(LEVELS):
        raise ValueError(f"there is no level {number!r}; levels are 1 to {len(LEVELS)}")
    return LEVELS[number - 1]


def _described_for(game: Game[Any], level: Level) -> Level:
    """Returns the level with a name and a sentence true of this game, which may have a book or a search budget."""
    if game.board_size() is None and level.number in _WITHOUT_LINES:
        return replace(level, sentence=_WITHOUT_LINES[level.number])
    if game.has_chance and level.number == 2:
        return replace(level, sentence=_BY_CHANCE)
    if level.horizon and level.memorised_plies and has_book(game):
        by_heart = "Knows the first {n} moves by heart, then looks {ahead} moves ahead and almost never slips."
        return replace(level, sentence=text(by_heart, n=level.memorised_plies, ahead=level.horizon))
    if _to_the_end(game):
        fair = "Looks to the end of the game and plays what is best on average."
        return replace(level, sentence=fair) if game.has_chance and level.horizon is None else level
    if level.horizon is None:
        return replace(level, name="Deepest", sentence="Looks as far ahead as it can.")
    if drops(game) or level.horizon <= (ALWAYS_SEEN if compiles(game) else 2):
        return level
    less = text("On this large board often less.")
    return replace(level, sentence=text("{most} {less}", most=text(level.sentence), less=less))


@functools.cache
def _to_the_end(game: Game[Any]) -> bool:
    """Tells whether the perfect level sees the end of the game from every position."""
    if compiles(game):
        return finishes(game)
    keys, waiting = {game.key(game.initial())}, [game.initial()]
    while waiting and len(keys) <= _STATES:
        state = waiting.pop()
        for move in game.moves(state) if game.outcome(state) is None else ():
            after = game.play(state, move)
            if (key := game.key(after)) not in keys:
                keys.add(key)
                waiting.append(after)
    return not waiting and len(keys) <= _STATES


@functools.cache
def _ratings() -> dict[str, dict[str, int]]:
    """Reads rating points above a random mover, by game and level."""
    text = resources.files("engine.mind.levels").joinpath("ratings.json").read_text(encoding="utf-8")
    ratings: dict[str, dict[str, int]] = json.loads(text)
    return ratings
