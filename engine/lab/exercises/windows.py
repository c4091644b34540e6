"""Asks for the window on entry of every inner node, and for the value handed back (E2). Fail-soft alpha-beta hands back
the best value found, fail-hard never a value outside the window. Both enter the same nodes with the same windows. The
verdict says which of the two an answer follows."""

from collections.abc import Sequence
from typing import Final

from engine.lab.answer_keys.watching import Visit, close
from engine.lab.answer_keys.words import bound_reason, rule_words, show, why_cut
from engine.lab.exercises.exercise import Field, SearchExercise, Verdict, read_fields, read_value
from engine.lab.trees.tree import MAX
from engine.text import listed, text

PARTS: Final = ("alpha", "beta", "value")
NEVER: Final = "-"
_ASKED: Final = (
    "Alpha-beta goes through the tree from left to right. With which alpha and beta does it enter each node? Which "
    "value does the node hand back, by fail-soft or by fail-hard as you learnt it? Write - for a node never entered. "
    "{rule}"
)
_LABELS: Final = {"alpha": "alpha on entering {node}", "beta": "beta on entering {node}", "value": "{node} hands back"}
_READINGS: Final = {
    "fail-soft": "Right, and read as fail-soft: a value beyond the window is handed back as found.",
    "fail-hard": "Right, and read as fail-hard: a value beyond the window is cut down to alpha or beta.",
    "returns alpha or beta": "Right, and read as the form in which Max returns alpha and Min returns beta.",
}

_MISSING: Final = {
    "alpha": "{node}: alpha is missing.",
    "beta": "{node}: beta is missing.",
    "value": "{node}: value is missing.",
}
_SLIPS: Final = {
    "": "{node}: {reason}; you wrote {value}.",
    "alpha": "{node}: {reason}; you wrote {value}, which is alpha.",
    "beta": "{node}: {reason}; you wrote {value}, which is beta.",
    "unseen": "{node}: {reason}; you wrote {value}, a leaf never looked at.",
}
"""Says what is wrong, and where the wrong number stands."""


