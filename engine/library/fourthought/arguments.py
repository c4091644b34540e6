"""Takes the arguments of a user's program, or refuses each in one sentence that says what would be right."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from numbers import Real
from typing import Any
from urllib.parse import SplitResult, urlsplit

from engine.games import Game, Move, Player, find, parse
from fourthought.errors import ArgumentError


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds one search; whichever bound is reached first ends it. Without a bound the level decides.

    Args:
        seconds: time by the clock.
        nodes: positions. A search with this bound alone, and a seed, repeats on every machine.
        depth: plies looked ahead.

    Raises:
        ValueError: a bound is not above zero.
    """

    seconds: float = math.inf
    nodes: float = math.inf
    depth: float = math.inf

    def __post_init__(self) -> None:
        for name in self.__slots__:
            given = getattr(self, name)
            if not is_above_zero(given):
                raise ValueError(f"{name}={shown(given)} is no limit; give a number above 0, or math.inf")


def is_above_zero(given: Any) -> bool:
    """Tells whether something is a number above zero that fits a float. Infinity does; a truth value is no number."""
    if isinstance(given, bool) or not isinstance(given, Real):
        return False
    with suppress(OverflowError):
        return float(given) > 0
    return False


AnyGame = Game[Any] | str
"""A game, or the name of a registered one."""


def game_of(game: AnyGame) -> Game[Any]:
    """Returns the game called so, or the game itself.

    Raises:
        GameError: no game has this name, or something else is given.
    """
    if not isinstance(game, str | Game):
        raise ArgumentError("a game is a name such as 'connect4' or a Game, not {given}", given=shown(game))
    return find(game) if isinstance(game, str) else game


def moves_of(position: str | Iterable[Move], game: Game[Any]) -> Iterable[Move]:
    """Returns the moves of a position. Raises GameError if it cannot be read, for a list when that move is reached."""
    if isinstance(position, str):
        return parse(game, position)[0]
    if not is_list(position):
        raise ArgumentError(
            "a position is a text such as '4453', or a list of moves, not {given}", given=shown(position)
        )
    return position


def move_of(move: Move) -> Move:
    """Returns a move as a whole number. Raises GameError for anything else."""
    return whole("a move", move)


def player_of(side: Player | int) -> Player:
    """Returns a side. Raises GameError for anything that is none."""
    if side not in (Player.FIRST, Player.SECOND) or isinstance(side, bool | float):
        raise ArgumentError("a side is Player.FIRST or Player.SECOND, not {given}", given=shown(side))
    return Player(side)


def limit_of(limit: Limit | None) -> Limit | None:
    """Returns a limit. Raises GameError for anything that is none."""
    if not isinstance(limit, Limit | None):
        raise ArgumentError("a limit is such as ft.Limit(seconds=2), not {given}", given=shown(limit))
    return limit


def whole(what: str, given: Any, least: int | None = None, most: int | None = None) -> int:
    """Returns a whole number of any such type. Raises GameError for anything else, and outside the bounds."""
    try:
        number = None if isinstance(given, bool) else operator.index(given)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        bounds = "" if least is None else f" from {least:,} on" if most is None else f" from {least:,} to {most:,}"
        raise ArgumentError(
            "{what} is a whole number{bounds}, not {given}", what=what, bounds=bounds, given=shown(given)
        )
    return number


def server_of(at: str) -> tuple[SplitResult, str, int]:
    """Returns the address of a server in its parts, the host and the port. Raises ArgumentError if it is none."""
    with suppress(ValueError):  # a port or a host that cannot be
        parts = urlsplit(at if "://" in at else f"http://{at}")
        port = {"http": 80, "ws": 80, "https": 443, "wss": 443}.get(parts.scheme)
        if port and parts.hostname:
            return parts, parts.hostname, port if parts.port is None else parts.port
    raise ArgumentError("a server's address is such as https://example.org, not {given}", given=shown(at))


def is_list(given: object) -> bool:
    """Tells whether things come in an order: texts, boards, sets and mappings do not count."""
    return isinstance(given, Iterable) and not isinstance(given, str | bytes | bytearray | Mapping | Set)


def shown(given: object) -> str:
    """Returns what was given as a program writes it, cut short for a sentence."""
    try:
        words = repr(given)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of thousands of digits"
    return words if len(words) <= 40 else f"{words[:40]}..."
