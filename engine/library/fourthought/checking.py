"""Checks a game against the laws of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.games.laws import broken_laws
from engine.text import text
from fourthought.arguments import AnyGame, game_of, whole


@dataclass(frozen=True, slots=True)
class GameReport:
    """Holds what is wrong with a game, and what it gets. Prints as sentences. ``bool(report)``: nothing is wrong.

    Args:
        faults: one sentence for each law of :class:`engine.games.Game` that is broken, with the moves to see it.
        gets: searches, players and page, of a game without faults.
    """

    game: Any
    games: int
    faults: tuple[str, ...]
    gets: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        name = getattr(self.game, "name", type(self.game).__name__)
        if self.faults:
            return "\n".join([f"{name} breaks the laws of Game:", *(f"- {fault}" for fault in self.faults)])
        kept = text("{n} random game|{n} random games", n=self.games)
        return "\n".join([f"{name} keeps the laws of Game in {kept}.", *self.gets])


def check_game(game: AnyGame, games: int = 1000, *, seed: int = 1) -> GameReport:
    """Plays random games against the laws of :class:`engine.games.Game`: turns, outcomes, key, chance, cells, names,
    words.

    Args:
        games: how many.
        seed: repeats them.

    Raises:
        GameError: no game has this name.
    """
    from engine.search.catalogue import gets

    rules, games = game_of(game), whole("games", games, 1)
    faults = tuple(broken_laws(rules, games, whole("a seed", seed)))
    return GameReport(rules, games, faults, () if faults else tuple(gets(rules)))
