"""Holds a position that shows each game at a glance, for small boards and for cards."""

from functools import cache
from typing import Any

from engine.games import Game, Move, parse, replay
from webapp.play.game.state import discs_of

_SAMPLES = {
    "connect4": "4453345263",
    "tictactoe": "51934",
    "connect4-8x7": "4453362576",
    "connect4-5x4": "3342241",
    "connect4-6x5": "334425314",
    "connect4-7x5": "4433522654",
    "connect4-7x7": "4443352564",
    "connect4-8x8": "43432476",
    "connect4-8x9": "33376663",
    "connect4-9x9": "35554537",
    "connect4-10x10": "65654557",
    "connect4-9x7": "45456555",
    "connect4-7x9": "43434424",
    "connect4-10x7": "25965876",
    "connect5": "554664743586",
    "gomoku7": "25,24,32,18,33,26,17,19,39",
    "slippery-connect4": "4-43-45-53-36-72-25-4",
    "slippery-tictactoe": "5-51-29-9",
    "nim": "3,3,2",
}
_MATCHES = 7
"""The matches in a small picture."""


def sample(game: Game[Any]) -> tuple[Move, ...]:
    """Returns the moves to the position that shows a game, none for a game without one."""
    moves, _ = parse(game, _SAMPLES.get(game.name, ""))
    return tuple(moves)


@cache
def small_board(game: Game[Any]) -> dict[str, Any]:
    """Returns the data of a small picture: columns, rows and discs from the upper left, or the number of matches."""
    size = game.board_size()
    if size is None:
        matches = min(game.describe(replay(game, sample(game))).count("|"), _MATCHES)
        return {"columns": max(matches, 1), "rows": 5, "discs": [], "matches": matches}
    columns, rows = size
    discs = [(column - 1, rows - row, seat) for column, row, seat in discs_of(game, sample(game))]
    return {"columns": columns, "rows": rows, "discs": discs, "marks": game.player_names[0] == "X"}
