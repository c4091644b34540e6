"""Says for which values of an unknown leaf each cut of a search happens, and which move is best.

Without chance a search compares leaves with leaves alone, so what it does depends on the order of the leaves. One run
for each known leaf and one for each gap between two of them show everything. With chance or guesses the limits lie
anywhere. They are found by halving between four trial values a gap, to nine decimals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NamedTuple

from engine.games.formats.leaf_text import ENDLESS, Leaf
from engine.games.trees.reading import leaves_of
from engine.lab.trees import Tree
from engine.search.catalogue import Algorithm
from engine.search.parts.drawing import number
from engine.search.parts.trace import Branch, Trace
from engine.search.parts.values import root_view
from engine.text import either, listed, text

MOST_LEAVES: Final = 60  # of a tree for which this is computed
_CLOSE: Final = Fraction(1, 10**9)
_PARTS: Final = 4  # of each gap between leaves, where limits may lie inside
Path = tuple[int, ...]
Deed = tuple[Path, Path]
"""What a search does: a place with the moves that it skips there, or no place with -1 and the best move of the root."""
Deeds = Callable[[Fraction], frozenset[Deed]]


class Sample(NamedTuple):
    """Holds what a search does at one value. ``limit`` is where, up to the next sample, that may change."""

    value: Fraction
    deeds: frozenset[Deed]
    limit: Fraction


Samples = list[Sample]


def conditions(tree: Tree, chosen: Algorithm, depth: int | None) -> Iterator[str]:
    """Yields the sentences for each unknown leaf of a tree: each cut and each best move, with its values. Yields none
    for a tree of more leaves than :data:`MOST_LEAVES`, divided by the number of unknown leaves."""
    for name in tree.unknowns if len(tree.leaves) * len(tree.unknowns) <= MOST_LEAVES else ():
        if len(tree.unknowns) > 1:
            known = [(one, number(value)) for one, value in tree.unknowns.items() if one != name]
            others = [text("{name} = {value}", name=one, value=value) for one, value in known]
            yield text("With {others}:", others=listed(others))
        yield from _sentences(tree, name, samples(tree, name, chosen, depth))


def samples(tree: Tree, name: str, chosen: Algorithm, depth: int | None) -> Samples:
    """Returns what a search does at values of the unknown leaf ``name``: at every limit, and on each side of it."""

    def deeds(value: Fraction) -> frozenset[Deed]:
        return done(tree.filled({name: float(value)}), chosen, depth)

    known = {Fraction(leaf) for leaf in leaves_of(tree.root) if abs(leaf) < ENDLESS and not _is(leaf, name)}
    limits = sorted(known) or [Fraction(0)]
    low, high = limits[0] - 1, limits[-1] + 1
    inner = tree.has_chance or depth is not None
    if inner:  # limits lie beyond the leaves, too
        width = high - low
        beyond = [width * Fraction(2) ** far for far in range(-2, 7)]
        limits = sorted({*limits, *(low - far for far in beyond), *(high + far for far in beyond)})
        low, high = limits[0], limits[-1]
    if tree.bounds is not None:
        low, high = map(Fraction, tree.bounds)
        limits = sorted({low, high, *(limit for limit in limits if low < limit < high)})
    if not inner:
        return _between([low, *limits, high], deeds)
    points = sorted({low, *limits, high})
    fine = [one + (other - one) * part / _PARTS for one, other in pairwise(points) for part in range(_PARTS)]
    return _halved([*fine, high], deeds)


def done(tree: Tree, chosen: Algorithm, depth: int | None) -> frozenset[Deed]:
    """Returns every cut of one search, and the best move."""
    game, state = tree.game, tree.game.initial()
    trace: Trace[Any] = Trace(game, root_view(game, state, depth))
    result = chosen.function(game, state, depth, trace)
    found: set[Deed] = {((), (-1, int(result.move)))} if result.move is not None else set()
    waiting: list[tuple[Branch[Any], Path]] = [(trace.tree(), ())]
    while waiting:
        branch, path = waiting.pop()
        if branch.met and branch.skipped:
            found.add((path, tuple(map(int, branch.skipped))))
        waiting += [(below, (*path, int(below.move or 0))) for below in branch.branches if below.note != "probe"]
    return frozenset(found)


def _between(limits: Sequence[Fraction], deeds: Deeds) -> Samples:
    points = sorted(set(limits))
    found: Samples = []
    for one, other in pairwise(points):
        middle = (one + other) / 2
        found += [Sample(one, deeds(one), one), Sample(middle, deeds(middle), other)]
    return [*found, Sample(points[-1], deeds(points[-1]), points[-1])]


def _halved(points: Sequence[Fraction], deeds: Deeds) -> Samples:
    """Returns samples at the points, and at the limits between any two that differ."""
    found = [Sample(value, deeds(value), value) for value in points]
    finer: Samples = []
    for low, high in pairwise(found):
        while low.deeds != high.deeds:  # once for each change on the way
            limit = _change(low, high.value, deeds)
            finer.append(low._replace(limit=limit))
            if not low.value < limit < high.value:
                break
            left, right = (low.value + limit) / 2, limit + (high.value - limit) / 4096
            finer += [Sample(left, deeds(left), limit), Sample(limit, deeds(limit), limit)]
            low = Sample(right, deeds(right), limit)
        else:
            finer.append(low._replace(limit=high.value))
    return [*finer, found[-1]]


def _change(low: Sample, high: Fraction, deeds: Deeds) -> Fraction:
    """Returns the value at which what a search does changes, between a sample and a value with something else."""
    one, other = low.value, high
    while other - one > _CLOSE:
        middle = (one + other) / 2
        one, other = (middle, other) if deeds(middle) == low.deeds else (one, middle)
    return min(max(((one + other) / 2).limit_denominator(10_000), low.value), high)


def _sentences(tree: Tree, name: str, found: Samples) -> Iterator[str]:
    places = tree.places
    for deed in sorted(
        {deed for sample in found for deed in sample.deeds}, key=lambda deed: (deed[1][:1] == (-1,), deed)
    ):
        when = _when(tree, name, [(sample, deed in sample.deeds) for sample in found])
        path, moves = deed
        if moves[:1] == (-1,):
            best = places[tree.by_path[moves[1:]]].name
            yield text("{Best} is the best move {when}.", best=best, when=when)
        else:
            names = [places[tree.by_path[*path, move]].name for move in moves]
            at = places[tree.by_path[path]].name
            yield text("At {node} the search cuts {moves} {when}.", node=at, moves=listed(names), when=when)


def _when(tree: Tree, name: str, found: Sequence[tuple[Sample, bool]]) -> str:
    """Returns the values at which something happens, as words: "if x ≤ 3 or x > 7"."""
    parts = [_range(tree, name, *run) for run in ranges(found)]
    if parts == [""]:
        return text("for every {name}", name=name)
    return text("if {parts}", parts=either(parts))


Range = tuple[Fraction | None, bool, Fraction | None, bool]


def ranges(found: Sequence[tuple[Sample, bool]]) -> list[Range]:
    """Returns the ranges in which something happens: each end (None: endless), and whether it belongs to the range."""
    runs: list[Range] = []
    start = None
    for index, (_, happens) in enumerate(found):
        if happens and start is None:
            start = index
        if start is not None and (not happens or index == len(found) - 1):
            last = index if happens else index - 1
            low = (None, False) if start == 0 else _end(found[start - 1][0], found[start][0])
            high = (None, False) if last == len(found) - 1 else _end(found[last][0], found[last][0])
            runs.append((*low, *high))
            start = None
    return runs


def _end(before: Sample, within: Sample) -> tuple[Fraction, bool]:
    """Returns the limit behind a sample, and whether it is the other sample itself, which lies within the range."""
    return before.limit, before.limit == within.value


def _range(tree: Tree, name: str, low: Fraction | None, low_in: bool, high: Fraction | None, high_in: bool) -> str:
    least, most = (None if end is None else number(float(end)) for end in (low, high))
    if least is not None and most is not None:
        if low == high:
            return f"{name} = {least}"
        return f"{least} {'≤' if low_in else '<'} {name} {'≤' if high_in else '<'} {most}"
    if least is not None:
        return f"{name} {'≥' if low_in else '>'} {least}"
    return "" if most is None else f"{name} {'≤' if high_in else '<'} {most}"


def _is(leaf: float, name: str) -> bool:
    return isinstance(leaf, Leaf) and leaf.unknown and leaf.name == name
