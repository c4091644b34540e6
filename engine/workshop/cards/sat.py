"""Finds a diagram with a SAT solver (the package python-sat), or proves that a position has none.

A formula holds some positions, at first none, and says of each: if it is reached, the diagram names a move that keeps
the claim, and what follows is reached. The solver finds a diagram, all replies to it are played, and new positions
that come up join the formula, until a diagram keeps the claim in all that come up. If the formula has no solution, no
diagram does.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from engine.coach.certificate import Certificate, Claim
from engine.coach.diagram import cells_of, marked
from engine.coach.diagrams.search import Search
from engine.coach.diagrams.turns import choices
from engine.coach.leaf import BOTTOM, completes, geometry
from engine.coach.proving.oracle import keeps
from engine.games import LineGame, LineState
from engine.search.deepening import run
from engine.solver.solver import Solver
from engine.workshop.cards.formula import BoundError, Formula, Literal

ROUND = 1_000  # positions that join the formula between two solutions, at most
CONFLICTS = 60_000  # steps of the solver for one solution, at most
_ROWS = 1 << 14  # positions that can follow one move: far more than ever do

Stones = tuple[int, int]
"""The stones of the side of a claim, and of the other."""


def solve(game: LineGame, state: LineState, claim: Claim, solver: Solver, turns: int) -> Certificate | None:
    """Returns a certificate by one diagram, or None if no diagram keeps the claim in ``state``, where the other side is
    to move. ``solver`` knows which moves keep it, and ``turns`` is as in :meth:`Sat.find`. Raises BoundError if there
    is no answer within the bounds."""
    sat = Sat(game, claim, partial(keeps, solver, claim))
    diagram = sat.find_after((state.own ^ state.mask, state.own), turns)
    if diagram is None:
        return None
    return run(Search(game, claim, 0).certificate(state, None, state, np.array(diagram, np.uint64)))


class Turn(NamedTuple):
    """Holds the ``playable`` cells of a free choice, and those that keep the claim, with the turns that follow."""

    playable: int
    after: dict[int, tuple[Stones, ...]]


class Sat:
    """Finds diagrams that keep a claim on a board. ``keeps`` tells if the claim holds for the stones of its side and of
    the other, which is to move."""

    def __init__(self, game: LineGame, claim: Claim, keeps: Callable[[int, int], bool]) -> None:
        self._game, self._wins, self._keeps = game, claim.wins, keeps
        self._geometry = geometry(game.width, game.height, game.connect)
        self._floor = int(self._geometry[BOTTOM])
        self._stack, self._out = np.zeros((2, _ROWS, 2), np.uint64)

    def find(self, at: Stones, turns: int) -> tuple[int, ...] | None:
        """Returns the cells of each kind of marks of a diagram, or None if no diagram keeps the claim. ``at`` are the
        stones: the side is to move, and cannot complete a line immediately. At most ``turns`` positions join the
        formula. Raises BoundError if there is no answer within the bounds."""
        mine, yours = at
        threat = int(completes(np.uint64(yours), self._geometry)) & self._playable(mine | yours)
        return self._solved(self._following(mine | threat, yours) if threat else (at,), mine | yours, turns)

    def find_after(self, at: Stones, turns: int) -> tuple[int, ...] | None:
        """Does what ``find`` does with the other side to move."""
        return self._solved(self._following(*at), at[0] | at[1], turns)

    def _solved(self, roots: Sequence[Stones], mask: int, turns: int) -> tuple[int, ...] | None:
        with Formula(self._game.full & ~mask) as formula:
            known = _Known(formula, self._turn, turns)
            for root in roots:
                formula.add(known.reached(root))
            while formula.solve(CONFLICTS):
                diagram = formula.diagram()
                if self._holds(diagram, roots, known):
                    return diagram
        return None

    def _holds(self, diagram: Sequence[int], roots: Sequence[Stones], known: "_Known") -> bool:
        """Plays all replies to a diagram, through positions known or new, and tells if it keeps the claim in all."""
        met, todo, most = set(roots), list(roots), len(known.turns) + ROUND
        holds = True
        while todo and len(known.turns) < most:
            turn = known.turn(todo.pop())
            after = turn.after.get(marked(diagram, turn.playable))
            holds &= after is not None
            new = [one for one in after or () if one not in met]
            met.update(new)
            todo += new
        return holds and not todo

    def _turn(self, at: Stones) -> Turn:
        playable = self._playable(at[0] | at[1])
        kept = [cell for cell in cells_of(playable) if self._keeps(at[0] | cell, at[1])]
        return Turn(playable, {cell: self._following(at[0] | cell, at[1]) for cell in kept})

    def _playable(self, mask: int) -> int:
        return (mask + self._floor) & self._game.full & ~mask

    def _following(self, mine: int, yours: int) -> tuple[Stones, ...]:
        many = choices(np.uint64(mine), np.uint64(yours), self._geometry, self._stack, self._out)
        if many < 0:
            raise BoundError
        return tuple(dict.fromkeys((mine, yours) for mine, yours in self._out[:many].tolist()))


class _Known:
    def __init__(self, formula: Formula, turn: Callable[[Stones], Turn], most: int) -> None:
        self._formula, self._find, self._most = formula, turn, most
        self.turns = dict[Stones, Turn]()
        self._reached = dict[Stones, Literal]()
        self._follow = dict[tuple[Stones, ...], Literal]()

    def reached(self, at: Stones) -> Literal:
        if at not in self._reached:
            self._reached[at] = self._formula.unknown()
        return self._reached[at]

    def turn(self, at: Stones) -> Turn:
        """Returns a turn, which joins the formula if it is new. Raises BoundError if it is one too many."""
        if at in self.turns:
            return self.turns[at]
        if len(self.turns) == self._most:
            raise BoundError
        turn = self.turns[at] = self._find(at)
        here, add, names = self.reached(at), self._formula.add, list[Literal]()
        for cell, after in turn.after.items():
            names.append(self._formula.name(turn.playable, cell))
            add(-here, -names[-1], self._followed(after))
        add(-here, *names)
        return turn

    def _followed(self, after: tuple[Stones, ...]) -> Literal:
        if after not in self._follow:
            follow = self._follow[after] = self._formula.unknown()
            for one in after:
                self._formula.add(-follow, self.reached(one))
        return self._follow[after]
