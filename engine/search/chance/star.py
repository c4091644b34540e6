"""Prunes at chance states, because every value lies between the least and the greatest payoff of the game.

Star1 narrows the window of each lot by the values still possible for the other lots. Star2 first tries one move after
each lot: the value of one move bounds the lot from one side, often tightly enough for a cutoff (Ballard 1983, Hauk,
Buro, Schaeffer 2004).
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Generic

from engine.games import Game, Move, Player, S
from engine.search.chance.expectiminimax import Lots, lots_of
from engine.search.parts.options import Options
from engine.search.parts.trace import Trace
from engine.search.parts.values import INFINITY, Counts, Found, limits, outcome_value

Steps = Generator[None, None, Found]
Window = tuple[float, float]  # alpha and beta


@dataclass(slots=True)
class _Bounds:
    """Holds the lots of a chance state. Lot i is worth ``floors[i]`` to ``ceilings[i]``."""

    lots: Lots
    floors: list[float]
    ceilings: list[float]

    def least(self, start: int = 0) -> float:
        """Returns the share of the lots from ``start`` on in the mean, each at its floor."""
        return _mean(self.lots[start:], self.floors[start:])

    def most(self, start: int = 0) -> float:
        """Returns the share of the lots from ``start`` on in the mean, each at its ceiling."""
        return _mean(self.lots[start:], self.ceilings[start:])


class ChanceNodes(ABC, Generic[S]):
    """Evaluates chance states for a search, which evaluates all other states."""

    game: Game[S]
    options: Options
    counts: Counts
    trace: Trace[S] | None

    @abstractmethod
    def value(
        self, state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Steps:
        """Returns the value of any state for ``player``, as the search does."""

    @abstractmethod
    def candidates(self, state: S, player: Player, depth: int, ply: int, table_move: Move | None) -> Sequence[Move]:
        """Returns the moves to search, in order, as the search does."""

    def chance_node(self, state: S, player: Player, depth: int, window: Window, ply: int) -> Steps:
        """Searches a chance state for ``player``, fail-soft in the window. Lots cost no depth."""
        lots = lots_of(self.game, state)
        if self.options.chance == "plain":
            mean = 0.0
            for lot, chance in lots:
                child = self.game.play(state, lot)
                value, _ = yield from self.value(child, player, depth, -INFINITY, INFINITY, ply, lot)
                mean += chance * value
            return mean, ()
        low, high = limits(self.game, player)
        bounds = _Bounds(lots, [low] * len(lots), [high] * len(lots))
        if self.options.chance == "star2" and depth > 0:
            cut = yield from self._probe(state, player, depth, window, ply, bounds)
            if cut is not None:
                self.counts.cutoffs += 1
                return cut, ()
        return (yield from self._star1(state, player, depth, window, ply, bounds))

    def _star1(self, state: S, player: Player, depth: int, window: Window, ply: int, bounds: _Bounds) -> Steps:
        """Searches the lots one after the other, each in the window left by the other lots."""
        alpha, beta = window
        lots, mean = bounds.lots, 0.0
        for i, (lot, chance) in enumerate(lots):
            least, most = bounds.least(i + 1), bounds.most(i + 1)
            a, b = (alpha - mean - most) / chance, (beta - mean - least) / chance
            value, _ = yield from self.value(self.game.play(state, lot), player, depth, a, b, ply, lot)
            mean += chance * value
            # The value is a bound now. Min and max keep rounding from moving it into the window.
            if value <= a or value >= b:
                self.counts.cutoffs += i + 1 < len(lots)
                return (min(mean + most, alpha) if value <= a else max(mean + least, beta)), ()
        return mean, ()

    def _probe(
        self, state: S, player: Player, depth: int, window: Window, ply: int, bounds: _Bounds
    ) -> Generator[None, None, float | None]:
        """Tries one move after each lot to raise a floor or lower a ceiling. Returns the mean that cuts, or None."""
        game, (alpha, beta) = self.game, window
        lots, floors, ceilings = bounds.lots, bounds.floors, bounds.ceilings
        low, high = limits(game, player)
        for i, (lot, chance) in enumerate(lots):
            child = game.play(state, lot)
            outcome = game.outcome(child)
            mover = player if outcome is not None else game.to_move(child)
            if outcome is not None:
                floors[i] = ceilings[i] = outcome_value(game, outcome, player, ply)
                if self.trace is not None:
                    self.trace.enter(child, player, depth, -INFINITY, INFINITY, lot, probe=True)
                    self.trace.leave(player, (floors[i], ()))
            elif mover is player and beta <= high:
                b = (beta - bounds.least() + chance * floors[i]) / chance
                floors[i] = yield from self._one_move(child, player, lot, depth, (low, b), ply)
            elif mover is player.other and alpha >= low:
                a = (alpha - bounds.most() + chance * ceilings[i]) / chance
                ceilings[i] = yield from self._one_move(child, player, lot, depth, (a, high), ply)
            if bounds.least() >= beta:
                return bounds.least()
            if bounds.most() <= alpha:
                return bounds.most()
        return None

    def _one_move(
        self, state: S, player: Player, lot: Move, depth: int, window: Window, ply: int
    ) -> Generator[None, None, float]:
        """Returns the value for ``player`` of the first move in ``state``, the state after ``lot``."""
        move = self.candidates(state, self.game.to_move(state), depth, ply, None)[0]
        if self.trace is not None:
            self.trace.enter(state, player, depth, *window, lot, probe=True)
        child = self.game.play(state, move)
        value, line = yield from self.value(child, player, depth - 1, *window, ply + 1, move)
        if self.trace is not None:
            self.trace.leave(player, (value, (move, *line)))
        return value


def _mean(lots: Lots, values: Sequence[float]) -> float:
    return sum(chance * value for (_, chance), value in zip(lots, values, strict=True))
