"""Picks, among moves of equal value, the move after which the opponent can err most often.

Minimax assumes a perfect opponent and sees no difference between two draws. One of the draws may hold after any reply,
the other after one reply only. The share of replies below the best value tells the two apart.
"""

from dataclasses import replace

from engine.games import CHANCE, Game, Move, S
from engine.search.chance.expectiminimax import lots_of
from engine.search.deepening import search_to
from engine.search.parts.table import Table
from engine.search.parts.trace import Trace
from engine.search.parts.values import ROUNDING, Result


def biased(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the result of alpha-beta with a table, with the move of the greatest :func:`err_share` among the best.
    ``trace`` records the tree of the alpha-beta search. Raises GameError as
    :func:`engine.search.deepening.search_to`."""
    table = Table()
    result = search_to(game, state, depth, table=table, ties=True, trace=trace)
    equal = [known for known in result.moves if known.value > result.value - ROUNDING]
    if len(equal) < 2:
        return result
    shares = {known.move: err_share(game, game.play(state, known.move), depth, table) for known in equal}
    best = max(equal, key=lambda known: shares[known.move])
    rest = tuple(known for known in result.moves if known.move != best.move)
    return replace(result, move=best.move, pv=best.line, moves=(best, *rest))


def err_share(game: Game[S], state: S, depth: int | None, table: Table) -> float:
    """Returns the share of the moves of ``state`` worth less than the best move, in a search of ``depth`` - 1 plies.
    ``state`` comes after the root move, and ``depth`` is that of the root search (None: to the end). ``table`` is used
    and extended. The share is 0 where there is no choice. A chance state has the mean of the shares after the lots."""
    if game.outcome(state) is not None or (depth is not None and depth < 2):
        return 0.0
    if game.to_move(state) is CHANCE:
        return sum(
            chance * err_share(game, game.play(state, lot), depth, table) for lot, chance in lots_of(game, state)
        )
    ahead = None if depth is None else depth - 1
    moves: tuple[tuple[Move, float], ...] = tuple(
        (known.move, known.value) for known in search_to(game, state, ahead, table=table, every=True).moves
    )
    return sum(value < moves[0][1] - ROUNDING for _, value in moves) / len(moves)
