"""Checks the order of a search tree, node by node."""

from engine.mind.mind import Mind
from engine.mind.tree.tree import Tree


def check_mind(mind: Mind) -> None:
    """Checks that every node of a mind's tree is in its place, and that none has leaked."""
    if planner := mind._planner:
        loose, lanes = check_tree(planner.bench.tree), planner.bench.lanes
        if loose != (waiting := lanes.waiting if lanes else 0):
            raise AssertionError(f"{loose} nodes hang nowhere, but {waiting} wait for their parents")


def check_tree(tree: Tree) -> int:
    """Checks every branch of ``tree``, the branches above the root included.

    Returns:
        The number of nodes in use without a parent. Searches hold such nodes while the parents are open; any other
        is a leak.

    Raises:
        AssertionError: a node is used twice, a parent misses its child, a size or count is wrong, or a lower bound lies
            above the upper one.
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
    unused, touched = _unused(tree), tree.touched
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


def _unused(tree: Tree) -> set[int]:
    """Returns the records on the free list, and all records beneath them."""
    unused: set[int] = set()
    todo = [tree.free]
    while todo:
        if (node := todo.pop()) < 0:
            continue
        if node in unused or len(unused) > tree.touched:
            raise AssertionError("the free list goes in a circle")
        unused.add(node)
        todo += (tree.next[node], tree.first[node])
    return unused
