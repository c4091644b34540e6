"""Writes a tree in the forms of brackets and lines: the lab's own text, lists, JSON, Newick and indented lines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from engine.games.formats.leaf_text import ENDLESS, Choice, Leaf, Lottery, Node, number_words
from engine.games.game import Player
from engine.games.trees.source import CHANCE, MAX, MIN, is_unknown, mover_in
from engine.text import Text, listed, text

T = TypeVar("T")
_PLAIN = re.compile(r"[^\W\d]\w*'?\Z")


def share_words(chance: float) -> str:
    """Returns a probability as a person writes a fraction: 1/4, not 0.25. Other numbers have all decimals."""
    fraction = Fraction(chance).limit_denominator(1000)
    return str(fraction) if float(fraction) == chance else repr(chance)


def normal(root: Node) -> Node:
    """Returns a tree that names a mover only where it is not the side whose turn it is. The root is a choice."""
    root = root if isinstance(root, Choice) else Choice((root,))

    def walk(node: Node, turn: Player) -> Node:
        if isinstance(node, Choice):
            mover = turn if node.mover is None else node.mover
            branches = tuple(walk(branch, mover.other) for branch in node.branches)
            return Choice(branches, None if mover is turn else mover, node.name)
        if isinstance(node, Lottery):
            return replace(node, branches=tuple(walk(branch, turn) for branch in node.branches))
        return node

    return walk(root, Player.FIRST)


class Mover(NamedTuple):
    """Holds a node with its path, who moves there, nothing at a leaf, and the probability to come there."""

    node: Node
    path: tuple[int, ...]
    mover: str
    share: float | None


def movers(root: Node) -> Iterator[Mover]:
    """Yields every node with what belongs to it, parents first, by a stack: depth costs no recursion."""
    waiting: list[tuple[Node, tuple[int, ...], Player, float | None]] = [(root, (), Player.FIRST, None)]
    while waiting:
        node, path, turn, share = waiting.pop()
        if isinstance(node, Choice | Lottery):
            mover = turn if not isinstance(node, Choice) or node.mover is None else node.mover
            side = CHANCE if isinstance(node, Lottery) else MAX if mover is Player.FIRST else MIN
            yield Mover(node, path, side, share)
            turn = mover.other if isinstance(node, Choice) else turn
            shares = node.chances if isinstance(node, Lottery) else [None] * len(node.branches)
            below = enumerate(zip(node.branches, shares, strict=True), start=1)
            waiting += reversed([(branch, (*path, move), turn, part) for move, (branch, part) in below])
        else:
            yield Mover(node, path, "", share)


def folded(root: Node, make: Callable[[Mover, list[T]], T]) -> T:
    """Returns what ``make`` makes of the root, with what it has made of the branches of each node."""
    made: dict[tuple[int, ...], list[T]] = {}
    for one in reversed([*movers(root)]):  # each node after all below it, the last branch first
        found = make(one, made.pop(one.path, [])[::-1])
        made.setdefault(one.path[:-1], []).append(found)
    return made[()][0]


def quoted(name: str) -> str:
    """Returns a name as it stands before a bracket, quoted if a reader would take it for something else."""
    return name if _PLAIN.match(name) and not mover_in(name) and name.lower() != "inf" else f'"{name}"'


def leaf_words(leaf: float) -> str:
    """Returns a leaf: 3, D=3 with a name, x if it is unknown."""
    if not isinstance(leaf, Leaf):
        return number_words(leaf)
    if leaf.unknown:
        return leaf.name if is_unknown(leaf.name) else f"{quoted(leaf.name)}=?"
    return f"{quoted(leaf.name)}={number_words(leaf)}"


def write(node: Node, turn: Player = Player.FIRST) -> str:
    """Returns the text of a node, which every reader reads: ``((3 17) (2 12))``, with chance ``{1/4: 8, 3/4: 0}``, with
    a name ``B(2 12)``, and with a mover that is not the next one ``max B(2 12)``. ``turn`` is who moves next."""
    if isinstance(node, Lottery):
        pairs = zip(node.chances, node.branches, strict=True)
        inside = ", ".join(f"{share_words(chance)}: {write(branch, turn)}" for chance, branch in pairs)
        head = " ".join((CHANCE, quoted(node.name))) if node.name else ""
        return f"{head}{{{inside}}}"
    if not isinstance(node, Choice):
        return leaf_words(node)
    mover = turn if node.mover is None else node.mover
    branches, alone = node.branches, len(node.branches) == 1
    # One list in a call would be the list of its branches, and one number in it a leaf with a name.
    says = mover_in(node.name) or (alone and node.name and isinstance(branches[0], float | int))
    explicit = node.mover is not None or says
    side = (MAX if mover is Player.FIRST else MIN) if explicit else ""
    head = " ".join(filter(None, (side, quoted(node.name) if node.name else "")))
    if alone and head and isinstance(branches[0], Choice) and branches[0].mover is None and not branches[0].name:
        branches = (replace(branches[0], mover=mover.other),)
    words = [write(branch, mover.other) for branch in branches]
    bare = any(isinstance(leaf, Leaf) for leaf in node.branches)  # a letter before a bracket would be its name
    return f"{head}({(', ' if bare else ' ').join(words)})"


def as_list(root: Node) -> str:
    """Returns nested lists of Python. Names and movers that are not next stand as in :func:`write`."""
    return re.sub(r"(?<=[^ ,:(\[{]) (?=[^ ])", ", ", write(root).replace(", ", " ")) if _is_bare(root) else write(root)


def _is_bare(node: Node) -> bool:
    """Tests if a tree has neither names, nor movers, nor chance."""
    return not isinstance(node, Lottery | Leaf) and (
        not isinstance(node, Choice) or (node.mover is None and not node.name and all(map(_is_bare, node.branches)))
    )


def as_nested(root: Node) -> str:
    """Returns ``max(min(3, 12), min(2, 4))``: every mover by its name."""

    def called(one: Mover, below: list[str]) -> str:
        node = one.node
        words = leaf_words(node) if isinstance(node, float | int) else f"{_headed(one)}({', '.join(below)})"
        return words if one.share is None else f"{share_words(one.share)}: {words}"

    return folded(root, called)


def _headed(one: Mover) -> str:
    """Returns the mover of a node, and its name if it has one."""
    name = getattr(one.node, "name", "")
    return f"{one.mover} {quoted(name)}" if name else one.mover


def as_json(root: Node) -> str:
    """Returns JSON objects with ``name``, ``mover``, ``children``, ``value`` and ``probability``."""
    return json.dumps(folded(root, _object), indent=1, ensure_ascii=False)


def _object(one: Mover, below: list[dict[str, Any]]) -> dict[str, Any]:
    node = one.node
    data: dict[str, Any] = {} if one.share is None else {"probability": share_words(one.share)}
    if isinstance(node, Choice | Lottery):
        return data | ({"name": node.name} if node.name else {}) | {"mover": one.mover, "children": below}
    if isinstance(node, Leaf):
        data |= {"name": node.name} if node.name != "?" and not (node.unknown and is_unknown(node.name)) else {}
    value: Any = number_words(node) if abs(node) > ENDLESS else float(node)
    if isinstance(node, Leaf) and node.unknown:
        value = node.name if is_unknown(node.name) else "?"
    elif isinstance(value, float) and value == int(value) and abs(value) < 1e15:
        value = int(value)
    return data | {"value": value}


def as_newick(root: Node) -> str:
    """Returns Newick's form: ``((3,12)B[min],(2,4)C[min])A[max];``, a probability as the length of a branch."""

    def said(one: Mover, below: list[str]) -> str:
        length = "" if one.share is None else ":100%" if one.share == 1 else f":{one.share!r}"
        if isinstance(one.node, float | int):
            return leaf_words(one.node) + length
        return f"({','.join(below)}){quoted(one.node.name) if one.node.name else ''}[{one.mover}]{length}"

    return folded(root, said) + ";"


def as_lines(root: Node) -> str:
    """Returns a line for each node, each branch two columns to the right of the node above."""
    lines = []
    for one in movers(root):
        share = "" if one.share is None else f"{share_words(one.share)}: "
        words = leaf_words(one.node).replace("=", " = ") if isinstance(one.node, float | int) else _headed(one)
        lines.append(f"{'  ' * len(one.path)}{share}{words}")
    return "\n".join(lines)


def named_like_words(root: Node) -> list[Text]:
    """Returns a sentence on the names that may be meant as words, as "min" where Max moves or one of two nodes."""
    named = [node.name for node, *_ in movers(root) if isinstance(node, Choice | Lottery) and node.name]
    often = {name for name in named if named.count(name) > 1}  # it may say who moves
    words = [name for name in dict.fromkeys(named) if name[:1].islower() or mover_in(name) or name in often][:5]
    template = "{names} is the name of a node.|{names} are names of nodes."
    return [text(template, n=len(words), names=listed(words))] if words else []
