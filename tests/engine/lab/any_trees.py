"""Draws trees of every kind: chance, uneven, sides that do not take turns, names, unknown and infinite leaves."""

from random import Random

from engine.games import Player
from engine.games.formats.leaf_text import INFINITE, Choice, Leaf, Lottery, Node
from engine.lab.trees import Tree

SHARES = {
    1: [(1.0,)],
    2: [(0.5, 0.5), (0.25, 0.75), (1 / 3, 2 / 3)],
    3: [(1 / 3, 1 / 3, 1 / 3), (0.25, 0.25, 0.5), (0.1, 0.2, 0.7)],
}
MOVERS = (Player.FIRST, Player.SECOND, None, None)


def any_tree(seed: int, depth: int = 3, *, chance: bool = True, unknown: str = "xyz?", infinite: bool = True) -> Tree:
    """Returns the tree of a seed. The letters of ``unknown`` stand for unknown leaves."""
    random = Random(seed)
    numbers = iter(range(1000, 9999))

    def leaf() -> float:
        value = float(random.choice([random.randint(-9, 9), random.randint(-9, 9), 2.5, -0.25]))
        if infinite and random.random() < 0.04:
            value = random.choice([INFINITE, -INFINITE]) if not chance else INFINITE
        kind = random.random()
        if unknown and kind < 0.12:
            return Leaf(0.0, random.choice(unknown), unknown=True)
        return Leaf(value, f"d{next(numbers)}") if kind < 0.25 else value

    def grow(left: int) -> Node:
        if left == 0 or (left < depth and random.random() < 0.25):
            return leaf()
        count = 1 if random.random() < 0.1 else random.randint(2, 3)
        name = random.choice(["", "", "N{}", "min{}", "two words{}"]).format(next(numbers))
        branches = tuple(grow(left - 1) for _ in range(count))
        if chance and random.random() < 0.3:
            return Lottery(branches, random.choice(SHARES[count]), name)
        return Choice(branches, random.choice(MOVERS), name)

    return Tree(grow(depth))
