"""Writes a tree in the forms of graphs and courses: Graphviz, a list of edges, a course's test, and LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.games.formats.leaf_text import Choice, Leaf, Lottery, Node, number_words
from engine.games.game import GameError
from engine.games.trees import tree_tex, writing
from engine.games.trees.source import CHANCE, MAX, MIN, is_unknown, mover_in

Path = tuple[int, ...]
_SHAPES: Final = {MAX: "triangle", MIN: "invtriangle", CHANCE: "circle", "": "box"}


@dataclass(frozen=True, slots=True)
class _Row:
    """Holds a node for a form that needs an id for each."""

    node: Node
    path: Path
    mover: str
    name: str  # as given, or empty
    id: str  # unlike every other
    share: float | None


def _rows(root: Node) -> list[_Row]:
    rows, taken = list[_Row](), set[str]()
    found = list(writing.movers(root))
    given = {one.node.name for one in found if isinstance(one.node, Choice | Lottery)}
    for number, (node, path, mover, share) in enumerate(found):
        name = node.name if isinstance(node, Choice | Lottery | Leaf) else ""
        fits = name and name not in taken and (name in given or not is_unknown(name))
        rows.append(_Row(node, path, mover, name, name if fits else f"n{number}", share))
        taken.add(rows[-1].id)
    return rows


def as_dot(root: Node) -> str:
    """Returns Graphviz's language: the shapes say who moves, labels of edges are probabilities."""
    lines, rows = ["digraph tree {"], _rows(root)
    for number, row in enumerate(rows):
        label = row.name
        if not isinstance(row.node, Choice | Lottery):
            label = _value(row.node)
            label = f"{row.name} = {label}" if row.name and row.name != label else label
        side = f", mover={row.mover}" if row.mover else ""
        lines.append(f'  n{number} [label="{label}", shape={_SHAPES[row.mover]}{side}];')
    numbers = {row.path: number for number, row in enumerate(rows)}
    for row in rows[1:]:
        share = "" if row.share is None else f' [label="{_chance(row.share)}"]'
        lines.append(f"  n{numbers[row.path[:-1]]} -> n{numbers[row.path]}{share};")
    return "\n".join([*lines, "}"])


def _chance(share: float) -> str:
    return "100%" if share == 1 else writing.share_words(share)


def as_edges(root: Node) -> str:
    """Returns a line an edge, ``A -> B: 1/2``, after the movers, then the leaves' values. Others are called n0, n1."""
    rows = _rows(root)
    ids = {row.path: f'"{row.id}"' if " " in row.id or mover_in(row.id) else row.id for row in rows}
    lines = [f"{ids[row.path]} = {row.mover}" for row in rows if row.mover]
    for row in rows[1:]:
        share = "" if row.share is None else f": {_chance(row.share)}"
        lines.append(f"{ids[row.path[:-1]]} -> {ids[row.path]}{share}")
    lines += [f"{ids[row.path]} = {_value(row.node)}" for row in rows if not row.mover]
    return "\n".join(lines)


def as_course(root: Node) -> str:
    """Returns a course's test: states and successors. Raises GameError unless each level has one fitting mover."""
    rows = _rows(root)
    levels: list[set[str]] = [set() for _ in range(1 + max(len(row.path) for row in rows))]
    for row in rows:
        if row.mover:
            levels[len(row.path)].add(row.mover)
    levels = levels[:-1]
    sides = [next(iter(level)) if len(level) == 1 else "" for level in levels]
    again = next((number for number, side in enumerate(sides) if number and side == MAX), len(sides))
    others = set(sides) - {MAX}
    agents = max(again, 2) if len(sides) > 1 else 2
    fits = len(others) <= 1 and all((side == MAX) == (number % agents == 0) for number, side in enumerate(sides))
    even = all(len(set(row.node.chances)) == 1 for row in rows if isinstance(row.node, Lottery))
    if not fits or not even or "" in sides:
        raise GameError(
            "a course's test has Max on top, then so many levels of Min or of even chance, again and again; "
            "this tree is of another kind"
        )
    ids = {row.path: row.id for row in rows}
    spaced = next((name for name in ids.values() if " " in name), None)
    if spaced is not None:
        raise GameError("a name of a course's test is one word, unlike {name}", name=repr(spaced))
    ends = " ".join(ids[row.path] for row in rows if not row.mover)
    successors = "\n".join(f"{ids[row.path[:-1]]} {row.path[-1]} {ids[row.path]}" for row in rows[1:])
    values = "\n".join(f"{ids[row.path]} {_value(row.node)}" for row in rows if not row.mover)
    algorithm = "ExpectimaxAgent" if CHANCE in others else "AlphaBetaAgent"
    return "\n".join(
        [
            'class: "GraphGameTreeTest"',
            f'alg: "{algorithm}"',
            f'depth: "{-(-len(levels) // agents)}"',
            f'num_agents: "{agents}"',
            f'start_state: "{ids[()]}"',
            f'win_states: "{ends}"',
            'lose_states: ""',
            f'successors: """\n{successors}\n"""',
            f'evaluation: """\n{values}\n"""',
        ]
    )


def as_forest(root: Node) -> str:
    """Returns a LaTeX document with a tree of the package ``forest``."""

    def drawn(one: writing.Mover, below: list[str]) -> str:
        name = tree_tex.escaped(getattr(one.node, "name", ""))
        label = name if one.mover else f"${_value(one.node)}$".replace("inf", r"\infty")
        if isinstance(one.node, Leaf) and one.node.name != _value(one.node):
            label = f"{name}\\\\{label}"
        share = [] if one.share is None else [tree_tex.share(_chance(one.share))]
        return tree_tex.node(label, [one.mover or "leaf", *share], below)

    return tree_tex.document(writing.folded(root, drawn)).rstrip("\n")


def _value(node: Node) -> str:
    if isinstance(node, Leaf) and node.unknown:
        return node.name if is_unknown(node.name) else "?"
    return number_words(node) if isinstance(node, float | int) else ""


WRITERS: Final[dict[str, Callable[[Node], str]]] = {
    "text": writing.write,
    "list": writing.as_list,
    "nested": writing.as_nested,
    "json": writing.as_json,
    "newick": writing.as_newick,
    "indent": writing.as_lines,
    "dot": as_dot,
    "edges": as_edges,
    "course": as_course,
    "forest": as_forest,
}
"""The forms in which a tree can be written, by name."""
