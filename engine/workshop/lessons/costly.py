"""Makes the lessons' numbers that take long to compute: nodes of searches from the empty board."""

from collections.abc import Callable
from functools import cache

from engine.games import Player, parse
from engine.lab.lessons.games import position
from engine.search.alphabeta import alphabeta
from engine.workshop.lessons.beginnings import CONNECT4_DEPTH
from engine.workshop.lessons.facts import result, thinking_ahead
from engine.workshop.lessons.guesses import WEIGHED_PLIES
from engine.workshop.lessons.unknowns import PONDERED


@cache
def _weighed() -> dict[str, int]:
    """Returns how often all features won, drew and lost against the lines alone, from each pair of first moves."""
    scores = {"won": 0, "drawn": 0, "lost": 0}
    both, lines = position("connect4", "")[0], position("connect4", "", "1-0-0")[0]
    for first in both.moves(both.initial()):
        for second in both.moves(both.initial()):
            for own in (Player.FIRST, Player.SECOND):
                state = parse(both, f"{first}{second}")[1]
                while (outcome := both.outcome(state)) is None:
                    game = both if both.to_move(state) is own else lines
                    move = alphabeta(game, state, WEIGHED_PLIES).move
                    state = both.play(state, move if move is not None else both.moves(state)[0])
                worth = outcome.value(own)
                scores["won" if worth > 0 else "lost" if worth < 0 else "drawn"] += 1
    return scores


def _scored(how: str) -> Callable[[], int]:
    return lambda: _weighed()[how]


def _nodes(game: str, method: str, depth: int | None = None) -> Callable[[], int]:
    return lambda: result(game, "", method, depth).counts.nodes


def _pondered(count: str) -> Callable[[], int]:
    return lambda: thinking_ahead("connect4", *PONDERED)[count]


COSTLY: dict[str, Callable[[], int]] = {
    "tictactoe minimax": _nodes("tictactoe", "minimax"),
    "tictactoe memo": _nodes("tictactoe", "memo"),
    "tictactoe alphabeta": _nodes("tictactoe", "alphabeta"),
    "tictactoe all": _nodes("tictactoe", "all"),
    "tictactoe symmetry": _nodes("tictactoe", "symmetry"),
    "tictactoe mtdf": _nodes("tictactoe", "mtdf"),
    "connect4 minimax": _nodes("connect4", "minimax", CONNECT4_DEPTH),
    "connect4 alphabeta": _nodes("connect4", "alphabeta", CONNECT4_DEPTH),
    "connect4 static": _nodes("connect4", "static", CONNECT4_DEPTH),
    "connect4 best": _nodes("connect4", "best", CONNECT4_DEPTH),
    "pondered afresh": _pondered("afresh"),
    "pondered kept": _pondered("kept"),
    "weighed won": _scored("won"),
    "weighed drawn": _scored("drawn"),
    "weighed lost": _scored("lost"),
}
"""The search behind each number."""
