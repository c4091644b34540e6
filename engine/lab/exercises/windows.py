"""Asks for the window on entry of every inner node, and for the value handed back (E2).

Fail-soft alpha-beta hands back the best value found, fail-hard never a value outside the window. Both enter the same
nodes with the same windows; the verdict says which of the two an answer follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games import GameError
from engine.lab.exercises.exercise import Field, SearchExercise, Verdict, read_fields, read_value
from engine.lab.keys.reasons import bound_reason, why_cut
from engine.lab.keys.values import close
from engine.lab.keys.watching import Visit
from engine.lab.keys.words import listed, rule_words, show
from engine.lab.trees.tree import MAX

PARTS: Final = ("alpha", "beta", "value")
NEVER: Final = "-"
_LABELS: Final = {"alpha": "alpha on entering {}", "beta": "beta on entering {}", "value": "{} hands back"}
_READINGS: Final = {
    "fail-soft": "a value beyond the window is handed back as found",
    "fail-hard": "a value beyond the window is cut down to alpha or beta",
}


class Windows(SearchExercise):
    """Asks for alpha and beta on entry and the value handed back; ``-`` for a node never entered."""

    kind, form = "windows", "fields"
    empty = (
        "Write alpha and beta of every node on entry, as in A.alpha=-inf A.beta=inf, and - for a node never entered."
    )

    @property
    def question(self) -> str:
        """Returns the question with the rule for cuts."""
        return (
            "Alpha-beta goes through the tree from left to right. With which alpha and beta does it enter each node, "
            "and which value does the node hand back, by fail-soft or by fail-hard as you learnt it? Write - for a "
            f"node never entered. {rule_words(self.rule)}"
        )

    def fields(self) -> Sequence[Field]:
        """Returns three fields for each inner node."""
        names = [self.tree.places[place].name for place in self.tree.inner()]
        return [Field(f"{name}.{part}", name, _LABELS[part].format(name)) for name in names for part in PARTS]

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
        """Judges the nodes in order of entry; nodes never entered come last."""
        written = read_fields(answer)
        known = [field.name for field in self.fields()]
        unknown = next((name for name in written if name not in known), None)
        if unknown is not None:
            raise GameError(f"there is nothing called {unknown} to fill in; write {known[0]}, {known[1]} and so on")
        parts = PARTS if any(name.endswith(".value") for name in written) else PARTS[:2]
        inner = set(self.tree.inner())
        entered = [place for place in self.watched.visits if place in inner]
        for place in entered:
            wrong = self._judge_entered(self.watched.visits[place], written, parts)
            if wrong is not None:
                return wrong
        for place in sorted(inner - set(entered)):
            wrong = self._judge_never(place, written, parts)
            if wrong is not None:
                return wrong
        if "value" not in parts:
            return self.right("Right: every window. Fail-soft and fail-hard enter with the same windows.")
        return self._reading(written, entered)

    def _judge_entered(self, visit: Visit, written: dict[str, str], parts: Sequence[str]) -> Verdict | None:
        name = self.tree.places[visit.place].name
        for part in parts:
            word = written.get(f"{name}.{part}")
            reason = self._reason(visit, part)
            if word is None:
                return self.wrong(f"{name}: {part} is missing.", name)
            if word == NEVER:
                return self.wrong(f"{name} is entered: {reason}.", name)
            value = read_value(word, f"{name}.{part}")
            accepted = {visit.value, visit.hard} if part == "value" else {getattr(visit, part)}
            if not any(close(value, right, self.tree) for right in accepted):
                return self.wrong(f"{name}: {reason}; you wrote {show(value)}{self._slip(visit, part, value)}.", name)
        return None

    def _judge_never(self, place: int, written: dict[str, str], parts: Sequence[str]) -> Verdict | None:
        name = self.tree.places[place].name
        for part in parts:
            if written.get(f"{name}.{part}") != NEVER:
                cut = self.watched.cut_above(place)
                return self.wrong(f"{name} is never entered: {why_cut(self.watched, cut)}. Write -.", name)
        return None

    def _reason(self, visit: Visit, part: str) -> str:
        if part != "value":
            return bound_reason(self.watched, visit, part)
        tree, children = self.tree, self.tree.children[visit.place]
        seen = [show(self.watched.visits[child].value) for child in children if child not in visit.skipped]
        most = "greatest" if tree.places[visit.place].mover == MAX else "least"
        first = f"{show(visit.value)}, the {most} of {listed(seen)}" if len(seen) > 1 else seen[0]
        stop = ", for the rest is never tried" if visit.skipped else ""
        hard = f" (fail-hard: {show(visit.hard)})" if visit.hard != visit.value else ""
        return f"{tree.side(visit.place)} hands back {first}{stop}{hard}"

    def _slip(self, visit: Visit, part: str, value: float) -> str:
        other = {"alpha": visit.beta, "beta": visit.alpha}.get(part)
        if other is not None and value == other:
            return f", which is {'beta' if part == 'alpha' else 'alpha'}"
        skipped = [self.tree.places[child] for child in visit.skipped]
        if part == "value" and any(leaf.value == value for leaf in skipped):
            return ", a leaf never looked at"
        return ""

    def _reading(self, written: dict[str, str], entered: Sequence[int]) -> Verdict:
        """Returns "right" with the reading, fail-soft or fail-hard; an answer must keep to one of the two."""
        follows: dict[str, str] = {}
        for place in entered:
            visit, name = self.watched.visits[place], self.tree.places[place].name
            if visit.value != visit.hard:
                value = read_value(written[f"{name}.value"], name)
                follows[name] = "fail-soft" if close(value, visit.value, self.tree) else "fail-hard"
        if not follows:
            return self.right("Right. Fail-soft and fail-hard hand back the same values on this tree.")
        first, reading = next(iter(follows.items()))
        for name, other in follows.items():
            if other != reading:
                return self.wrong(f"{name}: this is the {other} value, but at {first} you follow {reading}.", name)
        return self.right(f"Right, and read as {reading}: {_READINGS[reading]}.")
