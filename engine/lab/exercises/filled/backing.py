"""Asks for numbers that go up the tree: vectors of max^n, plies to the end, proof numbers, and visits of UCT."""

from collections.abc import Iterator, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Final

from engine.games import GameError, Player
from engine.games.formats.leaf_text import Choice, Leaf, Node, Shares, number_words
from engine.games.trees.reading import leaves_of
from engine.lab.answer_keys.watching import Rule, visits_of
from engine.lab.answer_keys.words import show
from engine.lab.exercises.filled.filling import Blank, Filling
from engine.lab.trees import Tree
from engine.lab.trees.tree import MAX
from engine.search.best_first.proof_numbers import NEW
from engine.search.parts.values import delay, limits, plies_to_end
from engine.text import Text, joined, listed, text

PLAYERS: Final = ("first", "second", "third")
UNKNOWN: Final = "?"


def _changed(tree: Tree, leaves: Sequence[float]) -> Tree:
    """Returns the tree with other leaves, from left to right."""
    waiting = iter(leaves)

    def walk(node: Node) -> Node:
        return Choice(tuple(map(walk, node.branches)), node.mover) if isinstance(node, Choice) else next(waiting)

    return Tree(walk(tree.root))


class Vectors(Filling):
    """Asks for the vector of each node by max^n. A tree of two players gets leaves for three, by the seed."""

    kind, title, algorithm = "vectors", text("Three players"), "maxn"

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        if tree.game.sides < len(PLAYERS):
            random = Random(f"vectors/{seed}")
            each = [random.sample(range(max(10, len(tree.leaves))), len(tree.leaves)) for _ in PLAYERS]
            tree = _changed(tree, [Shares(tuple(map(float, one))) for one in zip(*each, strict=True)])
        if tree.game.sides != len(PLAYERS):
            raise GameError("take a tree of three players, with three numbers at each leaf")
        super().__init__(tree, rule, seed)

    question = text(
        "Three players take turns, level by level. Each takes the branch with the greatest own number, and of "
        "equal ones the first. Which numbers does each node get?"
    )

    def make_blanks(self) -> Iterator[Blank]:
        numbers = {place: branch.numbers or () for place, branch in visits_of(self.tree, "maxn")}
        for place in reversed(self.tree.inner()):
            name, below = self.tree.places[place].name, [numbers[one] for one in self.tree.children[place]]
            known = {"n": len(self.tree.places[place].path) % len(PLAYERS) + 1, "taken": _vector(numbers[place])}
            reason = text("player {n} takes {taken} of {choices}", **known, choices=listed([*map(_vector, below)]))
            for n, (part, right) in enumerate(zip(PLAYERS, numbers[place], strict=True), start=1):
                yield Blank(name, part, text("{node}, player {n}", node=name, n=n), right, reason)


def _vector(numbers: Sequence[float]) -> str:
    return number_words(Shares(tuple(numbers)))


class Distances(Filling):
    """Asks in how many plies each node is won, as a table made from the end has it."""

    kind, title, algorithm = "distances", text("Plies to the end"), "retrograde"

    question = text(
        "A leaf above 0 is won for Max, a leaf below 0 for Min, and 0 is a draw. Who wins does so in the fewest "
        "plies, who loses holds out longest. Write 3 for a node that Max wins in 3 plies, -3 where Min does, and 0 "
        "for a draw."
    )

    def make_blanks(self) -> Iterator[Blank]:
        tree, leaves = self.tree, [self.tree.places[leaf] for leaf in self.tree.leaves]
        ends = [delay(float((one.value or 0) > 0) - float((one.value or 0) < 0), len(one.path)) for one in leaves]
        late = _changed(tree, ends)
        values = {branch.state: branch.value for _, branch in visits_of(late, "retrograde")}
        state = {0: late.game.initial()}
        for place in range(1, len(tree.places)):
            state[place] = late.game.play(state[tree.places[place].parent], tree.places[place].move)
        far = [_distance(values[state[place]], len(one.path)) for place, one in enumerate(tree.places)]
        for place in reversed(tree.inner()):
            name, side = tree.places[place].name, tree.side(place)
            sign = 1 if tree.places[place].mover == MAX else -1
            below = listed([_end(values[state[one]] * sign, far[one]) for one in tree.children[place]])
            told = "{side} has only {below}, takes the longest, and counts the move itself"
            if far[place] == 0:
                told = "{side} has {below}, and takes the draw"
            elif far[place] * sign > 0:
                told = "{side} has {below}, takes the quickest win, and counts the move itself"
            reason = text(told, side=side, below=below)
            yield Blank(name, "plies", text("plies from {node}", node=name), far[place], reason)


