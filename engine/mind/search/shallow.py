"""What is seen at a blink: shallow values by the textbook's search, for oversights and until kernels are compiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

from engine.games import CHANCE, Game, LineGame, LineState, Move
from engine.search.deepening import search_to

S = TypeVar("S", bound=Hashable)

POSITIONS = 3_000
"""A blink takes no more positions than about this many, whatever the depth that was asked for."""


def shallow_values(game: Game[S], state: S, depth: int) -> dict[Move, float]:
    """The value of every move for the side that makes it, up to ``depth`` plies ahead (0: no opinion at all)."""
    depth = min(depth, _affordable(game, state))
    if depth <= 0:
        return dict.fromkeys(game.moves(state), 0.0)
    return {known.move: known.value for known in search_to(game, state, depth, every=True).moves}


def without_blunders(game: Game[S], state: S, moves: Sequence[Move]) -> list[Move]:
    """Those of ``moves`` that overlook neither an immediate win nor an immediate block; all, if none is left.

    A threat stands on the board if it wins after two different moves; one that a move itself makes room for (the cell
    above it) is no oversight of what is there, but a lack of foresight.
    """
    if isinstance(game, LineGame) and isinstance(state, LineState) and game.is_quiet(state):
        return list(moves)
    player = game.to_move(state)
    after = {move: _landed(game, state, move) for move in moves}
    wins = [move for move in moves if (end := game.outcome(after[move])) and end.winner is player]
    if wins:
        return wins
    replies = {move: _wins_at_once(game, after[move]) for move in moves}
    counts = Counter(reply for found in replies.values() for reply in found)
    standing = {reply for reply, count in counts.items() if count > 1}
    return [move for move in moves if not replies[move] & standing] or list(moves)


def _affordable(game: Game[S], state: S) -> int:
    """How many plies a full tree of :data:`POSITIONS` has here; at least one."""
    moves = game.moves(state)
    after = game.play(state, moves[0])
    lots = len(game.outcomes(after)) if game.outcome(after) is None and game.to_move(after) is CHANCE else 1
    depth, size = 0, max(2, len(moves) * lots)
    while size ** (depth + 1) <= POSITIONS:
        depth += 1
    return max(1, depth)


def _wins_at_once(game: Game[S], state: S) -> set[Move]:
    """The moves that win at once for the side to move."""
    if game.outcome(state) is not None or game.to_move(state) is CHANCE:
        return set()
    player = game.to_move(state)
    ends = ((move, game.outcome(_landed(game, state, move))) for move in game.moves(state))
    return {move for move, end in ends if end is not None and end.winner is player}


def _landed(game: Game[S], state: S, move: Move) -> S:
    """The state after ``move``, and after the likeliest lot where one is drawn: where it was meant to go."""
    after = game.play(state, move)
    while game.outcome(after) is None and game.to_move(after) is CHANCE:
        after = game.play(after, max(game.outcomes(after), key=lambda lot: lot[1])[0])
    return after
