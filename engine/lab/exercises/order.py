"""Asks for an order of the branches in which alpha-beta looks at few leaves (E4)."""

from dataclasses import replace
from functools import partial

from engine.games.formats.leaf_text import Choice, Node
from engine.lab.answer_keys.fewest import fewest_leaves
from engine.lab.answer_keys.watching import Rule, values_of, watch
from engine.lab.answer_keys.words import rule_words
from engine.lab.exercises.exercise import Exercise, Verdict
from engine.lab.trees import Tree, parse
from engine.lab.trees.tree import MAX, write
from engine.text import text

_SMALL = 8  # up to so many leaves the fewest is asked for, above it half of the way


class Order(Exercise):
    """Asks for the same tree with siblings reordered, so that at most ``goal`` leaves are looked at. ``given`` are
    the leaves looked at in the given order, and ``fewest`` the least over all orders."""

    kind, title, form = "order", text("Order of moves"), "order"
    empty = text("Write the tree with its branches in another order, as in ((2 12) (3 17)).")
    tree: Tree

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree, rule, seed)
        self.fewest, self._best = fewest_leaves(tree, rule)
        self.given = watch(tree, rule).seen_leaves
        self.goal = self.fewest if len(tree.leaves) <= _SMALL else (self.fewest + self.given) // 2

    def is_worth_asking(self) -> bool:
        return self.given > self.goal

    @property
    def question(self) -> str:
        template = (
            "In this order alpha-beta looks at {given} of {all} leaves. Put the branches into an order in which it "
            "looks at no more than {goal}. Branches change places only with their siblings. {rule}"
        )
        return text(template, given=self.given, all=len(self.tree.leaves), goal=self.goal, rule=rule_words(self.rule))

    def key(self) -> str:
        return self._best.text()

    def judge(self, answer: str) -> Verdict:
        """Judges whether the tree is the same except for the order, and counts the leaves looked at."""
        tree = parse(answer)
        stranger = _stranger(self.tree.root, tree.root)
        if stranger is not None:
            name = self.tree.places[self.tree.by_path[stranger]].name
            template = (
                "{node}: your tree has other branches there than the given one; change only the order of siblings."
            )
            return self.wrong(text(template, node=name), name)
        seen = watch(tree, self.rule).seen_leaves
        if seen > self.goal:
            name, reason = _dear(tree, self.rule)
            template = "Alpha-beta looks at {seen} leaves in your order, {goal} are asked. {reason}."
            return self.wrong(text(template, seen=seen, goal=self.goal, reason=reason), name)
        if seen == self.fewest:
            return self.right(text("Right: {seen} leaves, and no order needs fewer.", seen=seen))
        return self.right(text("Right: {seen} leaves. The best order needs {fewest}.", seen=seen, fewest=self.fewest))


def _sorted(node: Node) -> Node:
    if not isinstance(node, Choice):
        return node
    return Choice(tuple(sorted(map(_sorted, node.branches), key=write)))


def _stranger(given: Node, found: Node) -> tuple[int, ...] | None:
    """Returns the path of the deepest given node whose branches changed, or None if only the order did."""
    if _sorted(given) == _sorted(found):
        return None
    if isinstance(given, Choice) and isinstance(found, Choice):
        changed, left = _unmatched(given, found)
        if len(changed) == len(left) == 1:
            (move, branch), (other,) = changed[0], left
            if isinstance(branch, Choice) and isinstance(other, Choice):
                return (move, *(_stranger(branch, other) or ()))
    return ()


def _unmatched(given: Choice, found: Choice) -> tuple[list[tuple[int, Node]], list[Node]]:
    """Returns the given branches, numbered, and the found ones without an equal. First each is compared in place."""
    before, after = [_sorted(branch) for branch in given.branches], [_sorted(branch) for branch in found.branches]
    left = [i for i, branch in enumerate(after) if before[i : i + 1] != [branch]]
    changed: list[tuple[int, Node]] = []
    for i, branch in enumerate(before):
        if after[i : i + 1] != [branch]:
            equal = next((other for other in left if after[other] == branch), None)
            if equal is None:
                changed.append((i + 1, given.branches[i]))
            else:
                left.remove(equal)
    return changed, [found.branches[i] for i in left]


def _dear(tree: Tree, rule: Rule) -> tuple[str, str]:
    """Returns the node whose best branch, put first, saves most leaves, and the advice."""
    values = values_of(tree)
    saved: list[tuple[int, int, int]] = []
    for place in tree.inner():
        best = (max if tree.places[place].mover == MAX else min)(tree.children[place], key=values.__getitem__)
        if best != tree.children[place][0]:
            put = partial(_with_first, move=tree.places[best].move)
            seen = watch(tree.with_node(place, put), rule).seen_leaves
            saved.append((seen, place, best))
    if not saved:
        first = text("From A down every best branch stands first already; let a cheap branch narrow the window")
        return tree.places[0].name, first
    _, place, best = min(saved)
    name, side = tree.places[place].name, tree.side(place)
    return name, text(
        "{node}: {best} is best for {side}; put it first", node=name, best=tree.places[best].name, side=side
    )


def _with_first(node: Node, move: int) -> Node:
    branches = node.branches  # type: ignore[union-attr]
    return replace(node, branches=(branches[move - 1], *branches[: move - 1], *branches[move:]))  # type: ignore[type-var]
