"""Holds the trees on which a program is tried: small ones first, then those on which rare slips show."""

from __future__ import annotations

from typing import Any

_SMALL = (
    *("((3 5) (2 9))", "((-7 -1) -6)", "((3 4) -9)", "((3 5) (3 2))", "(-3 (-1 -6))", "((-20 -5) (-19 -30))", "(1 2)"),
    *("((-3 5) (-7 -1))", "((-5 -4) (-5 -6 -4))", "(0 (1 -1))", "((1 1) (1 0) (2 1))", "(((2 4) (3 1)) ((0 5) (6 7)))"),
    *("(1 (3 (-2 (0 -2))))", "((-1 (-3 (2 (0 2)))) -9)"),  # a bound from far above is lost
)
_PROBES = ("(((-5 -1) (7 -5 0) 7) ((-6 -1) (3 0)) ((6 7) -2))", "(6 (((-3 5 2) (6 6 3)) ((8 -5) (6 -3 3) (7 -2))))")
"""The two trees whose six numbers tell the published slips from each other."""
_VAST = (
    *("((999998 1000000) (999999 1000000))", "((-999999 -999990) (-999998 -999997))", "((150 200) (120 130))"),
    *(
        "((1000000 1000000) (999999 1000000))",
        "((-999999 (999998 12)) (-40000 (7000 -600000)))",
        "(((-70 -80) (-95 -90)) ((-300 -60) (-75 -85)))",
    ),
)
"""Leaves that are greater than many a number which stands for infinity."""
_BROKEN = ("((0.5 0.25) (0.75 0.5))", "((-0.5 2.5) (-1.5 -0.25))", "(((1.5 1.25) (0.5 3.5)) (1.75 (1.5 1.625)))")
"""Leaves that are no whole numbers."""
_ALIKE = (
    *("((3 5) (3 5))", "(((1 2) (3 0)) ((1 2) (3 0)))", "((((4 1) (2 5)) (1 2)) (((4 1) (2 5)) ((4 1) (2 5))))"),
    *("(((2 7) (2 7)) (2 7) ((9 2) (2 7) (0 4)))", "((0 0) (0 (0 0)))", "(((5 (2 7)) (2 7)) ((1 (2 7)) (6 (2 7))))"),
    *("((5) (7 (6)))", "((((8))) (((9 3))))", "((0 (1 2)) ((1 2) (1 2)))", "((1 (3 6)) ((3 6) (2 4)))"),
    *("(((3 1) (4 9)) (6 (4 9)))", "(((0 0) (0 8)) ((0 8) 7))", "(((3 1) (7 9)) ((7 9) (7 9)))"),
    *(
        "(((3 4) 1) (3 4))",
        "(((3 1) (6 3)) (6 3))",
        "((0 (2 0 4)) ((1 9) (2 0 4)))",
        "(((0 (-1 -2)) ((-1 -2) (-1 -2))))",
        "(((-1 (-3 -6)) ((-3 -6) (-2 -4))))",
    ),
)
"""Trees with equal parts on different levels, of a node alone, and of one number."""
_RANDOM, _TWINS = 46, 24
_FLAT = ((24, 9), (24, 1))
"""How many trees of leaves in one list there are, and the largest number in them. Small ones show ties, and bounds that
are numbers of the program itself."""


def read(text: str) -> Any:
    """Returns a tree of numbers from its text."""
    waiting: list[Any] = [[]]
    for word in text.replace("(", " ( ").replace(")", " ) ").replace(",", " ").split():
        if word == "(":
            waiting.append([])
        elif word == ")":
            done = waiting.pop()
            waiting[-1].append(done)
        else:
            waiting[-1].append(float(word) if "." in word else int(word))
    return waiting[0][0]


def six_numbers() -> list[Any]:
    """Returns the two probe trees of the page."""
    return [read(text) for text in _PROBES]


_kept: dict[str, list[Any]] = {}


