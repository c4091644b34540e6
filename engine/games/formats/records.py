"""Writes games as JSON lines and as text, and reads both.

A JSON line is one game::

    {"game": "tictactoe", "moves": [5, 1, 9], "players": ["mine", "level 3"], "winner": null, "forfeit": ""}

``winner`` is 0, 1 or null. More fields are allowed and not read. A store of an earlier release has ``name`` in place of
``game``, and begins it with the game. Text is one game a line, with a result (1-0, 0-1, 1/2, * for an
unfinished game), and lines that begin with # are comments::

    tictactoe 519 * mine - level 3

Both are read back by :func:`read_games`, which plays each game again, so what is read is a game by the rules.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.games.formats.notation import parse, replay, write
from engine.games.game import GameError, Move, Player
from engine.games.registry import find

RESULTS = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2"}
UNFINISHED = "*"
_WINNERS = {result: winner for winner, result in RESULTS.items()}


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Holds one game of two named players. ``forfeit`` says how the loser failed, and is "" otherwise. A game that is
    not over and not forfeited has ``is_over`` False and no winner."""

    game: str
    moves: tuple[Move, ...]
    players: tuple[str, str] = ("", "")
    winner: Player | None = None
    forfeit: str = ""

    @property
    def is_over(self) -> bool:
        """Tells whether the game has a result."""
        rules = find(self.game)
        return bool(self.forfeit) or rules.outcome(replay(rules, self.moves)) is not None

    @property
    def position(self) -> str:
        """Returns the moves as in addresses."""
        return write(find(self.game), self.moves)

    def points(self, is_first: bool = True) -> float:
        """Returns 1, a half or 0 for the player who began, or for the other one."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Player.FIRST) == is_first)

    def fields(self) -> dict[str, Any]:
        """Returns the fields of the JSON line."""
        winner = None if self.winner is None else int(self.winner)
        fields = {"game": self.game, "moves": list(self.moves), "players": list(self.players), "winner": winner}
        return {**fields, "forfeit": self.forfeit}

    def as_json(self) -> str:
        """Returns the game as one JSON line."""
        return json.dumps(self.fields())

    def as_text(self) -> str:
        """Returns the game as one line of text. The reason of a forfeit stays out."""
        result = RESULTS[self.winner] if self.is_over else UNFINISHED
        moves = self.position or "-"
        return f"{self.game} {moves} {result} {' - '.join(self.players)}".rstrip(" -")


def read_games(lines: Iterable[str]) -> Iterator[GameRecord]:
    """Yields the games of JSON lines or of text, which may be mixed. Empty lines and comments are passed over. Raises
    GameError if a line is no game. The message begins with its number."""
    if not isinstance(lines, Iterable):
        raise GameError(f"games are read from a text or from lines, such as those of an open file, not from {lines!r}")
    for number, line in enumerate(lines.splitlines() if isinstance(lines, str) else lines, start=1):
        if not isinstance(line, str):
            raise GameError(f"line {number}: a line is a text, not {line!r:.40}")
        if not line.strip() or line.startswith("#"):
            continue
        try:
            yield from_json(_object(line)) if line.lstrip().startswith("{") else _from_text(line)
        except ValueError as error:
            raise GameError(f"line {number}: {error}") from None


def _object(line: str) -> dict[str, Any]:
    try:
        return dict(json.loads(line))
    except (ValueError, RecursionError):  # the words of Python's reader are for programmers
        raise ValueError("it begins as JSON and is none") from None


def from_json(record: dict[str, Any]) -> GameRecord:
    """Returns the game of a JSON object. Raises ValueError for an object that is none."""
    for field in ("moves", "game"):
        if field not in record and not (field == "game" and "name" in record):
            raise ValueError(f"{field!r} is missing")
    rules = find(
        str(record["name"]).partition(" ")[0] if "name" in record and "game" not in record else str(record["game"])
    )
    given, players = record["moves"], record.get("players") or ("", "")
    if isinstance(given, str) and given.isascii() and given.isdecimal():
        given = list(map(int, given))
    if not isinstance(given, list) or not all(type(move) is int for move in given):
        raise ValueError("moves are a list of whole numbers")
    if not isinstance(players, list | tuple) or len(players) != 2:
        raise ValueError("players are a list of two names")
    moves = tuple(given)
    outcome = rules.outcome(replay(rules, moves))
    forfeit, winner = str(record.get("forfeit") or ""), record.get("winner")
    if isinstance(winner, bool) or winner not in (Player.FIRST, Player.SECOND, None):
        raise ValueError("a winner is 0, 1 or null")
    sides = str(players[0]), str(players[1])
    if outcome is not None:
        return GameRecord(rules.name, moves, sides, outcome.winner)
    return GameRecord(rules.name, moves, sides, Player(winner) if winner is not None and forfeit else None, forfeit)


def _from_text(line: str) -> GameRecord:
    name, *rest = line.split(maxsplit=3)
    rules = find(name)
    moves, state = parse(rules, "" if not rest or rest[0] == "-" else rest[0])
    result, names = (rest[1] if len(rest) > 1 else UNFINISHED), (rest[2].strip() if len(rest) > 2 else "")
    if result not in (*_WINNERS, UNFINISHED):
        raise GameError(f"{result!r} is no result; there are 1-0, 0-1, 1/2 and {UNFINISHED}")
    first, _, second = names.partition(" - ")
    outcome = rules.outcome(state)
    if outcome is None and result != UNFINISHED:
        return GameRecord(name, tuple(moves), (first, second), _WINNERS[result], "the record does not say why")
    return GameRecord(name, tuple(moves), (first, second), outcome.winner if outcome else None)
