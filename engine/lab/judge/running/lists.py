"""Gives a tree to a program as lists, which it may change, and which tell the leaves handed out."""

# ruff: noqa: RUF005 - a sum of lists hands nothing out, as a display would

from __future__ import annotations

from typing import Any

_MOST = 500
"""How long a list may grow. No tree of the judge has as many nodes."""


class Branches(list):  # type: ignore[type-arg]
    """Is a list of branches. ``path_`` is None for a part of a node, as a slice is. ``paths_`` are the paths of the
    branches as they were made, and ``hand_`` is told the path of each leaf that is handed out."""

    def __init__(self, items: Any, path: Any, paths: Any, hand: Any) -> None:
        super().__init__(items)
        self.path_, self.items_, self.paths_, self.hand_ = path, items, paths, hand

    def now_(self) -> list[Any]:
        """Returns the branches as they stand now, in a plain list. Raises RuntimeError if there are far too many."""
        found = self + []
        if len(found) > _MOST:
            raise RuntimeError("a list of the tree grows beyond all bounds")
        return found

    def found_(self) -> list[Any]:
        """Returns the path of each branch as they stand now. A program may have changed their order: an inner node
        knows its path, and a leaf has the first free one of its value. What is not of the tree has None."""
        items = self.now_()
        if len(items) == len(self.items_) and all(one is items[at] for at, one in enumerate(self.items_)):
            return self.paths_  # type: ignore[no-any-return]
        free = [(one, path) for one, path in zip(self.items_, self.paths_) if not isinstance(one, list)]  # noqa: B905
        found = []
        for one in items:
            if isinstance(one, list):
                found.append(getattr(one, "path_", None))
                continue
            fits = [at for at, (value, _) in enumerate(free) if value == one]
            found.append(free.pop(fits[0])[1] if fits else None)
        return found

    def given_(self, at: int, one: Any) -> Any:
        """Returns a branch, and tells its path if it is a leaf."""
        if not isinstance(one, list):
            self.hand_(self.found_()[at])
        return one

    def __len__(self) -> int:
        return len(self.now_())

    def __iter__(self) -> Any:
        at = 0
        while at < len(self):
            yield self.given_(at, self.now_()[at])
            at += 1

    def __getitem__(self, at: Any) -> Any:
        found = self.now_()[at]
        if isinstance(at, slice):
            return Branches(found, None, self.found_()[at], self.hand_)
        return self.given_(at, found)

    def __reversed__(self) -> Any:
        return iter(self[::-1])

    def pop(self, at: Any = -1) -> Any:
        """Takes a branch out and returns it."""
        one = self.given_(at, self.now_()[at])
        paths = self.found_()[:]
        super().pop(at)
        paths.pop(at)
        self.items_, self.paths_ = self.now_(), paths
        return one

    def sort(self, key: Any = None, reverse: bool = False) -> None:
        """Sorts the branches. Without a key the leaves are compared, so the program looks at them."""
        if key is None:
            list(self)
        super().sort(key=key, reverse=reverse)

    def copy(self) -> Any:
        """Returns another list of the same branches."""
        return Branches(self.now_(), self.path_, self.found_(), self.hand_)

    __copy__ = copy

    def __deepcopy__(self, known: Any) -> Any:
        items = [one.__deepcopy__(known) if isinstance(one, Branches) else one for one in self.now_()]
        return Branches(items, self.path_, self.found_(), self.hand_)


def handed(tree: Any, path: Any, hand: Any) -> Any:
    """Returns a tree of plain lists as lists that tell what they hand out."""
    if not isinstance(tree, list):
        return tree
    paths = [path + (at,) for at in range(len(tree))]
    return Branches([handed(one, paths[at], hand) for at, one in enumerate(tree)], path, paths, hand)


def in_tuples(tree: Any) -> Any:
    """Returns a tree of lists as one of tuples."""
    return tuple([in_tuples(one) for one in tree]) if isinstance(tree, list) else tree
