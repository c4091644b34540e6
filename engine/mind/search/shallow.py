"""Looks a few plies ahead with the textbook search: for blunders, and where a game has no kernel."""

from collections import Counter
from collections.abc import Sequence

from engine.games import CHANCE, Game, LineGame, LineState, Move, S
from engine.search.deepening import search_to

POSITIONS = 3_000  # the most positions, roughly, of one shallow search, for any depth asked for


def shallow_values(game: Game[S], state: S, depth: int) -> dict[Move, float]:
    """Returns the value of every move for the side to move, searched up to ``depth`` plies ahead (0: all values 0)."""
    depth = min(depth, _affordable_depth(game, state))
    if depth <= 0:
        return dict.fromkeys(game.moves(state), 0.0)
    return {result.move: result.value for result in search_to(game, state, depth, every=True).moves}


def without_blunders(game: Game[S], state: S, moves: Sequence[Move]) -> list[Move]:
    """Returns the ``moves`` that overlook neither an immediate win nor an immediate block, or all if none is left. A
    threat stands on the board if the opponent can win after two different moves, or with the other of only two. A
    threat that the move alone makes possible (in the cell above) is not overlooked: no look at the board shows it."""
    if isinstance(game, LineGame) and isinstance(state, LineState) and game.is_quiet(state):
        return list(moves)
    player = game.to_move(state)
    after = {move: _likeliest_state(game, state, move) for move in moves}
    wins = [move for move in moves if (end := game.outcome(after[move])) and end.winner is player]
    if wins:
        return wins
    replies = {move: _immediate_wins(game, after[move]) for move in moves}
    counts = Counter(reply for winning in replies.values() for reply in winning)
    standing = {reply for reply, count in counts.items() if count > 1}
    if len(moves) == 2:
        standing |= {reply for move in moves for reply in replies[move] if reply != move}
    return [move for move in moves if not replies[move] & standing] or list(moves)


def _affordable_depth(game: Game[S], state: S) -> int:
    """Returns the depth of a full tree of :data:`POSITIONS` here, at least 1."""
    moves = game.moves(state)
    after = game.play(state, moves[0])
    lots = len(game.outcomes(after)) if game.outcome(after) is None and game.to_move(after) is CHANCE else 1
    depth, size = 0, max(2, len(moves) * lots)
    while size ** (depth + 1) <= POSITIONS:
        depth += 1
    return max(1, depth)


def _immediate_wins(game: Game[S], state: S) -> set[Move]:
    if game.outcome(state) is not None or game.to_move(state) is CHANCE:
        return set()
    player = game.to_move(state)
    ends = ((move, game.outcome(_likeliest_state(game, state, move))) for move in game.moves(state))
    return {move for move, end in ends if end is not None and end.winner is player}


def _likeliest_state(game: Game[S], state: S, move: Move) -> S:
    after = game.play(state, move)
    while game.outcome(after) is None and game.to_move(after) is CHANCE:
        after = game.play(after, max(game.outcomes(after), key=lambda lot: lot[1])[0])
    return after
