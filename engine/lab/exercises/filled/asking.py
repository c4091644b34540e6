"""Asks about null windows, and about the flags of a table: what a search asks, and what a bound says."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from engine.lab.answer_keys.watching import Rule, Visit, visits_of
from engine.lab.answer_keys.words import show, why_cut
from engine.lab.exercises.exercise import Option, SearchExercise, Verdict
from engine.lab.exercises.filled.filling import NEVER, Blank, Filling
from engine.lab.trees import Tree
from engine.search.parts.values import is_null
from engine.text import Text, text

FLAGS: Final = {"": "exact", "≥": "lower", "≤": "upper"}
"""The flag of a value in a table, by the sign of the bound."""
_SIGNS: Final = {"exact": "=", "lower": ">=", "upper": "<="}


class Scout(Filling):
    """Asks with which window PVS enters each node first, and how often it enters the node."""

    kind, title, algorithm = "scout", text("Null windows of PVS"), "pvs"

    def is_worth_asking(self) -> bool:
        return any(blank.right == 2 for blank in self.blanks)

    question = text(
        "PVS searches the first branch of a node with its whole window, and asks of each other branch only if it "
        "is better. Where it is, the branch is searched again with the alpha and beta that the node had before the "
        "question. With which alpha and beta does PVS enter each node at first? In a null window both are the same "
        "number. How often does it enter the node? Write - and 0 for a node never entered."
    )

    def make_blanks(self) -> Iterator[Blank]:
        visits = visits_of(self.tree, "pvs")
        for place in dict.fromkeys([*(one for one, _ in visits if self.tree.children[one]), *self.tree.inner()]):
            name, own = self.tree.places[place].name, [branch for at, branch in visits if at == place]
            alpha, beta = (own[0].alpha, own[0].beta) if own else (NEVER, NEVER)
            yield Blank(name, "alpha", text("alpha on entering {node}", node=name), alpha, _window(alpha, beta))
            yield Blank(name, "beta", text("beta on entering {node}", node=name), beta, _window(alpha, beta))
            enters = text("PVS enters the node {n} time|PVS enters the node {n} times", n=len(own))
            yield Blank(name, "visits", text("visits to {node}", node=name), len(own), enters)


def _window(alpha: float | str, beta: float | str) -> Text:
    if isinstance(alpha, str) or isinstance(beta, str):
        return text("PVS never enters this node")
    if is_null(alpha, beta):
        whole = alpha if round(alpha, 9) == alpha else beta  # one end is a value, the other the next number
        return text(
            "PVS asks only on which side of {value} the node is, so alpha and beta are {value}", value=show(whole)
        )
    return text("PVS enters at first with alpha {alpha} and beta {beta}", alpha=show(alpha), beta=show(beta))


class Flags(Filling, SearchExercise):
    """Asks for the value that fail-soft alpha-beta keeps of each node, and for its flag."""

    kind, title = "flags", text("Flags of a table")

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree, "<=", seed)

    question = text(
        "Fail-soft alpha-beta goes through the tree from left to right, cuts when beta <= alpha, and keeps each "
        "value in a table. Which value does it keep of each node, and with which flag: exact, lower or upper? "
        "Write - for a node never entered."
    )

    def make_blanks(self) -> Iterator[Blank]:
        for place in reversed(self.tree.inner()):
            name, visit = self.tree.places[place].name, self.watched.visits.get(place)
            if visit is None:
                cut = why_cut(self.watched, self.watched.cut_above(place))
                kept = why = text("the node is never entered: {why}", why=cut)
            else:
                kept, why = text("fail-soft alpha-beta hands back {value}", value=show(visit.value)), _why(visit)
            value, flag = (visit.value, FLAGS[visit.sign]) if visit else (NEVER, NEVER)
            yield Blank(name, "value", text("value kept of {node}", node=name), value, kept)
            yield Blank(name, "flag", text("flag of {node}", node=name), flag, why)


def _why(visit: Visit) -> Text:
    known = {"value": show(visit.value), "alpha": show(visit.alpha), "beta": show(visit.beta)}
    if visit.sign == "≥":
        return text("{value} is beta or more, for beta was {beta}, so it is a lower bound", **known)
    if visit.sign == "≤":
        return text("{value} is alpha or less, for alpha was {alpha}, so it is an upper bound", **known)
    return text("{value} lies between alpha {alpha} and beta {beta}, so it is exact", **known)


class Mend(SearchExercise):
    """Shows a table in which one entry has a wrong flag, and asks for the entry."""

    kind, title, form = "mend", text("A table to mend"), "choice"
    empty = text("Choose the number of one entry.")

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree, "<=", seed)
        self.entries = [one for one in self.watched.visits.values() if tree.children[one.place]]
        random = Random(f"mend/{seed}")
        bounds = [at for at, one in enumerate(self.entries) if one.sign] or [*range(len(self.entries))]
        self.row = random.choice(bounds)
        self.flag = random.choice([flag for flag in _SIGNS if flag != FLAGS[self.entries[self.row].sign]])

    question = text(
        "Fail-soft alpha-beta went through this tree from left to right, cut when beta <= alpha, and kept these "
        "entries in a table. One of them has a wrong flag. Which?"
    )

    def code(self) -> Sequence[str]:
        flags = [self.flag if at == self.row else FLAGS[one.sign] for at, one in enumerate(self.entries)]
        return [self._line(one, flag) for one, flag in zip(self.entries, flags, strict=True)]

    def _line(self, entry: Visit, flag: str) -> str:
        return f"{self.tree.places[entry.place].name} {_SIGNS[flag]} {show(entry.value)}"

    def options(self) -> Sequence[Option]:
        return [Option(str(number), line) for number, line in enumerate(self.code(), start=1)]

    def key(self) -> str:
        return str(self.row + 1)

    def judge(self, answer: str) -> Verdict:
        """Judges the number of an entry by the window of its node."""
        word = self.chosen(answer)
        entry = self.entries[int(word) - 1]
        known = {"node": self.tree.places[entry.place].name, "reason": _why(entry)}
        if word != self.key():
            said = text("The entry of {node} is right: {reason}.", **known)
            return self.wrong(said, self.tree.places[entry.place].name)
        right = self._line(entry, FLAGS[entry.sign])
        return self.right(text("Right. At {node} {reason}: {right}.", **known, right=right))
