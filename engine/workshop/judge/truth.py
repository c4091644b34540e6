"""Tells the truth about a program by running it on all small trees. Shares no code with the judge.

A run looks at some leaves of a tree, and whatever stands in the others, the run is the same. So one run stands for
all trees that differ in the other leaves alone, and it is right if its result is right for each of them. A shape of a
tree has a table of what follows from some of its leaves (:class:`Shape`), and a program runs once for each way in
which what it has looked at can go on.

A program is right if its value and its branch are right, and if it looks at no leaf that the weakest right cut saves:
alpha-beta that goes on when the bounds meet, and cuts when they cross. A program that hands back values within the
window alone (fail-hard) saves fewer leaves so than one that hands back the best value found.
"""

from __future__ import annotations

import itertools
from typing import Any

from engine.lab.grade.executing import execute
from engine.workshop.judge.arguments import ARGUMENTS
from engine.workshop.judge.shapes import BASE, OPEN, VALUES, Shape, Tree, filled, full, looked_at, shapes, values_of


class Bare:
    """Runs a program from a printed one, unchanged and unwatched. Raises what its source raises when loaded."""

    def __init__(self, base: str, source: str, function: str) -> None:
        space: dict[str, Any] = {"__name__": "program"}
        execute(source, space)
        self.base, self.function = base, space[function]
        self.prunes, self.chooses, self.hard = base != "plain", base in ("game", "negamax"), base == "hard"

    def wrong_on(self, tree: Tree) -> bool:
        """Tells whether the program is wrong on a tree of numbers."""
        below, needed = values_of(tree), looked_at(tree, self.hard)
        numbers, seen = _numbers(tree), set[int]()

        def look(number: int) -> Any:
            seen.add(number)
            return numbers[number]

        found = self._run(ARGUMENTS[self.base](tree, look))
        if found is None:
            return True
        value, branch = found
        if value != max(below) or (self.chooses and not _is_best(branch, below)):
            return True
        return self.prunes and any(not needed >> number & 1 for number in seen)

    def witness(self, leaves: int) -> Tree | None:
        """Returns a tree of at most ``leaves`` leaves on which the program is wrong, None if there is none."""
        for shape in full() if self.base == "flat" else shapes(leaves, self.hard):
            found = self._witness(shape)
            if found is not None:
                return found
        return None

    def _witness(self, shape: Shape) -> Tree | None:
        size = BASE**shape.leaves - 1
        digits = [OPEN] * shape.leaves
        choices: list[int] = []  # the digits of the leaves in the order in which a run looks at them
        place, mask, at = size, 0, 0

        def look(number: int) -> Any:
            nonlocal place, mask, at
            digit = digits[number]
            if digit == OPEN:
                if at == len(choices):
                    choices.append(0)
                digit = digits[number] = choices[at]
                at += 1
                place -= (OPEN - digit) * BASE**number
                mask |= 1 << number
            return VALUES[digit]

        given = ARGUMENTS[self.base](shape.shape, look)
        while True:
            for number in range(shape.leaves):
                digits[number] = OPEN
            place, mask, at = size, 0, 0
            found = self._run(given)
            decided = shape.value[place]
            right = found is not None and decided != OPEN and found[0] == VALUES[decided]
            if right and found is not None and self.chooses:
                right = isinstance(found[1], int) and found[1] >= 0 and bool(shape.best[place] >> found[1] & 1)
            if not right or (self.prunes and mask & ~shape.needed[place]):
                return self._wrong_tree(shape, digits)
            del choices[at:]
            while choices and choices[-1] == OPEN - 1:
                choices.pop()
            if not choices:
                return None
            choices[-1] += 1

    def _wrong_tree(self, shape: Shape, digits: list[int]) -> Tree | None:
        """Returns a tree with these leaves, and any in place of the open ones, on which the program is wrong."""
        known = [VALUES if digit == OPEN else (VALUES[digit],) for digit in digits]
        trees = (filled(shape.shape, iter(values)) for values in itertools.product(*known))
        return next((tree for tree in trees if self.wrong_on(tree)), None)

    def _run(self, given: tuple[Any, ...]) -> tuple[Any, Any] | None:
        try:
            found = self.function(*given)
        except Exception:  # whatever the program raises
            return None
        if self.chooses:
            if not isinstance(found, tuple | list) or len(found) != 2:
                return None
            value, branch = found
        else:
            value, branch = found, None
        return (value, branch) if isinstance(value, int | float) else None


def _numbers(tree: Tree) -> list[Any]:
    return [leaf for one in tree for leaf in _numbers(one)] if isinstance(tree, tuple | list) else [tree]


def _is_best(branch: Any, below: list[float]) -> bool:
    return isinstance(branch, int) and 0 <= branch < len(below) and below[branch] == max(below)