class Windows(SearchExercise):
    """Asks for alpha and beta on entry and the value handed back, or ``-`` for a node never entered."""

    kind, title, form = "windows", text("Windows on entry"), "fields"
    empty = text(
        "Write alpha and beta of every node on entry, as in A.alpha=-inf A.beta=inf, and - for a node never entered."
    )

    @property
    def question(self) -> str:
        return text(_ASKED, rule=rule_words(self.rule))

    def fields(self) -> Sequence[Field]:
        names = [self.tree.places[place].name for place in self.tree.inner()]
        return [Field(f"{name}.{part}", name, text(_LABELS[part], node=name)) for name in names for part in PARTS]

    def key(self) -> str:
        """Returns the windows and the fail-soft values."""
        return " ".join(
            f"{self.tree.places[place].name}.{part}={self._part(place, part)}"
            for place in self.tree.inner()
            for part in PARTS
        )

    def _part(self, place: int, part: str) -> str:
        visit = self.watched.visits.get(place)
        return NEVER if visit is None else show(getattr(visit, part))

    def judge(self, answer: str) -> Verdict:
        """Judges the nodes in order of entry. Nodes never entered come last."""
        written = read_fields(answer, [field.name for field in self.fields()])
        parts = PARTS if any(name.endswith(".value") for name in written) else PARTS[:2]
        inner = set(self.tree.inner())
        entered = [place for place in self.watched.visits if place in inner]
        slips = (self._judge_node(place, written, parts) for place in [*entered, *sorted(inner - set(entered))])
        wrong = next(filter(None, slips), None)
        if wrong is not None:
            return wrong
        if "value" not in parts:
            return self.right(text("Right: all windows. Fail-soft and fail-hard enter with the same windows."))
        return self._reading(written, entered)

    def _judge_node(self, place: int, written: dict[str, str], parts: Sequence[str]) -> Verdict | None:
        name, visit = self.tree.places[place].name, self.watched.visits.get(place)
        for part in parts:
            word = written.get(f"{name}.{part}")
            if visit is None and word != NEVER:
                why = why_cut(self.watched, self.watched.cut_above(place))
                return self.wrong(text("{node} is never entered: {why}. Write -.", node=name, why=why), name)
            if visit is None:
                continue
            reason = self._reason(visit, part)
            if word is None:
                return self.wrong(text(_MISSING[part], node=name), name)
            if word == NEVER:
                return self.wrong(text("{node} is entered: {reason}.", node=name, reason=reason), name)
            value = read_value(word, f"{name}.{part}")
            accepted = set(self._returned(visit).values()) if part == "value" else {getattr(visit, part)}
            if not any(close(value, right, self.tree) for right in accepted):
                told = _SLIPS[self._slip(visit, part, value)]
                return self.wrong(text(told, node=name, reason=reason, value=show(value)), name)
        return None

    def _reason(self, visit: Visit, part: str) -> str:
        if part != "value":
            return bound_reason(self.watched, visit, part)
        tree, children = self.tree, self.tree.children[visit.place]
        seen = [show(self.watched.visits[child].value) for child in children if child not in visit.skipped]
        known = {"side": tree.side(visit.place), "value": show(visit.value)}
        if len(seen) == 1:
            told = text("{side} hands back {value}", **known)
        elif tree.places[visit.place].mover == MAX:
            told = text("{side} hands back {value}, the greatest of {values}", **known, values=listed(seen))
        else:
            told = text("{side} hands back {value}, the least of {values}", **known, values=listed(seen))
        if visit.skipped:
            told = text("{told}, for the rest is never tried", told=told)
        if visit.hard != visit.value:
            told = text("{told} (fail-hard: {value})", told=told, value=show(visit.hard))
        return told

    def _slip(self, visit: Visit, part: str, value: float) -> str:
        other = {"alpha": visit.beta, "beta": visit.alpha}.get(part)
        if other is not None and value == other:
            return "beta" if part == "alpha" else "alpha"
        skipped = [self.tree.places[child] for child in visit.skipped]
        return "unseen" if part == "value" and any(leaf.value == value for leaf in skipped) else ""

    def _returned(self, visit: Visit) -> dict[str, float]:
        return {"fail-soft": visit.value, "fail-hard": visit.hard, "returns alpha or beta": self._own_end(visit)}

    def _own_end(self, visit: Visit) -> float:
        """Returns what Max returns as alpha and Min as beta: no less than alpha, or no more than beta."""
        if not self.tree.children[visit.place]:
            return visit.value
        below = [self.watched.visits[one] for one in self.tree.children[visit.place] if one not in visit.skipped]
        if self.tree.places[visit.place].mover == MAX:
            return max(visit.alpha, *map(self._own_end, below))
        return min(visit.beta, *map(self._own_end, below))

    def _reading(self, written: dict[str, str], entered: Sequence[int]) -> Verdict:
        """Returns "right" with the reading. An answer must follow one form on all nodes."""
        left, first = list(_READINGS), ""
        for place in entered:
            visit, name = self.watched.visits[place], self.tree.places[place].name
            returned = self._returned(visit)
            if len(set(returned.values())) == 1:
                continue
            value = read_value(written[f"{name}.value"], name)
            follows = [form for form in _READINGS if close(value, returned[form], self.tree)]
            if not set(left) & set(follows):
                mixed = "{node}: this is the {other} value, but at {first} you follow {reading}."
                return self.wrong(text(mixed, node=name, other=follows[0], first=first, reading=left[0]), name)
            left, first = [form for form in left if form in follows], first or name
        if not first:
            return self.right(text("Right. Fail-soft and fail-hard hand back the same values on this tree."))
        return self.right(text(_READINGS[left[0]]))
