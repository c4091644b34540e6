"""Says what is true of a position: by the exact search, by minimax on boards without one, by the rules at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine import ExactScores
from engine.games import LineGame, LineState, Move, Player, find
from engine.games.game import number_of_outcome, score_of


@dataclass(frozen=True)
class Claim:
    """Says what a sentence says.

    ``column`` is the move it is about, after ``line``, the moves since the position. Without a column it is about the
    position. ``result`` is that of the side that makes the move, or with ``side`` that side's: "wins", "loses",
    "draws", "least" (a draw at least), "most", "keeps" or "drops" (the best result or less), "best", "only" (no other
    move has this result), "won", "drawn" (the game is over). With "line" the cells in ``line`` are one straight line.
    ``n`` counts the winner's moves, None: not said.
    """

    result: str
    column: Move | None = None
    n: int | None = None
    side: int | None = None
    line: tuple[Move, ...] = ()


class Oracle:
    """Checks claims about positions of one game. Boards without gravity are read to the end by minimax, so they must be
    small."""

    def __init__(self, name: str = "connect4") -> None:
        game = find(name)
        assert isinstance(game, LineGame)
        self.game = game
        self._exact = ExactScores(game) if game.gravity else self._searched
        self.numbers = lru_cache(maxsize=50_000)(self._numbers)

    def state(self, discs: Sequence[tuple[int, int, int]]) -> LineState:
        """Returns the position of discs (column, row, side). The side with fewer discs is to move."""
        stones = [sum(self.game.bit((c, r)) for c, r, side in discs if side == one) for one in (0, 1)]
        mover = sum(1 if side == 0 else -1 for _, _, side in discs)
        return LineState(stones[1 if mover else 0], stones[0] | stones[1])

    def _numbers(self, state: LineState) -> Mapping[Move, int]:
        """Returns the score number of each move. None after the end of the game."""
        return {} if self.game.outcome(state) is not None else self._exact(state)

    def _searched(self, state: LineState) -> Mapping[Move, int]:
        """Returns the score number of each move by plain minimax."""
        found = dict[Move, int]()
        for move in self.game.moves(state):
            after = self.game.play(state, move)
            outcome = self.game.outcome(after)
            mover = Player(self.game.to_move(state))
            if outcome is not None:
                found[move] = number_of_outcome(self.game, outcome, after.ply, mover)
            else:
                found[move] = -max(self.numbers(after).values())
        return found

    def fault(self, state: LineState, claim: Claim) -> str:
        """Returns what is wrong with a claim, "" for nothing."""
        if claim.result == "line":
            return self._of_line(list(zip(claim.line[::2], claim.line[1::2], strict=True)))
        for move in claim.line:
            if move not in self.game.moves(state) or self.game.outcome(state) is not None:
                return f"{move} cannot be played"
            state = self.game.play(state, move)
        outcome, numbers = self.game.outcome(state), self.numbers(state)
        if claim.result == "over":
            return "" if outcome and outcome.winner is not None else "nobody has won"
        if claim.result in ("won", "drawn"):
            winner = outcome.winner if outcome else -1
            return "" if winner == (claim.side if claim.result == "won" else None) else f"the winner is {winner}"
        if claim.column is None:
            return self._of_position(state, claim)
        if claim.column not in numbers:
            return f"{claim.column} cannot be played"
        number, best = numbers[claim.column], max(numbers.values())
        sign = (number > 0) - (number < 0)
        right = {
            "wins": sign > 0,
            "loses": sign < 0,
            "draws": sign == 0,
            "least": sign >= 0,
            "most": sign <= 0,
            "best": number == best,
            "keeps": sign == (best > 0) - (best < 0),
            "only": all((numbers[m] > 0) - (numbers[m] < 0) < sign for m in numbers if m != claim.column),
            "drops": sign < (best > 0) - (best < 0),
        }[claim.result]
        if not right or (claim.n is not None and claim.n != self.moves(state, number)):
            return f"column {claim.column} {self.words(state, number)}"
        return ""

    def _of_line(self, cells: Sequence[tuple[int, int]]) -> str:
        """Returns what keeps cells from being one straight line, without a gap, long enough to win."""
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
        straight = len(steps) == 1 and max(map(abs, min(steps))) == 1
        return "" if straight and len(cells) >= self.game.connect else "the cells are not one line"

    def _of_position(self, state: LineState, claim: Claim) -> str:
        numbers, mover = self.numbers(state), self.game.to_move(state)
        outcome = self.game.outcome(state)
        if outcome is not None:
            value = 0 if outcome.winner is None else 1 if outcome.winner == mover else -1
            told = "the game is over"
        else:
            value = max(numbers.values())
            told = self.words(state, value)
        own = value if claim.side is None or claim.side == int(mover) else -value
        sign = (own > 0) - (own < 0)
        right = {"wins": sign > 0, "draws": sign == 0, "least": sign >= 0, "loses": sign < 0}[claim.result]
        if right and claim.n is not None and outcome is None and claim.n != self.moves(state, value):
            right = False
        return "" if right else f"the side to move {told}"

    def replayed(self, moves: Sequence[Move]) -> LineState | None:
        """Returns the position after moves, None where they cannot be played."""
        state = self.game.initial()
        for move in moves:
            if self.game.outcome(state) is not None or move not in self.game.moves(state):
                return None
            state = self.game.play(state, move)
        return state

    def moves(self, state: LineState, number: int) -> int:
        """Counts the winner's moves of a score number of a move."""
        player = self.game.to_move(state)
        return (score_of(self.game, number, state.ply, Player(player)).plies + 1) // 2

    def words(self, state: LineState, number: int) -> str:
        """Says a score number."""
        return "draws" if not number else f"{'wins' if number > 0 else 'loses'} in {self.moves(state, number)}"
