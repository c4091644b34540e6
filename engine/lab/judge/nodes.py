"""Gives a tree to a student's program in the forms that programs expect.

A tree is a nested list of numbers, and a path is a tuple of branches counted from 0. Programs expect lists, objects
with children and a value, a game with rules, or the leaves in one list.
"""

from __future__ import annotations

from typing import Any

VALUES = (
    *("value", "val", "score", "utility", "evaluate", "evaluation", "eval", "heuristic", "static_value", "payoff"),
    *("static_evaluation", "get_value", "get_score", "data", "evaluate_board", "evaluate_state", "static_eval"),
)
CHILDREN = (
    *("children", "successors", "get_children", "get_successors", "branches", "child_nodes", "next_states", "kids"),
    *("generate_children", "expand"),
)
ENDS = (
    *("is_terminal", "is_leaf", "terminal", "leaf", "isLeaf", "isTerminal", "game_over", "is_game_over", "gameOver"),
    *("terminal_test", "is_terminal_node", "is_over", "is_end", "terminal_node", "is_finished"),
)
MOVES = (
    *("actions", "legal_moves", "get_moves", "moves", "available_moves", "possible_moves", "get_legal_moves"),
    *("get_possible_moves", "valid_moves", "get_valid_moves", "get_actions"),
)
PLAYS = ("result", "play", "apply", "apply_move", "make_move", "do_move", "next_state", "move", "after")


def node_at(tree: Any, path: tuple[int, ...]) -> Any:
    """Returns the node at the end of a path: a list or a number."""
    for branch in path:
        tree = tree[branch]
    return tree


def height(tree: Any) -> int:
    """Returns the levels below the root."""
    return 1 + max(height(branch) for branch in tree) if isinstance(tree, list) else 0


def leaves_of(tree: Any) -> list[Any]:
    """Returns the values of the leaves, from left to right."""
    if not isinstance(tree, list):
        return [tree]
    return [leaf for branch in tree for leaf in leaves_of(branch)]


def paths_of(tree: Any) -> list[tuple[int, ...]]:
    """Returns the paths of all nodes, level by level, the root first."""
    found: list[tuple[int, ...]] = [()]
    for path in found:
        node = node_at(tree, path)
        if isinstance(node, list):
            found.extend([(*path, i) for i in range(len(node))])
    return found


def name_of(tree: Any, path: tuple[int, ...]) -> str:
    """Returns the name of a node as in the lab: A, B and so on level by level, a leaf by its value and its parent."""
    node = node_at(tree, path)
    if not isinstance(node, list):
        return (
            written(node) + " (" + name_of(tree, path[:-1]) + ", " + str(path[-1] + 1) + ")" if path else written(node)
        )
    inner = [one for one in paths_of(tree) if isinstance(node_at(tree, one), list)]
    number = inner.index(path)
    return chr(65 + number) if number < 26 else "A" + chr(65 + number - 26)


def written(value: Any) -> str:
    """Returns a tree or a number as the lab writes it."""
    if isinstance(value, list):
        return "(" + " ".join([written(one) for one in value]) + ")"
    if value is None:
        return "-"
    if value == float("inf"):
        return "∞"
    if value == -float("inf"):
        return "-∞"
    return str(int(value)) if value == int(value) else str(value)


class Node:
    """Is a node for a program that asks for children and values by attributes or methods.

    ``methods`` are the names that the program calls, and ``seen`` is told the path of a leaf whose value is read.
    """

    def __init__(self, tree: Any, path: tuple[int, ...], methods: Any, seen: Any) -> None:
        self.path_ = path
        self.methods_, self.seen_ = methods, seen
        self.leaf_ = None if isinstance(tree, list) else tree
        self.branches_ = (
            [Node(one, (*path, i), methods, seen) for i, one in enumerate(tree)] if isinstance(tree, list) else []
        )

    def __getattr__(self, name: str) -> Any:
        if name.endswith("_"):
            raise AttributeError(name)
        if name in self.methods_:
            return lambda *given: _asked(name, self, given)
        return None if name in VALUES and self.branches_ else ask(name, self, ())

    def __iter__(self) -> Any:
        return iter(self.branches_)

    def __len__(self) -> int:
        return len(self.branches_)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, at: Any) -> Any:
        return self.branches_[at]


class Game:
    """Is a game for a program that asks the rules for everything: ``game.actions(state)``."""

    def __getattr__(self, name: str) -> Any:
        if name in ("to_move", "player"):
            return lambda state: len(state.path_) % 2 == 0
        return lambda state, *given: ask(name, state, given)


def _asked(name: str, node: Node, given: Any) -> Any:
    """Returns the answer of a node's own method. Raises TypeError if a node is given: that is how a game is asked."""
    if any(isinstance(one, Node) for one in given):
        raise TypeError(name + " of a node takes no node")
    return ask(name, node, given)


def ask(name: str, node: Any, given: Any) -> Any:
    """Returns the answer of a node to a question such as ``children``. An inner node is worth 0, as is a board on
    which nobody has won. Raises AttributeError for any other name."""
    if name in CHILDREN:
        return list(node.branches_)
    if name in VALUES:
        if node.leaf_ is None:
            return 0
        node.seen_(node.path_)
        return node.leaf_
    if name in ENDS:
        return not node.branches_
    if name in MOVES:
        return list(range(len(node.branches_)))
    if name in PLAYS:
        return node.branches_[given[-1]]
    if name in ("left", "right"):
        return node.branches_[name == "right"] if node.branches_ else None
    raise AttributeError("a node of a tree has no " + name)
