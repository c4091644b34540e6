"""Asks for the leaves which alpha-beta never looks at (E3)."""

from __future__ import annotations

from engine.games import GameError
from engine.lab.exercises.exercise import SearchExercise, Verdict
from engine.lab.keys.reasons import why_cut
from engine.lab.keys.words import rule_words, sentence, show

NONE = "none"


class Cuts(SearchExercise):
    """Asks which leaves are never looked at; missed leaves and false alarms are told apart."""

    kind, form = "cuts", "leaves"
    empty = (
        "Write the numbers of the leaves, counted from the left, as in 4 7 8; write none if every leaf is looked at."
    )

    @property
    def question(self) -> str:
        """Returns the question with the rule for cuts."""
        return (
            "Alpha-beta goes through the tree from left to right. Which leaves does it never look at? "
            f"{rule_words(self.rule)}"
        )

    def key(self) -> str:
        """Returns the numbers of the leaves, counted from the left."""
        return " ".join(str(self.tree.leaves.index(leaf) + 1) for leaf in self.watched.unseen) or NONE

    def judge(self, answer: str) -> Verdict:
        """Names one missed leaf with the witness, or else one false alarm with the open window."""
        marked = self._read(answer)
        unseen = set(self.watched.unseen)
        missed, alarms = sorted(unseen - marked), sorted(marked - unseen)
        if not missed and not alarms:
            count = len(unseen)
            told = "no leaf is" if not count else "1 leaf is" if count == 1 else f"{count} leaves are"
            return self.right(f"Right: {told} never looked at.")
        told = f"{_count(len(missed), 'leaf', 'leaves')} missed, {_count(len(alarms), 'false alarm', 'false alarms')}."
        if missed:
            name = self.tree.places[missed[0]].name
            cut = self.watched.cut_above(missed[0])
            return self.wrong(f"{told} {sentence(name)[:-1]} is never looked at: {why_cut(self.watched, cut)}.", name)
        place = self.tree.places[alarms[0]]
        visit = self.watched.visits[alarms[0]]
        window = f"the window is still open there, alpha {show(visit.alpha)} and beta {show(visit.beta)}"
        return self.wrong(f"{told} {sentence(place.name)[:-1]} is looked at: {window}.", place.name)

    def _read(self, answer: str) -> set[int]:
        words = answer.replace(",", " ").replace(";", " ").split()
        if words == [NONE]:
            return set()
        leaves = self.tree.leaves
        for word in words:
            if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= len(leaves)):
                raise GameError(
                    f"{word[:20]!r} is no leaf; the leaves are counted from the left, 1 to {len(leaves)}; "
                    "write none if every leaf is looked at"
                )
        return {leaves[int(word) - 1] for word in words}


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
