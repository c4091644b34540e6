"""Whether a tree is in order: for tests, and for whoever doubts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.mind.tree.tree import Tree


def check(tree: Tree, free: int, touched: int) -> int:
    """Raise AssertionError unless every node is where it should be: none used twice, no parent without its child, sizes
    and counts right, no lower bound above its upper one.

    Args:
        tree: of which every branch is looked at, those above the root, too.
        free: the head of its list of free records.
        touched: how many records were ever in use.

    Returns:
        The number of nodes in use that hang nowhere: searches hold those they have reported whose parents are still
        open, and more would be a leak.
    """
    top = tree.root
    while tree.parent[top] >= 0:
        top = tree.parent[top]
    seen: dict[int, None] = {}  # in order: parents before children
    for node in tree.walk(top):
        if node in seen:
            raise AssertionError(f"node {node} is in the tree twice")
        seen[node] = None
    sizes: dict[int, int] = {}
    for node in reversed(seen):
        _node(tree, node, sizes)
    unused = _unused(tree, free, touched)
    if both := seen.keys() & unused:
        raise AssertionError(f"node {min(both)} is both free and in the tree")
    if tree.used != touched - len(unused):
        raise AssertionError(f"{tree.used} nodes are counted, {touched - len(unused)} are in use")
    return tree.used - len(seen)


def _node(tree: Tree, node: int, sizes: dict[int, int]) -> None:
    children = tree.children(node)
    sizes[node] = 1 + sum(sizes[child] for child in children)
    if sizes[node] != tree.size[node]:
        raise AssertionError(f"node {node} counts {tree.size[node]} nodes, but has {sizes[node]}")
    if any(tree.parent[child] != node for child in children):
        raise AssertionError(f"a child of {node} has another parent")
    if tree.low[node] > tree.high[node]:
        raise AssertionError(f"node {node} is worth {tree.low[node]} at least, but {tree.high[node]} at most")


def _unused(tree: Tree, free: int, touched: int) -> set[int]:
    """The records on the free list, and all that hangs beneath them."""
    found: set[int] = set()
    todo = [free]
    while todo:
        if (node := todo.pop()) < 0:
            continue
        if node in found or len(found) > touched:
            raise AssertionError("the free list goes in a circle")
        found.add(node)
        todo += (tree.next[node], tree.first[node])
    return found
