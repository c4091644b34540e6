"""Says in one or two plain sentences what each step of a run does and why, with the names of the nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf
from typing import Any

from engine.games import CHANCE, Move
from engine.lab.run.places import MAX, Place
from engine.lab.run.problem import Problem
from engine.lab.run.recording import BETTER, KINDS, LEAVE, LINE, LOT, Step
from engine.lab.run.visits import EXACT, GUESSED, Visits
from engine.lab.run.words import Words, capital, listed
from engine.lab.trees.tree import share_words
from engine.search.trace import Branch
from engine.search.values import ROUNDING, Result, limits

MANY = 5
"""Skipped moves are named up to this number; more are counted."""


class Story:
    """Writes the sentences of one run.

    Args:
        problem: the tree or the position.
        places: the places of the run.
        visits: the columns of the visits.
        result: the result of a complete run; None for a stopped run.
        biased: of equal moves the search takes the one hardest to answer.
    """

    def __init__(
        self,
        problem: Problem,
        places: Sequence[Place],
        visits: Visits,
        result: Result | None,
        *,
        biased: bool,
    ) -> None:
        self.game, self.places, self.visits, self.result = problem.game, places, visits, result
        self.player, self.biased = visits.player, biased
        self.branches = visits.branches
        guessed = any(branch.note == "guess" for branch in self.branches)
        self.words = Words(problem, self.player, places, guessed=guessed)

    def sentences(self, steps: Sequence[Step]) -> Iterator[tuple[int, str]]:
        """Yields the number of each step that is no line, with the sentence."""
        write: dict[str, Callable[[int], str]] = {
            "enter": self._enter,
            "cut": self._cut,
            "table": self._table,
            "leave": self._leave,
            "guess": self._guess,
            "over": self._over,
            "probe": self._probe,
            "iteration": self._iteration,
        }
        last = -1
        for at, step in enumerate(steps):
            if step.kind in (BETTER, LOT):
                yield at, (self._better if step.kind == BETTER else self._lot)(step.visit, last)
            elif step.kind != LINE:
                yield at, write[KINDS[step.kind]](step.visit)
            if step.kind == LEAVE:
                last = step.visit

    # --- short cuts ---

    def _side(self, visit: int) -> str:
        return self.words.side(self.branches[visit].mover)

    def _at(self, visit: int) -> str:
        return self.words.at(self.visits.place[visit])

    def _step(self, visit: int) -> str:
        return self.words.step(self.visits.place[visit])

    def _value(self, visit: int) -> str:
        return self.words.value(self.branches[visit].value, self.visits.bound[visit])

    # --- one sentence for each kind of step ---

    def _enter(self, visit: int) -> str:
        branch, above = self.branches[visit], self.visits.parent[visit]
        if above < 0:
            return f"The search begins {self._at(visit)}: {self._side(visit)} is to move."
        share = self.places[self.visits.place[visit]].share
        if share is not None:
            way = f"{capital(self._at(above))}, lot {branch.move} is drawn with probability {share_words(share)}"
        elif self.words.tree is not None:
            way = f"{self._side(above)} {'tries' if branch.mover is not None else 'looks at'} {self._step(visit)}"
        else:
            way = f"{capital(self._at(above))}, {self._side(above)} tries {self._step(visit)}"
        if branch.mover is None:
            return f"{way}."
        who = "a lot is drawn" if branch.mover is CHANCE else f"{self._side(visit)} is to move"
        return f"{way}; {who} there. {self._depth(visit)}{self._window(branch)}".strip()

    def _depth(self, visit: int) -> str:
        """Returns why a visit looks less far, or farther, than the visits of the other moves; nothing for most."""
        branch, above = self.branches[visit], self.branches[self.visits.parent[visit]]
        if branch.aside:
            return "A shallow look, to see if one move stands out. "
        if above.mover is CHANCE or above.note == "probe" or above.depth <= 0 or branch.depth == above.depth - 1:
            return ""
        if branch.depth < above.depth:
            return "This move comes late, so the first look is one ply less deep. "
        return "This move stands out, so the search looks one ply deeper. "

    def _window(self, branch: Branch[Any]) -> str:
        """Returns which values can still matter, or nothing where all can."""
        low, high = branch.alpha, branch.beta
        parts = [] if isinf(low) else [self._beyond(low, self.player)]
        parts += [] if isinf(high) else [self._beyond(high, self.player.other)]
        return f"Only a value {' and '.join(parts)} can matter." if parts else ""

    def _beyond(self, bound: float, side: Any) -> str:
        if not self.words.lengths:
            return f"{'above' if side is self.player else 'below'} {self.words.number(bound)}"
        return f"better for {self.words.side(side)} than {self.words.prize(bound, side)}"

    def _better(self, visit: int, last: int) -> str:
        return f"So far the best for {self._side(visit)} {self._at(visit)} is {self._step(last)}: {self._value(last)}."

    def _cut(self, visit: int) -> str:
        names = [self.words.step(place) for place in self.visits.skipped[visit]]
        left = f"The other {len(names)} moves" if len(names) > MANY else capital(listed(names))
        return f"{self._why(visit)} {left} cannot matter."

    def _why(self, visit: int) -> str:
        """Returns the two moves that make the skipped ones irrelevant: one above, which set the bound, and one here."""
        branch, words = self.branches[visit], self.words
        maximises = self.places[self.visits.place[visit]].mover == MAX
        if branch.mover is CHANCE:
            maximises = branch.value >= branch.beta
        bound, origin = (branch.beta, branch.beta_from) if maximises else (branch.alpha, branch.alpha_from)
        side = self.player if maximises else self.player.other
        gets = words.bounded(branch.value, side, maximises).removesuffix(f" for {words.side(side)}")
        here = f"the mean is {gets}" if branch.mover is CHANCE else f"{words.side(side)} gets {gets}"
        if origin is None:
            return f"Here {here}, and no value is {'greater' if maximises else 'less'}."
        witness = self.visits.number(origin)
        other = words.side(side.other)
        sure = f"{capital(self._at(self.visits.parent[witness]))}, {other} is sure of "
        sure += f"{words.prize(origin.value, side.other)} by {self._step(witness)}."
        if (
            abs(bound - origin.value) > 2 * ROUNDING
        ):  # less is a bound just below the value, so that equal moves are told apart
            sure += f" Through the lots on the way this becomes a bound of {words.value(bound)} here."
        return f"{sure} Here {here}, so {other} will not let the game come here."

    def _table(self, visit: int) -> str:
        return f"This state is known from before: in the table stands {self._value(visit)}. It is not searched again."

    def _guess(self, visit: int) -> str:
        return f"The search looks no farther here: the evaluation guesses {self._value(visit)}."

    def _over(self, visit: int) -> str:
        value = self.branches[visit].value
        if self.words.tree is not None:
            return f"The leaf is worth {self.words.number(value)}."
        return f"The game is over here: {'draw' if value == 0 else self.words.value(value)}."

    def _probe(self, visit: int) -> str:
        if self.branches[visit].mover is None:
            return "Star2 looks at the lots first: the game is over after this one."
        return f"Star2 first tries only one move {self._at(visit)}: one move already bounds the value of the lot."

    def _iteration(self, visit: int) -> str:
        depth = self.branches[visit].depth
        return f"Now the search looks {depth} {'ply' if depth == 1 else 'plies'} ahead."

    def _lot(self, visit: int, last: int) -> str:
        brings = f"Lot {self.branches[last].move} brings {self._value(last)}."
        lots = dict(self.game.outcomes(self.branches[visit].state))
        known = self._known(visit, last)
        if self.branches[last].move not in known:
            return brings
        mean = sum(lots[lot] * value for lot, value in known.items())
        rest = sum(share for lot, share in lots.items() if lot not in known)
        if len(known) == len(lots):
            return f"{brings} All lots are seen: the mean {self._at(visit)} is {self.words.number(mean)}."
        low, high = limits(self.game, self.player)
        between = f"between {self.words.number(mean + rest * low)} and {self.words.number(mean + rest * high)}"
        return f"{brings} The mean {self._at(visit)} lies {between} now, whatever the other lots bring."

    def _known(self, visit: int, last: int) -> dict[Move, float]:
        """Returns the lots with an exact value, up to a visit."""
        known = {}
        for one in range(visit + 1, last + 1):
            branch = self.branches[one]
            if self.visits.parent[one] == visit and branch.move is not None and self.visits.bound[one] == EXACT:
                known[branch.move] = branch.value
        return known

    def _leave(self, visit: int) -> str:
        branch = self.branches[visit]
        if self.visits.parent[visit] < 0:
            return self._end(visit)
        worth = f"{capital(self.places[self.visits.place[visit]].name)}: {self._value(visit)}"
        if self.words.tree is not None:
            worth = f"{capital(self._step(visit))} is worth {self._value(visit)}"
        if branch.mover is None:
            return f"{worth}."
        if branch.note == "probe":
            return f"{worth}, by the one move tried."
        if self.visits.bound[visit] == GUESSED or not self.visits.proven[visit]:
            worth += ", as far as this search sees"
        if branch.met and not self.visits.skipped[visit]:
            return f"{worth}. The bound is met, but no move is left to skip."
        if branch.skipped and not branch.met and branch.mover is not CHANCE:
            return f"{worth}. Left out unseen: {listed([self.words.move(move) for move in branch.skipped])}."
        return f"{worth}."

    def _end(self, visit: int) -> str:
        result, last = self.result, max(one for one, above in enumerate(self.visits.parent) if above < 0)
        if result is None or visit != last or result.move is None:
            return f"The value {self._at(visit)} is {self._value(visit)} in this search."
        move = self.words.move(result.move)
        done = f"The search is done. The best move for {self._side(visit)} is {move}: {self.words.value(result.value)}."
        equal = [self.words.move(one.move) for one in result.moves if one.value > result.value - ROUNDING]
        if not self.biased or len(equal) < 2:
            return done
        other = self.words.side(self.player.other)
        return (
            f"{done} {capital(listed(equal))} are worth the same; "
            f"after none of them can {other} go wrong more often than after {move}."
        )
