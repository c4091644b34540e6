"""Puts proven score numbers and opinions on one scale, and proven bounds into words."""

from engine.games import Game, Player, S
from engine.games.game import score_of
from engine.text import Text, text

LIMIT = 127  # bounds of a node without a proof: -LIMIT to LIMIT
SCALE = 10_000.0  # values computed with a compiled search are whole multiples of 1/SCALE, so equal values compare equal

PROVEN, STEP = 9_000, 10
"""Opinions stay below PROVEN / SCALE. A proven win of number n is worth (PROVEN + n * STEP) / SCALE."""

PROVEN_VALUE = PROVEN / SCALE


def value_of(number: int) -> float:
    """Converts a score number to a value in [-1, 1]: every win above every opinion, quicker wins higher."""
    if number == 0:
        return 0.0
    share = (PROVEN + abs(number) * STEP) / SCALE  # one division, as for values of a compiled search: equal floats
    return share if number > 0 else -share


def number_in(value: float) -> int | None:
    """Converts a value of :func:`value_of` back to the score number. None: an opinion or a draw."""
    if abs(value) < PROVEN_VALUE:
        return None
    number = round((abs(value) * SCALE - PROVEN) / STEP)
    return number if value > 0 else -number


def words(game: Game[S], low: int, high: int, ply: int, player: Player) -> str:
    """Returns in words what proven bounds mean for the side to move: "wins in 9", "draws", "at least a draw", or "".
    ``low`` and ``high`` are score numbers. ``ply`` counts the moves of the players so far. Wins and losses are counted
    in the winner's moves from there."""
    if low == high:
        score = score_of(game, low, ply, player)
        if score.winner is None:
            return "draws"
        return f"{'wins' if low > 0 else 'loses'} in {(score.plies + 1) // 2}"
    if low > 0:
        return "wins"
    if high < 0:
        return "loses"
    if low == 0:
        return "at least a draw"
    return "at most a draw" if high == 0 else ""


_RESULTS = {
    "wins": "{Move} wins.",
    "loses": "{Move} loses.",
    "draws": "{Move} draws.",
    "at least a draw": "{Move} holds a draw at least.",
    "at most a draw": "{Move} draws at best.",
    "wins in": "{Move} wins in {n}.",
    "loses in": "{Move} loses in {n}.",
}


def result_text(result: str, move: str) -> Text:
    """Returns the sentence about a move with a proven ``result``, the words of :func:`words`, not empty."""
    head, _, count = result.rpartition(" ")
    if count.isdigit():
        return text(_RESULTS[head], move=move, n=int(count))
    return text(_RESULTS[result], move=move)
