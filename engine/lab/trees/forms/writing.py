"""Writes a tree in the forms of brackets and lines: the lab's own text, lists, JSON, Newick and indented lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from engine.games import Player
from engine.games.formats.leaf_text import ENDLESS, Choice, Leaf, Lottery, Node, number_words
from engine.lab.trees.forms.source import CHANCE, MAX, MIN, is_unknown, mover_in

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
    return _called(root, Player.FIRST)


def _called(node: Node, turn: Player) -> str:
    if isinstance(node, Lottery):
        pairs = zip(node.chances, node.branches, strict=True)
        inside = ", ".join(f"{share_words(chance)}: {_called(branch, turn)}" for chance, branch in pairs)
        return f"{CHANCE}{f' {quoted(node.name)}' if node.name else ''}({inside})"
    if not isinstance(node, Choice):
        return leaf_words(node)
    mover = turn if node.mover is None else node.mover
    side = MAX if mover is Player.FIRST else MIN
    inside = ", ".join(_called(branch, mover.other) for branch in node.branches)
    return f"{side}{f' {quoted(node.name)}' if node.name else ''}({inside})"


def as_json(root: Node) -> str:
    """Returns JSON objects with ``name``, ``mover``, ``children``, ``value`` and ``probability``."""
    return json.dumps(_object(root, Player.FIRST, None), indent=1, ensure_ascii=False)


def _object(node: Node, turn: Player, share: float | None) -> dict[str, Any]:
    data: dict[str, Any] = {} if share is None else {"probability": share_words(share)}
    if isinstance(node, Choice | Lottery):
        mover = turn if not isinstance(node, Choice) or node.mover is None else node.mover
        side = CHANCE if isinstance(node, Lottery) else MAX if mover is Player.FIRST else MIN
        data |= {"name": node.name} if node.name else {}
        shares = node.chances if isinstance(node, Lottery) else [None] * len(node.branches)
        then = turn if isinstance(node, Lottery) else mover.other
        below = [_object(branch, then, one) for branch, one in zip(node.branches, shares, strict=True)]
        return data | {"mover": side, "children": below}
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
    sides = {one.path: one.mover for one in movers(root)}

    def walk(node: Node, path: tuple[int, ...]) -> str:
        if not isinstance(node, Choice | Lottery):
            return leaf_words(node)
        lengths = (
            [f":{chance!r}" for chance in node.chances] if isinstance(node, Lottery) else [""] * len(node.branches)
        )
        if isinstance(node, Lottery) and len(lengths) == 1:
            lengths = [":100%"]
        branches = (walk(branch, (*path, move)) for move, branch in enumerate(node.branches, start=1))
        inside = ",".join(branch + length for branch, length in zip(branches, lengths, strict=True))
        return f"({inside}){quoted(node.name) if node.name else ''}[{sides[path]}]"

    return walk(root, ()) + ";"


def as_lines(root: Node) -> str:
    """Returns a line for each node, each branch two columns to the right of the node above."""
    lines = []
    for node, path, mover, chance in movers(root):
        share = "" if chance is None else f"{share_words(chance)}: "
        if isinstance(node, Choice | Lottery):
            words = " ".join(filter(None, (mover, quoted(node.name) if node.name else "")))
        else:
            words = leaf_words(node).replace("=", " = ")
        lines.append(f"{'  ' * len(path)}{share}{words}")
    return "\n".join(lines)
