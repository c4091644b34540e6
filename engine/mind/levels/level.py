"""The slider: ten stops, one scalar that drives horizon, oversights and sharpness.

Everything is counted in plies and nodes, never in seconds, so a level is as strong on a slow machine. All chance in a
choice comes from the mind's seed and the moves so far: the same seed repeats a game exactly. (Where no end is in sight,
whoever ponders knows more by the time it took, and may choose otherwise for it.)
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

from engine.games import Game, find
from engine.mind.search.available import compiles, finishes, proves
from engine.solver.book.book import book_of

ALWAYS_SEEN = 5
"""Plies that a compiled search on a board without gravity looks ahead within any level's budget, wherever it stands."""


@dataclass(frozen=True, slots=True)
class Level:
    """One stop of the slider.

    ``horizon`` is how many plies ahead it sees (None: to the end); ``miss`` how often, per move, it looks only half
    as far; ``spread`` the temperature of its choice among moves (0: always the best it sees); ``heart`` of how many
    plies it knows the opening by heart, where the game has a book.
    ``rating`` is in points above a random mover, None where no ladder has been played.
    """

    number: int
    name: str
    sentence: str
    horizon: int | None
    miss: float
    spread: float
    heart: int = 0
    rating: int | None = None

    @property
    def blink(self) -> int:
        """Plies that it looks ahead when it misses something."""
        return (self.horizon or 0) // 2

    @property
    def settings(self) -> str:
        """Number and settings in one word: a level with other settings is another player."""
        heart = f"/{self.heart}" if self.heart and self.horizon else ""
        return f"{self.number}:{self.horizon or 'end'}/{self.miss:g}/{self.spread:g}{heart}"

    @property
    def alert(self) -> bool:
        """Whether it overlooks no immediate win and no immediate block, whatever else it misses."""
        return self.number > 2


LEVELS = (
    Level(1, "First game", "Plays at random two times in three; else it takes a win.", 1, 0.66, 2.0),
    Level(2, "Beginner", "Takes every win, but more often than not misses a block.", 2, 0.56, 2.0),
    Level(3, "Casual", "Never misses a win or a block at once, and plans little else.", 2, 0.50, 1.75),
    Level(4, "Family", "Looks three moves ahead, two times in five only one.", 3, 0.38, 0.40),
    Level(5, "Steady", "Looks four moves ahead, one time in three only two.", 4, 0.32, 0.205),
    Level(6, "Keen", "Looks five moves ahead, one time in five only two.", 5, 0.20, 0.125),
    Level(7, "Club", "Looks seven moves ahead, one time in eight only three.", 7, 0.12, 0.075),
    Level(8, "Strong", "Looks eight moves ahead and seldom slips.", 8, 0.04, 0.03),
    Level(9, "Master", "Looks eleven moves ahead and hardly ever slips.", 11, 0.01, 0.01, heart=9),
    Level(10, "Perfect", "Looks to the end of the game and never lets a result slip.", None, 0.0, 0.0, heart=99),
)
"""Moves ahead are those of both sides. The numbers were fitted to equal steps of rating, on other openings than those
of the published ladder (but level 9's ``heart``, which was 8)."""

_COUNTS = {4: "four", 6: "six", 8: "eight", 9: "nine", 10: "ten"}

_STATES = 5_000
"""A game with at most so many states (up to symmetry, stones in the air counted) is looked through to its end within
any budget."""


def levels(name: str) -> tuple[Level, ...]:
    """The stops of the slider for the game called so, with the ratings that ``fourthought ladder`` measured.

    A game that cannot carry ten levels that differ in strength has fewer: those that its ladder told apart.
    """
    measured = _ratings().get(name, {})
    game = find(name)
    stops = [stop for stop in LEVELS if not measured or str(stop.number) in measured]
    return tuple(replace(_truthful(game, stop), rating=measured.get(str(stop.number))) for stop in stops)


def stop_near(name: str, number: int = len(LEVELS) // 2) -> int:
    """The stop of that slider that lies nearest to a number; who sits down without a word about levels plays at the one
    nearest to the middle."""
    return min(levels(name), key=lambda stop: abs(stop.number - number)).number


def _truthful(game: Game[Any], stop: Level) -> Level:
    """The stop with a name and a sentence that hold in this game: some have a book, in some thought has a budget."""
    if stop.horizon and stop.heart and book_of(game):
        known = f"Knows the first {_COUNTS[stop.heart]} moves by heart, then l"
        return replace(stop, sentence=stop.sentence.replace("L", known, 1))
    if _to_the_end(game):
        fair = "Looks to the end of the game, whatever chance may bring, and plays what is best on average."
        return replace(stop, sentence=fair) if game.has_chance and stop.horizon is None else stop
    if stop.horizon is None:
        proof = ", and proves what it can" if proves(game) else ""
        return replace(stop, name="Deepest", sentence=f"Looks as far as its budget of positions lets it{proof}.")
    if proves(game) or stop.horizon <= (ALWAYS_SEEN if compiles(game) else 2):
        return stop
    return replace(stop, sentence=f"{stop.sentence[:-1]}; less far where its budget of positions ends.")


@functools.cache
def _to_the_end(game: Game[Any]) -> bool:
    """Whether the perfect level sees the end of this game from everywhere."""
    if compiles(game):
        return finishes(game)
    known, waiting = {game.key(game.initial())}, [game.initial()]
    while waiting and len(known) <= _STATES:
        state = waiting.pop()
        for move in game.moves(state) if game.outcome(state) is None else ():
            after = game.play(state, move)
            if (key := game.key(after)) not in known:
                known.add(key)
                waiting.append(after)
    return not waiting and len(known) <= _STATES


@functools.cache
def _ratings() -> dict[str, dict[str, int]]:
    """Game -> level -> rating points above a random mover."""
    text = resources.files("engine.mind.levels").joinpath("ratings.json").read_text()
    found: dict[str, dict[str, int]] = json.loads(text)
    return found


def level(number: int) -> Level:
    """The stop with this number; raises ValueError outside 1 to 10."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"there is no level {number}; levels are 1 to {len(LEVELS)}")
    return LEVELS[number - 1]
