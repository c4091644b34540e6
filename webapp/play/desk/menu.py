"""Describes the games and the levels of the menu, with the aim of each game in words."""

from typing import Any

import msgspec

from engine.games import Game
from engine.text import Side, text

_IN_A_ROW = {3: "Three in a row wins.", 4: "Four in a row wins.", 5: "Five in a row wins."}


class GameInfo(msgspec.Struct, frozen=True):
    """Describes a game of the menu: ``board`` is width and height, ``connect`` the length of a line that wins.
    ``gravity``: discs fall. ``players``: the ids of the sides, such as "red". ``goal`` is as "Five in a row wins"."""

    name: str
    title: str
    board: tuple[int, int] | None
    connect: int | None
    gravity: bool
    players: tuple[str, str]
    chance: bool
    goal: str


class LevelView(msgspec.Struct, frozen=True):
    """Describes a level, 1 to 10, for the slider, with a ``sentence`` on the way it plays. ``rating`` is in points
    above a random mover (None: not measured), ``horizon`` the plies that the level looks ahead (None: to the end of the
    game). ``learnt``: a network judges."""

    number: int
    name: str
    sentence: str
    rating: int | None
    horizon: int | None
    learnt: bool


def game_view(game: Game[Any]) -> GameInfo:
    """Returns a game of the menu."""
    rules = getattr(game, "base", game)  # a game with chance wraps the board's rules
    first, second = map(Side, game.player_names)
    return GameInfo(
        name=game.name,
        title=game.title,
        board=game.board_size(),
        connect=getattr(rules, "connect", None),
        gravity=bool(getattr(rules, "gravity", False)),
        players=(first.id, second.id),
        chance=game.has_chance,
        goal=goal(game),
    )


def goal(game: Game[Any]) -> str:
    """Returns the aim of a game in a sentence or two. A game of another package says it itself, or not at all."""
    rules = getattr(game, "base", game)
    connect, most = getattr(rules, "connect", None), getattr(game, "most", None)
    if connect is None:
        if most is None or game.goal:
            return game.goal
        return text("Take 1 to {most} matches. The one who takes the last match wins.", most=most)
    aim, slip = text(_IN_A_ROW.get(connect, "{n} in a row wins."), n=connect), getattr(game, "slip", 0)
    if not slip:
        return aim
    discs, marks = "One disc in {n} slips to a column beside.", "One mark in {n} slips to a square beside."
    chance = text(discs if getattr(rules, "gravity", False) else marks, n=round(1 / slip))
    return text("{aim} {chance}", aim=aim, chance=chance)