def _end(value: float, plies: float) -> Text:
    """Returns in words how a branch ends for the side that chooses it."""
    if value == 0:
        return text("a draw")
    return text("a win in {n}" if value > 0 else "a loss in {n}", n=show(abs(plies)))


def _distance(value: float, level: int) -> float:
    """Returns the plies to the end from a level, below zero where Min wins."""
    return 0.0 if value == 0 else (plies_to_end(value) - level) * (1.0 if value > 0 else -1.0)


class Proofs(Filling):
    """Asks for proof number and disproof number of each node, some rounds after proof-number search has begun."""

    kind, title, algorithm = "proofs", text("Proof numbers"), "proof"

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree if tree.unknowns else begun(tree, seed)[0], rule, seed)

    def is_worth_asking(self) -> bool:
        return any(_leaf_numbers(self.tree, leaf) != NEW[:2] for leaf in self.tree.leaves)

    question = text(
        "Is the root worth 1? A leaf of 1 is a yes, each other leaf a no. A node with a question mark is not "
        "looked at yet, and has the numbers 1 and 1. Which proof number and disproof number has each node? Write "
        "inf for a number without end."
    )

    def make_blanks(self) -> Iterator[Blank]:
        tree, numbers = self.tree, dict[int, tuple[float, float]]()
        for place in reversed(range(len(tree.places))):
            one, below = tree.places[place], [numbers[child] for child in tree.children[place]]
            if not below:
                numbers[place] = _leaf_numbers(tree, place)
                continue
            proofs, disproofs = zip(*below, strict=True)
            ours = one.mover == MAX
            numbers[place] = (min(proofs), sum(disproofs)) if ours else (sum(proofs), min(disproofs))
            side = tree.side(place)
            for part, label, right, all_below, least in (
                ("proof", text("proof number of {node}", node=one.name), numbers[place][0], proofs, ours),
                ("disproof", text("disproof number of {node}", node=one.name), numbers[place][1], disproofs, not ours),
            ):
                told = (
                    "{side} moves, so it is the least of {all}" if least else "{side} moves, so it is the sum of {all}"
                )
                reason = text(told, side=side, all=listed([*map(show, all_below)]))
                yield Blank(one.name, part, label, right, reason)


def _leaf_numbers(tree: Tree, place: int) -> tuple[float, float]:
    node = tree.node(place)
    if isinstance(node, Leaf) and node.unknown:
        return NEW[:2]
    return (0.0, inf) if node == 1 else (inf, 0.0)


