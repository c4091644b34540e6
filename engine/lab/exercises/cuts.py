"""Asks for the leaves which alpha-beta never looks at (E3)."""

from engine.games import GameError
from engine.lab.answer_keys.words import rule_words, show, why_cut
from engine.lab.exercises.exercise import SearchExercise, Verdict
from engine.text import text

NONE = "none"
_ASKED = "Alpha-beta goes through the tree from left to right. Which leaves does it never look at? {rule}"


class Cuts(SearchExercise):
    """Asks which leaves are never looked at. Missed leaves and false alarms are told apart."""

    kind, title, form = "cuts", text("Leaves never looked at"), "leaves"
    empty = text(
        "Write the numbers of the leaves, counted from the left, as in 4 7 8; write none if every leaf is looked at."
    )

    @property
    def question(self) -> str:
        return text(_ASKED, rule=rule_words(self.rule))

    def key(self) -> str:
        return " ".join(str(self.tree.leaves.index(leaf) + 1) for leaf in self.watched.unseen) or NONE

    def judge(self, answer: str) -> Verdict:
        """Names one missed leaf with the witness, or else one false alarm with the open window."""
        marked = self.read(answer)
        unseen = set(self.watched.unseen)
        missed, alarms = sorted(unseen - marked), sorted(marked - unseen)
        if not missed and not alarms:
            if not unseen:
                return self.right(text("Right: no leaf is never looked at."))
            right = "Right: {n} leaf is never looked at.|Right: {n} leaves are never looked at."
            return self.right(text(right, n=len(unseen)))
        told = text(
            "{missed}, {alarms}.",
            missed=text("{n} leaf missed|{n} leaves missed", n=len(missed)),
            alarms=text("{n} false alarm|{n} false alarms", n=len(alarms)),
        )
        if missed:
            name = self.tree.places[missed[0]].name
            why = why_cut(self.watched, self.watched.cut_above(missed[0]))
            return self.wrong(text("{told} {Leaf} is never looked at: {why}.", told=told, leaf=name, why=why), name)
        name, visit = self.tree.places[alarms[0]].name, self.watched.visits[alarms[0]]
        seen = "{told} {Leaf} is looked at: the window is still open there, alpha {alpha} and beta {beta}."
        return self.wrong(text(seen, told=told, leaf=name, alpha=show(visit.alpha), beta=show(visit.beta)), name)

    def read(self, answer: str) -> set[int]:
        """Returns the places of the leaves that an answer names. Raises GameError for what is no leaf."""
        words = answer.replace(",", " ").replace(";", " ").split()
        if words == [NONE]:
            return set()
        leaves = self.tree.leaves
        for word in words:
            if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= len(leaves)):
                refusal = (
                    "{word} is no leaf; the leaves are counted from the left, 1 to {last}; "
                    "write none if every leaf is looked at"
                )
                raise GameError(refusal, word=repr(word[:20]), last=len(leaves))
        return {leaves[int(word) - 1] for word in words}
