"""Finds the words of a run: names of places, moves and sides, values and bounds as a person says them. Values are those
for ``player``, the side to move at the root. ``side`` is the side that gets a value, and ``more`` means that the true
value is the same or more for ``player``."""

from collections.abc import Sequence

from engine.games import CHANCE, Move, Player
from engine.lab.run.problem import Place, Problem
from engine.lab.run.visits import AT_LEAST, AT_MOST, EXACT
from engine.search.parts.drawing import number, value_words
from engine.search.parts.values import SOLVED, decays, plies_to_end
from engine.text import text


class Words:
    """Names the places of one run and says values. ``guessed``: a value of 0 need not be a draw."""

    def __init__(self, problem: Problem, player: Player, places: Sequence[Place], *, guessed: bool) -> None:
        self.game, self.tree, self.player, self.places = problem.game, problem.tree, player, places
        self.lengths = decays(problem.game)
        self.draws = self.tree is None and not guessed

    def side(self, mover: Player | None) -> str:
        """Returns the name of a side."""
        return text("Chance") if mover is CHANCE or mover is None else self.game.player_names[mover]

    def at(self, place: int) -> str:
        """Returns where a place is: "at B", "after 5 1", "at the root"."""
        name = self.places[place].name
        if self.tree is not None:
            return text("at {node}", node=name)
        return name if self.places[place].route else text("at the root")

    def move(self, move: Move) -> str:
        """Returns a move as a person says it."""
        return self.game.move_words(move)

    def step(self, place: int) -> str:
        """Returns the last move to a place: in a tree the name of the place, in a game the move."""
        here = self.places[place]
        if self.tree is not None or not here.route:
            return here.name
        return text("lot {lot}", lot=here.route[-1]) if here.share is not None else self.move(here.route[-1])

    def number(self, value: float) -> str:
        """Returns a number: in a tree as written there, an evaluation of a position with two decimals."""
        return number(value) if self.tree is not None else number(round(value, 2))

    def value(self, value: float, bound: int = EXACT) -> str:
        """Returns a value for the side to move at the root, with the bound: "3 or more", "X wins in 2 moves"."""
        if bound not in (AT_LEAST, AT_MOST):
            if self.lengths and abs(value) >= SOLVED:
                return value_words(self.game, value, self.player)
            return text("draw") if self.draws and value == 0 else self.number(value)
        return self.bounded(value, self.player, bound == AT_LEAST)

    def bounded(self, value: float, side: Player, more: bool) -> str:
        """Returns a bound as one side sees the value: "3 or more", "a draw or better for X"."""
        if self.tree is not None or not self.lengths:
            return text("{value} or more" if more else "{value} or less", value=self.number(value))
        template = "{prize} or better for {side}" if more == (side is self.player) else "{prize} or worse for {side}"
        return text(template, prize=self.prize(value, side), side=self.side(side))

    def gain(self, value: float, side: Player, more: bool) -> str:
        """Returns a bound without the name of the side: "3 or more", "a draw or better"."""
        if self.tree is not None or not self.lengths:
            return self.bounded(value, side, more)
        template = "{prize} or better" if more == (side is self.player) else "{prize} or worse"
        return text(template, prize=self.prize(value, side))

    def prize(self, value: float, side: Player) -> str:
        """Returns a value as one side sees it: "3", "a win in 2 moves", "a draw"."""
        if self.lengths and abs(value) >= SOLVED:
            moves = (plies_to_end(value) + 1) // 2
            wins = (value > 0) == (side is self.player)
            one = "a win in {n} move|a win in {n} moves" if wins else "a loss in {n} move|a loss in {n} moves"
            return text(one, n=moves)
        return text("a draw") if self.draws and value == 0 else self.number(value)