def begun(tree: Tree, seed: int) -> tuple[Tree, dict[int, tuple[float, ...]]]:
    """Returns what proof-number search has seen of a tree after some rounds, as a tree with question marks, and the
    numbers that it has by then, by the places of ``tree``. A leaf above 0 is a yes."""
    plain = _changed(tree, [float(leaf > 0) for leaf in leaves_of(tree.root)])
    visits = visits_of(plain, "proof")
    starts = [at for at, (place, _) in enumerate(visits) if place == 0]
    open_at = [at for at in starts if 0 not in (visits[at][1].numbers or (0,))]
    answered = next((n for n, at in enumerate(starts) if at not in open_at), len(starts))
    rounds = Random(f"proofs/{seed}").randint(answered - answered // 3, answered)
    seen = {place: branch.numbers or () for place, branch in visits[: [*starts, len(visits)][rounds]]}

    def walk(place: int) -> Node:
        if place not in seen:
            return Leaf(0.0, UNKNOWN, unknown=True)
        node = plain.node(place)
        return Choice(tuple(map(walk, tree.children[place])), node.mover) if isinstance(node, Choice) else node

    return Tree(walk(0)), seen


class Rounds(Filling):
    """Asks where the next round of UCT goes from the root, and what it changes there."""

    kind, title, algorithm, tolerance = "visits", text("The next round of UCT"), "uct", 0.0051

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree, rule, seed)
        game, most = tree.game, 3 * len(tree.children[0])
        low, high = limits(game, Player.FIRST)
        self.width = high - low
        numbers = [*range(len(tree.children[0]) + 1, most + 4)]
        Random(f"visits/{seed}").shuffle(numbers)
        self.rounds = next((n for n in numbers if self._is_clear(n)), numbers[0])
        self.before, self.after = self._children(self.rounds), self._children(self.rounds + 1)
        (self.next,) = (at for at, one in enumerate(self.after) if one[0] != self.before[at][0])
        self.result = self.after[self.next][1] - self.before[self.next][1]

    def _children(self, rounds: int) -> list[tuple[int, float]]:
        """Returns visits and sum of the results of each branch of the root after some rounds."""
        visits, found = visits_of(self.tree, "uct", rounds=rounds), list[tuple[int, float]]()
        for child in self.tree.children[0]:
            means = [branch.value for place, branch in visits if place == child]
            found.append((len(means), round(means[-1] * len(means), 6) + 0.0 if means else 0.0))
        return found

    def _promises(self, rounds: int) -> list[float]:
        sign = 1 if self.tree.places[0].mover == MAX else -1
        return [
            sign * total / visits + self.width * sqrt(log(rounds) / (2 * visits)) if visits else inf
            for visits, total in self._children(rounds)
        ]

    def _is_clear(self, rounds: int) -> bool:
        """Tests if one branch is the best by more than a slip in rounding."""
        *_, second, best = sorted([-inf, *self._promises(rounds)])
        return best < inf and best - second > self.width / 50

    @property
    def question(self) -> str:
        names = [self.tree.places[child].name for child in self.tree.children[0]]
        told = [
            text("{node}: visits {n}, sum {sum}", node=name, n=visits, sum=show(total))
            for name, (visits, total) in zip(names, self.before, strict=True)
        ]
        return text(
            "UCT has gone through {root} {n} times, the first time with a game from {root} itself. There {side} moves: "
            "{branches}. The next round takes the branch with the greatest mean for {side} plus "
            "{width} · √(ln {n} / (2 · visits)), and brings {result}. Which branch is it, counted from 1? Which visits "
            "and which mean has it then?",
            root=self.tree.places[0].name,
            side=self.tree.side(0),
            n=self.rounds,
            width=show(self.width),
            branches=joined(told, "; "),
            result=show(self.result),
        )

    def make_blanks(self) -> Iterator[Blank]:
        root, (visits, total) = self.tree.places[0].name, self.after[self.next]
        promises = listed([show(round(one, 2)) for one in self._promises(self.rounds)])
        best = text("mean and bonus are {promises}, and branch {n} has the most", promises=promises, n=self.next + 1)
        counted = text("the new round is a visit, too, which makes {n}", n=visits)
        mean = text("the results add up to {sum} in {n} visits", sum=show(total), n=visits)
        yield Blank(root, "branch", text("branch"), self.next + 1, best)
        yield Blank(root, "visits", text("visits"), visits, counted)
        yield Blank(root, "mean", text("mean"), total / visits, mean)
