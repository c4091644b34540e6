"""Gives a tree to a student's program in the forms that programs expect. A tree is a nested list of numbers, and a path
is a tuple of branches counted from 0. Programs expect lists, objects with children and a value, a board on which moves
are played and taken back, a game with rules, or the leaves in one list."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reading.names import CHILDREN, COPY, END, MOVES, PLAY, TURN, UNDO, VALUE, meaning_of

EVENTS = 400
"""The most events of one tree that are recorded."""


class UnknownNameError(AttributeError):
    """Says that a program asks a node for something of which the judge does not know what it means."""

    def __init__(self, name: str) -> None:
        super().__init__("a node of a tree has no " + name)
        self.asked = name


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


class Asked:
    """Holds how a program asks: the names that it calls (``methods``), the meanings that were tried (``told``), what an
    inner node is worth (``hollow``), what a leaf has for children (``barren``), how Max and Min are called (``sides``),
    and what is told the path of a leaf whose value is read (``seen``)."""

    def __init__(self, methods: Any, told: Any, hollow: Any, barren: Any, sides: Any, seen: Any) -> None:
        self.methods, self.told, self.hollow, self.barren, self.seen = methods, told, hollow, barren, seen
        self.sides = sides


class Node:
    """Is a node for a program that asks for children and values by attributes, methods or keys."""

    def __init__(self, tree: Any, path: tuple[int, ...], asked: Asked) -> None:
        self.path_, self.asked_ = path, asked
        self.leaf_ = None if isinstance(tree, list) else tree
        self.branches_ = [Node(one, (*path, i), asked) for i, one in enumerate(tree)] if isinstance(tree, list) else []

    def __getattr__(self, name: str) -> Any:
        if name.endswith("_"):
            raise AttributeError(name)
        if name in self.asked_.methods:
            return lambda *given, **more: _asked(name, self, given)
        if meaning_of(name, self.asked_.told) == VALUE and self.branches_:
            return None
        return ask(name, self, ())

    def __iter__(self) -> Any:
        return iter(self.branches_)

    def __len__(self) -> int:
        return len(self.branches_)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, name: Any) -> bool:
        if not isinstance(name, str):
            return name in self.branches_
        return bool(self.branches_) == (meaning_of(name, self.asked_.told) != VALUE)

    def __getitem__(self, at: Any) -> Any:
        return ask(at, self, ()) if isinstance(at, str) else self.branches_[at]

    def get(self, name: Any, other: Any = None) -> Any:
        """Returns what stands under a key, as a dictionary does."""
        return ask(name, self, ()) if not isinstance(name, str) or name in self else other

    def __copy__(self, known: Any = None) -> Any:
        return self

    __deepcopy__ = __copy__


class Board:
    """Is one board on which a program plays moves and takes them back."""

    def __init__(self, line: Any) -> None:
        self.line_ = line

    @property
    def path_(self) -> Any:
        """Returns the path of the node that stands on the board."""
        return self.line_[-1].path_

    def __getattr__(self, name: str) -> Any:
        if name.endswith("_"):
            raise AttributeError(name)
        node = self.line_[-1]
        if name in node.asked_.methods:
            return lambda *given, **more: self.done_(name, given)
        return self.done_(name, ())

    def done_(self, name: str, given: Any) -> Any:
        """Plays a move, takes one back, or answers what the node answers."""
        node = self.line_[-1]
        meaning = meaning_of(name, node.asked_.told)
        if meaning == UNDO:
            if len(self.line_) > 1:
                self.line_.pop()
            return None
        if meaning == COPY:
            return self.__copy__()
        found = ask(name, node, given)
        if meaning == PLAY:
            self.line_.append(found)
            return self
        return found

    def __copy__(self, known: Any = None) -> Any:
        return Board(self.line_[:])

    __deepcopy__ = __copy__


class Game:
    """Is a game for a program that asks the rules for everything: ``game.actions(state)``."""

    def __getattr__(self, name: str) -> Any:
        if name.endswith("_"):
            raise AttributeError(name)
        return lambda state, *given: state.done_(name, given) if isinstance(state, Board) else ask(name, state, given)


def _asked(name: str, node: Node, given: Any) -> Any:
    """Returns the answer of a node's own method. Raises TypeError if a node is given: that is how a game is asked."""
    if any(isinstance(one, Node) for one in given):
        raise TypeError(name + " of a node takes no node")
    return ask(name, node, given)


def ask(name: str, node: Any, given: Any) -> Any:
    """Returns the answer of a node to a question such as ``children``. Raises UnknownNameError."""
    asked = node.asked_
    if name in ("left", "right"):
        return node.branches_[name == "right"] if node.branches_ else None
    meaning = meaning_of(name, asked.told)
    branches = [one for one in given if isinstance(one, int) and not isinstance(one, bool)]
    if meaning == PLAY or (meaning == CHILDREN and branches):
        if not branches or not 0 <= branches[-1] < len(node.branches_):
            raise ValueError("there is no move " + (str(branches[-1]) if branches else "given") + " here")
        return node.branches_[branches[-1]]
    if meaning == CHILDREN:
        return list(node.branches_) or asked.barren
    if meaning == VALUE:
        if node.leaf_ is None:
            return asked.hollow
        asked.seen(node.path_)
        return node.leaf_
    if meaning == END:
        return not node.branches_
    if meaning == MOVES:
        return list(range(len(node.branches_)))
    if meaning == TURN:
        return asked.sides[(len(node.path_) % 2 == 1) != ("min" in name.lower())]
    if meaning == COPY:
        return node
    raise UnknownNameError(name)


PLAYERS = 3


def valued(tree: Any) -> Any:
    """Returns a tree whose leaves are tuples of three numbers, no two of them alike."""
    count = len(leaves_of(tree))
    places = iter(range(1, count + 1))

    def made(node: Any) -> Any:
        if isinstance(node, list):
            return [made(one) for one in node]
        at = next(places)
        return (at * 7 % (count + 8 - count % 7 + 1), (count - at) * 3 + 1, at * at % 97 + at / 100)

    return made(tree)


def best_of(node: Any, player: int = 0) -> Any:
    """Returns the tuple that the players reach."""
    if isinstance(node, tuple):
        return node
    return max([best_of(one, (player + 1) % PLAYERS) for one in node], key=lambda one: one[player])