def probes(form: str = "lists", whole: bool = False) -> list[Any]:
    """Returns the trees for a form of programs. Leaves in one list need levels of two branches each, and nodes with a
    left and a right one need two branches. ``whole`` leaves out those with broken numbers."""
    key = form + str(whole)
    if key not in _kept:
        _kept[key] = _made(form, whole)
    return _kept[key]


def proofs(form: str = "lists") -> list[Any]:
    """Returns further trees, on which a repair must be right as well before it is told."""
    draw = _Draw(5)
    if form == "leaves":
        return [draw.full(3, 9) for _ in range(40)]
    if form == "pairs":
        return [draw.pair(2 + i % 3, (4, 9, 30)[i % 3]) for i in range(40)]
    drawn = [draw.tree(2 + i % 3, 2 + i % 3, (2, 5, 30)[i % 3]) for i in range(60)]
    return drawn + [draw.cousins() if i % 4 else draw.twins(3) for i in range(120)]


def _made(form: str, whole: bool) -> list[Any]:
    draw = _Draw(11)
    if form == "leaves":
        found = [draw.full(3, most) for count, most in _FLAT for _ in range(count)]
        return found + [draw.full(3, 1000000) for _ in range(4)]
    broken = () if whole else _BROKEN
    found = [read(text) for text in (*_SMALL, *_PROBES, *_VAST, *broken, *_ALIKE)]
    if form == "pairs":
        drawn = [draw.pair(2 + i % 3, (3, 9, 30)[i % 3]) for i in range(_RANDOM)]
        return [tree for tree in found if _is_pair(tree)] + drawn
    drawn = [draw.tree(2 + i % 3, 2 + i % 2, (3, 9, 30)[i % 3]) for i in range(_RANDOM)]
    return found + drawn + [draw.twins(3) if i % 2 else draw.cousins() for i in range(_TWINS)]


def _is_pair(tree: Any) -> bool:
    return not isinstance(tree, list) or (len(tree) == 2 and _is_pair(tree[0]) and _is_pair(tree[1]))


def _negative(tree: Any) -> Any:
    return [_negative(one) for one in tree] if isinstance(tree, list) else -tree


class _Draw:
    def __init__(self, seed: int) -> None:
        self.state = seed

    def number(self, below: int) -> int:
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return (self.state >> 12) % below

    def tree(self, levels: int, branches: int, most: int) -> list[Any]:
        count = 1 + self.number(branches) if levels < 2 else 2 + self.number(branches - 1)
        return [self.below(levels, most, lambda: self.tree(levels - 1, branches, most)) for _ in range(count)]

    def below(self, levels: int, most: int, inner: Any) -> Any:
        """Returns a branch: an inner node four times out of five where there are levels, or a leaf."""
        return inner() if levels > 0 and self.number(5) > 0 else self.number(2 * most + 1) - most

    def twins(self, levels: int) -> list[Any]:
        """Returns a tree of few different parts, so that a part stands in several places."""
        parts: list[list[Any]] = [[self.number(9), self.number(9)] for _ in range(3)]
        for _ in range(levels):
            parts = [[parts[self.number(len(parts))] for _ in range(2 + self.number(2))] for _ in range(3)]
        return parts[0]

    def cousins(self) -> list[Any]:
        """Returns a tree in which two nodes share a part, so that it is met with two windows."""
        part, other = [[self.number(9) for _ in range(2 + self.number(2))] for _ in range(2)]
        tree = [[self.number(9), part], [part, other]]
        return [_negative(tree)] if self.number(2) else tree

    def pair(self, levels: int, most: int) -> list[Any]:
        return [self.below(levels, most, lambda: self.pair(levels - 1, most)) for _ in range(2)]

    def full(self, levels: int, most: int) -> Any:
        return [self.full(levels - 1, most) for _ in range(2)] if levels else self.number(2 * most + 1) - most
