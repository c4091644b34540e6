"""Says in one or two plain sentences what each step of a run does, with the names of the nodes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from engine.games import CHANCE
from engine.lab.places import LOTS, MAX, Place
from engine.lab.problem import Problem
from engine.lab.recording import KINDS, Recording, Step
from engine.lab.visits import AT_LEAST, AT_MOST, EXACT, GUESSED, Visits
from engine.search.catalogue import Algorithm
from engine.search.drawing import number, value_words
from engine.search.values import SOLVED, Result, decays, limits

MANY = 5
"""Skipped moves are named up to this number; more are counted."""


class Story:
    """Writes the sentences of one run.

    Args:
        problem: the tree or the position.
        chosen: the algorithm.
        recording: the recording.
        places: the places of the run.
        visits: the columns of the visits.
        result: the result of a complete run; None for a run that was stopped.
    """

    def __init__(
        self,
        problem: Problem,
        chosen: Algorithm,
        recording: Recording[Any],
        places: Sequence[Place],
        visits: Visits,
        result: Result | None,
    ) -> None:
        self.problem, self.chosen, self.recording = problem, chosen, recording
        self.game, self.player = problem.game, recording.player
        self.places, self.visits, self.result = places, visits, result
        self.below: list[list[int]] = [[] for _ in visits.place]
        for visit, above in enumerate(visits.parent):
            if above >= 0:
                self.below[above].append(visit)

    def sentence(self, step: Step, before: Sequence[Step]) -> str:
        """Returns the sentence of a step that is no line.

        Args:
            step: the step.
            before: the steps before.
        """
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
        kind = KINDS[step.kind]
        if kind in write:
            return write[kind](step.visit)
        last = next(one.visit for one in reversed(before) if KINDS[one.kind] == "leave")
        return self._better(step.visit, last) if kind == "better" else self._lot(step.visit, last)

    # --- words ---

    def _name(self, visit: int) -> str:
        return self.places[self.visits.place[visit]].name

    def _side(self, visit: int) -> str:
        """Returns the name of the side to move."""
        mover = self.recording.visits[visit].mover
        return "Chance" if mover is CHANCE or mover is None else self.game.player_names[mover]

    def _worth(self, value: float) -> str:
        """Returns a value in words; numbers are for the side to move at the root."""
        return value_words(self.game, value, self.player)

    def _value(self, visit: int) -> str:
        """Returns the value of a visit with its bound: "3", "3 or more", "3 or less"."""
        value, bound = self.recording.visits[visit].value, self.visits.bound[visit]
        return self._bounded(value, "or more" if bound == AT_LEAST else "or less" if bound == AT_MOST else "")

    def _bounded(self, value: float, words: str) -> str:
        if words and decays(self.game) and abs(value) >= SOLVED:
            wins = (value > 0) == (words == "or more")
            return f"{self._worth(value)}, or {'sooner' if wins else 'better for the other side'}"
        return f"{self._worth(value)} {words}".strip()

    # --- one sentence for each kind of step ---

    def _enter(self, visit: int) -> str:
        branch, above = self.recording.visits[visit], self.visits.parent[visit]
        name = self._name(visit)
        if above < 0:
            return f"The search begins at {name}: {self._side(visit)} is to move."
        share = self.places[self.visits.place[visit]].share
        if share is not None:
            way = f"Lot {branch.move} of {self._name(above)} (probability {_share(share)}) leads to {name}"
        else:
            way = f"{self._side(above)} tries {name}" if branch.mover is not None else f"{self._side(above)} looks at {name}"
        if branch.mover is None:
            return f"{way}."
        who = "a lot is drawn" if branch.mover is CHANCE else f"{self._side(visit)} is to move"
        return f"{way}, where {who}. {self._window(visit)}".strip()

    def _window(self, visit: int) -> str:
        branch = self.recording.visits[visit]
        low, high = not math.isinf(branch.alpha), not math.isinf(branch.beta)
        if low and high:
            return f"Only a value between {self._worth(branch.alpha)} and {self._worth(branch.beta)} can matter."
        if low:
            return f"Only a value above {self._worth(branch.alpha)} can matter."
        return f"Only a value below {self._worth(branch.beta)} can matter." if high else ""

    def _better(self, visit: int, last: int) -> str:
        return f"So far the best for {self._side(visit)} at {self._name(visit)} is {self._name(last)}: {self._value(last)}."

    def _cut(self, visit: int) -> str:
        return f"{self._witness(visit)} {self._skipped(visit)}"

    def _witness(self, visit: int) -> str:
        branch, name = self.recording.visits[visit], self._name(visit)
        maximises = self.places[self.visits.place[visit]].mover == MAX
        if branch.mover is CHANCE:
            maximises = branch.value >= branch.beta
        bound, origin = (branch.beta, branch.beta_from) if maximises else (branch.alpha, branch.alpha_from)
        words = "or more" if maximises else "or less"
        value = self._bounded(branch.value, words)
        here = f"the mean at {name} is {value}" if branch.mover is CHANCE else f"{self._side(visit)} gets {value}"
        other = self.game.player_names[self.player.other if maximises else self.player]
        if origin is None:
            return f"Here {here}, and no value is {'greater' if maximises else 'less'} than {self._worth(bound)}."
        number = self.visits.origin(origin)
        sure = f"{other} is sure of {self._worth(origin.value)} at {self._name(self.visits.parent[number])} by {self._name(number)}."
        if bound != origin.value and abs(bound - origin.value) > 1e-6:
            sure += f" Scaled by the lots, this is a bound of {self._worth(bound)} here."
        return f"{sure} Here {here}, so {other} will not let the game come to {name}."

    def _skipped(self, visit: int) -> str:
        names = [self.places[place].name for place in self.visits.skipped[visit]]
        if len(names) > MANY:
            return f"The other {len(names)} moves cannot matter."
        return f"{_list(names)} cannot matter."[0].upper() + f"{_list(names)} cannot matter."[1:]

    def _table(self, visit: int) -> str:
        return f"This state is known from before: the table has {self._value(visit)}. It is not searched again."

    def _guess(self, visit: int) -> str:
        value = self.recording.visits[visit].value
        return f"The search looks no farther here: the evaluation guesses {self._worth(value)}."

    def _over(self, visit: int) -> str:
        value = self.recording.visits[visit].value
        if self.problem.tree is not None:
            return f"The leaf is worth {self._worth(value)}."
        return f"The game is over here: {'draw' if value == 0 else self._worth(value)}."

    def _probe(self, visit: int) -> str:
        return f"Star2 first tries only one move at {self._name(visit)}: one move already bounds the value of the lot."

    def _iteration(self, visit: int) -> str:
        depth = self.recording.visits[visit].depth
        return f"Now the search looks {depth} {'ply' if depth == 1 else 'plies'} ahead."

    def _lot(self, visit: int, last: int) -> str:
        branch, lots = self.recording.visits[visit], dict(self.game.outcomes(self.recording.visits[visit].state))
        one = self.recording.visits[last]
        brings = f"Lot {one.move} of {self._name(visit)} brings {self._value(last)}."
        known = {
            self.recording.visits[n].move: self.recording.visits[n].value
            for n in self.below[visit]
            if n <= last and self.recording.visits[n].note != "probe" and self.visits.bound[n] == EXACT
        }
        if one.note == "probe" or one.move not in known or not decided(known, lots):
            return brings
        mean = sum(lots[lot] * value for lot, value in known.items() if lot is not None)
        rest = sum(share for lot, share in lots.items() if lot not in known)
        if not rest:
            return f"{brings} All lots are seen: the mean is {number(mean)}."
        low, high = limits(self.game, self.player)
        return f"{brings} The mean now lies between {number(mean + rest * low)} and {number(mean + rest * high)}."

    def _leave(self, visit: int) -> str:
        branch, name = self.recording.visits[visit], self._name(visit)
        if self.visits.parent[visit] < 0:
            return self._end(visit)
        if branch.mover is None or not self.below[visit]:
            return f"{name[0].upper()}{name[1:]} gives back {self._value(visit)}."
        words = f"{name[0].upper()}{name[1:]} is worth {self._value(visit)}"
        if branch.note == "probe":
            return f"{words} by the one move tried."
        if self.visits.bound[visit] == GUESSED or not self.visits.proven[visit]:
            words += ", as far as the search sees"
        if branch.met and not self.visits.skipped[visit]:
            return f"{words}. The bound is met, but no move is left to skip."
        if branch.skipped and not branch.met:
            return f"{words}. {len(branch.skipped)} of the moves were left out unseen."
        return f"{words}."

    def _end(self, visit: int) -> str:
        branch, result = self.recording.visits[visit], self.result
        last = visit == max(n for n, above in enumerate(self.visits.parent) if above < 0)
        if result is None or not last or result.move is None:
            return f"The value at {self._name(visit)} is {self._worth(branch.value)} in this search."
        side, move = self._side(visit), self.game.move_words(result.move)
        return f"The search is done. The best move for {side} is {move}; the value is {self._worth(result.value)}."


def decided(known: dict[Any, float], lots: dict[Any, float]) -> bool:
    """Tests if the values known are values of lots."""
    return bool(known) and all(lot in lots for lot in known)


def _share(share: float) -> str:
    fraction = Fraction(share).limit_denominator(1000)
    return str(fraction) if abs(float(fraction) - share) < 1e-12 else number(share)


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
