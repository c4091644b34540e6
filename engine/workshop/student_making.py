"""Makes the positions for judging a student (``positions.py``)."""

import random
from collections.abc import Mapping
from typing import Any

from engine.games import Game, GameError, LineGame, LineState, Move
from engine.solver.analysis import Analysis
from engine.solver.solver import Solver
from engine.student import BOARDS, Labelled

_LETTERS = {1: "w", 0: "d", -1: "l"}
_NO_MOVE = "."
_TABLE_MB = 4.0
_TRIES = 2_000
"""Random games in a row without a new position, before the maker gives up: a small board has few such positions."""


def make(game: Game[Any], count: int, seed: int) -> list[Labelled]:
    """Returns up to ``count`` different positions from random games, no two of them the same by symmetry. Raises
    GameError if the game is no board with columns or squares of one digit."""
    if type(game) is not LineGame or len(_moves(game)) > 9:
        raise GameError(f"{game.name} has no exact results for a student; {' and '.join(BOARDS)} have them")
    judge, rng = Judge(game), random.Random(f"student {seed}")
    found: dict[LineState, Labelled] = {}
    tried = 0
    while len(found) < count and tried < _TRIES:
        moves, state = _random_position(game, rng)
        tried += 1
        if state is None or game.key(state) in found:
            continue
        signs = judge.signs(state)
        if len(set(signs.values())) > 1:
            tried = 0
            found[game.key(state)] = Labelled("".join(map(str, moves)), _letters(game, signs))
    return list(found.values())


def _letters(game: LineGame, signs: Mapping[Move, int]) -> str:
    return "".join(_LETTERS[signs[move]] if move in signs else _NO_MOVE for move in _moves(game))


def _moves(game: LineGame) -> range:
    return range(1, (game.width if game.gravity else game.width * game.height) + 1)


def _random_position(game: LineGame, rng: random.Random) -> tuple[list[Move], LineState | None]:
    """Returns a quiet position with at least two moves, or None if the random game has none at the drawn ply."""
    state, moves = game.initial(), list[Move]()
    for _ in range(rng.randrange(1, game.max_plies - 1)):
        legal = game.moves(state)
        if not legal:
            return moves, None
        moves.append(rng.choice(legal))
        state = game.play(state, moves[-1])
    if game.outcome(state) is not None or game.forced_moves(state):
        return moves, None
    return moves, state


class Judge:
    """Finds the exact result of every move: by the solver on a board with gravity, else by plain minimax."""

    def __init__(self, game: LineGame) -> None:
        self._game = game
        size = game.width, game.height, game.connect
        self._solver = Solver(*size, table_mb=_TABLE_MB) if game.gravity else None
        self._known: dict[LineState, int] = {}

    def signs(self, state: LineState) -> dict[Move, int]:
        """Returns for each move 1 for a win of the side to move, 0 for a draw, -1 for a loss."""
        if self._solver:
            return self._solved(self._solver, state)
        return {move: -self._sign(self._game.play(state, move)) for move in self._game.moves(state)}

    def _solved(self, solver: Solver, state: LineState) -> dict[Move, int]:
        return {move: score.sign for move, score in Analysis(solver, self._game, state).scores().items()}

    def _sign(self, state: LineState) -> int:
        key = self._game.key(state)
        if key not in self._known:
            over = self._game.outcome(state)
            last = -1 if over and over.winner is not None else 0
            self._known[key] = last if over else max(self.signs(state).values())
        return self._known[key]
